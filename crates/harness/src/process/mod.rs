//! A child process that is killed together with what it has started.
//!
//! On Unix it runs in a process group of its own, and the group is killed. Windows has nothing like
//! it without unsafe code: there the program alone is killed.

mod exit;
#[cfg(unix)]
mod unix;
#[cfg(unix)]
use crate::process::unix as system;
#[cfg(windows)]
mod windows;
#[cfg(windows)]
use crate::process::windows as system;

pub use crate::process::exit::ProcessExit;

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};

#[derive(Debug)]
pub struct Pipes {
    pub stdin: ChildStdin,
    pub stdout: ChildStdout,
    pub stderr: ChildStderr,
}

/// A running process. It is killed when this is dropped.
#[derive(Debug)]
pub struct ProcessGroup(Child);

impl ProcessGroup {
    /// Starts a process, with pipes for all three standard streams.
    pub fn start(mut command: Command) -> io::Result<(Self, Pipes)> {
        system::set_own_group(&mut command);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = ProcessGroup(command.spawn()?);
        let Child { stdin, stdout, stderr, .. } = &mut process.0;
        match (stdin.take(), stdout.take(), stderr.take()) {
            (Some(stdin), Some(stdout), Some(stderr)) => {
                Ok((process, Pipes { stdin, stdout, stderr }))
            }
            _ => Err(io::Error::other("the system gave it no pipes")),
        }
    }

    /// Its end, if it has ended. Does not wait.
    pub fn exit(&mut self) -> io::Result<Option<ProcessExit>> {
        system::exit(&mut self.0)
    }

    /// Kills it, and on Unix what it has started, if that is still in its group.
    pub fn kill(&mut self) {
        system::kill_group(&self.0);
        // It may have left its group. An error means that it has ended already.
        let _ = self.0.kill();
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.kill();
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::time::Duration;
    use std::{env, thread};

    fn this_test(argument: &str) -> (ProcessGroup, Pipes) {
        let mut command = Command::new(env::current_exe().expect("a test knows its path"));
        command.arg(argument);
        ProcessGroup::start(command).expect("it starts")
    }

    fn wait(process: &mut ProcessGroup) -> ProcessExit {
        loop {
            if let Some(exit) = process.exit().expect("the system tells") {
                return exit;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_process_prints_and_ends() {
        let (mut process, mut pipes) = this_test("--list");
        let mut printed = String::new();
        pipes.stdout.read_to_string(&mut printed).expect("text");
        assert!(printed.contains("a_process_prints_and_ends"), "{printed}");
        assert_eq!(wait(&mut process), ProcessExit::Code(0));
        // Asking again is allowed, and so is killing a process that has ended.
        assert_eq!(wait(&mut process), ProcessExit::Code(0));
        process.kill();
    }

    #[test]
    fn an_error_has_its_exit_code() {
        let (mut process, _pipes) = this_test("--no-such-option");
        assert!(matches!(wait(&mut process), ProcessExit::Code(code) if code != 0));
    }
}
