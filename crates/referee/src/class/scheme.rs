//! How a class is graded: clocks, limits, points. A small TOML file; every key may be left out.
//!
//! An unknown key, an unknown name of a check and a number out of range are errors that name the
//! line: a scheme that is half obeyed would give wrong grades to everyone. The default scheme is in
//! `scheme_defaults.rs`.

use crate::agent::Carry;
use crate::check;
use crate::class::numbers::{Percent, Points, Seconds};
use crate::game::Profile;
use crate::schedule::GamesEach;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The most plies that the reference agent can look ahead.
const DEEPEST: u32 = 12;

/// Why a scheme cannot be used.
#[derive(Debug, Error)]
#[error("{}, line {line}: {message}; see the keys with: referee class --print-scheme", path.display())]
pub struct SchemeError {
    /// The file.
    path: PathBuf,
    /// The line, from 1.
    line: usize,
    /// What is wrong, with the key.
    message: String,
}

/// The whole scheme.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scheme {
    /// The conditions of all games.
    pub games: GameScheme,
    /// The limits of a build.
    pub build: BuildScheme,
    /// The checks and their points.
    pub checks: CheckScheme,
    /// The games against the reference agent.
    #[serde(deserialize_with = "levels")]
    pub levels: Vec<Level>,
    /// The tournament of those who passed.
    pub swiss: SwissScheme,
    /// The total and the table.
    pub grade: GradeScheme,
    /// The students' pages.
    pub feedback: FeedbackScheme,
}

/// The conditions of all games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GameScheme {
    /// CPU seconds of each side.
    pub seconds: Seconds,
    /// What the seconds are for.
    pub clocks: ClockRule,
    /// Whether an agent finds the files of its submission in its working directory.
    pub carry: Carry,
    /// Whose rules are applied.
    pub profile: Profile,
    /// What a drawn game is worth.
    pub draws: DrawRule,
    /// Where games begin.
    pub openings: OpeningChoice,
    /// The seed of the openings and of the reference agent.
    pub seed: u64,
    /// Turns after which a game is drawn.
    pub max_plies: u32,
}

/// What the seconds are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockRule {
    /// A whole game.
    Game,
    /// Each move anew, and no time is recorded: agents without chance play the same games anywhere.
    Move,
}

/// What a drawn game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawRule {
    /// Half a point for both.
    Half,
    /// A point for the side with more time left, as in the assignment; half a point for both if
    /// that is the same.
    Time,
}

/// Where games begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningChoice {
    /// After three moves drawn by lot.
    Ballots,
    /// In the start position.
    Start,
}

/// The limits of a build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BuildScheme {
    /// CPU seconds for all processes of a build.
    pub cpu_seconds: Seconds,
    /// Seconds of wall time.
    pub wall_seconds: Seconds,
}

/// The checks and their points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CheckScheme {
    /// For all checks together.
    pub points: Points,
    /// The share of a check without a weight of its own.
    pub weight: Points,
    /// The shares of the others.
    pub weights: BTreeMap<CheckName, Points>,
    /// Hanging this often ends an agent's checks.
    pub most_hangs: u32,
    /// An agent plays only if it passes these.
    pub required: Vec<CheckName>,
    /// The checks that are run; `None` means all.
    pub only: Option<Vec<CheckName>>,
}

/// Games against one level of the reference agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The plies that it looks ahead; 0 means random moves.
    pub depth: u32,
    /// Games; an odd number is rounded up.
    pub games: usize,
    /// For all points of the games.
    pub points: Points,
    /// All points are earned from this percentage on, and none below. `None`: in proportion.
    #[serde(default)]
    pub at_least: Option<Percent>,
}

/// The tournament of those who passed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SwissScheme {
    /// Rounds; 0 means no tournament.
    pub rounds: usize,
    /// Games of each pairing; an odd number is rounded up.
    pub games: usize,
    /// Points of the first place.
    pub points: Points,
    /// Points of each place, the first one first; later places get the last number.
    pub table: Option<Vec<Points>>,
}

/// The total and the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GradeScheme {
    /// A total above is cut to this.
    pub maximum: Option<Points>,
    /// The columns of `grades.csv`, in order.
    pub columns: Vec<Column>,
}

/// A column of `grades.csv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Column {
    /// The name of the submission's folder.
    Name,
    /// All points.
    Total,
    /// Points of the checks.
    Checks,
    /// Points of each level, one column for each.
    Levels,
    /// Points of the place.
    Swiss,
    /// The place in the tournament.
    Place,
    /// The rating in Elo, relative to the mean of the tournament.
    Rating,
    /// Why points are missing.
    Remark,
}

/// The students' pages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FeedbackScheme {
    /// Nodes of our player's search for each position.
    pub nodes: u64,
}

/// The name of a check that there is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CheckName(String);

impl Scheme {
    /// Reads a scheme; `path` is named in errors.
    ///
    /// # Errors
    /// The text is not TOML, or has an unknown key or a number out of range.
    pub fn parse(path: &Path, text: &str) -> Result<Self, SchemeError> {
        toml::from_str(text).map_err(|error: toml::de::Error| {
            let begin = error.span().map_or(0, |span| span.start.min(text.len()));
            SchemeError {
                path: path.to_path_buf(),
                line: text.as_bytes()[..begin].iter().filter(|byte| **byte == b'\n').count() + 1,
                message: error.message().to_string(),
            }
        })
    }

    /// The most points that can be earned.
    pub fn most_points(&self) -> f64 {
        let levels: f64 = self.levels.iter().map(|level| level.points.number()).sum();
        let all = self.checks.points.number() + levels + self.swiss.of_place(1, 1);
        self.grade.maximum.map_or(all, |maximum| all.min(maximum.number()))
    }
}

impl CheckScheme {
    /// The share of a check.
    pub fn weight_of(&self, name: &str) -> f64 {
        let own =
            self.weights.iter().find(|(of, _)| of.0 == name).map(|(_, weight)| weight.number());
        own.unwrap_or(self.weight.number())
    }

    /// Whether a check is run.
    pub fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.iter().any(|one| one.0 == name))
    }

    /// Whether an agent must pass it to play.
    pub fn requires(&self, name: &str) -> bool {
        self.wants(name) && self.required.iter().any(|one| one.0 == name)
    }
}

impl CheckName {
    /// One of the names in the code; tests read the default scheme, so that it is a check's.
    pub(super) fn of(name: &str) -> Self {
        CheckName(name.to_string())
    }
}

impl Level {
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
    /// The points of a place, counted from 1, among `players`.
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

/// Levels of different depths: records tell them apart by it.
fn levels<'de, D: Deserializer<'de>>(file: D) -> Result<Vec<Level>, D::Error> {
    let levels = Vec::<Level>::deserialize(file)?;
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

impl TryFrom<String> for CheckName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        if check::list().any(|check| check.name == name) {
            return Ok(CheckName(name));
        }
        let names: Vec<_> = check::list().map(|check| check.name).collect();
        Err(format!("there is no check \"{name}\"; there are {}", names.join(", ")))
    }
}

impl From<CheckName> for String {
    fn from(name: CheckName) -> String {
        name.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::scheme_defaults::DEFAULT_SCHEME;

    fn parse(text: &str) -> Result<Scheme, String> {
        Scheme::parse(Path::new("class.toml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn the_printed_scheme_is_the_one_that_holds_without_a_file() {
        assert_eq!(parse(DEFAULT_SCHEME), Ok(Scheme::default()));
        assert_eq!(parse(""), Ok(Scheme::default()));
        assert_eq!(Scheme::default().most_points(), 100.0);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let cases = [
            ("[games]\nsecnds = 3", "line 2: unknown field `secnds`"),
            ("[games]\nseconds = 0", "line 2: 0 seconds are not possible"),
            ("\n\n[swis]", "line 3: unknown field `swis`"),
            (
                "[checks]\nrequired = [\"must-jump\", \"jump\"]",
                "line 2: there is no check \"jump\"",
            ),
            ("[checks.weights]\njump = 2", "line 2: there is no check \"jump\""),
            ("[checks]\npoints = -1", "line 2: -1 is not 0 or more"),
            ("levels = [{ depth = 1, games = 2 }]", "line 1: missing field `points`"),
            ("levels = [{ depth = 13, games = 2, points = 1 }]", "line 1: depth 13 is too much"),
            (
                "[[levels]]\ndepth = 1\ngames = 2\npoints = 1\n[[levels]]\ndepth = 1\ngames = 4\n\
                 points = 1",
                "line 1: two levels have depth 1",
            ),
            ("[grade]\ncolumns = [\"nmae\"]", "line 2: unknown variant `nmae`"),
            ("[games]\nseconds = \"x\"", "line 2: invalid type"),
        ];
        for (text, expected) in cases {
            let error = parse(text).expect_err(text);
            assert!(error.starts_with(&format!("class.toml, {expected}")), "{text}: {error}");
            assert!(error.ends_with("--print-scheme"), "{error}");
        }
    }

    #[test]
    fn a_weight_by_name_counts_before_the_one_for_all() {
        let scheme =
            parse("[checks]\nweight = 2\nonly = [\"must-jump\"]\n[checks.weights]\nmust-jump = 5");
        let checks = scheme.expect("valid").checks;
        assert_eq!((checks.weight_of("must-jump"), checks.weight_of("old-answer")), (5.0, 2.0));
        assert!(checks.wants("must-jump") && !checks.wants("old-answer"));
        assert!(!checks.requires("example-opening"), "a check that is not run is not required");
    }

    #[test]
    fn points_of_places_fall_from_the_first_to_the_last() {
        let mut swiss = SwissScheme::default();
        let points = |swiss: &SwissScheme| [1, 2, 3, 4, 5].map(|place| swiss.of_place(place, 5));
        assert_eq!(points(&swiss), [20.0, 15.0, 10.0, 5.0, 0.0]);
        assert_eq!(swiss.of_place(1, 1), 20.0);
        swiss.table = Some(vec![Points::of(9), Points::of(4)]);
        assert_eq!(points(&swiss), [9.0, 4.0, 4.0, 4.0, 4.0]);
        swiss.rounds = 0;
        assert_eq!(points(&swiss), [0.0; 5]);
    }
}
