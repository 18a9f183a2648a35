//! Names of files and folders that are no part of an agent, wherever they lie in its folder.

use std::ffi::OsStr;

/// Names of files and folders that are no part of an agent, at any depth: those of its author's
/// tools, and the output folders of our own commands.
pub const LEFT_OUT: [&str; 9] = [
    ".git",
    "target",
    "__pycache__",
    ".DS_Store",
    "referee-out",
    "class-out",
    "grade-out",
    "diagnose-out",
    "crownhead-out",
];

/// Whether a file or folder of this name is one of [`LEFT_OUT`].
pub fn is_left_out(name: &OsStr) -> bool {
    LEFT_OUT.iter().any(|left_out| name == *left_out)
}
