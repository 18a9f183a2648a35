//! The results of rounds, as far as pairing needs them.

use crate::pairing::format::Player;

/// Points in halves: a draw is 1, a win 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfPoints(pub u32);

/// All games of two players in one round. Both values of an array are in the order of `players`.
#[expect(missing_docs, reason = "the names speak for the fields")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeetingResult {
    pub players: [Player; 2],
    pub points: [HalfPoints; 2],
    /// Games in which each had Black.
    pub blacks: [u32; 2],
    /// Time used, in microseconds.
    pub micros: [u64; 2],
}

#[expect(missing_docs, reason = "the names speak for the fields")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundResult {
    pub meetings: Vec<MeetingResult>,
    pub byes: Vec<Player>,
}

impl MeetingResult {
    /// The player who goes on: the one with more points; on equal points the one who used less
    /// time; on equal time the one who is seeded higher.
    pub fn winner(&self) -> Player {
        let [first, second] = self.players;
        let points = self.points[0].cmp(&self.points[1]);
        let time = self.micros[1].cmp(&self.micros[0]);
        if points.then(time).then(second.cmp(&first)).is_gt() { first } else { second }
    }

    /// The most points of the meeting: two half points for each game.
    pub const fn most(&self) -> HalfPoints {
        HalfPoints(self.points[0].0 + self.points[1].0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_come_before_time_and_time_before_the_seed() {
        assert_eq!(meeting([3, 1], [9, 1]).winner(), Player(4));
        assert_eq!(meeting([2, 2], [9, 1]).winner(), Player(1));
        assert_eq!(meeting([2, 2], [1, 9]).winner(), Player(4));
        assert_eq!(meeting([2, 2], [5, 5]).winner(), Player(1));
        assert_eq!(meeting([2, 2], [5, 5]).most(), HalfPoints(4));
    }

    fn meeting(points: [u32; 2], micros: [u64; 2]) -> MeetingResult {
        MeetingResult {
            players: [Player(4), Player(1)],
            points: points.map(HalfPoints),
            blacks: [1, 1],
            micros,
        }
    }
}
