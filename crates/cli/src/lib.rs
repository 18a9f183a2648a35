//! What every program does at its edge, whatever it plays: it knows no game.
//!
//! | module | job |
//! |---|---|
//! | [`file`](mod@file) | files read with a size limit, and written whole or not at all |
//! | [`JsonLines`] | files of lines that grow and can be continued after a kill |
//! | [`LockedFile`] | keeps a second writer away |
//! | [`mapped`] | a large file that is read only where it is asked |
//! | [`lines`](mod@lines) | lines with the line ends of any system |
//! | [`visible`] | untrusted texts, with every hidden character shown |
//! | `manual` | man pages and completions, with the feature `terminal` |
//! | `progress` | the progress line of long commands, with the feature `terminal` |

#![warn(missing_docs)]

pub mod file;
mod json_lines;
pub mod lines;
mod locked_file;
#[cfg(feature = "terminal")]
pub mod manual;
#[allow(
    unsafe_code,
    reason = "mapping a file has no safe form, and reading it costs 100 ms a move"
)]
pub mod mapped;
#[cfg(feature = "terminal")]
mod progress;
pub mod visible;

pub use crate::file::FileError;
pub use crate::json_lines::{JsonLines, JsonLinesError, WholeLine, WholeLines};
pub use crate::locked_file::LockedFile;
#[cfg(feature = "terminal")]
pub use crate::progress::ProgressLine;
