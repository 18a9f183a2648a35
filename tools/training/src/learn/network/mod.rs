//! The network is trained on examples.

pub mod adam;
pub mod dataset;
pub mod fit;
pub mod logistic;
pub mod model;
pub mod targets;
