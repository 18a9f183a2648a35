//! How a class is graded: clocks, limits, points. A small TOML file; every key may be left out.
//!
//! The file `scheme.toml`, which `referee class --print-scheme` prints, has every key with its
//! meaning and its default. A test keeps it equal to the defaults here. How a file is read:
//! `scheme_file.rs`.
//!
//! An unknown key, an unknown name of a check and a number out of range are errors that name the
//! line: a scheme that is half obeyed would give wrong grades to everyone.

use crate::agent::Carry;
use crate::class::scheme_values::{CheckName, GradePoints, Percent, Seconds};
use crate::game::Profile;
use crate::schedule::GamesEach;
use games::GameName;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Plies: the most that the reference agent can look ahead.
pub(super) const DEEPEST: u32 = 12;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scheme {
    pub game: GameName,
    pub games: GameScheme,
    pub build: BuildScheme,
    pub checks: CheckScheme,
    #[serde(deserialize_with = "levels")]
    pub levels: Vec<ReferenceLevel>,
    pub swiss: SwissScheme,
    pub grade: GradeScheme,
    pub feedback: FeedbackScheme,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GameScheme {
    pub seconds: Seconds,
    pub clocks: ClockRule,
    pub carry: Carry,
    pub profile: Profile,
    pub draws: DrawRule,
    pub openings: OpeningChoice,
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
pub enum DrawRule {
    Half,
    Time,
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
#[serde(deny_unknown_fields, default)]
pub struct BuildScheme {
    /// Of the shell, in place of what the files of a submission say.
    pub command: Option<String>,
    pub cpu_seconds: Seconds,
    pub wall_seconds: Seconds,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CheckScheme {
    pub points: GradePoints,
    pub weight: GradePoints,
    pub weights: BTreeMap<CheckName, GradePoints>,
    pub most_hangs: u32,
    pub required: Vec<CheckName>,
    /// `None`: all checks are run.
    pub only: Option<Vec<CheckName>>,
    /// The scripts for the check of that name.
    pub scripts: Option<PathBuf>,
}

/// Games against one level of the reference agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferenceLevel {
    pub depth: u32,
    pub games: usize,
    pub points: GradePoints,
    /// `None`: points in proportion.
    #[serde(default)]
    pub at_least: Option<Percent>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SwissScheme {
    pub rounds: usize,
    pub games: usize,
    pub points: GradePoints,
    pub table: Option<Vec<GradePoints>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
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
    Place,
    Rating,
    Remark,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FeedbackScheme {
    pub nodes: u64,
}

impl Scheme {
    /// The most points that can be earned.
    pub fn most_points(&self) -> f64 {
        let levels: f64 = self.levels.iter().map(|level| level.points.number()).sum();
        let all = self.checks.points.number() + levels + self.swiss.of_place(1, 1);
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

impl CheckScheme {
    pub fn weight_of(&self, name: &str) -> f64 {
        let own = self.weights.iter().find(|(of, _)| of.is_name(name));
        let own = own.or_else(|| self.weights.iter().find(|(of, _)| of.is(name)));
        own.map_or(&self.weight, |(_, weight)| weight).number()
    }

    /// True if the check is run.
    pub fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.iter().any(|one| one.is(name)))
    }

    /// True if an agent must pass the check to play.
    pub fn requires(&self, name: &str) -> bool {
        self.wants(name) && self.required.iter().any(|one| one.is(name))
    }
}

impl ReferenceLevel {
    /// The name of the opponent in records and tables.
    pub fn name(&self) -> String {
        format!("reference depth {}", self.depth)
    }

    /// Games, an even number.
    pub const fn games_each(&self) -> GamesEach {
        GamesEach::in_pairs(self.games)
    }
}

impl SwissScheme {
    /// The points of a place, from 1, among `players`.
    pub fn of_place(&self, place: usize, players: usize) -> f64 {
        match self.table.as_deref() {
            _ if self.rounds == 0 => 0.0,
            Some([]) => 0.0,
            Some(table) => table[place.clamp(1, table.len()) - 1].number(),
            None if players < 2 => self.points.number(),
            None => {
                let behind = players.saturating_sub(place) as f64;
                self.points.number() * behind / (players - 1) as f64
            }
        }
    }
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

impl Default for Scheme {
    fn default() -> Self {
        let level = |depth, points| ReferenceLevel { depth, games: 4, points, at_least: None };
        Scheme {
            game: GameName::Checkers,
            games: GameScheme::default(),
            build: BuildScheme::default(),
            checks: CheckScheme::default(),
            levels: vec![
                level(1, GradePoints::of(10)),
                level(2, GradePoints::of(15)),
                level(4, GradePoints::of(15)),
            ],
            swiss: SwissScheme::default(),
            grade: GradeScheme::default(),
            feedback: FeedbackScheme::default(),
        }
    }
}

impl Default for GameScheme {
    fn default() -> Self {
        GameScheme {
            seconds: Seconds::of(100),
            clocks: ClockRule::Game,
            carry: Carry::Nothing,
            profile: Profile::Spec,
            draws: DrawRule::Half,
            openings: OpeningChoice::Ballots,
            seed: 1,
            max_plies: 400,
        }
    }
}

impl Default for BuildScheme {
    fn default() -> Self {
        BuildScheme { command: None, cpu_seconds: Seconds::of(120), wall_seconds: Seconds::of(480) }
    }
}

impl Default for CheckScheme {
    fn default() -> Self {
        let required = ["example-opening", "example-double-jump", "must-jump"];
        CheckScheme {
            points: GradePoints::of(40),
            weight: GradePoints::of(1),
            weights: BTreeMap::new(),
            most_hangs: 3,
            required: required.map(CheckName::of).to_vec(),
            only: None,
            scripts: None,
        }
    }
}

impl Default for SwissScheme {
    fn default() -> Self {
        SwissScheme { rounds: 7, games: 2, points: GradePoints::of(20), table: None }
    }
}

impl Default for GradeScheme {
    fn default() -> Self {
        let parts = [Column::Checks, Column::Levels, Column::Swiss, Column::Place, Column::Rating];
        let columns = [&[Column::Name, Column::Total][..], &parts, &[Column::Remark]].concat();
        GradeScheme { maximum: None, columns }
    }
}

impl Default for FeedbackScheme {
    fn default() -> Self {
        FeedbackScheme { nodes: 10_000 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_places_fall_from_the_first_to_the_last() {
        let mut swiss = SwissScheme::default();
        let points = |swiss: &SwissScheme| [1, 2, 3, 4, 5].map(|place| swiss.of_place(place, 5));
        assert_eq!(points(&swiss), [20.0, 15.0, 10.0, 5.0, 0.0]);
        assert_eq!(swiss.of_place(1, 1), 20.0);
        swiss.table = Some(vec![GradePoints::of(9), GradePoints::of(4)]);
        assert_eq!(points(&swiss), [9.0, 4.0, 4.0, 4.0, 4.0]);
        swiss.rounds = 0;
        assert_eq!(points(&swiss), [0.0; 5]);
    }
}
