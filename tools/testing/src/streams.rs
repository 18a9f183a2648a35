//! Programs at a terminal, and programs whose standard streams do not wait.

use crate::page_program::LONGEST_WAIT;
use nix::pty::openpty;
use std::fs::File;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// What is long enough for a program to read what is not there, or to fill what nobody reads. On a
/// slow machine less is tried, and a program that does right passes all the same.
const HESITATION: Duration = Duration::from_millis(200);

/// A program at a terminal of its own; dropping it ends it.
#[derive(Debug)]
pub struct TerminalProgram {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// What was shown since the last wait, in UTF-8 or not.
    seen: Vec<u8>,
}

impl TerminalProgram {
    /// # Panics
    /// There is no terminal, or the program cannot be started.
    pub fn start(mut command: Command) -> Self {
        let pair = openpty(None, None).expect("a terminal");
        let end = || Stdio::from(pair.slave.try_clone().expect("another descriptor"));
        command.env("TERM", "xterm").stdin(end()).stdout(end()).stderr(end());
        let child = command.spawn().expect("it starts");
        let keyboard = File::from(pair.master);
        let mut output = keyboard.try_clone().expect("another descriptor");
        let (sender, screen) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The last reading fails: the program has closed the terminal.
            while let Ok(length @ 1..) = output.read(&mut bytes) {
                if sender.send(bytes[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        TerminalProgram { child, keyboard, screen, seen: Vec::new() }
    }

    /// # Panics
    /// The terminal is gone.
    pub fn type_in(&mut self, keys: &[u8]) {
        self.keyboard.write_all(keys).expect("the terminal takes it");
    }

    /// Waits until this is shown, and forgets what was shown before.
    ///
    /// # Panics
    /// It is not shown.
    pub fn wait_for(&mut self, text: &str) {
        loop {
            let seen = String::from_utf8_lossy(&self.seen);
            if let Some((_, rest)) = seen.split_once(text) {
                self.seen = rest.as_bytes().to_vec();
                return;
            }
            let Ok(shown) = self.screen.recv_timeout(LONGEST_WAIT) else {
                panic!("the program did not show {text:?}, only {seen:?}")
            };
            self.seen.extend(shown);
        }
    }

    /// How it ends.
    ///
    /// # Panics
    /// The system does not tell.
    pub fn exit(mut self) -> ExitStatus {
        self.child.wait().expect("it ends")
    }
}

impl Drop for TerminalProgram {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a program on an input to its end. Its standard input and output do not wait
/// (`O_NONBLOCK`): at first there is nothing to read, and then nobody reads.
///
/// # Panics
/// The program cannot be started, or its output cannot be read.
pub fn output_without_waiting(mut command: Command, input: &[u8]) -> Output {
    let [(mut keyboard, stdin), (mut screen, stdout)] =
        [(); 2].map(|()| UnixStream::pair().expect("sockets"));
    for stream in [&stdin, &stdout] {
        stream.set_nonblocking(true).expect("a flag");
    }
    command.stdin(OwnedFd::from(stdin)).stdout(OwnedFd::from(stdout)).stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    // It holds the program's ends of the sockets.
    drop(command);
    thread::sleep(HESITATION);
    // The program may have left without reading all.
    let _ = keyboard.write_all(input);
    let _ = keyboard.shutdown(Shutdown::Write);
    thread::sleep(HESITATION);
    let mut stdout = Vec::new();
    screen.read_to_end(&mut stdout).expect("its output");
    Output { stdout, ..child.wait_with_output().expect("it ends") }
}
