//! The layers of the network, in integers:
//!
//! ```text
//! accumulator   a[side][u] = bias[u] + sum of inputs[i][u] over the active inputs i of the side
//! activation    s = clamp(a, 0, QA)^2                                                 (SCReLU)
//! output        z = (sum of s[mover][u] * w[0][u] + s[opponent][u] * w[1][u]) / QA + b * QA
//! ```
//!
//! with `w` and `b` of the output for the phase and king bucket; `z / (QA * QB)` is the logit of a
//! win of the mover. Accumulators updated move by move are the idea of Yu Nasu ("Efficiently
//! Updatable Neural-Network-based Evaluation Functions for Computer Shogi", 2018); two perspectives
//! and the squared clipped ReLU (SCReLU) are usual in networks of chess programs.
//!
//! The loops run over arrays of fixed size, which the compiler turns into vector instructions. They
//! are inlined by force, so that they use the vectors that their caller is compiled for
//! (`accumulator_stack.rs`).

use crate::checkers::network::features::{KingBuckets, PARITY_INPUT, Piece, Pieces};
use crate::checkers::network::weights::{HIDDEN, Network, PHASES, QA, QB, Row};
use games::board::Side;
use multiversion::multiversion;
use std::array;

/// The first layer of a position, `[[i16; HIDDEN]; 2]` in 1/[`QA`], before the activation: one half
/// for each perspective. The parity inputs, which almost every move switches, are added by the
/// output instead.
#[derive(Clone, Debug)]
pub struct Accumulator {
    /// What the sums stand for.
    pieces: Pieces,
    /// By the index of the side.
    sums: [Row; 2],
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
            let row = |piece: Piece| &network.inputs[piece.input(side, king_buckets)];
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
                let row = |piece: Piece| &network.inputs[piece.input(side, king_buckets)];
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
        let odd = self.pieces.odd_systems();
        let half = |side: Side, weights: &Row| {
            let parity = if odd[side.index()] { &network.inputs[PARITY_INPUT] } else { &ZEROS };
            screlu_dot(&self.sums[side.index()], parity, weights)
        };
        let [own, enemy] = &network.outputs[bucket];
        let sum = half(mover, own) + half(mover.opponent(), enemy);
        sum / i32::from(QA) + i32::from(network.output_bias[bucket]) * i32::from(QA)
    }
}

/// The output that stands for one logit.
pub const LOGIT: i32 = QA as i32 * QB as i32;

/// The phase of the game, by the number of pieces: 0 for 1 to 3 pieces, up to 7 for 22 and more.
#[inline(always)]
pub fn phase(pieces: &Pieces) -> usize {
    (pieces.number().saturating_sub(1) as usize / 3).min(PHASES - 1)
}

/// Which of the [`OUTPUTS`](super::OUTPUTS) is used: by phase and the mover's king bucket.
#[inline(always)]
pub fn output_bucket(pieces: &Pieces, mover: Side) -> usize {
    phase(pieces) * KingBuckets::COUNT + pieces.king_buckets().bucket(mover)
}

/// The row of an input that is not active.
static ZEROS: Row = Row([0; HIDDEN]);

/// A piece has moved: the most frequent update.
#[inline(always)]
fn step(sums: &mut Row, before: &Row, to: &Row, from: &Row) {
    for unit in 0..HIDDEN {
        sums.0[unit] = before.0[unit].wrapping_add(to.0[unit]).wrapping_sub(from.0[unit]);
    }
}

/// A piece has moved and captured one.
#[inline(always)]
fn capture(sums: &mut Row, before: &Row, to: &Row, [from, captured]: [&Row; 2]) {
    for unit in 0..HIDDEN {
        let rest = before.0[unit].wrapping_sub(from.0[unit]).wrapping_sub(captured.0[unit]);
        sums.0[unit] = rest.wrapping_add(to.0[unit]);
    }
}

#[inline(always)]
fn add_subtract(sums: &mut Row, added: &Row, subtracted: &Row) {
    for unit in 0..HIDDEN {
        sums.0[unit] = sums.0[unit].wrapping_add(added.0[unit]).wrapping_sub(subtracted.0[unit]);
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

/// The weighted sum of the activations of one perspective, in 1/([`QA`]^2 [`QB`]). The product of a
/// clamped unit and a weight fits an `i16`: at most 255 x 127.
#[inline(always)]
fn screlu_dot(sums: &Row, parity: &Row, weights: &Row) -> i32 {
    let clamped = |unit: usize| sums.0[unit].wrapping_add(parity.0[unit]).clamp(0, QA);
    let clamped = Row(array::from_fn(clamped));
    let weighted = |unit: usize| clamped.0[unit].wrapping_mul(weights.0[unit]);
    dot(&clamped, &Row(array::from_fn(weighted)))
}

/// The scalar product. Written in lanes because the compiler finds the instruction that multiplies
/// pairs and adds them two by two (`pmaddwd`) in this form and in hardly any other; and as a
/// function of its own, because it loses it again where it knows that a factor is never negative.
#[multiversion(targets("x86_64+avx2"), attrs(inline(never)))]
fn dot(some: &Row, others: &Row) -> i32 {
    let mut totals = [0; LANES];
    for first in (0..HIDDEN).step_by(LANES) {
        for (lane, total) in totals.iter_mut().enumerate() {
            *total += i32::from(some.0[first + lane]) * i32::from(others.0[first + lane]);
        }
    }
    totals.iter().sum()
}

/// `i16` lanes of an AVX2 vector.
const LANES: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::network::weights::PARAMETER_COUNT;
    use games::checkers::Position;
    use games::{Game, Walker};

    /// A network of moderate parameters without any pattern.
    fn some_network() -> Network {
        let number = |place: usize| (place.wrapping_mul(2_654_435_761) >> 7) as i16 % 60;
        let bytes: Vec<u8> =
            (0..PARAMETER_COUNT).flat_map(|place| number(place).to_le_bytes()).collect();
        Network::from_bytes(&bytes).expect("the right length")
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
            let unit = |side: Side, unit: usize| {
                let rows =
                    pieces.inputs(side).map(|input| i64::from(network.inputs[input].0[unit]));
                (i64::from(network.bias.0[unit]) + rows.sum::<i64>()).clamp(0, 255)
            };
            let mover = position.side_to_move();
            let bucket = output_bucket(&pieces, mover);
            let mut sum = 0;
            for (nth, side) in [mover, !mover].into_iter().enumerate() {
                for at in 0..HIDDEN {
                    sum += unit(side, at).pow(2) * i64::from(network.outputs[bucket][nth].0[at]);
                }
            }
            let expected = sum / 255 + 255 * i64::from(network.output_bias[bucket]);
            let output = Accumulator::refreshed(&network, pieces).output(&network, mover);
            assert_eq!(i64::from(output), expected);
        }
    }
}
