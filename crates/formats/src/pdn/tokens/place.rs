//! Lines and columns of a text, counted only where they are used.

use crate::error::TextPlace;

/// Finds the places of offsets. Going forward costs each character once.
#[derive(Clone, Debug)]
pub struct PlaceCounter<'t> {
    text: &'t str,
    place: TextPlace,
    /// The offset of `place`.
    counted: usize,
}

impl<'t> PlaceCounter<'t> {
    pub fn new(text: &'t str) -> Self {
        PlaceCounter { text, place: TextPlace { line: 1, column: 1 }, counted: 0 }
    }

    /// The place of this offset. A line ends with LF, with CR LF, or with CR.
    pub fn place(&mut self, at: usize) -> TextPlace {
        if at < self.counted {
            *self = PlaceCounter::new(self.text);
        }
        let mut chars = self.text[self.counted..at].chars().peekable();
        let mut last_is_return = false;
        while let Some(c) = chars.next() {
            last_is_return = c == '\r' && chars.peek().is_none();
            let ends_line =
                c == '\n' || c == '\r' && chars.peek().is_some_and(|&next| next != '\n');
            self.place = match ends_line {
                true => TextPlace { line: self.place.line + 1, column: 1 },
                false => TextPlace { column: self.place.column + 1, ..self.place },
            };
        }
        self.counted = at;
        if last_is_return && !self.text[at..].starts_with('\n') {
            self.place = TextPlace { line: self.place.line + 1, column: 1 };
        }
        self.place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let text = "ä\n\rb\r\nc\rd";
        let mut places = PlaceCounter::new(text);
        let found: Vec<_> = text
            .char_indices()
            .map(|(at, c)| (c, places.place(at).line, places.place(at).column))
            .filter(|(c, ..)| !c.is_whitespace())
            .collect();
        assert_eq!(found, [('ä', 1, 1), ('b', 3, 1), ('c', 4, 1), ('d', 5, 1)]);
        assert_eq!(places.place(0), TextPlace { line: 1, column: 1 });
    }
}
