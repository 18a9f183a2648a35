//! Boards, the contracts of a game, and the rules of four games.
//!
//! | module | holds |
//! |---|---|
//! | [`board`] | sides, squares, sets of squares, lines, position keys |
//! | [`game`] | the contracts [`Game`], [`MoveHints`], [`Notation`]; perft, random games |
//! | [`BoardGame`] | a game on a board that is shown: letters on squares, moves as squares to click |
//! | [`GameLine`] | a game with its history, and how the rules end it |
//! | [`GameName`], [`with_game!`] | the names of the games, and what leads from a name to a game |
//! | [`checkers`], [`loa`], [`tablut`], [`amazons`] | the games; none of them uses another |
//!
//! Everything here only computes: no file, no clock, no global state; only parsers can fail.

#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod amazons;
pub mod board;
mod board_fault;
mod board_game;
mod boards;
pub mod checkers;
pub mod game;
mod game_line;
mod game_name;
pub mod loa;
pub mod tablut;

pub use board::square_name;
pub use board_fault::{BoardFault, rows_of};
pub use board_game::{BoardGame, NextBoard};
pub use game::{
    EndReason, Finality, Game, MoveHints, Noise, Notation, NotationError, Outcome, Repetition,
    Walker, divide, perft,
};
pub use game_line::{GameEnd, GameLine};
pub use game_name::{GameName, Named};
