//! A site, and a client that sends exactly what a test says.

use pages::{Document, Feed, PartsOut, Server, Site};
use std::io::ErrorKind::{TimedOut, WouldBlock};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::Duration;

/// A site that tells its page and what was posted.
pub struct Echo {
    feed: Feed,
    /// Gets two values for each `quit`, before it is answered.
    pub quits: SyncSender<()>,
    /// The other end: who takes the second value lets `quit` be answered.
    pub asked: Mutex<Receiver<()>>,
}

impl Site for Echo {
    fn get(&self, path: &str) -> Option<Document> {
        let body = (path.is_empty() || path == "files/1.json").then(|| path.as_bytes().to_vec())?;
        Some(Document { content_type: "text/plain; charset=utf-8", body })
    }

    fn post(&self, path: &str, body: &str) -> Option<Document> {
        assert!(body != "panic", "the test asks for a panic");
        if body == "quit" {
            let _ = self.quits.send(()).and_then(|()| self.quits.send(())); // each waits for a reader
        }
        let body = (path == "command").then(|| body.as_bytes().to_vec())?;
        Some(Document { content_type: "application/json", body })
    }

    fn has_parts(&self, path: &str) -> bool {
        path == "parts"
    }

    /// Each word is a part. Behind the word `endless` nothing comes until the page is gone, which
    /// the other end of `quits` gets a message.
    fn answer_in_parts(&self, _: &str, body: &str, out: &PartsOut) {
        body.split_whitespace().for_each(|word| out.send(word));
        if body == "endless" {
            while !out.is_closed() {
                sleep(Duration::from_millis(2));
            }
            let _ = self.quits.send(());
        }
    }

    fn feed(&self) -> &Feed {
        &self.feed
    }
}

pub struct Host {
    pub server: Server,
    pub site: Arc<Echo>,
    pub port: u16,
    /// `/TOKEN/`
    pub base: String,
}

impl Host {
    pub fn start() -> Self {
        let (quits, asked) = sync_channel(0);
        let feed = Feed::new("0".into());
        let site = Arc::new(Echo { feed, quits, asked: Mutex::new(asked) });
        let server = Server::start(Arc::clone(&site) as Arc<dyn Site>, None).expect("a port");
        let rest = server.address().strip_prefix("http://127.0.0.1:").expect("loopback");
        let (port, token) = rest.split_once('/').expect("a token");
        let (port, base) = (port.parse().expect("a port"), format!("/{token}"));
        Self { site, server, port, base }
    }

    pub fn publish(&self, json: &str) {
        self.site.feed.publish(json.into());
    }

    pub fn connect(&self) -> TcpStream {
        connect(self.port)
    }

    pub fn ask(&self, request_line: &str, headers: &str, body: &str) -> String {
        let Self { port, .. } = self;
        let length = body.len();
        exchange(
            self.connect(),
            &format!(
                "{request_line} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
                 Content-Length: {length}\r\n{headers}\r\n{body}"
            ),
        )
    }

    pub fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {}{path}", self.base), "", "")
    }

    pub fn post(&self, path: &str, body: &str) -> String {
        self.ask(&format!("POST {}{path}", self.base), "", body)
    }

    pub fn events(&self) -> Events {
        let mut stream = self.connect();
        let Self { port, base, .. } = self;
        let request = format!("GET {base}events HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        Events(BufReader::new(stream))
    }
}

/// The values of the feed, as one reader sees them.
pub struct Events(BufReader<TcpStream>);

impl Events {
    /// The next value; `None` when the server has ended.
    pub fn next(&mut self) -> Option<String> {
        loop {
            let mut line = String::new();
            match self.0.read_line(&mut line) {
                Ok(0) | Err(_) => return None,
                Ok(_) => {}
            }
            if let Some(value) = line.strip_prefix("data: ") {
                return Some(value.trim_end().into());
            }
        }
    }

    pub fn wait_for(&mut self, value: &str) {
        while self.next().expect("the server goes on") != value {}
    }
}

pub fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], port))).expect("connected");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
    stream
}

/// Sends a request and reads until the server closes. Empty if it closes at once.
pub fn exchange(mut stream: TcpStream, request: &str) -> String {
    let _ = stream.write_all(request.as_bytes()); // it may be refused before it is read
    let mut answer = Vec::new();
    let end = stream.read_to_end(&mut answer);
    assert!(
        !end.is_err_and(|error| matches!(error.kind(), WouldBlock | TimedOut)),
        "the server neither answers nor closes"
    );
    String::from_utf8(answer).expect("text")
}

pub fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}

pub fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}
