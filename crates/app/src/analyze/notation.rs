//! Moves in both notations, and a board in letters.

use games::checkers::{Move, Position, Square};

/// A move by the numbers of its squares: `11-15`, or `1x10x19`.
pub fn number_text(mv: Move) -> String {
    text(mv, |square| square.number().to_string())
}

/// A move by the names of its squares: `c7-d6`, or `b8xd6xf4`.
pub fn name_text(mv: Move) -> String {
    text(mv, |square| square.to_string())
}

fn text(mv: Move, name: impl Fn(Square) -> String) -> String {
    let squares: Vec<_> = mv.squares().iter().map(|&square| name(square)).collect();
    squares.join(if mv.is_jump() { "x" } else { "-" })
}

/// A line of moves in one of the notations.
pub fn line_text(moves: &[Move], notation: fn(Move) -> String) -> String {
    moves.iter().map(|&mv| notation(mv)).collect::<Vec<_>>().join(" ")
}

/// A line of moves in both notations, one above the other, each move below the same.
pub fn both_lines(moves: &[Move]) -> [String; 2] {
    let mut lines = [String::new(), String::new()];
    for &mv in moves {
        let (number, name) = (number_text(mv), name_text(mv));
        let width = number.len().max(name.len()) + 1;
        lines[0].push_str(&format!("{number:<width$}"));
        lines[1].push_str(&format!("{name:<width$}"));
    }
    lines.map(|line| line.trim_end().to_string())
}

/// The board with the names of its rows and columns, a line for each row.
pub fn board_text(position: &Position) -> String {
    let columns = "    a b c d e f g h\n";
    let mut text = columns.to_string();
    for (row, cells) in (1..=8).rev().zip(position.rows_text('\n').lines()) {
        let cells: Vec<_> = cells.chars().map(String::from).collect();
        text.push_str(&format!("  {row} {} {row}\n", cells.join(" ")));
    }
    text + columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Game, Notation, Walker};

    #[test]
    fn both_notations_name_the_same_squares() {
        for position in Walker::new(7).game(Position::start(), 100) {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            for mv in legal {
                assert_eq!(number_text(mv), position.move_text(mv));
                let names = name_text(mv);
                let squares = names.split(['-', 'x']).map(Square::from_name);
                let squares: Option<Vec<_>> = squares.collect();
                assert_eq!(squares.as_deref(), Some(&mv.squares()[..]), "{names}");
                let [numbers, below] = both_lines(&[mv, mv]);
                let second = |line: &str| line.rfind(' ').map(|at| at + 1);
                assert_eq!(second(&numbers), second(&below));
            }
        }
    }

    #[test]
    fn the_board_has_its_pieces_where_the_rows_say() {
        let position = Position::start();
        let text = board_text(&position);
        let rows: Vec<String> =
            text.lines().skip(1).take(8).map(|line| line[4..19].split(' ').collect()).collect();
        assert_eq!(rows.join("\n"), position.rows_text('\n'));
    }
}
