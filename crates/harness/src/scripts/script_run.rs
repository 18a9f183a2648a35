//! Plays one script with one program, alone or against the program of another script.
//!
//! Lines for the program are sent at once, whether it asks for them or not; only directives wait.
//! In a game with another program, its move is sent to ours, then ours must answer, until one of
//! them announces a result: then the other must announce the same, whichever made the last move,
//! and neither may announce it again before a new game. Collected for the comparison are the dumps,
//! and the results that a `+` asks for, in the order in which the program printed them.

use crate::ProcessExit;
use crate::limits::{GameTimer, Limits, ScriptTimes, WaitDeadline, WaitLimit};
use crate::output::announcement::{AnnouncedResult, Announcement};
use crate::output::output_parser::OutputItem;
use crate::output::output_queue::{OutputEnd, OutputQueue, UnreadLimit, WaitEnd};
use crate::scripts::directive::{Directive, KeepResult};
use crate::scripts::failure::{Due, FailureReason, Location, ScriptFailure};
use crate::scripts::program::ScriptProgram;
use crate::scripts::script::{Action, Script, ScriptStep};
use std::sync::Arc;

/// A program and its script, on the way through it.
#[derive(Debug)]
pub struct ScriptRun<'a> {
    script: &'a Script,
    program: Box<dyn ScriptProgram + Send>,
    queue: Arc<OutputQueue>,
    limits: Limits,
    time: ScriptTimes,
    location: Location,
    collected: Vec<String>,
    /// The result of the last game with the other program, until a new one may have begun.
    remote_result: Option<AnnouncedResult>,
}

impl<'a> ScriptRun<'a> {
    pub fn new(
        script: &'a Script,
        program: Box<dyn ScriptProgram + Send>,
        queue: Arc<OutputQueue>,
        limits: Limits,
    ) -> Self {
        let (time, location, collected) = (limits.time, Location::Start, Vec::new());
        let remote_result = None;
        ScriptRun { script, program, queue, limits, time, location, collected, remote_result }
    }

    /// Runs the script and the program to their ends. Returns the collected lines. A program that
    /// fails is killed, and so is all that it has started.
    pub fn run(mut self) -> Result<Vec<String>, ScriptFailure> {
        match self.all_steps().and_then(|()| self.finish()) {
            Ok(()) => Ok(self.collected),
            Err(reason) => {
                self.program.kill();
                let last_lines = self.program.last_lines();
                Err(ScriptFailure { location: self.location, reason, last_lines })
            }
        }
    }

    fn all_steps(&mut self) -> Result<(), FailureReason> {
        let steps = &self.script.steps;
        self.queue.set_unread_limit(unread_limit(steps));
        for (index, step) in steps.iter().enumerate() {
            self.location = Location::of(step);
            match step.action {
                Action::Send => self.send(&step.text)?,
                Action::Directive(directive) => {
                    self.program.show_directive(&step.text);
                    self.carry_out(directive)?;
                    self.queue.set_unread_limit(unread_limit(&steps[index + 1..]));
                }
            }
        }
        self.location = Location::End;
        Ok(())
    }

    /// After `new` and `set` a game may end again.
    fn send(&mut self, line: &str) -> Result<(), FailureReason> {
        let word = line.split_whitespace().next().unwrap_or_default();
        if ["new", "set"].iter().any(|opening| word.eq_ignore_ascii_case(opening)) {
            self.check_unread()?;
            self.remote_result = None;
        }
        self.program.send(line);
        Ok(())
    }

    fn carry_out(&mut self, directive: Directive) -> Result<(), FailureReason> {
        match directive {
            Directive::Time(limits) => self.time = limits,
            Directive::Move => {
                match self.next(Due::Move, GameTimer::start(self.time).deadline())? {
                    Announcement::Move(_) => {}
                    came @ Announcement::Result(_) => {
                        return Err(FailureReason::unexpected(Due::Move, &came));
                    }
                }
            }
            Directive::Win => {
                let result = self.result(Due::Result)?;
                self.keep(KeepResult::Yes, result);
            }
            Directive::Game(keep) => {
                let result = self.game()?;
                self.keep(keep, result);
            }
            Directive::Remote(keep) => {
                let result = self.remote_game()?;
                self.keep(keep, result);
                self.remote_result = Some(result);
                self.check_unread()?;
            }
        }
        Ok(())
    }

    fn keep(&mut self, keep: KeepResult, result: AnnouncedResult) {
        if keep == KeepResult::Yes {
            self.collected.push(Announcement::Result(result).to_string());
        }
    }

    /// The program plays against itself.
    fn game(&mut self) -> Result<AnnouncedResult, FailureReason> {
        let clock = GameTimer::start(self.time);
        loop {
            if let Announcement::Result(result) = self.next(Due::MoveOrResult, clock.deadline())? {
                return Ok(result);
            }
        }
    }

    /// The program plays against the other one.
    fn remote_game(&mut self) -> Result<AnnouncedResult, FailureReason> {
        let clock = GameTimer::start(self.time);
        loop {
            let turn = self.next_of_other(Due::OthersMove, clock.deadline());
            let theirs = or_missed_end(turn, self.queue.unread(), Due::OthersResult)?;
            let their_move = match &theirs {
                Announcement::Move(their_move) => their_move,
                Announcement::Result(result) => {
                    let mine = self.next(Due::SameResult(*result), self.patience())?;
                    return agreed(mine, theirs);
                }
            };
            // Our last move may have ended the game, and the other program has not seen it.
            if let Some(mine @ Announcement::Result(_)) = self.queue.unread() {
                return Err(FailureReason::ResultsDiffer { mine, other: theirs });
            }
            self.program.send(their_move);
            let answer = self.next(Due::MoveOrResult, clock.deadline());
            let mine = or_missed_end(answer, self.queue.unread_of_other(), Due::SameResult)?;
            if let Announcement::Result(result) = mine {
                let theirs = self.next_of_other(Due::OthersResult(result), self.patience())?;
                return agreed(mine, theirs);
            }
        }
    }

    fn patience(&self) -> WaitDeadline {
        WaitDeadline::from_now(WaitLimit::Patience(self.limits.patience))
    }

    fn result(&mut self, due: Due) -> Result<AnnouncedResult, FailureReason> {
        match self.next(due, self.patience())? {
            Announcement::Result(result) => Ok(result),
            came @ Announcement::Move(_) => Err(FailureReason::unexpected(due, &came)),
        }
    }

    /// The program's next announcement. The dumps before it are collected.
    fn next(&mut self, due: Due, deadline: WaitDeadline) -> Result<Announcement, FailureReason> {
        loop {
            match self.queue.next(deadline) {
                Ok(OutputItem::Dump(lines)) => self.collected.extend(lines),
                Ok(OutputItem::Announcement(announcement)) => {
                    self.check_not_second_result(&announcement)?;
                    return Ok(announcement);
                }
                Err(error) => return Err(self.explain(error, due)),
            }
        }
    }

    fn next_of_other(
        &mut self,
        due: Due,
        deadline: WaitDeadline,
    ) -> Result<Announcement, FailureReason> {
        self.queue.next_of_other(deadline).map_err(|error| self.explain(error, due))
    }

    fn check_not_second_result(&self, announcement: &Announcement) -> Result<(), FailureReason> {
        match announcement {
            Announcement::Result(again) if self.remote_result.is_some() => {
                let again = Announcement::Result(*again);
                Err(FailureReason::Own(format!(
                    "the end of a game was announced again: `{again}`; announce it once"
                )))
            }
            _ => Ok(()),
        }
    }

    fn check_unread(&self) -> Result<(), FailureReason> {
        self.queue
            .unread()
            .map_or(Ok(()), |announcement| self.check_not_second_result(&announcement))
    }

    fn explain(&mut self, error: WaitEnd, due: Due) -> FailureReason {
        let patience = self.patience();
        match error {
            WaitEnd::Late(limit) => FailureReason::Late { due, limit },
            WaitEnd::Ended(OutputEnd::Invalid(error)) => FailureReason::Own(error),
            WaitEnd::Ended(OutputEnd::Closed) => {
                FailureReason::exited(due, self.program.wait_for_exit(patience))
            }
            WaitEnd::OtherEnded => FailureReason::OtherExited { due },
            WaitEnd::OtherFailed => FailureReason::OtherFailed,
            WaitEnd::Interrupted => FailureReason::interrupted(),
        }
    }

    /// Lets the program end, and collects what it still prints.
    fn finish(&mut self) -> Result<(), FailureReason> {
        self.program.end_input();
        let deadline = self.patience();
        let end = self.queue.wait_for_end(deadline);
        for item in self.queue.rest() {
            match item {
                OutputItem::Dump(lines) => self.collected.extend(lines),
                OutputItem::Announcement(announcement) => {
                    self.check_not_second_result(&announcement)?
                }
            }
        }
        match end {
            Ok(OutputEnd::Invalid(error)) => return Err(FailureReason::Own(error)),
            Err(WaitEnd::OtherFailed) => return Err(FailureReason::OtherFailed),
            Err(WaitEnd::Interrupted) => return Err(FailureReason::interrupted()),
            Ok(OutputEnd::Closed) | Err(_) => {}
        }
        Err(FailureReason::Own(match (self.program.wait_for_exit(deadline), end) {
            (Some(ProcessExit::Code(0)), Ok(_)) => return Ok(()),
            (Some(ProcessExit::Code(0)), Err(_)) => {
                "it ended, but left a process behind that holds its output open".to_string()
            }
            (Some(exit), _) => format!("it {exit}; it must end with exit code 0"),
            (None, _) => format!(
                "it did not end {} after the end of its input; end of input means `quit`",
                deadline.limit
            ),
        }))
    }
}

/// The limit is lifted if the next wait is for a whole game: already for the lines that begin the
/// game, since it must not matter how fast the program answers them.
fn unread_limit(steps: &[ScriptStep]) -> UnreadLimit {
    let next = steps.iter().find_map(|step| match step.action {
        Action::Send | Action::Directive(Directive::Time(_)) => None,
        Action::Directive(directive) => Some(directive),
    });
    match next {
        Some(Directive::Game(_) | Directive::Remote(_)) => UnreadLimit::Lifted,
        _ => UnreadLimit::Enforced,
    }
}

/// The announcement that was due from one program. If it is late and the other one has announced a
/// result already, that result is due: perhaps the end of the game was missed.
fn or_missed_end(
    announced: Result<Announcement, FailureReason>,
    by_other: Option<Announcement>,
    due: fn(AnnouncedResult) -> Due,
) -> Result<Announcement, FailureReason> {
    match (announced, by_other) {
        (Err(FailureReason::Late { limit, .. }), Some(Announcement::Result(result))) => {
            Err(FailureReason::Late { due: due(result), limit })
        }
        (announced, _) => announced,
    }
}

/// The result, if both programs announced the same.
fn agreed(mine: Announcement, other: Announcement) -> Result<AnnouncedResult, FailureReason> {
    match mine {
        Announcement::Result(result) if mine == other => Ok(result),
        _ => Err(FailureReason::ResultsDiffer { mine, other }),
    }
}
