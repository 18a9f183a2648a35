//! The command `training asked`: positions that searches evaluate, each with the score of a much
//! longer search. `training errors` measures evaluations against them.
//!
//! The file has a line for each position: its FEN, a space, and the score for the side to move in
//! units of the evaluation. It grows game by game, so interrupted work continues.

use crate::error::TrainingError;
use crate::learn::playing::openings::opening;
use crate::learn::playing::play::play_out;
use crate::learn::playing::players::{EvaluatorChoice, LoadedEvaluator};
use crate::learn::playing::sampling::Reservoir;
use crate::learn::suites::lines;
use crate::output::print_line;
use cli::{ProgressLine, file, pool};
use games::checkers::Position;
use games::{Game, Walker};
use search::KeyHistory;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub struct AskedArgs {
    /// Number of games; each gives ten positions
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    games: usize,
    /// Nodes for each move of the games
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    nodes: u64,
    /// Nodes of the search whose score is written
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    score_nodes: u64,
    /// The evaluation that plays and searches: network, hand-crafted, or the file of a network
    #[arg(long, default_value = "network", value_name = "EVALUATION")]
    evaluator: EvaluatorChoice,
    /// The file; one that exists with fewer games is continued
    #[arg(long, default_value = "asked.txt", value_name = "FILE")]
    out: PathBuf,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1_000_000)]
    seed: u64,
    /// Number of threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
}

/// Positions of each game.
const POSITIONS: usize = 10;
/// Games between two writings of the file.
const BATCH: usize = 50;
/// The largest file, in bytes.
const SIZE_LIMIT: u64 = 1 << 30;

/// A position with the score of a long search, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampledPosition {
    pub position: Position,
    /// The score, in units of the evaluation.
    pub score: i32,
}

/// Plays the missing games and writes their positions.
pub fn run(options: &AskedArgs) -> Result<(), TrainingError> {
    let evaluator = options.evaluator.load()?;
    let head = format!(
        "# {} nodes a move, scores of {} nodes, seed {}, {evaluator}\n",
        options.nodes, options.score_nodes, options.seed
    );
    let mut text = begun(&options.out, &head)?;
    let done = text.lines().count().saturating_sub(1) / POSITIONS;
    let progress = ProgressLine::new(options.games as u64, "games");
    progress.skip(done.min(options.games) as u64);
    let numbers: Vec<_> = (done..options.games).collect();
    for batch in numbers.chunks(BATCH) {
        let lines = pool::map(batch.len(), pool::threads(options.threads), |nth| {
            let lines = options.lines_of(&evaluator, batch[nth]);
            progress.add(1);
            lines
        });
        lines.iter().for_each(|lines| text.push_str(lines));
        file::replace(&options.out, &text)?;
    }
    progress.finish();
    print_line(format_args!(
        "{}: {} positions",
        options.out.display(),
        text.lines().count().saturating_sub(1)
    ))
}

/// The whole games of a file that was begun with the same options, after its first line.
fn begun(path: &Path, head: &str) -> Result<String, TrainingError> {
    let Some(text) = file::read(path, SIZE_LIMIT)? else { return Ok(head.to_string()) };
    if text.split_inclusive('\n').next() == Some(head) {
        return Ok(text);
    }
    Err(TrainingError::other_options(path, &made_with(&text), &made_with(head)))
}

fn made_with(text: &str) -> String {
    text.lines().next().unwrap_or_default().trim_start_matches("# ").to_string()
}

impl AskedArgs {
    /// The lines of one game, or of more if its searches evaluated too few positions with a move.
    fn lines_of(&self, evaluator: &LoadedEvaluator, number: usize) -> String {
        let mut walker = Walker::new(self.seed << 32 | number as u64);
        let mut lines = String::new();
        let mut missing = POSITIONS;
        while missing > 0 {
            let start = opening(&mut walker);
            let reservoir = Reservoir::new(missing, walker.below(usize::MAX) as u64);
            let mut players = vec![evaluator.sampling_player(self.nodes, reservoir, 0)];
            play_out(start, &mut players, |_| 0);
            for position in players[0].sampled().into_iter().filter(Game::can_move) {
                let history = KeyHistory::starting_at(&position, 0);
                let mut searcher = evaluator.player(self.score_nodes);
                if let Some(thought) = searcher.think(&position, history) {
                    lines += &format!("{} {}\n", position.fen(), thought.score.units());
                    missing -= 1;
                }
            }
        }
        lines
    }
}

pub fn read(path: &Path) -> Result<Vec<SampledPosition>, TrainingError> {
    lines::read(path, read_position)
}

fn read_position(line: &str) -> Result<SampledPosition, TrainingError> {
    let (fen, score) =
        line.split_once(' ').ok_or_else(|| "expected a position in FEN and a score".to_string())?;
    let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
    let score = score.parse().map_err(|_| format!("`{score}` is not a score"))?;
    Ok(SampledPosition { position, score })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    #[test]
    fn what_was_begun_is_continued_and_read() {
        let folder = tempdir().expect("a folder");
        let options = |games, seed| AskedArgs {
            games,
            nodes: 100,
            score_nodes: 300,
            evaluator: EvaluatorChoice::HandCrafted,
            out: folder.path().join("asked"),
            seed,
            threads: Some(1),
        };
        run(&options(1, 5)).expect("written");
        let first = read(&options(1, 5).out).expect("read");
        assert_eq!(first.len(), POSITIONS);
        run(&options(2, 5)).expect("continued");
        let both = read(&options(2, 5).out).expect("read");
        assert_eq!((both.len(), &both[..POSITIONS]), (2 * POSITIONS, &first[..]));
        let error = run(&options(2, 6)).expect_err("other options").to_string();
        assert!(error.contains("was made with"), "{error}");
    }

    #[test]
    fn damaged_lines_are_named() {
        assert_eq!(read_position("B:W21:B1 -17").expect("a line").score, -17);
        assert!(read_position("B:W21:B1").is_err());
        assert!(
            read_position("B:W21:B1 x").is_err_and(|reason| reason.to_string().contains("`x`"))
        );
        assert!(read_position("B:W33:B1 5").is_err_and(|reason| reason.to_string().contains("33")));
    }
}
