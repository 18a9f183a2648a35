//! What is bounded: the size of a body, the number of connections, the time for a request.

use crate::client::{Host, body, exchange, status};
use std::io::{Read, Write};
use std::net::TcpStream;

#[test]
fn a_body_of_100_megabytes_is_refused_unread() {
    let host = Host::start();
    let head = format!(
        "POST {}command HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 100000000\r\n\r\n",
        host.base, host.port
    );
    assert_eq!(status(&exchange(host.connect(), &head)), 413, "before any of it has come");
    assert_eq!(body(&host.post("command", "still here")), "still here");
}

#[test]
fn a_body_without_a_length_is_read_no_further_than_the_limit() {
    let host = Host::start();
    let head = format!(
        "POST {}command HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nTransfer-Encoding: chunked\r\n\r\n",
        host.base, host.port
    );
    let mut stream = host.connect();
    stream.write_all(head.as_bytes()).expect("sent");
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    let sent = (0..1600).take_while(|_| stream.write_all(chunk.as_bytes()).is_ok()).count();
    assert!(sent < 1600, "100 MB were read");
    assert_eq!(body(&host.post("command", "still here")), "still here");
}

#[test]
fn the_largest_body_is_one_mebibyte() {
    let host = Host::start();
    let largest = "x".repeat(1 << 20);
    assert_eq!(body(&host.post("command", &largest)).len(), 1 << 20);
    let answer = host.post("command", &format!("{largest}x"));
    assert!(matches!(status(&answer), 413 | 0), "{answer}");
}

#[test]
fn a_body_that_is_no_text_is_refused() {
    let host = Host::start();
    let mut stream = host.connect();
    let head = format!("POST {}command HTTP/1.1\r\nHost: 127.0.0.1:{}", host.base, host.port);
    stream.write_all(head.as_bytes()).expect("sent");
    stream.write_all(b"\r\nContent-Length: 1\r\nConnection: close\r\n\r\n\xff").expect("sent");
    assert_eq!(status(&exchange(stream, "")), 400);
}

#[test]
fn a_thousand_connections_do_not_stop_a_page() {
    let host = Host::start();
    let mut page = host.events();
    assert_eq!(page.next().as_deref(), Some("0"));
    let silent: Vec<TcpStream> = (0..1000).map(|_| host.connect()).collect();
    host.publish("1");
    page.wait_for("1");
    assert_eq!(body(&host.post("command", "undo")), "undo", "a new connection of the page");
    let open = silent.iter().filter(|stream| is_open(stream)).count();
    assert!(open <= 256, "{open} connections are open");
}

#[test]
fn pages_that_are_open_keep_their_places() {
    let host = Host::start();
    let mut pages: Vec<_> = (0..256).map(|_| host.events()).collect();
    assert!(pages.iter_mut().all(|page| page.next().is_some()));
    assert_eq!(host.events().next(), None, "one more than there may be");
    host.publish("1");
    assert!(pages.iter_mut().all(|page| page.next().as_deref() == Some("1")));
    drop(pages);
    while host.events().next().is_none() {} // until the server has seen that they have gone
}

#[test]
fn a_head_that_does_not_come_ends_the_connection() {
    let host = Host::start();
    let (slow, silent) = (host.connect(), host.connect());
    assert_eq!(exchange(slow, "GET / HTTP/1.1\r\nHost: "), "", "closed, not answered");
    assert_eq!(exchange(silent, ""), "");
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let host = Host::start();
    let head = format!("POST {}command HTTP/1.1\r\nHost: 127.0.0.1:{}", host.base, host.port);
    let request = format!("{head}\r\nContent-Length: 9\r\n\r\nundo");
    assert_eq!(status(&exchange(host.connect(), &request)), 408);
}

/// Whether the other end has not closed it: reading finds nothing yet, not an end.
fn is_open(mut stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).expect("a socket");
    let read = stream.read(&mut [0]);
    read.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
}
