//! One game: turns, clocks, the check of each answer, and the ending.
//!
//! Nothing here knows a process or a file. [`GameLoop`] asks two [`GamePlayer`]s in turn and
//! returns a [`FinishedGame`] of plain values; `journal` turns that into the stored form.
//!
//! | to learn | read |
//! |---|---|
//! | the endings of a game, and the winner by each | `ending.rs`, `result.rs` |
//! | the contract of a game | `refereed.rs` |
//! | the games | `checkers.rs`, `text_games.rs` |
//! | the state of a game | `state.rs` |
//! | how a player is asked | `game_player.rs`; by files: `file_protocol.rs`, `move_check.rs` |
//! | the mode and the time of a question | `asking.rs` |
//! | how exactly an answer is read | `answer_form.rs` |
//! | charging time under the two profiles of checkers; the clock of programs that live | `profile.rs` |
//! | games that endgame tables end | `adjudication.rs` |
//! | what is told of a run whose answer counts | `run_remark.rs` |
//! | the game itself | `game_loop.rs` |

mod adjudication;
mod answer_form;
mod asking;
mod checkers;
mod ending;
mod file_protocol;
mod game_in_play;
mod game_loop;
mod game_player;
mod move_check;
mod profile;
mod refereed;
mod result;
mod run_remark;
mod state;
mod text_games;

pub use crate::rules::adjudication::{
    AdjudicatedResults, Adjudicator, EndgameTables, MOST_TABLE_PIECES, TableAdjudication,
    TableResult,
};
pub use crate::rules::answer_form::{AnswerForm, FlawKind, FormFlaw};
pub use crate::rules::asking::{AskingMode, GameBeginning, OpeningMode};
pub use crate::rules::ending::{EndFault, Ending, EndingKind, RuleViolation, TurnSide};
pub use crate::rules::file_protocol::{FileAgent, FileGame, Reply, check_reply};
pub use crate::rules::game_in_play::{GameInPlay, NextTurn, ending_of_fault};
pub use crate::rules::game_loop::{FinishedGame, GameLoop, PlayedTurn};
pub use crate::rules::game_player::{CheckedReply, Conclusion, GamePlayer, TurnQuestion};
pub use crate::rules::move_check::check_move;
pub use crate::rules::profile::{
    Clocks, Cost, GameLimits, Profile, ReplyRules, TimeControl, Timing,
};
pub use crate::rules::refereed::{DrawnGame, PieceReach, Refereed, move_between, moves_to};
pub use crate::rules::result::{result_text, side_ahead};
pub use crate::rules::run_remark::{GameRemark, RunRemark};
pub use crate::rules::state::GameState;
