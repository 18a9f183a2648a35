//! The programs `bench` and `training` as a user runs them.

mod signature;
mod training;
