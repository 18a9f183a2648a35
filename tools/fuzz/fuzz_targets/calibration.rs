//! Any bytes as `calibration.txt`: no panic, and what is accepted is possible.
#![no_main]

use agent::calibration::Calibration;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(calibration) = Calibration::parse(&String::from_utf8_lossy(bytes)) {
        assert!(calibration.checked().is_ok());
    }
});
