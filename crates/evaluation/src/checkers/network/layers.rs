//! The arithmetic of the network, in integers.
//!
//! Accumulator units are sums of the rows of the inputs that are on; what they pass on is their square
//! within 0 and 1 (the activation that small evaluation networks of chess programs use). The loops
//! run over arrays of fixed size, which the compiler turns into vector instructions: inlined by force,
//! so that they become those of the caller, which is compiled once for each kind of vectors (`stack.rs`).

use crate::checkers::network::features::{KingBuckets, ODD_SYSTEM, Piece, Pieces};
use crate::checkers::network::weights::{HIDDEN, Network, PHASES, QA, QB, Row};
use games::board::Side;
use multiversion::multiversion;
use std::array;

/// The sums of the accumulator units in the eyes of both players, for the pieces they belong to. The
/// input of an odd system, which nearly every move switches, is left to the output.
#[derive(Clone, Debug)]
pub struct Accumulator {
    pieces: Pieces,
    /// By the index of the side.
    sums: [Row; 2],
}

impl Accumulator {
    /// The sums of the empty board.
    pub fn of_nothing(network: &Network) -> Self {
        Accumulator { pieces: Pieces::default(), sums: [network.bias; 2] }
    }

    /// The sums of a board from nothing.
    pub fn of(network: &Network, pieces: Pieces) -> Self {
        let mut accumulator = Accumulator::of_nothing(network);
        accumulator.become_those_of(network, pieces);
        accumulator
    }

    /// Makes these the sums of `pieces`, which are one move after those of `before`. Does nothing and
    /// returns false if they are not, or if the move has given or taken a player's only king: if not
    /// just one piece has arrived, and one or two have gone.
    #[inline(always)]
    #[must_use]
    pub fn follow(&mut self, network: &Network, before: &Accumulator, pieces: Pieces) -> bool {
        let king_buckets = pieces.king_buckets();
        if before.pieces.king_buckets() != king_buckets {
            return false;
        }
        let mut arrived = pieces.beyond(&before.pieces);
        let mut gone = before.pieces.beyond(&pieces);
        let (true, Some(comes), Some(goes)) = (arrived.is_one(), arrived.next(), gone.next())
        else {
            return false;
        };
        let taken = gone.next();
        if gone.next().is_some() {
            return false;
        }
        for side in Side::ALL {
            let (sums, before) = (&mut self.sums[side.index()], &before.sums[side.index()]);
            let row = |piece: Piece| &network.inputs[piece.input(side, king_buckets)];
            match taken {
                None => step(sums, before, row(comes), row(goes)),
                Some(taken) => capture(sums, before, row(comes), [row(goes), row(taken)]),
            }
        }
        self.pieces = pieces;
        true
    }

    /// About how many pieces have to be looked at to go from these sums to those of `pieces`.
    #[inline(always)]
    pub fn distance_to(&self, pieces: &Pieces) -> u32 {
        if self.pieces.king_buckets() == pieces.king_buckets() {
            self.pieces.distance_to(pieces)
        } else {
            pieces.number()
        }
    }

    /// Makes these the sums of `pieces`: the nearer the board they belong to, the faster.
    #[inline(always)]
    pub fn become_those_of(&mut self, network: &Network, pieces: Pieces) {
        let king_buckets = pieces.king_buckets();
        if self.pieces.king_buckets() != king_buckets {
            *self = Accumulator::of_nothing(network);
        }
        let mut arrived = pieces.beyond(&self.pieces);
        for goes in self.pieces.beyond(&pieces) {
            let comes = arrived.next();
            for side in Side::ALL {
                let sums = &mut self.sums[side.index()];
                let row = |piece: Piece| &network.inputs[piece.input(side, king_buckets)];
                match comes {
                    Some(comes) => exchange(sums, row(comes), row(goes)),
                    None => subtract(sums, row(goes)),
                }
            }
        }
        for comes in arrived {
            for side in Side::ALL {
                add(&mut self.sums[side.index()], &network.inputs[comes.input(side, king_buckets)]);
            }
        }
        self.pieces = pieces;
    }

    /// The output for the side to move, in logits of its winning, times [`QA`] times
    /// [`QB`].
    #[inline(always)]
    pub fn output(&self, network: &Network, mover: Side) -> i32 {
        let nth = output(&self.pieces, mover);
        let odd = self.pieces.odd_systems();
        let passed_on = |side: Side, weights: &Row| {
            let more = if odd[side.index()] { &network.inputs[ODD_SYSTEM] } else { &NOTHING };
            activated(&self.sums[side.index()], more, weights)
        };
        let [own, enemy] = &network.outputs[nth];
        let sum = passed_on(mover, own) + passed_on(mover.opponent(), enemy);
        sum / i32::from(QA) + i32::from(network.output_bias[nth]) * i32::from(QA)
    }
}

/// One logit at the output.
pub const LOGIT: i32 = QA as i32 * QB as i32;

/// The part of the game, by the number of pieces.
#[inline(always)]
pub fn phase(pieces: &Pieces) -> usize {
    (pieces.number().saturating_sub(1) as usize / 3).min(PHASES - 1)
}

/// Which output speaks.
#[inline(always)]
pub fn output(pieces: &Pieces, mover: Side) -> usize {
    phase(pieces) * KingBuckets::COUNT + pieces.king_buckets().seen_by(mover)
}

/// What an input that is off adds.
static NOTHING: Row = Row([0; HIDDEN]);

/// A piece has moved: the most frequent change of all.
#[inline(always)]
fn step(sums: &mut Row, before: &Row, comes: &Row, goes: &Row) {
    for unit in 0..HIDDEN {
        sums.0[unit] = before.0[unit].wrapping_add(comes.0[unit]).wrapping_sub(goes.0[unit]);
    }
}

/// A piece has moved and captured one.
#[inline(always)]
fn capture(sums: &mut Row, before: &Row, comes: &Row, [goes, taken]: [&Row; 2]) {
    for unit in 0..HIDDEN {
        let rest = before.0[unit].wrapping_sub(goes.0[unit]).wrapping_sub(taken.0[unit]);
        sums.0[unit] = rest.wrapping_add(comes.0[unit]);
    }
}

/// The same in place.
#[inline(always)]
fn exchange(sums: &mut Row, comes: &Row, goes: &Row) {
    for unit in 0..HIDDEN {
        sums.0[unit] = sums.0[unit].wrapping_add(comes.0[unit]).wrapping_sub(goes.0[unit]);
    }
}

#[inline(always)]
fn add(sums: &mut Row, row: &Row) {
    for unit in 0..HIDDEN {
        sums.0[unit] = sums.0[unit].wrapping_add(row.0[unit]);
    }
}

#[inline(always)]
fn subtract(sums: &mut Row, row: &Row) {
    for unit in 0..HIDDEN {
        sums.0[unit] = sums.0[unit].wrapping_sub(row.0[unit]);
    }
}

/// The weighted sum of what the units pass on, times [`QA`] twice. The product of a unit and a
/// weight fits two bytes: at most 255 times 127.
#[inline(always)]
fn activated(sums: &Row, more: &Row, weights: &Row) -> i32 {
    let passed = |unit: usize| sums.0[unit].wrapping_add(more.0[unit]).clamp(0, QA);
    let passed = Row(array::from_fn(passed));
    let weighted = |unit: usize| passed.0[unit].wrapping_mul(weights.0[unit]);
    product(&passed, &Row(array::from_fn(weighted)))
}

/// The scalar product. Written in lanes because the compiler finds the instruction that multiplies
/// pairs and adds them two by two (`pmaddwd`) in this form and in hardly any other; and apart,
/// because it loses it again where it knows that one of the factors is never negative.
#[multiversion(targets("x86_64+avx2"), attrs(inline(never)))]
fn product(some: &Row, others: &Row) -> i32 {
    let mut totals = [0; LANES];
    for first in (0..HIDDEN).step_by(LANES) {
        for (lane, total) in totals.iter_mut().enumerate() {
            *total += i32::from(some.0[first + lane]) * i32::from(others.0[first + lane]);
        }
    }
    totals.iter().sum()
}

/// Numbers of two bytes in a vector of AVX2.
const LANES: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::network::weights::NUMBERS;
    use games::checkers::Position;
    use games::{Game, Walker};

    /// A network of moderate numbers without any pattern.
    fn some_net() -> Network {
        let number = |place: usize| (place.wrapping_mul(2_654_435_761) >> 7) as i16 % 60;
        let bytes: Vec<u8> = (0..NUMBERS).flat_map(|place| number(place).to_le_bytes()).collect();
        Network::read(&bytes).expect("the right length")
    }

    #[test]
    fn sums_followed_from_board_to_board_are_those_from_nothing() {
        let network = some_net();
        for seed in 0..20 {
            let mut accumulator = Accumulator::of_nothing(&network);
            for position in Walker::new(seed).game(Position::start(), 80) {
                let pieces = Pieces::of(&position);
                let before = accumulator.clone();
                if !accumulator.follow(&network, &before, pieces) {
                    accumulator.become_those_of(&network, pieces);
                }
                let anew = Accumulator::of(&network, pieces);
                assert_eq!(accumulator.sums, anew.sums);
            }
        }
    }

    #[test]
    fn the_output_is_the_textbook_formula() {
        let network = some_net();
        for position in Walker::new(1).game(Position::start(), 80) {
            let pieces = Pieces::of(&position);
            let unit = |side: Side, unit: usize| {
                let rows =
                    pieces.inputs(side).map(|input| i64::from(network.inputs[input].0[unit]));
                (i64::from(network.bias.0[unit]) + rows.sum::<i64>()).clamp(0, 255)
            };
            let mover = position.side_to_move();
            let output = output(&pieces, mover);
            let mut sum = 0;
            for (nth, side) in [mover, !mover].into_iter().enumerate() {
                for at in 0..HIDDEN {
                    sum += unit(side, at).pow(2) * i64::from(network.outputs[output][nth].0[at]);
                }
            }
            let expected = sum / 255 + 255 * i64::from(network.output_bias[output]);
            assert_eq!(
                i64::from(Accumulator::of(&network, pieces).output(&network, mover)),
                expected
            );
        }
    }
}
