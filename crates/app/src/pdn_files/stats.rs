//! `crownhead pdn stats`: results by opening and by ending.

use crate::error::AppError;
use crate::output::{json, print};
use crate::pdn_files::ending::{last_position, material};
use crate::pdn_files::opening::Openings;
use crate::pdn_files::reading::Files;
use crate::pdn_files::results::Results;
use clap::Args;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;

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
struct Stats {
    all: Results,
    plies: u64,
    openings: HashMap<String, Results>,
    endings: HashMap<String, Results>,
}

/// The object of JSON.
#[derive(Debug, Serialize)]
struct JsonStats<'a> {
    all: Results,
    plies: u64,
    openings: Vec<JsonRow<'a>>,
    endings: Vec<JsonRow<'a>>,
}

#[derive(Debug, Serialize)]
struct JsonRow<'a> {
    name: &'a str,
    #[serde(flatten)]
    results: Results,
}

/// Prints the tables.
pub fn run(args: &StatsArgs) -> Result<(), AppError> {
    let openings = Openings::new()?;
    let mut stats = Stats::default();
    let wrong = args.files.for_each(&mut |game| {
        stats.all.add(&game);
        stats.plies += game.line.turns.len() as u64;
        stats.openings.entry(openings.title(&game)).or_default().add(&game);
        stats.endings.entry(material(&last_position(&game))).or_default().add(&game);
        Ok(())
    })?;
    let text = if args.json { json(&whole(&stats))? } else { text(&stats, args.top) };
    print(&text, None)?;
    AppError::left_out(wrong)
}

/// The rows, the most frequent first.
fn rows(counts: &HashMap<String, Results>) -> Vec<(&str, Results)> {
    let mut rows: Vec<_> = counts.iter().map(|(name, results)| (name.as_str(), *results)).collect();
    rows.sort_by_key(|(name, results)| (Reverse(results.games), *name));
    rows
}

fn text(stats: &Stats, top: usize) -> String {
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
        text.push_str(&format!("\n{title:<width$} {}\n", Results::HEADS));
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

fn whole(stats: &Stats) -> JsonStats<'_> {
    let rows = |counts| {
        rows(counts).into_iter().map(|(name, results)| JsonRow { name, results }).collect()
    };
    let (openings, endings) = (rows(&stats.openings), rows(&stats.endings));
    JsonStats { all: stats.all, plies: stats.plies, openings, endings }
}
