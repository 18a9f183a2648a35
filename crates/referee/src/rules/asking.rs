//! How an agent of files is asked in a game: the mode in its `input.txt`, and the time of a move.
//!
//! By the assignment a `GAME` begins at the start position, without `playdata.txt`, and an agent
//! may keep the state of the game by itself. It chooses its moves itself, too: the moves of an
//! opening cannot be put into its mouth. A `SINGLE` board may be any. So a game that begins
//! elsewhere is asked for as single moves.

use crate::rules::profile::Timing;
use formats::Play;
use games::GameName;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The mode in games that do not begin at the start position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningMode {
    /// SINGLE, for any agent: a fortieth of the seconds for each move, no clock
    #[default]
    Single,
    /// GAME, with the clock of the game: for agents that can begin in mid-game
    Game,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameBeginning {
    StartPosition,
    Opening,
}

impl GameBeginning {
    /// That of a game whose first position is the start position of its kind, or another one.
    pub fn of<T: PartialEq + ?Sized>(first: &T, start: &T) -> Self {
        Self::at_start(first == start)
    }

    pub const fn at_start(is_start: bool) -> Self {
        if is_start { GameBeginning::StartPosition } else { GameBeginning::Opening }
    }
}

impl OpeningMode {
    /// How agents are asked in a game that begins there, in a contest with this timing.
    pub const fn asking(self, beginning: GameBeginning, timing: Timing) -> AskingMode {
        match (beginning, self) {
            (GameBeginning::Opening, OpeningMode::Single) => AskingMode::single(timing),
            (GameBeginning::StartPosition, _) | (_, OpeningMode::Game) => AskingMode::game(timing),
        }
    }

    /// In records that do not say it.
    pub const fn earlier() -> Self {
        OpeningMode::Game
    }

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
    pub const fn is_earlier(&self) -> bool {
        matches!(self, OpeningMode::Game)
    }

    /// How the games of a list of openings begin, as a sentence without a full stop. `list` says
    /// whether the start position is all that it holds.
    pub const fn sentence(self, game: GameName, list: GameBeginning) -> &'static str {
        use GameBeginning::StartPosition;
        match (game, list, self) {
            (GameName::Checkers, StartPosition, _) => {
                "games begin at the start position, in mode GAME"
            }
            (GameName::Checkers, _, OpeningMode::Single) => {
                "games begin at openings and are asked in mode SINGLE, with a fortieth of the \
                 seconds for each move and no clock; those from the start position in mode GAME"
            }
            (GameName::Checkers, _, OpeningMode::Game) => {
                "games begin at openings and are asked in mode GAME, which the assignment has only \
                 from the start position"
            }
            (_, StartPosition, _) => "games begin at the start position",
            _ => "games begin with the moves of openings, which both programs are sent",
        }
    }
}

/// Some forty moves share the clock of a game: a single move has this part of it.
const MOVES_OF_A_GAME: u32 = 40;

/// How the moves of one game are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskingMode {
    pub play: Play,
    pub timing: Timing,
    /// A move has the time left divided by this.
    divisor: u32,
}

impl AskingMode {
    pub const fn game(timing: Timing) -> Self {
        AskingMode { play: Play::Game, timing, divisor: 1 }
    }

    /// Single moves in place of a game with this timing.
    pub const fn single(timing: Timing) -> Self {
        let divisor = match timing {
            Timing::Clocks => MOVES_OF_A_GAME,
            Timing::Untimed => 1,
        };
        AskingMode { play: Play::Single, timing: Timing::Untimed, divisor }
    }

    /// The time for a move with this time left on the clock.
    pub fn time_of_move(self, left: Duration) -> Duration {
        left / self.divisor
    }

    /// The wall time at most that the moves of both sides take, by their clocks.
    pub fn longest(self, clocks: [Duration; 2], plies: u32) -> Duration {
        let both = self.time_of_move(clocks[0]) + self.time_of_move(clocks[1]);
        match self.timing {
            Timing::Clocks => both,
            Timing::Untimed => both.saturating_mul(plies.div_ceil(2)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_move_has_a_part_of_the_clock_or_all_seconds_of_a_move() {
        let second = Duration::from_secs;
        let clocks = [second(100), second(60)];
        let game = AskingMode::game(Timing::Clocks);
        assert_eq!(game.time_of_move(second(100)), second(100));
        assert_eq!(game.longest(clocks, 300), second(160));
        let single = AskingMode::single(Timing::Clocks);
        assert_eq!((single.play, single.timing), (Play::Single, Timing::Untimed));
        assert_eq!(single.time_of_move(second(100)), Duration::from_millis(2_500));
        assert_eq!(single.longest(clocks, 300), second(600));
        assert_eq!(AskingMode::single(Timing::Untimed).time_of_move(second(5)), second(5));
    }

    #[test]
    fn how_games_begin_is_told() {
        let of = |mode: OpeningMode, game, list| mode.sentence(game, list);
        let (start, openings) = (GameBeginning::StartPosition, GameBeginning::Opening);
        let (single, game) = (OpeningMode::Single, OpeningMode::Game);
        assert!(of(single, GameName::Checkers, start).ends_with("start position, in mode GAME"));
        assert!(of(single, GameName::Checkers, openings).contains("SINGLE, with a fortieth"));
        assert!(of(game, GameName::Checkers, openings).contains("in mode GAME, which"));
        assert!(of(game, GameName::Loa, openings).ends_with("which both programs are sent"));
        assert_eq!(of(game, GameName::Loa, start), "games begin at the start position");
    }
}
