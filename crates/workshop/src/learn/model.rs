//! The network in floating point, as it is trained: its value, and the gradient of its loss.
//!
//! It computes what `evaluation::checkers::network::layers` computes in integers. Every parameter
//! is kept within the range that the integers of the quantized network can hold.

use arrayvec::ArrayVec;
use evaluation::checkers::network;
use evaluation::checkers::network::layers::LOGIT;
use evaluation::checkers::network::weights::{QA, QB};
use evaluation::checkers::network::{
    HIDDEN, INPUTS, KingBuckets, Network, OUTPUTS, PIECES, Pieces, output_bucket,
};
use games::Game;
use games::board::Side;
use games::checkers::{Packed, Position, Square};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

type Row = [f32; HIDDEN];

/// The parameters of the network, or a gradient: one number for each of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// `[f32; INPUTS x HIDDEN]`
    inputs: Vec<Row>,
    bias: Row,
    /// `[f32; OUTPUTS x 2 x HIDDEN]`: the weights of the mover's units, then of the opponent's.
    outputs: Vec<[Row; 2]>,
    output_bias: [f32; OUTPUTS],
}

/// A position as the network sees it.
#[derive(Clone, Debug)]
pub struct ActiveInputs {
    /// The active inputs, from the perspective of the mover and of the opponent.
    inputs: [ArrayVec<u16, { Square::COUNT + 1 }>; 2],
    /// The output that is used.
    output: usize,
}

impl ActiveInputs {
    /// Those of a position.
    pub fn of(packed: Packed) -> Self {
        let position: Position = packed.position();
        let pieces = Pieces::of(&position);
        let mover = position.side_to_move();
        let inputs = [mover, !mover]
            .map(|side: Side| pieces.inputs(side).map(|input| input as u16).collect());
        ActiveInputs { inputs, output: output_bucket(&pieces, mover) }
    }
}

/// The largest absolute value of a parameter that the integers can hold.
const LIMIT: f32 = 127.0 / QB as f32;

impl Model {
    /// All parameters 0.
    pub fn zero() -> Self {
        Model {
            inputs: vec![[0.0; HIDDEN]; INPUTS],
            bias: [0.0; HIDDEN],
            outputs: vec![[[0.0; HIDDEN]; 2]; OUTPUTS],
            output_bias: [0.0; OUTPUTS],
        }
    }

    /// Small random parameters, to begin with: the same for all king buckets and outputs.
    pub fn random(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut row =
            |limit: f32| -> Row { std::array::from_fn(|_| rng.random_range(-limit..limit)) };
        let mut inputs =
            (0..PIECES).map(|_| row(0.25)).collect::<Vec<_>>().repeat(KingBuckets::COUNT);
        inputs.push(row(0.25));
        let bias = row(0.1).map(|number| number + 0.3);
        let output = [row(0.2), row(0.2)];
        Model { inputs, bias, outputs: vec![output; OUTPUTS], output_bias: [0.0; OUTPUTS] }
    }

    /// The parameters of a quantized network, to go on from.
    pub fn of(network: &Network) -> Self {
        let row =
            |row: &network::Row, one: i16| row.0.map(|number| f32::from(number) / f32::from(one));
        Model {
            inputs: network.inputs.iter().map(|integers| row(integers, QA)).collect(),
            bias: row(&network.bias, QA),
            outputs: network.outputs.iter().map(|pair| pair.map(|half| row(&half, QB))).collect(),
            output_bias: network.output_bias.map(|number| f32::from(number) / f32::from(QB)),
        }
    }

    /// The logit of winning for the mover, and the sums of the hidden units before activation, for
    /// the mover and the opponent.
    pub fn value(&self, position: &ActiveInputs) -> (f32, [Row; 2]) {
        let sums = [0, 1].map(|perspective: usize| {
            let mut sums = self.bias;
            for &input in &position.inputs[perspective] {
                add(&mut sums, &self.inputs[usize::from(input)]);
            }
            sums
        });
        let weights = &self.outputs[position.output];
        // Squared clipped ReLU.
        let weighted = |perspective: usize| {
            sums[perspective].iter().zip(&weights[perspective]).map(|(sum, weight)| {
                let clipped = sum.clamp(0.0, 1.0);
                clipped * clipped * weight
            })
        };
        let total = weighted(0).sum::<f32>() + weighted(1).sum::<f32>();
        (total + self.output_bias[position.output], sums)
    }

    /// Adds the gradient of one position (backpropagation). `sums` are those of [`Self::value`],
    /// `error` is the slope of the loss by the logit.
    pub fn add_gradient(
        &mut self,
        model: &Model,
        position: &ActiveInputs,
        sums: &[Row; 2],
        error: f32,
    ) {
        let output = position.output;
        self.output_bias[output] += error;
        for (perspective, sums) in sums.iter().enumerate() {
            let weights = &model.outputs[output][perspective];
            let mut back = [0.0; HIDDEN];
            for unit in 0..HIDDEN {
                let sum = sums[unit];
                let clipped = sum.clamp(0.0, 1.0);
                self.outputs[output][perspective][unit] += error * clipped * clipped;
                let slope = if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 };
                back[unit] = error * weights[unit] * slope;
            }
            add(&mut self.bias, &back);
            for &input in &position.inputs[perspective] {
                add(&mut self.inputs[usize::from(input)], &back);
            }
        }
    }

    /// All parameters, in the order of the file.
    pub fn parameters(&self) -> impl Iterator<Item = f32> {
        let outputs = self.outputs.as_flattened().as_flattened();
        let inputs = self.inputs.as_flattened();
        inputs.iter().chain(&self.bias).chain(outputs).chain(&self.output_bias).copied()
    }

    /// The same, to be changed.
    pub fn parameters_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let outputs = self.outputs.as_flattened_mut().as_flattened_mut();
        let inputs = self.inputs.as_flattened_mut();
        inputs.iter_mut().chain(&mut self.bias).chain(outputs).chain(&mut self.output_bias)
    }

    /// Limits every parameter to the range that the integers can hold.
    pub fn clamp(&mut self) {
        for parameter in self.parameters_mut() {
            *parameter = parameter.clamp(-LIMIT, LIMIT);
        }
    }

    /// The network in integers.
    pub fn quantized(&self) -> Network {
        let row = |row: &Row, one: i16| network::Row(row.map(|number| quantized(number, one)));
        let zero = network::Row([0; HIDDEN]);
        let mut network = Network {
            inputs: [zero; INPUTS],
            bias: row(&self.bias, QA),
            outputs: [[zero; 2]; OUTPUTS],
            output_bias: self.output_bias.map(|number| quantized(number, QB)),
        };
        for (integers, numbers) in network.inputs.iter_mut().zip(&self.inputs) {
            *integers = row(numbers, QA);
        }
        for (integers, numbers) in network.outputs.iter_mut().zip(&self.outputs) {
            *integers = numbers.map(|numbers| row(&numbers, QB));
        }
        network
    }
}

/// The integer of a number; `one` stands for 1.
fn quantized(number: f32, one: i16) -> i16 {
    (number * f32::from(one)).round() as i16
}

fn add(sums: &mut Row, row: &Row) {
    for unit in 0..HIDDEN {
        sums[unit] += row[unit];
    }
}

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
        let model = Model::random(3);
        let network = model.quantized();
        for position in positions() {
            let (exact, _) = model.value(&ActiveInputs::of(Packed::of(&position)));
            let output = Accumulator::refreshed(&network, Pieces::of(&position))
                .output(&network, position.side_to_move());
            assert!((logit(output) - exact).abs() < 0.1, "{} for {exact}", logit(output));
        }
    }

    #[test]
    fn a_model_of_a_network_is_that_network() {
        let network = Model::random(5).quantized();
        assert_eq!(Model::of(&network).quantized().to_bytes(), network.to_bytes());
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_value() {
        let model = Model::random(4);
        for position in positions().into_iter().step_by(37) {
            let inputs = ActiveInputs::of(Packed::of(&position));
            let (value, sums) = model.value(&inputs);
            let mut gradient = Model::zero();
            gradient.add_gradient(&model, &inputs, &sums, 1.0);
            let slopes: Vec<_> = gradient.parameters().collect();
            for nth in (0..slopes.len()).step_by(211).chain(slopes.len() - 40..slopes.len()) {
                let mut moved = model.clone();
                let step = 1e-3;
                *moved.parameters_mut().nth(nth).expect("a parameter") += step;
                let slope = (moved.value(&inputs).0 - value) / step;
                assert!((slope - slopes[nth]).abs() < 0.02, "{nth}: {slope} for {}", slopes[nth]);
            }
        }
    }
}
