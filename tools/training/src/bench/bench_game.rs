//! The games that `bench` measures: for each its name, evaluator, fixed positions and depth.
//!
//! A new game is an `impl BenchGame`. All measurements are generic over it: the search is compiled
//! for each game, as in the programs that play.

use clap::Args;
use clap::builder::TypedValueParser;
use cli::values;
use evaluation::amazons::AmazonsEvaluator;
use evaluation::checkers::CheckersEvaluator;
use evaluation::loa::LoaEvaluator;
use evaluation::tablut::TablutEvaluator;
use games::board::Side;
use games::{GameName, MoveHints, Named, Notation, amazons, checkers, loa, tablut};
use search::Evaluator;

/// Reads the name of a game, and lists the games in the help.
pub fn game_name() -> impl TypedValueParser<Value = GameName> {
    values::one_of(GameName::ALL.map(GameName::text))
}

#[derive(Debug, Args)]
pub struct SignatureArgs {
    /// The game [default: all of them]
    #[arg(value_parser = game_name())]
    game: Option<GameName>,
    /// Search to this depth, in plies, instead of the signature's own
    #[arg(long, value_parser = clap::value_parser!(i16).range(1..=100))]
    pub depth: Option<i16>,
}

impl SignatureArgs {
    pub fn games(&self) -> &[GameName] {
        self.game.as_ref().map_or(&GameName::ALL[..], std::slice::from_ref)
    }
}

pub trait BenchGame: MoveHints + Named + Notation {
    /// The positions of the node signature, as text: see [`positions`].
    const POSITIONS: &'static str;
    /// The depth of the node signature, in plies: about a second for each game at most.
    const DEPTH: i16;

    /// The evaluator that its program plays with.
    fn evaluator() -> impl Evaluator<Self>;
}

/// The positions of the node signature: one a line, the board as the game writes it with rows
/// joined by `/`, a blank, and the side to move. Lines that begin with `#` are comments.
///
/// # Panics
/// If the file, which is compiled in, holds anything else: a test reads it.
pub fn positions<G: BenchGame>() -> impl Iterator<Item = G> {
    let lines = G::POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (board, side) = line.rsplit_once(' ').expect("a board and a side");
        let side = if side == "BLACK" { Side::Black } else { Side::White };
        G::read_board(&board.replace('/', "\n"), side).expect("a board")
    })
}

/// The line of [`positions`] that stands for a position.
pub fn line<G: BenchGame>(position: &G) -> String {
    let side = match position.side_to_move() {
        Side::Black => "BLACK",
        Side::White => "WHITE",
    };
    format!("{} {side}", position.board_text().replace('\n', "/"))
}

impl BenchGame for checkers::Position {
    const POSITIONS: &'static str = include_str!("../../../../fixtures/bench/checkers.txt");
    const DEPTH: i16 = 13;

    fn evaluator() -> impl Evaluator<Self> {
        CheckersEvaluator::built_in()
    }
}

impl BenchGame for loa::Position {
    const POSITIONS: &'static str = include_str!("../../../../fixtures/bench/loa.txt");
    const DEPTH: i16 = 7;

    fn evaluator() -> impl Evaluator<Self> {
        LoaEvaluator
    }
}

impl BenchGame for tablut::Position {
    const POSITIONS: &'static str = include_str!("../../../../fixtures/bench/tablut.txt");
    const DEPTH: i16 = 6;

    fn evaluator() -> impl Evaluator<Self> {
        TablutEvaluator
    }
}

impl BenchGame for amazons::Position {
    const POSITIONS: &'static str = include_str!("../../../../fixtures/bench/amazons.txt");
    const DEPTH: i16 = 3;

    fn evaluator() -> impl Evaluator<Self> {
        AmazonsEvaluator
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::with_game;

    /// The positions of each game can be read, and searched: no side has won, and there is a legal
    /// move.
    #[test]
    fn the_positions_of_every_game_can_be_played() {
        GameName::ALL.into_iter().for_each(|game| with_game!(game, Position => read::<Position>()));
    }

    fn read<G: BenchGame>() {
        assert!(positions::<G>().count() >= 12, "{}", G::NAME);
        let lines = G::POSITIONS.lines().filter(|line| !line.starts_with('#'));
        for (position, text) in positions::<G>().zip(lines) {
            assert!(position.outcome().is_none() && position.can_move(), "{text}");
            assert_eq!(line(&position), text);
        }
    }
}
