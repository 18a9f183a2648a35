//! The doubts about one game, as they are found.

use crate::pdn::warning::Doubt;

/// The doubts about a game, with their offsets.
#[derive(Debug, Default)]
pub struct SectionDoubts(Vec<(usize, Doubt)>);

impl SectionDoubts {
    pub fn add(&mut self, at: usize, doubt: Doubt) {
        self.0.push((at, doubt));
    }

    /// In the order of the text.
    pub fn in_order(mut self) -> Vec<(usize, Doubt)> {
        self.0.sort_by_key(|(at, _)| *at);
        self.0
    }
}
