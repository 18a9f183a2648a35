//! What protects a page, seen from inside a browser.

use crate::browser::Browser;
use pages::{Document, Feed, Server, Site};
use std::sync::Arc;

/// A page with markup as an attacker would write it: none of it may run.
const HOSTILE: &str = "<!DOCTYPE html><title>untouched</title><link rel=icon href=data:,>\
    <p id=own>shown</p><script>document.title = 'inline'</script>\
    <img src=none onerror=\"document.title = 'handler'\">\
    <iframe srcdoc='<script>parent.document.title = 1</script>'></iframe>\
    <script src=http://rebound.example/x.js></script>\
    <script type=module src=page.js></script>";

const SCRIPT: &str = "new EventSource('events').onmessage = async (event) => {
    const answer = await fetch('command', { method: 'POST', body: event.data });
    document.querySelector('#own').textContent = await answer.text();
};";

struct Hostile(Feed);

impl Site for Hostile {
    fn get(&self, path: &str) -> Option<Document> {
        let (content_type, text) = match path {
            "" => ("text/html; charset=utf-8", HOSTILE),
            "page.js" => ("text/javascript; charset=utf-8", SCRIPT),
            _ => return None,
        };
        Some(Document { content_type, body: text.into() })
    }

    fn post(&self, _: &str, body: &str) -> Option<Document> {
        Some(Document { content_type: "text/plain", body: format!("got {body}").into() })
    }

    fn feed(&self) -> &Feed {
        &self.0
    }
}

fn serve() -> (Arc<Hostile>, Server) {
    let site = Arc::new(Hostile(Feed::new("1".into())));
    let server = Server::start(Arc::clone(&site) as Arc<dyn Site>, None).expect("a port");
    (site, server)
}

#[test]
fn only_our_scripts_run_and_get_what_is_published() {
    let ((site, server), browser) = (serve(), Browser::start());
    browser.open(server.address());
    browser.wait_until("document.querySelector('#own').textContent === 'got 1'");
    site.0.publish("2".into());
    browser.wait_until("document.querySelector('#own').textContent === 'got 2'");
    assert_eq!(browser.text("document.title"), "untouched");
    assert!(browser.console().iter().any(|line| line.contains("Content Security Policy")));
}

#[test]
fn another_name_for_this_machine_gets_nothing() {
    let ((_site, server), browser) = (serve(), Browser::start());
    browser.open(&server.address().replace("127.0.0.1", "rebound.example"));
    assert!(!browser.is("document.querySelector('#own')"), "{}", browser.text("document.title"));
    browser.open(&server.address().replace("127.0.0.1", "localhost"));
    browser.wait_until("document.querySelector('#own').textContent === 'got 1'");
}

#[test]
fn a_page_of_another_port_can_send_nothing() {
    let ((_site, server), browser) = (serve(), Browser::start());
    let (_other_site, other) = serve();
    browser.open(other.address());
    let status = |mode: &str| {
        browser.text(&format!(
            "await fetch('{}command', {{ method: 'POST', mode: '{mode}', body: 'x' }})
                .then((answer) => answer.type + answer.status, () => 'refused')",
            server.address()
        ))
    };
    assert_eq!([status("cors"), status("no-cors")], ["refused", "refused"]);
}
