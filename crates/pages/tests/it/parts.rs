//! Answers in parts: each comes when it is sent, and a page that is gone ends them.

use crate::client::{Host, status};
use std::io::{Read, Write};
use std::time::Duration;

#[test]
fn each_part_is_a_line() {
    let host = Host::start();
    let answer = host.post("parts", "one two");
    assert_eq!(status(&answer), 200);
    assert!(answer.to_lowercase().contains("content-type: application/x-ndjson"), "{answer}");
    assert!(answer.contains("one\n") && answer.contains("two\n"), "{answer}");
}

#[test]
fn a_page_that_is_gone_ends_its_answer() {
    let host = Host::start();
    let mut stream = host.connect();
    let (port, base) = (host.port, &host.base);
    let request = format!(
        "POST {base}parts HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Length: 7\r\n\r\nendless"
    );
    stream.write_all(request.as_bytes()).expect("sent");
    let (mut text, mut bytes) = (String::new(), [0; 512]);
    while !text.contains("endless\n") {
        let count = stream.read(&mut bytes).expect("the first part comes before the end");
        assert!(count > 0, "the answer goes on: {text}");
        text.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    drop(stream);
    let asked = host.site.asked.lock().expect("no panic");
    asked.recv_timeout(Duration::from_secs(60)).expect("the answer has ended");
}
