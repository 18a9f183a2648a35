//! Cells of the page of a contest, and texts in them.

use crate::diagnosis_page::escaped;
use cli::visible;

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

/// The most cells of a page: a browser shows no more of them, and a contest of strangers may have
/// as many columns as games.
const MOST_CELLS: usize = 1_000_000;

impl Cells {
    /// What stands in the place of so many cells that no page can hold them.
    pub fn instead_of(rows: usize, columns: usize) -> Option<Self> {
        let rows = (rows.saturating_mul(columns) > MOST_CELLS).then(|| vec![Vec::new(); rows])?;
        let legend = "The results of agents against each other are left out: they would be more \
                      than 1,000,000 cells. games.csv has every game.";
        Some(Cells { legend, header: Vec::new(), rows })
    }
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
