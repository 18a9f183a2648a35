//! A game of the referee's journal with its positions, found once.

use analysis::{BoardEnd, PlayedGame};
use games::checkers::Position;
use games::{Game, Notation};
use referee::game::Ending;
use referee::record::{RecordedGame, ReplayError};

/// A recorded game, played again.
#[derive(Debug)]
pub struct ReplayedGame<'a> {
    /// As in the journal.
    pub record: &'a RecordedGame,
    pub game: PlayedGame,
}

impl<'a> ReplayedGame<'a> {
    /// Plays the moves of the record. Fails if they do not follow the rules.
    pub fn new(record: &'a RecordedGame) -> Result<Self, ReplayError> {
        let positions = record.positions::<Position>()?;
        let mut here: Position = positions[0];
        let mut moves = Vec::with_capacity(record.turns.len());
        for (index, turn) in record.turns.iter().enumerate() {
            let mv = here.read_move(&turn.mv).map_err(|error| ReplayError::Move {
                id: record.id,
                turn: index + 1,
                error,
            })?;
            moves.push(mv);
            here = here.play(mv);
        }
        let end = match record.ending {
            Ending::Repetition | Ending::QuietTurns => BoardEnd::DrawnByRule,
            _ => BoardEnd::Open,
        };
        let game = PlayedGame::new(positions[0], moves, Some(record.quiet_turns), end);
        Ok(ReplayedGame { record, game })
    }
}
