//! Any bytes as `playdata.txt`: no panic, and what is read is written and read again.
#![no_main]

use agent::playdata::PlayData;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(playdata) = PlayData::parse(bytes.to_vec()) {
        let again = playdata.clone().into_bytes().expect("plain data");
        let again = PlayData::parse(again).expect("our own bytes");
        assert_eq!((again.side, &again.positions), (playdata.side, &playdata.positions));
        assert_eq!((again.draw, &again.snapshot), (playdata.draw, &playdata.snapshot));
    }
});
