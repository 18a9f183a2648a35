//! The automatic player of a session, for one side or for both, and the thread on which it thinks.
//!
//! A search runs on a thread of its own, so that the session can answer a page meanwhile. There is
//! one at a time; the flag that stops it is set and cleared here alone.

use crate::dialect::Dialect;
use crate::event::Event;
use crate::game_history::GameHistory;
use crate::plain_player::PlainPlayer;
use crate::search_player::{SearchPlayer, StopFlag, TimeLimits};
use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The automatic player.
#[derive(Debug)]
pub enum AutoPlayer {
    /// The program at its best.
    Search(SearchPlayer),
    /// The opponent of `--plain`.
    Plain(Box<PlainPlayer>),
}

impl AutoPlayer {
    /// A player of these limits, or the plain opponent of a depth; the flag stops both.
    pub fn new(limits: TimeLimits, plain: Option<u32>, stop: &StopFlag) -> Self {
        let stop = StopFlag::clone(stop);
        match plain {
            Some(depth) => AutoPlayer::Plain(Box::new(PlainPlayer::new(depth).stopped_by(stop))),
            None => AutoPlayer::Search(SearchPlayer::new(limits).stopped_by(stop)),
        }
    }

    /// Its name on the page.
    const fn name(&self) -> &'static str {
        match self {
            AutoPlayer::Search(_) => "Crownhead",
            AutoPlayer::Plain(_) => "Plain opponent",
        }
    }

    fn work<G: Dialect>(&mut self, game: &GameHistory<G>, task: Task) -> Option<Thought<G::Move>> {
        let plain = |mv| Thought { mv, about: None };
        match (self, task) {
            (AutoPlayer::Plain(player), _) => player.choose(game).map(plain),
            (AutoPlayer::Search(player), Task::Move { sides }) => {
                player.choose(game, sides).map(plain)
            }
            (AutoPlayer::Search(player), Task::Hint) => {
                let found = player.consider(game, 1)?;
                let about = Some(found.about(game.position()));
                Some(Thought { mv: found.mv, about })
            }
        }
    }

    fn seed(&mut self, seed: i64) {
        match self {
            AutoPlayer::Search(player) => player.seed(seed),
            AutoPlayer::Plain(player) => player.seed(seed),
        }
    }

    fn begin_game(&mut self) {
        if let AutoPlayer::Search(player) = self {
            player.begin_game();
        }
    }
}

/// What the player is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The move to play; it plays this many sides.
    Move {
        /// 1 or 2.
        sides: u32,
    },
    /// A move to recommend.
    Hint,
}

/// A move that was found.
#[derive(Clone, Debug)]
pub struct Thought<M> {
    /// The move.
    pub mv: M,
    /// Score, depth and line, if they were asked for and are known.
    pub about: Option<String>,
}

/// Starts the searches of a session.
#[derive(Debug)]
pub struct Thinker {
    player: Arc<Mutex<AutoPlayer>>,
    stop: StopFlag,
    events: Sender<Event>,
    /// How many searches have been started: the number of the latest.
    started: u64,
    name: &'static str,
}

/// A search that runs.
#[derive(Debug)]
pub struct Thinking<M> {
    /// Its number; the event of its end has the same.
    pub number: u64,
    started: Instant,
    thread: JoinHandle<Option<Thought<M>>>,
}

/// Searches recur to a depth of hundreds of plies.
const STACK_BYTES: usize = 16 << 20;

impl Thinker {
    /// `stop` is the flag that the player was made with; the end of each search is an event.
    pub fn new(player: AutoPlayer, stop: StopFlag, events: Sender<Event>) -> Self {
        let name = player.name();
        Thinker { player: Arc::new(Mutex::new(player)), stop, events, started: 0, name }
    }

    /// The name of the player.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Makes the choices of the player repeat.
    pub fn seed(&self, seed: i64) {
        self.player.lock().unwrap_or_else(PoisonError::into_inner).seed(seed);
    }

    /// A new game begins.
    pub fn begin_game(&self) {
        self.player.lock().unwrap_or_else(PoisonError::into_inner).begin_game();
    }

    /// Starts a search.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn start<G: Dialect>(
        &mut self,
        game: &GameHistory<G>,
        task: Task,
    ) -> io::Result<Thinking<G::Move>> {
        self.started += 1;
        let (player, game) = (Arc::clone(&self.player), game.clone());
        let (number, events) = (self.started, self.events.clone());
        let think = move || {
            let thought = player.lock().unwrap_or_else(PoisonError::into_inner).work(&game, task);
            // A session that has ended wants no event.
            let _ = events.send(Event::Thought(number));
            thought
        };
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(think)?;
        Ok(Thinking { number, started: Instant::now(), thread })
    }

    /// Ends a search early; what it has found is of no use.
    pub fn stop<M>(&self, thinking: Thinking<M>) {
        self.stop.store(true, Ordering::Relaxed);
        thinking.finish();
        self.stop.store(false, Ordering::Relaxed);
    }
}

impl<M> Thinking<M> {
    /// How long ago it began.
    pub fn time(&self) -> Duration {
        self.started.elapsed()
    }

    /// Waits for the end of the search: what it has found. A panic in it goes on here.
    pub fn finish(self) -> Option<Thought<M>> {
        self.thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    }
}
