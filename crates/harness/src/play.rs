//! Plays one script with one program, alone or against the program of another script.
//!
//! Lines for the program are sent at once, whether it asks for them or not; only directives wait. In
//! a game with another program, its move is told to ours, then ours must answer, until one of them
//! announces a result: then the other must announce the same, whoever made the last move, and no one
//! may announce it again before a new game. What is collected for the comparison is the dumps, and
//! the results that a `+` asks for, in the order in which the program said them.

use crate::channel::{Channel, Exit};
use crate::directive::{Directive, Keep};
use crate::failure::{Due, Failure, Place, Reason, last_words};
use crate::limits::{Deadline, GameClock, Limits, Pace, Rule};
use crate::mailbox::{Attention, Ending, Mailbox, Silence};
use crate::message::{Message, Verdict};
use crate::script::{Action, Script, Step};
use crate::transcript::Heard;
use std::sync::Arc;

/// A program at its script.
#[derive(Debug)]
pub struct Player<'a> {
    script: &'a Script,
    channel: Channel,
    mailbox: Arc<Mailbox>,
    limits: Limits,
    pace: Pace,
    place: Place,
    collected: Vec<String>,
    /// The result of the last game with the other program, until a new one may have begun.
    settled: Option<Verdict>,
}

impl<'a> Player<'a> {
    /// Ready to begin.
    pub fn new(
        script: &'a Script,
        channel: Channel,
        mailbox: Arc<Mailbox>,
        limits: Limits,
    ) -> Self {
        let pace = limits.pace;
        let (place, collected, settled) = (Place::Start, Vec::new(), None);
        Player { script, channel, mailbox, limits, pace, place, collected, settled }
    }

    /// Plays to the end of the script and of the program. Returns what was collected.
    ///
    /// # Errors
    /// The program failed. It is killed, and so is all that it has started.
    pub fn play(mut self) -> Result<Vec<String>, Failure> {
        match self.steps().and_then(|()| self.leave()) {
            Ok(()) => Ok(self.collected),
            Err(reason) => {
                self.channel.silence();
                let last_words = last_words(&self.channel);
                Err(Failure { place: self.place, reason, last_words })
            }
        }
    }

    fn steps(&mut self) -> Result<(), Reason> {
        let steps = &self.script.steps;
        self.mailbox.attend(attention(steps));
        for (index, step) in steps.iter().enumerate() {
            self.place = Place::of(step);
            match step.action {
                Action::Tell => self.tell(&step.text)?,
                Action::Obey(directive) => {
                    self.channel.echo.does(&step.text);
                    self.obey(directive)?;
                    self.mailbox.attend(attention(&steps[index + 1..]));
                }
            }
        }
        self.place = Place::End;
        Ok(())
    }

    /// A new game, or a board that was set up, may well end again.
    fn tell(&mut self, line: &str) -> Result<(), Reason> {
        let word = line.split_whitespace().next().unwrap_or_default();
        if ["new", "set"].iter().any(|opening| word.eq_ignore_ascii_case(opening)) {
            self.look_for_a_second_result()?;
            self.settled = None;
        }
        self.channel.tell(line);
        Ok(())
    }

    fn obey(&mut self, directive: Directive) -> Result<(), Reason> {
        match directive {
            Directive::Time(pace) => self.pace = pace,
            Directive::Move => {
                match self.next(Due::Move, GameClock::start(self.pace).deadline())? {
                    Message::Move(_) => {}
                    got @ Message::Result(_) => {
                        return Err(Reason::Unexpected { due: Due::Move, got });
                    }
                }
            }
            Directive::Win => {
                let verdict = self.result(Due::Result)?;
                self.keep(Keep::Result, verdict);
            }
            Directive::Game(keep) => {
                let verdict = self.game()?;
                self.keep(keep, verdict);
            }
            Directive::Remote(keep) => {
                let verdict = self.remote_game()?;
                self.keep(keep, verdict);
                self.settled = Some(verdict);
                self.look_for_a_second_result()?;
            }
        }
        Ok(())
    }

    fn keep(&mut self, keep: Keep, verdict: Verdict) {
        if keep == Keep::Result {
            self.collected.push(Message::Result(verdict).to_string());
        }
    }

    /// The program plays against itself.
    fn game(&mut self) -> Result<Verdict, Reason> {
        let clock = GameClock::start(self.pace);
        loop {
            if let Message::Result(verdict) = self.next(Due::MoveOrResult, clock.deadline())? {
                return Ok(verdict);
            }
        }
    }

    /// The program plays against the other one.
    fn remote_game(&mut self) -> Result<Verdict, Reason> {
        let clock = GameClock::start(self.pace);
        loop {
            let theirs = self.turn_of_other(clock.deadline())?;
            let their_move = match &theirs {
                Message::Move(their_move) => their_move,
                Message::Result(verdict) => {
                    let mine = self.next(Due::SameResult(*verdict), self.patience())?;
                    return agreed(mine, theirs);
                }
            };
            // Our last move may have ended the game, and they have not seen it.
            if let Some(mine @ Message::Result(_)) = self.mailbox.unread() {
                return Err(Reason::Disagree { mine, other: theirs });
            }
            self.channel.tell(their_move);
            let mine = self.answer(clock.deadline())?;
            if let Message::Result(verdict) = mine {
                let theirs = self.next_of_other(Due::OthersResult(verdict), self.patience())?;
                return agreed(mine, theirs);
            }
        }
    }

    /// The other program's move. If none comes, perhaps it has missed the end of the game.
    fn turn_of_other(&self, deadline: Deadline) -> Result<Message, Reason> {
        let turn = self.next_of_other(Due::OthersMove, deadline);
        match (turn, self.mailbox.unread()) {
            (Err(Reason::Late { rule, .. }), Some(Message::Result(verdict))) => {
                Err(Reason::Late { due: Due::OthersResult(verdict), rule })
            }
            (turn, _) => turn,
        }
    }

    /// The program's answer to a move. If none comes, perhaps it has missed the end of the game.
    fn answer(&mut self, deadline: Deadline) -> Result<Message, Reason> {
        let answer = self.next(Due::MoveOrResult, deadline);
        match (answer, self.mailbox.unread_of_other()) {
            (Err(Reason::Late { rule, .. }), Some(Message::Result(verdict))) => {
                Err(Reason::Late { due: Due::SameResult(verdict), rule })
            }
            (answer, _) => answer,
        }
    }

    fn patience(&self) -> Deadline {
        Deadline::from_now(Rule::Patience(self.limits.patience))
    }

    fn result(&mut self, due: Due) -> Result<Verdict, Reason> {
        match self.next(due, self.patience())? {
            Message::Result(verdict) => Ok(verdict),
            got @ Message::Move(_) => Err(Reason::Unexpected { due, got }),
        }
    }

    /// The program's next announcement. The dumps before it are collected.
    fn next(&mut self, due: Due, deadline: Deadline) -> Result<Message, Reason> {
        loop {
            match self.mailbox.next(deadline) {
                Ok(Heard::Dump(lines)) => self.collected.extend(lines),
                Ok(Heard::Message(message)) => {
                    self.refuse_a_second_result(&message)?;
                    return Ok(message);
                }
                Err(silence) => return Err(self.explain(silence, due)),
            }
        }
    }

    fn next_of_other(&self, due: Due, deadline: Deadline) -> Result<Message, Reason> {
        self.mailbox.next_of_other(deadline).map_err(|silence| self.explain(silence, due))
    }

    fn refuse_a_second_result(&self, message: &Message) -> Result<(), Reason> {
        match message {
            Message::Result(again) if self.settled.is_some() => Err(Reason::Twice(*again)),
            _ => Ok(()),
        }
    }

    fn look_for_a_second_result(&self) -> Result<(), Reason> {
        self.mailbox.unread().map_or(Ok(()), |message| self.refuse_a_second_result(&message))
    }

    fn explain(&self, silence: Silence, due: Due) -> Reason {
        match silence {
            Silence::Late(rule) => Reason::Late { due, rule },
            Silence::Ended(Ending::Broken(breach)) => Reason::Breach(breach),
            Silence::Ended(Ending::Closed) => {
                Reason::Gone { due, exit: self.channel.wait_for_exit(self.patience()) }
            }
            Silence::OtherEnded => Reason::OtherGone { due },
            Silence::Halted => Reason::Halted,
            Silence::Interrupted => Reason::Interrupted,
        }
    }

    /// Lets the program end, and collects what it still says.
    fn leave(&mut self) -> Result<(), Reason> {
        self.channel.end_input();
        let deadline = self.patience();
        let ending = self.mailbox.wait_for_end(deadline);
        for heard in self.mailbox.rest() {
            match heard {
                Heard::Dump(lines) => self.collected.extend(lines),
                Heard::Message(message) => self.refuse_a_second_result(&message)?,
            }
        }
        match ending {
            Ok(Ending::Broken(breach)) => return Err(Reason::Breach(breach)),
            Err(Silence::Halted) => return Err(Reason::Halted),
            Err(Silence::Interrupted) => return Err(Reason::Interrupted),
            Ok(Ending::Closed) | Err(_) => {}
        }
        match (self.channel.wait_for_exit(deadline), ending) {
            (None, _) => Err(Reason::Hang(deadline.rule)),
            (Some(Exit::Code(0)), Ok(_)) => Ok(()),
            (Some(Exit::Code(0)), Err(_)) => Err(Reason::LeftBehind),
            (Some(exit), _) => Err(Reason::Exit(exit)),
        }
    }
}

/// Whether the next wait is for a whole game. It counts from before the lines that begin the game,
/// for how fast the program answers them must not matter.
fn attention(steps: &[Step]) -> Attention {
    let next = steps.iter().find_map(|step| match step.action {
        Action::Tell | Action::Obey(Directive::Time(_)) => None,
        Action::Obey(directive) => Some(directive),
    });
    match next {
        Some(Directive::Game(_) | Directive::Remote(_)) => Attention::Every,
        _ => Attention::AsAsked,
    }
}

/// Both must have announced the same result.
fn agreed(mine: Message, other: Message) -> Result<Verdict, Reason> {
    match mine {
        Message::Result(verdict) if mine == other => Ok(verdict),
        _ => Err(Reason::Disagree { mine, other }),
    }
}
