//! `bench moves`: positions of random games with the boards after each legal move, to be compared
//! with the moves of other programs.

use clap::Args;
use games::checkers::Position;
use games::{Game, Walker};
use std::collections::HashSet;
use std::io::{self, Write};

#[derive(Debug, Args)]
pub struct MovesArgs {
    /// How many different positions
    count: usize,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The longest random game, in plies; hardly any is longer.
const MAX_PLIES: usize = 400;

/// Prints one line for each position: its board, then the boards after its legal moves.
pub fn run(options: &MovesArgs, out: &mut impl Write) -> io::Result<()> {
    let mut walker = Walker::new(options.seed);
    let mut seen = HashSet::new();
    while seen.len() < options.count {
        for position in walker.game(Position::start(), MAX_PLIES) {
            if seen.len() < options.count && seen.insert(position.key().bits()) {
                writeln!(out, "{}", line(&position))?;
            }
        }
    }
    Ok(())
}

fn line(position: &Position) -> String {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let boards = moves.iter().map(|&mv| position.play(mv).fen());
    std::iter::once(position.fen()).chain(boards).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_holds_the_board_and_one_board_for_each_move() {
        let text = line(&Position::start());
        let boards: Vec<_> = text.split(' ').collect();
        assert_eq!(boards.len(), 8);
        assert!(boards[0].starts_with("B:W21,22,23") && boards[1].starts_with("W:W21,22,23"));
    }
}
