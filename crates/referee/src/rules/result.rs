//! The result of a game as text, for tables, records and the terminal.

use crate::rules::ending::{Ending, EndingKind};
use crate::rules::refereed::DrawnGame;
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
    drawn: DrawnGame,
    to_move: Side,
    left: [T; 2],
    names: [&str; 2],
) -> String {
    let or_drawn = || match (ending.kind(), drawn, side_ahead(left)) {
        (EndingKind::Void, ..) => format!("void: {ending}"),
        (_, DrawnGame::Shared, _) => format!("{} ({ending})", drawn.word()),
        (_, _, Some(side)) => {
            format!("drawn ({ending}); {side} ({}) has more time left", names[side.index()])
        }
        (_, _, None) => format!("drawn ({ending}); both have the same time left"),
    };
    ending.loser(to_move).map_or_else(or_drawn, |loser| {
        format!("{} ({}) wins: {loser}: {ending}", !loser, names[(!loser).index()])
    })
}
