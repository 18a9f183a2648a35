//! The moves of the opening book.

use evaluation::checkers::book::Book;
use games::checkers::{Move, Position};

/// A move that the book calls good.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookMove<M = Move> {
    pub mv: M,
    /// How often the agent plays it, from above 0 to 1. The book keeps only which moves are good;
    /// of several the agent draws one by lot, so they all have the same weight.
    pub weight: f64,
}

/// The good moves of a position by a book; none if the position is not in it.
pub fn book_moves(book: Book<'_>, position: &Position) -> Vec<BookMove> {
    let moves = book.moves(position);
    let weight = 1.0 / moves.len().max(1) as f64;
    moves.into_iter().map(|mv| BookMove { mv, weight }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use evaluation::checkers::book::BOOK;
    use games::{Game, Walker};

    #[test]
    fn the_weights_of_a_position_are_one_together() {
        let mut seen = 0;
        for seed in 0..50 {
            for position in Walker::new(seed).game(Position::start(), 6) {
                let moves = book_moves(BOOK, &position);
                let sum: f64 = moves.iter().map(|book| book.weight).sum();
                assert!(moves.is_empty() || (sum - 1.0).abs() < 1e-12, "{}", position.fen());
                seen += moves.len();
            }
        }
        assert!(seen > 50 && !book_moves(BOOK, &Position::start()).is_empty());
    }
}
