//! The layers of the network, in integers:
//!
//! ```text
//! accumulator   a[side][u] = bias[u] + sum of inputs[i][u] over the active inputs i of the side
//! products      p[side][u] = clamp(a[side][u], 0, QA) * clamp(a[side][u + 48], 0, QA) / 512
//! second layer  z[l] = sum of p[mover][u] * w[l][u] + p[opponent][u] * w[l][48 + u], + b[l] * QP
//! output        z[0] * QC + sum over l > 0 of clamp(z[l], 0, ONE)^2 / 2^15 * v[l]
//! ```
//!
//! with the weights `w`, `b`, `v` of the bucket for phase and kings. The output divided by
//! [`LOGIT`] is the logit of a win of the mover; `QP` and `ONE` stand for 1 in `p` and `z`.
//!
//! Accumulators updated move by move are the idea of Yu Nasu ("Efficiently Updatable
//! Neural-Network-based Evaluation Functions for Computer Shogi", 2018). Two perspectives, products
//! of pairs of units, and a second layer for each bucket are usual in networks of chess programs
//! (Stockfish since 2021). A unit of the second layer without activation keeps what is linear out
//! of the others.
//!
//! The loops run over arrays of fixed size, which the compiler turns into vector instructions. They
//! are inlined by force, so that they use the vectors that their caller is compiled for
//! (`accumulator_stack.rs`).

use crate::checkers::network::dots::dots;
use crate::checkers::network::features::{KingBuckets, PARITY_INPUT, Pieces, PlacedPiece};
use crate::checkers::network::weights::{
    HIDDEN, HiddenRow, Network, PHASES, PRODUCTS, QA, QB, QC, SECOND,
};
use games::board::Side;
use std::array;

/// The first layer of a position, `[[i16; HIDDEN]; 2]` in 1/[`QA`], before the activation: one half
/// for each perspective. The parity inputs, which almost every move switches, are added by the
/// output instead.
#[derive(Clone, Debug)]
pub struct Accumulator {
    /// The board of the sums.
    pieces: Pieces,
    /// By the index of the side.
    sums: [HiddenRow; 2],
}

impl Accumulator {
    /// That of the empty board: the biases.
    pub fn empty_board(network: &Network) -> Self {
        Accumulator { pieces: Pieces::default(), sums: [network.bias; 2] }
    }

    /// That of a board, computed from scratch (*refreshed*).
    pub fn refreshed(network: &Network, pieces: Pieces) -> Self {
        let mut accumulator = Accumulator::empty_board(network);
        accumulator.update_to(network, pieces);
        accumulator
    }

    /// Sets this accumulator to `pieces`, which are one move after those of `parent`. Does nothing
    /// and returns false if they are not (one piece arrived, one or two have gone), or if the king
    /// buckets have changed.
    #[inline(always)]
    #[must_use]
    pub fn update_from_parent(
        &mut self,
        network: &Network,
        parent: &Accumulator,
        pieces: Pieces,
    ) -> bool {
        let king_buckets = pieces.king_buckets();
        if parent.pieces.king_buckets() != king_buckets {
            return false;
        }
        let mut added = pieces.without(&parent.pieces);
        let mut removed = parent.pieces.without(&pieces);
        let (true, Some(to), Some(from)) = (added.is_one(), added.next(), removed.next()) else {
            return false;
        };
        let captured = removed.next();
        if removed.next().is_some() {
            return false;
        }
        for side in Side::ALL {
            let (sums, before) = (&mut self.sums[side.index()], &parent.sums[side.index()]);
            // A closure: with a function the output takes 6 % more instructions.
            let row = |piece: PlacedPiece| &network.inputs[piece.input(side, king_buckets)];
            match captured {
                None => step(sums, before, row(to), row(from)),
                Some(captured) => capture(sums, before, row(to), [row(from), row(captured)]),
            }
        }
        self.pieces = pieces;
        true
    }

    /// About how many rows [`Accumulator::update_to`] has to add or subtract.
    #[inline(always)]
    pub fn difference(&self, pieces: &Pieces) -> u32 {
        if self.pieces.king_buckets() == pieces.king_buckets() {
            self.pieces.difference(pieces)
        } else {
            pieces.number()
        }
    }

    /// Sets this accumulator to `pieces` by the differences from what it holds, or from scratch if
    /// the king buckets differ.
    #[inline(always)]
    pub fn update_to(&mut self, network: &Network, pieces: Pieces) {
        let king_buckets = pieces.king_buckets();
        if self.pieces.king_buckets() != king_buckets {
            *self = Accumulator::empty_board(network);
        }
        let mut added = pieces.without(&self.pieces);
        for removed in self.pieces.without(&pieces) {
            let to = added.next();
            for side in Side::ALL {
                let sums = &mut self.sums[side.index()];
                let row = |piece: PlacedPiece| &network.inputs[piece.input(side, king_buckets)];
                match to {
                    Some(to) => add_subtract(sums, row(to), row(removed)),
                    None => subtract(sums, row(removed)),
                }
            }
        }
        for piece in added {
            for side in Side::ALL {
                add(&mut self.sums[side.index()], &network.inputs[piece.input(side, king_buckets)]);
            }
        }
        self.pieces = pieces;
    }

    /// The output for the side to move, in 1/[`LOGIT`] of a logit.
    #[inline(always)]
    pub fn output(&self, network: &Network, mover: Side) -> i32 {
        let bucket = output_bucket(&self.pieces, mover);
        let mut second = dots(&self.products(network, mover), &network.second[bucket]);
        for (unit, bias) in second.iter_mut().zip(&network.second_bias[bucket]) {
            *unit += i32::from(*bias) * i32::from(QP);
        }
        let activated = (1..SECOND).map(|unit| {
            let clamped = second[unit].clamp(0, ONE);
            ((clamped * clamped) >> ONE_BITS) * i32::from(network.output[bucket][unit])
        });
        second[0] * i32::from(QC) + activated.sum::<i32>()
    }

    /// The products of both perspectives, the mover's first, in 1/[`QP`].
    #[inline(always)]
    fn products(&self, network: &Network, mover: Side) -> HiddenRow {
        let mut products = HiddenRow([0; HIDDEN]);
        let (own, enemy) = products.0.split_at_mut(PRODUCTS);
        own.copy_from_slice(&self.half(network, mover));
        enemy.copy_from_slice(&self.half(network, mover.opponent()));
        products
    }

    #[inline(always)]
    fn half(&self, network: &Network, side: Side) -> [i16; PRODUCTS] {
        let is_odd = self.pieces.odd_systems()[side.index()];
        let parity = if is_odd { &network.inputs[PARITY_INPUT] } else { &ZEROS };
        products_of(&self.sums[side.index()], parity)
    }
}

/// The products of one perspective. Over arrays, so that no bound is checked.
#[inline(always)]
fn products_of(sums: &HiddenRow, parity: &HiddenRow) -> [i16; PRODUCTS] {
    let clamped: [i16; HIDDEN] =
        array::from_fn(|unit| sums.0[unit].wrapping_add(parity.0[unit]).clamp(0, QA));
    array::from_fn(|unit| {
        let (first, second) = (clamped[unit] as u16, clamped[unit + PRODUCTS] as u16);
        (first.wrapping_mul(second) >> PRODUCT_BITS) as i16
    })
}

/// A product of two clamped units, at most [`QA`]^2, fits a `u16`; without these bits it is at most
/// [`QP`].
const PRODUCT_BITS: u32 = 9;
/// The product of two units of 1.0.
const QP: i16 = ((QA as i32 * QA as i32) >> PRODUCT_BITS) as i16;
/// A unit of the second layer with the value 1.0.
const ONE: i32 = QP as i32 * QB as i32;
/// [`ONE`] squared without these bits is about [`ONE`].
const ONE_BITS: u32 = 15;

/// The output that stands for one logit.
pub const LOGIT: i32 = ONE * QC as i32;

/// The phase of the game, by the number of pieces: 0 for 1 to 3 pieces, up to 7 for 22 and more.
#[inline(always)]
pub fn phase(pieces: &Pieces) -> usize {
    (pieces.number().saturating_sub(1) as usize / 3).min(PHASES - 1)
}

/// The number of the bucket, below [`BUCKETS`](super::BUCKETS): by phase and the mover's king
/// bucket.
#[inline(always)]
pub fn output_bucket(pieces: &Pieces, mover: Side) -> usize {
    phase(pieces) * KingBuckets::COUNT + pieces.king_buckets().bucket(mover)
}

/// The row of an input that is not active.
static ZEROS: HiddenRow = HiddenRow([0; HIDDEN]);

/// A piece has moved: the most frequent update.
#[inline(always)]
fn step(sums: &mut HiddenRow, before: &HiddenRow, to: &HiddenRow, from: &HiddenRow) {
    for unit in 0..HIDDEN {
        sums.0[unit] = before.0[unit].wrapping_add(to.0[unit]).wrapping_sub(from.0[unit]);
    }
}

/// A piece has moved and captured one.
#[inline(always)]
fn capture(
    sums: &mut HiddenRow,
    before: &HiddenRow,
    to: &HiddenRow,
    [from, captured]: [&HiddenRow; 2],
) {
    for unit in 0..HIDDEN {
        let rest = before.0[unit].wrapping_sub(from.0[unit]).wrapping_sub(captured.0[unit]);
        sums.0[unit] = rest.wrapping_add(to.0[unit]);
    }
}

#[inline(always)]
fn add_subtract(sums: &mut HiddenRow, added: &HiddenRow, subtracted: &HiddenRow) {
    for unit in 0..HIDDEN {
        sums.0[unit] = sums.0[unit].wrapping_add(added.0[unit]).wrapping_sub(subtracted.0[unit]);
    }
}

#[inline(always)]
fn add(sums: &mut HiddenRow, row: &HiddenRow) {
    for unit in 0..HIDDEN {
        sums.0[unit] = sums.0[unit].wrapping_add(row.0[unit]);
    }
}

#[inline(always)]
fn subtract(sums: &mut HiddenRow, row: &HiddenRow) {
    for unit in 0..HIDDEN {
        sums.0[unit] = sums.0[unit].wrapping_sub(row.0[unit]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::network::weights::PARAMETER_COUNT;
    use games::checkers::Position;
    use games::{Game, Walker};

    /// A network of moderate parameters without any pattern.
    fn some_network() -> Network {
        let bytes: Vec<u8> =
            (0..PARAMETER_COUNT).flat_map(|place| some_number(place).to_le_bytes()).collect();
        Network::from_bytes(&bytes).expect("the right length")
    }

    fn some_number(place: usize) -> i16 {
        (place.wrapping_mul(2_654_435_761) >> 7) as i16 % 60
    }

    #[test]
    fn accumulators_updated_from_board_to_board_are_those_from_scratch() {
        let network = some_network();
        for seed in 0..20 {
            let mut accumulator = Accumulator::empty_board(&network);
            for position in Walker::new(seed).game(Position::start(), 80) {
                let pieces = Pieces::of(&position);
                let parent = accumulator.clone();
                if !accumulator.update_from_parent(&network, &parent, pieces) {
                    accumulator.update_to(&network, pieces);
                }
                let anew = Accumulator::refreshed(&network, pieces);
                assert_eq!(accumulator.sums, anew.sums);
            }
        }
    }

    #[test]
    fn the_output_is_the_textbook_formula() {
        let network = some_network();
        for position in Walker::new(1).game(Position::start(), 80) {
            let pieces = Pieces::of(&position);
            let unit = |side: Side, unit: usize| -> i64 {
                let rows =
                    pieces.inputs(side).map(|input| i64::from(network.inputs[input].0[unit]));
                (i64::from(network.bias.0[unit]) + rows.sum::<i64>()).clamp(0, 255)
            };
            let mover = position.side_to_move();
            let bucket = output_bucket(&pieces, mover);
            let product = |at: usize| {
                let (side, at) = if at < 48 { (mover, at) } else { (!mover, at - 48) };
                unit(side, at) * unit(side, at + 48) / 512
            };
            let second = |nth: usize| -> i64 {
                let weight = |at: usize| i64::from(network.second[bucket][nth].0[at]);
                let bias = 127 * i64::from(network.second_bias[bucket][nth]);
                (0..96).map(|at| product(at) * weight(at)).sum::<i64>() + bias
            };
            let activated = (1..8).map(|nth| {
                let weight = i64::from(network.output[bucket][nth]);
                second(nth).clamp(0, 127 * 256).pow(2) / 32_768 * weight
            });
            let expected = second(0) * 128 + activated.sum::<i64>();
            let output = Accumulator::refreshed(&network, pieces).output(&network, mover);
            assert_eq!(i64::from(output), expected);
        }
    }
}
