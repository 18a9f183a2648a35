//! Runs one check on one agent: prepares its directory, asks, and checks the reply by the rules.
//!
//! Each check has a directory of its own. If several things are wrong, they count in the same order
//! as in a game (`referee::rules`): the clock, the end of the process, the answer. The move is
//! looked up among the legal ones and never searched for: a check asks whether an agent keeps the
//! rules, not how well it plays.

use crate::checks::again::again;
use crate::checks::asked_lines::asked_lines;
use crate::checks::case::{
    AskedQuestion, Check, CheckTask, CheckTurn, Expect, QUICK, asked_question, next_question,
};
use crate::checks::finding::{CheckOutcome, Finding, time};
use crate::checks::inputs::OPENING;
use crate::checks::setup::CheckOptions;
use formats::{CALIBRATION_FILE, INPUT_FILE, OUTPUT_FILE, PLAYDATA_FILE, answer};
use games::GameName;
use games::checkers::Move;
use referee::players::program::missed_file;
use referee::players::{
    Agent, AgentRun, AgentRunError, CALIBRATION_TIME, Carry, detail, in_one_line, quoted,
};
use referee::rules::{Ending, Profile, Reply, check_move};
use runner::folder::{AgentOutput, Found, files};
use runner::sandbox::SandboxMode;
use runner::{AgentDirError, STDERR_FILE, STDOUT_FILE};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why nothing is learned from a program that ends by itself.
const NEVER_PLAYS: &str =
    "it writes no answer to the first move of a game either, so that it ends says nothing";

/// The files that may be left: those of the assignment, and the two with the agent's output.
const USUAL_FILES: [&str; 6] =
    [INPUT_FILE, OUTPUT_FILE, PLAYDATA_FILE, CALIBRATION_FILE, STDERR_FILE, STDOUT_FILE];

/// Runs checks on one agent, one after the other.
#[derive(Debug)]
pub struct CheckRunner<'a> {
    agent: &'a Agent,
    options: CheckOptions<'a>,
    /// The file that its `calibrate` has written.
    calibration: Option<PathBuf>,
}

impl<'a> CheckRunner<'a> {
    pub const fn new(agent: &'a Agent, options: CheckOptions<'a>) -> Self {
        CheckRunner { agent, options, calibration: None }
    }

    pub fn run(&mut self, check: &Check) -> Result<Finding, AgentRunError> {
        let mut last = LastRun::default();
        let result = match &check.task {
            CheckTask::Calibrate => self.calibrate(&mut last),
            CheckTask::Move(turns, expect) => self
                .start(check.name, self.agent, &mut last)
                .and_then(|mut run| run.play(turns, *expect)),
            CheckTask::End(turn) => {
                self.start(check.name, self.agent, &mut last).and_then(|mut run| run.end(turn))
            }
        };
        let outcome = match result {
            Ok(()) => last
                .late
                .take()
                .map_or(CheckOutcome::Passed, |reason| CheckOutcome::Late { reason }),
            Err(CheckStop::Failed(reason)) => CheckOutcome::Failed { reason, ending: None },
            Err(CheckStop::Ended(ending, reason)) => {
                CheckOutcome::Failed { reason, ending: Some(ending) }
            }
            Err(CheckStop::Skipped(reason)) => CheckOutcome::Skipped { reason: reason.to_string() },
            Err(CheckStop::Error(error)) => return Err(error),
        };
        let LastRun { input, answer, charged, remark, position, .. } = last;
        let charged = charged.map(|time| time.as_secs_f64());
        let has_failed = matches!(outcome, CheckOutcome::Failed { .. });
        let again = has_failed.then(|| self.command(check.name));
        let position = if has_failed { position } else { Vec::new() };
        Ok(Finding {
            again,
            position,
            name: check.name,
            asks: check.asks,
            outcome,
            input,
            answer,
            charged,
            remark,
        })
    }

    /// The command that runs one check again.
    fn command(&self, check: &str) -> String {
        again(GameName::Checkers, self.agent, check, self.options)
    }

    /// Calibrates for later checks, if this check would have done so.
    pub fn prepare_for_others(&mut self, check: &Check) -> Result<(), AgentRunError> {
        if !matches!(check.task, CheckTask::Calibrate) {
            return Ok(());
        }
        match self.calibrate(&mut LastRun::default()) {
            Err(CheckStop::Error(error)) => Err(error),
            Ok(()) | Err(CheckStop::Failed(_) | CheckStop::Ended(..) | CheckStop::Skipped(_)) => {
                Ok(())
            }
        }
    }

    fn start<'s>(
        &self,
        name: &'static str,
        agent: &Agent,
        last: &'s mut LastRun,
    ) -> Result<CheckRun<'s>, CheckStop>
    where
        'a: 's,
    {
        let CheckOptions { temp_root, sandbox_mode, .. } = self.options;
        let agent =
            AgentRun::new(agent, self.calibration.as_deref(), temp_root, sandbox_mode, None)?;
        Ok(CheckRun { name, agent, options: self.options, last })
    }

    /// Runs `calibrate` and keeps its file for all later checks.
    fn calibrate(&mut self, last: &mut LastRun) -> Result<(), CheckStop> {
        let Some(calibrating) = self.agent.calibrating() else {
            return Err(CheckStop::Skipped("it has no calibrate, which is allowed"));
        };
        let mut run = self.start("calibrate", &calibrating, last)?;
        let reply = run.run_once(CALIBRATION_TIME)?;
        run.expect_end(&reply)?;
        let copy = self.options.temp_root.path().join("calibration-of-checked-agent.txt");
        let found = files::open(&run.agent.dir().path().join(CALIBRATION_FILE));
        let Found::Regular(file) = found else {
            return Err(CheckStop::Failed(format!("it left no {CALIBRATION_FILE}")));
        };
        keep(file, &copy).map_err(|source| AgentRunError::Copy { path: copy.clone(), source })?;
        self.calibration = Some(copy);
        Ok(())
    }
}

fn keep(mut file: File, copy: &Path) -> io::Result<()> {
    io::copy(&mut file, &mut File::create(copy)?).map(|_| ())
}

/// The reason that a check does not go on.
enum CheckStop {
    Failed(String),
    /// The run's ending, and a text with details.
    Ended(Ending, String),
    Skipped(&'static str),
    Error(AgentRunError),
}

impl<E: Into<AgentRunError>> From<E> for CheckStop {
    fn from(error: E) -> Self {
        CheckStop::Error(error.into())
    }
}

/// Shown in the finding.
#[derive(Debug, Default)]
struct LastRun {
    input: Option<String>,
    answer: Option<String>,
    charged: Option<Duration>,
    remark: Option<String>,
    position: Vec<String>,
    /// A legal answer came after the clock had run out.
    late: Option<String>,
}

/// One check on an agent in its directory.
struct CheckRun<'a> {
    name: &'static str,
    agent: AgentRun,
    options: CheckOptions<'a>,
    last: &'a mut LastRun,
}

impl CheckRun<'_> {
    fn play(&mut self, turns: &[CheckTurn], expect: Expect) -> Result<(), CheckStop> {
        let mut next = None;
        for turn in turns {
            let Some(question) = asked_question(turn, next) else { break };
            let reply = self.ask(turn, &question)?;
            let charge = self.options.profile.charge(reply.cost);
            let mv = self.legal_move(&question, &reply, charge)?;
            self.expect(expect, &question, mv, charge)?;
            next = next_question(&question.position, mv, question.clock.saturating_sub(charge));
        }
        Ok(())
    }

    /// Expects an end that is not a crash; the answer does not matter.
    fn end(&mut self, turn: &CheckTurn) -> Result<(), CheckStop> {
        let Some(question) = asked_question(turn, None) else { return Ok(()) };
        let reply = self.ask(turn, &question)?;
        self.expect_end(&reply)?;
        if reply.answer.is_err() && !self.answers_at_all()? {
            return Err(CheckStop::Skipped(NEVER_PLAYS));
        }
        Ok(())
    }

    /// Asks for the first move of a game, in another directory: a program that does not start ends
    /// by itself, too.
    fn answers_at_all(&self) -> Result<bool, CheckStop> {
        let CheckOptions { temp_root, sandbox_mode, .. } = self.options;
        let turn = CheckTurn::asking(OPENING);
        let Some(question) = asked_question(&turn, None) else { return Ok(false) };
        let mut run = AgentRun::new(self.agent.agent(), None, temp_root, sandbox_mode, None)?;
        run.dir().prepare(&question.text)?;
        let reply = run.run_once(question.limit)?;
        Ok(reply.answer.is_ok())
    }

    /// Copies the files that the agent finds, to run it by hand.
    fn keep(&self) -> Result<(), CheckStop> {
        let Some(keep) = self.options.keep else { return Ok(()) };
        Ok(self.agent.dir().keep_found(&keep.join(self.name))?)
    }

    fn ask(&mut self, turn: &CheckTurn, question: &AskedQuestion) -> Result<Reply, CheckStop> {
        let (input, position) = (Some(question.text.clone()), asked_lines(question));
        *self.last = LastRun { input, position, ..LastRun::default() };
        match self.agent.dir().prepare(&question.text) {
            Err(AgentDirError::Replaced { .. } | AgentDirError::Obstructed { .. }) => {
                return Err(CheckStop::Failed(Ending::Tampered.to_string()));
            }
            prepared => prepared?,
        }
        for step in turn.setup {
            if let Some(reason) = step.apply(&mut self.agent, self.options)? {
                return Err(CheckStop::Skipped(reason));
            }
        }
        self.keep()?;
        self.run_once(question.limit)
    }

    fn run_once(&mut self, limit: Duration) -> Result<Reply, CheckStop> {
        let reply = self.agent.run_once(limit)?;
        self.last.charged = Some(self.options.profile.charge(reply.cost));
        self.last.answer = reply.answer.as_deref().ok().map(in_one_line);
        Ok(reply)
    }

    /// The move of the reply, checked as in a game.
    fn legal_move(
        &mut self,
        question: &AskedQuestion,
        reply: &Reply,
        charge: Duration,
    ) -> Result<Move, CheckStop> {
        let profile = self.options.profile;
        let failed = |ending| ended(&self.agent, profile, ending, reply);
        if charge >= question.limit {
            let killed = reply.answer == Err(Ending::KilledInMove);
            return Err(failed(if killed { Ending::KilledInMove } else { Ending::ClockOverdrawn }));
        }
        let text = reply.answer.as_deref().map_err(|&ending| failed(ending))?;
        let mv = check_move(text, &question.position, profile.form()).map_err(failed)?;
        if charge >= question.clock {
            let (used, clock) = (time(charge), time(question.clock));
            self.last.late = Some(format!(
                "legal, but late: it used {used} of {clock}; the assignment gives no point for that"
            ));
        }
        Ok(mv)
    }

    fn expect(
        &mut self,
        expect: Expect,
        question: &AskedQuestion,
        mv: Move,
        charge: Duration,
    ) -> Result<(), CheckStop> {
        match expect {
            Expect::QuickMove if charge > QUICK => {
                let (charge, quick) = (time(charge), time(QUICK));
                let reason =
                    format!("it used {charge} for the only legal move; the limit is {quick}");
                return Err(CheckStop::Failed(reason));
            }
            Expect::ThriftyMove if charge > question.clock / 2 => {
                self.remark("it used more than half of the time that some forty moves share");
            }
            Expect::ExactLines if self.options.profile == Profile::Spec => {
                return self.expect_exact_lines(mv);
            }
            Expect::NoOtherFile => return self.expect_usual_files(),
            Expect::Move | Expect::QuickMove | Expect::ThriftyMove | Expect::ExactLines => {}
        }
        Ok(())
    }

    fn expect_exact_lines(&self, mv: Move) -> Result<(), CheckStop> {
        let wanted = answer::text(mv);
        match self.agent.dir().output()? {
            AgentOutput::Text(text) if text == wanted || text == wanted.trim_end() => Ok(()),
            AgentOutput::Text(text) => {
                let (text, wanted) = (quoted(&text), quoted(&wanted));
                Err(CheckStop::Failed(format!("output.txt is {text} and should be {wanted}")))
            }
            _ => Err(CheckStop::Failed(Ending::NoOutput.to_string())),
        }
    }

    fn expect_usual_files(&mut self) -> Result<(), CheckStop> {
        let Ok(entries) = fs::read_dir(self.agent.dir().path()) else {
            return Err(CheckStop::Failed("it has made its directory unreadable".to_string()));
        };
        let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        let is_usual = |name: &str| USUAL_FILES.contains(&name) || self.is_carried(name);
        let others: Vec<_> = names.filter(|name| !is_usual(name)).collect();
        if !others.is_empty() {
            let others = quoted(&others.join(" "));
            return Err(CheckStop::Failed(format!(
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
        match reply.answer {
            Ok(_)
            | Err(
                Ending::NoOutput | Ending::EmptyOutput | Ending::Malformed | Ending::ExitCode(_),
            ) => Ok(()),
            Err(ending) => Err(ended(&self.agent, self.options.profile, ending, reply)),
        }
    }

    fn remark(&mut self, remark: &str) {
        self.last.remark = Some(remark.to_string());
    }
}

/// The ending with details that help to find the cause. If the program missed a file that lies
/// beside it, the text says what to do.
fn ended(run: &AgentRun, profile: Profile, ending: Ending, reply: &Reply) -> CheckStop {
    let stderr = run.dir().read(STDERR_FILE).unwrap_or_default();
    let hint = missed_file(run.agent(), run.dir().path(), &String::from_utf8_lossy(&stderr));
    let text = if ending == Ending::Hung {
        let (used, passed) = (reply.cost.user + reply.cost.system, reply.cost.wall);
        format!("it still ran after {}, with {} of CPU time used", time(passed), time(used))
    } else {
        ending.with_detail(detail(run.dir(), ending, profile.form()).as_deref())
    };
    CheckStop::Ended(ending, hint.map_or(text.clone(), |hint| format!("{text}; {hint}")))
}
