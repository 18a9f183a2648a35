//! What every program does at its edge, whatever it plays: it knows no game.
//!
//! | module | job |
//! |---|---|
//! | [`ProgramError`] | why a command could not be carried out, with the exit code |
//! | [`file`](mod@file) | files read with a size limit, and written whole or not at all |
//! | [`FileIdentity`] | two names of one file |
//! | [`JsonLines`] | files of lines that grow and can be continued after a kill |
//! | [`LockedFile`] | keeps a second writer away |
//! | [`mapped`] | a large file that is read only where it is used |
//! | [`lines`](mod@lines) | lines with the line ends of any system |
//! | [`standard_streams`] | streams that another process has set not to wait |
//! | [`visible`] | untrusted texts, with every hidden character shown |
//! | [`pool`] | work shared among threads |
//! | `values` | values of options, with the feature `terminal` |
//! | `command_line` | help and errors of the command line, with the feature `terminal` |
//! | `manual` | man pages and completions, with the feature `terminal` |
//! | `progress` | the progress line of long commands, with the feature `terminal` |

#![warn(missing_docs)]

#[cfg(feature = "terminal")]
pub mod command_line;
pub mod file;
mod file_error;
mod file_identity;
mod file_steps;
mod json_lines;
pub mod lines;
mod locked_file;
#[cfg(feature = "terminal")]
mod man_page;
#[cfg(feature = "terminal")]
pub mod manual;
#[allow(
    unsafe_code,
    reason = "mapping a file has no safe form, and reading it costs 100 ms a move"
)]
pub mod mapped;
pub mod pool;
mod program_error;
#[cfg(feature = "terminal")]
mod progress;
pub mod standard_streams;
#[cfg(feature = "terminal")]
pub mod values;
pub mod visible;

pub use crate::file_error::FileError;
pub use crate::file_identity::FileIdentity;
pub use crate::json_lines::{JsonLines, LinePlace, WholeLine, WholeLines};
pub use crate::locked_file::LockedFile;
pub use crate::program_error::ProgramError;
#[cfg(feature = "terminal")]
pub use crate::progress::ProgressLine;

/// Bytes as hexadecimal digits, two for each.
pub fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The first `most` texts, and the number of the others: `a, b and 3 more`.
pub fn first_of<T: AsRef<str>>(texts: &[T], most: usize, between: &str) -> String {
    let shown: Vec<&str> = texts.iter().take(most).map(AsRef::as_ref).collect();
    match texts.len() - shown.len() {
        0 => shown.join(between),
        more => format!("{} and {more} more", shown.join(between)),
    }
}

/// `1 game`, `2 games`.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
