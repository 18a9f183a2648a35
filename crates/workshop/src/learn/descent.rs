//! Stochastic gradient descent with step sizes of their own for every number: Adam (Kingma and Ba
//! 2015), with weights that decay apart from the gradient (Loshchilov and Hutter 2019).
//!
//! A batch is cut into a fixed number of slices whose gradients are added in their order, so that the
//! result does not depend on how many threads there were.

use crate::learn::dataset::Example;
use crate::learn::model::{Model, Seen};
use crate::threads;

/// The examples of a step.
pub const BATCH: usize = 16_384;
const SLICES: usize = 16;
const MEAN_KEPT: f32 = 0.9;
const SQUARE_KEPT: f32 = 0.999;
const DECAY: f32 = 1e-4;

/// A model that is being learned.
pub struct Descent {
    /// As it stands.
    pub model: Model,
    mean: Model,
    square: Model,
    steps: i32,
    threads: usize,
}

impl Descent {
    /// Begins with a model.
    pub fn from(model: Model, threads: usize) -> Self {
        Descent { model, mean: Model::zero(), square: Model::zero(), steps: 0, threads }
    }

    /// One step of the given size down the slope of the examples' error.
    pub fn step(
        &mut self,
        batch: &[&Example],
        rate: f32,
        target: &(impl Fn(&Example) -> f32 + Sync),
    ) {
        let gradient = self.gradient(batch, target);
        self.steps += 1;
        let mean_share = 1.0 - MEAN_KEPT.powi(self.steps);
        let square_share = 1.0 - SQUARE_KEPT.powi(self.steps);
        let moments = self.mean.numbers_mut().zip(self.square.numbers_mut());
        let numbers = self.model.numbers_mut().zip(gradient.numbers()).zip(moments);
        for ((number, slope), (mean, square)) in numbers {
            let slope = slope / batch.len() as f32;
            *mean = MEAN_KEPT * *mean + (1.0 - MEAN_KEPT) * slope;
            *square = SQUARE_KEPT * *square + (1.0 - SQUARE_KEPT) * slope * slope;
            let step = (*mean / mean_share) / ((*square / square_share).sqrt() + 1e-8);
            *number -= rate * (step + DECAY * *number);
        }
        self.model.hold();
    }

    fn gradient(&self, batch: &[&Example], target: &(impl Fn(&Example) -> f32 + Sync)) -> Model {
        let slices: Vec<_> = batch.chunks(batch.len().div_ceil(SLICES).max(1)).collect();
        let gradients = threads::map(slices.len(), self.threads, |nth| {
            let mut gradient = Model::zero();
            for example in slices[nth] {
                let seen = Seen::of(example.packed);
                let (value, sums) = self.model.value(&seen);
                let error = sigmoid(value) - target(example);
                gradient.add_gradient(&self.model, &seen, &sums, error);
            }
            gradient
        });
        let mut sum = Model::zero();
        for gradient in gradients {
            for (sum, slope) in sum.numbers_mut().zip(gradient.numbers()) {
                *sum += slope;
            }
        }
        sum
    }
}

/// The probability of a logit.
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// What a prediction costs whose outcome was `target`: the cross-entropy.
pub fn loss(predicted: f32, target: f32) -> f64 {
    let predicted = f64::from(predicted.clamp(1e-6, 1.0 - 1e-6));
    let target = f64::from(target);
    -(target * predicted.ln() + (1.0 - target) * (1.0 - predicted).ln())
}
