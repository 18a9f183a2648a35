//! A question in lines for people: who is to move, the board with its squares, the legal moves.
//!
//! Whoever has to mend an agent sees with it what was asked and what could have been answered.

use crate::checks::case::AskedQuestion;
use formats::answer;
use games::Game;
use games::board::Side;
use games::checkers::{Move, Position};

/// Legal moves that are shown; the others are counted.
const MOST_MOVES: usize = 8;
const FILES: &str = "   a b c d e f g h";

/// `mode` is `SINGLE` or `GAME`, as `input.txt` begins.
pub fn asked_lines(question: &AskedQuestion) -> Vec<String> {
    let mut input = question.text.lines().map(str::trim);
    let mode = input.next().unwrap_or_default();
    let clock = input.nth(1).unwrap_or_default();
    let side = match question.position.side_to_move() {
        Side::Black => "BLACK",
        Side::White => "WHITE",
    };
    let mut lines = vec![format!("asked: {mode}, {side} to move, {clock} s")];
    lines.extend(board(&question.position));
    lines.push(legal(&question.position));
    lines
}

/// The board with the names of rows and columns.
fn board(position: &Position) -> Vec<String> {
    let rows = position.rows_text('/');
    let row = |(number, row): (usize, &str)| {
        let squares: Vec<String> = row.chars().map(String::from).collect();
        format!("{number}  {}", squares.join(" "))
    };
    let rows = (1..=8).rev().zip(rows.split('/')).map(row);
    rows.chain([FILES.to_string()]).collect()
}

fn legal(position: &Position) -> String {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let text = |&mv: &Move| answer::text(mv).trim_end().replace('\n', ", ");
    let shown: Vec<String> = moves.iter().take(MOST_MOVES).map(text).collect();
    let more = match moves.len().saturating_sub(MOST_MOVES) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    match &shown[..] {
        [] => "legal: no move".to_string(),
        [only] => format!("legal: only {only}"),
        several => format!("legal: {}{more}", several.join("; ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::case::{CheckTask, asked_question};
    use crate::checks::list;

    fn lines_of(name: &str) -> Vec<String> {
        let check = list().find(|check| check.name == name).expect("a check");
        let CheckTask::Move([turn, ..], _) = &check.task else { panic!("{name}") };
        asked_lines(&asked_question(turn, None).expect("a question"))
    }

    #[test]
    fn a_question_shows_its_board_and_its_moves() {
        let lines = lines_of("example-double-jump");
        assert_eq!(lines[0], "asked: SINGLE, BLACK to move, 6.6 s");
        assert_eq!(lines[1], "8  . b . . . . . b");
        assert_eq!(lines[9], FILES);
        assert_eq!(lines[10], "legal: only J f6 d4, J d4 f2");
        let rows = "......../..W...W./......../......../.....W../......../.b....../........";
        let many = Position::from_rows(rows.split('/'), Side::White).expect("a board");
        assert!(legal(&many).ends_with("; and 4 more"), "{}", legal(&many));
    }
}
