//! The formats of a tournament, and the pairings of a round.

use crate::error::MatchError;

/// A player's place in the list of players, from 0. In formats that seed, the first one is the
/// strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(pub usize);

#[expect(missing_docs, reason = "the names speak for the fields")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Every player meets every other, in one round.
    RoundRobin,
    /// The first player meets all others, which do not meet each other, in one round.
    Gauntlet,
    /// In each round players of about the same points meet, and no two meet twice.
    Swiss { rounds: usize },
    /// The loser of a meeting leaves.
    KnockOut,
}

/// Two players who meet. If the number of their games is odd, the first one has Black once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairing {
    /// Has Black in the first game.
    pub first: Player,
    /// Has White in the first game.
    pub second: Player,
}

#[expect(missing_docs, reason = "the names speak for the fields")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    pub pairings: Vec<Pairing>,
    /// Players without an opponent. Each gets the points of a meeting that is won.
    pub byes: Vec<Player>,
}

impl Format {
    /// The same format for fewer players: with no more rounds than they can play.
    #[must_use]
    pub const fn for_players(self, players: usize) -> Self {
        match self {
            Format::Swiss { rounds } if rounds > most_swiss_rounds(players) && players > 1 => {
                Format::Swiss { rounds: most_swiss_rounds(players) }
            }
            other => other,
        }
    }

    /// The number of rounds; an error if the format is not for this number of players.
    pub fn rounds(self, players: usize) -> Result<usize, MatchError> {
        if players < 2 {
            let sentence = format!("a tournament needs two agents or more; {players} given");
            return Err(MatchError::Correctable(sentence));
        }
        match self {
            Format::RoundRobin | Format::Gauntlet => Ok(1),
            Format::Swiss { rounds } => {
                let most = most_swiss_rounds(players);
                if rounds == 0 || rounds > most {
                    return Err(MatchError::Correctable(format!(
                        "a Swiss tournament of {players} agents has 1 to {most} rounds, so that no \
                         two need meet twice; for more games of each two take --games, or play a \
                         round robin"
                    )));
                }
                Ok(rounds)
            }
            Format::KnockOut => Ok(players.next_power_of_two().ilog2() as usize),
        }
    }
}

/// While each of `n` players, the bye counted as one, has at least `n / 2` others left to meet,
/// there is a round in which all meet somebody new (Dirac 1952).
const fn most_swiss_rounds(players: usize) -> usize {
    players.div_ceil(2)
}
