//! Cells of the page of a contest, and texts in them.

/// The most characters of a name in a cell.
const LONGEST_NAME: usize = 40;

/// The cells of a table beside those of the standing.
#[derive(Debug, Default)]
pub struct Cells {
    /// The meaning of the cells, as a sentence.
    pub legend: &'static str,
    /// The cells of the first line.
    pub header: Vec<String>,
    /// The cells of each agent.
    pub rows: Vec<Vec<String>>,
}

/// The CSS class of a cell by the share of the points, from `a` (all) to `e` (none).
pub fn class_of(share: f64) -> char {
    match share {
        0.875.. => 'a',
        0.625.. => 'b',
        0.375.. => 'c',
        0.125.. => 'd',
        _ => 'e',
    }
}

/// A name as the text of a cell: escaped, and cut if it is long.
pub fn brief(name: &str) -> String {
    escaped(&visible::cut(name, LONGEST_NAME))
}

/// Escapes a text for HTML, within quotes too. What is hidden in it is shown.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in visible::lines(text).chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            c => safe.push(c),
        }
    }
    safe
}
