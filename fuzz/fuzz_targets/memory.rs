//! Any bytes as `playdata.txt`: no panic, and what is read is written and read again.
#![no_main]

use crownhead::playdata::Memory;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(memory) = Memory::parse(bytes.to_vec()) {
        let again =
            Memory::parse(memory.clone().written().expect("plain data")).expect("our own text");
        assert_eq!(again.positions, memory.positions);
        assert_eq!(again.snapshot, memory.snapshot);
    }
});
