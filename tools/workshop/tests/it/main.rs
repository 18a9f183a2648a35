//! The programs `bench` and `workshop` as a user runs them.

mod signature;
mod workshop;
