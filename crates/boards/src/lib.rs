//! The four games on a board that is shown: what stands on which square, and which squares are
//! clicked for a move.
//!
//! Contract: it only computes. Pages, programs and the engine in a page ([`BoardGame`]) have the
//! same letters and squares, so that no page has to know who made them.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod board_game;
mod told_game;

pub use board_game::{BoardGame, NextBoard};
pub use told_game::{game_of_program, game_of_row};
