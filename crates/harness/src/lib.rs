//! Floor 6: scripts against text-command game programs, one alone or two against each other.
//!
//! The harness is a judge: it links no game, no search and no player. It knows text and processes,
//! and of the three games only what their announcements look like.
//!
//! | to learn | read |
//! |---|---|
//! | what a script may say | `script`, `directive`, `dialect` |
//! | how a script is played, alone and against another | `play`, `failure` |
//! | what counts of a program's output | `transcript`, `message` |
//! | how a program is run, and cannot block us | `channel`, `mailbox`, `tail`, `limits` |
//! | how the result is compared | `compare`, `standard` |
//! | which tests there are, and what is told of them | `collect`, `trial`, `summary` |

mod channel;
mod cli;
mod collect;
mod command;
mod compare;
mod dialect;
mod directive;
mod echo;
mod failure;
mod interrupt;
mod limits;
mod mailbox;
mod message;
mod play;
mod run;
mod script;
mod standard;
mod summary;
mod tail;
mod transcript;
mod trial;

pub use cli::Cli;
pub use limits::Limits;
pub use run::{HarnessError, run};
pub use script::Script;
pub use transcript::Transcript;
