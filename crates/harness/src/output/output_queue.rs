//! Where the parsed output of a program waits until a directive asks for it.
//!
//! There is one `OutputQueue` for each program. The thread that reads the program's output puts in
//! what matters, in the order of the output; with two programs, every announcement of the other one
//! is put in as well, in a second queue. The script's thread takes out, and waits no longer than
//! its deadline, the end of the program, a failure of the other one, or an interruption. What came
//! before the end of a program is delivered first, so the same output always leads to the same
//! report.

use crate::error::HarnessError;
use crate::interrupt::SignalFlag;
use crate::limits::{WaitDeadline, WaitLimit};
use crate::output::announcement::Announcement;
use crate::output::output_parser::OutputItem;
use crate::remark::Remark;
use std::collections::VecDeque;
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// An interruption is seen after this time at the latest.
const INTERRUPT_POLL: Duration = Duration::from_millis(100);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputEnd {
    Closed,
    /// It broke this rule, and was not read further.
    Invalid(String),
}

/// A wait ended and nothing was delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WaitEnd {
    Late(WaitLimit),
    Ended(OutputEnd),
    /// No more will come from the other program.
    OtherEnded,
    /// The other program has failed, so the game cannot go on.
    OtherFailed,
    Interrupted,
}

/// Are announcements that no directive asks for limited in number?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadLimit {
    /// They are: the next directive takes one announcement.
    Enforced,
    /// They are not: the next directive takes all announcements of a game.
    Lifted,
}

/// The output of one program, shared by the threads that read its output and the other program's,
/// and by the one that plays its script.
#[derive(Debug)]
pub struct OutputQueue {
    state: Mutex<QueueState>,
    changed: Condvar,
    interrupt: SignalFlag,
    max_unread: usize,
}

#[derive(Debug)]
struct QueueState {
    own: VecDeque<OutputItem>,
    end: Option<OutputEnd>,
    unread_limit: UnreadLimit,
    remarks: Vec<Remark>,
    of_other: VecDeque<Announcement>,
    other_ended: bool,
    other_failed: bool,
}

impl QueueState {
    fn unread(&self) -> impl Iterator<Item = &Announcement> {
        self.own.iter().filter_map(|item| match item {
            OutputItem::Announcement(announcement) => Some(announcement),
            OutputItem::Dump(_) => None,
        })
    }

    fn ended<T>(&self) -> Option<Result<T, WaitEnd>> {
        self.end.clone().map(|end| Err(WaitEnd::Ended(end)))
    }
}

impl OutputQueue {
    /// An empty queue that holds at most `max_unread` announcements that no directive asks for.
    pub fn new(max_unread: usize, interrupt: SignalFlag) -> Self {
        let state = QueueState {
            own: VecDeque::new(),
            end: None,
            unread_limit: UnreadLimit::Enforced,
            remarks: Vec::new(),
            of_other: VecDeque::new(),
            other_ended: false,
            other_failed: false,
        };
        OutputQueue { state: Mutex::new(state), changed: Condvar::new(), interrupt, max_unread }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and wakes those who wait.
    fn change<T>(&self, change: impl FnOnce(&mut QueueState) -> T) -> T {
        let result = change(&mut self.lock());
        self.changed.notify_all();
        result
    }

    /// Puts in an item of the program's output. An error if too many announcements wait that no
    /// directive asks for.
    pub fn put(&self, item: OutputItem) -> Result<(), HarnessError> {
        self.change(|state| {
            state.own.push_back(item);
            let too_many = state.unread().count() > self.max_unread;
            if too_many && state.unread_limit == UnreadLimit::Enforced {
                let most = self.max_unread;
                return Err(HarnessError::Program(format!(
                    "it announced more than {most} moves and results that no directive asks for"
                )));
            }
            Ok(())
        })
    }

    pub fn put_remark(&self, remark: Remark) {
        self.lock().remarks.push(remark);
    }

    pub fn take_remarks(&self) -> Vec<Remark> {
        mem::take(&mut self.lock().remarks)
    }

    pub fn end(&self, end: OutputEnd) {
        self.change(|state| state.end = Some(end));
    }

    pub fn put_of_other(&self, announcement: Announcement) {
        self.change(|state| state.of_other.push_back(announcement));
    }

    pub fn end_of_other(&self) {
        self.change(|state| state.other_ended = true);
    }

    pub fn set_other_failed(&self) {
        self.change(|state| state.other_failed = true);
    }

    pub fn set_unread_limit(&self, unread_limit: UnreadLimit) {
        self.change(|state| state.unread_limit = unread_limit);
    }

    pub fn next(&self, deadline: WaitDeadline) -> Result<OutputItem, WaitEnd> {
        self.wait(deadline, |state| {
            let item = state.own.pop_front();
            item.map(Ok).or_else(|| state.ended())
        })
    }

    /// Takes out the other program's next announcement. If both programs have ended, the error
    /// names the own one: the other may have waited for it.
    pub fn next_of_other(&self, deadline: WaitDeadline) -> Result<Announcement, WaitEnd> {
        self.wait(deadline, |state| {
            let announcement = state.of_other.pop_front();
            announcement
                .map(Ok)
                .or_else(|| state.ended())
                .or_else(|| state.other_ended.then_some(Err(WaitEnd::OtherEnded)))
        })
    }

    /// The first announcement that no directive has taken, if there is one already.
    pub fn unread(&self) -> Option<Announcement> {
        self.lock().unread().next().cloned()
    }

    /// The other program's next announcement, if it is there already.
    pub fn unread_of_other(&self) -> Option<Announcement> {
        self.lock().of_other.front().cloned()
    }

    pub fn wait_for_end(&self, deadline: WaitDeadline) -> Result<OutputEnd, WaitEnd> {
        self.wait(deadline, |state| state.end.clone().map(Ok))
    }

    pub fn rest(&self) -> Vec<OutputItem> {
        self.lock().own.drain(..).collect()
    }

    fn wait<T>(
        &self,
        deadline: WaitDeadline,
        mut look: impl FnMut(&mut QueueState) -> Option<Result<T, WaitEnd>>,
    ) -> Result<T, WaitEnd> {
        let mut state = self.lock();
        loop {
            if let Some(found) = look(&mut state) {
                return found;
            }
            if state.other_failed {
                return Err(WaitEnd::OtherFailed);
            }
            if self.interrupt.is_set() {
                return Err(WaitEnd::Interrupted);
            }
            let left = deadline.left();
            if left.is_zero() {
                return Err(WaitEnd::Late(deadline.limit));
            }
            let woken = self.changed.wait_timeout(state, left.min(INTERRUPT_POLL));
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::announcement::AnnouncedResult;

    const WON: Announcement = Announcement::Result(AnnouncedResult::White);

    fn queue() -> OutputQueue {
        OutputQueue::new(2, SignalFlag::default())
    }

    fn soon() -> WaitDeadline {
        WaitDeadline::from_now(WaitLimit::Patience(Duration::from_millis(1)))
    }

    #[test]
    fn what_came_before_the_end_comes_first() {
        let queue = queue();
        assert_eq!(queue.next(soon()), Err(WaitEnd::Late(soon().limit)));
        queue.put(OutputItem::Announcement(WON)).expect("room");
        queue.end(OutputEnd::Closed);
        assert_eq!(queue.next(soon()), Ok(OutputItem::Announcement(WON)));
        assert_eq!(queue.next(soon()), Err(WaitEnd::Ended(OutputEnd::Closed)));
    }

    #[test]
    fn unread_announcements_are_limited_unless_a_game_is_on() {
        let queue = queue();
        for _ in 0..2 {
            assert_eq!(queue.put(OutputItem::Announcement(WON)), Ok(()));
            assert_eq!(queue.put(OutputItem::Dump(Vec::new())), Ok(()));
        }
        let error = "it announced more than 2 moves and results that no directive asks for";
        let error = HarnessError::Program(error.to_string());
        assert_eq!(queue.put(OutputItem::Announcement(WON)), Err(error));
        queue.set_unread_limit(UnreadLimit::Lifted);
        assert_eq!(queue.put(OutputItem::Announcement(WON)), Ok(()));
    }

    #[test]
    fn the_other_program_has_a_queue_of_its_own() {
        let queue = queue();
        queue.put_of_other(WON);
        queue.end_of_other();
        assert_eq!(queue.next(soon()), Err(WaitEnd::Late(soon().limit)));
        assert_eq!(queue.next_of_other(soon()), Ok(WON));
        assert_eq!(queue.next_of_other(soon()), Err(WaitEnd::OtherEnded));
        queue.end(OutputEnd::Closed);
        assert_eq!(queue.next_of_other(soon()), Err(WaitEnd::Ended(OutputEnd::Closed)));
    }

    #[test]
    fn a_failure_of_the_other_program_and_an_interruption_end_a_wait() {
        let far = WaitDeadline::from_now(WaitLimit::Patience(Duration::from_secs(60)));
        let (other_failed, interrupt) = (queue(), SignalFlag::default());
        other_failed.set_other_failed();
        assert_eq!(other_failed.next(far), Err(WaitEnd::OtherFailed));
        let stopped = OutputQueue::new(2, interrupt.clone());
        interrupt.set(2);
        assert_eq!(stopped.wait_for_end(far), Err(WaitEnd::Interrupted));
    }
}
