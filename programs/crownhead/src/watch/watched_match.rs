//! The files of a match, read again when they have changed: the journal only from where it has
//! grown, `live.json` whole.

use crate::watch::view::Facts;
use pages::{MatchState, WatchView};
use referee::journal::{JournalChange, JournalReader, LIVE_FILE, LiveError, LiveMatch, Records};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A match as its files show it.
#[derive(Debug)]
pub struct WatchedMatch {
    dir: PathBuf,
    journal: JournalReader,
    journal_error: Option<String>,
    live: Option<LiveMatch>,
    live_error: Option<String>,
    /// Length and time of change of `live.json` when it was read.
    live_seen: Option<(u64, Option<SystemTime>)>,
    /// The referee that has started this program.
    referee: Option<u32>,
    state: MatchState,
}

impl WatchedMatch {
    /// The match in the folder, not looked at yet. `referee` is the process that plays it, if it
    /// has started this program: then a file of an older process is ignored.
    pub fn new(dir: &Path, referee: Option<u32>) -> Self {
        WatchedMatch {
            dir: dir.to_path_buf(),
            journal: JournalReader::new(&dir.join("journal.jsonl")),
            journal_error: None,
            live: None,
            live_error: None,
            live_seen: None,
            referee,
            state: MatchState::Waiting,
        }
    }

    pub const fn records(&self) -> &Records {
        self.journal.records()
    }

    /// Looks at the files again; returns the view if something has changed.
    pub fn look(&mut self) -> Option<WatchView> {
        let journal_has_changed = self.look_at_journal();
        let live_has_changed = self.look_at_live_file();
        let state = self.current_state();
        if !journal_has_changed && !live_has_changed && state == self.state {
            return None;
        }
        self.state = state;
        Some(self.view())
    }

    pub fn view(&self) -> WatchView {
        let live = self.live.as_ref().filter(|live| self.is_of_our_referee(live));
        let errors = [&self.journal_error, &self.live_error].into_iter().flatten();
        let message = errors.cloned().collect::<Vec<_>>().join("\n");
        let message = Some(message).filter(|message| !message.is_empty());
        Facts { records: self.records(), live, state: self.state, message }.view()
    }

    fn look_at_journal(&mut self) -> bool {
        let (change, error) = match self.journal.look() {
            Ok(change) => (change, None),
            Err(error) => (JournalChange::Nothing, Some(error.to_string())),
        };
        let is_new = change == JournalChange::Games || error != self.journal_error;
        self.journal_error = error;
        is_new
    }

    fn look_at_live_file(&mut self) -> bool {
        let found = fs::metadata(self.dir.join(LIVE_FILE)).ok();
        let seen = found.map(|found| (found.len(), found.modified().ok()));
        if seen == self.live_seen {
            return false;
        }
        self.live_seen = seen;
        match LiveMatch::read(&self.dir) {
            Ok(live) => (self.live, self.live_error) = (live, None),
            Err(error) => (self.live, self.live_error) = (None, Some(sentence(&error))),
        }
        true
    }

    fn current_state(&self) -> MatchState {
        match self.live.as_ref().filter(|live| self.is_of_our_referee(live)) {
            Some(live) if live.is_finished => MatchState::Finished,
            Some(live) if live.is_running(self.journal.path()) => MatchState::Playing,
            Some(_) => MatchState::Interrupted,
            None if self.referee.is_some() || self.records().is_empty() => MatchState::Waiting,
            None => MatchState::Unknown,
        }
    }

    fn is_of_our_referee(&self, live: &LiveMatch) -> bool {
        self.referee.is_none_or(|referee| i64::from(referee) == i64::from(live.pid))
    }
}

fn sentence(error: &LiveError) -> String {
    format!("the games in play are not known: {error}")
}
