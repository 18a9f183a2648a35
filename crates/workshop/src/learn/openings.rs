//! Where games for learning begin: as many different positions as there can be that are still even.

use crate::learn::players::Loaded;
use games::board::Side;
use games::checkers::{Position, Rank, Square};
use games::{Game, Walker};
use search::KeyHistory;

/// An opening that gives either side more than this is none.
const BALANCED: i32 = 150;

/// A position to begin with.
pub fn opening(walker: &mut Walker) -> Position {
    loop {
        let missing = [0, 0, 0, 1, 1, 1, 1, 2, 2, 3][walker.below(10)];
        let start = without(missing, walker);
        // Fewer moves by chance would bring the same games again and again.
        let plies = if missing == 0 { 6 + walker.below(7) } else { 2 + walker.below(8) };
        let positions = walker.game(start, plies);
        let last = positions[positions.len() - 1];
        if positions.len() == plies + 1 && is_fair(&last) {
            return last;
        }
    }
}

/// Does a short search by the evaluation by hand see neither side much ahead?
fn is_fair(position: &Position) -> bool {
    let path = KeyHistory::starting_at(position, 0);
    let thought = Loaded::HandCrafted.player(400).think(position, path);
    thought.is_some_and(|thought| thought.score.units().abs() <= BALANCED)
}

/// The start with so many men of each side taken off by chance.
fn without(missing: usize, walker: &mut Walker) -> Position {
    let mut pieces: Vec<_> = Square::all()
        .filter_map(|square| Some((Position::start().at(square)?.0, Rank::Man, square)))
        .collect();
    for side in Side::ALL {
        for _ in 0..missing {
            let theirs: Vec<_> = (0..pieces.len()).filter(|&nth| pieces[nth].0 == side).collect();
            pieces.swap_remove(theirs[walker.below(theirs.len())]);
        }
    }
    Position::new(pieces, Side::Black)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_even_in_number_and_playable() {
        let mut walker = Walker::new(5);
        for _ in 0..50 {
            let start = opening(&mut walker);
            assert!(start.can_move());
        }
        for missing in 0..4 {
            let start = without(missing, &mut walker);
            for side in Side::ALL {
                assert_eq!(start.pieces(side).count() as usize, 12 - missing);
            }
        }
    }
}
