//! Errors that several commands share.

use cli::ProgramError;

/// The end of a command that has named and left out `wrong` games or positions; an error unless 0.
pub fn left_out(wrong: usize) -> Result<(), ProgramError> {
    match wrong {
        0 => Ok(()),
        1 => Err(ProgramError::Told),
        many => {
            Err(ProgramError::Failed(format!("{many} games, positions or files were left out")))
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub fn needs_referee(command: &str) -> ProgramError {
    ProgramError::Usage(format!(
        "`{command}` needs the referee, which needs Linux; elsewhere run it in a container, or on \
         Windows in WSL, https://learn.microsoft.com/windows/wsl"
    ))
}
