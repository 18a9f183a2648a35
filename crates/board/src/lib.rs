//! The pages that show games, and the data they show.
//!
//! A page gets one value of JSON, whole, whenever something has changed: a [`GameView`]. It sends
//! back lines of text, the commands of the text programs. So the pages know no rules: a legal move
//! is a list of squares to click, and a click that begins none of them does nothing.
//!
//! | to learn | read |
//! |---|---|
//! | how a game is put on a board | [`BoardGame`] |
//! | what the page of one game shows | [`GameView`] |
//! | what the page of a match shows | [`WatchView`] |
//! | the files of the pages | [`asset`], `assets/` |
//! | how a page becomes one file | [`bundle()`], [`ReportPage`] |

#![forbid(unsafe_code)]

mod assets;
mod board_game;
mod bundle;
mod game_view;
mod report_page;
mod watch_view;

pub use assets::{ASSET_NAMES, Asset, asset};
pub use board_game::{BoardGame, GameKind};
pub use bundle::{BundleError, bundle};
pub use game_view::{
    Clock, Control, GameView, Hint, MoveView, PlayerKind, PlayerView, Reply, TurnView,
};
pub use report_page::ReportPage;
pub use watch_view::{
    FinishedView, ForfeitView, LiveBoard, MatchState, ReplayView, StandingView, WatchView,
};
