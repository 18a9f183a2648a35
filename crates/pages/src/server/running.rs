//! The server's life: it begins with a port and ends when it is dropped.

use crate::server::connections::serve;
use crate::server::routes::{Served, router};
use crate::server::site::Site;
use crate::server::token::PageToken;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::num::NonZeroU16;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{RwLock, oneshot};

#[derive(Debug, Error)]
pub enum ServerError {
    #[error(
        "port {0} of 127.0.0.1 is in use, perhaps by another game: \
         end that program, choose another port, or name none to get one that is free"
    )]
    InUse(NonZeroU16),
    /// The system allows no server on this port, or at all.
    #[error("cannot listen on port {port} of 127.0.0.1: {source}; name another port, or none")]
    Refused {
        /// 0 for any.
        port: u16,
        source: io::Error,
    },
    /// The system has no thread or no event queue.
    #[error("cannot start the server of the page: {0}; end other programs and try again")]
    NoThread(io::Error),
}

/// A server on 127.0.0.1, in a thread of its own. Dropping it ends it, with all connections.
#[derive(Debug)]
pub struct Server {
    address: String,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Serves `site` on a port; `None` for any free port.
    pub fn start(site: Arc<dyn Site>, port: Option<NonZeroU16>) -> Result<Self, ServerError> {
        let (listener, port) = listen(port)?;
        let token = PageToken::random();
        let address = format!("http://127.0.0.1:{port}/{token}/");
        let runtime = Builder::new_current_thread().enable_io().enable_time().build();
        let runtime = runtime.map_err(ServerError::NoThread)?;
        let (end, ended) = oneshot::channel();
        let served = Arc::new(Served { site, token, port, busy: RwLock::new(()) });
        let thread = thread::Builder::new().name("web".into());
        let thread = thread.spawn(move || run(runtime, listener, served, ended));
        let thread = Some(thread.map_err(ServerError::NoThread)?);
        Ok(Self { address, end: Some(end), thread })
    }

    /// The address of the page, `http://127.0.0.1:PORT/TOKEN/`. It is secret.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join(); // a panic there must not become one here
        }
    }
}

fn listen(port: Option<NonZeroU16>) -> Result<(TcpListener, u16), ServerError> {
    let number = port.map_or(0, NonZeroU16::get);
    let listen = || {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, number))?;
        listener.set_nonblocking(true)?;
        let number = listener.local_addr()?.port();
        Ok((listener, number))
    };
    listen().map_err(|source: io::Error| match port {
        Some(port) if source.kind() == io::ErrorKind::AddrInUse => ServerError::InUse(port),
        _ => ServerError::Refused { port: number, source },
    })
}

/// The time for a server that ends to send pending answers, such as the one to `quit`.
const ENDING_TIME: Duration = Duration::from_secs(1);

/// Serves until the other end of `ended` is gone.
fn run(runtime: Runtime, listener: TcpListener, served: Arc<Served>, ended: oneshot::Receiver<()>) {
    let serving = async move {
        if let Ok(listener) = tokio::net::TcpListener::from_std(listener) {
            let serving = tokio::spawn(serve(listener, router(Arc::clone(&served))));
            let _ = ended.await; // it can only be dropped
            serving.abort();
            let _ = tokio::time::timeout(ENDING_TIME, served.busy.write()).await; // then give up
            flush().await;
        }
    };
    runtime.block_on(serving);
    runtime.shutdown_background();
}

/// Lets the connections send what was published last.
async fn flush() {
    for _ in 0..8 {
        tokio::task::yield_now().await;
    }
}
