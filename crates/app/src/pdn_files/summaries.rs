//! `crownhead pdn count` and `crownhead pdn stats`: tables of results, by file, opening and ending.

use crate::error::AppError;
use crate::pdn_files::classify::{Openings, ResultCounts, last_position, material};
use crate::pdn_files::reading::{Files, WarningCounts};
use crate::streams::{json, print};
use clap::Args;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Counts games, results, plies, errors and warnings of each file
#[derive(Debug, Args)]
pub struct CountArgs {
    #[command(flatten)]
    files: Files,
    /// Print one object of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Default, Serialize)]
struct FileCounts {
    #[serde(flatten)]
    results: ResultCounts,
    plies: u64,
    errors: usize,
    warnings: WarningCounts,
}

#[derive(Serialize)]
struct FileRow {
    file: String,
    #[serde(flatten)]
    counted: FileCounts,
}

#[derive(Serialize)]
struct JsonCounts {
    files: Vec<FileRow>,
    all: FileCounts,
}

pub fn count(args: &CountArgs) -> Result<(), AppError> {
    let mut rows = Vec::new();
    let mut all = FileCounts::default();
    for path in args.files.paths() {
        let mut counted = FileCounts::default();
        let file = args.files.read(path, &mut |game| {
            counted.results.add(&game);
            counted.plies += game.line.turns.len() as u64;
            Ok(())
        })?;
        counted.errors = file.wrong;
        counted.warnings = file.warnings;
        all.results.add_all(&counted.results);
        all.plies += counted.plies;
        all.errors += counted.errors;
        all.warnings.add_all(&counted.warnings);
        rows.push(FileRow { file: file.name, counted });
    }
    let errors = all.errors;
    let text =
        if args.json { json(&JsonCounts { files: rows, all })? } else { count_table(rows, all) };
    print(&text, None)?;
    AppError::left_out(errors)
}

fn count_table(mut rows: Vec<FileRow>, all: FileCounts) -> String {
    for row in &mut rows {
        row.file = visible::cut(&row.file, 60);
    }
    let warnings = all.warnings;
    if rows.len() > 1 {
        rows.push(FileRow { file: "all".to_string(), counted: all });
    }
    let width = rows.iter().map(|row| row.file.chars().count()).max().unwrap_or(0).max(4);
    let mut text = format!("{:<width$} {}   plies  errors warnings\n", "file", ResultCounts::HEADS);
    for FileRow { file, counted: FileCounts { results, plies, errors, warnings } } in rows {
        let (columns, warnings) = (results.columns(), warnings.sum());
        text.push_str(&format!("{file:<width$} {columns} {plies:>7} {errors:>7} {warnings:>8}\n"));
    }
    if warnings.sum() > 0 {
        text.push_str("\nwarnings; --strict names each, and takes its game for a wrong one\n");
    }
    for (meaning, count) in warnings.kinds() {
        text.push_str(&format!("{count:>7} {meaning}\n"));
    }
    text
}

/// Sums up the results by opening (the ballots by name) and by the pieces on the last board
#[derive(Debug, Args)]
pub struct StatsArgs {
    #[command(flatten)]
    files: Files,
    /// Rows of each table
    #[arg(long, default_value_t = 20, value_name = "N")]
    top: usize,
    /// Print one object of JSON, with all rows
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Default)]
struct GameStats {
    all: ResultCounts,
    plies: u64,
    openings: HashMap<String, ResultCounts>,
    endings: HashMap<String, ResultCounts>,
}

#[derive(Debug, Serialize)]
struct JsonStats<'a> {
    all: ResultCounts,
    plies: u64,
    openings: Vec<JsonRow<'a>>,
    endings: Vec<JsonRow<'a>>,
}

#[derive(Debug, Serialize)]
struct JsonRow<'a> {
    name: &'a str,
    #[serde(flatten)]
    results: ResultCounts,
}

pub fn stats(args: &StatsArgs) -> Result<(), AppError> {
    let openings = Openings::new()?;
    let mut stats = GameStats::default();
    let wrong = args.files.for_each(&mut |game| {
        stats.all.add(&game);
        stats.plies += game.line.turns.len() as u64;
        stats.openings.entry(openings.title(&game)).or_default().add(&game);
        stats.endings.entry(material(&last_position(&game))).or_default().add(&game);
        Ok(())
    })?;
    let text = if args.json { json(&json_stats(&stats))? } else { stats_text(&stats, args.top) };
    print(&text, None)?;
    AppError::left_out(wrong)
}

/// The rows, the most frequent first.
fn rows(counts: &HashMap<String, ResultCounts>) -> Vec<(&str, ResultCounts)> {
    let mut rows: Vec<_> = counts.iter().map(|(name, results)| (name.as_str(), *results)).collect();
    rows.sort_by_key(|(name, results)| (Reverse(results.games), *name));
    rows
}

fn stats_text(stats: &GameStats, top: usize) -> String {
    let plies = stats.plies as f64 / stats.all.games.max(1) as f64;
    let mut text = format!("{} games, {plies:.1} plies each\n", stats.all.games);
    for (title, counts) in
        [("opening", &stats.openings), ("last board: Black - White", &stats.endings)]
    {
        let rows = rows(counts);
        let shown = &rows[..rows.len().min(top)];
        let all = [("all", stats.all)];
        let widths = shown.iter().chain(&all).map(|(name, _)| name.chars().count());
        let width = widths.max().unwrap_or(0).max(title.len());
        text.push_str(&format!("\n{title:<width$} {}\n", ResultCounts::HEADS));
        for (name, results) in shown.iter().chain(&all) {
            text.push_str(&format!("{name:<width$} {}\n", results.columns()));
        }
        if rows.len() > top {
            let more = rows.len() - top;
            text.push_str(&format!("{more} more rows; --top {} shows all\n", rows.len()));
        }
    }
    text
}

fn json_stats(stats: &GameStats) -> JsonStats<'_> {
    let rows = |counts| {
        rows(counts).into_iter().map(|(name, results)| JsonRow { name, results }).collect()
    };
    let (openings, endings) = (rows(&stats.openings), rows(&stats.endings));
    JsonStats { all: stats.all, plies: stats.plies, openings, endings }
}
