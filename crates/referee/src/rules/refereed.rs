//! The contract of a game that is refereed: its limit of turns, and what a draw is. How the rules
//! end it, `games` knows.
//!
//! Each game is one value of it: `checkers.rs`, `text_games.rs`. How a player is asked is another
//! contract, [`GamePlayer`](crate::rules::game_player::GamePlayer).

use games::{BoardGame, GameName, checkers, with_game};
use std::fmt::Debug;

pub trait Refereed: BoardGame + Debug + PartialEq + Send + Sync + 'static {
    const DRAWN: DrawnGame;
    /// How its pieces move, if a sentence can say why one does not.
    const REACH: Option<PieceReach> = None;

    /// The limit of turns that the rules know, where a contest counts this many quiet ones; `None`
    /// without a limit.
    fn turn_limit(quiet_turns: u32) -> Option<u32> {
        let _ = quiet_turns;
        Self::QUIET_LIMIT
    }

    /// The position, if there are endgame tables of the game.
    fn in_endgame_tables(&self) -> Option<&checkers::Position> {
        None
    }

    fn in_one_line(&self) -> String {
        self.board_text().replace('\n', "/")
    }

    /// The board as it is shown to people, with a line end.
    fn for_people(&self) -> String {
        self.board_text() + "\n"
    }

    fn move_for_people(&self, mv: Self::Move) -> String {
        self.move_text(mv)
    }
}

/// How the pieces of a game move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceReach {
    /// As far along row, column or diagonal as squares are empty.
    Queen,
    /// The same without diagonals; only the king lands on the throne in the middle.
    RookAndThrone,
    /// Along a line as many squares as it has pieces, over the own side and onto the other.
    PiecesOnLine,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawnGame {
    ToMoreTime,
    /// Both have half of it.
    Shared,
}

impl DrawnGame {
    /// The word of the game's assignment for a game without a winner.
    pub const fn word(self) -> &'static str {
        match self {
            DrawnGame::ToMoreTime => "drawn",
            DrawnGame::Shared => "tied",
        }
    }

    pub const fn of(game: GameName) -> Self {
        with_game!(game, Position => <Position as Refereed>::DRAWN)
    }
}

/// The moves that a name lists, if they lead from the start of the game to `reached`. The start
/// itself needs none.
pub fn moves_to<G: Refereed>(name: &str, reached: &G) -> Option<Vec<G::Move>> {
    let mut position = G::start();
    let mut moves = Vec::new();
    if position != *reached {
        for word in name.split_whitespace() {
            let mv = position.read_move(word).ok()?;
            moves.push(mv);
            position = position.play(mv);
        }
    }
    (position == *reached).then_some(moves)
}

/// The move that leads from one board to the next, if there is one.
pub fn move_between<G: Refereed>(from: &G, to: &G) -> Option<G::Move> {
    let mut moves = Vec::new();
    from.legal_moves(&mut moves);
    moves.into_iter().find(|&mv| from.play(mv) == *to)
}
