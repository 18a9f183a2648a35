//! The command `training errors`: how far evaluations are from the scores of much longer searches,
//! on positions that searches evaluate (`training asked`).
//!
//! The error is measured in winning chances, because a difference of 50 units matters in an even
//! position and not in a won one.

use crate::error::TrainingError;
use crate::learn::network::logistic::chance_of;
use crate::learn::playing::players::{EvaluatorChoice, LoadedEvaluator};
use crate::learn::suites::sampled_positions::{self, SampledPosition};
use crate::output::print_line;
use cli::file;
use games::checkers::Position;
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct ErrorsArgs {
    /// Evaluations: network (the one that is compiled in), hand-crafted, or files of networks
    #[arg(required = true, value_name = "EVALUATION")]
    evaluators: Vec<EvaluatorChoice>,
    /// The positions, as `training asked` writes them
    #[arg(long, default_value = "asked.txt", value_name = "FILE")]
    positions: PathBuf,
    /// Also write the errors by the number of pieces to this file, a table for `tools/plot.py`
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

/// Fewer positions of one number of pieces than this say nothing.
const FEWEST: usize = 50;

/// A name, and the test of a position that belongs to it.
type PositionClass = (&'static str, fn(&SampledPosition) -> bool);

const CLASSES: [PositionClass; 9] = [
    ("all", |_| true),
    ("score within 150", |sample| sample.score.abs() <= 150),
    ("no king, 17 to 24 pieces", |sample| has_men(sample, 17..=24)),
    ("no king, 13 to 16", |sample| has_men(sample, 13..=16)),
    ("no king, 9 to 12", |sample| has_men(sample, 9..=12)),
    ("no king, up to 8", |sample| has_men(sample, 0..=8)),
    ("kings, 13 to 24", |sample| has_kings(sample, 13..=24)),
    ("kings, 9 to 12", |sample| has_kings(sample, 9..=12)),
    ("kings, up to 8", |sample| has_kings(sample, 0..=8)),
];

/// Only men, and this number of them.
fn has_men(sample: &SampledPosition, pieces: RangeInclusive<u32>) -> bool {
    sample.position.kings().is_empty() && pieces.contains(&sample.position.count())
}

/// This number of pieces, with kings among them.
fn has_kings(sample: &SampledPosition, pieces: RangeInclusive<u32>) -> bool {
    !sample.position.kings().is_empty() && pieces.contains(&sample.position.count())
}

/// Prints a table: a line for each class of positions, a column for each evaluation.
pub fn run(options: &ErrorsArgs) -> Result<(), TrainingError> {
    let positions = sampled_positions::read(&options.positions)?;
    let mut columns = Vec::new();
    for choice in &options.evaluators {
        columns.push(squared_errors(&choice.load()?, &positions));
    }
    print_line("root mean square error in percent of a win, by kind of position:")?;
    for (name, belongs) in CLASSES {
        let (count, roots) = root_mean_squares(&columns, &positions, belongs);
        let mut line = format!("{name:<26}{count:>8}");
        for root in roots {
            // Writing to a string cannot fail.
            let _ = write!(line, "{root:>9.3}");
        }
        print_line(line)?;
    }
    if let Some(path) = &options.table {
        let names = options.evaluators.iter().map(EvaluatorChoice::to_string);
        file::replace(path, by_pieces(&names.collect::<Vec<_>>(), &columns, &positions))?;
    }
    Ok(())
}

/// The number of the positions that belong, and for each column of squared errors the root of
/// their mean, in percent of a win.
fn root_mean_squares(
    columns: &[Vec<f64>],
    positions: &[SampledPosition],
    belongs: impl Fn(&SampledPosition) -> bool,
) -> (usize, Vec<f64>) {
    let chosen: Vec<_> = (0..positions.len()).filter(|&nth| belongs(&positions[nth])).collect();
    let roots = columns.iter().map(|column| {
        let sum: f64 = chosen.iter().map(|&nth| column[nth]).sum();
        100.0 * (sum / chosen.len().max(1) as f64).sqrt()
    });
    (chosen.len(), roots.collect())
}

/// The table of `--table`.
fn by_pieces(names: &[String], columns: &[Vec<f64>], positions: &[SampledPosition]) -> String {
    let mut table = format!(
        "# title Error of the evaluation by the number of pieces\n# x pieces on the board\n\
         # y root mean square error, percent of a win\npieces\t{}\n",
        names.join("\t")
    );
    for pieces in 0..=24 {
        let (count, roots) =
            root_mean_squares(columns, positions, |sample| sample.position.count() == pieces);
        if count >= FEWEST {
            let cells: Vec<_> = roots.iter().map(|root| format!("{root:.3}")).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(table, "{pieces}\t{}", cells.join("\t"));
        }
    }
    table
}

/// The squared error of an evaluation at each position, in winning chances (0 to 1).
fn squared_errors(evaluator: &LoadedEvaluator, positions: &[SampledPosition]) -> Vec<f64> {
    let errors = positions.iter().map(|sample| {
        let here: &Position = &sample.position;
        chance(evaluator.static_eval(here).units()) - chance(sample.score)
    });
    errors.map(|error| error.powi(2)).collect()
}

fn chance(units: i32) -> f64 {
    f64::from(chance_of(units))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;

    #[test]
    fn every_position_is_of_one_kind_by_kings_and_pieces() {
        for fen in ["B:W21-32:B1-12", "W:WK21:BK1", "W:W21-29:B1-4", "W:WK21,22-30:B1-9"] {
            let position = Position::from_fen(fen).expect(fen);
            let sample = SampledPosition { position, score: 0 };
            let kinds = CLASSES[2..].iter().filter(|(_, belongs)| belongs(&sample)).count();
            assert_eq!(kinds, 1, "{fen}");
        }
    }

    #[test]
    fn a_table_has_a_line_for_each_number_of_pieces_that_is_frequent_enough() {
        let mut positions = vec![sample("B:W32:B1"); FEWEST];
        positions.extend(vec![sample("B:W31,32:B1"); FEWEST - 1]);
        let columns = [vec![0.04; positions.len()], vec![0.01; positions.len()]];
        let table = by_pieces(&["one".to_string(), "two".to_string()], &columns, &positions);
        let lines: Vec<_> = table.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines, ["pieces\tone\ttwo", "2\t20.000\t10.000"]);
    }

    fn sample(fen: &str) -> SampledPosition {
        SampledPosition { position: Position::from_fen(fen).expect(fen), score: 0 }
    }

    #[test]
    fn an_evaluation_that_is_right_has_no_error() {
        let network = EvaluatorChoice::BuiltIn.load().expect("compiled in");
        let position = Position::start();
        let score = network.static_eval(&position).units();
        let errors = |score| squared_errors(&network, &[SampledPosition { position, score }])[0];
        assert!(errors(score) < 1e-12 && errors(score + 200) > 0.1);
    }
}
