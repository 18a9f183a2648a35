//! Crownhead: programs that play board games in tournaments.
//!
//! A house of floors; each folder uses only the floors below it (`tests/tidy.rs` proves it, and
//! `docs/ARCHITECTURE.md` tells why):
//!
//! | floor | folder | job |
//! |---|---|---|
//! | 0 | [`board`], [`statistics`] | sides, squares, sets of squares, lines, keys; what results prove |
//! | 1 | [`game`] | the contracts: rules, judgement, notation; scores, perft, random walks |
//! | 2 | [`games`] | the games, blind to each other and to the search |
//! | 3 | [`search`] | alpha-beta for any game; blind to games, clocks and files |
//! | 4 | [`time`], [`wire`] | CPU seconds into a search control; one file per file format |
//! | 5 | [`player`] | position, history and budget in; move out |
//! | 6 | [`homework`], [`reference`](mod@reference), [`referee`], [`harness`], [`bench`](mod@bench) | how the world talks to the player |
//! | 7 | `src/bin`, `calibrate` | mains of a dozen lines |

pub mod bench;
pub mod board;
pub mod game;
pub mod games;
pub mod harness;
pub mod homework;
pub mod player;
pub mod referee;
pub mod reference;
pub mod search;
pub mod shell;
pub mod statistics;
pub mod time;
pub mod wire;
pub mod workshop;
