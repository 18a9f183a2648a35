//! Games of a tournament that was put aside because agents changed. A game of two agents that did
//! not change is kept wherever they meet again with the same opening and colors; a forfeited one is
//! played again, since its evidence is put aside too.

use crate::error::ClassError;
use crate::stages::series_folder::SeriesFolder;
use crate::stages::stage::ClassRun;
use games::board::Side;
use games::with_game;
use referee::journal::journal_scan::JournalScan;
use referee::journal::{GameResult, JOURNAL, Journal, RecordedGame, journal_scan};
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
    /// Those that the journal does not hold yet. `None` if there are none, or if they cannot be
    /// read: then all is played.
    pub fn find(run: &ClassRun<'_>, folder: &SeriesFolder, journal: &Journal) -> Option<Self> {
        let folder = folder.of_other_players(run)?;
        let scan = journal_scan::scan(&folder.join(JOURNAL)).ok()?;
        let mut numbers: HashMap<MeetingKey, Vec<u32>> = HashMap::new();
        for (&number, game) in scan.results.iter().rev().filter(|(_, game)| is_kept(game)) {
            numbers.entry(MeetingKey::of(game)).or_default().push(number);
        }
        for game in journal.results().values().filter(|game| is_kept(game)) {
            numbers.get_mut(&MeetingKey::of(game)).map(Vec::pop);
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
            let record = self.scan.record(number).ok().flatten();
            if let Some(record) = record.filter(follows_the_rules) {
                let (id, round, pair) = (game.number(), game.round, game.id.pair() as u32);
                journal.append(&RecordedGame { id, round, pair, ..record })?;
                added += 1;
            }
        }
        Ok(added)
    }
}

impl MeetingKey {
    fn of(game: &GameResult) -> Self {
        let players = Side::ALL.map(|side| game.player(side));
        let players = players.map(|player| (player.name.to_string(), player.sha256.to_string()));
        MeetingKey { opening: game.board.clone(), begins: game.begins, players }
    }
}

fn is_kept(game: &GameResult) -> bool {
    !matches!(game.ending.kind(), EndingKind::Void | EndingKind::Forfeited)
}

/// A record of an earlier version has no checksum.
fn follows_the_rules(record: &RecordedGame) -> bool {
    with_game!(record.game, G => record.line::<G>().is_ok())
}
