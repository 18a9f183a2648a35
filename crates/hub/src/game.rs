//! The game so far, as the command `pos` tells it: a position and the moves that were played
//! from there.

use crate::error::{LineError, Reason};
use crate::line::Word;
use crate::moves;
use crate::position::PositionFormat;
use games::Game as _;
use games::checkers::{Move, Position};
use search::KeyHistory;

/// A position and how it came about, for the draw rules.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    history: KeyHistory,
}

impl Default for Game {
    /// The start of a game.
    fn default() -> Self {
        Game::starting_at(Position::start())
    }
}

impl Game {
    /// A game that begins with this position, with no quiet turn played yet.
    pub fn starting_at(position: Position) -> Self {
        Game { position, history: KeyHistory::starting_at(&position, 0) }
    }

    /// Reads a game; without a first position it begins as games begin. The number of moves is
    /// limited by [`LONGEST_LINE`](crate::LONGEST_LINE).
    ///
    /// # Errors
    /// [`LineError`]: the position cannot be read, or a word is not a legal move.
    pub fn read(
        format: PositionFormat,
        from: Option<Word<'_>>,
        moves: Option<Word<'_>>,
    ) -> Result<Self, LineError> {
        let read = Game::read_in(format, from, moves);
        match read {
            Err(LineError { column, reason: Reason::Illegal { word, legal, .. } })
                if Game::read_in(format.other(), from, moves).is_ok() =>
            {
                let hint = format!(
                    "; all moves are legal after `set-param name=position value={}`",
                    format.other().name()
                );
                Err(LineError { column, reason: Reason::Illegal { word, legal, hint } })
            }
            read => read,
        }
    }

    fn read_in(
        format: PositionFormat,
        from: Option<Word<'_>>,
        moves: Option<Word<'_>>,
    ) -> Result<Self, LineError> {
        let first = from.map(|word| format.read(word)).transpose()?;
        let mut game = first.map_or_else(Game::default, Game::starting_at);
        for word in moves.into_iter().flat_map(Word::split) {
            game.play(moves::read(&game.position, word)?);
        }
        Ok(game)
    }

    /// Plays a move, which must be legal.
    pub fn play(&mut self, mv: Move) {
        let next = self.position.play(mv);
        self.history.played(&next, self.position.finality(mv));
        self.position = next;
    }

    /// The position now.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The positions so far, for a GUI that may count quiet turns otherwise than we do.
    pub fn history(&self) -> KeyHistory {
        self.history.clone().doubting_the_limit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(format: PositionFormat, from: &str, moves: &str) -> Result<Game, LineError> {
        let word = |text, column| Some(Word { text, column });
        Game::read(format, word(from, 9), word(moves, 50))
    }

    const START: &str = "bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

    #[test]
    fn moves_are_played_and_repetition_and_quiet_turns_counted() {
        let kings = "BBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeW";
        let game =
            read(PositionFormat::Pdn, kings, "1-6 32-28 6-1 28-32 1-6").expect("legal moves");
        let history = game.history();
        assert_eq!(history.quiet_turns(), 5);
        assert_eq!(history.occurrences(game.position().key()), 2);
    }

    #[test]
    fn a_position_in_the_other_format_is_recognized_by_its_moves() {
        assert!(read(PositionFormat::Pydraughts, &format!("W{START}"), "11-15 22-18").is_ok());
        assert!(read(PositionFormat::Pdn, &format!("B{START}"), "11-15 22-18").is_ok());
        let error = read(PositionFormat::Pdn, &format!("W{START}"), "11-15 22-18");
        let LineError { column, reason } = error.expect_err("White would begin");
        assert_eq!(column, 50);
        assert!(reason.to_string().contains("value=pydraughts"), "{reason}");
        let error = read(PositionFormat::Pdn, &format!("B{START}"), "11-15 11-15");
        assert!(!error.expect_err("illegal").reason.to_string().contains("set-param"));
    }
}
