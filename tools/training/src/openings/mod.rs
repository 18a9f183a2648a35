//! The command `training openings`: balanced openings of the games that text programs play.
//!
//! An opening is some random moves from the start position, kept if a search sees neither side
//! ahead by more than a bound, and if no earlier one leads to the same board or to its mirror
//! image. The n-th candidate depends on the seed and n alone, so that the number of threads does
//! not matter. The whole takes minutes; an interrupted command begins anew.

mod symmetry;

use crate::bench::bench_game::{BenchGame, game_name};
use crate::error::TrainingError;
use crate::openings::symmetry::canonical;
use crate::output::print_line;
use clap::Args;
use cli::{ProgressLine, file, pool};
use games::{GameName, Walker, with_game};
use search::{KeyHistory, NodeLimit, TranspositionTable, search};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct OpeningsArgs {
    #[arg(value_parser = game_name())]
    game: GameName,
    /// How many openings
    #[arg(long, default_value_t = 240)]
    count: usize,
    /// Random moves of each; an even number, so that the side that begins a game moves first
    #[arg(long, default_value_t = 4)]
    plies: usize,
    /// Nodes of the search that says who is ahead
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    nodes: u64,
    /// The most that a side may be ahead, in units of the evaluation: at 100 it wins three games of
    /// four
    #[arg(long, default_value_t = 10, value_name = "UNITS")]
    within: i32,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write them to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

/// Candidates that are tried before the next look at how many are still missing.
const BATCH: usize = 64;
/// Candidates for each requested opening: more are a sign of a bound that is too small.
const MOST_CANDIDATES: usize = 2_000;
/// The size of the transposition table, in bytes: 16 for each node are enough.
const BYTES_PER_NODE: u64 = 16;

/// Random moves that lead to an even position.
struct EvenStart {
    moves: String,
    /// The same for all boards that are mirror images of each other.
    board: String,
}

pub fn run(options: &OpeningsArgs) -> Result<(), TrainingError> {
    let found = with_game!(options.game, G => find::<G>(options))?;
    let OpeningsArgs { game, count, plies, nodes, within, seed, .. } = options;
    let mut text = format!(
        "# {count} openings of {game}: training openings {game} --count {count} --plies {plies} \
         --nodes {nodes} --within {within} --seed {seed}\n"
    );
    for line in found {
        text.push_str(&line);
        text.push('\n');
    }
    let sum = cli::hex(Sha256::digest(&text));
    file::replace(&options.out, text)?;
    print_line(format_args!("{}: written, SHA-256 {sum}", options.out.display()))
}

/// The moves of the requested number of openings.
fn find<G: BenchGame>(options: &OpeningsArgs) -> Result<Vec<String>, TrainingError> {
    let progress = ProgressLine::new(options.count as u64, "openings");
    let threads = pool::threads(options.threads);
    let (mut boards, mut found) = (HashSet::new(), Vec::new());
    let mut tried = 0;
    while found.len() < options.count {
        if tried >= options.count.saturating_mul(MOST_CANDIDATES) {
            progress.finish();
            let found = found.len();
            return Err(TrainingError::Failed(format!(
                "only {found} of {tried} random openings are balanced: allow more with --within, or \
                 ask for fewer with --count"
            )));
        }
        let batch = pool::map(BATCH, threads, |nth| candidate::<G>(tried + nth, options));
        tried += BATCH;
        for even in batch.into_iter().flatten() {
            if found.len() < options.count && boards.insert(even.board) {
                found.push(even.moves);
                progress.add(1);
            }
        }
    }
    progress.finish();
    print_line(format_args!("{} of {tried} random openings kept", found.len()))?;
    Ok(found)
}

/// The n-th random opening, if neither side is ahead in it.
fn candidate<G: BenchGame>(nth: usize, options: &OpeningsArgs) -> Option<EvenStart> {
    let mut walker = Walker::new(options.seed << 32 | nth as u64);
    let (mut position, mut words) = (G::start(), Vec::new());
    for _ in 0..options.plies {
        let mv = walker.step(&position)?;
        words.push(position.move_text(mv));
        position = position.play(mv);
    }
    let is_on = position.outcome().is_none() && position.can_move();
    let is_even = is_on && lead(&position, options.nodes)?.abs() <= options.within;
    is_even.then(|| EvenStart { moves: words.join(" "), board: canonical(&position.board_text()) })
}

/// How far the side to move is ahead; `None` if the search has found the end of the game.
fn lead<G: BenchGame>(position: &G, nodes: u64) -> Option<i32> {
    let mut table = TranspositionTable::with_bytes((nodes * BYTES_PER_NODE) as usize);
    let path = KeyHistory::starting_at(position, 0);
    let limit = &mut NodeLimit(nodes);
    let report = search(position, path, &mut table, limit, &mut G::evaluator())?;
    let score = report.progress.score;
    (!score.is_decisive()).then(|| score.units())
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Game, Notation, loa};

    #[test]
    fn openings_are_even_and_do_not_depend_on_the_number_of_threads() {
        assert_eq!(found(1), found(3));
        for line in found(2) {
            let play = |position: loa::Position, word: &str| {
                position.play(position.read_move(word).expect("legal"))
            };
            let reached = line.split(' ').fold(loa::Position::start(), play);
            assert!(lead(&reached, 300).is_some_and(|units| units.abs() <= 20), "{line}");
        }
        assert!(find::<loa::Position>(&options(2, -1)).is_err(), "nothing is within less than 0");
    }

    fn found(threads: usize) -> Vec<String> {
        find::<loa::Position>(&options(threads, 20)).expect("enough")
    }

    fn options(threads: usize, within: i32) -> OpeningsArgs {
        OpeningsArgs {
            game: GameName::Loa,
            count: 5,
            plies: 4,
            nodes: 300,
            within,
            seed: 7,
            out: PathBuf::new(),
            threads: Some(threads),
        }
    }
}
