//! Whole tournaments whose games are decided by given strengths, and a game that the product does
//! not know.

#![cfg(target_os = "linux")]

mod fifth_game;
mod pairing;
mod stops;
