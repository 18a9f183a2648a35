//! A conversation on two streams: one thread reads lines, one searches, and this one answers.
//!
//! All that happens reaches this thread through one channel, in order, and it alone writes. So a
//! search can be stopped at any time, and no two answers mix.

use crate::engine::{Engine, EngineEvent, EngineOrder};
use crate::protocol::conversation::{Conversation, Reaction};
use crate::protocol::params::Params;
use crate::protocol::read_line::{InputLine, LONGEST_LINE, read_line};
use cli::ProgramError;
use cli::lines::BoundedLines;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

enum HubInput {
    Line(io::Result<InputLine>),
    Engine(EngineEvent),
}

/// The number of lines that are read ahead of those executed, and of events that may wait for this
/// thread: a flood of lines needs no memory.
const WAITING: usize = 64;

/// Holds a conversation until `quit` or the end of the input. The thread that reads is left behind
/// if it still waits for a line.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    params: Params,
) -> Result<(), ProgramError> {
    let (happened, happens) = sync_channel(WAITING);
    let (permits, permitted) = channel();
    start_reading(input, happened.clone(), permitted).map_err(no_thread)?;
    // The receiver is gone only when the conversation is over.
    let engine = Engine::start(move |event| drop(happened.send(HubInput::Engine(event))))
        .map_err(no_thread)?;
    let conversation = Conversation::new(params);
    let mut front = HubConnection { conversation, engine, output, permits, unexecuted: 0 };
    front.permit(WAITING);
    let held = front.hold(&happens);
    // Also after an error: a search must not go on alone.
    front.engine.order(EngineOrder::Stop);
    held?;
    front.wait_for_the_search(&happens);
    Ok(())
}

fn no_thread(error: io::Error) -> ProgramError {
    ProgramError::Usage(format!("no thread can be started: {error}"))
}

/// The state of the thread that answers.
struct HubConnection<W> {
    conversation: Conversation,
    engine: Engine,
    output: W,
    /// One for each line that may be read.
    permits: Sender<()>,
    /// The lines that were read and whose permits were not given again.
    unexecuted: usize,
}

impl<W: Write> HubConnection<W> {
    fn hold(&mut self, happens: &Receiver<HubInput>) -> Result<(), ProgramError> {
        while let Ok(happening) = happens.recv() {
            let reactions = match happening {
                HubInput::Line(Ok(line)) => {
                    self.unexecuted += 1;
                    self.conversation.read(line)
                }
                HubInput::Line(Err(error)) => {
                    let sentence = format!("standard input cannot be read: {error}");
                    return Err(ProgramError::Failed(sentence));
                }
                HubInput::Engine(event) => self.conversation.heard(&event),
            };
            let reacted = self.react(reactions).map_err(|error| {
                ProgramError::Failed(format!("standard output cannot be written: {error}"))
            })?;
            if reacted.is_break() {
                return Ok(());
            }
            let executed = self.unexecuted.saturating_sub(self.conversation.waiting_lines());
            self.unexecuted -= executed;
            self.permit(executed);
        }
        Ok(())
    }

    fn permit(&self, lines: usize) {
        for _ in 0..lines {
            // The thread that reads needs none after the end of the input.
            let _ = self.permits.send(());
        }
    }

    fn react(&mut self, reactions: Vec<Reaction>) -> io::Result<ControlFlow<()>> {
        for reaction in reactions {
            match reaction {
                Reaction::Say(line) => {
                    self.output.write_all((line + "\n").as_bytes())?;
                    self.output.flush()?;
                }
                Reaction::Order(order) => self.engine.order(order),
                Reaction::Quit => return Ok(ControlFlow::Break(())),
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Tells the result of a search that was stopped because the conversation ends.
    fn wait_for_the_search(&mut self, happens: &Receiver<HubInput>) {
        while self.conversation.is_searching()
            && let Ok(happening) = happens.recv()
        {
            if let HubInput::Engine(event @ EngineEvent::Done(_)) = happening {
                let reactions = self.conversation.heard(&event);
                // A GUI that has left does not read it.
                let _ = self.react(reactions);
            }
        }
    }
}

/// Starts the thread that reads a line for each permit.
fn start_reading(
    input: impl BufRead + Send + 'static,
    happened: SyncSender<HubInput>,
    permitted: Receiver<()>,
) -> io::Result<()> {
    let mut input = BoundedLines::new(input, LONGEST_LINE);
    thread::Builder::new().name("lines".into()).spawn(move || {
        for () in permitted {
            let line = read_line(&mut input);
            let is_last = matches!(line, Ok(InputLine::End) | Err(_));
            if happened.send(HubInput::Line(line)).is_err() || is_last {
                return;
            }
        }
    })?;
    Ok(())
}
