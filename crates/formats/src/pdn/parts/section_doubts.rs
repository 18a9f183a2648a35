//! The warnings about one game, as they are found.

use crate::pdn::tokens::place::PlaceCounter;
use crate::pdn::warning::{PdnWarning, PdnWarningKind};

#[derive(Debug, Default)]
pub struct SectionWarnings(Vec<(usize, PdnWarningKind, String)>);

impl SectionWarnings {
    pub fn add(&mut self, at: usize, kind: PdnWarningKind, sentence: impl Into<String>) {
        self.0.push((at, kind, sentence.into()));
    }

    pub fn add_unknown_result(&mut self, at: usize, text: &str) {
        let sentence = format!("`{text}` is not a known result; it is kept as a text");
        self.add(at, PdnWarningKind::Result, sentence);
    }

    /// In the order of the text.
    pub fn in_order(mut self, places: &mut PlaceCounter<'_>) -> Vec<PdnWarning> {
        self.0.sort_by_key(|(at, ..)| *at);
        let placed = self.0.into_iter();
        placed
            .map(|(at, kind, sentence)| PdnWarning { place: places.place(at), kind, sentence })
            .collect()
    }
}
