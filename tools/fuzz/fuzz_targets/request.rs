//! Any bytes as `input.txt`: no panic, and what is understood is written and understood again.
#![no_main]

use formats::{Request, request};
use games::Game;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(request) = Request::parse(&request::text(bytes)) {
        let again = Request::parse(&request.text()).expect("our own text");
        assert_eq!(again.position, request.position);
        assert_eq!(again.position.key(), again.position.recomputed_key());
    }
});
