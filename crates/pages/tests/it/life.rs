//! Begin and end of a server, and what it costs in between.

use crate::client::{Host, body, connect, exchange, status};
use pages::{Server, Site};
use std::net::TcpStream;
use std::num::NonZeroU16;
use std::sync::Arc;
use std::thread;

#[test]
fn a_dropped_server_has_ended() {
    let host = Host::start();
    let (port, mut events) = (host.port, host.events());
    let idle = host.connect();
    assert_eq!(events.next().as_deref(), Some("0"));
    host.publish("\"the end\"");
    drop(host);
    assert_eq!(events.next().as_deref(), Some("\"the end\""), "what was published last");
    assert_eq!(events.next(), None);
    drop(idle);
    assert!(TcpStream::connect(("127.0.0.1", port)).is_err(), "nobody listens");
}

#[test]
fn a_server_that_ends_sends_the_last_answer() {
    let host = Host::start();
    let (site, base, port) = (Arc::clone(&host.site), host.base.clone(), host.port);
    let head = format!("POST {base}command HTTP/1.1\r\nHost: localhost:{port}\r\n");
    let request = format!("{head}Connection: close\r\nContent-Length: 4\r\n\r\nquit");
    let stream = host.connect();
    let page = thread::spawn(move || exchange(stream, &request));
    let asked = site.asked.lock().expect("no panic");
    asked.recv().expect("the page has sent it");
    let ending = thread::spawn(move || drop(host));
    asked.recv().expect("it is being answered");
    assert_eq!(body(&page.join().expect("an answer")), "quit");
    ending.join().expect("the server ends");
}

#[test]
fn a_port_in_use_is_named() {
    let host = Host::start();
    let port = NonZeroU16::new(host.port);
    let site = Arc::clone(&host.site) as Arc<dyn Site>;
    let error = Server::start(site, port).expect_err("in use");
    assert!(error.to_string().starts_with(&format!("port {} of", host.port)), "{error}");
    assert!(error.to_string().contains("choose another port"), "{error}");
}

#[test]
fn a_port_can_be_used_again() {
    let site = Arc::clone(&Host::start().site);
    let first = Server::start(site.clone(), None).expect("a port");
    let port: u16 = first.address().split([':', '/']).nth(4).and_then(|p| p.parse().ok()).unwrap();
    drop(first);
    let port = NonZeroU16::new(port);
    let again = Server::start(site, port).expect("the same port");
    drop(connect(again.address().split([':', '/']).nth(4).unwrap().parse().unwrap()));
}

#[test]
fn a_panic_of_the_program_is_answered() {
    let host = Host::start();
    assert_eq!(status(&host.post("command", "panic")), 500);
    assert_eq!(body(&host.post("command", "undo")), "undo");
}

#[test]
fn the_server_is_on_the_loopback_address_only() {
    let host = Host::start();
    let all = std::net::TcpListener::bind(("127.0.0.2", host.port));
    assert!(all.is_ok() || cfg!(not(target_os = "linux")), "other addresses are free");
}

/// The server's thread sleeps: the system has not switched to it. Counted, so that no load of the
/// machine can change the result.
#[cfg(target_os = "linux")]
#[test]
fn an_idle_server_costs_nothing() {
    let host = Host::start();
    let mut page = host.events();
    assert_eq!(page.next().as_deref(), Some("0"));
    thread::sleep(std::time::Duration::from_millis(200)); // until it has gone to sleep
    let before = wakes();
    thread::sleep(std::time::Duration::from_millis(1000));
    assert!(before.iter().any(|thread| wakes().contains(thread)), "{before:?} {:?}", wakes());
    host.publish("1");
    page.wait_for("1");
}

/// For each thread with the server's name, its number and how often it went to sleep.
#[cfg(target_os = "linux")]
fn wakes() -> Vec<(String, String)> {
    let threads = std::fs::read_dir("/proc/self/task").expect("threads");
    let threads = threads.filter_map(|entry| {
        let folder = entry.ok()?.path();
        let name = std::fs::read_to_string(folder.join("comm")).ok()?;
        let status = std::fs::read_to_string(folder.join("status")).ok()?;
        let line = status.lines().find(|line| line.starts_with("voluntary_ctxt_switches"))?;
        (name.trim() == "web").then(|| (folder.display().to_string(), line.to_owned()))
    });
    threads.collect()
}
