//! Files of positions for measuring, a line each.

use crate::error::TrainingError;
use cli::file;
use std::io::ErrorKind;
use std::path::Path;

/// The largest file, in bytes.
const SIZE_LIMIT: u64 = 1 << 30;

/// What `read_line` makes of each line that does not begin with `#`.
///
/// # Errors
/// The file cannot be read, or `read_line` says why a line is wrong.
pub fn read<T>(
    path: &Path,
    read_line: impl Fn(&str) -> Result<T, TrainingError>,
) -> Result<Vec<T>, TrainingError> {
    let text = file::read(path, SIZE_LIMIT)?
        .ok_or_else(|| TrainingError::file("read", path)(ErrorKind::NotFound.into()))?;
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.starts_with('#'));
    lines
        .map(|(line, number)| {
            read_line(line).map_err(|reason| {
                let path = path.display();
                TrainingError::Failed(format!("{path}, line {number}: {reason}"))
            })
        })
        .collect()
}
