//! What the stages have found of a student so far.

use crate::build::Built;
use crate::grade::submission_grade::{GradingProgress, TestGroup, TestVisibility};
use crate::grade::visibility_rule::{VisibilityRule, of_group};
use crate::scheme::{ReferenceLevel, Scheme};
use crate::stages::check_stage::CheckResults;
use crate::stages::level_score::{LevelGames, LevelProgress, LevelScore};
use crate::stages::submission::Student;
use crate::stages::swiss::SwissPlace;
use referee::journal::Results;
use referee::players::Agent;
use std::time::Duration;

#[derive(Clone, Debug, Default)]
pub struct StudentResults {
    pub name: String,
    /// `None` until the build has ended.
    pub student: Option<Student>,
    pub build_log: String,
    /// Wall time, where it was measured.
    pub build_seconds: Option<f64>,
    /// Not all while checks are run; none without an agent.
    pub checks: CheckResults,
    /// Why it plays no games, after the checks.
    pub kept_out: Option<String>,
    /// `None` if it plays none.
    pub games: Option<LevelGames>,
    /// `None` if it did not take part in the tournament.
    pub place: Option<SwissPlace>,
    pub swiss: Results,
    pub players: usize,
}

#[derive(Clone, Copy, Debug)]
pub enum GradedIn<'a> {
    Class,
    Alone {
        progress: GradingProgress,
        elapsed: Duration,
        /// As the user has given it.
        time_limit: Option<Duration>,
        visibility: &'a [VisibilityRule],
    },
}

impl GradedIn<'_> {
    pub const fn progress(&self) -> GradingProgress {
        match self {
            GradedIn::Class => GradingProgress::Finished,
            GradedIn::Alone { progress, .. } => *progress,
        }
    }

    /// True if a student sees the tests of a group at once.
    pub fn shows(&self, group: TestGroup) -> bool {
        self.visibility_of(group) == TestVisibility::Visible
    }

    pub fn visibility_of(&self, group: TestGroup) -> TestVisibility {
        match self {
            GradedIn::Class => TestVisibility::Visible,
            GradedIn::Alone { visibility, .. } => of_group(visibility, group),
        }
    }

    pub const fn why(&self) -> &'static str {
        match self.progress() {
            GradingProgress::Running => "not reached yet",
            GradingProgress::OutOfTime => "left out: no time was left",
            GradingProgress::BrokenOff => "left out: the grading was broken off",
            GradingProgress::Finished => "left out",
        }
    }

    /// Whether the points of a level are out of the games that were played.
    pub const fn level_progress(&self) -> LevelProgress {
        match self.progress() {
            GradingProgress::Running | GradingProgress::BrokenOff => LevelProgress::Running,
            GradingProgress::OutOfTime | GradingProgress::Finished => LevelProgress::Ended,
        }
    }
}

impl StudentResults {
    pub fn agent(&self) -> Option<&Agent> {
        self.student.as_ref().and_then(|student| student.agent.as_ref())
    }

    /// How the student starts the program.
    pub fn start(&self) -> &str {
        match self.student.as_ref().map(|student| &student.built) {
            Some(Built::Ready { start, .. }) => start,
            _ => "",
        }
    }

    /// Why this machine cannot build it.
    pub fn not_possible(&self) -> Option<&str> {
        match self.student.as_ref().map(|student| &student.built) {
            Some(Built::NotPossible { reason }) => Some(reason),
            _ => None,
        }
    }

    pub fn has_no_program(&self) -> bool {
        self.student.as_ref().is_some_and(|student| student.agent.is_none())
    }

    /// The score against a level; `None` if no games are played.
    pub fn level_score(
        &self,
        level: &ReferenceLevel,
        scheme: &Scheme,
        progress: LevelProgress,
    ) -> Option<LevelScore> {
        let games = self.games.as_ref().filter(|games| games.fault.is_none())?;
        Some(games.score(&self.name, level, scheme.games.draws, progress))
    }

    /// Games that are planned, and neither played nor void; none if it plays no games at all.
    pub fn missing_games(&self, scheme: &Scheme) -> usize {
        if self.kept_out.is_some() || self.has_no_program() {
            return 0;
        }
        scheme
            .levels
            .iter()
            .map(|level| {
                let score = self.level_score(level, scheme, LevelProgress::Ended);
                score.map_or(level.games_each().0, |score| score.left_out())
            })
            .sum()
    }
}
