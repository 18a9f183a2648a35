//! The programs as a referee runs them: real files, real processes.

mod clock_and_book;
mod clock_games;
mod draws;
mod endings;
#[cfg(unix)]
mod graders_machines;
mod homework_files;
mod kills;
mod snapshot;
mod support;
