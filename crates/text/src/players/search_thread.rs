//! The thread on which a player thinks, so that a session can answer its page meanwhile.
//!
//! A player is anything that answers a request: our search here, the process of an agent in the
//! program `crownhead`. It has one task at a time. The flag that stops it is set and cleared here
//! alone.

use crate::input::event::SessionEvent;
use crate::players::search_player::StopFlag;
use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Gives a player its tasks, each on a thread of its own.
#[derive(Debug)]
pub struct SearchThread<P> {
    player: Arc<Mutex<P>>,
    stop: StopFlag,
    events: Sender<SessionEvent>,
    started: u64,
}

/// A task that runs; `A` is the answer.
#[derive(Debug)]
pub struct RunningTask<A> {
    /// The event of its end has the same number.
    pub number: u64,
    started: Instant,
    thread: JoinHandle<A>,
}

/// Searches recur to a depth of hundreds of plies.
const STACK_BYTES: usize = 16 << 20;

impl<P: Send + 'static> SearchThread<P> {
    /// `stop` is the flag that the player looks at; the end of each task becomes an event.
    pub fn new(player: P, stop: StopFlag, events: Sender<SessionEvent>) -> Self {
        SearchThread { player: Arc::new(Mutex::new(player)), stop, events, started: 0 }
    }

    /// The player. Waits for the end of its task if it has one.
    pub fn player(&self) -> MutexGuard<'_, P> {
        self.player.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a task. Fails if the system has no thread for it.
    pub fn start<A: Send + 'static>(
        &mut self,
        task: impl FnOnce(&mut P) -> A + Send + 'static,
    ) -> io::Result<RunningTask<A>> {
        self.started += 1;
        let (player, number, events) =
            (Arc::clone(&self.player), self.started, self.events.clone());
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
            let answer = task(&mut player.lock().unwrap_or_else(PoisonError::into_inner));
            // A session that has ended wants no event.
            let _ = events.send(SessionEvent::Thought(number));
            answer
        })?;
        Ok(RunningTask { number, started: Instant::now(), thread })
    }

    /// Ends a task early and drops its answer.
    pub fn stop<A>(&self, thinking: RunningTask<A>) {
        self.stop.store(true, Ordering::Relaxed);
        thinking.finish();
        self.stop.store(false, Ordering::Relaxed);
    }
}

impl<A> RunningTask<A> {
    pub fn time(&self) -> Duration {
        self.started.elapsed()
    }

    /// Waits for the answer. A panic of the player goes on here.
    pub fn finish(self) -> A {
        self.thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    }
}
