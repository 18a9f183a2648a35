//! One game of a program and of its oracle, side by side.
//!
//! At every position are compared: the board, the side to move, whether and how the game is over,
//! the set of legal moves, their number as the program counts it, and for some of the moves the
//! board and the end of the game after them. The program's half is what its shell uses: the whole
//! game with its history, and moves that are written and read as text.

use crate::answer_check::Violation;
use crate::legality::compared::{Compared, side_to_oracle};
use agent::player;
use formats::commands::GameHistory;
use games::{GameEnd, GameName};
use oracle::{Ending, Oracle};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use search::{KeyHistory, NodeLimit};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::fmt::{Debug, Write};
use std::ops::AddAssign;

/// At most this many moves of a position are played to compare the boards after them.
const PLAYED_MOVES: usize = 64;
/// Moves at the start of a searched game that are random, at most.
const RANDOM_OPENING: u32 = 8;
/// Later, one in this many.
const ONE_RANDOM: u32 = 8;
/// In one game of this many the command `limit` is given.
const ONE_LIMITED: u32 = 4;
/// It is given after this many moves of both sides at most, in a game that lasts so long.
const LATEST_LIMIT: u32 = 20;
/// The limit is at most this many moves of each side.
const MOST_MOVES: u32 = 40;
/// Nodes of the search for a move.
const NODES: u64 = 100;
/// The transposition table of the search, in bytes.
const TABLE_BYTES: usize = 1 << 16;

#[derive(Clone, Debug)]
pub struct Difference {
    /// The commands that lead to the position.
    pub commands: String,
    /// The difference there, with both sides of it.
    pub what: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooser {
    Chance,
    /// The players' own search, with a random move now and then.
    Search,
}

/// A move as the program and as the oracle has it.
type Pair<G> = (<G as games::Game>::Move, <<G as Compared>::Oracle as Oracle>::Move);

#[derive(Debug)]
pub struct OracleMatch<G: Compared> {
    game: GameHistory<G>,
    oracle: G::Oracle,
    chooser: Chooser,
    /// Moves that are random before the search chooses.
    opening: u32,
    /// Moves before the command `limit`.
    limit_after: Option<u32>,
    random: ChaCha8Rng,
    counts: Counts,
}

impl<G: Compared> OracleMatch<G> {
    /// A game that begins with these two, which should be the same.
    pub fn new(
        game: GameHistory<G>,
        oracle: G::Oracle,
        chooser: Chooser,
        mut random: ChaCha8Rng,
    ) -> Self {
        let opening = random.random_range(0..=RANDOM_OPENING);
        let is_limited = random.random_range(0..ONE_LIMITED) == 0;
        let limit_after = is_limited.then(|| random.random_range(0..=LATEST_LIMIT));
        OracleMatch {
            game,
            oracle,
            chooser,
            opening,
            limit_after,
            random,
            counts: Counts::default(),
        }
    }

    pub fn play(mut self) -> Result<Counts, Box<Difference>> {
        self.play_on().map_err(|what| {
            Box::new(Difference { commands: self.game.record(), what: what.to_string() })
        })?;
        Ok(self.counts)
    }

    fn play_on(&mut self) -> Result<(), Violation> {
        loop {
            self.compare_position()?;
            if let Some(ending) = self.oracle.ending() {
                self.count_ending(ending);
                return Ok(());
            }
            if self.limit_after == Some(self.game.plies()) {
                self.limit_after = None;
                self.set_limit()?;
                continue;
            }
            let moves = self.compare_moves()?;
            self.compare_boards_after(&moves)?;
            let chosen = self.choose(&moves);
            self.play_as_text(chosen)?;
        }
    }

    /// Board, side to move and end of the game.
    fn compare_position(&mut self) -> Result<(), Violation> {
        let position = self.game.position();
        equal("the board", position.rows(), self.oracle.rows())?;
        let side = side_to_oracle(position.side_to_move());
        equal("the side to move", side, self.oracle.side_to_move())?;
        let end = self.oracle.end();
        if let Some((cause, _)) = end {
            *self.counts.ends.entry(cause.to_string()).or_default() += 1;
        }
        let expected = end.map(|(_, ending)| ending);
        equal("the end of the game", self.game.end().map(ending), expected)
    }

    /// Gives the command `limit`, with a number that is often too small for the moves made.
    fn set_limit(&mut self) -> Result<(), Violation> {
        let most = if self.random.random_bool(0.5) { MOST_MOVES } else { self.game.plies().max(1) };
        let moves = self.random.random_range(1..=most);
        let is_taken = self.game.set_limit(moves).is_ok();
        self.counts.limits += 1;
        equal(&format!("whether limit {moves} is taken"), is_taken, self.oracle.limit(moves))
    }

    /// The moves, in the order of the oracle's.
    fn compare_moves(&mut self) -> Result<Vec<Pair<G>>, Violation> {
        let position = self.game.position();
        let legal = position.move_list();
        let mut moves: Vec<Pair<G>> = legal.into_iter().map(|mv| (mv, G::to_oracle(mv))).collect();
        moves.sort_unstable_by_key(|&(_, named)| named);
        let mut expected = self.oracle.moves();
        expected.sort_unstable();
        if !moves.iter().map(|&(_, named)| named).eq(expected.iter().copied()) {
            let program = moves.iter().map(|&(_, named)| named);
            return Err(Violation::Other(different_moves(program, &expected)));
        }
        equal("the number of moves", position.count_moves(), expected.len() as u64)?;
        equal("whether there is a move", position.can_move(), !expected.is_empty())?;
        self.counts.positions += 1;
        self.counts.moves += expected.len() as u64;
        Ok(moves)
    }

    /// Board and end of the game after some of the moves, evenly spread from a random one on.
    fn compare_boards_after(&mut self, moves: &[Pair<G>]) -> Result<(), Violation> {
        let step = moves.len().div_ceil(PLAYED_MOVES);
        let first = self.random.random_range(0..step);
        for &(mv, named) in moves.iter().skip(first).step_by(step) {
            let before = self.oracle.clone();
            self.game.play(mv);
            self.oracle.play(named);
            let compared = self.compare_position();
            self.counts.boards += 1;
            self.oracle = before;
            self.game.undo(1).map_err(|error| Violation::Other(error.to_string()))?;
            compared.map_err(|what| Violation::Other(format!("after {named}, {what}")))?;
        }
        Ok(())
    }

    fn choose(&mut self, moves: &[Pair<G>]) -> Pair<G> {
        let is_random = self.chooser == Chooser::Chance
            || self.game.plies() < self.opening
            || self.random.random_range(0..ONE_RANDOM) == 0;
        let searched = if is_random { None } else { searched(&self.game) };
        let random = moves[self.random.random_range(0..moves.len())];
        searched.map_or(random, |mv| (mv, G::to_oracle(mv)))
    }

    fn play_as_text(&mut self, (mv, named): Pair<G>) -> Result<(), Violation> {
        let text = named.to_string();
        equal("the text of a move", self.game.position().move_text(mv), text.clone())?;
        if !self.oracle.moves().contains(&named) {
            let what = format!("the search chose {text}, which is not legal");
            return Err(Violation::Other(what));
        }
        self.counts.passes += u64::from(self.game.position().forced_pass() == Some(mv));
        self.game
            .play_text(&text)
            .map_err(|error| Violation::Other(format!("{text} is not taken: {error}")))?;
        self.oracle.play(named);
        Ok(())
    }

    fn count_ending(&mut self, ending: Ending) {
        self.counts.games = 1;
        *match ending {
            Ending::Won(oracle::Side::Black) => &mut self.counts.black,
            Ending::Won(oracle::Side::White) => &mut self.counts.white,
            Ending::Tie => &mut self.counts.ties,
        } += 1;
    }
}

/// The move of the program's own player, with a tiny search.
fn searched<G: Compared>(game: &GameHistory<G>) -> Option<G::Move> {
    let (position, mut evaluator) = (game.position(), G::Evaluator::default());
    let limit = NodeLimit(NODES);
    let found = player::search_under(
        position,
        KeyHistory::of_game(game.line()),
        TABLE_BYTES,
        limit,
        &mut evaluator,
    );
    found.or_else(|| player::fallback_move(position, &mut evaluator))
}

fn ending(end: GameEnd) -> Ending {
    end.winner.map_or(Ending::Tie, |side| Ending::Won(side_to_oracle(side)))
}

fn equal<T: PartialEq + Debug>(what: &str, program: T, oracle: T) -> Result<(), Violation> {
    if program == oracle {
        return Ok(());
    }
    let what = format!("{what} differs: the program has {program:?}, the oracle {oracle:?}");
    Err(Violation::Other(what))
}

/// Names the moves that only one of the two has, and those that the program has twice.
fn different_moves<M: Copy + Ord + ToString>(
    program: impl Iterator<Item = M>,
    oracle: &[M],
) -> String {
    let program: Vec<M> = program.collect();
    let twice =
        program.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0].to_string());
    let mut text = String::from("the moves differ");
    let lists = [
        ("only the program has", missing(&program, oracle)),
        ("only the oracle has", missing(oracle, &program)),
        ("the program has twice", twice.collect::<Vec<_>>().join(" ")),
    ];
    for (name, list) in lists.iter().filter(|(_, list)| !list.is_empty()) {
        // Writing to a `String` does not fail.
        let _ = write!(text, "; {name} {list}");
    }
    text
}

/// Those of `moves` that `from` lacks.
fn missing<M: PartialEq + ToString>(moves: &[M], from: &[M]) -> String {
    let texts = moves.iter().filter(|&mv| !from.contains(mv)).map(ToString::to_string);
    texts.collect::<Vec<_>>().join(" ")
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub games: u64,
    /// Of them, those that began with a random board.
    pub placed: u64,
    /// Of them, those in which the players' own search chose most moves.
    pub searched: u64,
    /// Positions whose moves and end were compared.
    pub positions: u64,
    /// Legal moves of all those positions.
    pub moves: u64,
    /// Boards after a move that were compared, each with the end of the game there.
    pub boards: u64,
    /// Turns without a move of a piece.
    pub passes: u64,
    pub limits: u64,
    /// Positions and boards after a move on which the game was over, by the oracle's cause.
    pub ends: BTreeMap<String, u64>,
    pub black: u64,
    pub white: u64,
    pub ties: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Self) {
        let fields = [
            (&mut self.games, more.games),
            (&mut self.placed, more.placed),
            (&mut self.searched, more.searched),
            (&mut self.positions, more.positions),
            (&mut self.moves, more.moves),
            (&mut self.boards, more.boards),
            (&mut self.passes, more.passes),
            (&mut self.limits, more.limits),
            (&mut self.black, more.black),
            (&mut self.white, more.white),
            (&mut self.ties, more.ties),
        ];
        for (sum, summand) in fields {
            *sum += summand;
        }
        for (cause, ends) in more.ends {
            *self.ends.entry(cause).or_default() += ends;
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountsByKind(BTreeMap<GameName, Counts>);

impl CountsByKind {
    pub fn add(&mut self, kind: GameName, counts: Counts) {
        *self.0.entry(kind).or_default() += counts;
    }

    pub fn add_all(&mut self, other: &Self) {
        for (&kind, counts) in &other.0 {
            self.add(kind, counts.clone());
        }
    }
}

/// One line for each kind, and one for all.
impl fmt::Display for CountsByKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = Counts::default();
        for (kind, counts) in &self.0 {
            line(f, kind, counts)?;
            all += counts.clone();
        }
        line(f, "all", &all)
    }
}

fn line(f: &mut fmt::Formatter<'_>, name: impl fmt::Display, counts: &Counts) -> fmt::Result {
    let Counts { games, placed, searched, positions, moves, boards, passes, limits, .. } = counts;
    let Counts { black, white, ties, .. } = counts;
    let ends: Vec<String> =
        counts.ends.iter().map(|(cause, ends)| format!("{cause} {ends}")).collect();
    writeln!(
        f,
        "{name}: {games} games ({placed} from random boards, {searched} by the search; Black won \
         {black}, White {white}, ties {ties}), {positions} positions, {moves} moves, {passes} \
         passes, {boards} boards after a move, {limits} limits; ends of the game there: {}",
        ends.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{loa, tablut};
    use rand::SeedableRng;

    fn played<G: Compared>(oracle: G::Oracle) -> Result<Counts, Box<Difference>> {
        let random = ChaCha8Rng::seed_from_u64(1);
        OracleMatch::<G>::new(GameHistory::default(), oracle, Chooser::Chance, random).play()
    }

    #[test]
    fn a_game_that_agrees_is_played_to_its_end() {
        let counts = played::<loa::Position>(oracle::loa::LoaGame::start()).expect("no difference");
        assert_eq!((counts.games, counts.black + counts.white + counts.ties), (1, 1));
        assert!(counts.boards > 0 && counts.moves >= counts.positions);
    }

    #[test]
    fn another_board_and_another_side_to_move_are_differences() {
        let rows = oracle::tablut::TablutGame::start().rows();
        let other = oracle::tablut::TablutGame::from_rows(&rows, oracle::Side::White);
        let found = played::<tablut::Position>(other.expect("a board")).expect_err("another side");
        assert!(found.what.contains("side to move"), "{}", found.what);
        let fewer = rows.replacen('B', "-", 1);
        let other = oracle::tablut::TablutGame::from_rows(&fewer, oracle::Side::Black);
        let found = played::<tablut::Position>(other.expect("a board")).expect_err("a piece less");
        assert!(found.what.contains("the board differs"), "{}", found.what);
        assert_eq!(found.commands, "new\n");
    }

    #[test]
    fn moves_that_only_one_has_and_moves_that_are_there_twice_are_named() {
        let text = different_moves([1, 2, 2].into_iter(), &[2, 3]);
        assert_eq!(
            text,
            "the moves differ; only the program has 1; only the oracle has 3; the program has twice 2"
        );
    }
}
