//! The warnings about one game, as they are found.

use crate::pdn::warning::PdnWarningKind;

#[derive(Debug, Default)]
pub struct SectionWarnings(Vec<(usize, PdnWarningKind)>);

impl SectionWarnings {
    pub fn add(&mut self, at: usize, kind: PdnWarningKind) {
        self.0.push((at, kind));
    }

    /// In the order of the text.
    pub fn in_order(mut self) -> Vec<(usize, PdnWarningKind)> {
        self.0.sort_by_key(|(at, _)| *at);
        self.0
    }
}
