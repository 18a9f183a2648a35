//! The command `training solve`: in how many positions of a suite a search finds what it should.
//!
//! A line of a suite is a mistake (`mistakes.rs`: another move must be played) or an ending
//! (`endings.rs`: one of its moves must be played, and the score should be that of its result).

use crate::error::TrainingError;
use crate::learn::network::logistic::chance_of;
use crate::learn::network::targets::points;
use crate::learn::playing::players::{
    EvaluatorChoice, LoadedEvaluator, SearchedMove, tuned_player,
};
use crate::learn::suites::endings::{Ending, RESULTS, read_ending, word_of};
use crate::learn::suites::lines;
use crate::learn::suites::mistakes::{Candidate, read_candidate};
use crate::output::print_line;
use cli::ProgramError;
use evaluation::checkers::tuning::{PARAMETERS, tuned};
use games::checkers::Position;
use search::KeyHistory;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, clap::Args)]
pub struct SolveArgs {
    /// Evaluations: network, hand-crafted, or files of networks
    #[arg(required = true, value_name = "EVALUATION")]
    evaluators: Vec<EvaluatorChoice>,
    /// The suite, made by training mistakes or training endings
    #[arg(long, default_value = "mistakes.txt", value_name = "FILE")]
    suite: PathBuf,
    /// CPU seconds for each position
    #[arg(long, alias = "time", default_value_t = 0.085, value_name = "SECONDS")]
    move_time: f64,
    /// Nodes for each position in place of CPU time
    #[arg(long, value_name = "N", conflicts_with = "move_time")]
    nodes: Option<u64>,
    /// Another number of the search than today's, such as "futility above=30000", which switches a
    /// pruning off; the names are those of training tune. Can be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = margin, requires = "nodes")]
    margin: Vec<Margin>,
}

/// The number of a parameter of the search, and its value.
type Margin = (usize, i32);

#[derive(Clone, Debug)]
enum SuiteLine {
    Mistake(Candidate),
    Ending(Ending),
}

/// Prints for each evaluation how much of each part of the suite it solves, and how wrong its
/// scores are where results are known.
pub fn run(options: &SolveArgs) -> Result<(), TrainingError> {
    let suite = lines::read(&options.suite, suite_line)?;
    let is_built_in = |choice: &EvaluatorChoice| *choice == EvaluatorChoice::BuiltIn;
    if !options.margin.is_empty() && !options.evaluators.iter().all(is_built_in) {
        let sentence = "--margin changes the search of the evaluation network; give that alone";
        return Err(TrainingError::Failed(sentence.to_string()));
    }
    for choice in &options.evaluators {
        let evaluator = choice.load()?;
        print_line(format_args!("{evaluator}:"))?;
        for part in ["mistakes"].into_iter().chain(RESULTS.map(word_of)) {
            let lines: Vec<_> = suite.iter().filter(|line| line.part() == part).collect();
            if !lines.is_empty() {
                print_line(part_text(part, &lines, |position| {
                    options.think(&evaluator, position)
                }))?;
            }
        }
    }
    Ok(())
}

impl SolveArgs {
    fn think(&self, evaluator: &LoadedEvaluator, position: &Position) -> Option<SearchedMove> {
        let Some(nodes) = self.nodes else {
            let time = Duration::from_secs_f64(self.move_time.clamp(0.0, 3_600.0));
            return evaluator.think_for(time, position);
        };
        let mut values = PARAMETERS.map(|parameter| parameter.value);
        for &(nth, value) in &self.margin {
            values[nth] = value;
        }
        let tuning = tuned(values);
        let mut player = match self.margin[..] {
            [] => evaluator.player(nodes),
            _ => tuned_player(&tuning, nodes),
        };
        player.think(position, KeyHistory::starting_at(position, 0))
    }
}

fn margin(text: &str) -> Result<Margin, ProgramError> {
    let found = text.split_once('=').and_then(|(name, value)| {
        let nth = PARAMETERS.iter().position(|parameter| parameter.name == name)?;
        Some((nth, value.parse().ok()?))
    });
    found.ok_or_else(|| {
        let names = PARAMETERS.map(|parameter| parameter.name).join(", ");
        ProgramError::usage(format!("write NAME=NUMBER with one of these names: {names}"))
    })
}

fn suite_line(line: &str) -> Result<SuiteLine, TrainingError> {
    let is_ending = line.split(' ').nth(1).is_some_and(|word| RESULTS.map(word_of).contains(&word));
    if is_ending {
        read_ending(line).map(SuiteLine::Ending)
    } else {
        read_candidate(line).map(SuiteLine::Mistake)
    }
}

fn part_text(
    part: &str,
    lines: &[&SuiteLine],
    think: impl Fn(&Position) -> Option<SearchedMove>,
) -> String {
    let (mut solved, mut squares) = (0, 0.0);
    for line in lines {
        let Some(thought) = think(line.position()) else { continue };
        solved += usize::from(line.is_solved(&thought));
        squares += line.error(&thought).unwrap_or(0.0).powi(2);
    }
    let mut text = format!("  {part:<8} {solved:>3} of {:>3} solved", lines.len());
    if matches!(lines, [SuiteLine::Ending(_), ..]) {
        // The root mean square.
        let error = (squares / lines.len() as f64).sqrt();
        text += &format!(", scores wrong by {:>4.1} % of a win", error * 100.0);
    }
    text
}

impl SuiteLine {
    /// The mistakes, or the endings of one result.
    const fn part(&self) -> &'static str {
        match self {
            SuiteLine::Mistake(_) => "mistakes",
            SuiteLine::Ending(ending) => word_of(ending.result),
        }
    }

    const fn position(&self) -> &Position {
        match self {
            SuiteLine::Mistake(mistake) => &mistake.position,
            SuiteLine::Ending(ending) => &ending.position,
        }
    }

    fn is_solved(&self, thought: &SearchedMove) -> bool {
        match self {
            SuiteLine::Mistake(mistake) => thought.best != mistake.played,
            SuiteLine::Ending(ending) => ending.keeping.contains(&thought.best),
        }
    }

    /// The difference between what the score promises and the result, in points.
    fn error(&self, thought: &SearchedMove) -> Option<f64> {
        let SuiteLine::Ending(ending) = self else { return None };
        Some(f64::from(chance_of(thought.score.units()) - points(ending.result)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MISTAKE: &str = "W:W21,22,23,24,26,30,31,32:B1,2,3,5,6,7,14,15 21-17 98 23-19";
    const ENDING: &str = "W:WK32:BK14,K18 drawn 32-27";

    #[test]
    fn both_kinds_of_lines_are_known_and_solved_by_the_right_moves() {
        let evaluator = EvaluatorChoice::HandCrafted.load().expect("compiled in");
        let time = Duration::from_millis(20);
        let [mistake, ending] = [MISTAKE, ENDING].map(|line| suite_line(line).expect(line));
        assert_eq!((mistake.part(), ending.part()), ("mistakes", "drawn"));
        assert_eq!(
            part_text("mistakes", &[&mistake], |position| evaluator.think_for(time, position)),
            "  mistakes   1 of   1 solved"
        );
        let SuiteLine::Ending(Ending { keeping, .. }) = &ending else { panic!("an ending") };
        assert!(ending.is_solved(&thought(keeping[0])));
        let SuiteLine::Mistake(Candidate { played, .. }) = mistake else { panic!("a mistake") };
        assert!(!mistake.is_solved(&thought(played)) && !ending.is_solved(&thought(played)));
        assert_eq!(ending.error(&thought(played)), Some(0.0));
    }

    #[test]
    fn a_margin_is_a_name_of_tune_and_a_number() {
        assert_eq!(margin("futility above=30000"), Ok((3, 30_000)));
        for wrong in ["futility above", "futility above=", "speed=1", "threat=x"] {
            let error = margin(wrong).expect_err(wrong).to_string();
            assert!(error.contains("futility above, "), "{error}");
        }
    }

    fn thought(best: games::checkers::Move) -> SearchedMove {
        SearchedMove { best, score: search::Score::DRAW }
    }
}
