//! The contract of a game that is analyzed in text: how its moves, positions and results are
//! written, and in what forms it is read. Each game is one value of it.

use crate::analyze::checkers_text;
use crate::analyze::command_text;
use crate::analyze::input::AnalysisInput;
#[cfg(any(target_os = "linux", target_os = "macos"))]
use crate::analyze::subject::Subject;
#[cfg(any(target_os = "linux", target_os = "macos"))]
use crate::replayed_game::ReplayedGame;
use analysis::{Explained, RecordedResult};
use formats::pdn::PdnResult;
use games::board::Side;
use games::checkers::Move;
use games::{amazons, checkers, loa, tablut};
#[cfg(any(target_os = "linux", target_os = "macos"))]
use referee::record::RecordedGame;
#[cfg(any(target_os = "linux", target_os = "macos"))]
use referee::result::pdn_game;
use text::dialect::Dialect;

/// What the referee has of a game.
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub trait InJournals: crate::shown_game::ShownGame {}
#[cfg(any(target_os = "linux", target_os = "macos"))]
impl<G: crate::shown_game::ShownGame> InJournals for G {}
/// Without the referee there are no journals.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub trait InJournals {}
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
impl<G> InJournals for G {}

/// A game whose positions and played games are analyzed in text.
pub trait PrintedGame: Explained + Dialect + InJournals {
    /// A move in a second notation, by the names of its squares, if the first one is another.
    fn by_names(mv: Self::Move) -> Option<String> {
        let _ = mv;
        None
    }

    /// The position in one line of a notation that the world knows.
    fn fen(&self) -> Option<String> {
        None
    }

    /// A result as files of the game have it.
    fn result_text(result: RecordedResult) -> Option<&'static str> {
        match result {
            RecordedResult::Won(Side::Black) => Some("Black won"),
            RecordedResult::Won(Side::White) => Some("White won"),
            RecordedResult::Drawn => Some("a tie"),
            RecordedResult::Unknown => None,
        }
    }

    /// The positions and games of a text, which errors call `name`. Fails if it has none of the
    /// forms, or if its only position cannot be read.
    fn read_text_file(name: &str, text: &str) -> Result<AnalysisInput<Self>, String> {
        command_text::read(name, text)
    }

    /// A game of a journal.
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    fn recorded(record: &RecordedGame) -> Result<Subject<Self>, String> {
        let replayed = ReplayedGame::new(record).map_err(|error| error.to_string())?;
        let [black, white] = record.names().map(str::to_string);
        let result = match (record.winner(), record.ending.kind()) {
            (Some(side), _) => RecordedResult::Won(side),
            (None, referee::game::EndingKind::Drawn) => RecordedResult::Drawn,
            (None, _) => RecordedResult::Unknown,
        };
        let mut subject = Subject::played(record.id, replayed.game);
        subject.tags = vec![("Black".to_string(), black), ("White".to_string(), white)];
        subject.result = result;
        subject.ending = Some(format!("{}.", record.result_text()));
        Ok(subject)
    }
}

impl PrintedGame for checkers::Position {
    fn by_names(mv: Move) -> Option<String> {
        let squares: Vec<_> = mv.squares().iter().map(ToString::to_string).collect();
        Some(squares.join(if mv.is_jump() { "x" } else { "-" }))
    }

    fn fen(&self) -> Option<String> {
        Some(checkers::Position::fen(self))
    }

    fn result_text(result: RecordedResult) -> Option<&'static str> {
        match result {
            RecordedResult::Won(side) => Some(PdnResult::Won(side).text()),
            RecordedResult::Drawn => Some(PdnResult::Drawn.text()),
            RecordedResult::Unknown => None,
        }
    }

    fn read_text_file(name: &str, text: &str) -> Result<AnalysisInput<Self>, String> {
        checkers_text::read(name, text)
    }

    /// As in the referee's file of games, with its tags and with the moves of its opening.
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    fn recorded(record: &RecordedGame) -> Result<Subject<Self>, String> {
        let replayed = ReplayedGame::new(record).map_err(|error| error.to_string())?;
        let event = record.pair_names().join(" - ");
        let game =
            pdn_game(record, &event, record.date.as_deref()).map_err(|error| error.to_string())?;
        let opening = game.line.turns.len().saturating_sub(replayed.game.moves().len());
        let mut subject = checkers_text::subject(record.id, game, opening, replayed.game);
        subject.ending = Some(format!("{}.", record.result_text()));
        Ok(subject)
    }
}

impl PrintedGame for loa::Position {}

impl PrintedGame for tablut::Position {}

impl PrintedGame for amazons::Position {}

/// A line of moves from a position, each in the notation of the game.
pub fn line_words<G: PrintedGame>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut here = position.clone();
    let mut words = Vec::with_capacity(moves.len());
    for &mv in moves {
        words.push(here.move_text(mv));
        here = here.play(mv);
    }
    words
}

/// The same in one text.
pub fn line_text<G: PrintedGame>(position: &G, moves: &[G::Move]) -> String {
    line_words(position, moves).join(" ")
}
