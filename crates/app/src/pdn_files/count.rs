//! `crownhead pdn count`.

use crate::error::AppError;
use crate::output::print;
use crate::pdn_files::reading::{Files, read_file};
use crate::pdn_files::results::Results;
use clap::Args;
use formats::shown;

/// Counts games, results, plies and errors of each file
#[derive(Debug, Args)]
pub struct CountArgs {
    #[command(flatten)]
    files: Files,
}

#[derive(Default)]
struct Counted {
    results: Results,
    plies: u64,
    wrong: usize,
}

/// Prints the table.
pub fn run(args: &CountArgs) -> Result<(), AppError> {
    let mut rows = Vec::new();
    let mut all = Counted::default();
    for path in args.files.paths() {
        let mut counted = Counted::default();
        let file = read_file(path, &mut |game| {
            counted.results.add(&game);
            counted.plies += game.line.turns.len() as u64;
            Ok(())
        })?;
        counted.wrong = file.wrong;
        all.results.add_all(&counted.results);
        all.plies += counted.plies;
        all.wrong += counted.wrong;
        rows.push((shown(&file.name, 60), counted));
    }
    let wrong = all.wrong;
    if rows.len() > 1 {
        rows.push(("all".to_string(), all));
    }
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(4);
    let mut text = format!("{:<width$} {}   plies  errors\n", "file", Results::HEADS);
    for (name, Counted { results, plies, wrong }) in rows {
        let columns = results.columns();
        text.push_str(&format!("{name:<width$} {columns} {plies:>7} {wrong:>7}\n"));
    }
    print(&text, None)?;
    AppError::left_out(wrong)
}
