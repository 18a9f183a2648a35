//! Logistic regression: the probability of a logit, and the loss of a predicted one.

use evaluation::checkers::network::UNITS_PER_LOGIT;

pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The chance of winning that a score promises, in units of the network that is compiled in.
pub fn chance_of(units: i32) -> f32 {
    sigmoid(units as f32 / UNITS_PER_LOGIT as f32)
}

/// The cross-entropy of a predicted probability and a target, both from 0 to 1.
pub fn loss(predicted: f32, target: f32) -> f64 {
    let predicted = f64::from(predicted.clamp(1e-6, 1.0 - 1e-6));
    let target = f64::from(target);
    -(target * predicted.ln() + (1.0 - target) * (1.0 - predicted).ln())
}
