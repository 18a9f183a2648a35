//! The contract of a game that is refereed: how it ends, and what a draw is.
//!
//! Each game is one value of it: `checkers.rs`, `text_games.rs`. How a player is asked is another
//! contract, [`Contestant`](crate::rules::contestant::Contestant).

use crate::rules::counts::RuleCounts;
use crate::rules::ending::Ending;
use games::{GameName, Notation, with_game};
use std::fmt::Debug;

/// A game with the rules that its referee needs.
pub trait Refereed: Notation + Debug + PartialEq + Send + Sync + 'static {
    const DRAWN: DrawnGame;

    /// The ending before the side to move is asked, if the game is over.
    fn ended(&self, counts: &RuleCounts) -> Option<Ending>;

    /// The limit of turns that the rules know, where a contest counts this many quiet ones; `None`
    /// without a limit.
    fn turn_limit(quiet_turns: u32) -> Option<u32> {
        let _ = quiet_turns;
        Self::QUIET_LIMIT
    }

    /// The draw that is declared after the next answer has come and before it is played.
    fn ended_before_playing(_: &RuleCounts) -> Option<Ending> {
        None
    }

    /// The only move of a side that must pass. Nobody is asked for it.
    fn forced_pass(&self) -> Option<Self::Move> {
        None
    }

    /// The lines of the command `dump` of a text program.
    fn dump(&self) -> String {
        self.board_text()
    }

    /// The board in one line, for tables.
    fn in_one_line(&self) -> String {
        self.board_text().replace('\n', "/")
    }

    /// The board as it is shown to people, with a line end.
    fn for_people(&self) -> String {
        self.board_text() + "\n"
    }

    /// A legal move as it is shown to people.
    fn move_for_people(&self, mv: Self::Move) -> String {
        self.move_text(mv)
    }
}

/// Whose a drawn game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawnGame {
    /// The side with more time left wins it.
    ToMoreTime,
    /// Both have half of it.
    Shared,
}

impl DrawnGame {
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
