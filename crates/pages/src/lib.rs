//! Pages that show games to one user on one machine: the server, the data, and the files.
//!
//! A program gives a [`Site`]: its files, the answers to its commands, and a [`Feed`] of values
//! that all pages show. [`Server`] serves it below `http://127.0.0.1:PORT/TOKEN/` until it is
//! dropped. The token is secret: without it no process can see or command the game.
//!
//! | to learn | read |
//! |---|---|
//! | who may talk to the server | `server/` |
//! | the page of one game | [`GameView`] |
//! | the page of a match | [`WatchView`] |
//! | the files of the pages, and the style that all share | [`asset`], `assets/`, [`PAGE_STYLE`] |
//! | how a page becomes one file | [`bundle()`], [`ReportPage`] |

#![forbid(unsafe_code)]

mod assets;
mod bundle;
mod error;
mod report_page;
mod server;
mod view;

pub use assets::{Asset, PAGE_STYLE, asset};
pub use bundle::bundle;
pub use error::PageError;
pub use report_page::{ReportPage, page_data, report_page};
pub use server::{Document, Feed, PartsOut, Server, Site, open_in_browser};
pub use view::{
    ClockView, CommandReply, FinishedView, ForfeitView, GameView, Hint, LiveBoard, MatchState,
    MoveView, PageControl, PlayerKind, PlayerView, RejectedView, StandingRow, TurnView, WatchView,
};
