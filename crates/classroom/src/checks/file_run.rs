//! Runs one check on an agent that plays through files: prepares its directory, asks, and checks
//! the reply by the rules.
//!
//! Each check has a directory of its own. If several things are wrong, they count in the same order
//! as in a game (`referee::rules`): the clock, the end of the process, the answer. The move is
//! looked up among the legal ones and never searched for: a check asks whether an agent keeps the
//! rules, not how well it plays.

use crate::checks::check_stop::{CheckFailure, CheckStop, ended};
use crate::checks::file_case::{CHECKS, Expectation, FileCheck, FileStep};
use crate::checks::file_question::{FileQuestion, Spelling};
use crate::checks::setup::{CheckOptions, SetupStep};
use crate::checks::test_result::{CheckTitle, TestOutcome, TestResult, again, time};
use formats::{CALIBRATION_FILE, INPUT_FILE, OUTPUT_FILE, PLAYDATA_FILE, answer};
use games::GameName;
use games::checkers::Move;
use referee::MatchError;
use referee::players::{Agent, CALIBRATION_TIME, Carry, FilePlayer, in_one_line, quoted};
use referee::rules::{AnswerForm, Ending, FormFlaw, Reply, RunRemark, check_move};
use runner::folder::{Found, files};
use runner::sandbox::SandboxMode;
use runner::{AgentOutput, RunnerError, STDERR_FILE, STDOUT_FILE};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why nothing is learned from a program that ends by itself.
const NEVER_PLAYS: &str =
    "it writes no answer to the first move of a game either, so that it ends says nothing";
/// CPU time for a forced move: enough for a slow start, too little for a search.
const QUICK: Duration = Duration::from_secs(1);
/// The files that may be left: those of the assignment, and the two with the agent's output.
const USUAL_FILES: [&str; 6] =
    [INPUT_FILE, OUTPUT_FILE, PLAYDATA_FILE, CALIBRATION_FILE, STDERR_FILE, STDOUT_FILE];

#[derive(Debug)]
pub struct FileChecker<'a> {
    agent: &'a Agent,
    options: CheckOptions<'a>,
    calibration: Option<PathBuf>,
}

impl<'a> FileChecker<'a> {
    pub const fn new(agent: &'a Agent, options: CheckOptions<'a>) -> Self {
        FileChecker { agent, options, calibration: None }
    }

    pub fn run(&mut self, check: &FileCheck) -> Result<TestResult, MatchError> {
        let mut result = TestResult::new(check.title, TestOutcome::Passed, "");
        let ran = if check.steps == [FileStep::Calibrate] {
            self.calibrate(&mut result, check.title).map_err(CheckStop::optional)
        } else {
            let run = self.start(check.title, self.agent, &mut result);
            run.and_then(|mut run| check.steps.iter().try_for_each(|step| run.step(step)))
        };
        let position = std::mem::take(&mut result.position);
        match ran {
            Ok(()) => {}
            Err(CheckStop::Failed(CheckFailure { reason, ending, printed })) => {
                let name = check.title.name;
                let again = Some(again(GameName::Checkers, self.agent, name, self.options));
                let outcome = TestOutcome::Failed;
                let failed = TestResult { outcome, reason, ending, printed, ..result };
                result = TestResult { position, again, ..failed };
            }
            Err(CheckStop::Skipped(reason)) => {
                (result.outcome, result.reason) = (TestOutcome::Skipped, reason);
            }
            Err(CheckStop::Error(error)) => return Err(error),
        }
        Ok(result)
    }

    /// Calibrates for later checks, if this check would have done so.
    pub fn prepare_for_others(&mut self, check: &FileCheck) -> Result<(), MatchError> {
        if check.steps != [FileStep::Calibrate] {
            return Ok(());
        }
        match self.calibrate(&mut TestResult::default(), check.title) {
            Err(CheckStop::Error(error)) => Err(error),
            Ok(()) | Err(CheckStop::Failed(..) | CheckStop::Skipped(_)) => Ok(()),
        }
    }

    fn start<'s>(
        &self,
        title: CheckTitle,
        agent: &Agent,
        result: &'s mut TestResult,
    ) -> Result<CheckRun<'s>, CheckStop>
    where
        'a: 's,
    {
        let (options, last_move) = (self.options, None);
        let CheckOptions { temp_root, sandbox_mode, .. } = options;
        let agent =
            FilePlayer::new(agent, self.calibration.as_deref(), temp_root, sandbox_mode, None)?;
        let before = BeforeRun::default();
        Ok(CheckRun { title, agent, options, result, before, last_move })
    }

    /// Runs `calibrate` and keeps its file for all later checks.
    fn calibrate(&mut self, result: &mut TestResult, title: CheckTitle) -> Result<(), CheckStop> {
        let Some(calibrating) = self.agent.calibrating() else {
            return Err(CheckStop::skipped("it has no program calibrate, which is allowed"));
        };
        let mut run = self.start(title, &calibrating, result)?;
        let reply = run.run_once(CALIBRATION_TIME)?;
        run.expect_end(&reply)?;
        let copy = self.options.temp_root.path().join("calibration-of-checked-agent.txt");
        let found = files::open(&run.agent.dir().path().join(CALIBRATION_FILE));
        let Found::Regular(file) = found else {
            return Err(CheckStop::failed(format!("it left no {CALIBRATION_FILE}")));
        };
        keep(file, &copy).map_err(MatchError::system("write", &copy))?;
        self.calibration = Some(copy);
        Ok(())
    }
}

fn keep(mut file: File, copy: &Path) -> io::Result<()> {
    io::copy(&mut file, &mut File::create(copy)?).map(|_| ())
}

/// What the next run finds.
#[derive(Debug, Default)]
struct BeforeRun {
    setup: Vec<SetupStep>,
    spelling: Option<Spelling>,
    is_hopeless: bool,
}

struct CheckRun<'a> {
    title: CheckTitle,
    agent: FilePlayer,
    options: CheckOptions<'a>,
    /// Of the last run, with its position.
    result: &'a mut TestResult,
    before: BeforeRun,
    /// The last question, with the answer and what it cost.
    last_move: Option<(FileQuestion, Move, Duration)>,
}

impl CheckRun<'_> {
    fn step(&mut self, step: &FileStep) -> Result<(), CheckStop> {
        match step {
            FileStep::Setup(step) => self.before.setup.push(*step),
            FileStep::Spelled(spelling) => self.before.spelling = Some(*spelling),
            FileStep::Hopeless => self.before.is_hopeless = true,
            FileStep::Ask(question) => return self.ask_for_move(question.clone()),
            FileStep::Next => {
                // A game that is over does not go on.
                if let Some(question) =
                    self.last_move.take().and_then(|(asked, mv, charge)| asked.next(mv, charge))
                {
                    return self.ask_for_move(question);
                }
            }
            FileStep::End(question) => return self.end(question.clone()),
            FileStep::Expect(expectation) => return self.expect(*expectation),
            FileStep::Calibrate => {}
        }
        Ok(())
    }

    fn ask_for_move(&mut self, question: FileQuestion) -> Result<(), CheckStop> {
        let (question, reply) = self.ask(question)?;
        let charge = self.options.replies.profile.charge(reply.cost);
        let mv = self.legal_move(&question, &reply, charge)?;
        self.last_move = Some((question, mv, charge));
        Ok(())
    }

    /// Expects an end that is not a crash; the answer does not matter.
    fn end(&mut self, question: FileQuestion) -> Result<(), CheckStop> {
        let (_, reply) = self.ask(question)?;
        self.expect_end(&reply)?;
        if reply.answer.is_err() && !self.answers_at_all()? {
            return Err(CheckStop::skipped(NEVER_PLAYS));
        }
        Ok(())
    }

    /// Asks for the first move of a game, in another directory: a program that does not start ends
    /// by itself, too.
    fn answers_at_all(&self) -> Result<bool, CheckStop> {
        let CheckOptions { temp_root, sandbox_mode, .. } = self.options;
        let asks = |step: &FileStep| match step {
            FileStep::Ask(question) if question.text.starts_with("GAME") => Some(question.clone()),
            _ => None,
        };
        let mut steps = CHECKS.iter().flat_map(|check| &check.steps);
        let Some(question) = steps.find_map(asks) else { return Ok(false) };
        let mut run = FilePlayer::new(self.agent.agent(), None, temp_root, sandbox_mode, None)?;
        run.dir().prepare(&question.text)?;
        let reply = run.run_once(question.limit)?;
        Ok(reply.answer.is_ok())
    }

    /// Copies the files that the agent finds, to run it by hand.
    fn keep(&self) -> Result<(), CheckStop> {
        let Some(keep) = self.options.keep else { return Ok(()) };
        Ok(self.agent.dir().keep_found(&keep.join(self.title.name))?)
    }

    fn ask(&mut self, question: FileQuestion) -> Result<(FileQuestion, Reply), CheckStop> {
        let BeforeRun { setup, spelling, is_hopeless } = std::mem::take(&mut self.before);
        let question = question.spelled(spelling.unwrap_or(Spelling::Plain));
        let question = if is_hopeless { question.hopeless() } else { question };
        let (input, position) = (Some(question.text.clone()), question.lines());
        let result = TestResult::new(self.title, TestOutcome::Passed, "");
        let remark = self.result.remark.take();
        *self.result = TestResult { input, position, remark, ..result };
        match self.agent.dir().prepare(&question.text) {
            Err(RunnerError::Replaced { .. } | RunnerError::Obstructed { .. }) => {
                return Err(CheckStop::ended(Ending::Tampered));
            }
            prepared => prepared?,
        }
        for step in setup {
            if let Some(reason) = step.apply(&mut self.agent, self.options)? {
                return Err(CheckStop::skipped(reason));
            }
        }
        self.keep()?;
        let reply = self.run_once(question.limit)?;
        Ok((question, reply))
    }

    fn run_once(&mut self, limit: Duration) -> Result<Reply, CheckStop> {
        let reply = self.agent.run_once(limit)?;
        self.options.expect_no_fault(reply.answer.as_ref().err().copied())?;
        self.result.charged = Some(self.options.replies.profile.charge(reply.cost).as_secs_f64());
        self.result.answer = reply.answer.as_deref().ok().map(in_one_line);
        Ok(reply)
    }

    /// The move of the reply, checked as in a game.
    fn legal_move(
        &mut self,
        question: &FileQuestion,
        reply: &Reply,
        charge: Duration,
    ) -> Result<Move, CheckStop> {
        let form = self.options.replies.answers;
        let failed = |ending| ended(&self.agent, form, ending, reply);
        if charge >= question.limit {
            let killed = reply.answer == Err(Ending::KilledInMove);
            return Err(failed(if killed { Ending::KilledInMove } else { Ending::ClockOverdrawn }));
        }
        let read = reply.mv(|text| check_move(text, &question.position, form));
        let mv = read.map_err(failed)?;
        let flaw = reply.answer.as_deref().ok().and_then(FormFlaw::of);
        for remark in reply.remark.into_iter().chain(flaw.map(RunRemark::Form)) {
            self.remark(&format!("{remark}; the move counts"));
        }
        if charge >= question.clock {
            let (used, clock) = (time(charge), time(question.clock));
            self.result.outcome = TestOutcome::Late;
            self.result.reason = format!("legal, but late: it used {used} of {clock}");
        }
        Ok(mv)
    }

    fn expect(&mut self, expectation: Expectation) -> Result<(), CheckStop> {
        let Some((question, mv, charge)) = self.last_move.clone() else { return Ok(()) };
        match expectation {
            Expectation::Quick if charge > QUICK => {
                let (charge, quick) = (time(charge), time(QUICK));
                let reason =
                    format!("it used {charge} for the only legal move; the limit is {quick}");
                return Err(CheckStop::failed(reason));
            }
            Expectation::Thrifty if charge > question.clock / 2 => {
                self.remark("it used more than half of the time that some forty moves share");
            }
            Expectation::ExactLines => return self.expect_exact_lines(mv),
            Expectation::UsualFiles => return self.expect_usual_files(),
            Expectation::Quick | Expectation::Thrifty => {}
        }
        Ok(())
    }

    fn expect_exact_lines(&self, mv: Move) -> Result<(), CheckStop> {
        let wanted = answer::text(mv);
        match self.agent.dir().output()? {
            AgentOutput::Text(text) if text == wanted || text == wanted.trim_end() => Ok(()),
            AgentOutput::Text(text) => {
                let flaw = FormFlaw::of(&text).map(|flaw| format!("{flaw}: "));
                let (text, wanted) = (quoted(&text), quoted(&wanted));
                let reason = format!("output.txt is {text} and should be {wanted}");
                let (reason, printed) = (flaw.unwrap_or_default() + &reason, None);
                // Only this check asks for more than the lenient form.
                let is_exact = self.options.replies.answers == AnswerForm::Exact;
                let ending = is_exact.then_some(Ending::Malformed);
                Err(CheckStop::Failed(CheckFailure { reason, ending, printed }))
            }
            _ => Err(CheckStop::ended(Ending::NoOutput)),
        }
    }

    fn expect_usual_files(&mut self) -> Result<(), CheckStop> {
        let Ok(entries) = fs::read_dir(self.agent.dir().path()) else {
            return Err(CheckStop::failed("it has made its directory unreadable".to_string()));
        };
        let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        let others: Vec<_> = names
            .filter(|name| !(USUAL_FILES.contains(&name.as_str()) || self.is_carried(name)))
            .collect();
        if !others.is_empty() {
            let others = quoted(&others.join(" "));
            return Err(CheckStop::failed(format!(
                "it left {others}; only {PLAYDATA_FILE} may be kept"
            )));
        }
        if self.options.sandbox_mode == SandboxMode::Off {
            self.remark("no sandbox: only its own directory was searched");
        }
        Ok(())
    }

    /// True if the referee has copied a file or folder of this name from the agent's directory.
    fn is_carried(&self, name: &str) -> bool {
        let Agent { directory, carry, .. } = self.agent.agent();
        let from = directory.as_ref().filter(|_| *carry == Carry::Files);
        from.is_some_and(|from| from.join(name).symlink_metadata().is_ok())
    }

    /// The program must exit in time; the code does not matter.
    fn expect_end(&self, reply: &Reply) -> Result<(), CheckStop> {
        let ended_by =
            reply.remark.and_then(RunRemark::ending).or(reply.answer.as_ref().err().copied());
        match ended_by {
            None
            | Some(
                Ending::NoOutput | Ending::EmptyOutput | Ending::Malformed | Ending::ExitCode(_),
            ) => Ok(()),
            Some(ending) => Err(ended(&self.agent, self.options.replies.answers, ending, reply)),
        }
    }

    fn remark(&mut self, remark: &str) {
        self.result.remark = Some(match self.result.remark.take() {
            Some(before) if before.contains(remark) => before,
            Some(before) => format!("{before}; {remark}"),
            None => remark.to_string(),
        });
    }
}
