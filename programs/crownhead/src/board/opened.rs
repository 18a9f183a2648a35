//! The file of the command line: read at the start, and written when the page saves a game into it.
//!
//! The page sends the mark of the text that it has changed. If another text is on the disk by then,
//! nothing is written. So two windows and other programs lose nothing to each other.

use crate::streams;
use cli::ProgramError;
use formats::pdn::decode;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The most bytes of a question, and of the file that the page begins with.
pub const MOST_BYTES: usize = 16 << 20;

/// Path of the request that writes it.
pub const SAVE: &str = "file";

#[derive(Debug)]
pub struct OpenedFile {
    name: String,
    /// `None` for standard input, which cannot be written.
    path: Option<PathBuf>,
    text: Mutex<String>,
}

#[derive(Debug, Serialize)]
pub struct OpenedFileView<'a> {
    /// Without its folders.
    name: &'a str,
    text: String,
    mark: Option<String>,
}

#[derive(Deserialize)]
struct SaveRequest {
    mark: String,
    text: String,
}

impl OpenedFile {
    pub fn read(path: &Path) -> Result<Self, ProgramError> {
        let (name, bytes) = streams::read_whole(path, "; name a file of games or a position")?;
        if bytes.len() > MOST_BYTES {
            let most = MOST_BYTES >> 20;
            return Err(ProgramError::Failed(format!("{name} has more than {most} MB; split it")));
        }
        let path = (path != Path::new(streams::STANDARD_INPUT)).then(|| path.to_path_buf());
        Ok(OpenedFile { name, path, text: Mutex::new(decode(&bytes).into_owned()) })
    }

    pub fn view(&self) -> OpenedFileView<'_> {
        let text = self.text.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mark = self.path.as_deref().map(|path| mark(path, &text));
        let name = self.path.as_deref().and_then(|path| path.file_name()?.to_str());
        OpenedFileView { name: name.unwrap_or(&self.name), text, mark }
    }

    /// Writes the text of a request and returns its mark.
    pub fn save(&self, request: &str) -> Result<String, ProgramError> {
        let path = self.path.as_deref().ok_or_else(|| self.failed("cannot be written"))?;
        let SaveRequest { mark: known, text } =
            serde_json::from_str(request).map_err(ProgramError::usage)?;
        let mut kept = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes =
            fs::read(path).map_err(|error| self.failed(format!("cannot be read: {error}")))?;
        if mark(path, &decode(&bytes)) != known {
            return Err(self.failed("has changed since it was opened: nothing was written"));
        }
        let place = cli::file::followed(path);
        cli::file::replace(&place, &text).map_err(ProgramError::failed)?;
        let new = mark(path, &text);
        *kept = text;
        Ok(new)
    }

    fn failed(&self, why: impl Display) -> ProgramError {
        ProgramError::Failed(format!("{} {why}", self.name))
    }
}

/// Differs for another file and for another text.
fn mark(path: &Path, text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    (path, text).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::{OpenedFile, fs};
    use serde_json::json;

    #[test]
    fn a_file_is_written_once_for_each_mark_and_not_over_a_stranger() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.pdn");
        fs::write(&path, "1. 11-15 *").expect("written");
        let opened = OpenedFile::read(&path).expect("read");
        let first = opened.view().mark.expect("a mark");
        let request = |mark: &str, text: &str| json!({ "mark": mark, "text": text }).to_string();
        let second = opened.save(&request(&first, "1. 9-14 *")).expect("saved");
        assert_eq!(fs::read_to_string(&path).expect("read"), "1. 9-14 *");
        assert_eq!(opened.view().mark.as_ref(), Some(&second));
        assert!(opened.save(&request(&first, "old")).is_err(), "another window");
        fs::write(&path, "a stranger").expect("written");
        let error = opened.save(&request(&second, "x")).expect_err("refused");
        assert!(error.to_string().contains("a.pdn has changed"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("read"), "a stranger");
    }
}
