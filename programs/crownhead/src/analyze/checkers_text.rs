//! Positions and games of checkers in text: as agents are asked, as a board, in FEN, in PDN.

use crate::analyze::board_form;
use crate::analyze::input::{AnalysisInput, FORMS, InputError};
use crate::analyze::subject::Subject;
use analysis::{PlayedGame, RecordedResult};
use cli::lines::lines;
use cli::visible;
use formats::board_lines::{is_row, side_of_line};
use formats::pdn::{PdnGame, PdnResult};
use formats::{Request, pdn};
use games::checkers::Position;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckersForm {
    /// The input.txt of an agent.
    Request,
    /// A board with the side to move.
    Board,
    /// Positions, one in each line.
    Fen,
    Pdn,
}

impl CheckersForm {
    /// The form of a text, by its first line; `None` if it has none of these.
    pub fn of(text: &str) -> Option<Self> {
        let line = lines(text).map(str::trim).find(|line| !line.is_empty())?;
        if pdn::is_fen(text) {
            return Some(Self::Fen);
        }
        let mut letters = line.chars();
        let first = letters.next()?;
        let second = letters.find(|c| !c.is_whitespace());
        if ["SINGLE", "GAME"].iter().any(|word| line.eq_ignore_ascii_case(word)) {
            return Some(Self::Request);
        }
        if side_of_line(line).is_some() || is_row(line) {
            return Some(Self::Board);
        }
        let is_square = "abcdefgh".contains(first.to_ascii_lowercase())
            && second.is_some_and(|c| c.is_ascii_digit());
        let is_pdn = "[{;%(".contains(first) || first.is_ascii_digit() || is_square;
        is_pdn.then_some(Self::Pdn)
    }
}

/// Reads a text; errors call it `name`.
pub fn read(name: &str, text: &str) -> Result<AnalysisInput<Position>, String> {
    match CheckersForm::of(text) {
        Some(CheckersForm::Request) => request(name, text),
        Some(CheckersForm::Board) => {
            let position = board_form::read(text).map_err(|error| format!("{name}, {error}"))?;
            Ok(AnalysisInput::one(position))
        }
        Some(CheckersForm::Fen | CheckersForm::Pdn) => Ok(games(name, text)),
        None => Err(match lines(text).map(str::trim).find(|line| !line.is_empty()) {
            None => format!("{name}: nothing is in it; {FORMS}"),
            Some(line) => {
                let line = visible::cut(line, 40);
                format!("{name}: \"{line}\" is neither a position nor a game; {FORMS}")
            }
        }),
    }
}

fn request(name: &str, text: &str) -> Result<AnalysisInput<Position>, String> {
    let request = Request::parse(text).map_err(|error| {
        // The error calls every file by the name that the referee gives it.
        let error = error.to_string();
        error.strip_prefix("input.txt").map_or(error.clone(), |rest| format!("{name}{rest}"))
    })?;
    Ok(AnalysisInput::one(request.position))
}

fn games(name: &str, text: &str) -> AnalysisInput<Position> {
    let mut input = AnalysisInput::default();
    for (game, number) in pdn::read_any(text).zip(1..) {
        match game {
            Ok(game) => {
                let moves: Vec<_> = game.line.turns.iter().map(|turn| turn.mv).collect();
                let played = PlayedGame::by_our_rules(game.start, moves);
                input.subjects.push(subject(number, game, 0, played));
            }
            Err(error) => {
                let reason = visible::cut(&error.reason.to_string(), 300);
                let sentence = format!("{name}, {}: {reason}", error.place);
                input.errors.push(InputError { number, sentence });
            }
        }
    }
    input
}

/// A game in PDN, of which the moves after `opening` are analyzed.
pub fn subject(
    number: u32,
    game: PdnGame,
    opening: usize,
    played: PlayedGame<Position>,
) -> Subject<Position> {
    let result = match game.outcome() {
        Some(PdnResult::Won(side)) => RecordedResult::Won(side),
        Some(PdnResult::Drawn) => RecordedResult::Drawn,
        None => RecordedResult::Unknown,
    };
    let mut subject = Subject::played(number, played);
    subject.start = game.start;
    subject.opening = game.line.turns.iter().take(opening).map(|turn| turn.mv).collect();
    subject.tags = game.tags.clone();
    subject.result = result;
    subject.pdn = Some(game);
    subject
}
