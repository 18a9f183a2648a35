//! The network in floating point, as it is learned: its value, and the gradient of its error.
//!
//! The same sums as in `net/layers.rs` of the game, where 1 is 1. Every parameter is kept within what
//! the integers of the played network can stand for.

use arrayvec::ArrayVec;
use evaluation::checkers::network;
use evaluation::checkers::network::layers::LOGIT;
use evaluation::checkers::network::weights::{QA, QB};
use evaluation::checkers::network::{
    HIDDEN, INPUTS, KingBuckets, Network, OUTPUTS, PIECES, Pieces, output,
};
use games::Game;
use games::board::Side;
use games::checkers::{Packed, Position, Square};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

type Row = [f32; HIDDEN];

/// All numbers of the network, or as many that belong to them: a gradient, say.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    inputs: Vec<Row>,
    bias: Row,
    outputs: Vec<[Row; 2]>,
    output_bias: [f32; OUTPUTS],
}

/// A position as the network sees it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The inputs that are on, in the eyes of the mover and of the other.
    inputs: [ArrayVec<u16, { Square::COUNT + 1 }>; 2],
    output: usize,
}

impl Seen {
    /// A position.
    pub fn of(packed: Packed) -> Self {
        let position: Position = packed.position();
        let pieces = Pieces::of(&position);
        let mover = position.side_to_move();
        let inputs = [mover, !mover]
            .map(|side: Side| pieces.inputs(side).map(|input| input as u16).collect());
        Seen { inputs, output: output(&pieces, mover) }
    }
}

/// The largest weight of the output, and of an input, that the integers allow.
const MOST: f32 = 127.0 / QB as f32;

impl Model {
    /// All numbers 0.
    pub fn zero() -> Self {
        Model {
            inputs: vec![[0.0; HIDDEN]; INPUTS],
            bias: [0.0; HIDDEN],
            outputs: vec![[[0.0; HIDDEN]; 2]; OUTPUTS],
            output_bias: [0.0; OUTPUTS],
        }
    }

    /// Small numbers by chance, to begin with. All parts of the game begin alike.
    pub fn by_chance(seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut row =
            |most: f32| -> Row { std::array::from_fn(|_| random.random_range(-most..most)) };
        let mut inputs =
            (0..PIECES).map(|_| row(0.25)).collect::<Vec<_>>().repeat(KingBuckets::COUNT);
        inputs.push(row(0.25));
        let bias = row(0.1).map(|number| number + 0.3);
        let output = [row(0.2), row(0.2)];
        Model { inputs, bias, outputs: vec![output; OUTPUTS], output_bias: [0.0; OUTPUTS] }
    }

    /// The logit of winning for the mover, and the sums of the hidden units behind it.
    pub fn value(&self, seen: &Seen) -> (f32, [Row; 2]) {
        let sums = [0, 1].map(|eyes: usize| {
            let mut sums = self.bias;
            for &input in &seen.inputs[eyes] {
                add(&mut sums, &self.inputs[usize::from(input)]);
            }
            sums
        });
        let weights = &self.outputs[seen.output];
        let passed = |eyes: usize| {
            sums[eyes].iter().zip(&weights[eyes]).map(|(sum, weight)| {
                let passed = sum.clamp(0.0, 1.0);
                passed * passed * weight
            })
        };
        let total = passed(0).sum::<f32>() + passed(1).sum::<f32>();
        (total + self.output_bias[seen.output], sums)
    }

    /// Adds to this gradient what an error at the output of `model` means for each number.
    pub fn add_gradient(&mut self, model: &Model, seen: &Seen, sums: &[Row; 2], error: f32) {
        let output = seen.output;
        self.output_bias[output] += error;
        for (eyes, sums) in sums.iter().enumerate() {
            let weights = &model.outputs[output][eyes];
            let mut back = [0.0; HIDDEN];
            for unit in 0..HIDDEN {
                let sum = sums[unit];
                let passed = sum.clamp(0.0, 1.0);
                self.outputs[output][eyes][unit] += error * passed * passed;
                let slope = if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 };
                back[unit] = error * weights[unit] * slope;
            }
            add(&mut self.bias, &back);
            for &input in &seen.inputs[eyes] {
                add(&mut self.inputs[usize::from(input)], &back);
            }
        }
    }

    /// All numbers, in the order of the file.
    pub fn numbers(&self) -> impl Iterator<Item = f32> {
        let outputs = self.outputs.as_flattened().as_flattened();
        let inputs = self.inputs.as_flattened();
        inputs.iter().chain(&self.bias).chain(outputs).chain(&self.output_bias).copied()
    }

    /// The same, to be changed.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let outputs = self.outputs.as_flattened_mut().as_flattened_mut();
        let inputs = self.inputs.as_flattened_mut();
        inputs.iter_mut().chain(&mut self.bias).chain(outputs).chain(&mut self.output_bias)
    }

    /// Holds every number within what the integers can stand for.
    pub fn hold(&mut self) {
        for number in self.numbers_mut() {
            *number = number.clamp(-MOST, MOST);
        }
    }

    /// The network in integers.
    pub fn rounded(&self) -> Network {
        let row = |row: &Row, one: i16| network::Row(row.map(|number| rounded(number, one)));
        let nothing = network::Row([0; HIDDEN]);
        let mut net = Network {
            inputs: [nothing; INPUTS],
            bias: row(&self.bias, QA),
            outputs: [[nothing; 2]; OUTPUTS],
            output_bias: self.output_bias.map(|number| rounded(number, QB)),
        };
        for (integers, numbers) in net.inputs.iter_mut().zip(&self.inputs) {
            *integers = row(numbers, QA);
        }
        for (integers, numbers) in net.outputs.iter_mut().zip(&self.outputs) {
            *integers = numbers.map(|numbers| row(&numbers, QB));
        }
        net
    }
}

fn rounded(number: f32, one: i16) -> i16 {
    (number * f32::from(one)).round() as i16
}

fn add(sums: &mut Row, row: &Row) {
    for unit in 0..HIDDEN {
        sums[unit] += row[unit];
    }
}

/// The logit of an output of the network in integers.
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
    fn the_network_in_integers_is_near_the_one_that_was_learned() {
        let model = Model::by_chance(3);
        let net = model.rounded();
        for position in positions() {
            let (exact, _) = model.value(&Seen::of(Packed::of(&position)));
            let output =
                Accumulator::of(&net, Pieces::of(&position)).output(&net, position.side_to_move());
            assert!((logit(output) - exact).abs() < 0.1, "{} for {exact}", logit(output));
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_value() {
        let model = Model::by_chance(4);
        for position in positions().into_iter().step_by(37) {
            let seen = Seen::of(Packed::of(&position));
            let (value, sums) = model.value(&seen);
            let mut gradient = Model::zero();
            gradient.add_gradient(&model, &seen, &sums, 1.0);
            let slopes: Vec<_> = gradient.numbers().collect();
            for nth in (0..slopes.len()).step_by(211).chain(slopes.len() - 40..slopes.len()) {
                let mut moved = model.clone();
                let step = 1e-3;
                *moved.numbers_mut().nth(nth).expect("a number") += step;
                let slope = (moved.value(&seen).0 - value) / step;
                assert!((slope - slopes[nth]).abs() < 0.02, "{nth}: {slope} for {}", slopes[nth]);
            }
        }
    }
}
