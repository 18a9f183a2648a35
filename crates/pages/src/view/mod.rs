//! What the pages show, as JSON.
//!
//! A page gets one value, whole, whenever something has changed. It sends back lines of text, the
//! commands of the text programs. So the pages know no rules: a legal move is a list of squares to
//! click, and a click that begins none of them does nothing.

mod game_view;
mod watch_view;

pub use game_view::{
    ClockView, CommandReply, GameView, Hint, MoveView, PageControl, PlayerKind, PlayerView,
    RejectedView, TurnView,
};
pub use watch_view::{FinishedView, ForfeitView, LiveBoard, MatchState, StandingRow, WatchView};
