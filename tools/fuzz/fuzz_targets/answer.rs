//! Any bytes as `output.txt`: no panic, and what is found is legal.
#![no_main]

use formats::answer;
use games::Game;
use games::checkers::Position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let legal = Position::start().move_list();
    if let Ok(Some(found)) = answer::find(&String::from_utf8_lossy(bytes), &legal) {
        assert!(legal.contains(&found));
    }
});
