//! Stochastic gradient descent with Adam (Kingma and Ba 2015, "Adam: A Method for Stochastic
//! Optimization") and decoupled weight decay (AdamW; Loshchilov and Hutter 2019, "Decoupled Weight
//! Decay Regularization").
//!
//! The model is a logistic regression on the output of the network: the loss is the cross-entropy
//! of the predicted probability of winning, and its slope by the logit is prediction minus target.
//!
//! A batch is cut into a fixed number of slices whose gradients are added in their order, so the
//! result does not depend on the number of threads.

use crate::learn::network::dataset::Example;
use crate::learn::network::logistic::sigmoid;
use crate::learn::network::model::{ActiveInputs, FloatNetwork};
use cli::pool;
use multiversion::multiversion;
use std::num::NonZeroUsize;

/// The number of examples of a step.
pub const BATCH: usize = 16_384;
const SLICES: usize = 16;
/// Decay of the mean of the gradients for each step.
const BETA1: f32 = 0.9;
/// Decay of the mean of the squared gradients for each step.
const BETA2: f32 = 0.999;
/// Keeps the divisor of a step above 0.
const EPSILON: f32 = 1e-8;
/// The share of each parameter, times the learning rate, that is taken away in each step.
const WEIGHT_DECAY: f32 = 1e-4;

/// A model in training, with the moments of its gradients.
pub struct Adam {
    pub model: FloatNetwork,
    mean: FloatNetwork,
    square: FloatNetwork,
    steps: i32,
    threads: NonZeroUsize,
}

impl Adam {
    pub fn new(model: FloatNetwork, threads: NonZeroUsize) -> Self {
        let (mean, square) = (FloatNetwork::zero(), FloatNetwork::zero());
        Adam { model, mean, square, steps: 0, threads }
    }

    /// One step down the gradient of the loss of a batch. `rate` is the learning rate. Parameters
    /// that no example has used so far stay as they are.
    pub fn step(&mut self, batch: &[&Example], rate: f32) {
        let gradient = self.gradient(batch);
        self.steps += 1;
        let mean_share = 1.0 - BETA1.powi(self.steps);
        let square_share = 1.0 - BETA2.powi(self.steps);
        let moments = self.mean.parameters_mut().zip(self.square.parameters_mut());
        let parameters = self.model.parameters_mut().zip(gradient.parameters()).zip(moments);
        for ((parameter, slope), (mean, square)) in parameters {
            let slope = slope / batch.len() as f32;
            *mean = BETA1 * *mean + (1.0 - BETA1) * slope;
            *square = BETA2 * *square + (1.0 - BETA2) * slope * slope;
            if *square == 0.0 {
                continue;
            }
            let step = (*mean / mean_share) / ((*square / square_share).sqrt() + EPSILON);
            *parameter -= rate * (step + WEIGHT_DECAY * *parameter);
        }
        self.model.clamp();
    }

    fn gradient(&self, batch: &[&Example]) -> FloatNetwork {
        let slices: Vec<_> = batch.chunks(batch.len().div_ceil(SLICES).max(1)).collect();
        let gradients =
            pool::map(slices.len(), self.threads, |nth| gradient_of(&self.model, slices[nth]));
        let mut sum = FloatNetwork::zero();
        for gradient in gradients {
            for (sum, slope) in sum.parameters_mut().zip(gradient.parameters()) {
                *sum += slope;
            }
        }
        sum
    }
}

/// The sum of the gradients of some examples. Compiled twice, for any processor and for those with
/// AVX2: what it calls is inlined.
#[multiversion(targets("x86_64+avx2"))]
fn gradient_of(model: &FloatNetwork, examples: &[&Example]) -> FloatNetwork {
    let mut gradient = FloatNetwork::zero();
    for example in examples {
        let inputs = ActiveInputs::of(example.packed);
        let at = model.activations(&inputs);
        gradient.add_gradient(model, &inputs, &at, sigmoid(at.logit) - example.target);
    }
    gradient
}

#[cfg(test)]
mod tests {
    use super::*;
    use evaluation::checkers::network::NETWORK;
    use games::checkers::{PackedPosition, Position};

    #[test]
    fn a_step_leads_toward_the_targets_of_its_examples() {
        let both = Position::from_fen("W:WK32,K31,20:BK14,K18,1,5").expect("a position");
        let examples = [Example::of(PackedPosition::of(&both), 1.0)];
        let batch: Vec<_> = examples.iter().collect();
        let before = FloatNetwork::of(&NETWORK);
        let mut adam = Adam::new(before.clone(), NonZeroUsize::MIN);
        adam.step(&batch, 0.01);
        assert!(value_of(&adam.model, &both) > value_of(&before, &both));
    }

    fn value_of(model: &FloatNetwork, position: &Position) -> f32 {
        model.activations(&ActiveInputs::of(PackedPosition::of(position))).logit
    }
}
