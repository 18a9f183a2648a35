//! The players of a game: which program plays, and how it is asked.
//!
//! | to learn | read |
//! |---|---|
//! | which program plays, and which files belong to it | [`program`] |
//! | the files of the assignment in its directory | `agent_files.rs` |
//! | how a run becomes the reply to a request | `run.rs` |
//! | a program that lives as long as a game | [`text`] |
//! | how long an agent may be idle | `idle_time.rs` |
//! | what exactly was wrong with a run | `detail.rs`, `shown_board.rs` |

mod agent_files;
mod detail;
mod entrant;
mod idle_time;
pub mod program;
mod run;
mod shown_board;
pub mod text;

pub use crate::players::agent_files::{AGENT_FILES, PLAYDATA_BEFORE};
pub use crate::players::detail::{WAY_OUT, answer_detail, detail, detail_of, in_one_line, quoted};
pub use crate::players::entrant::Entrant;
pub use crate::players::program::AgentError;
pub use crate::players::program::read_name;
pub use crate::players::program::with_different_names;
pub use crate::players::program::{Agent, Carry, HOMEWORK, missed_file};
pub use crate::players::program::{GoneError, still_there};
pub use crate::players::run::{AgentRun, AgentRunError, CALIBRATION_TIME};
pub use crate::players::text::Transcript;
pub use crate::players::text::{CONVERSATION_FILE, Dialogue, DialoguePlace};
pub use crate::players::text::{LiveRun, text_game};
