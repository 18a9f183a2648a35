//! The server's life: it begins with a port and ends when it is dropped.

use crate::server::connections::serve;
use crate::server::routes::{Served, router};
use crate::server::site::Site;
use crate::server::token::Token;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::num::NonZeroU16;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{RwLock, oneshot};

/// Where to serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// Any port that is free.
    Any,
    /// This one.
    This(NonZeroU16),
}

/// Why there is no server.
#[derive(Debug, Error)]
pub enum ServerError {
    /// Somebody else has the port.
    #[error(
        "port {0} of 127.0.0.1 is in use, perhaps by another game: \
         end that program, choose another port, or name none to get one that is free"
    )]
    InUse(NonZeroU16),
    /// The system allows no server on this port, or at all.
    #[error("cannot listen on port {port} of 127.0.0.1: {source}; name another port, or none")]
    Refused {
        /// The port; 0 for any.
        port: u16,
        /// What the system says.
        source: io::Error,
    },
    /// The system gives no thread or no event queue.
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
    /// Serves `site` on a port.
    ///
    /// # Errors
    ///
    /// If the port is in use or the system refuses.
    pub fn start(site: Arc<dyn Site>, port: Port) -> Result<Self, ServerError> {
        let (listener, port) = listen(port)?;
        let token = Token::random();
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

fn listen(port: Port) -> Result<(TcpListener, u16), ServerError> {
    let number = match port {
        Port::Any => 0,
        Port::This(port) => port.get(),
    };
    let listen = || {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, number))?;
        listener.set_nonblocking(true)?;
        let number = listener.local_addr()?.port();
        Ok((listener, number))
    };
    listen().map_err(|source: io::Error| match port {
        Port::This(port) if source.kind() == io::ErrorKind::AddrInUse => ServerError::InUse(port),
        _ => ServerError::Refused { port: number, source },
    })
}

/// The time in which a server that ends sends the answers that the program is working on, such as
/// the one to `quit`.
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
