//! The program `crownhead`: play, watch and replay games in a browser, play for other programs. See
//! `crownhead --help`.
//!
//! | file or folder | job |
//! |---|---|
//! | `analyze/` | `crownhead analyze` |
//! | `api/` | `crownhead api` |
//! | `board/` | `crownhead board` |
//! | `cli.rs` | the command line: one variant for each subcommand |
//! | `completions.rs` | `crownhead completions` |
//! | `error.rs` | errors that several commands share |
//! | `hub/` | `crownhead hub` |
//! | `pdn_files/` | `crownhead pdn` |
//! | `pdn_style.rs` | the form in which games of checkers are written |
//! | `play/` | `crownhead play` |
//! | `report/` | `crownhead report`, `crownhead diagnosis` |
//! | `watch/` | `crownhead watch` |
//! | `crosstable/` | the table of a tournament, for `report` |
//! | `diagnosis_page/` | why an agent loses, as it is made, kept and shown |
//! | `evaluations/` | the file that keeps the results of searches |
//! | `shown_game.rs` | what the pages need of a game of the referee, a game of a journal, and the illegal move that ended one |
//! | `standings.rs` | the table of players |
//! | `streams.rs` | files and standard input read whole, standard output |
//!
//! A subcommand is a folder with a struct of its options and `run(&options)`. Folders of
//! subcommands do not use each other.

#![forbid(unsafe_code)]

mod analyze;
mod api;
mod board;
mod cli;
mod completions;
#[cfg(target_os = "linux")]
mod crosstable;
#[cfg(target_os = "linux")]
mod diagnosis_page;
mod draw_rule;
mod error;
mod evaluations;
mod hub;
mod pdn_files;
mod pdn_style;
mod play;
#[cfg(target_os = "linux")]
mod report;
#[cfg(target_os = "linux")]
mod shown_game;
#[cfg(target_os = "linux")]
mod standings;
mod streams;
#[cfg(target_os = "linux")]
mod watch;

use ::cli::command_line::parse;
use ::cli::manual;
use clap::CommandFactory;
use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    runner::process::become_launcher_if_requested();
    if let Some(code) = manual::write_if_requested(cli::Cli::command) {
        return code;
    }
    ::cli::file::survive_size_limit();
    match parse::<cli::Cli>().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report("crownhead"),
    }
}
