//! `crownhead pdn count`.

use crate::error::AppError;
use crate::output::{json, print};
use crate::pdn_files::reading::{Files, read_file};
use crate::pdn_files::results::Results;
use clap::Args;
use formats::shown;
use serde::Serialize;

/// Counts games, results, plies and errors of each file
#[derive(Debug, Args)]
pub struct CountArgs {
    #[command(flatten)]
    files: Files,
    /// Print one object of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Default, Serialize)]
struct Counted {
    #[serde(flatten)]
    results: Results,
    plies: u64,
    errors: usize,
}

/// A file, and what it holds.
#[derive(Serialize)]
struct Row {
    file: String,
    #[serde(flatten)]
    counted: Counted,
}

/// The object of JSON.
#[derive(Serialize)]
struct Json {
    files: Vec<Row>,
    all: Counted,
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
        counted.errors = file.wrong;
        all.results.add_all(&counted.results);
        all.plies += counted.plies;
        all.errors += counted.errors;
        rows.push(Row { file: file.name, counted });
    }
    let errors = all.errors;
    let text = if args.json { json(&Json { files: rows, all })? } else { table(rows, all) };
    print(&text, None)?;
    AppError::left_out(errors)
}

fn table(mut rows: Vec<Row>, all: Counted) -> String {
    for row in &mut rows {
        row.file = shown(&row.file, 60);
    }
    if rows.len() > 1 {
        rows.push(Row { file: "all".to_string(), counted: all });
    }
    let width = rows.iter().map(|row| row.file.chars().count()).max().unwrap_or(0).max(4);
    let mut text = format!("{:<width$} {}   plies  errors\n", "file", Results::HEADS);
    for Row { file, counted: Counted { results, plies, errors } } in rows {
        let columns = results.columns();
        text.push_str(&format!("{file:<width$} {columns} {plies:>7} {errors:>7}\n"));
    }
    text
}
