//! The command `workshop generations`: networks from nothing but a seed. Each generation plays with
//! the network of the one before (the first with the hand-crafted evaluation), learns from all
//! games so far, and is measured.
//!
//! Whatever the folder has is not made again, so interrupted work continues.

use crate::error::WorkshopError;
use crate::learn::openings::StartOptions;
use crate::learn::players::EvaluatorChoice;
use crate::learn::{fit, matches, selfplay};
use crate::options_file;
use crate::output::print_line;
use cli::file;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct GenerationsArgs {
    /// The folder for games, networks and reports
    #[arg(long, default_value = "generations-work", value_name = "DIR")]
    folder: PathBuf,
    /// Number of generations
    #[arg(long, default_value_t = 4, value_name = "N")]
    generations: usize,
    /// Shards of 250 games for each generation
    #[arg(long, default_value_t = 400, value_name = "N")]
    shards: usize,
    /// Nodes for each move of these games
    #[arg(long, default_value_t = 400, value_name = "N")]
    nodes: u64,
    /// Pairs of games of each match, at 2,000 nodes for each move
    #[arg(long, default_value_t = 250, value_name = "N")]
    pairs: usize,
    #[command(flatten)]
    training: fit::TrainingOptions,
}

/// Further games after each game of a generation (`workshop selfplay --branches`).
const BRANCHES: usize = 2;
const MATCH_NODES: u64 = 2_000;
/// Seeds of matches begin here: above those of games to learn from.
const MATCH_SEEDS: u64 = 1_000_000;
/// The largest report, in bytes.
const REPORT_LIMIT: u64 = 1 << 16;

/// Makes the missing generations and prints the reports of all.
pub fn run(options: &GenerationsArgs) -> Result<(), WorkshopError> {
    let (shards, nodes, seed) = (options.shards, options.nodes, options.training.seed);
    let made_with = format!("{shards} shards, {nodes} nodes, seed {seed}\n");
    options_file::check_or_write(&options.folder, &made_with)?;
    for generation in 1..=options.generations {
        print_line(options.report(generation)?)?;
    }
    Ok(())
}

impl GenerationsArgs {
    fn path(&self, kind: &str, generation: usize) -> PathBuf {
        self.folder.join(format!("{kind}-{generation}"))
    }

    /// The evaluation of a generation; number 0 is the hand-crafted one.
    fn evaluator(&self, generation: usize) -> EvaluatorChoice {
        match generation {
            0 => EvaluatorChoice::HandCrafted,
            _ => EvaluatorChoice::File(self.path("net", generation)),
        }
    }

    /// The report of a generation, which is made if it does not exist.
    fn report(&self, generation: usize) -> Result<String, WorkshopError> {
        let path = self.path("report", generation);
        if let Some(report) = file::read(&path, REPORT_LIMIT)? {
            return Ok(report);
        }
        let report = self.make(generation)?;
        file::replace(&path, &report)?;
        Ok(report)
    }

    /// Plays, trains, measures. Returns the report.
    fn make(&self, generation: usize) -> Result<String, WorkshopError> {
        let seed = self.training.seed + generation as u64;
        selfplay::run(&selfplay::SelfplayArgs {
            folder: self.path("games", generation),
            shards: self.shards,
            nodes: self.nodes,
            seed,
            evaluator: self.evaluator(generation - 1),
            opponents: Vec::new(),
            branches: BRANCHES,
            until: None,
            start: StartOptions::default(),
            keep: selfplay::KeepRule::Quiet,
            threads: self.training.threads,
        })?;
        let folders = (1..=generation).map(|nth| self.path("games", nth)).collect();
        let out = self.path("net", generation);
        let fitted = fit::fitted(&fit::FitArgs { folders, out, training: self.training.clone() })?;
        let against = |second: EvaluatorChoice| {
            matches::played(&matches::EvaluatorMatchArgs {
                first: self.evaluator(generation),
                second,
                pairs: self.pairs,
                start: StartOptions::default(),
                nodes: MATCH_NODES,
                // Not the openings of the games that were learned from.
                seed: seed + MATCH_SEEDS,
                threads: self.training.threads,
            })
        };
        let hand_crafted = against(EvaluatorChoice::HandCrafted)?;
        let mut report = format!(
            "generation {generation}: {fitted}\n\
             against the hand-crafted evaluation: {hand_crafted}\n"
        );
        if generation > 1 {
            let before = against(self.evaluator(generation - 1))?;
            report += &format!("against the generation before: {before}\n");
        }
        Ok(report)
    }
}
