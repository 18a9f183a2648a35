//! Lines of the terminal or of a file, each given only on request.
//!
//! A stream is read ahead, so that its end is known while the program thinks.
//! A thread of its own waits for the line, so that a page is answered meanwhile. A terminal gets an
//! editor of lines that remembers them while the program runs; everything else is read plainly.

use crate::input::event::{InputEnd, SessionEvent};
use cli::lines::BoundedLines;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor, ExternalPrinter};
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread;

pub enum LineSource {
    /// A file, which is there as a whole.
    Plain(Box<dyn BufRead + Send>),
    /// A pipe: at its end the user waits for the program to leave.
    Stream(Box<dyn BufRead + Send>, InputEnd),
    Terminal(Box<LineEditor>),
    /// All commands come from the page.
    Nothing,
}

/// An editor of lines; it prints the prompt by itself.
pub struct LineEditor(Editor<(), MemHistory>);

/// Asks for lines. Each comes as an [`SessionEvent::Line`].
#[derive(Debug)]
pub struct LineReader {
    prompts: Option<Sender<String>>,
    is_editor: bool,
}

/// Reads the line behind a prompt; `None` at the end of the input.
type ReadLine = Box<dyn FnMut(&str) -> io::Result<Option<String>> + Send>;

/// Longer lines are cut: no command is as long.
const LONGEST_LINE: usize = 4_096;
const LINES_AHEAD: usize = 4_096;

impl LineReader {
    /// A reader of `input` that sends its lines. Fails if the system has no thread for it.
    pub fn start(input: LineSource, events: Sender<SessionEvent>) -> io::Result<Self> {
        let is_editor = matches!(input, LineSource::Terminal(_));
        let mut read: ReadLine = match input {
            LineSource::Nothing => return Ok(LineReader { prompts: None, is_editor }),
            LineSource::Plain(lines) => {
                let mut lines = BoundedLines::new(lines, LONGEST_LINE);
                Box::new(move |_| read_line(&mut lines))
            }
            LineSource::Stream(lines, end) => {
                let ahead = read_ahead(lines, end)?;
                // Behind the end there is only the end.
                Box::new(move |_| ahead.recv().unwrap_or(Ok(None)))
            }
            LineSource::Terminal(mut editor) => Box::new(move |prompt| editor.read_line(prompt)),
        };
        let (prompts, asked): (_, Receiver<String>) = channel();
        thread::Builder::new().spawn(move || {
            for prompt in asked {
                // A session that has ended wants no line.
                let _ = events.send(SessionEvent::Line(read(&prompt)));
            }
        })?;
        Ok(LineReader { prompts: Some(prompts), is_editor })
    }

    /// Asks for a line. If there is no input, none ever comes.
    pub fn ask(&self, prompt: &str) {
        if let Some(prompts) = &self.prompts {
            // The thread ends only with the program.
            let _ = prompts.send(prompt.to_string());
        }
    }

    /// True if a person edits lines at a terminal; then the editor prints the prompt.
    pub const fn is_editor(&self) -> bool {
        self.is_editor
    }
}

impl LineEditor {
    /// An editor on the terminal, and an output that does not disturb the line being edited.
    pub fn new() -> io::Result<(Self, Box<dyn Write>)> {
        let config = Config::builder().auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history).map_err(io::Error::other)?;
        let printer = editor.create_external_printer().map_err(io::Error::other)?;
        Ok((LineEditor(editor), Box::new(PrinterOutput { printer, text: Vec::new() })))
    }

    fn read_line(&mut self, prompt: &str) -> io::Result<Option<String>> {
        match self.0.readline(prompt) {
            Ok(line) => Ok(Some(cut(line))),
            // Ctrl-D and Ctrl-C leave.
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            // The bytes are no text: one wrong line, as in a pipe.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Some(char::REPLACEMENT_CHARACTER.to_string()))
            }
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

/// Prints above the line that is being edited.
struct PrinterOutput<P> {
    printer: P,
    text: Vec<u8>,
}

impl<P: ExternalPrinter> Write for PrinterOutput<P> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.text.is_empty() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&self.text).into_owned();
        self.text.clear();
        self.printer.print(text).map_err(io::Error::other)
    }
}

/// Reads the lines on a thread of its own. Fails if the system has none.
fn read_ahead(
    input: Box<dyn BufRead + Send>,
    end: InputEnd,
) -> io::Result<Receiver<io::Result<Option<String>>>> {
    let (sender, lines) = sync_channel(LINES_AHEAD);
    let mut input = BoundedLines::new(input, LONGEST_LINE);
    thread::Builder::new().spawn(move || {
        loop {
            let line = read_line(&mut input);
            let is_last = !matches!(line, Ok(Some(_)));
            if is_last {
                end.mark();
            }
            // A session that has ended wants no line.
            if sender.send(line).is_err() || is_last {
                break;
            }
        }
    })?;
    Ok(lines)
}

/// The next line, cut where it is too long; `None` at the end of the input.
fn read_line(input: &mut BoundedLines<impl BufRead>) -> io::Result<Option<String>> {
    Ok(input.next_line()?.map(|line| String::from_utf8_lossy(&line.bytes).into_owned()))
}

/// What a person has typed, cut where it is too long.
fn cut(line: String) -> String {
    let mut bytes = line.into_bytes();
    bytes.truncate(LONGEST_LINE);
    String::from_utf8_lossy(&bytes).into_owned()
}
