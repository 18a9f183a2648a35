//! The contract of a game that is read to be analyzed: in what forms of text, and from a journal.

use crate::analyze::checkers_text;
use crate::analyze::command_text;
use crate::analyze::input::AnalysisInput;
use crate::analyze::printed_game::PrintedGame;
#[cfg(not(target_os = "linux"))]
use crate::analyze::printed_game::PrintedGame as ShownGame; // no referee, no journals
#[cfg(target_os = "linux")]
use crate::analyze::subject::Subject;
#[cfg(target_os = "linux")]
use crate::replayed_game::ReplayedGame;
#[cfg(target_os = "linux")]
use crate::shown_game::ShownGame;
#[cfg(target_os = "linux")]
use analysis::RecordedResult;
use analysis::api::AskedGame;
use games::{amazons, checkers, loa, tablut};
#[cfg(target_os = "linux")]
use referee::journal::RecordedGame;
#[cfg(target_os = "linux")]
use referee::results::pdn_game;

/// A game whose positions and played games are read.
pub trait ReadGame: PrintedGame + AskedGame + ShownGame {
    /// The positions and games of a text, which errors call `name`. Fails if it has none of the
    /// forms, or if its only position cannot be read.
    fn read_text_file(name: &str, text: &str) -> Result<AnalysisInput<Self>, String> {
        command_text::read(name, text)
    }

    /// A game of a journal.
    #[cfg(target_os = "linux")]
    fn recorded(record: &RecordedGame) -> Result<Subject<Self>, String> {
        let replayed = ReplayedGame::new(record).map_err(|error| error.to_string())?;
        let [black, white] = record.names().map(str::to_string);
        let result = match (record.winner(), record.ending.kind()) {
            (Some(side), _) => RecordedResult::Won(side),
            (None, referee::rules::EndingKind::Drawn) => RecordedResult::Drawn,
            (None, _) => RecordedResult::Unknown,
        };
        let mut subject = Subject::played(record.id, replayed.game);
        subject.tags = vec![("Black".to_string(), black), ("White".to_string(), white)];
        subject.result = result;
        subject.ending = Some(format!("{}.", record.result_text()));
        Ok(subject)
    }
}

impl ReadGame for checkers::Position {
    fn read_text_file(name: &str, text: &str) -> Result<AnalysisInput<Self>, String> {
        checkers_text::read(name, text)
    }

    /// As in the referee's file of games, with its tags and with the moves of its opening.
    #[cfg(target_os = "linux")]
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

impl ReadGame for loa::Position {}

impl ReadGame for tablut::Position {}

impl ReadGame for amazons::Position {}
