//! The scheme that holds where a file says nothing: the same in code and, with comments, in
//! `scheme.toml`, which `referee class --print-scheme` prints. A test of `scheme.rs` keeps them
//! equal.

use crate::agent::Carry;
use crate::class::numbers::{Points, Seconds};
use crate::class::scheme::{
    BuildScheme, CheckName, CheckScheme, ClockRule, Column, DrawRule, FeedbackScheme, GameScheme,
    GradeScheme, Level, OpeningChoice, Scheme, SwissScheme,
};
use crate::game::Profile;
use std::collections::BTreeMap;

/// The default scheme with comments, as a file to begin from.
pub const DEFAULT_SCHEME: &str = include_str!("scheme.toml");

impl Default for Scheme {
    fn default() -> Self {
        let level = |depth, points| Level { depth, games: 4, points, at_least: None };
        Scheme {
            games: GameScheme::default(),
            build: BuildScheme::default(),
            checks: CheckScheme::default(),
            levels: vec![
                level(1, Points::of(10)),
                level(2, Points::of(15)),
                level(4, Points::of(15)),
            ],
            swiss: SwissScheme::default(),
            grade: GradeScheme::default(),
            feedback: FeedbackScheme { nodes: 10_000 },
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
        BuildScheme { cpu_seconds: Seconds::of(120), wall_seconds: Seconds::of(480) }
    }
}

impl Default for CheckScheme {
    fn default() -> Self {
        let required = ["example-opening", "example-double-jump", "must-jump"];
        CheckScheme {
            points: Points::of(40),
            weight: Points::of(1),
            weights: BTreeMap::new(),
            most_hangs: 3,
            required: required.map(CheckName::of).to_vec(),
            only: None,
        }
    }
}

impl Default for SwissScheme {
    fn default() -> Self {
        SwissScheme { rounds: 7, games: 2, points: Points::of(20), table: None }
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
