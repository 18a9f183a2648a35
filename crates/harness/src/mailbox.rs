//! Where what is heard of the programs waits until a directive asks for it.
//!
//! One mailbox for each program. The thread that listens to the program puts in what matters, in the
//! order of the output; with two programs, every announcement of the other one is put in as well, in
//! a queue of its own. The player takes out, and waits no longer than its deadline, the end of the
//! program, a failure of the other one, or an interruption. What came before the end of a program is
//! still delivered first, so that the same output always leads to the same report.

use crate::interrupt::Stop;
use crate::limits::{Deadline, Rule};
use crate::message::Message;
use crate::transcript::{Breach, Heard};
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How soon an interruption is seen.
const SLICE: Duration = Duration::from_millis(100);

/// How an output ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program closed it or ended.
    Closed,
    /// It broke a rule, and was not read further.
    Broken(Breach),
}

/// Why nothing was delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// Time is up.
    Late(Rule),
    /// No more will come.
    Ended(Ending),
    /// No more will come from the other program.
    OtherEnded,
    /// The other program has failed; there is no point in going on.
    Halted,
    /// The user wants an end.
    Interrupted,
}

/// Which announcements the player will take out without further directives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attention {
    /// Those that a directive asks for, one by one: the others pile up, and may not be many.
    AsAsked,
    /// All, as fast as they come: a game is on.
    Every,
}

/// What is known of one program, shared by its listener, its player and the other program's listener.
#[derive(Debug)]
pub struct Mailbox {
    state: Mutex<State>,
    news: Condvar,
    stop: Stop,
    most_unread: usize,
}

#[derive(Debug)]
struct State {
    own: VecDeque<Heard>,
    ending: Option<Ending>,
    attention: Attention,
    of_other: VecDeque<Message>,
    other_ended: bool,
    halted: bool,
}

impl State {
    fn unread(&self) -> impl Iterator<Item = &Message> {
        self.own.iter().filter_map(|heard| match heard {
            Heard::Message(message) => Some(message),
            Heard::Dump(_) => None,
        })
    }

    fn ended<T>(&self) -> Option<Result<T, Silence>> {
        self.ending.clone().map(|ending| Err(Silence::Ended(ending)))
    }
}

impl Mailbox {
    /// An empty one that holds so many announcements nobody asks for.
    pub fn new(most_unread: usize, stop: Stop) -> Self {
        let state = State {
            own: VecDeque::new(),
            ending: None,
            attention: Attention::AsAsked,
            of_other: VecDeque::new(),
            other_ended: false,
            halted: false,
        };
        Mailbox { state: Mutex::new(state), news: Condvar::new(), stop, most_unread }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes something that somebody may be waiting for.
    fn tell<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let answer = change(&mut self.lock());
        self.news.notify_all();
        answer
    }

    /// Puts in what the program said.
    ///
    /// # Errors
    /// It has announced too much that nobody asks for.
    pub fn put(&self, heard: Heard) -> Result<(), Breach> {
        self.tell(|state| {
            state.own.push_back(heard);
            let too_many = state.unread().count() > self.most_unread;
            if too_many && state.attention == Attention::AsAsked {
                return Err(Breach::Unread(self.most_unread));
            }
            Ok(())
        })
    }

    /// The program's output has ended.
    pub fn end(&self, ending: Ending) {
        self.tell(|state| state.ending = Some(ending));
    }

    /// Puts in what the other program announced.
    pub fn put_of_other(&self, message: Message) {
        self.tell(|state| state.of_other.push_back(message));
    }

    /// The other program's output has ended.
    pub fn end_of_other(&self) {
        self.tell(|state| state.other_ended = true);
    }

    /// The other program has failed.
    pub fn halt(&self) {
        self.tell(|state| state.halted = true);
    }

    /// Says what the player is about to do.
    pub fn attend(&self, attention: Attention) {
        self.tell(|state| state.attention = attention);
    }

    /// What the program said next.
    ///
    /// # Errors
    /// Nothing came.
    pub fn next(&self, deadline: Deadline) -> Result<Heard, Silence> {
        self.wait(deadline, |state| {
            let heard = state.own.pop_front();
            heard.map(Ok).or_else(|| state.ended())
        })
    }

    /// What the other program announced next.
    ///
    /// # Errors
    /// Nothing came. That the own program has ended comes first, since the other may wait for it.
    pub fn next_of_other(&self, deadline: Deadline) -> Result<Message, Silence> {
        self.wait(deadline, |state| {
            let message = state.of_other.pop_front();
            let over = || state.other_ended.then_some(Err(Silence::OtherEnded));
            message.map(Ok).or_else(|| state.ended()).or_else(over)
        })
    }

    /// The first announcement that has not been asked for, if there is one already.
    pub fn unread(&self) -> Option<Message> {
        self.lock().unread().next().cloned()
    }

    /// The other program's next announcement, if it is there already.
    pub fn unread_of_other(&self) -> Option<Message> {
        self.lock().of_other.front().cloned()
    }

    /// Waits for the end of the output.
    ///
    /// # Errors
    /// It did not end.
    pub fn wait_for_end(&self, deadline: Deadline) -> Result<Ending, Silence> {
        self.wait(deadline, |state| state.ending.clone().map(Ok))
    }

    /// Takes out all that is left.
    pub fn rest(&self) -> Vec<Heard> {
        self.lock().own.drain(..).collect()
    }

    fn wait<T>(
        &self,
        deadline: Deadline,
        mut look: impl FnMut(&mut State) -> Option<Result<T, Silence>>,
    ) -> Result<T, Silence> {
        let mut state = self.lock();
        loop {
            if let Some(found) = look(&mut state) {
                return found;
            }
            if state.halted {
                return Err(Silence::Halted);
            }
            if self.stop.is_set() {
                return Err(Silence::Interrupted);
            }
            let left = deadline.left();
            if left.is_zero() {
                return Err(Silence::Late(deadline.rule));
            }
            let woken = self.news.wait_timeout(state, left.min(SLICE));
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Verdict;

    const WON: Message = Message::Result(Verdict::White);

    fn mailbox() -> Mailbox {
        Mailbox::new(2, Stop::default())
    }

    fn soon() -> Deadline {
        Deadline::from_now(Rule::Patience(Duration::from_millis(1)))
    }

    #[test]
    fn what_came_before_the_end_comes_first() {
        let mailbox = mailbox();
        assert_eq!(mailbox.next(soon()), Err(Silence::Late(soon().rule)));
        mailbox.put(Heard::Message(WON)).expect("room");
        mailbox.end(Ending::Closed);
        assert_eq!(mailbox.next(soon()), Ok(Heard::Message(WON)));
        assert_eq!(mailbox.next(soon()), Err(Silence::Ended(Ending::Closed)));
    }

    #[test]
    fn announcements_pile_up_only_while_nobody_attends() {
        let mailbox = mailbox();
        for _ in 0..2 {
            assert_eq!(mailbox.put(Heard::Message(WON)), Ok(()));
            assert_eq!(mailbox.put(Heard::Dump(Vec::new())), Ok(()));
        }
        assert_eq!(mailbox.put(Heard::Message(WON)), Err(Breach::Unread(2)));
        mailbox.attend(Attention::Every);
        assert_eq!(mailbox.put(Heard::Message(WON)), Ok(()));
    }

    #[test]
    fn the_other_program_has_a_queue_of_its_own() {
        let mailbox = mailbox();
        mailbox.put_of_other(WON);
        mailbox.end_of_other();
        assert_eq!(mailbox.next(soon()), Err(Silence::Late(soon().rule)));
        assert_eq!(mailbox.next_of_other(soon()), Ok(WON));
        assert_eq!(mailbox.next_of_other(soon()), Err(Silence::OtherEnded));
        mailbox.end(Ending::Closed);
        assert_eq!(mailbox.next_of_other(soon()), Err(Silence::Ended(Ending::Closed)));
    }

    #[test]
    fn halts_and_interruptions_end_a_wait() {
        let far = Deadline::from_now(Rule::Patience(Duration::from_secs(60)));
        let (halted, stop) = (mailbox(), Stop::default());
        halted.halt();
        assert_eq!(halted.next(far), Err(Silence::Halted));
        let stopped = Mailbox::new(2, stop.clone());
        stop.set(2);
        assert_eq!(stopped.wait_for_end(far), Err(Silence::Interrupted));
    }
}
