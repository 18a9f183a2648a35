//! Errors of commands as sentences, with their exit codes.

use std::fmt::Display;
use std::process::ExitCode;
use text::browser::BrowserError;
use thiserror::Error;

/// The texts are whole sentences that say what to do.
#[allow(dead_code, reason = "without the referee, fewer things can fail")]
#[derive(Debug, Error)]
pub enum AppError {
    /// The command line is wrong; exit code 2.
    #[error("{0}")]
    Usage(String),
    /// No page can be shown; exit code 2.
    #[error("{0}")]
    NoPage(String),
    /// A file or folder cannot be read or written, or holds what it should not; exit code 4.
    #[error("{0}")]
    File(String),
    /// The reader of standard output has closed it, as `head` does; nothing is wrong.
    #[error("standard output is closed")]
    Closed,
    /// The command needs the referee, which needs Linux; exit code 2.
    #[cfg(not(target_os = "linux"))]
    #[error(
        "`{0}` needs the referee, which needs Linux; elsewhere run it in a container, or on Windows \
         in WSL, https://learn.microsoft.com/windows/wsl"
    )]
    NeedsReferee(&'static str),
}

impl AppError {
    pub fn file(error: impl Display) -> Self {
        Self::File(error.to_string())
    }

    /// The end of a command that has left out `wrong` games or positions; an error unless 0.
    pub fn left_out(wrong: usize) -> Result<(), Self> {
        match wrong {
            0 => Ok(()),
            1 => Err(Self::File("one game or position is wrong and was left out".to_string())),
            many => {
                Err(Self::File(format!("{many} games or positions are wrong and were left out")))
            }
        }
    }

    /// 0 where nothing is wrong, 4 for files, 2 for everything else.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Closed => 0,
            Self::File(_) => 4,
            _ => 2,
        })
    }
}

impl From<BrowserError> for AppError {
    fn from(error: BrowserError) -> Self {
        match error {
            BrowserError::Session(_) => Self::File(error.to_string()),
            BrowserError::Server(_) | BrowserError::NoBrowser => Self::NoPage(error.to_string()),
        }
    }
}
