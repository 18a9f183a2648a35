//! Accepts connections, at most 256 at once.
//!
//! When there are too many, the oldest that has never sent the token is closed; if all have, the
//! new one is. So an open page stays open and can be reloaded, whatever else connects.

use crate::server::routes::Trusted;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::VecDeque;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, spawn, yield_now};

/// The most connections at once: a person with 200 pages, each with its stream of events, can open
/// one more. A browser has at most six for a page.
const MAX_CONNECTIONS: usize = 256;

/// The time for the head of a request to arrive; after an answer, for that of the next.
const HEAD_TIME: Duration = Duration::from_secs(5);

/// The pause after an error of the system, such as too many files.
const PAUSE: Duration = Duration::from_millis(100);

struct Connection {
    trusted: Trusted,
    task: AbortHandle,
}

/// Serves `router` to all connections; never ends.
pub(crate) async fn serve(listener: TcpListener, router: Router) {
    let mut connections = VecDeque::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        if has_room(&mut connections) {
            let trusted = Trusted::default();
            let router = router.clone().layer(Extension(trusted.clone()));
            let task = spawn(converse(stream, router)).abort_handle();
            connections.push_back(Connection { trusted, task });
        }
        yield_now().await; // what has been sent is read before it can be closed
    }
}

/// Makes room for one more, if it can be made.
fn has_room(connections: &mut VecDeque<Connection>) -> bool {
    if connections.len() < MAX_CONNECTIONS {
        return true;
    }
    connections.retain(|connection| !connection.task.is_finished());
    if connections.len() < MAX_CONNECTIONS {
        return true;
    }
    let untrusted = connections.iter().position(|connection| !connection.trusted.get());
    let untrusted = untrusted.and_then(|at| connections.remove(at));
    untrusted.inspect(|connection| connection.task.abort()).is_some()
}

/// Answers the requests of one connection. Whatever fails ends it, and nothing else.
async fn converse(stream: TcpStream, router: Router) {
    let _ = stream.set_nodelay(true); // only a matter of latency
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(64 << 10);
    let _ = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router)).await;
}
