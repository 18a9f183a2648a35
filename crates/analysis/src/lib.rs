//! Games explained by our player: the best moves of a position and why, the mistakes of a played
//! game, the moves that changed its result, and how well each side played.
//!
//! ```text
//! position -> position/ -> PositionAnalysis
//! played game -> review/evaluate.rs -> GameEvaluations -> review/ -> GameReview
//! ```
//!
//! | to learn | read |
//! |---|---|
//! | how a score becomes a share of the point | [`PointShare`] |
//! | what a game has to provide | [`AnalyzedGame`] |
//! | which endgame tables and which book are used | [`Resources`] |
//! | one evaluation, and its stored form | [`Evaluation`] |
//! | what the endgame tables say, with the quiet turns that are left | [`TableVerdict`], [`Verdict`] |
//! | the size of a mistake, and its mark | [`Loss`], [`MistakeMark`] |
//! | how well a side played | [`Accuracy`] |
//! | the moves that changed the result | [`TurningPoint`] |
//! | the one JSON in which pages, Python and the command line ask | [`api`] |
//! | why an agent loses | [`diagnosis`] |
//!
//! Contract: it only computes. The caller reads files and clocks, and stops the searches by
//! [`SearchLimits`] and a [`SearchWatch`]. With a limit of nodes or depth, the same input gives the
//! same answer everywhere.

#![warn(missing_docs)]

pub mod api;
pub mod diagnosis;
mod limits;
mod position;
mod review;
mod values;

pub use crate::limits::{
    LimitedControl, MOST_DEPTH, MOST_LINES, SearchLimits, SearchPlace, SearchWatch, Unwatched,
};
pub use crate::position::{
    AnalyzedLine, LineSearch, LineValue, PositionAnalysis, Searched, analyze_position,
    analyzed_lines,
};
pub use crate::review::evaluate::{BestLine, GameEvaluations};
pub use crate::review::loss::{Accuracy, Loss, MistakeMark};
pub use crate::review::played_game::{PlayedGame, RuleEnd};
pub use crate::review::summary::summary;
pub use crate::review::turning_points::{Advantage, StandingSource, TurningPoint};
pub use crate::review::{GameReview, MoveChoice, MoveReview};
pub use crate::values::analyzed_game::AnalyzedGame;
pub use crate::values::evaluation::{Evaluation, EvaluationKind};
pub use crate::values::resources::Resources;
pub use crate::values::share::{PointShare, UnitsPerLogit};
pub use crate::values::table_lines::TableLine;
pub use crate::values::table_verdict::TableVerdict;
pub use crate::values::verdict::{TableReader, Verdict};
