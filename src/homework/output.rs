//! `output.txt` during one move. A legal answer on disk is never put at risk: it is replaced whole
//! or it stays.

use crate::homework::exit::Exit;
use crate::warning::warn;
use cli::{FileError, file};
use formats::{OUTPUT_FILE, answer};
use games::checkers::Move;
use std::fmt::Display;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

/// The file, and the move that this run has written there.
pub struct Output {
    path: PathBuf,
    answer: Option<WrittenMove>,
}

struct WrittenMove {
    mv: Move,
    /// An error if it is not on disk.
    written: Result<(), FileError>,
}

impl Output {
    /// The file in `dir`, as an earlier run left it.
    pub fn new(dir: &Path) -> Self {
        Output { path: dir.join(OUTPUT_FILE), answer: None }
    }

    /// Writes a move, or replaces the earlier one by a better one. Returns the move that is then in
    /// the file: the earlier one, after a warning, if it cannot be replaced whole.
    pub fn write(&mut self, mv: Move) -> Move {
        let answer = match self.answer.take() {
            None => {
                let written = file::replace_or_overwrite(&self.path, answer::text(mv));
                WrittenMove { mv, written }
            }
            Some(answer) if answer.mv == mv => answer,
            Some(answer) => answer.improved(&self.path, mv),
        };
        self.answer.insert(answer).mv
    }

    /// Removes an earlier run's answer, since there will be none, and says why.
    pub fn withdraw(&self, why: impl Display, exit: Exit) -> Exit {
        file::remove(&self.path);
        warn(why);
        exit
    }

    /// The exit code; prints the move if there is no file to read it from.
    pub fn exit(self) -> Exit {
        let Some(WrittenMove { mv, written: Err(error) }) = self.answer else {
            return Exit::Answered;
        };
        warn(format_args!("{error}; the move is printed on standard output instead"));
        // A standard output that is closed or full is ignored.
        let _ = stdout().write_all(answer::text(mv).as_bytes());
        Exit::Unwritable
    }
}

impl WrittenMove {
    fn improved(self, path: &Path, mv: Move) -> WrittenMove {
        match file::replace(path, answer::text(mv)) {
            Ok(()) => WrittenMove { mv, written: Ok(()) },
            Err(error) if self.written.is_ok() => {
                warn(format_args!("{error}; the first legal move found stays in {OUTPUT_FILE}"));
                self
            }
            Err(_) => WrittenMove { mv, ..self },
        }
    }
}
