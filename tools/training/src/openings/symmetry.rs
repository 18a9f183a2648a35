//! Boards that are mirror images of each other, as text.
//!
//! The rules of these games know no direction: a board that is turned or mirrored is the same
//! position. Reading the text keeps this apart from how each game numbers its squares.

/// Turns and mirror images of a square.
const IMAGES: usize = 8;

/// The same text for a board and for all its turns and mirror images.
pub fn canonical(board: &str) -> String {
    let mut square = cells(board);
    let mut smallest = joined(&square);
    for image in 1..IMAGES {
        square = if image == IMAGES / 2 { mirrored(&square) } else { turned(&square) };
        smallest = smallest.min(joined(&square));
    }
    smallest
}

/// The cells of the rows, without the numbers of rows and the names of columns around them.
fn cells(board: &str) -> Vec<Vec<char>> {
    board
        .lines()
        .filter(|line| !line.trim_start().starts_with("a b"))
        .map(|line| -> Vec<char> {
            let words = line
                .split_whitespace()
                .filter(|word| !word.starts_with(|first: char| first.is_ascii_digit()));
            words.flat_map(str::chars).collect()
        })
        .collect()
}

fn joined(square: &[Vec<char>]) -> String {
    square.iter().flatten().collect()
}

fn mirrored(square: &[Vec<char>]) -> Vec<Vec<char>> {
    square.iter().map(|row| row.iter().rev().copied().collect()).collect()
}

fn turned(square: &[Vec<char>]) -> Vec<Vec<char>> {
    let columns = square.first().map_or(0, Vec::len);
    (0..columns)
        .map(|at| square.iter().rev().filter_map(|row| row.get(at)).copied().collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Notation, amazons, loa, tablut};
    use std::collections::HashSet;

    #[test]
    fn all_eight_images_have_one_text_and_other_boards_another() {
        let board = "- b -\n- - w\nS - -";
        let images = ["S - -\n- - b\n- w -", "- b -\nw - -\n- - S", "- - S\nw - -\n- b -"];
        for image in images {
            assert_eq!(canonical(image), canonical(board), "{image}");
        }
        assert_ne!(canonical("- b -\n- w -\nS - -"), canonical(board));
    }

    /// The number of first moves, and of those that are no images of each other.
    fn first_moves<G: Notation>() -> (usize, usize) {
        let start = G::start();
        let moves = start.move_list();
        let boards: HashSet<_> =
            moves.iter().map(|&mv| canonical(&start.play(mv).board_text())).collect();
        (moves.len(), boards.len())
    }

    #[test]
    fn first_moves_come_in_groups_of_images() {
        assert_eq!(first_moves::<loa::Position>(), (36, 36 / 4), "no turn by a quarter");
        assert_eq!(first_moves::<tablut::Position>(), (80, 80 / 8));
        assert_eq!(first_moves::<amazons::Position>(), (2_176, 2_176 / 2), "left and right alone");
    }
}
