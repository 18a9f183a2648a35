//! Reads the language of the text programs line by line.
//!
//! A game begins with `new`, with `set` or with a dump that is not the board reached so far. Moves
//! stand alone, several in a line, or behind the star of an announcement. In a log, moves of an
//! automatic player are comments: a comment that is a legal move of an automatic side is played.
//! Commands that change nothing are skipped. What is wrong is told with its line; the rest of that
//! game is left out.

use crate::api::AskedGame;
use crate::api::read::placed::placed;
use crate::api::read::text_command::LineCommand;
use crate::api::read::written_games::{WrittenFault, WrittenGame, WrittenGames};
use crate::review::summary::RecordedResult;
use cli::lines::lines;
use cli::visible;
use formats::board_lines::side_of_line;
use games::NotationError;
use games::board::Side;
use std::fmt::Display;
use std::ops::ControlFlow;

/// The line before and after a board.
const FENCE: &str = "===";

/// Reads a text of one game.
pub fn read_text_games<G: AskedGame>(text: &str) -> WrittenGames<G> {
    let mut reader = TextReader::new();
    let mut lines = lines(text).zip(1..);
    while let Some((line, place)) = lines.next() {
        if line.trim() == FENCE {
            let inner = lines.by_ref().map(|(line, _)| line);
            let inner: Vec<&str> = inner.take_while(|line| line.trim() != FENCE).collect();
            reader.board(&inner, place);
        } else if reader.line(line.trim(), place).is_break() {
            break;
        }
    }
    reader.finish()
}

/// A text that is being read.
struct TextReader<G: AskedGame> {
    read: WrittenGames<G>,
    begun: BegunGame<G>,
    title: GameTitle,
}

/// The game so far.
struct BegunGame<G: AskedGame> {
    first: G,
    /// What has led on from `first`: moves, and boards that `set` has changed, which have none.
    steps: Vec<(Option<G::Move>, G)>,
    limit: Option<u32>,
    is_automatic: [bool; 2],
    /// The side that a line of its own says is to move.
    to_move: Option<Side>,
    /// A line of this game was wrong.
    is_broken: bool,
    /// A board was given that is still to be told, if no move follows.
    has_board: bool,
}

impl<G: AskedGame> BegunGame<G> {
    const fn at(first: G) -> Self {
        BegunGame {
            first,
            steps: Vec::new(),
            limit: None,
            is_automatic: [false; 2],
            to_move: None,
            is_broken: false,
            has_board: false,
        }
    }

    fn here(&self) -> &G {
        self.steps.last().map_or(&self.first, |(_, position)| position)
    }

    fn has_moves(&self) -> bool {
        matches!(self.steps.last(), Some((Some(_), _)))
    }

    fn is_programs_turn(&self) -> bool {
        self.is_automatic[self.here().side_to_move().index()]
    }
}

/// What comments say of a game.
#[derive(Debug)]
struct GameTitle {
    number: Option<u32>,
    names: Option<[String; 2]>,
    result: RecordedResult,
    ending: Option<String>,
}

const NO_TITLE: GameTitle =
    GameTitle { number: None, names: None, result: RecordedResult::Unknown, ending: None };

impl<G: AskedGame> TextReader<G> {
    fn new() -> Self {
        TextReader {
            read: WrittenGames { games: Vec::new(), faults: Vec::new() },
            begun: BegunGame::at(G::start()),
            title: NO_TITLE,
        }
    }

    fn finish(mut self) -> WrittenGames<G> {
        self.end_game(G::start());
        self.read
    }

    fn number(&self) -> u32 {
        let next = self.read.games.len() + 1;
        self.title.number.unwrap_or(u32::try_from(next).unwrap_or(u32::MAX))
    }

    /// The first error of a game is told.
    fn error(&mut self, line: usize, error: impl Display) {
        if self.begun.is_broken {
            return;
        }
        let sentence = visible::cut(&error.to_string(), 300);
        self.read.faults.push(WrittenFault { number: self.number(), line, sentence });
        self.begun.is_broken = true;
    }

    /// Ends the game so far, which is told if it has moves or a board; the title of another is that
    /// of the next game, which begins at `next`.
    fn end_game(&mut self, next: G) {
        let number = self.number();
        let begun = std::mem::replace(&mut self.begun, BegunGame::at(next));
        if !begun.has_moves() && !begun.has_board && !begun.is_broken {
            return;
        }
        let title = std::mem::replace(&mut self.title, NO_TITLE);
        if begun.is_broken {
            return;
        }
        let last_set = begun.steps.iter().rposition(|(mv, _)| mv.is_none());
        let played = &begun.steps[last_set.map_or(0, |set| set + 1)..];
        let start = last_set.map_or(&begun.first, |set| &begun.steps[set].1).clone();
        let GameTitle { names, result, ending, .. } = title;
        let moves = played.iter().filter_map(|(mv, _)| *mv).collect();
        let limit = begun.limit;
        self.read.games.push(WrittenGame { number, names, start, moves, limit, result, ending });
    }

    /// A board between two fences; the first one is in line `place`.
    fn board(&mut self, inner: &[&str], place: usize) {
        let next = inner.iter().find_map(|line| line.trim().strip_prefix("Next move:"));
        let to_move = self.begun.to_move.take();
        let said = next.and_then(|side| Side::of_word(side.trim())).or(to_move);
        let is_row = |line: &&&str| !line.trim().starts_with("Next move:");
        let rows: Vec<&str> = inner.iter().filter(is_row).copied().collect();
        let side = said.unwrap_or(self.begun.here().side_to_move());
        match G::read_board(&rows.join("\n"), side) {
            Ok(position) if position == *self.begun.here() && self.begun.has_moves() => {}
            Ok(position) if said.is_some() || position == *self.begun.here() => {
                self.end_game(position);
                self.begun.has_board = true;
            }
            Ok(_) => {
                self.end_game(G::start());
                self.error(place, "who is to move? write black or white in a line above the board");
            }
            Err(error) => {
                self.end_game(G::start());
                self.error(place, format!("this is no board of {}: {error}", G::TITLE));
            }
        }
    }

    /// `Break` where the program was left.
    fn line(&mut self, line: &str, place: usize) -> ControlFlow<()> {
        if let Some(comment) = line.strip_prefix('#') {
            self.comment(comment.trim());
        } else if let Some(said) = line.strip_prefix('*') {
            self.announcement(said.trim(), place);
        } else if let Some(side) = side_of_line(line) {
            self.begun.to_move = Some(side);
        } else {
            let line = line.split('#').next().unwrap_or(line).trim();
            return self.command(line, place);
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, comment: &str) {
        if let Some(title) = title_of(comment) {
            self.end_game(G::start());
            self.title = title;
        } else if let Some(result) = result_of(comment) {
            (self.title.result, self.title.ending) = (result, Some(format!("{comment}.")));
        } else if self.begun.is_programs_turn() {
            let _ = self.try_play(comment); // most comments are no moves
        }
    }

    fn announcement(&mut self, said: &str, place: usize) {
        match said {
            "Black wins." => self.title.result = RecordedResult::Won(Side::Black),
            "White wins." => self.title.result = RecordedResult::Won(Side::White),
            "Tie game." => self.title.result = RecordedResult::Drawn,
            // The directives of scripts of Amazons begin with a star, too.
            _ if !G::squares_of_text(said).is_empty() => self.play(said, place),
            _ => {}
        }
    }

    fn command(&mut self, line: &str, place: usize) -> ControlFlow<()> {
        match LineCommand::read::<G>(line) {
            Ok(LineCommand::Quit) => return ControlFlow::Break(()),
            Ok(LineCommand::New) => self.end_game(G::start()),
            Ok(LineCommand::Auto(side)) => self.begun.is_automatic[side.index()] = true,
            Ok(LineCommand::Manual(side)) => self.begun.is_automatic[side.index()] = false,
            Ok(LineCommand::Set(square, piece, side)) => self.set([square, piece], side, place),
            Ok(LineCommand::Limit(limit)) => self.limit(limit, place),
            Ok(LineCommand::Undo(count)) => self.undo(count, place),
            Ok(LineCommand::Nothing) => {}
            Ok(LineCommand::Moves) => self.moves(line, place),
            Err(error) => self.error(place, error),
        }
        ControlFlow::Continue(())
    }

    fn set(&mut self, [square, piece]: [&str; 2], side: Side, place: usize) {
        if self.begun.has_moves() {
            self.end_game(self.begun.here().clone());
        }
        self.begun.has_board = true;
        match placed(self.begun.here(), square, piece, side) {
            Ok(position) => self.begun.steps.push((None, position)),
            Err(error) => self.error(place, error),
        }
    }

    fn limit(&mut self, limit: u32, place: usize) {
        let plies = self.begun.steps.iter().filter(|(mv, _)| mv.is_some()).count();
        match usize::try_from(limit) {
            Ok(turns) if turns.saturating_mul(2) <= plies => self.error(
                place,
                format!("limit {limit}: {plies} moves have been made already; write a larger one"),
            ),
            _ => self.begun.limit = Some(limit),
        }
    }

    /// Takes steps back; without a count, those of automatic sides after the last other one, too.
    fn undo(&mut self, count: Option<u32>, place: usize) {
        let steps = self.begun.steps.len();
        let taken = usize::try_from(count.unwrap_or(1)).unwrap_or(usize::MAX);
        let Some(mut kept) = steps.checked_sub(taken) else {
            return self.error(place, format!("only {steps} moves can be taken back"));
        };
        let is_automatic = self.begun.is_automatic;
        let is_programs = |step: usize| {
            let before =
                step.checked_sub(1).map_or(&self.begun.first, |at| &self.begun.steps[at].1);
            is_automatic[before.side_to_move().index()]
        };
        while count.is_none() && is_automatic != [true; 2] && kept > 0 && is_programs(kept) {
            kept -= 1;
        }
        self.begun.steps.truncate(kept);
    }

    /// A line with one move, or with several, which may be numbered. Words behind a move that
    /// name no square are ignored.
    fn moves(&mut self, line: &str, place: usize) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.len() == 1 || self.begun.here().read_played(line).is_ok() {
            return self.play(line, place);
        }
        let mut is_first = true;
        for word in words.into_iter().filter(|word| !is_number(word)) {
            if is_first || !G::squares_of_text(word).is_empty() {
                self.play(word, place);
            }
            is_first = false;
        }
    }

    fn play(&mut self, text: &str, place: usize) {
        if self.begun.is_broken {
            return;
        }
        if let Err(error) = self.try_play(text) {
            let hint = match self.begun.is_programs_turn() {
                true => {
                    "; moves of automatic players are missing: read what `save` or --log writes"
                }
                false => "",
            };
            self.error(place, format!("{error}{hint}"));
        }
    }

    /// Plays a move, and the pass where nothing else is possible after it, which is no command.
    fn try_play(&mut self, text: &str) -> Result<(), String> {
        let here = self.begun.here().clone();
        let mv = here.read_played(text).map_err(words_of)?;
        if here.outcome().is_some() {
            return Err(format!("{text} comes after the end of the game"));
        }
        self.begun.steps.push((Some(mv), here.play(mv)));
        while self.begun.here().outcome().is_none()
            && let Some(pass) = forced_pass(self.begun.here())
        {
            let next = self.begun.here().play(pass);
            self.begun.steps.push((Some(pass), next));
        }
        Ok(())
    }
}

/// A line that is no command is taken for a move, which it may not have been meant to be.
fn words_of(error: NotationError) -> String {
    match error {
        NotationError::Malformed { text, example } => format!(
            "\"{}\" is neither a command nor a move; write a move like {example}",
            visible::cut(&text, 60)
        ),
        NotationError::Illegal { .. } => error.to_string(),
    }
}

/// `12.`, before a move.
fn is_number(word: &str) -> bool {
    word.ends_with('.') && word.trim_end_matches('.').parse::<u32>().is_ok()
}

fn forced_pass<G: AskedGame>(position: &G) -> Option<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    match moves[..] {
        [only] if G::path(only).is_empty() => Some(only),
        _ => None,
    }
}

/// `game 3: loa (Black) against other --plain 2 (White)`.
fn title_of(comment: &str) -> Option<GameTitle> {
    let (number, names) = comment.strip_prefix("game ")?.split_once(": ")?;
    let (black, white) = names.split_once(" (Black) against ")?;
    let names = [black, white.strip_suffix(" (White)")?].map(str::to_string);
    Some(GameTitle { number: Some(number.parse().ok()?), names: Some(names), ..NO_TITLE })
}

/// `Black (loa) wins: White: no legal move`, `drawn (limit of moves)`.
fn result_of(comment: &str) -> Option<RecordedResult> {
    let wins =
        |side: Side| comment.starts_with(&format!("{side} (")) && comment.contains(") wins: ");
    let winner = Side::ALL.into_iter().find(|&side| wins(side)).map(RecordedResult::Won);
    winner.or_else(|| comment.starts_with("drawn (").then_some(RecordedResult::Drawn))
}
