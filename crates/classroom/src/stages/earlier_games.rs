//! Games of a tournament that was put aside because agents changed. A game of two agents that did
//! not change is kept wherever they meet again with the same opening and colors; a forfeited one is
//! played again, since its evidence is put aside too.

use crate::error::ClassError;
use crate::stages::series_folder::SeriesFolder;
use crate::stages::stage::ClassRun;
use games::board::Side;
use referee::journal::journal_scan::JournalScan;
use referee::journal::{JOURNAL, Journal, RecordedGame, journal_scan};
use referee::players::Participant;
use referee::rules::EndingKind;
use referee::schedule::{OpeningList, ScheduledGame};
use std::collections::HashMap;

#[derive(Debug)]
pub struct EarlierGames {
    scan: JournalScan,
    /// Their numbers, the last one first.
    numbers: HashMap<MeetingKey, Vec<u32>>,
}

/// All that a game depends on, where the rules are the same.
#[derive(Debug, PartialEq, Eq, Hash)]
struct MeetingKey {
    /// The text of the board.
    opening: String,
    begins: Side,
    /// Names and digests, Black first.
    players: [(String, String); 2],
}

impl EarlierGames {
    /// `None` if there are none, or if they cannot be read: then all is played.
    pub fn find(run: &ClassRun<'_>, folder: &SeriesFolder) -> Option<Self> {
        let folder = folder.of_other_players(run)?;
        let scan = journal_scan::scan(&folder.join(JOURNAL)).ok()?;
        let mut numbers: HashMap<MeetingKey, Vec<u32>> = HashMap::new();
        for (&number, game) in scan.results.iter().rev() {
            if matches!(game.ending.kind(), EndingKind::Void | EndingKind::Forfeited) {
                continue;
            }
            let players = Side::ALL.map(|side| game.player(side));
            let players =
                players.map(|player| (player.name.to_string(), player.sha256.to_string()));
            let meeting = MeetingKey { opening: game.board.clone(), begins: game.begins, players };
            numbers.entry(meeting).or_default().push(number);
        }
        Some(EarlierGames { scan, numbers })
    }

    /// Adds those of the games that were played before to the journal; returns how many.
    pub fn add_to(
        &mut self,
        journal: &mut Journal,
        games: &[ScheduledGame],
        players: &[Participant],
        openings: &OpeningList,
    ) -> Result<u64, ClassError> {
        let mut added = 0;
        for game in games {
            let Some(opening) = openings.get(game.opening) else { continue };
            let agents = [game.black, game.white].map(|player| &players[player.0].agent);
            let meeting = MeetingKey {
                opening: opening.board.clone(),
                begins: opening.begins,
                players: agents.map(|agent| (agent.name.clone(), agent.sha256.clone())),
            };
            let Some(number) = self.numbers.get_mut(&meeting).and_then(Vec::pop) else { continue };
            if let Ok(Some(record)) = self.scan.record(number) {
                let (id, round, pair) = (game.number(), game.round, game.id.pair() as u32);
                journal.append(&RecordedGame { id, round, pair, ..record })?;
                added += 1;
            }
        }
        Ok(added)
    }
}
