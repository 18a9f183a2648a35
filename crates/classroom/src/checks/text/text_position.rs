//! Of a bad move of a text program: the board, the legal moves of the piece, and the game as a
//! command that leads to the same turn, also of a program that plays by chance.

use crate::checks::text::forced_win::legal_moves;
use crate::checks::text::move_fault::why_illegal;
use referee::rules::{GameState, Refereed};

const MOST_MOVES: usize = 24;

/// The side to move, the board, why the move is illegal, what was legal, and the moves of the
/// game as lines to send.
pub fn position_lines<G: Refereed>(state: &GameState<G>, mv: &str, line: &[String]) -> Vec<String> {
    let (position, side) = (state.position(), state.position().side_to_move());
    let mut lines = vec![format!("{side} to move")];
    lines.extend(position.board_text().lines().map(str::to_string));
    lines.extend(why_illegal(position, mv).map(|why| format!("{mv}: {}", why.sentence)));
    let all = legal_moves(state);
    let all: Vec<String> = all.into_iter().map(|mv| position.move_text(mv)).collect();
    let from = mv.split(['-', ' ']).next().unwrap_or_default();
    let own: Vec<&str> = all
        .iter()
        .filter(|text| text.split('-').next() == Some(from))
        .map(String::as_str)
        .collect();
    lines.push(match own.as_slice() {
        [] => format!("no piece of {side} can move from {from}; {} moves are legal", all.len()),
        own => format!("legal from {from}: {}", cli::first_of(own, MOST_MOVES, " ")),
    });
    let auto = format!("auto {}", side.to_string().to_lowercase());
    let sent = ["manual black", "manual white"].into_iter().chain(line.iter().map(String::as_str));
    let words = shell_words::join(sent.chain([auto.as_str()]));
    lines.push(format!("the same turn: printf '%s\\n' {words} | PROGRAM"));
    lines
}

/// Whether a move of Amazons throws its spear over the square just left, or onto it: a rule of its
/// own, which only the check of its name asks for.
pub fn needs_square_left(mv: &str) -> bool {
    let squares: Vec<(i32, i32)> = mv.split(['-', '(', ')']).filter_map(square).collect();
    let [from, to, spear] = squares[..] else { return false };
    let [(files, rows), (spear_files, spear_rows)] =
        [from, spear].map(|end| (end.0 - to.0, end.1 - to.1));
    let is_same_way =
        (files.signum(), rows.signum()) == (spear_files.signum(), spear_rows.signum());
    is_same_way && spear_files.abs().max(spear_rows.abs()) >= files.abs().max(rows.abs())
}

fn square(text: &str) -> Option<(i32, i32)> {
    let file = text.chars().next().filter(char::is_ascii_lowercase)?;
    Some((i32::from(u8::try_from(file).ok()?), text[1..].parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spear_over_the_square_left_is_seen() {
        for (mv, needs) in [
            ("d1-d7(d1)", true),
            ("d10-d8(d10)", true),
            ("a4-a5(a1)", true),
            ("d7-d6(d5)", false),
            ("d1-d7(g7)", false),
            ("b8-b6", false),
        ] {
            assert_eq!(needs_square_left(mv), needs, "{mv}");
        }
    }
}
