//! The program `crownhead`: play, watch and replay games in a browser, play for other programs. See
//! `crownhead --help`.
//!
//! | file or folder | job |
//! |---|---|
//! | `analyze/` | `crownhead analyze` |
//! | `answers/` | `crownhead answers` |
//! | `board/` | `crownhead board` |
//! | `cli.rs` | the command line: one variant for each subcommand |
//! | `completions.rs` | `crownhead completions` |
//! | `error.rs` | errors and exit codes |
//! | `hub/` | `crownhead hub` |
//! | `pdn_files/` | `crownhead pdn` |
//! | `play/` | `crownhead play` |
//! | `report/` | `crownhead report`, `crownhead diagnosis` |
//! | `watch/` | `crownhead watch` |
//! | `crosstable/` | who met whom in a tournament, for `report` |
//! | `diagnosis_page/` | why an agent loses, as it is made, kept and shown |
//! | `effort.rs`, `evaluations/` | the limits of searches, and the file that keeps their results |
//! | `rejected_move.rs` | the illegal move that ended a game |
//! | `replayed_game.rs` | a game of a journal |
//! | `shown_game.rs` | what the pages need of a game of the referee |
//! | `standings.rs` | the table of players |
//! | `streams.rs` | files and standard input read whole, standard output |
//! | `threads.rs` | work on several threads |
//!
//! A subcommand is a folder with a struct of its options and `run(&options)`. Folders of
//! subcommands do not use each other.

#![forbid(unsafe_code)]

mod analyze;
mod answers;
mod board;
mod cli;
mod completions;
#[cfg(target_os = "linux")]
mod crosstable;
#[cfg(target_os = "linux")]
mod diagnosis_page;
mod effort;
mod error;
mod evaluations;
mod hub;
mod pdn_files;
mod play;
#[cfg(all(test, target_os = "linux"))]
mod random_games;
#[cfg(target_os = "linux")]
mod rejected_move;
#[cfg(target_os = "linux")]
mod replayed_game;
#[cfg(target_os = "linux")]
mod report;
#[cfg(target_os = "linux")]
mod shown_game;
#[cfg(target_os = "linux")]
mod standings;
mod streams;
mod threads;
#[cfg(target_os = "linux")]
mod watch;

use crate::error::AppError;
use ::cli::{manual, visible};
use clap::{CommandFactory, Parser};
use std::io::{Write, stderr};
use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    runner::process::become_cell_if_asked();
    if let Some(code) = manual::write_if_asked(cli::Cli::command) {
        return code;
    }
    match cli::Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if matches!(error, AppError::Closed) {
                return error.exit_code();
            }
            // A standard error that is closed or full must not change the exit code.
            let _ = writeln!(stderr(), "crownhead: {}", visible::lines(&error.to_string()));
            error.exit_code()
        }
    }
}
