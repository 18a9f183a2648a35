//! Games explained by our player: the best moves of a position and why, the mistakes of a played
//! game, the moves that changed its result, and how well each side played.
//!
//! ```text
//! position -> position.rs (searched_lines.rs, table_lines.rs, book.rs) -> PositionAnalysis
//! played_game.rs -> evaluate.rs -> GameEvaluations -> review.rs -> GameReview -> summary.rs
//! ```
//!
//! | to learn | read |
//! |---|---|
//! | how a score becomes a share of the point | [`PointShare`] |
//! | what a game has to provide | [`Explained`] |
//! | which endgame tables and which book are asked | [`Knowledge`] |
//! | one evaluation, and its stored form | [`Evaluation`] |
//! | what the endgame tables say, with the quiet turns that are left | [`TableVerdict`], [`Verdict`] |
//! | the size of a mistake, and its mark | [`Loss`], [`MistakeMark`] |
//! | how well a side played | [`Accuracy`] |
//! | the moves that changed the result | [`TurningPoint`] |
//!
//! Contract: it only computes. Whoever calls it reads files and clocks, and stops the searches by a
//! [`Control`](search::Control). With a limit of nodes or depth, the same input gives the same
//! answer everywhere.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod accuracy;
mod book;
mod evaluate;
mod evaluation;
mod explained;
mod knowledge;
mod loss;
mod played_game;
mod position;
mod review;
mod searched_lines;
mod share;
mod summary;
mod table_lines;
mod table_verdict;
mod turning_points;
mod verdict;

pub use crate::accuracy::Accuracy;
pub use crate::book::{BookMove, book_moves};
pub use crate::evaluate::{BestLine, GameEvaluations};
pub use crate::evaluation::{Evaluation, Meaning};
pub use crate::explained::{EndgameTables, Explained, NoTables};
pub use crate::knowledge::Knowledge;
pub use crate::loss::{Loss, MistakeMark};
pub use crate::played_game::{MoveList, PlayedGame, RuleEnd};
pub use crate::position::{
    AnalyzedLine, PositionAnalysis, Searched, Worth, analyze_position, analyzed_lines,
};
pub use crate::review::{GameReview, MoveChoice, MoveReview};
pub use crate::searched_lines::LineSearch;
pub use crate::share::{PointShare, UnitsPerLogit};
pub use crate::summary::{RecordedResult, summary};
pub use crate::table_lines::TableLine;
pub use crate::table_verdict::TableVerdict;
pub use crate::turning_points::{Standing, StandingSource, TurningPoint};
pub use crate::verdict::{TableReader, Verdict};
