//! The arithmetic of the network, in integers.
//!
//! Hidden units are sums of the rows of the inputs that are on; what they pass on is their square
//! within 0 and 1 (the activation that small evaluation networks of chess programs use). The loops
//! run over arrays of fixed size, which the compiler turns into vector instructions.

use crate::board::Side;
use crate::games::checkers::net::features::{ODD_SYSTEM, Piece, Pieces};
use crate::games::checkers::net::weights::{HIDDEN, Net, OUTPUT_UNIT, PHASES, Row, UNIT};

/// The sums of the hidden units in the eyes of both players, for the pieces they belong to.
#[derive(Clone, Debug)]
pub struct Hidden {
    pieces: Pieces,
    /// By the index of the side.
    sums: [Row; 2],
    /// The same: is the input of an odd system on?
    odd: [bool; 2],
}

impl Hidden {
    /// The sums of the empty board.
    pub fn of_nothing(net: &Net) -> Self {
        let pieces = Pieces::default();
        Hidden { pieces, sums: [net.bias; 2], odd: [false; 2] }
    }

    /// The sums of a board from nothing.
    pub fn of(net: &Net, pieces: Pieces) -> Self {
        let nothing = Hidden::of_nothing(net);
        let mut hidden = nothing.clone();
        hidden.follow(net, &nothing, pieces);
        hidden
    }

    /// The pieces that these sums belong to.
    #[inline]
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Makes these the sums of `pieces`, out of those of another board: the fewer differences, the
    /// faster.
    #[inline]
    pub fn follow(&mut self, net: &Net, from: &Hidden, pieces: Pieces) {
        let arrived = pieces.beyond(&from.pieces);
        let gone = from.pieces.beyond(&pieces);
        for side in Side::ALL {
            let (sums, before) = (&mut self.sums[side.index()], &from.sums[side.index()]);
            let row = |piece: &Piece| &net.inputs[piece.input(side)];
            if let ([arrived], [gone]) = (&arrived[..], &gone[..]) {
                shift(sums, before, row(arrived), row(gone));
            } else {
                *sums = *before;
                arrived.iter().for_each(|piece| add(sums, row(piece)));
                gone.iter().for_each(|piece| subtract(sums, row(piece)));
            }
            let odd = pieces.has_odd_system(side);
            match (from.odd[side.index()], odd) {
                (false, true) => add(sums, &net.inputs[ODD_SYSTEM]),
                (true, false) => subtract(sums, &net.inputs[ODD_SYSTEM]),
                _ => {}
            }
            self.odd[side.index()] = odd;
        }
        self.pieces = pieces;
    }

    /// The output for the side to move, in logits of its winning, times [`UNIT`] times
    /// [`OUTPUT_UNIT`].
    #[inline]
    pub fn output(&self, net: &Net, mover: Side) -> i32 {
        let phase = phase(&self.pieces);
        let [own, enemy] = &net.outputs[phase];
        let sum = activated(&self.sums[mover.index()], own)
            + activated(&self.sums[mover.opponent().index()], enemy);
        sum / i32::from(UNIT) + i32::from(net.output_bias[phase]) * i32::from(UNIT)
    }
}

/// One logit at the output.
pub const LOGIT: i32 = UNIT as i32 * OUTPUT_UNIT as i32;

/// The part of the game, by the number of pieces.
#[inline]
pub fn phase(pieces: &Pieces) -> usize {
    (pieces.count().saturating_sub(1) as usize / 3).min(PHASES - 1)
}

/// A piece has moved: the most frequent change of all.
#[inline]
fn shift(sums: &mut Row, before: &Row, arrived: &Row, gone: &Row) {
    for unit in 0..HIDDEN {
        sums[unit] = before[unit].wrapping_add(arrived[unit]).wrapping_sub(gone[unit]);
    }
}

#[inline]
fn add(sums: &mut Row, row: &Row) {
    for unit in 0..HIDDEN {
        sums[unit] = sums[unit].wrapping_add(row[unit]);
    }
}

#[inline]
fn subtract(sums: &mut Row, row: &Row) {
    for unit in 0..HIDDEN {
        sums[unit] = sums[unit].wrapping_sub(row[unit]);
    }
}

/// The weighted sum of what the units pass on, times [`UNIT`] twice. The product of a unit and a
/// weight fits two bytes: at most 255 times 127.
#[inline]
fn activated(sums: &Row, weights: &Row) -> i32 {
    let mut total = 0;
    for unit in 0..HIDDEN {
        let passed = sums[unit].clamp(0, UNIT);
        total += i32::from(passed.wrapping_mul(weights[unit])) * i32::from(passed);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Walker;
    use crate::games::checkers::Position;
    use crate::games::checkers::net::weights::NUMBERS;

    /// A network of moderate numbers without any pattern.
    fn some_net() -> Net {
        let number = |place: usize| (place.wrapping_mul(2_654_435_761) >> 7) as i16 % 60;
        let bytes: Vec<u8> = (0..NUMBERS).flat_map(|place| number(place).to_le_bytes()).collect();
        Net::read(&bytes).expect("the right length")
    }

    #[test]
    fn sums_followed_from_board_to_board_are_those_from_nothing() {
        let net = some_net();
        for seed in 0..20 {
            let mut hidden = Hidden::of_nothing(&net);
            for position in Walker::new(seed).game(Position::start(), 80) {
                let pieces = Pieces::of(&position);
                let from = hidden.clone();
                hidden.follow(&net, &from, pieces);
                let anew = Hidden::of(&net, pieces);
                assert_eq!(hidden.sums, anew.sums);
            }
        }
    }

    #[test]
    fn the_output_is_the_textbook_formula() {
        let net = some_net();
        for position in Walker::new(1).game(Position::start(), 80) {
            let pieces = Pieces::of(&position);
            let unit = |side: Side, unit: usize| {
                let rows = pieces.inputs(side).map(|input| i64::from(net.inputs[input][unit]));
                (i64::from(net.bias[unit]) + rows.sum::<i64>()).clamp(0, 255)
            };
            let phase = phase(&pieces);
            let mover = position.side_to_move();
            let mut sum = 0;
            for (nth, side) in [mover, !mover].into_iter().enumerate() {
                for at in 0..HIDDEN {
                    sum += unit(side, at).pow(2) * i64::from(net.outputs[phase][nth][at]);
                }
            }
            let expected = sum / 255 + 255 * i64::from(net.output_bias[phase]);
            assert_eq!(i64::from(Hidden::of(&net, pieces).output(&net, mover)), expected);
        }
    }
}
