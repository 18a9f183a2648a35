//! Runs a program that it does not trust: watched, limited, charged, and ended with everything it
//! has started. It knows no game and no rule.
//!
//! Every run is watched by a supervisor process that its descendants cannot leave, may be limited
//! by a sandbox, and works in a directory of its own that is removed with the caller, however that
//! one ends.
//!
//! | to learn | read |
//! |---|---|
//! | how one run is watched, charged and ended | [`process`] |
//! | what it may touch | [`sandbox`] |
//! | its directory, and the answer in it | `agent_dir.rs`, `agent_output.rs` |
//! | the folders of untrusted programs, by descriptor | [`folder`] |
//! | the temporary folder around them, and the flag that ends all runs in it | `temp_root.rs`, `stop_flag.rs`, `time_limit.rs` |
//! | why something could not be done, and who is to blame | `error.rs` |
//! | the interpreter behind a name | [`interpreter`] |
//! | where programs are looked for | `search_path.rs` |
//! | work that a thread repeats | `repeated.rs` |
//! | the line of standard error that says most | `stderr_line.rs` |
//! | why no process starts while a program is written | `fork.rs` |

#![cfg(target_os = "linux")]

mod agent_dir;
mod agent_output;
mod error;
pub mod folder;
#[allow(unsafe_code, reason = "clone has no safe form")]
mod fork;
mod home;
mod idle_sum;
pub mod interpreter;
pub mod process;
mod repeated;
pub mod sandbox;
mod search_path;
mod stderr_line;
mod stop_flag;
mod temp_root;
mod time_limit;

pub use crate::agent_dir::{AgentDir, EVIDENCE_LIMIT, FileNames, STDERR_FILE, STDOUT_FILE};
pub use crate::agent_output::{AgentOutput, OUTPUT_LIMIT};
pub use crate::error::RunnerError;
pub use crate::fork::{starting, writing};
pub use crate::home::holds_home;
pub use crate::idle_sum::IdleSum;
pub use crate::repeated::Repeated;
pub use crate::search_path::{USUAL_PATH, search_path};
pub use crate::stderr_line::{cause_line, cause_place};
pub use crate::stop_flag::StopFlag;
pub use crate::temp_root::TempRoot;
pub use crate::time_limit::TimeLimit;
