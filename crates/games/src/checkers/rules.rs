//! The rules of checkers that can be read in more than one way, each as a named constant with the
//! sentence of the assignment it comes from. `docs/RULES.md` lists them with their tests.

use crate::game::{Outcome, Repetition};
use serde::{Deserialize, Serialize};

/// "Otherwise the opponent [...] cannot move any of their remaining pieces, the acting player
/// wins": the side to move that cannot move, with or without pieces, has lost.
pub const NO_MOVES: Outcome = Outcome::Loss;

/// "the same exact position on the board has been reached 3 times".
pub const REPETITION: Repetition = Repetition::Draws { occurrences: 3 };

/// "if for 50 consecutive turns" nothing was captured or crowned. A turn is taken as one side's
/// move and the 50th as the last, the earliest of the readings. A referee may let the game
/// continue; the search then ignores the count (`KeyHistory::doubting_the_limit`).
pub const QUIET_TURNS: u32 = 50;

/// "it is crowned 'king' and can now also move backwards in following turns": the turn in which a
/// man is crowned ends there, even if the new king could jump on.
pub const CROWNING_ENDS_THE_TURN: bool = true;

/// Three rows of four men each.
pub const MEN_AT_START: u32 = 12;

/// Whether quiet turns draw a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum QuietTurnRule {
    /// They do not: players of draughts have no such rule, or claim the draw themselves.
    #[default]
    #[serde(rename = "none")]
    None,
    /// The rule of the assignment, [`QUIET_TURNS`].
    #[serde(rename = "50 quiet turns", alias = "50-quiet-turns")]
    FiftyQuietTurns,
}

impl QuietTurnRule {
    /// Every rule.
    pub const ALL: [QuietTurnRule; 2] = [QuietTurnRule::None, QuietTurnRule::FiftyQuietTurns];

    /// Its name, for people and programs.
    pub const fn name(self) -> &'static str {
        match self {
            QuietTurnRule::None => "none",
            QuietTurnRule::FiftyQuietTurns => "50 quiet turns",
        }
    }

    /// Its name as one word, for options and lists.
    pub const fn word(self) -> &'static str {
        match self {
            QuietTurnRule::None => "none",
            QuietTurnRule::FiftyQuietTurns => "50-quiet-turns",
        }
    }

    /// The limit of quiet plies.
    pub const fn limit(self) -> Option<u32> {
        match self {
            QuietTurnRule::None => None,
            QuietTurnRule::FiftyQuietTurns => Some(QUIET_TURNS),
        }
    }
}
