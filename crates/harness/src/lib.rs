//! Scripts against text-command game programs, one alone or two against each other.
//!
//! The harness links no game, no search and no player, since it checks them. It knows text and
//! processes, and of the games only what their announcements look like (`game`).
//!
//! | to learn | read |
//! |---|---|
//! | what a script may say | `script`, `directive` |
//! | how a script is run, alone and against another | `script_run`, `failure` |
//! | what counts of a program's output | `output_parser`, `announcement`, `game` |
//! | how a program is run | `program`, `process`, `output_queue`, `output_reader`, `limits` |
//! | what the referee shares: reading a living program | `program::read_output`, `output_queue`, `output_parser` |
//! | and all scripts of a folder, with programs that it starts | `script_folder`, `program::ScriptLauncher` |
//! | how the output is compared | `expected` |
//! | which tests there are, and what is printed about them | `collect`, `test_case`, `summary` |

#![forbid(unsafe_code)]

mod announcement;
mod cli;
mod collect;
mod command;
mod directive;
mod expected;
mod failure;
mod game;
mod interrupt;
mod limits;
mod output_parser;
mod output_queue;
mod output_reader;
mod process;
mod program;
mod run;
mod script;
mod script_folder;
mod script_run;
mod summary;
mod test_case;
mod verbose;

pub use announcement::{AnnouncedResult, Announcement};
pub use cli::Cli;
pub use game::TextGame;
pub use interrupt::SignalFlag;
pub use limits::{Limits, WaitDeadline, WaitLimit};
pub use output_parser::{OutputItem, OutputParser};
pub use output_queue::{OutputEnd, OutputQueue, WaitError};
pub use output_reader::LastLines;
pub use process::ProcessExit;
pub use program::{OutputQueues, ScriptLauncher, ScriptProgram, read_output};
pub use run::{HarnessError, run};
pub use script::Script;
pub use script_folder::{ScriptFolder, ScriptFolderReport};
