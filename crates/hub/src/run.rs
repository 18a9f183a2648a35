//! A conversation on two streams: one thread reads lines, one searches, and this one answers.
//!
//! All that happens reaches this thread through one channel, in order, and it alone writes. So a
//! search can be stopped at any time, and no two answers mix.

use crate::engine::{Engine, EngineEvent, EngineOrder};
use crate::protocol::conversation::{Conversation, Reaction};
use crate::protocol::params::Params;
use crate::protocol::read_line::{InputLine, read_line};
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
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
enum Happening {
    /// The next line of the GUI; `None`: it has closed its end.
    Line(io::Result<Option<InputLine>>),
    Engine(EngineEvent),
}

/// What may happen before this thread has seen it: a flood of lines needs no memory.
const WAITING: usize = 64;

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
    let (happened, happens) = sync_channel(WAITING);
    start_reading(input, happened.clone()).map_err(HubError::Thread)?;
    // Nobody listens any more only when the conversation is over.
    let tell = move |event| drop(happened.send(Happening::Engine(event)));
    let engine = Engine::start(tell).map_err(HubError::Thread)?;
    let mut front = Front { conversation: Conversation::new(params), engine, output };
    let held = front.hold(&happens);
    // Also after an error: a search must not go on alone.
    front.engine.obey(EngineOrder::Stop);
    held?;
    front.wait_for_the_search(&happens);
    Ok(())
}

/// What this thread keeps.
struct Front<W> {
    conversation: Conversation,
    engine: Engine,
    output: W,
}

impl<W: Write> Front<W> {
    fn hold(&mut self, happens: &Receiver<Happening>) -> Result<(), HubError> {
        while let Ok(happening) = happens.recv() {
            let reactions = match happening {
                Happening::Line(Ok(Some(InputLine::Text(text)))) => self.conversation.line(&text),
                Happening::Line(Ok(Some(InputLine::TooLong))) => self.conversation.too_long(),
                Happening::Line(Ok(None)) => self.conversation.line("quit"),
                Happening::Line(Err(error)) => return Err(HubError::Input(error)),
                Happening::Engine(event) => self.conversation.heard(&event),
            };
            if self.react(reactions).map_err(HubError::Output)?.is_break() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn react(&mut self, reactions: Vec<Reaction>) -> io::Result<ControlFlow<()>> {
        for reaction in reactions {
            match reaction {
                Reaction::Say(line) => {
                    self.output.write_all((line + "\n").as_bytes())?;
                    self.output.flush()?;
                }
                Reaction::Order(order) => self.engine.obey(order),
                Reaction::Quit => return Ok(ControlFlow::Break(())),
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Tells the result of a search that was stopped because the conversation ends.
    fn wait_for_the_search(&mut self, happens: &Receiver<Happening>) {
        while self.conversation.is_searching()
            && let Ok(happening) = happens.recv()
        {
            if let Happening::Engine(event @ EngineEvent::Done(_)) = happening {
                let reactions = self.conversation.heard(&event);
                // A GUI that has left does not read it.
                let _ = self.react(reactions);
            }
        }
    }
}

/// Starts the thread that reads.
fn start_reading(
    mut input: impl BufRead + Send + 'static,
    happened: SyncSender<Happening>,
) -> io::Result<()> {
    let read = move || {
        loop {
            let line = read_line(&mut input);
            let is_last = !matches!(line, Ok(Some(_)));
            if happened.send(Happening::Line(line)).is_err() || is_last {
                return;
            }
        }
    };
    thread::Builder::new().name("lines".into()).spawn(read)?;
    Ok(())
}
