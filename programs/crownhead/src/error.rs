//! Errors that several commands share.

use cli::ProgramError;

/// The end of a command that has left out `wrong` games or positions; an error unless 0.
pub fn left_out(wrong: usize) -> Result<(), ProgramError> {
    match wrong {
        0 => Ok(()),
        1 => {
            let sentence = "one game or position is wrong and was left out";
            Err(ProgramError::Failed(sentence.to_string()))
        }
        many => {
            let sentence = "games or positions are wrong and were left out";
            Err(ProgramError::Failed(format!("{many} {sentence}")))
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
