//! A game of the referee's journal with its positions, found once.

use crate::shown_game::ShownGame;
use analysis::{MoveList, PlayedGame, RuleEnd};
use referee::journal::{RecordedGame, ReplayError};
use referee::play::PlayerProcess as _;
use referee::rules::Ending;

/// A recorded game, played again.
#[derive(Debug)]
pub struct ReplayedGame<'a, G: ShownGame> {
    /// As in the journal.
    pub record: &'a RecordedGame,
    pub game: PlayedGame<G>,
}

impl<'a, G: ShownGame> ReplayedGame<'a, G> {
    /// Plays the moves of the record. Fails if they do not follow the rules.
    pub fn new(record: &'a RecordedGame) -> Result<Self, ReplayError> {
        let mut positions = record.positions::<G>()?;
        let start = positions.swap_remove(0);
        let mut here = start.clone();
        let mut played = Vec::with_capacity(record.turns.len());
        for (index, turn) in record.turns.iter().enumerate() {
            let mv = here.read_move(&turn.mv).map_err(|error| ReplayError::Move {
                id: record.id,
                turn: index + 1,
                error,
            })?;
            played.push(mv);
            here = here.play(mv);
        }
        let opening = G::Player::opening(&record.opening, &start).unwrap_or_default();
        let limit = G::turn_limit(record.quiet_turns);
        let moves = MoveList { opening, played };
        Ok(ReplayedGame { record, game: PlayedGame::new(start, moves, limit, rule_end(record)) })
    }
}

/// The rule that has ended the game, where the last board alone does not show the end.
fn rule_end(record: &RecordedGame) -> Option<RuleEnd> {
    match record.ending {
        Ending::Repetition | Ending::QuietTurns | Ending::MoveLimit => Some(RuleEnd::Drawn),
        Ending::Repeated => record.winner().map(RuleEnd::Won),
        _ => None,
    }
}
