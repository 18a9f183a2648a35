//! Checkers, for the page: it has no text program of its own.
//!
//! Moves are written by the numbers of squares, as in PDN (`11-15`, `15x22`), or by their names
//! (`f6-g5`, `g5xe3`).

use crate::dialect::{Dialect, GameEnd, MoveLimit};
use evaluation::checkers::CheckersEvaluator;
use formats::answer;
use games::board::Side;
use games::checkers::{Move, PieceKind, Position, Square};
use games::{Game, Notation, NotationError};

impl Dialect for Position {
    type Evaluator = CheckersEvaluator<'static>;
    const TITLE: &'static str = "Checkers";
    const ABOUT: &'static str = "Plays checkers: capture all, or leave no move";
    const LIMIT: MoveLimit = MoveLimit::Unsupported;
    const MOVE_FORM: &'static str = "11-15, 15x22 or f6-g5: from, each square of a jump";
    const SCORE_UNIT: &'static str = "1.00 is a man";
    const PIECES: &'static str = "black, white, black-king, white-king or -";
    const SEEDED_NODES: u64 = 500_000;

    fn set(&self, square: &str, piece: &str, next: Side) -> Result<Self, String> {
        let place = square_named(square)
            .ok_or_else(|| format!("set: \"{square}\" is not a dark square; write a1 to h8"))?;
        let content = match piece.to_ascii_lowercase().as_str() {
            "-" => None,
            "black" | "b" => Some((Side::Black, PieceKind::Man)),
            "white" | "w" => Some((Side::White, PieceKind::Man)),
            "black-king" => Some((Side::Black, PieceKind::King)),
            "white-king" => Some((Side::White, PieceKind::King)),
            _ => return Err(format!("set: \"{piece}\" is not a piece; write {}", Self::PIECES)),
        };
        let others = Square::all().filter(|&square| square != place);
        let others = others.filter_map(|square| self.at(square).map(|(a, b)| (a, b, square)));
        let placed = content.map(|(side, kind)| (side, kind, place));
        Ok(Position::new(others.chain(placed), next))
    }

    /// Material: a man 100, a king 150.
    fn simple_evaluation(&self) -> i32 {
        let value = |square: Square| match self.at(square) {
            None => 0,
            Some((side, kind)) => {
                let value = if kind == PieceKind::Man { 100 } else { 150 };
                if side == Side::Black { value } else { -value }
            }
        };
        Square::all().map(value).sum()
    }

    fn read_text(&self, text: &str) -> Result<Move, NotationError> {
        let names: Option<Vec<Square>> =
            text.split(['-', 'x', ' ']).map(Square::from_name).collect();
        let Some(squares) = names else { return self.read_move(text) };
        let numbers: Vec<_> = squares.iter().map(|square| square.number().to_string()).collect();
        self.read_move(&numbers.join("-"))
    }

    fn board_end(&self, _: GameEnd) -> String {
        format!("{} has no piece left", self.side_to_move())
    }

    fn read_position(line: &str) -> Option<Result<Self, String>> {
        formats::pdn::is_fen(line)
            .then(|| Position::from_fen(line).map_err(|error| format!("FEN: {error}")))
    }

    fn other_text(mv: Move) -> Option<String> {
        Some(answer::text(mv).trim_end().to_string())
    }
}

/// A square by its name or its number.
fn square_named(word: &str) -> Option<Square> {
    let by_number = || Square::from_number(word.parse().ok()?);
    Square::from_name(&word.to_ascii_lowercase()).or_else(by_number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_history::GameHistory;
    use games::Walker;

    #[test]
    fn every_move_is_read_by_numbers_and_by_names() {
        for position in Walker::new(3).game(Position::start(), 80) {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            for &mv in &moves {
                let names: Vec<_> = mv.squares().iter().map(Square::to_string).collect();
                for text in [position.move_text(mv), names.join("-"), names.join("x")] {
                    assert_eq!(position.read_text(&text), Ok(mv), "{text}");
                }
            }
        }
        assert!(Position::start().read_text("c3-e5").is_err());
    }

    /// Two kings move to and fro: the first repetition that counts ends the game.
    #[test]
    fn the_third_occurrence_is_a_draw() {
        let mut game = GameHistory::<Position>::default();
        for (place, piece) in kings_alone() {
            game.set(&place, piece, Side::Black, "set").expect("a square");
        }
        let cycle = ["1-5", "32-28", "5-1", "28-32"];
        for text in cycle.into_iter().cycle().take(7) {
            assert_eq!(game.result(), None);
            game.play_text(text).expect("legal");
        }
        game.play_text("28-32").expect("legal");
        assert_eq!(game.result(), Some(GameEnd::Tie));
    }

    /// The first squares are emptied of the men that stand there at the start.
    fn kings_alone() -> Vec<(String, &'static str)> {
        let piece = |number| match number {
            1 => "black-king",
            32 => "white-king",
            _ => "-",
        };
        (1..=32).map(|number: u32| (number.to_string(), piece(number))).collect()
    }

    /// Kings that stay on their own sides, and move at random: no game is longer, and one of them
    /// lasts so long.
    #[test]
    fn fifty_quiet_turns_are_a_draw() {
        let turns = |seed| {
            let mut walker = Walker::new(seed);
            let mut game = GameHistory::<Position>::default();
            for (place, piece) in kings_alone() {
                game.set(&place, piece, Side::Black, "set").expect("a square");
            }
            let mut turns = 0;
            while game.result().is_none() {
                let position = *game.position();
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                moves.retain(|mv| match position.side_to_move() {
                    Side::Black => mv.to().rank() >= 5,
                    Side::White => mv.to().rank() <= 2,
                });
                game.play(moves[walker.below(moves.len())]);
                turns += 1;
            }
            assert_eq!(game.result(), Some(GameEnd::Tie));
            turns
        };
        assert_eq!((0..40).map(turns).max(), Some(50));
    }
}
