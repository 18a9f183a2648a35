//! The lines of a board as people type it: the side to move, and eight rows.

use games::board::Side;

/// The side to move, in a line that says nothing else: `black`, `WHITE`, `White to move`.
pub fn side_of_line(line: &str) -> Option<Side> {
    let line = line.trim().to_ascii_lowercase();
    Side::of_word(line.strip_suffix(" to move").unwrap_or(&line).trim_end())
}

/// Is this a row of a board of checkers, with or without blanks between the cells?
pub fn is_row(line: &str) -> bool {
    let cells = line.chars().filter(|c| !c.is_whitespace());
    cells.clone().count() == 8 && cells.into_iter().all(|c| ".wWbB".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_says_only_the_side_names_it() {
        for line in ["black", " BLACK", "Black to move", "black  to move "] {
            assert_eq!(side_of_line(line), Some(Side::Black), "{line:?}");
        }
        assert_eq!(side_of_line("White TO MOVE"), Some(Side::White));
        for line in ["", "to move", "black moves", "black to move now", "b"] {
            assert_eq!(side_of_line(line), None, "{line:?}");
        }
    }

    #[test]
    fn a_row_is_eight_cells_of_checkers() {
        for line in [".b.b.b.b", " . w . W . b . B ", "........"] {
            assert!(is_row(line), "{line:?}");
        }
        for line in ["", ".......", ".........", ".x.b.b.b"] {
            assert!(!is_row(line), "{line:?}");
        }
    }
}
