//! How the players of a game are started, and what is kept when one of them is to blame: the two
//! protocols are two kinds of players, and a game chooses one.

use crate::error::MatchError;
use crate::journal::GameConditions;
use crate::play::preflight_question::PreflightQuestion;
use crate::players::Participant;
use crate::players::program::Agent;
use crate::rules::{AnswerForm, Ending, GamePlayer, Refereed, ReplyRules, TimeControl};
use crate::schedule::{OpeningList, Seed};
use games::board::Side;
use runner::process::ClockKind;
use runner::{AgentDir, TempRoot};
use std::fmt::Debug;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug)]
pub struct PlayerSetup<'a, M> {
    pub side: Side,
    pub participant: &'a Participant,
    /// The moves that lead from the start of the game to its first turn.
    pub opening: &'a [M],
    pub conditions: GameConditions,
    pub temp_root: &'a TempRoot,
    /// The cores it may run on; `None` means all.
    pub cores: Option<Vec<usize>>,
}

pub trait MatchGame: Refereed {
    /// How they receive requests.
    type Player: ProcessPlayer<Self>;

    /// The program in an agent's directory, and the name of the game.
    const PROGRAM: &'static str;

    /// Seconds of each side where nobody says another number.
    const SECONDS: f64;

    /// The names of openings besides `start`.
    const OPENINGS: &'static [&'static str] = &[];

    /// The openings of a contest that names none.
    const USUAL_OPENINGS: &'static str = "start";

    /// Positions by which a player is tried before a contest.
    fn questions() -> Vec<(PreflightQuestion, Self)> {
        vec![(PreflightQuestion::FirstMove, Self::start())]
    }

    fn openings(name: &str, seed: Seed) -> Result<OpeningList, MatchError> {
        let _ = (name, seed);
        Ok(OpeningList::start_only::<Self>())
    }

    /// The openings that a file lists, and no others; `file` is its name in messages.
    fn openings_of_file(file: &str, text: &str) -> Result<OpeningList, MatchError>;
}

/// The clock that a user wants, where something is said of it, and the rules of replies.
#[derive(Clone, Copy, Debug)]
pub struct WantedClock {
    pub replies: ReplyRules,
    pub clock: Option<ClockKind>,
    pub move_seconds: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramLifetime {
    /// It is started for each move.
    Move,
    Game,
}

/// A player of a game that is a process, or one for each move.
pub trait ProcessPlayer<G: Refereed>: GamePlayer<G> + Debug + Sized {
    const LIFETIME: ProgramLifetime;

    /// A new player in a directory of its own.
    fn from_setup(setup: &PlayerSetup<'_, G::Move>) -> Result<Self, MatchError>;

    /// The moves of an opening that the players must receive; `None` if these are not known.
    fn opening(name: &str, start: &G) -> Option<Vec<G::Move>>;

    /// The clock of such players; `None` where the profile says how time is counted.
    fn time_control(wanted: &WantedClock) -> Result<Option<TimeControl>, MatchError>;

    /// Why the referee could not run the player, if that happened.
    fn failure(&self) -> Option<String>;

    /// Takes the reason why the referee could not run the player, if that happened.
    fn take_failure(&mut self) -> Option<MatchError>;

    fn place(&self) -> (&Agent, &AgentDir);

    /// The exact fault of a player's last answer, without what it has printed besides.
    fn answer_fault(&self, ending: Ending, form: AnswerForm) -> Option<String>;

    /// The exact fault of a player, if this ending is its fault.
    fn whole_fault(&self, ending: Ending, form: AnswerForm) -> Option<String>;

    /// Keeps what proves a player's fault in `folder`; returns the file to look at.
    fn keep(&self, folder: &Path, rules: ReplyRules, ending: Ending)
    -> Result<PathBuf, MatchError>;
}
