//! The scheme that holds without a file: `assignment`, whose points are those of the assignment of
//! checkers. `scheme.toml` says the same for people.

use crate::checks::CheckGroup;
use crate::scheme::scheme_values::{CheckName, GradePoints, RequiredChecks, Seconds};
use crate::scheme::{
    BaseScheme, BuildScheme, CheckScheme, ClockRule, Column, DiagnoseRule, DrawRule,
    FeedbackScheme, GameScheme, GradeScheme, OpeningChoice, ReferenceLevel, Scheme, SwissScheme,
};
use games::GameName;
use referee::players::Carry;
use referee::rules::Profile;

impl Default for Scheme {
    fn default() -> Self {
        let points = GradePoints::of(90);
        Scheme {
            base: BaseScheme::Assignment,
            game: GameName::Checkers,
            games: GameScheme::default(),
            build: BuildScheme::default(),
            checks: CheckScheme::default(),
            levels: vec![ReferenceLevel { depth: 4, games: 9, points, at_least: None }],
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
            draws: DrawRule::Time,
            openings: OpeningChoice::Start,
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
        let none = |group: CheckGroup| (CheckName::of(group.name()), GradePoints::of(0));
        CheckScheme {
            points: GradePoints::of(10),
            weight: GradePoints::of(1),
            weights: [CheckGroup::Assignment, CheckGroup::Robust].map(none).into(),
            most_hangs: 3,
            seconds: Seconds::of(120),
            required: RequiredChecks::OneLegalMove,
            only: None,
            scripts: None,
        }
    }
}

impl Default for SwissScheme {
    fn default() -> Self {
        SwissScheme { rounds: 3, games: 2, points: GradePoints::of(0), table: None }
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
        FeedbackScheme {
            nodes: 10_000,
            diagnose: DiagnoseRule::No,
            diagnose_seconds: Seconds::of(120),
        }
    }
}
