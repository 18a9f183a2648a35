//! A host of files that knows nothing of them, as those that people rent: no headers, no answers.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, thread};

/// Serves a folder below a path; dropping it ends it, so that its pages are offline.
pub struct StaticHost {
    pub address: String,
    ended: Arc<AtomicBool>,
    port: u16,
}

impl StaticHost {
    /// `below` begins and ends with a slash.
    pub fn of(folder: PathBuf, below: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let ended = Arc::new(AtomicBool::new(false));
        let has_ended = Arc::clone(&ended);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if has_ended.load(Ordering::Relaxed) {
                    return;
                }
                let folder = folder.clone();
                thread::spawn(move || answer(stream, &folder, below));
            }
        });
        StaticHost { address: format!("http://127.0.0.1:{port}{below}"), ended, port }
    }
}

impl Drop for StaticHost {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

/// One request a connection.
fn answer(stream: TcpStream, folder: &Path, below: &str) {
    let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
    let Some(first) = lines.next() else { return };
    let _ = lines.find(String::is_empty);
    let path = first.split(' ').nth(1).unwrap_or_default();
    let name = path.split('?').next().and_then(|path| path.strip_prefix(below));
    let file = name.map(|name| folder.join(if name.is_empty() { "index.html" } else { name }));
    let read = file.as_ref().and_then(|file| Some((file, fs::read(file).ok()?)));
    let mut out = &stream;
    let _ = match read {
        Some((file, bytes)) => {
            let kind = kind_of(file);
            let size = bytes.len();
            write!(
                out,
                "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {size}\r\n\
                 Connection: close\r\n\r\n"
            )
            .and_then(|()| out.write_all(&bytes))
        }
        None => {
            write!(out, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
    };
}

fn kind_of(file: &Path) -> &'static str {
    match file.extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}
