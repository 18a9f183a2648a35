//! The result of a game as text, for tables, records and the terminal.

use crate::game::ending::{Ending, EndingKind};
use games::board::Side;

/// The side with more of something left (time, for instance); `None` if both have the same. Black
/// comes first in `left`, as in all arrays by [`Side::index`].
pub fn side_ahead<T: PartialOrd>([black, white]: [T; 2]) -> Option<Side> {
    if black > white { Some(Side::Black) } else { (white > black).then_some(Side::White) }
}

/// The end of a game, as a sentence without a full stop. `to_move` was to move at the end, `left`
/// is the time left and `names` the players, Black first.
pub fn result_text<T: PartialOrd>(
    ending: Ending,
    to_move: Side,
    left: [T; 2],
    names: [&str; 2],
) -> String {
    let name = |side: Side| names[side.index()];
    match (ending.kind(), side_ahead(left)) {
        (EndingKind::Drawn, Some(side)) => {
            format!("drawn ({ending}); {side} ({}) has more time left", name(side))
        }
        (EndingKind::Drawn, None) => format!("drawn ({ending}); both have the same time left"),
        (EndingKind::Void, _) => format!("void: {ending}"),
        (EndingKind::LostOnBoard | EndingKind::Forfeited, _) => {
            format!("{} ({}) wins: {to_move}: {ending}", !to_move, name(!to_move))
        }
    }
}
