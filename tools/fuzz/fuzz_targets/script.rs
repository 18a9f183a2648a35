//! Any bytes as an `.in` file and as the output of a program: no panic; the lines of a script are
//! numbered without a gap, and no line of output means more than one thing.
#![no_main]

use harness::{Limits, OutputParser, Reading, Script};
use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(Ok(script)) = Script::parse(Path::new("any.in"), bytes, Reading::Tolerant) {
        let numbers = script.steps.iter().map(|step| step.line);
        assert!(numbers.clone().zip(numbers.skip(1)).all(|(line, next)| line + 1 == next));
    }
    let mut parser = OutputParser::new(None, Limits::default(), Reading::Tolerant);
    let lines = bytes.split(|&byte| byte == b'\n');
    let _ = lines.map_while(|line| parser.line(line).ok()).count();
});
