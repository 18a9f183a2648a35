//! One game or position to analyze, whatever it was read from.

use crate::analyze::notation::{line_text, number_text};
use analysis::{PlayedGame, RecordedResult};
use formats::pdn::{Game, Outcome};
use games::checkers::Position;
use search::KeyHistory;

/// A game, or a position: a game without moves.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its number, from 1 in a file; in a journal the number of the game there.
    pub number: u32,
    /// The game with its tags, from its first position on.
    pub game: Game,
    /// Moves of an opening before those that are analyzed.
    pub opening: usize,
    /// The moves that are analyzed.
    pub played: PlayedGame,
    /// How the game ended, in the words of the referee.
    pub ending: Option<String>,
}

impl Source {
    /// A position.
    pub fn position(number: u32, position: Position) -> Self {
        Source::game(number, Game::starting_at(position))
    }

    /// A game of a file.
    pub fn game(number: u32, game: Game) -> Self {
        let moves = game.line.turns.iter().map(|turn| turn.mv).collect();
        let played = PlayedGame::by_our_rules(game.start, moves);
        Source { number, game, opening: 0, played, ending: None }
    }

    /// Is it a position, without a move?
    pub fn is_position(&self) -> bool {
        self.played.moves().is_empty()
    }

    /// A position of the game with what the draw rules have counted; `None` beyond its end.
    pub fn position_after(&self, moves: usize) -> Option<(Position, KeyHistory)> {
        let index = moves.checked_sub(self.opening)?;
        let position = *self.played.positions().get(index)?;
        Some((position, self.played.history(index)))
    }

    /// The number and the move of this index, as in `12. 22-18` or `12... 22-18`.
    pub fn label(&self, index: usize) -> String {
        let (number, is_second) = self.place(index);
        let dots = if is_second { "..." } else { "." };
        format!("{number}{dots} {}", self.move_text(index))
    }

    /// The number of the move of this index, and whether it is the second with this number.
    pub fn place(&self, index: usize) -> (usize, bool) {
        let ply = self.opening + index;
        (ply / 2 + 1, ply % 2 == 1)
    }

    /// The move of this index by the numbers of its squares.
    pub fn move_text(&self, index: usize) -> String {
        number_text(self.played.moves()[index])
    }

    /// The players' names, Black first; `None` where the file does not tell.
    pub fn names(&self) -> [Option<&str>; 2] {
        let known = |name: &&str| !matches!(name.trim(), "" | "?");
        ["Black", "White"].map(|tag| self.game.tag(tag).filter(known))
    }

    /// The result.
    pub fn result(&self) -> RecordedResult {
        match self.game.outcome() {
            Some(Outcome::Won(side)) => RecordedResult::Won(side),
            Some(Outcome::Drawn) => RecordedResult::Drawn,
            None => RecordedResult::Unknown,
        }
    }

    /// The moves of the opening as a text.
    pub fn opening_text(&self) -> String {
        let moves = self.game.line.turns.iter().take(self.opening).map(|turn| turn.mv);
        line_text(&moves.collect::<Vec<_>>(), number_text)
    }
}
