//! The command `workshop generations`: everything from a seed. Each generation plays with the network of
//! the one before (the first with the evaluation by hand), learns from all games so far, and is measured.
//!
//! What is there already is not made again, so that work that was broken off goes on.

use crate::about;
use crate::error::WorkshopError;
use crate::learn::players::Who;
use crate::learn::{fit, matches, selfplay};
use crate::output::say;
use formats::file;
use std::path::PathBuf;

/// How many, and how large.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The folder for games, networks and reports
    #[arg(long, default_value = "generations-work", value_name = "DIR")]
    folder: PathBuf,
    /// So many generations
    #[arg(long, default_value_t = 4, value_name = "N")]
    generations: usize,
    /// Each plays so many shards of 250 games
    #[arg(long, default_value_t = 400, value_name = "N")]
    shards: usize,
    /// Nodes a move of these games
    #[arg(long, default_value_t = 400, value_name = "N")]
    nodes: u64,
    /// Pairs of games of each match, at 2,000 nodes a move
    #[arg(long, default_value_t = 250, value_name = "N")]
    pairs: usize,
    #[command(flatten)]
    how: fit::How,
}

const MATCH_NODES: u64 = 2_000;
/// Seeds of matches begin beyond those of games to learn from.
const MATCH_SEEDS: u64 = 1_000_000;
/// No report is longer.
const REPORT_LIMIT: u64 = 1 << 16;

/// Makes what is missing and prints the reports of all generations.
///
/// # Errors
/// A file cannot be read or written.
pub fn run(options: &Options) -> Result<(), WorkshopError> {
    let (shards, nodes, seed) = (options.shards, options.nodes, options.how.seed);
    about::agree(&options.folder, &format!("{shards} shards, {nodes} nodes, seed {seed}\n"))?;
    for generation in 1..=options.generations {
        say(options.report(generation)?)?;
    }
    Ok(())
}

impl Options {
    fn path(&self, kind: &str, generation: usize) -> PathBuf {
        self.folder.join(format!("{kind}-{generation}"))
    }

    /// Who judges after so many generations.
    fn judge(&self, generation: usize) -> Who {
        if generation == 0 { Who::HandCrafted } else { Who::File(self.path("net", generation)) }
    }

    /// What is told of a generation; it is made if nothing is told of it yet.
    fn report(&self, generation: usize) -> Result<String, WorkshopError> {
        let path = self.path("report", generation);
        if let Some(report) = file::read(&path, REPORT_LIMIT)? {
            return Ok(report);
        }
        let report = self.make(generation)?;
        file::replace(&path, &report)?;
        Ok(report)
    }

    /// Plays, learns, measures; returns the report.
    fn make(&self, generation: usize) -> Result<String, WorkshopError> {
        let seed = self.how.seed + generation as u64;
        selfplay::run(&selfplay::Options {
            folder: self.path("games", generation),
            shards: self.shards,
            nodes: self.nodes,
            seed,
            judge: self.judge(generation - 1),
            threads: self.how.threads,
        })?;
        // The latest games first: of a position that occurs again, the first judgement counts.
        let folders = (1..=generation).rev().map(|nth| self.path("games", nth)).collect();
        let out = self.path("net", generation);
        let fitted = fit::fitted(&fit::Options { folders, out, how: self.how.clone() })?;
        let against = |second: Who| {
            matches::played(&matches::Options {
                first: self.judge(generation),
                second,
                pairs: self.pairs,
                nodes: MATCH_NODES,
                // Not the openings of the games that were learned from.
                seed: seed + MATCH_SEEDS,
                threads: self.how.threads,
            })
        };
        let by_hand = against(Who::HandCrafted)?;
        let mut report = format!(
            "generation {generation}: {fitted}\nagainst the evaluation by hand: {by_hand}\n"
        );
        if generation > 1 {
            let before = against(self.judge(generation - 1))?;
            report += &format!("against the generation before: {before}\n");
        }
        Ok(report)
    }
}
