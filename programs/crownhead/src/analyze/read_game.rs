//! Reads the positions and games of a text, or of a journal, that are to be analyzed. The crate
//! `analysis` reads the texts, as for `answers`; PDN is read here, since a game that is printed
//! with marks keeps all that its file has.

use crate::analyze::args::GameNumbers;
use crate::analyze::subject::Subject;
#[cfg(target_os = "linux")]
use crate::shown_game::ReplayedGame;
#[cfg(target_os = "linux")]
use crate::shown_game::ShownGame;
use analysis::api::{WrittenFault, WrittenGame, agent_game, read_text_games};
use analysis::{AnalyzedGame, PlayedGame};
use cli::ProgramError;
#[cfg(target_os = "linux")]
use formats::pdn::PdnResult;
use formats::pdn::{self, PdnGame, Turn};
use formats::{FormatError, TextForm};
use games::checkers::Position;
use games::checkers::rules::QuietTurnRule;
#[cfg(target_os = "linux")]
use referee::journal::RecordedGame;
#[cfg(target_os = "linux")]
use referee::results::pdn_game;

/// The positions and games that could be read.
#[derive(Debug)]
pub struct AnalysisInput<G: AnalyzedGame> {
    pub subjects: Vec<Subject<G>>,
    /// Those that could not be read.
    pub errors: Vec<UnreadInput>,
    /// The first and the last number of all, wanted or not.
    pub numbers: Option<[u32; 2]>,
}

impl<G: AnalyzedGame> AnalysisInput<G> {
    /// Counts a game with this number; true if it is wanted. Others need no memory.
    pub fn counts(&mut self, number: u32, wanted: Option<&GameNumbers>) -> bool {
        let [first, last] = self.numbers.unwrap_or([number; 2]);
        self.numbers = Some([first.min(number), last.max(number)]);
        wanted.is_none_or(|wanted| wanted.has(number))
    }

    fn one(subject: Subject<G>) -> Self {
        let numbers = Some([subject.number; 2]);
        AnalysisInput { subjects: vec![subject], errors: Vec::new(), numbers }
    }
}

/// A game or position that could not be read.
#[derive(Debug)]
pub struct UnreadInput {
    /// As subjects are numbered.
    pub number: u32,
    /// Where it is wrong, from 1, as far as that is known.
    pub line: Option<usize>,
    pub column: Option<usize>,
    /// Without the place.
    pub sentence: String,
}

impl<G: AnalyzedGame> Default for AnalysisInput<G> {
    fn default() -> Self {
        AnalysisInput { subjects: Vec::new(), errors: Vec::new(), numbers: None }
    }
}

/// The positions and games of a text of checkers in this form, which errors call `name`. Fails if
/// its only position cannot be read.
pub fn read_checkers(
    form: TextForm,
    (name, text): (&str, &str),
    wanted: Option<&GameNumbers>,
    rule: QuietTurnRule,
) -> Result<AnalysisInput<Position>, ProgramError> {
    if matches!(form, TextForm::Fen | TextForm::Pdn) {
        return Ok(read_pdn(text, wanted, rule));
    }
    let (start, moves) = agent_game(form, name, text).map_err(ProgramError::failed)?;
    let mut game = PdnGame::starting_at(start);
    game.line.turns = moves.iter().copied().map(Turn::plain).collect();
    Ok(AnalysisInput::one(of_pdn(1, game, 0, PlayedGame::under(rule, start, moves))))
}

#[cfg(target_os = "linux")]
pub fn recorded<G: ShownGame>(record: &RecordedGame) -> Result<Subject<G>, ProgramError> {
    let replayed = ReplayedGame::new(record).map_err(ProgramError::failed)?;
    let [black, white] = record.names().map(str::to_string);
    let mut subject = Subject::played(record.id, replayed.game);
    subject.tags = vec![("Black".to_string(), black), ("White".to_string(), white)];
    subject.result = match (record.winner(), record.ending.kind()) {
        (Some(side), _) => Some(PdnResult::Won(side)),
        (None, referee::rules::EndingKind::Drawn) => Some(PdnResult::Drawn),
        (None, _) => None,
    };
    subject.ending = Some(format!("{}.", record.result_text()));
    Ok(subject)
}

/// A game of checkers, as in the referee's file of games, with its tags and with the moves of its
/// opening.
#[cfg(target_os = "linux")]
pub fn recorded_checkers(record: &RecordedGame) -> Result<Subject<Position>, ProgramError> {
    let replayed = ReplayedGame::new(record).map_err(ProgramError::failed)?;
    let event = record.pair_names().join(" - ");
    let game = pdn_game(record, &event, record.date.as_deref()).map_err(ProgramError::failed)?;
    let opening = game.line.turns.len().saturating_sub(replayed.game.moves().len());
    let mut subject = of_pdn(record.id, game, opening, replayed.game);
    subject.ending = Some(format!("{}.", record.result_text()));
    Ok(subject)
}

fn read_pdn(
    text: &str,
    wanted: Option<&GameNumbers>,
    rule: QuietTurnRule,
) -> AnalysisInput<Position> {
    let mut input = AnalysisInput::default();
    for (game, number) in pdn::read_any(text).zip(1..) {
        if !input.counts(number, wanted) {
            continue;
        }
        match game {
            Ok(game) => {
                let moves: Vec<_> = game.line.turns.iter().map(|turn| turn.mv).collect();
                let played = PlayedGame::under(rule, game.start, moves);
                input.subjects.push(of_pdn(number, game, 0, played));
            }
            Err(FormatError { line, column, sentence }) => {
                input.errors.push(UnreadInput { number, line, column, sentence });
            }
        }
    }
    input
}

/// A game in PDN, of which the moves after `opening` are analyzed.
fn of_pdn(
    number: u32,
    game: PdnGame,
    opening: usize,
    played: PlayedGame<Position>,
) -> Subject<Position> {
    let mut subject = Subject::played(number, played);
    subject.start = game.start;
    subject.opening = game.line.turns.iter().take(opening).map(|turn| turn.mv).collect();
    subject.tags = game.tags.clone();
    subject.result = game.outcome();
    subject.pdn = Some(game);
    subject
}

/// The games of a text in the language of the text programs. Fails if there is nothing in it.
pub fn read_commands<G: AnalyzedGame>(
    name: &str,
    text: &str,
    wanted: Option<&GameNumbers>,
) -> Result<AnalysisInput<G>, ProgramError> {
    if text.trim().is_empty() {
        let (title, form) = (G::TITLE, G::MOVE_FORM);
        return Err(ProgramError::Failed(format!(
            "{name}: nothing is in it; write moves of {title} ({form}), one a line, or a dump"
        )));
    }
    let found = read_text_games(text);
    let mut input = AnalysisInput::default();
    for game in found.games {
        if input.counts(game.number, wanted) {
            input.subjects.push(of_commands(game));
        }
    }
    for WrittenFault { number, line, sentence } in found.faults {
        if input.counts(number, wanted) {
            input.errors.push(UnreadInput { number, line: Some(line), column: None, sentence });
        }
    }
    Ok(input)
}

fn of_commands<G: AnalyzedGame>(game: WrittenGame<G>) -> Subject<G> {
    let mut subject = Subject::played(game.number, PlayedGame::of_line(game.line, 0));
    let names = game.names.into_iter().flat_map(|names| ["Black", "White"].into_iter().zip(names));
    subject.tags = names.map(|(tag, name)| (tag.to_string(), name)).collect();
    (subject.result, subject.ending) = (game.result, game.ending);
    subject
}
