//! Any board of checkers, and a game from it: the move generator against the slow one, which is
//! written apart from it. Both list the same moves, each once, and the same board after each.
#![no_main]

use games::Game;
use games::board::Side;
use games::checkers::{Bitboard, Move, Position};
use libfuzzer_sys::fuzz_target;
use oracle::checkers::Position as Slow;
use std::collections::BTreeMap;

fuzz_target!(|input: ([u32; 3], bool, [u8; 24])| {
    let ([pieces, own, kings], is_black, choices) = input;
    let (pieces, own) = (Bitboard::from_bits(pieces), Bitboard::from_bits(own));
    let side = if is_black { Side::Black } else { Side::White };
    let mut position = Position::from_bitboards(
        pieces & own,
        pieces - own,
        pieces & Bitboard::from_bits(kings),
        side,
    );
    for choice in choices {
        let fast = fast_moves(&position);
        assert_eq!(
            fast.iter().map(|(text, (_, after))| (text.clone(), after.clone())).collect::<Vec<_>>(),
            slow_moves(&position),
            "{}",
            position.fen()
        );
        let Some((_, (mv, _))) = fast.iter().nth(usize::from(choice) % fast.len().max(1)) else {
            return;
        };
        position = position.play(*mv);
    }
});

/// The moves by the squares they visit, each with the board after it.
fn fast_moves(position: &Position) -> BTreeMap<String, (Move, String)> {
    let moves = position.move_list();
    let count = moves.len();
    let text =
        |mv: Move| mv.squares().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let after = |mv| position.play(mv).rows_text('\n');
    let texts: BTreeMap<_, _> = moves.into_iter().map(|mv| (text(mv), (mv, after(mv)))).collect();
    assert_eq!(texts.len(), count, "a move twice in {}", position.fen());
    texts
}

fn slow_moves(position: &Position) -> Vec<(String, String)> {
    let side = match position.side_to_move() {
        Side::Black => oracle::Side::Black,
        Side::White => oracle::Side::White,
    };
    let slow = Slow::from_rows(&position.rows_text('\n'), side).expect("our own rows");
    let moves = slow.moves();
    let after = |chosen| slow.after(chosen).rows().trim_end().to_string();
    let mut texts: Vec<_> =
        moves.iter().map(|chosen| (chosen.to_string(), after(chosen))).collect();
    texts.sort();
    texts
}
