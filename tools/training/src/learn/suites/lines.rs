//! Files of positions for measuring, a line each.

use crate::error::TrainingError;
use cli::file;
use std::path::Path;

/// The largest file, in bytes.
const SIZE_LIMIT: u64 = 1 << 30;

/// What `read_line` makes of each line that does not begin with `#`.
///
/// # Errors
/// The file cannot be read, or `read_line` says why a line is wrong.
pub fn read<T>(
    path: &Path,
    read_line: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, TrainingError> {
    let text = file::read(path, SIZE_LIMIT)?.ok_or_else(|| TrainingError::missing(path))?;
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.starts_with('#'));
    lines
        .map(|(line, number)| {
            read_line(line).map_err(|reason| TrainingError::Line {
                path: path.to_path_buf(),
                number,
                reason,
            })
        })
        .collect()
}
