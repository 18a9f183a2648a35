//! The command `training selfplay`: games of the program against itself at a fixed number of nodes
//! for each move, for the network to learn from.
//!
//! Games begin with some men missing, as many of either side, and some random moves, or with
//! endings ([`StartOptions`]); endings that the tables know are not played out. After each game,
//! others can begin at positions that its searches evaluated
//! ([`sampling`](crate::learn::playing::sampling)). Every position is kept whose mover cannot
//! capture: a search asks the evaluation about such positions. The tables know all positions that
//! the agent's evaluator does not evaluate with its network
//! (`evaluation::checkers::endgame::is_in_dtc_table`), so every position kept is one for the
//! network.

use crate::error::TrainingError;
use crate::learn::playing::openings::StartOptions;
use crate::learn::playing::play::{Record, SelfplayResult, play};
use crate::learn::playing::players::{EvaluatorChoice, LoadedEvaluator};
use crate::learn::playing::sampling::Reservoir;
use crate::learn::playing::shards::Shards;
use crate::output::print_line;
use cli::{ProgressLine, pool};
use games::board::Side;
use games::checkers::Position;
use games::{Game, MoveHints, Walker};
use search::Score;
use std::fmt::Write;
use std::iter;
use std::num::NonZeroU8;
use std::ops::ControlFlow;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct SelfplayArgs {
    /// The folder for the examples; shards that it has are not played again
    #[arg(long, default_value = "selfplay-work", value_name = "DIR")]
    folder: PathBuf,
    /// Number of shards of 250 games
    #[arg(long, default_value_t = 100, value_name = "N")]
    shards: usize,
    /// Nodes for each move, a quarter more or less from game to game
    #[arg(long, default_value_t = 400, value_name = "N")]
    nodes: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The evaluation that plays: network (the one that is compiled in), hand-crafted, or the file
    /// of a network
    #[arg(long, default_value = "network", value_name = "EVALUATION")]
    evaluator: EvaluatorChoice,
    /// Another evaluation, as opponent in some of the games: their results then do not follow from
    /// the habits of one player. Can be given several times; each game draws its opponent, and the
    /// evaluation against itself is one of the lots. Only positions that the evaluation of
    /// `--evaluator` searched are kept
    #[arg(long = "against", value_name = "EVALUATION")]
    opponents: Vec<EvaluatorChoice>,
    /// Further games after each game, from positions that its searches evaluated
    #[arg(long, default_value_t = 2, value_name = "N")]
    branches: usize,
    /// Break games off as soon as there are N pieces or fewer: more of the games is middle game,
    /// and the scores of the searches stand for their results
    #[arg(long, value_name = "N", conflicts_with = "endings")]
    until: Option<u32>,
    #[command(flatten)]
    start: StartOptions,
    /// Number of threads [default: all processors]
    #[arg(long)]
    threads: Option<usize>,
}

/// The number of games in a shard, without the branches.
const GAMES: usize = 250;
/// Branches begin with at least this many pieces, so that they pass through middle games: of
/// endings there are enough.
const BRANCH_PIECES: u32 = 12;
/// Branches of an unfinished game begin with this many more pieces than it ends with.
const BRANCH_LEAD: u32 = 4;
/// With `--endings`, branches begin with at least this many: the tables know those with fewer.
const ENDING_BRANCH_PIECES: u32 = 7;
pub fn run(options: &SelfplayArgs) -> Result<(), TrainingError> {
    let players = SelfplayPlayers::load(options)?;
    let shards = Shards::open(&options.folder, &players.made_with())?;
    let missing: Vec<_> = (0..options.shards).filter(|&number| !shards.has(number)).collect();
    let progress = ProgressLine::new((options.shards * GAMES) as u64, "games");
    progress.skip(((options.shards - missing.len()) * GAMES) as u64);
    let saved = pool::map(missing.len(), pool::threads(options.threads), |nth| {
        shards.save(missing[nth], &players.shard(missing[nth], &progress))
    });
    progress.finish();
    saved.into_iter().collect::<Result<(), _>>()?;
    print_line(format_args!("{}: {} shards", options.folder.display(), options.shards))
}

struct SelfplayPlayers<'a> {
    options: &'a SelfplayArgs,
    /// The evaluation whose positions are kept, then its opponents.
    evaluators: Vec<LoadedEvaluator>,
}

impl<'a> SelfplayPlayers<'a> {
    fn load(options: &'a SelfplayArgs) -> Result<Self, TrainingError> {
        let choices = [&options.evaluator].into_iter().chain(&options.opponents);
        let evaluators = choices.map(EvaluatorChoice::load).collect::<Result<_, _>>()?;
        Ok(SelfplayPlayers { options, evaluators })
    }

    /// All options that decide what is kept.
    fn made_with(&self) -> String {
        let SelfplayArgs { nodes, seed, branches, until, start, .. } = self.options;
        let mut text = format!(
            "{nodes} nodes, seed {seed}, {branches} branches, Quiet, {}",
            self.evaluators[0]
        );
        if let Some(pieces) = until {
            // Writing to a string cannot fail.
            let _ = write!(text, ", until {pieces} pieces");
        }
        if start.endings {
            text += ", endings with kings";
        }
        if start.ballots {
            text += ", ballots";
        }
        for opponent in &self.evaluators[1..] {
            let _ = write!(text, ", against {opponent}");
        }
        text + "\n"
    }

    fn shard(&self, number: usize, progress: &ProgressLine) -> Vec<Record> {
        let mut walker = Walker::new(self.options.seed << 32 | number as u64);
        let mut records = Vec::new();
        for _ in 0..GAMES {
            let start = self.options.start.draw(&self.evaluators[0], &mut walker);
            for branch in self.examples(start, self.options.branches, &mut walker, &mut records) {
                self.examples(branch, 0, &mut walker, &mut records);
            }
            progress.add(1);
        }
        records
    }

    /// The least number of pieces with which branches begin.
    fn branch_pieces(&self) -> u32 {
        match (self.options.start.endings, self.options.until) {
            (true, _) => ENDING_BRANCH_PIECES,
            (false, None) => BRANCH_PIECES,
            (false, Some(until)) => BRANCH_PIECES.max(until + BRANCH_LEAD),
        }
    }

    /// Plays a game and adds its examples. Returns as many positions that its searches evaluated.
    fn examples(
        &self,
        start: Position,
        branches: usize,
        walker: &mut Walker,
        records: &mut Vec<Record>,
    ) -> Vec<Position> {
        // So that two games from the same opening differ.
        let nodes = self.options.nodes * (75 + walker.below(51) as u64) / 100;
        let reservoir = Reservoir::new(branches, walker.below(usize::MAX) as u64);
        let until = self.options.until.unwrap_or(0);
        let player = self.evaluators[0].sampling_player(nodes, reservoir, self.branch_pieces());
        let mut players = vec![player];
        let opponent = walker.below(self.evaluators.len());
        let first = Side::ALL[walker.below(2)];
        if opponent > 0 {
            players.push(self.evaluators[opponent].player(nodes));
        }
        let player_of = |side: Side| usize::from(opponent > 0 && side != first);
        let mut kept = Vec::new();
        let mut ply = 0;
        let result = play(start, &mut players, player_of, |at, thought| {
            ply += 1;
            if player_of(at.side_to_move()) == 0 && at.is_quiet() {
                kept.push(Kept { ply, position: *at, score: thought.score });
            }
            match (at.own() | at.enemies()).count() {
                pieces if pieces <= until => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        records.extend(records_of(&kept, result.continue_value()));
        players[0].sampled()
    }
}

struct Kept {
    ply: usize,
    position: Position,
    score: Score,
}

fn records_of(kept: &[Kept], result: Option<SelfplayResult>) -> impl Iterator<Item = Record> {
    let before = iter::once(None).chain(kept.iter().map(|before| Some(before.ply)));
    kept.iter().zip(before).map(move |(kept, before)| {
        let outcome = result.map(|result| result.for_side(kept.position.side_to_move()));
        // A gap of more plies than a byte holds begins another game.
        let since = before.and_then(|ply| NonZeroU8::new((kept.ply - ply).try_into().ok()?));
        Record { since, ..Record::new(&kept.position, kept.score, outcome) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::playing::openings::opening;

    fn played(branches: usize, opponents: &[EvaluatorChoice]) -> Vec<Record> {
        played_with(SelfplayArgs { opponents: opponents.to_vec(), branches, ..options() })
    }

    fn options() -> SelfplayArgs {
        SelfplayArgs {
            folder: PathBuf::new(),
            shards: 1,
            nodes: 300,
            seed: 1,
            evaluator: EvaluatorChoice::HandCrafted,
            opponents: Vec::new(),
            branches: 0,
            until: None,
            start: StartOptions::default(),
            threads: None,
        }
    }

    fn played_with(options: SelfplayArgs) -> Vec<Record> {
        let branches = options.branches;
        let players = SelfplayPlayers::load(&options).expect("nothing is read");
        let (mut walker, mut records) = (Walker::new(7), Vec::new());
        let start = opening(&mut walker);
        for branch in players.examples(start, branches, &mut walker, &mut records) {
            players.examples(branch, 0, &mut walker, &mut records);
        }
        records
    }

    #[test]
    fn a_game_of_one_seed_is_always_the_same() {
        let records = played(2, &[EvaluatorChoice::BuiltIn]);
        assert!(!records.is_empty());
        assert_eq!(records, played(2, &[EvaluatorChoice::BuiltIn]));
    }

    #[test]
    fn branches_are_further_games() {
        assert!(played(20, &[]).len() > played(0, &[]).len());
    }

    #[test]
    fn a_game_that_is_broken_off_has_no_endings_and_no_result() {
        let records = played_with(SelfplayArgs { until: Some(10), branches: 4, ..options() });
        assert!(!records.is_empty());
        for record in &records {
            let position = record.packed.position();
            assert!(record.result.is_none());
            // The last search is that of the position with that number of pieces.
            assert!((position.own() | position.enemies()).count() >= 8);
        }
    }

    #[test]
    fn the_records_of_a_game_are_linked() {
        let records = played(3, &[]);
        let firsts = records.iter().filter(|record| record.since.is_none()).count();
        assert_eq!(firsts, 4, "the game and its branches");
        for pair in records.windows(2) {
            if let Some(plies) = pair[1].since
                && let [Some(before), Some(after)] = [pair[0].result, pair[1].result]
            {
                let same_side = plies.get() % 2 == 0;
                let expected = if same_side { before } else { before.for_opponent() };
                assert_eq!(after, expected);
            }
        }
    }

    #[test]
    fn all_positions_are_kept_whose_mover_cannot_capture() {
        let records = played(0, &[]);
        assert!(records.iter().all(|record| record.packed.position().is_quiet()));
    }
}
