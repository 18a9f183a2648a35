//! The folders of untrusted programs: read, copied, measured and watched, by descriptor where it
//! matters, so that nothing can take the place of what was checked.

mod agent_output;
pub mod beneath;
mod disk_use;
pub mod files;
mod found;
pub mod listing;
mod seal;

pub use crate::folder::agent_output::{AgentOutput, OUTPUT_LIMIT};
pub use crate::folder::disk_use::DiskUse;
pub use crate::folder::found::{FileKind, Found};
pub use crate::folder::seal::{Seal, SealBreach};
