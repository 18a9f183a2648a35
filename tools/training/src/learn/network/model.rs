//! The network in floating point, as it is trained: its value, and the gradient of its loss.
//!
//! It computes what `evaluation::checkers::network::layers` computes in integers. Every parameter
//! is kept within the range that the integers of the quantized network can hold.

use arrayvec::ArrayVec;
use evaluation::checkers::network;
use evaluation::checkers::network::layers::LOGIT;
use evaluation::checkers::network::weights::{PARAMETER_COUNT, QA, QB, QC};
use evaluation::checkers::network::{
    BUCKETS, HIDDEN, INPUTS, KingBuckets, Network, PIECES, PRODUCTS, Pieces, SECOND, output_bucket,
};
use games::Game;
use games::board::Side;
use games::checkers::{PackedPosition, Position, Square};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::iter;

/// A number for each unit of the accumulator of one perspective, or for each product of both.
type FloatRow = [f32; HIDDEN];
/// A number for each unit of the second layer.
type Second = [f32; SECOND];

/// The parameters of the network, or a gradient: one number for each of them.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatNetwork {
    /// `[f32; INPUTS x HIDDEN]`
    inputs: Vec<FloatRow>,
    bias: FloatRow,
    /// `[f32; BUCKETS x SECOND x HIDDEN]`: the weights of the mover's products, then of the
    /// opponent's.
    second: Vec<[FloatRow; SECOND]>,
    /// `[f32; BUCKETS x SECOND]`
    second_bias: Vec<Second>,
    /// `[f32; BUCKETS x SECOND]`: that of the first unit, the linear one, is not used.
    output: Vec<Second>,
}

#[derive(Clone, Debug)]
pub struct ActiveInputs {
    /// The active inputs, from the perspective of the mover and of the opponent.
    inputs: [ArrayVec<u16, { Square::COUNT + 1 }>; 2],
    bucket: usize,
}

impl ActiveInputs {
    pub fn of(packed: PackedPosition) -> Self {
        let position: Position = packed.position();
        let pieces = Pieces::of(&position);
        let mover = position.side_to_move();
        let inputs = [mover, !mover]
            .map(|side: Side| pieces.inputs(side).map(|input| input as u16).collect());
        ActiveInputs { inputs, bucket: output_bucket(&pieces, mover) }
    }
}

#[derive(Clone, Debug)]
pub struct Activations {
    /// The sums of the accumulator, for the mover and the opponent.
    sums: [FloatRow; 2],
    /// The products of the mover, then of the opponent.
    products: FloatRow,
    /// The second layer before its activation.
    second: Second,
    /// The logit of winning for the mover.
    pub logit: f32,
}

/// The largest absolute value of a weight of the first two layers, so that no sum of integers
/// overflows.
const LIMIT: f32 = 2.0;
const OUTPUT_LIMIT: f32 = 8.0;

impl FloatNetwork {
    pub fn zero() -> Self {
        FloatNetwork {
            inputs: vec![[0.0; HIDDEN]; INPUTS],
            bias: [0.0; HIDDEN],
            second: vec![[[0.0; HIDDEN]; SECOND]; BUCKETS],
            second_bias: vec![[0.0; SECOND]; BUCKETS],
            output: vec![[0.0; SECOND]; BUCKETS],
        }
    }

    /// Small random parameters, to begin with: the same for all king buckets and output buckets.
    pub fn random(seed: u64) -> Self {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let inputs: Vec<FloatRow> = (0..PIECES).map(|_| random_numbers(rng, 0.25)).collect();
        let mut inputs = inputs.repeat(KingBuckets::COUNT);
        inputs.push(random_numbers(rng, 0.25));
        let bias = random_numbers(rng, 0.1).map(|number| number + 0.3);
        let second = [(); SECOND].map(|()| random_numbers(rng, 0.2));
        let output = random_numbers(rng, 0.3);
        FloatNetwork {
            inputs,
            bias,
            second: vec![second; BUCKETS],
            second_bias: vec![[0.3; SECOND]; BUCKETS],
            output: vec![output; BUCKETS],
        }
    }

    /// The parameters of a quantized network, to go on from.
    pub fn of(network: &Network) -> Self {
        FloatNetwork {
            inputs: network.inputs.iter().map(|row| floats(row, QA)).collect(),
            bias: floats(&network.bias, QA),
            second: network
                .second
                .iter()
                .map(|rows| rows.each_ref().map(|row| floats(row, QB)))
                .collect(),
            second_bias: network.second_bias.map(|row| row.map(|number| float(number, QB))).into(),
            output: network.output.map(|row| row.map(|number| float(number, QC))).into(),
        }
    }

    #[inline(always)]
    pub fn activations(&self, position: &ActiveInputs) -> Activations {
        let sums = [0, 1].map(|perspective: usize| {
            let mut sums = self.bias;
            for &input in &position.inputs[perspective] {
                add(&mut sums, &self.inputs[usize::from(input)]);
            }
            sums
        });
        let mut products = [0.0; HIDDEN];
        for (half, sums) in products.chunks_exact_mut(PRODUCTS).zip(&sums) {
            for unit in 0..PRODUCTS {
                half[unit] = clipped(sums[unit]) * clipped(sums[unit + PRODUCTS]);
            }
        }
        let bucket = position.bucket;
        let mut second = self.second_bias[bucket];
        for (unit, weights) in second.iter_mut().zip(&self.second[bucket]) {
            *unit += dot(&products, weights);
        }
        let logit = second[0]
            + (1..SECOND)
                .map(|unit| clipped(second[unit]).powi(2) * self.output[bucket][unit])
                .sum::<f32>();
        Activations { sums, products, second, logit }
    }

    /// Adds the gradient of one position (backpropagation). `at` is what `model` holds for it,
    /// `error` the slope of the loss by the logit.
    #[inline(always)]
    pub fn add_gradient(
        &mut self,
        model: &FloatNetwork,
        position: &ActiveInputs,
        at: &Activations,
        error: f32,
    ) {
        let bucket = position.bucket;
        let mut back = [0.0; HIDDEN];
        for unit in 0..SECOND {
            let (value, weight) = (at.second[unit], model.output[bucket][unit]);
            let slope = if unit == 0 {
                error
            } else {
                self.output[bucket][unit] += error * clipped(value).powi(2);
                error * weight * 2.0 * clipped(value) * slope_of_clipped(value)
            };
            if slope == 0.0 {
                continue;
            }
            self.second_bias[bucket][unit] += slope;
            add_scaled(&mut self.second[bucket][unit], &at.products, slope);
            add_scaled(&mut back, &model.second[bucket][unit], slope);
        }
        self.add_first_layer(position, at, &back);
    }

    /// The part of the first layer; `back` is the slope of the loss by each product.
    #[inline(always)]
    fn add_first_layer(&mut self, position: &ActiveInputs, at: &Activations, back: &FloatRow) {
        let halves = back.chunks_exact(PRODUCTS).zip(&at.sums).zip(&position.inputs);
        for ((back, sums), inputs) in halves {
            let mut slopes = [0.0; HIDDEN];
            for unit in 0..PRODUCTS {
                let (first, second) = (sums[unit], sums[unit + PRODUCTS]);
                slopes[unit] = back[unit] * clipped(second) * slope_of_clipped(first);
                slopes[unit + PRODUCTS] = back[unit] * clipped(first) * slope_of_clipped(second);
            }
            add(&mut self.bias, &slopes);
            for &input in inputs {
                add(&mut self.inputs[usize::from(input)], &slopes);
            }
        }
    }

    /// All parameters, in the order of the file.
    pub fn parameters(&self) -> impl Iterator<Item = f32> {
        let second = self.second.as_flattened().as_flattened();
        let last = self.second_bias.as_flattened().iter().chain(self.output.as_flattened());
        self.inputs.as_flattened().iter().chain(&self.bias).chain(second).chain(last).copied()
    }

    /// The same, to be changed.
    pub fn parameters_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let inputs = self.inputs.as_flattened_mut().iter_mut();
        let second = self.second.as_flattened_mut().as_flattened_mut();
        let bias = self.second_bias.as_flattened_mut();
        inputs.chain(&mut self.bias).chain(second).chain(bias).chain(self.output.as_flattened_mut())
    }

    /// Limits every parameter to the range that the integers can hold.
    pub fn clamp(&mut self) {
        let outputs = BUCKETS * SECOND;
        let others = PARAMETER_COUNT - outputs;
        let limits = iter::repeat_n(LIMIT, others).chain(iter::repeat_n(OUTPUT_LIMIT, outputs));
        for (parameter, limit) in self.parameters_mut().zip(limits) {
            *parameter = parameter.clamp(-limit, limit);
        }
    }

    pub fn quantized(&self) -> Network {
        let row =
            |row: &FloatRow, one: i16| network::HiddenRow(row.map(|number| quantized(number, one)));
        let zero = network::HiddenRow([0; HIDDEN]);
        let mut network = Network {
            inputs: [zero; INPUTS],
            bias: row(&self.bias, QA),
            second: [[zero; SECOND]; BUCKETS],
            second_bias: [[0; SECOND]; BUCKETS],
            output: [[0; SECOND]; BUCKETS],
        };
        for (integers, numbers) in network.inputs.iter_mut().zip(&self.inputs) {
            *integers = row(numbers, QA);
        }
        for bucket in 0..BUCKETS {
            network.second[bucket] = self.second[bucket].each_ref().map(|numbers| row(numbers, QB));
            network.second_bias[bucket] =
                self.second_bias[bucket].map(|number| quantized(number, QB));
            network.output[bucket] = self.output[bucket].map(|number| quantized(number, QC));
        }
        network
    }
}

fn random_numbers<const N: usize>(rng: &mut ChaCha8Rng, limit: f32) -> [f32; N] {
    std::array::from_fn(|_| rng.random_range(-limit..limit))
}

/// The integer of a number; `one` stands for 1.
fn quantized(number: f32, one: i16) -> i16 {
    (number * f32::from(one)).round() as i16
}

fn floats(row: &network::HiddenRow, one: i16) -> FloatRow {
    row.0.map(|number| float(number, one))
}

/// The number of an integer; `one` stands for 1.
fn float(integer: i16, one: i16) -> f32 {
    f32::from(integer) / f32::from(one)
}

#[inline(always)]
fn clipped(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

#[inline(always)]
fn slope_of_clipped(sum: f32) -> f32 {
    if sum > 0.0 && sum < 1.0 { 1.0 } else { 0.0 }
}

#[inline(always)]
fn add(sums: &mut FloatRow, row: &FloatRow) {
    for unit in 0..HIDDEN {
        sums[unit] += row[unit];
    }
}

#[inline(always)]
fn add_scaled(sums: &mut FloatRow, row: &FloatRow, factor: f32) {
    for unit in 0..HIDDEN {
        sums[unit] += factor * row[unit];
    }
}

/// The scalar product, summed in lanes: a fixed order that vectors can follow.
#[inline(always)]
fn dot(some: &FloatRow, others: &FloatRow) -> f32 {
    let mut totals = [0.0; LANES];
    for first in (0..HIDDEN).step_by(LANES) {
        for (lane, total) in totals.iter_mut().enumerate() {
            *total += some[first + lane] * others[first + lane];
        }
    }
    totals.iter().sum()
}

const LANES: usize = 16;

/// The logit of an output of the quantized network.
pub fn logit(output: i32) -> f32 {
    output as f32 / LOGIT as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use evaluation::checkers::network::Accumulator;
    use games::Walker;

    fn positions() -> Vec<Position> {
        (0..10).flat_map(|seed| Walker::new(seed).game(Position::start(), 60)).collect()
    }

    #[test]
    fn the_quantized_network_is_close_to_the_model() {
        let model = FloatNetwork::random(3);
        let network = model.quantized();
        for position in positions() {
            let exact = model.activations(&ActiveInputs::of(PackedPosition::of(&position))).logit;
            let output = Accumulator::refreshed(&network, Pieces::of(&position))
                .output(&network, position.side_to_move());
            assert!((logit(output) - exact).abs() < 0.1, "{} for {exact}", logit(output));
        }
    }

    #[test]
    fn a_model_of_a_network_is_that_network() {
        let network = FloatNetwork::random(5).quantized();
        assert_eq!(FloatNetwork::of(&network).quantized().to_bytes(), network.to_bytes());
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_value() {
        let model = FloatNetwork::random(4);
        for position in positions().into_iter().step_by(37) {
            let inputs = ActiveInputs::of(PackedPosition::of(&position));
            let at = model.activations(&inputs);
            let mut gradient = FloatNetwork::zero();
            gradient.add_gradient(&model, &inputs, &at, 1.0);
            let slopes: Vec<_> = gradient.parameters().collect();
            for nth in (0..slopes.len()).step_by(211).chain(slopes.len() - 40..slopes.len()) {
                let mut moved = model.clone();
                let step = 1e-3;
                *moved.parameters_mut().nth(nth).expect("a parameter") += step;
                let slope = (moved.activations(&inputs).logit - at.logit) / step;
                assert!((slope - slopes[nth]).abs() < 0.02, "{nth}: {slope} for {}", slopes[nth]);
            }
        }
    }
}
