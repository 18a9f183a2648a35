//! What the network is told of a position: which of its inputs are on.
//!
//! A player sees the board with its own men going north. For each of the four kinds of pieces (own
//! men and kings, the enemy's men and kings) there is an input for each square; one more tells the
//! parity of the pieces in the player's own system, from which the opposition follows: a sum over the
//! whole board that no small network would find by itself.

use crate::board::Side;
use crate::games::checkers::bitboard::Bitboard;
use crate::games::checkers::position::Position;
use crate::games::checkers::square::Square;
use arrayvec::ArrayVec;

/// The number of inputs.
pub const INPUTS: usize = KINDS * Square::COUNT + 1;
/// The input that is on if the player's system holds an odd number of pieces.
pub const ODD_SYSTEM: usize = INPUTS - 1;
/// Kinds of pieces, as a player sees them.
const KINDS: usize = 4;

/// The dark squares of columns a, c, e and g: the system of the player whose men go north.
const SYSTEM: Bitboard = Bitboard::named([
    "a1", "a3", "a5", "a7", "c1", "c3", "c5", "c7", "e1", "e3", "e5", "e7", "g1", "g3", "g5", "g7",
]);

/// The pieces on the board, by side and rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// Own men and kings, the enemy's men and kings, as White sees them.
    kinds: [Bitboard; KINDS],
}

/// A piece that one board has and another has not.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// The input that stands for it in White's eyes.
    input: u8,
}

impl Pieces {
    /// The pieces of a position.
    #[inline]
    pub fn of(position: &Position) -> Self {
        let (white, black) = (position.pieces(Side::White), position.pieces(Side::Black));
        let kings = position.kings();
        Pieces { kinds: [white - kings, white & kings, black - kings, black & kings] }
    }

    /// How many there are.
    #[inline]
    pub fn count(&self) -> u32 {
        let [men, kings, enemy_men, enemy_kings] = self.kinds;
        (men | kings).count_both(enemy_men | enemy_kings)
    }

    /// How many pieces stand on one of two boards alone.
    #[inline]
    pub fn differences(&self, other: &Pieces) -> u32 {
        let [men, kings, enemy_men, enemy_kings] = self.kinds;
        let [men2, kings2, enemy_men2, enemy_kings2] = other.kinds;
        (men ^ men2).count_both(kings ^ kings2)
            + (enemy_men ^ enemy_men2).count_both(enemy_kings ^ enemy_kings2)
    }

    /// The pieces that these have and the others have not.
    #[inline]
    pub fn beyond(&self, other: &Pieces) -> ArrayVec<Piece, { Square::COUNT }> {
        let mut beyond = ArrayVec::new();
        for kind in 0..KINDS {
            let squares = self.kinds[kind] - other.kinds[kind];
            beyond.extend(squares.map(|square| Piece::new(kind, square)));
        }
        beyond
    }

    /// Does the system of `side` hold an odd number of pieces?
    #[inline]
    pub fn has_odd_system(&self, side: Side) -> bool {
        let all = self.kinds.into_iter().fold(Bitboard::EMPTY, |all, set| all | set);
        let system = match side {
            Side::White => SYSTEM,
            Side::Black => !SYSTEM,
        };
        (all & system).count() % 2 == 1
    }

    /// The inputs that are on in the eyes of `side`.
    pub fn inputs(&self, side: Side) -> impl Iterator<Item = usize> {
        let odd = self.has_odd_system(side).then_some(ODD_SYSTEM);
        self.beyond(&Pieces::default()).into_iter().map(move |piece| piece.input(side)).chain(odd)
    }
}

impl Piece {
    #[inline]
    fn new(kind: usize, square: Square) -> Self {
        Piece { input: (kind * Square::COUNT + square.index()) as u8 }
    }

    /// The input that stands for the piece in the eyes of `side`.
    #[inline]
    pub fn input(self, side: Side) -> usize {
        match side {
            Side::White => usize::from(self.input),
            Side::Black => usize::from(TURNED[usize::from(self.input)]),
        }
    }
}

/// For each input of White's what the same piece is to Black: the board turned by half a turn, and the
/// kinds of the two players exchanged.
const TURNED: [u8; KINDS * Square::COUNT] = {
    let mut turned = [0; KINDS * Square::COUNT];
    let mut input = 0;
    while input < turned.len() {
        let (kind, square) = (input / Square::COUNT, input % Square::COUNT);
        turned[input] = ((kind ^ 2) * Square::COUNT + (39 - square) % Square::COUNT) as u8;
        input += 1;
    }
    turned
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Walker;
    use std::collections::BTreeSet;

    fn inputs(position: &Position, side: Side) -> BTreeSet<usize> {
        Pieces::of(position).inputs(side).collect()
    }

    #[test]
    fn both_players_see_the_same_of_a_board_and_its_mirror_image() {
        for seed in 0..50 {
            for position in Walker::new(seed).game(Position::start(), 80) {
                let mirrored = position.mirrored();
                assert_eq!(inputs(&position, Side::White), inputs(&mirrored, Side::Black));
                assert_eq!(inputs(&position, Side::Black), inputs(&mirrored, Side::White));
            }
        }
    }

    #[test]
    fn differences_are_the_pieces_beyond_on_either_side() {
        let mut walker = Walker::new(3);
        let positions = walker.game(Position::start(), 80);
        for pair in positions.windows(3) {
            let (before, after) = (Pieces::of(&pair[0]), Pieces::of(&pair[2]));
            let beyond = after.beyond(&before).len() + before.beyond(&after).len();
            assert_eq!(beyond as u32, after.differences(&before));
        }
    }

    #[test]
    fn the_start_has_a_piece_on_24_inputs_and_even_systems() {
        let start = Pieces::of(&Position::start());
        for side in Side::ALL {
            assert_eq!(start.inputs(side).count(), 24);
        }
        assert_eq!(start.count(), 24);
    }
}
