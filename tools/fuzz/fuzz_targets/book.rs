//! Any bytes as a book, and any choice of moves in a book of our own: every answer is a legal move.
#![no_main]

use evaluation::checkers::book::{Book, distinct_moves, encode};
use games::Game;
use games::checkers::{PackedPosition, Position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let book = Book::from_bytes(bytes);
    let (mut position, mut entries) = (Position::start(), Vec::new());
    for choice in bytes.chunks(3) {
        assert!(book.moves(&position).iter().all(|&mv| is_legal(&position, mv)));
        let moves = distinct_moves(&position);
        if moves.is_empty() {
            break;
        }
        let [first, second, third] = [0, 1, 2].map(|nth| choice.get(nth).copied().unwrap_or(0));
        // Indices that no position has are among them.
        let good = (0..16).filter(|nth| (u16::from_le_bytes([first, second]) >> nth) & 1 == 1);
        entries.push((position, good.collect::<Vec<usize>>()));
        position = position.play(moves[usize::from(third) % moves.len()].1);
    }
    let packed =
        entries.iter().map(|(position, good)| (PackedPosition::of(position), good.clone()));
    let file = encode(packed);
    let ours = Book::from_bytes(&file);
    assert_eq!(ours.len(), entries.len());
    for (position, _) in &entries {
        assert!(ours.moves(position).iter().all(|&mv| is_legal(position, mv)));
    }
});

fn is_legal(position: &Position, mv: games::checkers::Move) -> bool {
    let moves = position.move_list();
    moves.contains(&mv)
}
