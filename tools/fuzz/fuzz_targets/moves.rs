//! Any bytes as the choices of a game: every position keeps its key, and its moves read back.
#![no_main]

use games::checkers::Position;
use games::{Game, Notation};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut position = Position::start();
    for &byte in bytes.iter().take(300) {
        let moves = position.move_list();
        assert_eq!(moves.len() as u64, position.count_moves());
        if moves.is_empty() {
            return;
        }
        let mv = moves[usize::from(byte) % moves.len()];
        assert_eq!(position.read_move(&position.move_text(mv)), Ok(mv));
        position = position.play(mv);
        assert_eq!(position.key(), position.recomputed_key());
    }
});
