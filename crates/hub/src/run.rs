//! A conversation with its three threads: one reads lines, one searches, and this one answers.
//!
//! All that happens reaches this thread through one channel, in order, and it alone writes. So a
//! search can be stopped at any time, and no two answers mix.

use crate::answer::{Answer, Found};
use crate::control::Signals;
use crate::engine::Engine;
use crate::params::Params;
use crate::read_line::{Input, read_line};
use crate::session::{Session, Step, Task};
use crownhead::time::WallClock;
use games::Game as _;
use std::io::{self, BufRead, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use thiserror::Error;

/// Why a conversation ends before its time.
#[derive(Debug, Error)]
pub enum HubError {
    /// The lines of the GUI cannot be read.
    #[error("standard input cannot be read: {0}")]
    Input(io::Error),
    /// The GUI does not read ours.
    #[error("standard output cannot be written: {0}")]
    Output(io::Error),
    /// The system has no thread for the search.
    #[error("no thread can be started: {0}")]
    Thread(io::Error),
}

/// What happens.
enum Event {
    /// The GUI says something.
    Line(Input),
    /// The GUI has closed its end.
    EndOfInput,
    /// Its lines cannot be read.
    Unreadable(io::Error),
    /// The search has something to tell.
    Answer(Answer),
    /// The search has ended.
    Found(Found),
}

/// What the searching thread is asked to do.
enum Job {
    Prepare(Params),
    NewGame,
    Search(Box<Task>, WallClock),
}

/// Holds a conversation until `quit` or the end of the input. The thread that reads is left behind
/// if it still waits for a line.
///
/// # Errors
/// [`HubError`]: a line cannot be read or written.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    params: Params,
) -> Result<(), HubError> {
    let (events, happens) = sync_channel(WAITING);
    start_reading(input, events.clone()).map_err(HubError::Thread)?;
    let signals = Arc::new(Signals::default());
    let jobs = start_searching(events, Arc::clone(&signals)).map_err(HubError::Thread)?;
    let session = Session::new(params);
    Conversation { session, signals, jobs, output, is_searching: false }.hold(&happens)
}

/// What this thread keeps.
struct Conversation<W> {
    session: Session,
    signals: Arc<Signals>,
    jobs: Sender<Job>,
    output: W,
    is_searching: bool,
}

/// Whether the conversation goes on.
#[derive(PartialEq)]
enum Next {
    GoOn,
    Leave,
}

impl<W: Write> Conversation<W> {
    fn hold(mut self, happens: &Receiver<Event>) -> Result<(), HubError> {
        let held = self.obey_all(happens);
        // Also after an error: a search must not go on alone.
        self.signals.stop();
        if held.is_ok() {
            self.wait_for_the_search(happens);
        }
        held
    }

    fn obey_all(&mut self, happens: &Receiver<Event>) -> Result<(), HubError> {
        while let Ok(event) = happens.recv() {
            let steps = match event {
                Event::Line(Input::Line(text)) => self.session.line(&text),
                Event::Line(Input::TooLong) => self.session.too_long(),
                Event::EndOfInput => self.session.end(),
                Event::Unreadable(error) => return Err(HubError::Input(error)),
                Event::Answer(answer) => vec![Step::Answer(answer)],
                Event::Found(found) => {
                    self.is_searching = false;
                    self.session.found(found)
                }
            };
            for step in steps {
                if self.take(step)? == Next::Leave {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn take(&mut self, step: Step) -> Result<Next, HubError> {
        match step {
            Step::Answer(answer) => self.tell(&answer)?,
            Step::Prepare(params) => self.ask(Job::Prepare(params)),
            Step::NewGame => self.ask(Job::NewGame),
            Step::Search(task) => {
                self.is_searching = true;
                self.signals.clear();
                self.ask(Job::Search(task, WallClock::start()));
            }
            Step::Stop => self.signals.stop(),
            Step::PonderHit => self.signals.ponder_hit(),
            Step::Quit => return Ok(Next::Leave),
        }
        Ok(Next::GoOn)
    }

    fn ask(&self, job: Job) {
        // The thread that searches catches its panics and ends with this one.
        let _ = self.jobs.send(job);
    }

    /// Tells the result of a search that was stopped because the conversation ends. A GUI that
    /// has left does not read it.
    fn wait_for_the_search(&mut self, happens: &Receiver<Event>) {
        while self.is_searching {
            match happens.recv() {
                Ok(Event::Found(found)) => {
                    self.is_searching = false;
                    let _ = self.tell(&Answer::Done(found));
                }
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }

    fn tell(&mut self, answer: &Answer) -> Result<(), HubError> {
        let line = format!("{answer}\n");
        let written = self.output.write_all(line.as_bytes()).and_then(|()| self.output.flush());
        written.map_err(HubError::Output)
    }
}

/// What may happen before this thread has seen it: a flood of lines needs no memory.
const WAITING: usize = 64;

/// Starts the thread that reads.
fn start_reading(
    mut input: impl BufRead + Send + 'static,
    events: SyncSender<Event>,
) -> io::Result<()> {
    let read = move || {
        loop {
            let event = match read_line(&mut input) {
                Ok(Some(line)) => Event::Line(line),
                Ok(None) => Event::EndOfInput,
                Err(error) => Event::Unreadable(error),
            };
            let is_last = !matches!(event, Event::Line(_));
            if events.send(event).is_err() || is_last {
                return;
            }
        }
    };
    thread::Builder::new().name("lines".into()).spawn(read)?;
    Ok(())
}

/// Starts the thread that searches; it ends when nobody can ask it any more.
fn start_searching(events: SyncSender<Event>, signals: Arc<Signals>) -> io::Result<Sender<Job>> {
    let (jobs, asked) = channel();
    let work = move || {
        let mut engine = Engine::new();
        for job in asked {
            let told = match job {
                Job::Prepare(params) => {
                    prepare(&mut engine, &params, &events);
                    events.send(Event::Answer(Answer::Ready))
                }
                Job::NewGame => {
                    engine.forget();
                    Ok(())
                }
                Job::Search(task, clock) => {
                    prepare(&mut engine, &task.params, &events);
                    let found = search(&mut engine, &task, &signals, clock, &events);
                    events.send(Event::Found(found))
                }
            };
            if told.is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("search".into()).spawn(work)?;
    Ok(jobs)
}

/// Gets ready; what is not as it was asked for is told once.
fn prepare(engine: &mut Engine, params: &Params, events: &SyncSender<Event>) {
    for trouble in engine.prepare(params) {
        // Nobody listens any more only when the conversation is over.
        let _ = events.send(Event::Answer(Answer::Error(trouble.to_string())));
    }
}

/// Searches; after a panic, which the panic hook tells, the first legal move has to do.
fn search(
    engine: &mut Engine,
    task: &Task,
    signals: &Signals,
    clock: WallClock,
    events: &SyncSender<Event>,
) -> Found {
    let mut report = |info| drop(events.send(Event::Answer(Answer::Info(info))));
    let searched =
        panic::catch_unwind(AssertUnwindSafe(|| engine.search(task, signals, clock, &mut report)));
    searched.unwrap_or_else(|_| {
        engine.forget();
        let message = "an internal error: please report it with the lines of this conversation";
        let _ = events.send(Event::Answer(Answer::Error(message.to_string())));
        let mut legal = Vec::new();
        task.game.position().legal_moves(&mut legal);
        Found { best: legal.first().copied(), reply: None }
    })
}
