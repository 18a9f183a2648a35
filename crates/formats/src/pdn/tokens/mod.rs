//! The text of a file of games as tokens.

pub mod decode;
pub mod place;
pub mod tag_text;
pub mod token;
#[cfg(test)]
mod token_tests;
