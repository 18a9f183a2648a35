//! A log of games for people, who look at it while the match runs: a line of text for each event.
//!
//! A game has a line for its begin, one for each move with its time, one for each line that an
//! agent writes on standard error meanwhile, and one for its end. Games at the same time mix; each
//! line has the number of its game. A line is written at once, by one system call: some
//! microseconds, where a move takes milliseconds. Nothing depends on the file: after an error the
//! match goes on. The journal has the results; this file is not read again.

use crate::error::JournalError;
use crate::journal::{GameSetup, RecordedGame};
use crate::play::match_game::{ProcessPlayer, ProgramLifetime};
use crate::rules::{
    CheckedReply, Conclusion, EndFault, Ending, GamePlayer, Refereed, TurnQuestion,
};
use cli::file::is_no_regular_file;
use cli::visible;
use games::board::Side;
use runner::STDERR_FILE;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};
use std::time::Instant;

/// Lines of standard error that a log has of one move.
const MOST_LINES: usize = 20;
/// Characters of such a line, and of a name.
const LONGEST: usize = 200;

#[derive(Debug)]
pub struct GameLog {
    path: PathBuf,
    file: Mutex<File>,
    /// The time, with which a line begins.
    now: fn() -> String,
    /// Called with the first error of writing; later ones are dropped.
    on_error: fn(JournalError),
    failed: Once,
}

impl GameLog {
    /// Opens the file, or makes it. What it holds stays, and new lines follow.
    ///
    /// # Errors
    /// The file cannot be opened, or is no log.
    pub fn open(
        path: &Path,
        now: fn() -> String,
        on_error: fn(JournalError),
    ) -> Result<Self, io::Error> {
        if path.is_file() && !is_log(path)? {
            return Err(io::Error::other("the file is there, and is no log"));
        }
        // Opening a pipe would wait for a reader, for ever.
        if is_no_regular_file(path) {
            return Err(io::Error::other("it is a pipe, a device or a folder"));
        }
        let file = File::options().append(true).create(true).open(path)?;
        let (path, file, failed) = (path.to_path_buf(), Mutex::new(file), Once::new());
        Ok(GameLog { path, file, now, on_error, failed })
    }

    pub(super) fn begin(&self, setup: &GameSetup<'_>) -> LoggedGame<'_> {
        let game = LoggedGame { log: self, number: setup.game.number() };
        let [black, white] = setup.players.map(|player| name(&player.agent.name));
        let opening = visible::cut(&setup.opening.name, LONGEST);
        game.line(&format!(", begin: {black} (Black) against {white} (White), opening {opening}"));
        game
    }

    fn write(&self, line: &str) {
        let line = format!("{} {}\n", (self.now)(), visible::line(line));
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(source) = file.write_all(line.as_bytes()) {
            self.failed.call_once(|| (self.on_error)(JournalError::system(&self.path, source)));
        }
    }
}

/// Whether a file is empty or begins with a year: lines in a journal or a list of openings would
/// spoil it.
fn is_log(path: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    File::open(path)?.take(2).read_to_end(&mut begin)?;
    Ok(begin.is_empty() || begin == b"20")
}

fn name(name: &str) -> String {
    visible::cut(name, LONGEST)
}

#[derive(Clone, Copy, Debug)]
pub struct LoggedGame<'a> {
    log: &'a GameLog,
    number: u32,
}

impl<'a> LoggedGame<'a> {
    pub(super) fn end(self, record: &RecordedGame) {
        let detail = record.ending.detail_text(record.detail.as_deref());
        self.line(&format!(
            ", end after {} turns: {}{detail}",
            record.turns.len(),
            record.result_text()
        ));
    }

    /// Its agents were stopped with the referee.
    pub(super) fn broken_off(self) {
        self.line(", broken off");
    }

    /// The player of a side, who also writes the log.
    pub(super) fn player<P>(
        self,
        side: Side,
        player: &'a mut P,
        name: &str,
    ) -> LoggedPlayer<'a, P> {
        let name = format!("{} ({side})", self::name(name));
        LoggedPlayer { game: self, player, side, name, turn: 1, shown: 0 }
    }

    fn line(self, text: &str) {
        self.log.write(&format!("game {}{text}", self.number));
    }
}

/// A player whose moves and standard error go to a log.
#[derive(Debug)]
pub(super) struct LoggedPlayer<'a, P> {
    game: LoggedGame<'a>,
    player: &'a mut P,
    side: Side,
    name: String,
    /// The next turn, from 1.
    turn: usize,
    /// Bytes of standard error that were written by a program that lives as long as the game.
    shown: usize,
}

impl<P> LoggedPlayer<'_, P> {
    fn line(&self, text: &str) {
        self.game.line(&format!(", turn {}, {}: {text}", self.turn, self.name));
    }

    /// The lines that its program has written since the last ones.
    fn standard_error<G: Refereed>(&mut self)
    where
        P: ProcessPlayer<G>,
    {
        let (_, dir) = self.player.place();
        let bytes = dir.read(STDERR_FILE).unwrap_or_default();
        let new = String::from_utf8_lossy(bytes.get(self.shown..).unwrap_or_default());
        if P::LIFETIME == ProgramLifetime::Game {
            self.shown = bytes.len();
        }
        for line in new.lines().take(MOST_LINES) {
            self.line(&format!("stderr: {}", visible::cut(line, LONGEST)));
        }
        let more = new.lines().skip(MOST_LINES).count();
        if more > 0 {
            self.line(&format!("stderr: and {more} more lines"));
        }
    }
}

impl<G: Refereed, P: ProcessPlayer<G>> GamePlayer<G> for LoggedPlayer<'_, P> {
    fn play(&mut self, question: &TurnQuestion<'_, G>) -> CheckedReply<G::Move> {
        let begin = Instant::now();
        let reply = self.player.play(question);
        let (charged, wall) = (reply.charge.as_secs_f64(), begin.elapsed().as_secs_f64());
        self.standard_error();
        let said = match reply.mv {
            Ok(mv) => question.state.position().move_text(mv),
            Err(ending) => ending.to_string(),
        };
        // The end of the game tells of a failure of the referee, or that it was broken off.
        if !matches!(reply.mv, Err(Ending::RefereeFault)) {
            self.line(&format!("{said}, {charged:.3} s, wall {wall:.3} s"));
        }
        reply
    }

    fn see(&mut self, before: &G, mv: G::Move) {
        if before.side_to_move() == self.side && before.forced_pass().is_some() {
            self.line("passes");
        }
        self.turn += 1;
        self.player.see(before, mv);
    }

    fn conclude(&mut self, conclusion: &Conclusion<'_, G>) -> Result<(), EndFault> {
        let concluded = self.player.conclude(conclusion);
        if P::LIFETIME == ProgramLifetime::Game {
            self.standard_error();
        }
        concluded
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::random::random_record;
    use std::fs;
    use std::sync::atomic::{AtomicU32, Ordering};

    const fn log(log: &GameLog, number: u32) -> LoggedGame<'_> {
        LoggedGame { log, number }
    }

    fn open(path: &Path, on_error: fn(JournalError)) -> GameLog {
        GameLog::open(path, || "20:00".to_string(), on_error).expect("it can be opened")
    }

    #[test]
    fn lines_are_appended_and_a_hostile_text_stays_in_its_line() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("games.log");
        let record = random_record(2, Ending::NoMoves);
        log(&open(&path, |error| panic!("{error}")), 2).end(&record);
        let again = open(&path, |error| panic!("{error}"));
        log(&again, 7).line(": a\nb\u{1b}[2J");
        log(&again, 9).broken_off();
        let (turns, result) = (record.turns.len(), record.result_text());
        let end = format!("20:00 game 2, end after {turns} turns: {result}\n");
        let others = "20:00 game 7: a\\nb\\u{1b}[2J\n20:00 game 9, broken off\n";
        assert_eq!(fs::read_to_string(&path).expect("text"), end + others);
    }

    #[test]
    fn a_full_disk_is_told_once() {
        static TOLD: AtomicU32 = AtomicU32::new(0);
        let dir = tempfile::tempdir().expect("a folder");
        let mut full = open(&dir.path().join("games.log"), |error| {
            assert!(error.to_string().contains("games.log: "), "{error}");
            TOLD.fetch_add(1, Ordering::Relaxed);
        });
        full.file = Mutex::new(File::options().append(true).open("/dev/full").expect("opened"));
        (1..9).for_each(|number| log(&full, number).broken_off());
        assert_eq!(TOLD.load(Ordering::Relaxed), 1);
    }
}
