//! The command `training endings`: endings a man up or down whose result the tables know.
//!
//! The endings occur in games of the program against itself or in a file of positions, with a king
//! on either side. A suite has a line for each: the position in FEN, its result for the side to
//! move (`won`, `drawn`, `lost`), and the moves that keep it, with commas between them. In `won`
//! the mover is a man up, in the others a man down; in `won` and `drawn` there is a move that gives
//! the result away.

use crate::error::TrainingError;
use crate::learn::playing::openings::{has_kings_on_both_sides, lead_in_pieces, opening};
use crate::learn::playing::play::play;
use crate::learn::playing::players::{EvaluatorChoice, LoadedEvaluator};
use crate::learn::suites::lines;
use crate::output::print_line;
use crate::tables::Solved;
use cli::{ProgressLine, file, pool};
use games::checkers::{Move, Position};
use games::{Game, MoveHints, Notation, Outcome, Walker};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub struct EndingsArgs {
    /// Take the endings from these positions, a FEN on each line, instead of from games
    #[arg(value_name = "POSITIONS")]
    positions: Option<PathBuf>,
    /// The folder of training tables that knows the results
    #[arg(long, default_value = "tables-work", value_name = "DIR")]
    solved: PathBuf,
    /// Endings, a third of them won, drawn and lost each
    #[arg(long, default_value_t = 201, value_name = "N")]
    count: usize,
    /// Nodes for each move of the games
    #[arg(long, default_value_t = 2_000, value_name = "N")]
    nodes: u64,
    /// Give up after this many games
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    games: usize,
    /// Write the suite to this file
    #[arg(long, default_value = "endings.txt", value_name = "FILE")]
    out: PathBuf,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 47)]
    seed: u64,
    /// Number of threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
}

/// The tables that are compiled in know fewer pieces, and games end there.
const PIECES: u32 = 7;
/// Games between two looks at what is still missing.
const BATCH: usize = 64;

pub const RESULTS: [Outcome; 3] = [Outcome::Win, Outcome::Draw, Outcome::Loss];

/// An ending, its result for the side to move, and the moves that keep it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    pub position: Position,
    pub result: Outcome,
    pub keeping: Vec<Move>,
}

/// Finds endings and writes them.
pub fn run(options: &EndingsArgs) -> Result<(), TrainingError> {
    let solved = Solved::in_folder(&options.solved)?;
    let suite = match &options.positions {
        Some(path) => options.suite_of_positions(path, &solved)?,
        None => options.suite_of_games(&solved)?,
    };
    let lines: Vec<_> = RESULTS
        .into_iter()
        .flat_map(|result| suite.0.iter().filter(move |ending| ending.result == result))
        .map(Ending::line)
        .collect();
    file::replace(&options.out, lines.concat())?;
    print_line(format_args!("{}: {} endings", options.out.display(), lines.len()))
}

impl EndingsArgs {
    fn of_each_result(&self) -> usize {
        self.count / RESULTS.len()
    }

    fn suite_of_positions(&self, path: &Path, solved: &Solved) -> Result<Suite, TrainingError> {
        let read = |line: &str| {
            Position::from_fen(line).map_err(|error| TrainingError::Failed(error.to_string()))
        };
        let mut suite = Suite::default();
        for position in lines::read(path, read)? {
            if let Some(ending) = ending(&position, PIECES, solved) {
                suite.add(ending, self.of_each_result());
            }
        }
        Ok(suite)
    }

    /// Plays games until there are enough endings.
    fn suite_of_games(&self, solved: &Solved) -> Result<Suite, TrainingError> {
        let evaluator = EvaluatorChoice::BuiltIn.load()?;
        let enough = self.of_each_result() * RESULTS.len();
        let mut suite = Suite::default();
        let progress = ProgressLine::new(enough as u64, "endings");
        for first in (0..self.games).step_by(BATCH) {
            let games = pool::map(BATCH, pool::threads(self.threads), |nth| {
                self.ending_of_game(&evaluator, solved, first + nth)
            });
            for ending in games.into_iter().flatten() {
                progress.add(u64::from(suite.add(ending, self.of_each_result())));
            }
            if suite.0.len() == enough {
                break;
            }
        }
        progress.finish();
        Ok(suite)
    }

    /// The first ending of a game that serves, if there is one.
    fn ending_of_game(
        &self,
        evaluator: &LoadedEvaluator,
        solved: &Solved,
        number: usize,
    ) -> Option<Ending> {
        let mut walker = Walker::new(self.seed << 32 | number as u64);
        let start = opening(&mut walker);
        let mut players = vec![evaluator.player(self.nodes)];
        play(
            start,
            &mut players,
            |_| 0,
            |at, _| match ending(at, PIECES, solved) {
                Some(ending) => ControlFlow::Break(ending),
                None => ControlFlow::Continue(()),
            },
        )
        .break_value()
    }
}

#[derive(Debug, Default)]
struct Suite(Vec<Ending>);

impl Suite {
    /// Adds an ending that is new, unless there are enough of its result. Returns whether it did.
    fn add(&mut self, ending: Ending, wanted: usize) -> bool {
        let same = self.0.iter().filter(|each| each.result == ending.result).count();
        let is_new = same < wanted && !self.0.contains(&ending);
        if is_new {
            self.0.push(ending);
        }
        is_new
    }
}

/// The position as an ending of the suite, if it is one.
fn ending(at: &Position, pieces: u32, solved: &Solved) -> Option<Ending> {
    let serves = has_kings_on_both_sides(at) && lead_in_pieces(at) == 1 && at.is_quiet();
    if at.count() != pieces || !serves {
        return None;
    }
    let result = solved.find(at)?;
    let man_up = at.own().count() > at.enemies().count();
    if man_up != (result == Outcome::Win) {
        return None;
    }
    let mut moves = Vec::new();
    at.legal_moves(&mut moves);
    let mut keeping = Vec::new();
    for &each in &moves {
        if solved.find(&at.play(each))?.for_opponent() == result {
            keeping.push(each);
        }
    }
    let has_choice = !keeping.is_empty() && keeping.len() < moves.len();
    (has_choice || result == Outcome::Loss).then_some(Ending { position: *at, result, keeping })
}

impl Ending {
    fn line(&self) -> String {
        let moves: Vec<_> =
            self.keeping.iter().map(|&each| self.position.move_text(each)).collect();
        format!("{} {} {}\n", self.position.fen(), word_of(self.result), moves.join(","))
    }
}

pub const fn word_of(result: Outcome) -> &'static str {
    match result {
        Outcome::Win => "won",
        Outcome::Draw => "drawn",
        Outcome::Loss => "lost",
    }
}

pub fn read_ending(line: &str) -> Result<Ending, TrainingError> {
    let words: Vec<_> = line.split(' ').collect();
    let [fen, result, moves] = words[..] else {
        return Err("expected a position in FEN, a result, and moves".to_string().into());
    };
    let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
    let known = RESULTS.into_iter().find(|&each| word_of(each) == result);
    let result = known.ok_or_else(|| format!("`{result}` is not won, drawn or lost"))?;
    let keeping = moves.split(',').filter(|text| !text.is_empty());
    let keeping = keeping.map(|text| position.read_move(text).map_err(|error| error.to_string()));
    Ok(Ending { position, result, keeping: keeping.collect::<Result<_, _>>()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect(fen)
    }

    #[test]
    fn an_ending_has_a_result_that_a_move_can_give_away() {
        let solved = Solved::with_pieces(3);
        let held = ending_at("W:WK32:BK14,K18", &solved).expect("White is a man down");
        assert_eq!(read_ending(held.line().trim()).expect("a line"), held.clone());
        for each in &held.keeping {
            let after = solved.find(&held.position.play(*each));
            assert_eq!(after.map(Outcome::for_opponent), Some(held.result));
        }
        assert_eq!(ending_at("W:W32:BK14,K18", &solved), None, "White has no king");
        assert_eq!(ending_at("W:WK32:BK14", &solved), None, "neither side has a man more");
        assert_eq!(ending(&position("W:WK32,K30:BK14,K18,K1"), 5, &solved), None, "not solved");
    }

    fn ending_at(fen: &str, solved: &Solved) -> Option<Ending> {
        ending(&position(fen), 3, solved)
    }

    #[test]
    fn a_suite_has_the_requested_number_of_each_result_and_none_twice() {
        let mut suite = Suite::default();
        assert!(suite.add(at_start(Outcome::Win), 1));
        assert!(!suite.add(at_start(Outcome::Win), 2), "twice");
        let other = Ending { position: position("W:WK32:BK1"), ..at_start(Outcome::Win) };
        assert!(!suite.add(other, 1), "enough");
        assert!(suite.add(at_start(Outcome::Draw), 1));
    }

    fn at_start(result: Outcome) -> Ending {
        Ending { position: Position::start(), result, keeping: Vec::new() }
    }

    #[test]
    fn what_is_wrong_with_a_line_is_named() {
        assert!(reason("W:WK32:BK1").contains("a result"));
        assert!(reason("W:WK32:BK1 good 32-27").contains("`good`"));
        assert!(reason("W:WK32:BK1 drawn 32-1").contains("32-1"));
    }

    fn reason(line: &str) -> String {
        read_ending(line).expect_err(line).to_string()
    }
}
