//! A text program as a contestant: it is started once for a game and told what is played.
//!
//! Both sides are set to `manual`, and the moves of the opening are sent. Then its own side is
//! `auto`, and each move of the other side is sent as a person would write it. What it announces
//! is checked by our rules, and so are its boards: before its first move, after some of its moves,
//! and at the end (`live_dumps.rs`, `live_end.rs`). Its clock runs from a question to the
//! announcement; a board is shown while no clock runs.

use crate::agent::agent_dir::{AgentDir, STDERR_FILE};
use crate::agent::detail::{in_one_line, quoted};
use crate::agent::entrant::Entrant;
use crate::agent::idle_time::{IDLE_IN_GAME, longest_wall};
use crate::agent::live_process::LiveProcess;
use crate::agent::process::{RunSpec, StartError, StopFlag, TurnCost, TurnTime};
use crate::agent::program::Agent;
use crate::agent::run::{AgentRunError, ending_of, is_to_blame, spec_of, why_not_started};
use crate::agent::sandbox::SandboxMode;
use crate::agent::shown_board::{DumpMoves, WrongBoard};
use crate::agent::stderr_line::telling_line;
use crate::agent::temp_root::TempRoot;
use crate::game::{
    CheckedReply, Conclusion, Contestant, EndFault, Ending, Refereed, RuleViolation, TimeControl,
    TurnQuestion, TurnSide,
};
use games::board::Side;
use harness::{Announcement, OutputEnd, OutputItem, TextGame, WaitDeadline, WaitError, WaitLimit};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The conversation, among the evidence.
pub const CONVERSATION_FILE: &str = "conversation.txt";
/// The true board and the one that was shown, among the evidence.
const BOARDS_FILE: &str = "boards.txt";
/// How long a program that has closed its output may take to end.
const CLOSED: Duration = Duration::from_secs(1);

/// A text program in its directory.
#[derive(Debug)]
pub struct LiveRun {
    side: Side,
    agent: Agent,
    pub(super) process: LiveProcess,
    time: TimeControl,
    pub(super) dumps: DumpMoves,
    pub(super) wrong: Option<WrongBoard>,
    /// Moves that it has not been sent.
    pending: Vec<String>,
    stage: LiveStage,
    spec: RunSpec,
    pub(super) detail: Option<String>,
    /// How it has ended, if it has.
    ended: Option<Ending>,
    error: Option<AgentRunError>,
    dir: AgentDir,
}

/// How far the program has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LiveStage {
    Started,
    /// Both sides are manual.
    Introduced,
    /// Its own side is automatic.
    Playing,
}

impl LiveRun {
    /// Starts the program for one side. The moves of the opening are still to be seen.
    ///
    /// # Errors
    /// The directory, the sandbox, the pipes or a thread cannot be made.
    pub fn new(
        entrant: &Entrant,
        game: TextGame,
        side: Side,
        (temp_root, mode): (&TempRoot, SandboxMode),
        cores: Option<Vec<usize>>,
    ) -> Result<Self, AgentRunError> {
        let dir = AgentDir::new(temp_root, None)?;
        let agent = entrant.agent.clone();
        let mut spec = spec_of(&agent, &dir, temp_root, mode, cores)?;
        spec.wall_limit = Duration::MAX;
        spec.idle_total = IDLE_IN_GAME;
        let process = LiveProcess::start(spec.clone(), &dir, game).map_err(|source| {
            AgentRunError::Start(StartError::System { what: "start a text program", source })
        })?;
        let (pending, stage) = (Vec::new(), LiveStage::Started);
        let (detail, ended, error, wrong) = (None, None, None, None);
        let (time, dumps) = (TimeControl::default(), DumpMoves::drawn_by(0));
        Ok(LiveRun {
            side,
            agent,
            process,
            time,
            dumps,
            wrong,
            pending,
            stage,
            spec,
            detail,
            ended,
            error,
            dir,
        })
    }

    /// Sets what its clock counts; the seed draws the moves after which it is asked for its board.
    #[must_use]
    pub fn with_clock(mut self, time: TimeControl, seed: u64) -> Self {
        self.time = time;
        self.dumps = DumpMoves::drawn_by(seed);
        self
    }

    pub const fn agent(&self) -> &Agent {
        &self.agent
    }

    /// The directory the program works in.
    pub const fn dir(&self) -> &AgentDir {
        &self.dir
    }

    /// Why the referee could not run it, if that happened.
    pub const fn error(&self) -> Option<&AgentRunError> {
        self.error.as_ref()
    }

    /// Takes the reason why the referee could not run it, if that happened.
    pub const fn take_error(&mut self) -> Option<AgentRunError> {
        self.error.take()
    }

    /// What exactly it has said wrongly, if it has.
    pub fn fault(&self) -> Option<String> {
        self.detail.clone()
    }

    /// The same, else what it has printed on standard error.
    pub fn detail(&self) -> Option<String> {
        let stderr = || {
            let text = self.dir.read(STDERR_FILE)?;
            let text = String::from_utf8_lossy(&text).into_owned();
            telling_line(&text).map(|line| format!("it printed {}", quoted(line)))
        };
        self.detail.clone().or_else(stderr)
    }

    /// Writes the conversation, and what it has printed as errors, into `folder`; returns the file
    /// of the conversation.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn keep_evidence(&self, folder: &Path) -> Result<PathBuf, AgentRunError> {
        let put = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, bytes));
            written.map_err(|source| AgentRunError::Copy { path: path.clone(), source })?;
            Ok(path)
        };
        if let Some(errors) = self.dir.read(STDERR_FILE) {
            put(STDERR_FILE, &errors)?;
        }
        if let Some(wrong) = &self.wrong {
            put(BOARDS_FILE, wrong.both.as_bytes())?;
        }
        put(CONVERSATION_FILE, self.process.conversation.text().as_bytes())
    }

    /// A move that was played and that the program has to hear of.
    pub fn tell(&mut self, mv: String) {
        self.pending.push(mv);
    }

    /// Sends what it has not heard of.
    pub(super) fn send_pending(&mut self) {
        if self.stage == LiveStage::Started {
            self.process.send("manual black");
            self.process.send("manual white");
            self.stage = LiveStage::Introduced;
        }
        for line in std::mem::take(&mut self.pending) {
            self.process.send(&line);
        }
    }

    /// What the program says next, within this CPU time.
    pub(super) fn next(&mut self, cpu: Duration) -> Result<OutputItem, Ending> {
        // The watch ends a program that is idle long before.
        let wall = longest_wall(cpu).min(Duration::from_secs(1_000_000));
        let limit = WaitLimit::Patience(wall);
        match self.process.output.next(WaitDeadline::from_now(limit)) {
            Ok(item) => Ok(item),
            Err(WaitError::Ended(OutputEnd::Invalid(fault))) => {
                self.detail = Some(fault);
                Err(Ending::BadOutput)
            }
            Err(WaitError::Ended(OutputEnd::Closed)) => Err(self.end_of_run(CLOSED)),
            Err(_) => {
                self.end_of_run(Duration::ZERO);
                Err(Ending::Hung)
            }
        }
    }

    /// The ending of a program that says no more.
    fn end_of_run(&mut self, patience: Duration) -> Ending {
        let ended = self.process.report(patience);
        let ending = match (ended, self.ended) {
            (None, known) => known.unwrap_or(Ending::Left),
            (Some(Ok(run)), _) => match ending_of(&run) {
                None => Ending::Left,
                // It had closed its output, and was then ended by us.
                Some(Ending::RefereeFault) if !self.is_stopped() => Ending::Left,
                Some(ending) => ending,
            },
            (Some(Err(error)), _) => self.not_started(error),
        };
        self.ended = Some(ending);
        ending
    }

    /// The limit by which the program was ended when its move had come: perhaps the end has
    /// completed a line that it had not.
    fn passed_limit(&mut self) -> Option<Ending> {
        let by_itself = |ending: &Ending| {
            matches!(ending, Ending::Left | Ending::ExitCode(_) | Ending::Signal(_))
        };
        let is_killed = self.process.clock.is_killed();
        is_killed.then(|| self.end_of_run(CLOSED)).filter(|ending| !by_itself(ending))
    }

    fn is_stopped(&self) -> bool {
        self.spec.stop.as_ref().is_some_and(StopFlag::is_set)
    }

    fn not_started(&mut self, error: StartError) -> Ending {
        match error {
            StartError::Start { source, .. } if is_to_blame(&self.spec, &source) => {
                self.detail = Some(in_one_line(&why_not_started(&source)));
                Ending::NotStarted
            }
            error => {
                self.error = Some(error.into());
                Ending::RefereeFault
            }
        }
    }

    /// The ending after an announcement that nobody has asked for.
    pub(super) fn unasked(&mut self, said: &Announcement) -> Ending {
        self.detail = Some(format!("it announced {}", quoted(&said.to_string())));
        match said {
            Announcement::Move(_) => Ending::OutOfTurn,
            Announcement::Result(_) => Ending::WrongResult(TurnSide::ToMove),
        }
    }

    /// The move that it announces in its turn.
    fn announced(&mut self, left: Duration) -> Result<String, Ending> {
        loop {
            match self.next(left)? {
                OutputItem::Dump(_) => {}
                OutputItem::Announcement(Announcement::Move(text)) => return Ok(text),
                OutputItem::Announcement(said) => return Err(self.unasked(&said)),
            }
        }
    }

    fn legal<G: Refereed>(&mut self, position: &G, text: String) -> Result<G::Move, Ending> {
        position.read_move(&text).map_err(|_| {
            self.detail = Some(text);
            Ending::Illegal(RuleViolation::NotLegal)
        })
    }

    /// Whether a turn was in time. If not, says what took the time, unless this turn and the clock
    /// for the game alone did.
    fn is_in_time(&mut self, cost: TurnCost, remaining: Duration) -> bool {
        let (most, clock) = (self.time.move_limit(), self.time.clock);
        let (own, waiting) = (cost.own.as_secs_f64(), cost.waiting.as_secs_f64());
        let is_long = cost.own >= most;
        let is_late = is_long || cost.waiting + cost.own >= remaining;
        if is_long {
            let most = most.as_secs_f64();
            self.detail =
                Some(format!("it took {own:.2} s of {clock} for this move; {most} s are allowed"));
        } else if is_late && cost.waiting > cost.own {
            self.detail =
                Some(format!("it used {waiting:.2} s of CPU time in the turn of the other side"));
        }
        !is_late
    }

    /// Everything up to its clock.
    fn prepare<G: Refereed>(&mut self, position: &G) -> Result<(), Ending> {
        if let Some(said) = self.process.output.unread() {
            return Err(self.unasked(&said));
        }
        if self.stage == LiveStage::Started { self.introduce(position) } else { Ok(()) }
    }

    fn ask(&mut self) {
        self.send_pending();
        if self.stage == LiveStage::Introduced {
            self.process.send(&format!("auto {}", self.side.to_string().to_lowercase()));
            self.stage = LiveStage::Playing;
        }
    }
}

impl<G: Refereed> Contestant<G> for LiveRun {
    fn play(&mut self, question: &TurnQuestion<'_, G>) -> CheckedReply<G::Move> {
        let (position, remaining) = (question.state.position(), question.remaining());
        if let Err(ending) = self.prepare(position) {
            return CheckedReply { charge: Duration::ZERO, left: remaining, mv: Err(ending) };
        }
        let (clock, most) = (self.time.clock, self.time.move_limit());
        self.process.clock.begin_turn(TurnTime { clock, left: remaining, most });
        self.ask();
        let said = self.announced(remaining);
        let cost = self.process.clock.end_turn(Instant::now());
        let said = said.and_then(|text| self.passed_limit().map_or(Ok(text), Err));
        let is_in_time = self.is_in_time(cost, remaining);
        let charge = cost.waiting + cost.own;
        let left = remaining.saturating_sub(charge);
        let mv = match said {
            Err(Ending::KilledInMove) => Err(Ending::KilledInMove),
            _ if !is_in_time => Err(Ending::ClockOverdrawn),
            said => said.and_then(|text| self.legal(position, text)),
        };
        let mv = mv.and_then(|mv| self.dump_at_times(question, mv).map(|()| mv));
        CheckedReply { charge, left, mv }
    }

    /// Its own moves it knows, once it plays; a pass is no move for it.
    fn see(&mut self, before: &G, mv: G::Move) {
        let is_own = before.side_to_move() == self.side && self.stage == LiveStage::Playing;
        if !is_own && before.forced_pass().is_none() {
            self.tell(before.move_text(mv));
        }
    }

    fn conclude(&mut self, conclusion: &Conclusion<'_, G>) -> Result<(), EndFault> {
        self.concluded(conclusion)
    }
}

/// The text game of a name.
///
/// # Errors
/// `harness` does not know it.
pub fn text_game(name: &str) -> io::Result<TextGame> {
    TextGame::named(name).ok_or_else(|| io::Error::other("no text program plays this game"))
}
