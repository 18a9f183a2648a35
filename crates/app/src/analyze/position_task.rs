//! A position that is to be searched: one of the input, or one of a game.

use crate::analyze::source::Source;
use games::checkers::Position;
use search::KeyHistory;

/// A position with what the draw rules have counted.
#[derive(Debug)]
pub struct PositionTask {
    /// The number of the position or game in the input.
    pub number: u32,
    /// What stands above it.
    pub title: Option<String>,
    /// The position.
    pub position: Position,
    /// The game up to it.
    pub history: KeyHistory,
}

impl PositionTask {
    /// A position of the input. One that is alone there needs no title.
    pub fn of(source: &Source, is_alone: bool) -> Self {
        let (position, history) = (source.played.positions()[0], source.played.history(0));
        let number = source.number;
        let title = (!is_alone).then(|| format!("Position {number}"));
        PositionTask { number, title, position, history }
    }

    /// The position of a game after so many moves of either side; `None` if it has none.
    pub fn after(source: &Source, moves: usize) -> Option<Self> {
        let (position, history) = source.position_after(moves)?;
        let number = source.number;
        let plural = if moves == 1 { "" } else { "s" };
        let end = if source.played.is_drawn_at(moves - source.opening) {
            ": drawn here by a rule; this holds if it goes on"
        } else {
            ""
        };
        let title = Some(format!("Game {number}, after {moves} move{plural}{end}"));
        Some(PositionTask { number, title, position, history })
    }
}
