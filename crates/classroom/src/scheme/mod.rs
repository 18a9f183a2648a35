//! How a class is graded: clocks, limits, points. A small TOML file; every key may be left out.
//!
//! The files `scheme.toml` and so on, which `referee class --print-scheme` prints, have every key
//! with its meaning, and are the defaults. How a file is read: `scheme_file.rs`.
//!
//! An unknown key, an unknown name of a check and a number out of range are errors that name the
//! line: a scheme that is half read would give wrong grades to everyone.

pub mod graded;
pub mod scheme_file;
pub mod scheme_values;

use crate::scheme::scheme_values::{
    CheckName, GradePoints, MoveSeconds, Percent, RequiredChecks, Seconds,
};
use games::GameName;
use jiff::Timestamp;
use referee::journal::DrawRule;
use referee::players::Carry;
use referee::rules::{
    AnswerForm, AskingMode, GameBeginning, OpeningMode, Profile, ReplyRules, Timing,
};
use referee::schedule::GamesEach;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// Plies: the most that the reference agent can look ahead.
const DEEPEST: u32 = 12;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scheme {
    #[serde(default)]
    pub base: BaseScheme,
    pub game: GameName,
    pub games: GameScheme,
    pub build: BuildScheme,
    pub checks: CheckScheme,
    #[serde(deserialize_with = "levels")]
    pub levels: Vec<ReferenceLevel>,
    pub swiss: SwissScheme,
    pub late: LateScheme,
    pub grade: GradeScheme,
    pub feedback: FeedbackScheme,
}

/// The schemes that have names; a file takes from one of them what it leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BaseScheme {
    /// The points of the assignment.
    #[default]
    Assignment,
    /// The default before that one.
    Classic,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameScheme {
    pub seconds: Seconds,
    pub clocks: ClockRule,
    // Text programs have none of these.
    #[serde(default)]
    pub carry: Carry,
    #[serde(default)]
    pub profile: Profile,
    #[serde(default)]
    pub answers: AnswerForm,
    pub draws: DrawRule,
    pub openings: OpeningChoice,
    /// Text programs do not have it: they are sent the moves of an opening.
    #[serde(default = "OpeningMode::earlier")]
    pub opening_mode: OpeningMode,
    pub seed: u64,
    pub max_plies: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockRule {
    Game,
    /// Each move anew, and no time is recorded.
    Move,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningChoice {
    Ballots,
    Balanced,
    Random,
    Start,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildScheme {
    /// Of the shell, in place of what the files of a submission say.
    pub command: Option<String>,
    /// Archives and folders of the course, which builds and agents may use.
    #[serde(default)]
    pub libraries: Vec<PathBuf>,
    pub cpu_seconds: Seconds,
    pub wall_seconds: Seconds,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckScheme {
    pub points: GradePoints,
    pub weight: GradePoints,
    pub weights: BTreeMap<CheckName, GradePoints>,
    pub most_hangs: u32,
    /// CPU time of an agent's checks after which none of the group `robust` is begun.
    pub seconds: Seconds,
    pub required: RequiredChecks,
    /// `None`: all checks are run.
    pub only: Option<Vec<CheckName>>,
    /// The scripts for the check of that name.
    pub scripts: Option<PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferenceLevel {
    pub depth: u32,
    pub games: usize,
    pub points: GradePoints,
    /// `None`: points in proportion.
    #[serde(default)]
    pub at_least: Option<Percent>,
    /// CPU seconds that the reference is charged for each move beside what it uses.
    #[serde(default)]
    pub reference_seconds_per_move: Option<MoveSeconds>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SwissScheme {
    pub rounds: usize,
    #[serde(deserialize_with = "even")]
    pub games: usize,
    pub points: GradePoints,
    pub table: Option<Vec<GradePoints>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LateScheme {
    pub deadline: Option<Timestamp>,
    /// A table of students and days.
    pub list: Option<PathBuf>,
    pub free_days: u32,
    pub per_day_percent: Percent,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradeScheme {
    pub maximum: Option<GradePoints>,
    pub columns: Vec<Column>,
}

/// A column of `grades.csv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Column {
    Name,
    Total,
    Checks,
    Levels,
    Swiss,
    /// Only if lateness costs points.
    Late,
    Place,
    Rating,
    Remark,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeedbackScheme {
    pub nodes: u64,
    pub diagnose: DiagnoseRule,
    pub diagnose_seconds: Seconds,
}

/// Whether each agent gets a page that says why it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "bool", into = "bool")]
pub enum DiagnoseRule {
    No,
    Yes,
}

impl From<bool> for DiagnoseRule {
    fn from(word: bool) -> Self {
        if word { DiagnoseRule::Yes } else { DiagnoseRule::No }
    }
}

impl From<DiagnoseRule> for bool {
    fn from(rule: DiagnoseRule) -> bool {
        rule == DiagnoseRule::Yes
    }
}

impl Scheme {
    pub fn most_points(&self) -> f64 {
        let levels: f64 = self.levels.iter().map(|level| level.points.number()).sum();
        let all = self.checks.points.number() + levels + self.swiss.first_place();
        self.grade.maximum.map_or(all, |maximum| all.min(maximum.number()))
    }
}

impl OpeningChoice {
    /// As the command line names them.
    pub const fn text(self) -> &'static str {
        match self {
            OpeningChoice::Ballots => "ballots",
            OpeningChoice::Balanced => "balanced",
            OpeningChoice::Random => "random",
            OpeningChoice::Start => "start",
        }
    }
}

impl GameScheme {
    pub const fn timing(&self) -> Timing {
        match self.clocks {
            ClockRule::Game => Timing::Clocks,
            ClockRule::Move => Timing::Untimed,
        }
    }

    /// How games begin, as a sentence without a full stop.
    pub const fn beginning(&self, game: GameName) -> &'static str {
        let list = GameBeginning::at_start(matches!(self.openings, OpeningChoice::Start));
        self.opening_mode.sentence(game, list)
    }

    /// The most wall time that the clocks of a game allow.
    pub fn longest_game(&self) -> Duration {
        let timing = self.timing();
        let from_start = self.longest_of(AskingMode::game(timing));
        match (self.openings, self.opening_mode) {
            (OpeningChoice::Start, _) | (_, OpeningMode::Game) => from_start,
            (_, OpeningMode::Single) => from_start.max(self.longest_of(AskingMode::single(timing))),
        }
    }

    fn longest_of(&self, asking: AskingMode) -> Duration {
        asking.longest([self.seconds.time(); 2], self.max_plies)
    }

    pub const fn replies(&self) -> ReplyRules {
        ReplyRules { profile: self.profile, answers: self.answers }
    }
}

impl CheckScheme {
    pub fn weight_of(&self, name: &str) -> f64 {
        let own = self.weights.iter().find(|(of, _)| of.is_name(name));
        let own = own.or_else(|| self.weights.iter().find(|(of, _)| of.is(name)));
        own.map_or(&self.weight, |(_, weight)| weight).number()
    }

    pub fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.iter().any(|one| one.is(name)))
    }

    /// True if an agent must pass the check to play.
    pub fn requires(&self, name: &str) -> bool {
        self.wants(name) && self.required.names().iter().any(|one| one.is(name))
    }
}

impl ReferenceLevel {
    pub fn name(&self) -> String {
        format!("reference depth {}", self.depth)
    }

    /// The part of the grade, as `grades.csv` names its column.
    pub fn part(&self) -> String {
        format!("depth {}", self.depth)
    }

    /// What the reference is charged for each move beside what it uses.
    pub fn surcharge(&self) -> Duration {
        self.reference_seconds_per_move.map(MoveSeconds::time).unwrap_or_default()
    }

    /// Games: of an odd number the agent begins one more.
    pub const fn games_each(&self) -> GamesEach {
        GamesEach(self.games)
    }
}

impl LateScheme {
    pub fn is_on(&self) -> bool {
        self.per_day_percent.share() > 0.0
    }
}

impl SwissScheme {
    /// The points of the first of several.
    pub fn first_place(&self) -> f64 {
        self.of_place(1, 2)
    }

    /// The points of a place, from 1, among `players`. Who is alone has not won a place.
    pub fn of_place(&self, place: usize, players: usize) -> f64 {
        match self.table.as_deref() {
            _ if self.rounds == 0 || players < 2 => 0.0,
            Some([]) => 0.0,
            Some(table) => table[place.clamp(1, table.len()) - 1].number(),
            None => {
                let behind = players.saturating_sub(place) as f64;
                self.points.number() * behind / (players - 1) as f64
            }
        }
    }
}

fn even<'de, D: Deserializer<'de>>(file: D) -> Result<usize, D::Error> {
    let games = usize::deserialize(file)?;
    if games.is_multiple_of(2) {
        return Ok(games);
    }
    let text = format!("{games} games of each pairing are not even; write {}", games + 1);
    Err(D::Error::custom(text))
}

/// Levels of different depths: their names in records differ by the depth alone.
fn levels<'de, D: Deserializer<'de>>(file: D) -> Result<Vec<ReferenceLevel>, D::Error> {
    let levels = Vec::<ReferenceLevel>::deserialize(file)?;
    for (index, level) in levels.iter().enumerate() {
        if levels[..index].iter().any(|earlier| earlier.depth == level.depth) {
            let text = format!("two levels have depth {}; write one with more games", level.depth);
            return Err(D::Error::custom(text));
        }
        if level.depth > DEEPEST {
            let text = format!("depth {} is too much; write 0 to {DEEPEST}", level.depth);
            return Err(D::Error::custom(text));
        }
    }
    Ok(levels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_places_fall_from_the_first_to_the_last() {
        let points = GradePoints::of(20);
        let mut swiss = SwissScheme { points, ..Scheme::default().swiss };
        assert_eq!(points_of_five(&swiss), [20.0, 15.0, 10.0, 5.0, 0.0]);
        assert_eq!((swiss.of_place(1, 1), swiss.first_place()), (0.0, 20.0));
        swiss.table = Some(vec![GradePoints::of(9), GradePoints::of(4)]);
        assert_eq!(points_of_five(&swiss), [9.0, 4.0, 4.0, 4.0, 4.0]);
        swiss.rounds = 0;
        assert_eq!(points_of_five(&swiss), [0.0; 5]);
    }

    #[test]
    fn a_game_may_take_as_long_as_both_clocks() {
        let scheme = Scheme::default().games;
        assert_eq!(scheme.longest_game(), Duration::from_secs(200));
        let single = GameScheme { openings: OpeningChoice::Ballots, ..scheme.clone() };
        assert_eq!(single.longest_game(), Duration::from_secs(1_000), "2.5 s for each move");
        let by_move = GameScheme { clocks: ClockRule::Move, ..scheme };
        assert_eq!(by_move.longest_game(), Duration::from_secs(40_000));
    }

    fn points_of_five(swiss: &SwissScheme) -> [f64; 5] {
        [1, 2, 3, 4, 5].map(|place| swiss.of_place(place, 5))
    }
}
