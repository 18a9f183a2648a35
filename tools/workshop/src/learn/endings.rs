//! The commands `workshop endings` and `workshop keep`: endings a man up or down whose result the
//! tables know, and how a search does in them.
//!
//! The endings occur in games of the program against itself, with a king on either side. A suite
//! has a line for each: the position in FEN, its result for the side to move (`won`, `drawn`,
//! `lost`), and the moves that keep it, with commas between them. In `won` the mover is a man up,
//! in the others a man down; in `won` and `drawn` there is a move that gives the result away.

use crate::error::WorkshopError;
use crate::learn::lines;
use crate::learn::logistic::chance_of;
use crate::learn::openings::opening;
use crate::learn::play::play;
use crate::learn::players::{EvaluatorChoice, LoadedEvaluator};
use crate::learn::targets::points;
use crate::output::print_line;
use crate::threads;
use evaluation::checkers::endgame::Tablebases;
use formats::file;
use games::checkers::{Move, Position};
use games::{Game, MoveHints, Notation, Outcome, Walker};
use progress::ProgressLine;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, clap::Args)]
pub struct EndingsArgs {
    /// The WDL table that knows the results
    #[arg(long, default_value = "wdl-7", value_name = "FILE")]
    wdl: PathBuf,
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

#[derive(Debug, clap::Args)]
pub struct KeepArgs {
    /// Evaluations: network, hand-crafted, or files of networks
    #[arg(required = true, value_name = "EVALUATION")]
    evaluators: Vec<EvaluatorChoice>,
    /// The suite
    #[arg(long, default_value = "endings.txt", value_name = "FILE")]
    suite: PathBuf,
    /// CPU seconds for each position
    #[arg(long, default_value_t = 0.085, value_name = "SECONDS")]
    time: f64,
}

/// The tables that are compiled in know fewer pieces, and games end there.
const PIECES: u32 = 7;
/// A table leaves out positions in which a capture threatens: so many plies are searched to find
/// the result by those that follow.
const PLIES_TO_TABLE: u32 = 4;
/// Games between two looks at what is still missing.
const BATCH: usize = 64;

const RESULTS: [Outcome; 3] = [Outcome::Win, Outcome::Draw, Outcome::Loss];

/// An ending, its result for the side to move, and the moves that keep it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ending {
    position: Position,
    result: Outcome,
    keeping: Vec<Move>,
}

/// Plays games until there are enough endings, and writes them.
pub fn run(options: &EndingsArgs) -> Result<(), WorkshopError> {
    let path = &options.wdl;
    let bytes = fs::read(path).map_err(WorkshopError::file("read", path))?;
    let not_table = |source| WorkshopError::NotTable { path: path.clone(), source };
    let tables = Tablebases::built_in().with_larger_wdl(&bytes).map_err(not_table)?;
    if (tables.wdl().pieces() as u32) < PIECES {
        return Err(WorkshopError::TooFewPieces { path: path.clone(), pieces: PIECES });
    }
    let evaluator = EvaluatorChoice::BuiltIn.load()?;
    let wanted = options.count / RESULTS.len();
    let mut found: Vec<Ending> = Vec::new();
    let progress = ProgressLine::new((wanted * RESULTS.len()) as u64, "endings");
    for first in (0..options.games).step_by(BATCH) {
        let games = threads::map(BATCH, threads::count(options.threads), |nth| {
            options.ending_of(&evaluator, tables, first + nth)
        });
        for ending in games.into_iter().flatten() {
            let same = found.iter().filter(|each| each.result == ending.result).count();
            if same < wanted && !found.contains(&ending) {
                found.push(ending);
                progress.add(1);
            }
        }
        if found.len() == wanted * RESULTS.len() {
            break;
        }
    }
    progress.finish();
    let of_result = |result| found.iter().filter(move |ending| ending.result == result);
    let lines: Vec<_> = RESULTS.into_iter().flat_map(of_result).map(Ending::line).collect();
    file::replace(&options.out, lines.concat())?;
    print_line(format_args!("{}: {} endings", options.out.display(), lines.len()))
}

impl EndingsArgs {
    /// The first ending of a game that serves, if there is one.
    fn ending_of(
        &self,
        evaluator: &LoadedEvaluator,
        tables: Tablebases<'_>,
        number: usize,
    ) -> Option<Ending> {
        let mut walker = Walker::new(self.seed << 32 | number as u64);
        let start = opening(&mut walker);
        let player_of = |_| 0;
        let mut players = vec![evaluator.player(self.nodes)];
        play(start, &mut players, player_of, |at, _| match ending(at, PIECES, tables) {
            Some(ending) => ControlFlow::Break(ending),
            None => ControlFlow::Continue(()),
        })
        .break_value()
    }
}

/// The position as an ending of the suite, if it is one.
fn ending(at: &Position, pieces: u32, tables: Tablebases<'_>) -> Option<Ending> {
    let (own, enemies) = (at.own().count(), at.enemies().count());
    let kings_on_both_sides =
        !(at.own() & at.kings()).is_empty() && !(at.enemies() & at.kings()).is_empty();
    if own + enemies != pieces || !kings_on_both_sides || !at.is_quiet() {
        return None;
    }
    let result = result_of(at, tables, PLIES_TO_TABLE)?;
    let man_up = own > enemies;
    if man_up != (result == Outcome::Win) {
        return None;
    }
    let mut moves = Vec::new();
    at.legal_moves(&mut moves);
    let mut keeping = Vec::new();
    for &each in &moves {
        if result_of(&at.play(each), tables, PLIES_TO_TABLE)?.for_opponent() == result {
            keeping.push(each);
        }
    }
    let has_choice = !keeping.is_empty() && keeping.len() < moves.len();
    (has_choice || result == Outcome::Loss).then_some(Ending { position: *at, result, keeping })
}

/// The result for the side to move, by the tables or by the results of what follows.
fn result_of(at: &Position, tables: Tablebases<'_>, plies: u32) -> Option<Outcome> {
    if !at.can_move() {
        return Some(Outcome::Loss);
    }
    if let Some(known) = tables.probe(at) {
        return Some(known);
    }
    if plies == 0 {
        return None;
    }
    let mut moves = Vec::new();
    at.legal_moves(&mut moves);
    let results = moves
        .into_iter()
        .map(|each| result_of(&at.play(each), tables, plies - 1).map(Outcome::for_opponent));
    best_result(results)
}

/// The best of the results of all moves; a win needs no other result.
fn best_result(results: impl Iterator<Item = Option<Outcome>>) -> Option<Outcome> {
    let mut best = Some(Outcome::Loss);
    for result in results {
        match result {
            Some(Outcome::Win) => return Some(Outcome::Win),
            None => best = None,
            Some(Outcome::Draw) => best = best.map(|_| Outcome::Draw),
            Some(Outcome::Loss) => {}
        }
    }
    best
}

impl Ending {
    fn line(&self) -> String {
        let moves: Vec<_> =
            self.keeping.iter().map(|&each| self.position.move_text(each)).collect();
        format!("{} {} {}\n", self.position.fen(), word_of(self.result), moves.join(","))
    }
}

const fn word_of(result: Outcome) -> &'static str {
    match result {
        Outcome::Win => "won",
        Outcome::Draw => "drawn",
        Outcome::Loss => "lost",
    }
}

/// Prints for each evaluation and result how often a search keeps it, and how wrong its scores are.
pub fn keep(options: &KeepArgs) -> Result<(), WorkshopError> {
    let suite = lines::read(&options.suite, read_ending)?;
    let time = Duration::from_secs_f64(options.time.clamp(0.0, 3_600.0));
    for choice in &options.evaluators {
        let evaluator = choice.load()?;
        print_line(format_args!("{evaluator}:"))?;
        for result in RESULTS {
            let endings: Vec<_> = suite.iter().filter(|ending| ending.result == result).collect();
            let seen = EndingsKept::of(&endings, &evaluator, time);
            print_line(format_args!(
                "  {:<5} {:>3} of {:>3} kept, scores wrong by {:>4.1} % of a win",
                word_of(result),
                seen.kept,
                endings.len(),
                seen.error * 100.0
            ))?;
        }
    }
    Ok(())
}

struct EndingsKept {
    kept: usize,
    /// The root mean square difference between what the scores promise and the results, in points.
    error: f64,
}

impl EndingsKept {
    fn of(endings: &[&Ending], evaluator: &LoadedEvaluator, time: Duration) -> Self {
        let (mut kept, mut squares) = (0, 0.0);
        for ending in endings {
            let Some(thought) = evaluator.think_for(time, &ending.position) else { continue };
            kept += usize::from(ending.keeping.contains(&thought.best));
            let promised = chance_of(thought.score.units());
            squares += f64::from(promised - points(ending.result)).powi(2);
        }
        EndingsKept { kept, error: (squares / endings.len().max(1) as f64).sqrt() }
    }
}

fn read_ending(line: &str) -> Result<Ending, String> {
    let words: Vec<_> = line.split(' ').collect();
    let [fen, result, moves] = words[..] else {
        return Err("expected a position in FEN, a result, and moves".to_string());
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

    fn found(fen: &str) -> Option<Ending> {
        ending(&position(fen), 5, Tablebases::built_in())
    }

    #[test]
    fn endings_have_a_result_that_a_move_can_give_away() {
        let held = found("W:WK32,K31:BK14,K18,1").expect("White is a man down");
        assert_eq!(read_ending(held.line().trim()), Ok(held.clone()));
        assert!(!held.keeping.is_empty() || held.result == Outcome::Loss, "{held:?}");
        for each in &held.keeping {
            let after = held.position.play(*each);
            let result = result_of(&after, Tablebases::built_in(), PLIES_TO_TABLE);
            assert_eq!(result.map(Outcome::for_opponent), Some(held.result));
        }
    }

    #[test]
    fn without_a_king_on_either_side_or_with_other_pieces_it_is_none() {
        assert_eq!(found("W:W32,31:BK14,K18,1"), None);
        assert_eq!(found("W:WK32,K31:BK14,K18"), None);
    }

    #[test]
    fn a_move_whose_result_is_not_known_hides_all_but_a_win() {
        let results = |known: &[Option<Outcome>]| best_result(known.iter().copied());
        let (win, draw, loss) = (Some(Outcome::Win), Some(Outcome::Draw), Some(Outcome::Loss));
        assert_eq!(results(&[None, win]), win);
        assert_eq!(results(&[draw, None, loss]), None);
        assert_eq!(results(&[loss, draw]), draw);
        assert_eq!(results(&[loss]), loss);
    }

    #[test]
    fn what_is_wrong_with_a_line_is_named() {
        let reason = |line: &str| read_ending(line).expect_err(line);
        assert!(reason("W:WK32:BK1").contains("a result"));
        assert!(reason("W:WK32:BK1 good 32-27").contains("`good`"));
        assert!(reason("W:WK32:BK1 drawn 32-1").contains("32-1"));
    }
}
