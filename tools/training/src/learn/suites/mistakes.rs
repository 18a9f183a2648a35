//! The command `training mistakes`: positions in which a move of ours cost much.
//!
//! Games against other programs show what games against oneself do not. Their positions are for
//! measuring only: no network is trained on them.
//!
//! A file of candidates has a line for each move to examine: the position in FEN, a space, and the
//! move played. A mistake suite has the same two words, then the cost of the move in units and the
//! better move.

use crate::error::TrainingError;
use crate::learn::playing::players::{EvaluatorChoice, LoadedEvaluator, SearchedMove};
use crate::learn::suites::lines;
use crate::output::print_line;
use cli::{ProgressLine, file, pool};
use games::checkers::{Move, Position};
use games::{Game, Notation};
use search::KeyHistory;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct MistakesArgs {
    /// The candidates: lines of a position in FEN and a move
    candidates: PathBuf,
    /// Nodes of the searches that decide
    #[arg(long, default_value_t = 20_000_000, value_name = "N")]
    nodes: u64,
    /// Nodes of the searches that choose what is worth deciding
    #[arg(long, default_value_t = 300_000, value_name = "N")]
    first_nodes: u64,
    /// The least cost of a mistake, in units of the evaluation
    #[arg(long, default_value_t = 30, value_name = "UNITS")]
    least: i32,
    /// The evaluation that searches: network, hand-crafted, or the file of a network
    #[arg(long, default_value = "network", value_name = "EVALUATION")]
    evaluator: EvaluatorChoice,
    /// Write the suite to this file
    #[arg(long, default_value = "mistakes.txt", value_name = "FILE")]
    out: PathBuf,
    /// Number of threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
}

/// Share of the least cost that the first search must see.
const WORTH_DECIDING: i32 = 2;

/// A position and a move that was played there.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub position: Position,
    pub played: Move,
}

/// A search has found a better move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MistakeCost {
    /// The difference, in units of the evaluation.
    units: i32,
    better: Move,
}

/// Examines the candidates and writes the suite.
pub fn run(options: &MistakesArgs) -> Result<(), TrainingError> {
    let evaluator = options.evaluator.load()?;
    let candidates = lines::read(&options.candidates, read_candidate)?;
    let progress = ProgressLine::new(candidates.len() as u64, "moves");
    let lines = pool::map(candidates.len(), pool::threads(options.threads), |nth| {
        let line = options.line(&evaluator, &candidates[nth]);
        progress.add(1);
        line
    });
    progress.finish();
    let lines: Vec<_> = lines.into_iter().flatten().collect();
    file::replace(&options.out, lines.concat())?;
    print_line(format_args!(
        "{}: {} mistakes in {} moves",
        options.out.display(),
        lines.len(),
        candidates.len()
    ))
}

impl MistakesArgs {
    /// The line of a candidate if it is a mistake.
    fn line(&self, evaluator: &LoadedEvaluator, candidate: &Candidate) -> Option<String> {
        let first = cost(evaluator, candidate, self.first_nodes)?;
        if first.units < self.least / WORTH_DECIDING {
            return None;
        }
        let cost = cost(evaluator, candidate, self.nodes)?;
        let Candidate { position, played } = candidate;
        (cost.units >= self.least).then(|| {
            format!(
                "{} {} {} {}\n",
                position.fen(),
                position.move_text(*played),
                cost.units,
                position.move_text(cost.better)
            )
        })
    }
}

/// The cost of the move by searches of `nodes` nodes before and after it; `None` if the search
/// would play it too.
fn cost(evaluator: &LoadedEvaluator, candidate: &Candidate, nodes: u64) -> Option<MistakeCost> {
    let best = think(evaluator, nodes, &candidate.position)?;
    if best.best == candidate.played {
        return None;
    }
    let after = think(evaluator, nodes, &candidate.position.play(candidate.played))?;
    let units = best.score.units() + after.score.units();
    Some(MistakeCost { units, better: best.best })
}

fn think(evaluator: &LoadedEvaluator, nodes: u64, position: &Position) -> Option<SearchedMove> {
    evaluator.player(nodes).think(position, KeyHistory::starting_at(position, 0))
}

/// The first two words of a line of candidates or of a mistake suite.
pub fn read_candidate(line: &str) -> Result<Candidate, TrainingError> {
    let mut words = line.split(' ');
    let (Some(fen), Some(played)) = (words.next(), words.next()) else {
        return Err("expected a position in FEN and a move".to_string().into());
    };
    let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
    let played = position.read_move(played).map_err(|error| error.to_string())?;
    Ok(Candidate { position, played })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    /// 21-17 gives a man away.
    const BLUNDER: &str = "W:W21,22,23,24,26,30,31,32:B1,2,3,5,6,7,14,15 21-17";

    #[test]
    fn a_lost_man_is_a_mistake() {
        let folder = tempdir().expect("a folder");
        let candidates = folder.path().join("candidates");
        let good = "B:W21-32:B1-12 11-15";
        std::fs::write(&candidates, format!("# games\n{BLUNDER}\n{good}\n")).expect("written");
        let out = folder.path().join("suite");
        let options = MistakesArgs {
            candidates,
            nodes: 5_000,
            first_nodes: 1_000,
            least: 30,
            evaluator: EvaluatorChoice::HandCrafted,
            out: out.clone(),
            threads: Some(1),
        };
        run(&options).expect("written");
        let suite = std::fs::read_to_string(&out).expect("a suite");
        assert!(suite.starts_with(BLUNDER) && suite.lines().count() == 1, "{suite}");
    }

    #[test]
    fn what_is_wrong_with_a_line_is_named() {
        assert!(reason("B:W21-32:B1-12").contains("a move"));
        assert!(reason("B:W21-32:B1-12 11-14").contains("11-14"));
        assert!(reason("B:W21-32:B1-99 11-15").contains("1-99"));
    }

    fn reason(line: &str) -> String {
        read_candidate(line).expect_err(line).to_string()
    }
}
