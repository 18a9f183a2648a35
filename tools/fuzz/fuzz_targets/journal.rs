//! Any bytes as a line of a journal: no panic, the record and the result without its moves agree,
//! and what is read is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use referee::journal::{read_line as read_line, read_result_line as read_result_line, write_line as write_line};

fuzz_target!(|bytes: &[u8]| {
    let result = read_result_line(bytes);
    let Ok(record) = read_line(bytes) else { return };
    let result = result.expect("the record was read");
    assert_eq!(result, record.result());
    let text = write_line(&record).expect("plain data");
    let again = read_line(text.as_bytes()).expect("our own line");
    assert_eq!(write_line(&again).expect("plain data"), text);
});
