//! One check on one agent: set the scene, ask, judge by the referee's own rules.
//!
//! Each check has a home of its own. The order of blame is that of a game (`duel.rs`): the clock
//! first, then how the process ended, then what it wrote. The move is looked up among the legal
//! ones and never searched for: a check asks whether an agent plays by the rules, not how well.

use crate::agent::Agent;
use crate::check::case::{Asked, Check, Expect, QUICK, Task, Turn};
use crate::check::finding::{Finding, Outcome, time};
use crate::check::scene::{Obstacle, Place};
use crate::check::words;
use crate::contestant::{Fault, Seat, Shutting};
use crate::duel::Reply;
use crate::ending::Ending;
use crate::files;
use crate::files::Found;
use crate::home::{HomeError, Output, STDERR_FILE, STDOUT_FILE};
use crate::verdict;
use crate::verdict::Form;
use formats::{CALIBRATION_FILE, INPUT_FILE, OUTPUT_FILE, PLAYDATA_FILE, Play, Request, answer};
use games::Game;
use games::checkers::{Move, Position};
use std::cmp::Reverse;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What an agent's `calibrate` may take.
const CALIBRATION_TIME: Duration = Duration::from_secs(60);

/// The files that may be in a home: those of the assignment, and the two the referee prints to.
const USUAL_FILES: [&str; 6] =
    [INPUT_FILE, OUTPUT_FILE, PLAYDATA_FILE, CALIBRATION_FILE, STDERR_FILE, STDOUT_FILE];

/// Who is examined, and where.
#[derive(Debug)]
pub(super) struct Examiner<'a> {
    agent: &'a Agent,
    place: Place<'a>,
    /// What its `calibrate` has measured, once that was asked for.
    calibration: Option<PathBuf>,
}

impl<'a> Examiner<'a> {
    /// Before the first check.
    pub(super) const fn new(agent: &'a Agent, place: Place<'a>) -> Self {
        Examiner { agent, place, calibration: None }
    }

    /// Makes one check.
    ///
    /// # Errors
    /// The referee itself cannot go on.
    pub(super) fn examine(&mut self, check: &Check) -> Result<Finding, Fault> {
        let mut seen = Seen::default();
        let came = match &check.task {
            Task::Calibrate => self.calibrate(&mut seen),
            Task::Move(turns, expect) => {
                self.seated(self.agent, &mut seen).and_then(|mut trial| trial.play(turns, *expect))
            }
            Task::End(turn) => {
                self.seated(self.agent, &mut seen).and_then(|mut trial| trial.end(turn))
            }
        };
        let outcome = match came {
            Ok(()) => Outcome::Passed,
            Err(Stop::Failed(reason)) => Outcome::Failed { reason },
            Err(Stop::Skipped(reason)) => Outcome::Skipped { reason: reason.to_string() },
            Err(Stop::Fault(fault)) => return Err(fault),
        };
        let Seen { input, answer, charged, remark } = seen;
        let charged = charged.map(|time| time.as_secs_f64());
        Ok(Finding { name: check.name, asks: check.asks, outcome, input, answer, charged, remark })
    }

    fn seated<'s>(&self, agent: &Agent, seen: &'s mut Seen) -> Result<Trial<'s>, Stop>
    where
        'a: 's,
    {
        let Place { estate, shutting } = self.place;
        let seat = Seat::take(agent, self.calibration.as_deref(), estate, shutting, None)?;
        Ok(Trial { seat, place: self.place, seen })
    }

    /// Lets `calibrate` run, and keeps what it leaves for all later checks.
    fn calibrate(&mut self, seen: &mut Seen) -> Result<(), Stop> {
        let Some(program) = &self.agent.calibrate else {
            return Err(Stop::Skipped("it has no calibrate, which is allowed"));
        };
        let words = Vec::new();
        let measuring = Agent { program: program.clone(), words, ..self.agent.clone() };
        let mut trial = self.seated(&measuring, seen)?;
        let reply = trial.run(CALIBRATION_TIME)?;
        trial.ended_by_itself(&reply)?;
        let copy = self.place.estate.path().join("calibration-of-the-checked.txt");
        let found = files::open(&trial.seat.home().path().join(CALIBRATION_FILE));
        let Found::Regular(file) = found else {
            return Err(Stop::Failed(format!("it left no {CALIBRATION_FILE}")));
        };
        keep(file, &copy).map_err(|source| Fault::Copy { path: copy.clone(), source })?;
        self.calibration = Some(copy);
        Ok(())
    }
}

fn keep(mut file: File, copy: &Path) -> io::Result<()> {
    io::copy(&mut file, &mut File::create(copy)?).map(|_| ())
}

/// Why a check goes no further.
enum Stop {
    Failed(String),
    Skipped(&'static str),
    Fault(Fault),
}

impl<F: Into<Fault>> From<F> for Stop {
    fn from(fault: F) -> Self {
        Stop::Fault(fault.into())
    }
}

/// What there is to tell of the last run.
#[derive(Debug, Default)]
struct Seen {
    input: Option<String>,
    answer: Option<String>,
    charged: Option<Duration>,
    remark: Option<String>,
}

/// An agent in its home, under examination.
struct Trial<'a> {
    seat: Seat,
    place: Place<'a>,
    seen: &'a mut Seen,
}

/// A question as it is put.
struct Asking {
    text: String,
    position: Position,
    /// What the clock says.
    clock: Duration,
    /// What may be used; more than the clock where that is hopeless.
    limit: Duration,
}

impl Trial<'_> {
    /// Plays all turns.
    fn play(&mut self, turns: &[Turn], expect: Expect) -> Result<(), Stop> {
        let mut next = None;
        for turn in turns {
            let Some(asking) = asking(turn.asked, next) else { break };
            let reply = self.ask(turn, &asking)?;
            let charge = reply.cost.user + reply.cost.system;
            let mv = self.judge(&asking, &reply, charge)?;
            self.expect(expect, &asking, mv, charge)?;
            next = going_on(&asking.position, mv, asking.clock.saturating_sub(charge));
        }
        Ok(())
    }

    /// Waits for an end that is no crash, whatever is answered.
    fn end(&mut self, turn: &Turn) -> Result<(), Stop> {
        let Some(asking) = asking(turn.asked, None) else { return Ok(()) };
        let reply = self.ask(turn, &asking)?;
        self.ended_by_itself(&reply)
    }

    fn ask(&mut self, turn: &Turn, asking: &Asking) -> Result<Reply, Stop> {
        *self.seen = Seen { input: Some(asking.text.clone()), ..Seen::default() };
        match self.seat.home().prepare(&asking.text) {
            Err(HomeError::Replaced { .. }) => {
                return Err(Stop::Failed(Ending::BrokeOut.to_string()));
            }
            prepared => prepared?,
        }
        for prop in turn.scene {
            if let Some(Obstacle(reason)) = prop.place(&mut self.seat, self.place)? {
                return Err(Stop::Skipped(reason));
            }
        }
        self.run(asking.limit)
    }

    fn run(&mut self, limit: Duration) -> Result<Reply, Stop> {
        let reply = self.seat.run(limit)?;
        self.seen.charged = Some(reply.cost.user + reply.cost.system);
        self.seen.answer = reply.answer.as_deref().ok().map(words::in_one_line);
        Ok(reply)
    }

    fn judge(&mut self, asking: &Asking, reply: &Reply, charge: Duration) -> Result<Move, Stop> {
        let told = |ending| Stop::Failed(words::told(ending, reply, self.seat.home()));
        if charge >= asking.limit {
            let killed = reply.answer == Err(Ending::KilledInMove);
            return Err(told(if killed { Ending::KilledInMove } else { Ending::ClockOverdrawn }));
        }
        let text = reply.answer.as_deref().map_err(|&ending| told(ending))?;
        let mv = verdict::judge(text, &asking.position, Form::Exact).map_err(told)?;
        if charge >= asking.clock {
            self.remark("legal, but after the end of its time");
        }
        Ok(mv)
    }

    fn expect(
        &mut self,
        expect: Expect,
        asking: &Asking,
        mv: Move,
        charge: Duration,
    ) -> Result<(), Stop> {
        match expect {
            Expect::QuickMove if charge > QUICK => {
                let (charge, quick) = (time(charge), time(QUICK));
                let reason = format!("{charge} went on the only legal move; {quick} would be long");
                return Err(Stop::Failed(reason));
            }
            Expect::ThriftyMove if charge > asking.clock / 2 => {
                self.remark("more than half of the time for some forty moves");
            }
            Expect::ExactLines => return self.expect_exact_lines(mv),
            Expect::NoOtherFile => return self.expect_usual_files(),
            Expect::Move | Expect::QuickMove | Expect::ThriftyMove => {}
        }
        Ok(())
    }

    fn expect_exact_lines(&self, mv: Move) -> Result<(), Stop> {
        let wanted = answer::text(mv);
        match self.seat.home().output() {
            Output::Text(text) if text == wanted || text == wanted.trim_end() => Ok(()),
            Output::Text(text) => {
                let (text, wanted) = (words::quoted(&text), words::quoted(&wanted));
                Err(Stop::Failed(format!("output.txt is {text} and should be {wanted}")))
            }
            _ => Err(Stop::Failed(Ending::NoOutput.to_string())),
        }
    }

    fn expect_usual_files(&mut self) -> Result<(), Stop> {
        let Ok(entries) = fs::read_dir(self.seat.home().path()) else {
            return Err(Stop::Failed("it has locked its directory".to_string()));
        };
        let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        let others: Vec<_> = names.filter(|name| !USUAL_FILES.contains(&name.as_str())).collect();
        if !others.is_empty() {
            let others = words::quoted(&others.join(" "));
            return Err(Stop::Failed(format!(
                "it left {others}; only {PLAYDATA_FILE} may be kept"
            )));
        }
        if self.place.shutting == Shutting::Open {
            self.remark("not shut in: only its own directory was looked at");
        }
        Ok(())
    }

    /// An exit, with whatever code, that is not late.
    fn ended_by_itself(&self, reply: &Reply) -> Result<(), Stop> {
        match reply.answer {
            Ok(_)
            | Err(
                Ending::NoOutput | Ending::EmptyOutput | Ending::Malformed | Ending::ExitCode(_),
            ) => Ok(()),
            Err(ending) => Err(Stop::Failed(words::told(ending, reply, self.seat.home()))),
        }
    }

    fn remark(&mut self, remark: &str) {
        self.seen.remark = Some(remark.to_string());
    }
}

/// What is asked now; none if the game is over, so that nothing can be.
fn asking(asked: Asked, next: Option<Asking>) -> Option<Asking> {
    let Asked::Question(question) = asked else { return next };
    Some(Asking {
        text: question.text(),
        position: question.position().expect("a test reads the board of every check"),
        clock: question.clock.time(),
        limit: question.clock.limit(),
    })
}

/// The game after a move and the reply that leaves the agent most to choose from: who has one move
/// only may not care what it remembers. Among equals the first by its text.
fn going_on(position: &Position, mv: Move, left: Duration) -> Option<Asking> {
    let after = position.play(mv);
    let mut replies = Vec::new();
    after.legal_moves(&mut replies);
    let choice = |&reply: &Move| (Reverse(after.play(reply).count_moves()), answer::text(reply));
    let position = after.play(replies.into_iter().min_by_key(choice)?);
    let text = Request { play: Play::Game, remaining: left, position }.text();
    Some(Asking { text, position, clock: left, limit: left })
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Notation;
    use games::board::Side;

    #[test]
    fn a_game_goes_on_with_a_choice_and_less_time() {
        let start = Position::start();
        let mv = start.read_move("9-14").expect("a legal move");
        let next = going_on(&start, mv, Duration::from_millis(2_500)).expect("a reply");
        assert!(next.position.count_moves() > 1, "22-17 would force a jump");
        assert_eq!(next.position.side_to_move(), start.side_to_move());
        let read = Request::parse(&next.text).expect("a request");
        assert_eq!((read.position, read.remaining), (next.position, next.clock));
        assert_eq!(next.limit, next.clock);
    }

    #[test]
    fn a_game_that_is_won_does_not_go_on() {
        let rows = "......../......../......../......../.....b../....w.../......../........";
        let position = Position::from_rows(rows.split('/'), Side::White).expect("a board");
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        assert!(legal[0].is_jump());
        assert!(going_on(&position, legal[0], Duration::ZERO).is_none());
    }
}
