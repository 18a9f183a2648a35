//! When a program that answers in a file is done with its turn, although it does not end.

use crate::process::spec::IDLE_AFTER_ANSWER;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The answer as it was at the last look.
#[derive(Debug, Default)]
pub struct AnswerWatch {
    /// Length and time of the file; `None` while nothing is there.
    state: Option<(u64, Option<SystemTime>)>,
    /// How long the program had been idle when the answer became what it is.
    idle_before: Duration,
}

impl AnswerWatch {
    /// Whether the program has been idle for long, and without a break, since its answer is as it
    /// is. It is idle now for `lasting`, and was for `total` since it started.
    pub fn idles(&mut self, answer: &Path, lasting: Duration, total: Duration) -> bool {
        let file = answer.symlink_metadata().ok().filter(|file| file.is_file() && file.len() > 0);
        let state = file.map(|file| (file.len(), file.modified().ok()));
        if state != self.state {
            *self = AnswerWatch { state, idle_before: total };
        }
        let since = total.saturating_sub(self.idle_before);
        state.is_some() && lasting.min(since) >= IDLE_AFTER_ANSWER
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_idle_second_begins_when_the_answer_is_as_it_is() {
        let dir = tempfile::tempdir().expect("a folder");
        let (path, seconds) = (dir.path().join("output.txt"), Duration::from_secs_f64);
        let mut watch = AnswerWatch::default();
        assert!(!watch.idles(&path, seconds(9.0), seconds(9.0)), "there is none");
        fs::write(&path, "E b6").expect("written");
        assert!(!watch.idles(&path, seconds(9.1), seconds(9.1)), "it has just come");
        assert!(!watch.idles(&path, seconds(10.0), seconds(10.0)));
        fs::write(&path, "E b6 a5\n").expect("written");
        assert!(!watch.idles(&path, seconds(10.5), seconds(10.5)), "it has changed");
        assert!(!watch.idles(&path, seconds(0.4), seconds(11.6)), "it worked meanwhile");
        assert!(watch.idles(&path, seconds(1.0), seconds(12.2)));
    }
}
