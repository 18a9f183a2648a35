//! The engine plays games of checkers, which it gets move by move. It knows no protocol.
//!
//! [`EngineOrder`]s go in, [`EngineEvent`]s come out. The searches run in a thread of the engine's
//! own, so an order in mid-search is executed at once: [`EngineOrder::Stop`] and
//! [`EngineOrder::PonderHit`] concern the search that runs, all others wait for its end.

mod messages;
mod player;
mod search_control;

pub use messages::{
    AllowedTime, BestMove, EngineEvent, EngineOptions, EngineOrder, EngineProblem, MoveSource,
    SearchInfo, SearchLimits, SearchPurpose, SearchTask,
};

use crate::engine::messages::Tell;
use crate::engine::player::EnginePlayer;
use crate::engine::search_control::Signals;
use agent::time::WallClock;
use games::Game as _;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::{io, thread};

/// A running engine. Its thread ends when this is dropped and no search runs any more.
#[derive(Debug)]
pub struct Engine {
    orders: Sender<(EngineOrder, WallClock)>,
    signals: Arc<Signals>,
}

impl Engine {
    /// Starts an engine that calls `tell` with each event, from a thread of its own.
    pub fn start(mut tell: impl FnMut(EngineEvent) + Send + 'static) -> io::Result<Self> {
        let signals = Arc::new(Signals::default());
        let (orders, given) = channel();
        let heard = Arc::clone(&signals);
        let thread = thread::Builder::new().name("search".into());
        thread.spawn(move || work(&given, &heard, &mut tell))?;
        Ok(Engine { orders, signals })
    }

    /// Takes an order and returns at once. The time of a search counts from now on.
    pub fn order(&self, order: EngineOrder) {
        match order {
            EngineOrder::Stop => return self.signals.stop(),
            EngineOrder::PonderHit => return self.signals.ponder_hit(),
            EngineOrder::Search(_) => self.signals.clear(),
            EngineOrder::Prepare(_) | EngineOrder::NewGame => {}
        }
        // The thread outlives this: it catches the panics of searches.
        let _ = self.orders.send((order, WallClock::start()));
    }
}

/// Executes orders in the engine's thread, until the other end is gone.
fn work(orders: &Receiver<(EngineOrder, WallClock)>, signals: &Signals, tell: Tell<'_>) {
    let mut player = EnginePlayer::new();
    for (order, clock) in orders {
        match order {
            EngineOrder::Prepare(options) => {
                player.prepare(&options, tell);
                tell(EngineEvent::Ready);
            }
            EngineOrder::NewGame => player.forget(),
            EngineOrder::Search(task) => {
                player.prepare(&task.options, tell);
                let best = search(&mut player, &task, signals, clock, tell);
                tell(EngineEvent::Done(best));
            }
            // Signals, which `order` has given.
            EngineOrder::Stop | EngineOrder::PonderHit => {}
        }
    }
}

/// Searches. After a panic, which the panic hook reports, the first legal move has to do.
fn search(
    player: &mut EnginePlayer,
    task: &SearchTask,
    signals: &Signals,
    clock: WallClock,
    tell: Tell<'_>,
) -> BestMove {
    let search = AssertUnwindSafe(|| player.search(task, signals, clock, tell));
    panic::catch_unwind(search).unwrap_or_else(|_| {
        player.forget();
        tell(EngineEvent::Problem(EngineProblem::Internal));
        let legal = task.game.position().move_list();
        BestMove { mv: legal.first().copied(), reply: None }
    })
}
