//! Ctrl-C breaks off games in play. Finished games are shown, with the command that goes on. So do
//! the signals of a terminal that closes and of a system that shuts down.
//!
//! The signal handler only sets the flag of the temporary folder, which ends the runs of all agents
//! in it; games in play are not recorded. A later signal ends the referee at once. Agents are in
//! sessions of their own, so the terminal's signal does not reach them. If the referee was started
//! with a signal ignored, as with `nohup` or in the background of a script, it stays ignored.

use runner::StopFlag;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_default};
use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{fs, thread};

/// For so long, and at most twice as long, further signals are the first one again: `timeout` sends
/// its signal to the program and to the program's group.
const ONE_SIGNAL: Duration = Duration::from_millis(500);

#[derive(Clone, Debug)]
pub struct CtrlC {
    stop: StopFlag,
    command: Vec<String>,
}

impl CtrlC {
    pub fn new(arguments: &[OsString]) -> Self {
        let command = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        CtrlC { stop: StopFlag::default(), command }
    }

    /// From now on the first signal sets `stop`, and a later one ends the process.
    pub fn sets(&mut self, stop: &StopFlag) {
        self.stop = stop.clone();
        let is_later = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal)) {
            // If the system refuses, the signal ends the process at once.
            if register_conditional_default(signal, Arc::clone(&is_later)).is_ok() {
                let _ = register(signal, stop.shared());
            }
        }
        let stop = stop.clone();
        // Without this thread, which a system may refuse, later signals do nothing.
        let _ = thread::Builder::new().spawn(move || {
            while !stop.is_set() {
                thread::sleep(ONE_SIGNAL);
            }
            thread::sleep(ONE_SIGNAL);
            is_later.store(true, Ordering::Relaxed);
        });
    }

    pub fn is_set(&self) -> bool {
        self.stop.is_set()
    }

    /// The command as it was given.
    pub fn command(&self) -> String {
        shell_words::join(&self.command)
    }

    /// The command that goes on where this one has stopped.
    pub fn resuming(&self) -> String {
        let mut words = self.command.clone();
        if !words.iter().any(|word| word == "--resume") {
            // Behind the word `--` there are no options.
            let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
            words.insert(end, "--resume".to_string());
        }
        shell_words::join(words)
    }
}

/// True if a signal is ignored: its bit of `SigIgn` in `/proc/self/status`, see `proc(5)`. False
/// where there is no such file.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resuming(words: &[&str]) -> String {
        CtrlC::new(&words.iter().map(OsString::from).collect::<Vec<_>>()).resuming()
    }

    #[test]
    fn the_command_that_goes_on_can_be_pasted_into_a_shell() {
        let plain = ["referee", "match", "one", "java -cp . Homework", "--games", "4"];
        assert_eq!(resuming(&plain), "referee match one 'java -cp . Homework' --games 4 --resume");
        let resumed = [&plain[..], &["--resume"]].concat();
        assert_eq!(resuming(&resumed), resuming(&plain), "once is enough");
        assert_eq!(resuming(&["r", "match", "--", "a", "-b"]), "r match --resume -- a -b");
    }
}
