//! The history of one player in a Swiss tournament.

use crate::pairing::format::Player;
use crate::pairing::result::{HalfPoints, RoundResult};
use std::collections::BTreeSet;

/// A player's rounds so far.
#[derive(Clone, Debug, Default)]
pub struct SwissRecord {
    /// Points, with those for byes.
    pub points: HalfPoints,
    pub met: BTreeSet<Player>,
    pub had_bye: bool,
    /// Games with Black and with White.
    colors: [u32; 2],
    /// Games with Black less games with White in the last meeting.
    pub last_balance: i64,
}

impl SwissRecord {
    /// Games with Black less games with White.
    pub fn color_balance(&self) -> i64 {
        balance(self.colors)
    }
}

pub fn records(players: usize, finished: &[RoundResult]) -> Vec<SwissRecord> {
    let mut records = vec![SwissRecord::default(); players];
    for round in finished {
        for meeting in &round.meetings {
            for (side, &player) in meeting.players.iter().enumerate() {
                let Some(record) = records.get_mut(player.0) else { continue };
                let colors = [meeting.blacks[side], meeting.blacks[1 - side]];
                record.points.0 += meeting.points[side].0;
                record.met.insert(meeting.players[1 - side]);
                record.colors = [0, 1].map(|color| record.colors[color] + colors[color]);
                record.last_balance = balance(colors);
            }
        }
        // A bye is worth a meeting that is won; all meetings of a round have as many games.
        let won = round.meetings.iter().map(|meeting| meeting.most().0).max().unwrap_or(0);
        for bye in &round.byes {
            let Some(record) = records.get_mut(bye.0) else { continue };
            record.points.0 += won;
            record.had_bye = true;
        }
    }
    records
}

fn balance([blacks, whites]: [u32; 2]) -> i64 {
    i64::from(blacks) - i64::from(whites)
}
