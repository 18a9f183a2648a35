//! The folders of untrusted programs: read, copied, measured and watched, by descriptor where it
//! matters, so that nothing can take the place of what was checked.

pub mod dir_fd;
mod disk_use;
mod file_snapshot;
pub mod files;
mod found;
mod left_out;
pub mod listing;
mod plain;
pub mod room;

pub use crate::folder::disk_use::DiskUse;
pub use crate::folder::file_snapshot::{FileChange, FileSnapshot};
pub use crate::folder::found::{FileKind, Found};
pub use crate::folder::listing::is_left_out;
pub use crate::folder::plain::{PlainChange, make_plain};
