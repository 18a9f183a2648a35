//! Scripts against text-command game programs, one alone or two against each other.
//!
//! The harness links no game, no search and no player, since it checks them. It knows text and
//! processes, and of the games only what their announcements look like (`game`).
//!
//! | to learn | read |
//! |---|---|
//! | what a script may say | `script`, `directive` |
//! | how a script is run, alone and against another | `script_run`, `failure` |
//! | what counts of a program's output | `output_parser`, `announcement`, `near_form`, `game` |
//! | what is taken with a remark | `remark` |
//! | how a program is run | `program`, `process`, `output_queue`, `output_reader`, `limits` |
//! | what the referee shares: reading a living program | `program::read_output`, `output_queue`, `output_parser` |
//! | and all scripts of a folder, with programs that it starts | `script_folder`, `program::ScriptLauncher` |
//! | how the output is compared | `expected` |
//! | which tests there are, and what is printed about them | `collect`, `test_case`, `summary` |

#![forbid(unsafe_code)]

mod cases;
mod cli;
mod command;
mod error;
mod game;
mod interrupt;
mod limits;
mod output;
mod process;
mod remark;
mod run;
mod scripts;

pub use crate::cases::script_folder::{ScriptFolder, ScriptFolderReport};
pub use crate::cli::Cli;
pub use crate::error::HarnessError;
pub use crate::game::TextGame;
pub use crate::interrupt::SignalFlag;
pub use crate::limits::{Limits, WaitDeadline, WaitLimit};
pub use crate::output::announcement::{AnnouncedResult, Announcement};
pub use crate::output::output_parser::{OutputItem, OutputParser};
pub use crate::output::output_queue::{OutputEnd, OutputQueue, WaitEnd};
pub use crate::output::output_reader::LastLines;
pub use crate::process::ProcessExit;
pub use crate::remark::Reading;
pub use crate::run::run;
pub use crate::scripts::program::{OutputQueues, ScriptLauncher, ScriptProgram, read_output};
pub use crate::scripts::script::Script;
