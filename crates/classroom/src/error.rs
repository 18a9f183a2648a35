//! Why a class could not be graded.

use cli::visible;
use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;

/// Why a class could not be graded. The fault of one submission is not such an error: it is in the
/// student's remark.
#[derive(Debug)]
pub enum ClassError {
    /// The user can correct it in the command or in the folders.
    Correctable(String),
    /// The user has broken it off.
    Stopped,
    /// The referee cannot go on.
    Failed(String),
}

impl fmt::Display for ClassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClassError::Correctable(sentence) | ClassError::Failed(sentence) => {
                f.write_str(sentence)
            }
            ClassError::Stopped => f.write_str("stopped; what is finished stays"),
        }
    }
}

impl<E: Error> From<E> for ClassError {
    fn from(error: E) -> Self {
        ClassError::Failed(error.to_string())
    }
}

impl ClassError {
    /// The system refuses to `verb` a file or folder.
    pub fn system<'a>(verb: &'a str, path: &'a Path) -> impl Fn(io::Error) -> ClassError + 'a {
        move |source| ClassError::Failed(format!("cannot {verb} {}: {source}", visible::path(path)))
    }
}
