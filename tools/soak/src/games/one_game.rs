//! One game, played by the referee's library.

use crate::cases::option_word;
use crate::error::SoakError;
use crate::games::plan::{GamesPlan, Load, PoolOpponent, UnitGame};
use crate::journal::UnitResult;
use crate::programs;
use games::board::Side;
use games::checkers::{Position, ballots};
use games::{Game, GameName};
use referee::journal::GameConditions;
use referee::play::{AgentGame, FinishedAgentGame};
use referee::players::{Agent, Participant};
use referee::rules::{
    AnswerForm, Ending, EndingKind, GameLimits, OpeningMode, Profile, ReplyRules, Timing,
    side_ahead,
};
use referee::schedule::{OpeningOrder, Seed};
use runner::TempRoot;
use runner::process::allowed_cores;
use runner::sandbox::SandboxMode;
use rustix::thread::{CpuSet, sched_setaffinity};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// As in a match of the referee.
const QUIET_TURNS: u32 = 50;
const MOST_PLIES: u32 = 400;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AgentOutcome {
    Won,
    Lost,
    /// A draw with more time left than the opponent.
    DrawnAhead,
    /// A draw with as much time left, or less.
    DrawnBehind,
    TheirForfeit,
    /// The agent has forfeited: this must not happen.
    OurForfeit,
    /// The agent's clock has run out, and half of it or more was wall time: the course's profile
    /// charges that for runs of less than 10 ms, also while they wait for a core.
    Waited,
    Void,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SoakGame {
    unit: u32,
    pub opponent: PoolOpponent,
    /// The index of the time of each side.
    pub time: usize,
    pub profile: Profile,
    pub load: Load,
    pub outcome: AgentOutcome,
    pub ending: Ending,
    /// The agent's time that was left, as a share of its clock.
    pub unspent: f64,
    /// Turns of both sides.
    pub plies: usize,
    /// For a forfeit of ours: what the referee says.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub story: Option<String>,
}

impl UnitResult for SoakGame {
    fn unit(&self) -> u32 {
        self.unit
    }

    fn broken(&self) -> Option<String> {
        let story = self.story.as_ref()?;
        let SoakGame { ending, plies, profile, load, .. } = self;
        let opponent = option_word(&self.opponent);
        let where_at = format!("profile {profile:?}, {load:?}, after {plies} plies");
        Some(format!("{ending} against {opponent}, {where_at}; {story}"))
    }
}

#[derive(Debug)]
pub struct SoakGames<'a> {
    pub plan: &'a GamesPlan,
    pub homework: &'a Agent,
    pub reference: &'a Agent,
    pub calibration: Option<PathBuf>,
    pub sandbox_mode: SandboxMode,
    pub temp_root: &'a TempRoot,
    pub folder: &'a Path,
    pub waiting: Waiting,
}

/// [`AgentOutcome::Waited`] is a broken promise, or only counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    Forfeits,
    IsCounted,
}

impl SoakGames<'_> {
    /// Plays the game of a unit, on the core of its thread.
    pub fn play(&self, unit: u32, thread: usize) -> Result<SoakGame, SoakError> {
        let pairing = self.plan.pairing(unit);
        let start = opening(pairing.random)?;
        let [ours, theirs] = self.participants(&pairing)?;
        let players = match pairing.side {
            Side::Black => [&ours, &theirs],
            Side::White => [&theirs, &ours],
        };
        let cores = allowed_cores();
        let game = AgentGame {
            players,
            start,
            opening: Vec::new(),
            conditions: self.conditions(pairing.profile),
            temp_root: self.temp_root,
            cores: cores.get(thread % cores.len().max(1)).map(|&core| vec![core]),
        };
        let played = game.play(&mut |_, _| {})?;
        Ok(self.record(unit, &pairing, start, &played))
    }

    fn conditions(&self, profile: Profile) -> GameConditions {
        GameConditions {
            limits: GameLimits {
                replies: replies(profile),
                quiet_turns: QUIET_TURNS,
                plies: MOST_PLIES,
            },
            timing: Timing::Clocks,
            // A harder test than the assignment: in mid-game, with the clock of a game.
            opening_mode: OpeningMode::Game,
            time: None,
            sandbox_mode: self.sandbox_mode,
            game: GameName::Checkers,
            seed: Seed(self.plan.seed),
            opening_order: OpeningOrder::USUAL,
            adjudication: None,
        }
    }

    /// The agent, then its opponent.
    fn participants(&self, pairing: &UnitGame) -> Result<[Participant; 2], SoakError> {
        let clock = self.plan.clock(pairing.time);
        let (agent, calibration) = (self.homework.clone(), self.calibration.clone());
        let surcharge = Duration::ZERO;
        let ours = Participant { agent, calibration, clock, surcharge };
        let seed = pairing.random.to_string();
        let agent = match pairing.opponent {
            PoolOpponent::Itself => return Ok([ours.clone(), ours]),
            PoolOpponent::Reference => with(self.reference, &["--seed", &seed]),
            PoolOpponent::Random => with(self.reference, &["--random", "--seed", &seed]),
            PoolOpponent::Instant
            | PoolOpponent::SpendsAll
            | PoolOpponent::Crashes
            | PoolOpponent::Stalls => {
                // Its behavior has the same name.
                let name = option_word(&pairing.opponent);
                let program = programs::own()?;
                Agent { program, ..with(self.reference, &["opponent", &name]) }
            }
        };
        Ok([ours, Participant { agent, calibration: None, clock, surcharge }])
    }

    fn record(
        &self,
        unit: u32,
        pairing: &UnitGame,
        start: Position,
        played: &FinishedAgentGame,
    ) -> SoakGame {
        let finished = &played.finished;
        let turns = finished.turns.len();
        let first = start.side_to_move();
        let to_move = if turns.is_multiple_of(2) { first } else { !first };
        let is_ours = to_move == pairing.side || pairing.opponent == PoolOpponent::Itself;
        let outcome = match finished.ending.kind() {
            EndingKind::Void => AgentOutcome::Void,
            EndingKind::Forfeited
                if is_ours && self.has_waited(pairing, to_move, first, played) =>
            {
                AgentOutcome::Waited
            }
            EndingKind::Forfeited if is_ours => AgentOutcome::OurForfeit,
            EndingKind::Forfeited => AgentOutcome::TheirForfeit,
            EndingKind::Decided if to_move == pairing.side => AgentOutcome::Lost,
            EndingKind::Decided => AgentOutcome::Won,
            EndingKind::Drawn if side_ahead(finished.left) == Some(pairing.side) => {
                AgentOutcome::DrawnAhead
            }
            EndingKind::Drawn => AgentOutcome::DrawnBehind,
        };
        let left = finished.left[pairing.side.index()].as_secs_f64();
        SoakGame {
            unit,
            opponent: pairing.opponent,
            time: pairing.time,
            profile: pairing.profile,
            load: self.plan.load(unit),
            outcome,
            ending: finished.ending,
            unspent: left / self.plan.clock(pairing.time).as_secs_f64(),
            plies: turns,
            story: self
                .is_broken(outcome)
                .then(|| self.story(unit, to_move, pairing.profile, played)),
        }
    }

    fn is_broken(&self, outcome: AgentOutcome) -> bool {
        match outcome {
            AgentOutcome::OurForfeit | AgentOutcome::Void => true,
            AgentOutcome::Waited => self.waiting == Waiting::Forfeits,
            _ => false,
        }
    }

    /// True if the side to move at the end has lost half of its clock or more to wall time. The
    /// course's profile charges whole hundredths of CPU time, so any other charge is wall time.
    fn has_waited(
        &self,
        pairing: &UnitGame,
        to_move: Side,
        first: Side,
        game: &FinishedAgentGame,
    ) -> bool {
        let finished = &game.finished;
        let own = finished.turns.iter().skip(usize::from(to_move != first)).step_by(2);
        let charges = own.map(|turn| turn.charge).chain(finished.last_charge);
        let waited: Duration =
            charges.filter(|charge| !charge.as_micros().is_multiple_of(10_000)).sum();
        pairing.profile == Profile::Course
            && finished.ending == Ending::ClockOverdrawn
            && waited * 2 >= self.plan.clock(pairing.time)
    }

    /// Keeps the files of the last move, and says where they are.
    fn story(
        &self,
        unit: u32,
        to_move: Side,
        profile: Profile,
        played: &FinishedAgentGame,
    ) -> String {
        let detail = played.detail(to_move, AnswerForm::Exact).unwrap_or_default();
        let folder = self.folder.join("cases").join(format!("unit-{unit}"));
        let kept = played.evidence(to_move, replies(profile), &folder).unwrap_or_default();
        format!("{detail} referee replay {kept}")
    }
}

/// Answers must have the exact form of the assignment: an agent of ours promises it.
const fn replies(profile: Profile) -> ReplyRules {
    ReplyRules { profile, answers: AnswerForm::Exact }
}

/// A ballot that may be played across the board.
fn opening(random: u64) -> Result<Position, SoakError> {
    let deck = ballots::deck().map_err(|error| SoakError::Failed(error.to_string()))?;
    let openings: Vec<Position> = deck
        .iter()
        .filter(|ballot| ballot.status == ballots::BallotStatus::Play)
        .map(|one| one.position)
        .collect();
    Ok(openings[random as usize % openings.len()])
}

/// The loops; they end when this is dropped, or with this process.
#[derive(Debug)]
pub struct BusyLoops {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl BusyLoops {
    /// Starts `loops` loops on each core that this process may use.
    pub fn beside_each_core(loops: u32) -> Result<Self, SoakError> {
        let mut busy = BusyLoops { stop: Arc::default(), threads: Vec::new() };
        for core in allowed_cores() {
            for _ in 0..loops {
                let stop = Arc::clone(&busy.stop);
                let thread = thread::Builder::new().spawn(move || spin(core, &stop));
                let thread = thread.map_err(SoakError::system("start", Path::new("a thread")))?;
                busy.threads.push(thread);
            }
        }
        Ok(busy)
    }
}

impl Drop for BusyLoops {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // It cannot panic, and if it had, only the load would be missing.
            let _ = thread.join();
        }
    }
}

fn spin(core: usize, stop: &AtomicBool) {
    let mut only = CpuSet::new();
    only.set(core);
    // Where a thread cannot be bound, the system spreads the loops over the cores.
    let _ = sched_setaffinity(None, &only);
    while !stop.load(Ordering::Relaxed) {
        std::hint::spin_loop();
    }
}

fn with(agent: &Agent, args: &[&str]) -> Agent {
    let args = args.iter().map(|arg| (*arg).to_string()).collect();
    Agent { args, ..agent.clone() }
}
