//! `output.txt` during one move. A legal answer on disk is never put at risk: it is replaced whole
//! or it stays.

use crate::homework::exit::Exit;
use crate::time::Clock;
use crate::warning::{warn, write_at_once};
use cli::{FileError, file};
use formats::{OUTPUT_FILE, answer};
use games::checkers::Move;
use std::fmt::Display;
use std::io::stdout;
use std::path::{Path, PathBuf};
use std::time::Duration;

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
    /// The file in `dir`, as an earlier run left it; if it is a link, the file to which it leads.
    pub fn new(dir: &Path) -> Self {
        Output { path: file::followed(&dir.join(OUTPUT_FILE)), answer: None }
    }

    /// Writes a move, or replaces the earlier one by a better one. Returns the move that is then in
    /// the file: the earlier one, after a warning, if the better one cannot be written.
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

    /// The move that is in the file by now; `None` before the first.
    pub fn mv(&self) -> Option<Move> {
        self.answer.as_ref().map(|answer| answer.mv)
    }

    /// Replaces the earlier move by a better one if that can be done whole. Returns whether it can.
    fn replace(&mut self, mv: Move) -> bool {
        if self.answer.as_ref().is_some_and(|answer| answer.mv == mv) {
            return true;
        }
        let is_written = file::replace(&self.path, answer::text(mv)).is_ok();
        if is_written {
            self.answer = Some(WrittenMove { mv, written: Ok(()) });
        }
        is_written
    }

    /// Removes an earlier run's answer, since there will be none, and says why.
    pub fn withdraw(&self, why: impl Display, exit: Exit) -> Exit {
        file::withdraw(&self.path);
        warn(why);
        exit
    }

    /// The exit code; prints the move if there is no file to read it from.
    pub fn exit(self) -> Exit {
        let Some(WrittenMove { mv, written: Err(error) }) = self.answer else {
            return Exit::Answered;
        };
        warn(format_args!("{error}; the move is printed on standard output instead"));
        write_at_once(&mut stdout(), answer::text(mv).as_bytes());
        Exit::Unwritable
    }
}

impl WrittenMove {
    fn improved(self, path: &Path, mv: Move) -> WrittenMove {
        match file::replace_or_overwrite(path, answer::text(mv)) {
            Ok(()) => WrittenMove { mv, written: Ok(()) },
            Err(error) if self.written.is_ok() => {
                warn(format_args!(
                    "{error}; an earlier move of this search stays in {OUTPUT_FILE}"
                ));
                // Overwriting may have lost it.
                let written = file::replace_or_overwrite(path, answer::text(self.mv));
                WrittenMove { written, ..self }
            }
            Err(_) => WrittenMove { mv, ..self },
        }
    }
}

/// Keeps the best move of a running search on disk, in case the process is killed: at growing
/// intervals, since each time costs 0.1 ms.
pub struct Renewal<'a, C> {
    output: &'a mut Output,
    /// It began with the search.
    clock: C,
    /// Not before the search has lasted so long.
    next: Duration,
}

/// A shorter search is over before it is worth while.
const FIRST_RENEWAL: Duration = Duration::from_millis(20);
/// The intervals grow by this: a search of one second renews three times.
const RENEWAL_GROWTH: u32 = 5;

impl<'a, C: Clock> Renewal<'a, C> {
    /// For a search that begins now, and `clock` with it.
    pub fn of(output: &'a mut Output, clock: C) -> Self {
        Renewal { output, clock, next: FIRST_RENEWAL }
    }

    pub fn best_is(&mut self, mv: Move) {
        let lasted = self.clock.at_most();
        if lasted < self.next {
            return;
        }
        while self.next <= lasted {
            self.next = self.next.saturating_mul(RENEWAL_GROWTH);
        }
        if !self.output.replace(mv) {
            // The move of the whole search is written in another way.
            self.next = Duration::MAX;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::FakeClock;
    use games::Game;
    use games::checkers::Position;

    #[test]
    fn a_search_renews_its_move_after_a_while_and_then_less_often() {
        let dir = tempfile::tempdir().expect("a folder");
        let read = || std::fs::read_to_string(dir.path().join(OUTPUT_FILE)).expect("an answer");
        let moves = Position::start().move_list();
        let mut output = Output::new(dir.path());
        output.write(moves[0]);
        let clock = FakeClock::default();
        let mut renewal = Renewal::of(&mut output, clock.clone());
        renewal.best_is(moves[1]);
        assert_eq!(read(), answer::text(moves[0]), "too early");
        clock.set(FIRST_RENEWAL);
        renewal.best_is(moves[1]);
        assert_eq!(read(), answer::text(moves[1]));
        renewal.best_is(moves[2]);
        assert_eq!(read(), answer::text(moves[1]), "too early again");
        clock.set(FIRST_RENEWAL * RENEWAL_GROWTH);
        renewal.best_is(moves[2]);
        assert_eq!(read(), answer::text(moves[2]));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_and_the_mode_of_the_file_stays() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let dir = tempfile::tempdir().expect("a folder");
        let grader = dir.path().join("grader");
        std::fs::create_dir(&grader).expect("made");
        symlink("grader/answer", dir.path().join(OUTPUT_FILE)).expect("linked");
        let moves = Position::start().move_list();
        for mv in [moves[0], moves[1]] {
            Output::new(dir.path()).write(mv);
            let text = std::fs::read_to_string(grader.join("answer")).expect("the grader's file");
            assert_eq!(text, answer::text(mv));
            let open = PermissionsExt::from_mode(0o666);
            std::fs::set_permissions(grader.join("answer"), open).expect("opened");
        }
        Output::new(dir.path()).write(moves[2]);
        let about = std::fs::metadata(grader.join("answer")).expect("there");
        assert_eq!(about.permissions().mode() & 0o777, 0o666);
    }
}
