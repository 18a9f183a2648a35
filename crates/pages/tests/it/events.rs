//! The feed, read by several at once.

use crate::client::Host;

#[test]
fn readers_get_the_latest_value_at_once_and_agree() {
    let host = Host::start();
    let mut first = host.events();
    assert_eq!(first.next().as_deref(), Some("0"));
    host.publish("1");
    let mut second = host.events();
    assert_eq!(second.next().as_deref(), Some("1"));
    for value in 2..20 {
        host.publish(&value.to_string());
        first.wait_for(&value.to_string());
        second.wait_for(&value.to_string());
    }
}

#[test]
fn a_reader_that_does_not_read_stops_no_other() {
    let host = Host::start();
    let lazy = host.events();
    let mut reader = host.events();
    let filling = "x".repeat(100_000); // many times what sockets hold
    for value in 0..500 {
        let json = format!("\"{value}{filling}\"");
        host.publish(&json);
        reader.wait_for(&json);
    }
    let mut lazy = lazy;
    let last = format!("\"499{filling}\"");
    let mut read = 0;
    while lazy.next().expect("it goes on") != last {
        read += 1;
    }
    assert!(read < 499, "the values that it missed were kept");
}

#[test]
fn a_value_with_line_ends_stays_one_event() {
    let host = Host::start();
    host.publish("{\n  \"a\": 1\r\n}");
    assert_eq!(host.events().next().as_deref(), Some("{   \"a\": 1  }"));
}
