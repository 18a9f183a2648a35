//! One agent: its program, its directory, its sandbox, and the processes of each run.
//!
//! An agent is an untrusted program. Every run is watched by a supervisor process that its
//! descendants cannot leave (Linux), may be limited by a sandbox (Linux), and works in a directory
//! of its own that is removed with the referee, however that one ends.
//!
//! | to learn | read |
//! |---|---|
//! | which program plays | `program.rs`, `entrant.rs`, [`interpreter`] |
//! | which files belong to it | [`folder`], `named_files.rs`, `missed_file.rs`, `gone.rs` |
//! | where it works | `temp_root.rs`, `stop_flag.rs`, `agent_dir.rs`, [`files`] |
//! | what it may touch, and how much room and time it may take | `sandbox/`, `disk_use.rs`, `idle_time.rs` |
//! | what strangers leave, by descriptor; what they have changed | [`beneath`], `seal.rs` |
//! | why no process starts while a program is written | `fork_lock.rs` |
//! | how one run is watched, charged and ended | [`process`] |
//! | what exactly was wrong with a run | `detail.rs`, `stderr_line.rs` |
//! | a program that lives as long as a game | `live_process.rs`, `dialogue.rs`; as a player: `live_run.rs`, `live_dumps.rs`, `live_end.rs` |
//! | how a run becomes the reply to a request | `run.rs` |

mod agent_dir;
mod agent_error;
mod agent_output;
pub mod beneath;
mod detail;
mod dialogue;
mod different_names;
mod disk_use;
mod entrant;
pub mod files;
pub mod folder;
#[allow(unsafe_code, reason = "clone has no safe form")]
mod fork;
mod fork_lock;
mod found;
mod gone;
mod home;
mod idle_time;
pub mod interpreter;
mod live_dumps;
mod live_end;
mod live_process;
mod live_run;
mod missed_file;
mod name;
mod named_files;
pub mod process;
mod program;
mod run;
mod sandbox;
mod seal;
mod shown_board;
mod stderr_line;
mod stop_flag;
mod temp_root;

pub use crate::agent::agent_dir::{
    AgentDir, AgentDirError, EVIDENCE_LIMIT, PLAYDATA_BEFORE, STDERR_FILE, STDOUT_FILE,
};
pub use crate::agent::agent_error::AgentError;
pub use crate::agent::agent_output::{AgentOutput, OUTPUT_LIMIT};
pub use crate::agent::detail::{WAY_OUT, answer_detail, detail, detail_of, in_one_line, quoted};
pub use crate::agent::dialogue::{CONVERSATION_FILE, Dialogue, DialoguePlace};
pub use crate::agent::different_names::with_different_names;
pub use crate::agent::disk_use::DiskUse;
pub use crate::agent::entrant::Entrant;
pub use crate::agent::gone::{GoneError, still_there};
pub use crate::agent::live_process::Transcript;
pub use crate::agent::live_run::{LiveRun, text_game};
pub use crate::agent::missed_file::missed_file;
pub use crate::agent::name::read_name;
pub use crate::agent::program::{Agent, Carry, HOMEWORK};
pub use crate::agent::run::{AgentRun, AgentRunError, CALIBRATION_TIME};
pub use crate::agent::sandbox::{NamespaceMaker, Sandbox, SandboxError, SandboxLevel, SandboxMode};
pub use crate::agent::seal::{Seal, SealBreach};
pub use crate::agent::stderr_line::telling_line;
pub use crate::agent::temp_root::{TempRoot, TempRootError};
