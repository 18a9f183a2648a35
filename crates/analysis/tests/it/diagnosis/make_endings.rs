//! Makes the won endings of `referee diagnose`, from the endgame tables.
//!
//! `MAKE_POSITIONS=1 cargo test -p crownhead-analysis makes_the_endings` writes them in seconds.

use analysis::{TableReader, TableVerdict};
use games::board::Side;
use games::checkers::{PieceKind, Position, Square};
use games::{Game, Walker};
use std::fs;

const COMMAND: &str = "MAKE_POSITIONS=1 cargo test -p crownhead-analysis makes_the_endings";
const ENDINGS: &str = "crates/classroom/src/diagnose/endings.txt";
/// Kings and men of the winner, then of the loser, and how many endings of the kind.
const KINDS: [([u32; 4], usize); 7] = [
    ([2, 0, 1, 0], 2),
    ([3, 0, 2, 0], 2),
    ([2, 1, 2, 0], 1),
    ([2, 0, 1, 1], 1),
    ([1, 1, 0, 1], 1),
    ([0, 3, 0, 2], 2),
    ([1, 2, 1, 1], 1),
];
/// Plies to the next capture or crowning with best play.
const PLIES: std::ops::RangeInclusive<u32> = 7..=30;

#[test]
fn makes_the_endings() {
    if std::env::var_os("MAKE_POSITIONS").is_none() {
        println!("not asked for: MAKE_POSITIONS is not set");
        return;
    }
    let mut text = format!(
        "# ROWS SIDE PIECES: won for the side to move within the limit of quiet turns, by the endgame\n\
         # tables. Made by\n# {COMMAND}\n"
    );
    let (mut walker, mut reader) = (Walker::new(5), TableReader::default());
    for (kind, count) in KINDS {
        let endings = std::iter::repeat_with(|| random(&mut walker, kind)).flatten();
        let won = endings.filter(|position| is_won(position, &mut reader));
        text += &won.take(count).map(|position| line(&position, kind)).collect::<String>();
    }
    fs::write(testing::workspace().join(ENDINGS), text).expect("written");
}

/// Pieces on random squares; `None` if two share a square or a man stands where it is crowned.
fn random(walker: &mut Walker, [kings, men, other_kings, other_men]: [u32; 4]) -> Option<Position> {
    let side = Side::ALL[walker.below(2)];
    let kinds = [
        (side, PieceKind::King, kings),
        (side, PieceKind::Man, men),
        (!side, PieceKind::King, other_kings),
        (!side, PieceKind::Man, other_men),
    ];
    let mut pieces: Vec<(Side, PieceKind, Square)> = Vec::new();
    for (owner, kind, count) in kinds {
        for _ in 0..count {
            let square = Square::from_number(walker.below(32) as u32 + 1)?;
            let crowned = if owner == Side::White { 7 } else { 0 };
            let is_taken = pieces.iter().any(|&(.., taken)| taken == square);
            if is_taken || kind == PieceKind::Man && square.rank() == crowned {
                return None;
            }
            pieces.push((owner, kind, square));
        }
    }
    Some(Position::new(pieces, side))
}

fn is_won(position: &Position, reader: &mut TableReader) -> bool {
    let moves = position.move_list();
    if moves.len() < 3 || moves[0].is_jump() {
        return false;
    }
    match reader.verdict(position) {
        Some(TableVerdict::Won { by, plies: Some(plies) }) => {
            by == position.side_to_move() && PLIES.contains(&plies)
        }
        _ => false,
    }
}

fn pieces(kings: u32, men: u32) -> String {
    let kings =
        (kings > 0).then(|| format!("{kings} {}", if kings > 1 { "kings" } else { "king" }));
    let men = (men > 0).then(|| format!("{men} {}", if men > 1 { "men" } else { "man" }));
    kings.into_iter().chain(men).collect::<Vec<_>>().join(" and ")
}

fn line(position: &Position, [kings, men, other_kings, other_men]: [u32; 4]) -> String {
    let side = if position.side_to_move() == Side::White { "WHITE" } else { "BLACK" };
    let (own, other) = (pieces(kings, men), pieces(other_kings, other_men));
    format!("{} {side} {own} against {other}\n", position.rows_text('/'))
}
