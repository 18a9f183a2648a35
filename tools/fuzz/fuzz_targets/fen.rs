//! Any text as a position in FEN: no panic, and a position that is read is written and read again
//! as the same position.
#![no_main]

use games::checkers::Position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Position::from_fen(text) {
        Ok(position) => {
            let again = Position::from_fen(&position.fen());
            assert_eq!(again.as_ref(), Ok(&position));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
