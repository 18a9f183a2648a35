//! The distance of a pairing from the ideal of the Swiss system.
//!
//! Costs are sums of squares. Each kind is so much larger than the next that it takes precedence:
//! no meeting is repeated, no second bye, no color three times more than the other, equal points,
//! no wrong color, and last the upper half of each group of equal points against its lower half.

use crate::pairing::format::Player;
use crate::pairing::result::{HalfPoints, RoundResult};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A place in the table, from 0. With an odd number of players the last place is empty.
pub type GroupPlace = usize;

/// All players in the order of their points; equal points in the order of the players' numbers.
#[derive(Clone, Debug)]
pub struct ScoreTable {
    order: Vec<Player>,
    records: Vec<SwissRecord>,
    /// For each place the first place and the number of players with the same points.
    groups: Vec<(GroupPlace, usize)>,
    rounds: usize,
}

/// Two players meet again: chosen only if no round does without.
const REPEATED: i128 = 1 << 80;
/// A second bye, or a color that one player has three times more than the other.
const UNFAIR: i128 = 1 << 60;
/// A difference of half a point, squared.
const POINT: i128 = 1 << 40;
/// Both players want the same color.
const COLOR: i128 = 1 << 38;
/// One place away from the ideal opponent, squared.
const PLACE: i128 = 1 << 10;

impl ScoreTable {
    pub fn of(players: usize, finished: &[RoundResult]) -> Self {
        let records = records(players, finished);
        let mut order: Vec<_> = (0..players).map(Player).collect();
        order.sort_by_key(|player| (Reverse(records[player.0].points), *player));
        let points = |player: &Player| records[player.0].points;
        let groups = order
            .iter()
            .map(|player| {
                let first = order.partition_point(|other| points(other) > points(player));
                let end = order.partition_point(|other| points(other) >= points(player));
                (first, end - first)
            })
            .collect();
        ScoreTable { order, records, groups, rounds: finished.len() }
    }

    /// The number of places, rounded up to an even number.
    pub fn places(&self) -> usize {
        self.order.len().next_multiple_of(2)
    }

    /// The player at a place; `None` for the empty one.
    pub fn player(&self, place: GroupPlace) -> Option<Player> {
        self.order.get(place).copied()
    }

    pub fn record(&self, player: Player) -> &SwissRecord {
        &self.records[player.0]
    }

    pub const fn rounds_played(&self) -> usize {
        self.rounds
    }

    /// The place of the opponent that a player would have if all others agreed: half a group below
    /// a player of the upper half, half a group above one of the lower half.
    pub fn ideal(&self, place: GroupPlace) -> GroupPlace {
        let Some(&(first, size)) = self.groups.get(place) else { return place.saturating_sub(1) };
        let half = size.div_ceil(2);
        let ideal = if place - first < half { place + half } else { place - half };
        ideal.min(self.places() - 1)
    }

    /// The cost of a pairing of two places, the higher one first.
    pub fn cost(&self, higher: GroupPlace, lower: GroupPlace) -> i128 {
        match [higher, lower].map(|place| self.player(place)) {
            [Some(one), Some(other)] => self.meeting_cost([higher, lower], [one, other]),
            [Some(one), None] | [None, Some(one)] => self.bye_cost(higher, one),
            [None, None] => REPEATED,
        }
    }

    fn meeting_cost(&self, places: [GroupPlace; 2], players: [Player; 2]) -> i128 {
        let [one, other] = players.map(|player| self.record(player));
        let repeated = if one.met.contains(&players[1]) { REPEATED } else { 0 };
        let points = i128::from(one.points.0) - i128::from(other.points.0);
        let away = self.ideal(places[0]).abs_diff(places[1]) as i128;
        repeated + color_cost(one, other) + points * points * POINT + away * away * PLACE
    }

    /// A bye goes to a player as low in the table as possible.
    fn bye_cost(&self, place: GroupPlace, player: Player) -> i128 {
        let record = self.record(player);
        let above = self.order.last().map_or(0, |last| {
            i128::from(record.points.0) - i128::from(self.record(*last).points.0)
        });
        let places = (self.order.len() - place) as i128;
        let again = if record.had_bye { UNFAIR } else { 0 };
        again + above * above * POINT + places * places * PLACE
    }
}

/// Two players who both had Black more often, or both White, cannot both have the other color.
fn color_cost(one: &SwissRecord, other: &SwissRecord) -> i128 {
    let (one, other) = (one.color_balance(), other.color_balance());
    if one.signum() * other.signum() <= 0 {
        return 0;
    }
    if one.abs().min(other.abs()) >= 2 { UNFAIR } else { COLOR }
}

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
