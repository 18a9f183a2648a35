//! Boards, the contract that every game signs, and the rules of four games.
//!
//! | module | holds |
//! |---|---|
//! | [`board`] | sides, squares, sets of squares, lines, position keys |
//! | [`game`] | the contracts [`Game`], [`MoveHints`] and [`Notation`]; outcomes, perft, random walks |
//! | [`checkers`], [`loa`], [`tablut`], [`amazons`] | the games; none of them uses another |
//!
//! Everything here only computes: no file, no clock, no global state, no error but of a parser. It
//! compiles for `wasm32-unknown-unknown`.

pub mod amazons;
pub mod board;
pub mod checkers;
pub mod game;
pub mod loa;
pub mod tablut;

pub use game::{
    Finality, Game, MoveHints, Noise, Notation, NotationError, Outcome, Repetition, Walker, divide,
    perft,
};
