//! `bench moves`: positions of random games with what each legal move makes of them, for other
//! programs to compare with their own.

use clap::Args;
use games::checkers::Position;
use games::{Game, Walker};
use std::collections::HashSet;
use std::io::{self, BufWriter, Write, stdout};

/// What to print.
#[derive(Debug, Args)]
pub struct Options {
    /// How many different positions
    count: usize,
    /// What chance depends on
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A random game is followed so far; hardly any is longer.
const MOST_PLIES: usize = 400;

/// Prints one line for each position: its board, then the boards after its legal moves.
///
/// # Errors
/// Standard output cannot be written.
pub fn run(options: &Options) -> io::Result<()> {
    let mut walker = Walker::new(options.seed);
    let mut seen = HashSet::new();
    let mut out = BufWriter::new(stdout().lock());
    while seen.len() < options.count {
        for position in walker.game(Position::start(), MOST_PLIES) {
            if seen.len() < options.count && seen.insert(position.key().bits()) {
                writeln!(out, "{}", line(&position))?;
            }
        }
    }
    out.flush()
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
