//! Keeps `live.json` beside the journal while a series is played.
//!
//! The threads that play only record their state. A thread of its own writes the file, at most a
//! few times a second however fast the games are, so no game ever waits for a disk. After a pause
//! the newest state is always written: a page never shows an old board for long.

use crate::error::JournalError;
use crate::journal::GameSetup;
use crate::journal::live::{LiveGame, LiveMatch, unix_time};
use crate::rules::{Clocks, GameState, Refereed, move_between};
use crate::schedule::board_text;
use games::GameName;
use std::mem;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Between two writes of the file.
const PAUSE: Duration = Duration::from_millis(250);

#[derive(Clone, Debug)]
pub struct LivePlace {
    pub folder: PathBuf,
    /// Called with the first error of writing; later ones are dropped, and the match goes on.
    pub on_error: fn(JournalError),
}

/// The games in play, kept in the file until this value is dropped.
#[derive(Debug)]
pub struct LiveGames {
    shared: Arc<SharedGames>,
    began: Instant,
    /// Games that earlier runs have finished.
    done_before: usize,
    writer: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct SharedGames {
    state: Mutex<LiveState>,
    changed: Condvar,
}

#[derive(Debug)]
struct LiveState {
    live: LiveMatch,
    is_new: bool,
    is_over: bool,
}

impl LiveGames {
    /// Keeps the file for a series of `planned` games of which `done` are finished.
    pub fn keep(place: &LivePlace, game: GameName, planned: usize, done: usize) -> Self {
        let live = LiveMatch::begin(game, planned, done);
        let state = Mutex::new(LiveState { live, is_new: true, is_over: false });
        let shared = Arc::new(SharedGames { state, changed: Condvar::new() });
        let writer = Writer { place: place.clone(), shared: Arc::clone(&shared) };
        // Without the thread there is no file, but the games are played.
        let thread = thread::Builder::new().name("live".to_string());
        let writer = thread.spawn(move || writer.run()).ok();
        LiveGames { shared, began: Instant::now(), done_before: done, writer }
    }

    /// A game that begins; it is shown until the value is dropped.
    pub fn game<G>(&self, setup: &GameSetup<'_>, start: G) -> WatchedGame<'_, G> {
        let id = setup.game.number();
        let game = LiveGame {
            id,
            pair: setup.game.id.pair() as u32,
            opening: setup.opening.name.clone(),
            names: setup.players.map(|player| player.agent.name.clone()),
            board: setup.opening.board.clone(),
            to_move: setup.opening.begins,
            turn: 1,
            asked: unix_time(),
            left: setup.players.map(|player| player.clock.as_secs_f64()),
            last_move: None,
        };
        self.shared.change(|live| {
            let place = live.games.partition_point(|other| other.id < id);
            live.games.insert(place, game);
        });
        WatchedGame { games: self, id, last: start }
    }

    pub fn done(&self, done: usize) {
        self.shared.change(|live| {
            live.done = done;
            let now = done.saturating_sub(self.done_before);
            let left = live.planned.saturating_sub(done);
            let seconds = self.began.elapsed().as_secs_f64() * left as f64 / now as f64;
            live.seconds_left = Some(seconds).filter(|seconds| seconds.is_finite());
        });
    }

    /// Marks the match as over: all games are played, or a sequential test has decided.
    pub fn finish(&self) {
        self.shared.change(|live| {
            live.is_finished = true;
            live.seconds_left = Some(0.0);
        });
    }
}

impl Drop for LiveGames {
    fn drop(&mut self) {
        self.shared.state().is_over = true;
        self.shared.changed.notify_one();
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

#[derive(Debug)]
pub struct WatchedGame<'a, G> {
    games: &'a LiveGames,
    id: u32,
    last: G,
}

impl<G: Refereed> WatchedGame<'_, G> {
    pub fn show(&mut self, state: &GameState<G>, left: &Clocks) {
        let position = state.position();
        let last = mem::replace(&mut self.last, position.clone());
        let last_move = move_between(&last, position).map(|mv| last.move_text(mv));
        let (board, asked) = (board_text(position), unix_time());
        self.games.shared.change(|live| {
            let Some(game) = live.games.iter_mut().find(|game| game.id == self.id) else { return };
            game.board = board;
            game.to_move = position.side_to_move();
            game.turn = state.plies() + 1;
            game.asked = asked;
            game.left = left.map(|clock| clock.as_secs_f64());
            game.last_move = last_move.or_else(|| game.last_move.take());
        });
    }
}

impl<G> Drop for WatchedGame<'_, G> {
    fn drop(&mut self) {
        self.games.shared.change(|live| live.games.retain(|game| game.id != self.id));
    }
}

impl SharedGames {
    fn state(&self) -> MutexGuard<'_, LiveState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut LiveMatch)) {
        let mut state = self.state();
        change(&mut state.live);
        // The writer needs no second notice while there is something to write.
        if !mem::replace(&mut state.is_new, true) {
            self.changed.notify_one();
        }
    }

    fn next(&self) -> (Option<LiveMatch>, bool) {
        let state = self.changed.wait_while(self.state(), |state| !state.is_new && !state.is_over);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        let live = mem::replace(&mut state.is_new, false).then(|| state.live.clone());
        (live, state.is_over)
    }

    fn pause(&self) {
        drop(self.changed.wait_timeout_while(self.state(), PAUSE, |state| !state.is_over));
    }
}

struct Writer {
    place: LivePlace,
    shared: Arc<SharedGames>,
}

impl Writer {
    fn run(&self) {
        let mut on_error = Some(self.place.on_error);
        loop {
            let (live, is_over) = self.shared.next();
            if let Some(mut live) = live {
                live.written = unix_time();
                if let Err(error) = live.write(&self.place.folder)
                    && let Some(tell) = on_error.take()
                {
                    tell(error);
                }
            }
            if is_over {
                return;
            }
            self.shared.pause();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_state_is_written_whatever_came_before() {
        let dir = tempfile::tempdir().expect("a folder");
        let place = LivePlace { folder: dir.path().to_path_buf(), on_error: |e| panic!("{e}") };
        for rounds in [0, 1, 1_000] {
            let games = LiveGames::keep(&place, GameName::Checkers, rounds + 1, 1);
            (0..rounds).for_each(|done| games.done(done + 1));
            drop(games);
            let live = read(dir.path());
            assert_eq!((live.done, live.is_finished), (rounds.max(1), false));
        }
        let games = LiveGames::keep(&place, GameName::Loa, 3, 2);
        games.finish();
        drop(games);
        assert_eq!(
            (read(dir.path()).is_finished, read(dir.path()).seconds_left),
            (true, Some(0.0))
        );
    }

    fn read(dir: &std::path::Path) -> LiveMatch {
        LiveMatch::read(dir).expect("whole").expect("there")
    }

    #[test]
    fn a_folder_that_cannot_be_written_costs_one_warning() {
        static WARNINGS: Mutex<Vec<String>> = Mutex::new(Vec::new());
        let warnings = || WARNINGS.lock().expect("no panic").clone();
        let on_error = |error: JournalError| WARNINGS.lock().expect("ok").push(error.to_string());
        let place = LivePlace { folder: PathBuf::from("no/such/folder"), on_error };
        for times in 1..=2 {
            let games = LiveGames::keep(&place, GameName::Checkers, 9, 0);
            (0..9).for_each(|done| games.done(done));
            drop(games);
            assert_eq!(warnings().len(), times, "{:?}", warnings());
        }
        assert!(warnings()[0].contains("live.json"), "{:?}", warnings());
    }
}
