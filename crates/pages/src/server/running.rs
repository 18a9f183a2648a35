//! The server's life: it begins with a port and ends when it is dropped. It opens a page in the
//! user's browser, if there is one and a screen to show it on.

use crate::error::PageError;
use crate::server::connections::serve;
use crate::server::routes::{Served, TICKET_PATH, router};
use crate::server::site::Site;
use crate::server::token::{PageToken, Tickets};
use std::net::{Ipv4Addr, TcpListener};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{env, fmt, io};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{RwLock, oneshot};

/// A server on 127.0.0.1, in a thread of its own. Dropping it ends it, with all connections.
pub struct Server {
    address: String,
    served: Arc<Served>,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Serves `site` on a port; `None` for any free port.
    pub fn start(site: Arc<dyn Site>, port: Option<NonZeroU16>) -> Result<Self, PageError> {
        let (listener, port) = listen(port)?;
        let token = PageToken::random();
        let address = format!("http://127.0.0.1:{port}/{token}/");
        let runtime = Builder::new_current_thread().enable_io().enable_time().build();
        let runtime = runtime.map_err(no_thread)?;
        let (end, ended) = oneshot::channel();
        let tickets = Tickets::default();
        let served = Arc::new(Served { site, token, tickets, port, busy: RwLock::new(()) });
        let thread = thread::Builder::new().name("web".into());
        let thread = thread.spawn({
            let served = Arc::clone(&served);
            move || run(runtime, listener, served, ended)
        });
        let thread = Some(thread.map_err(no_thread)?);
        Ok(Self { address, served, end: Some(end), thread })
    }

    /// The address of the page, `http://127.0.0.1:PORT/TOKEN/`. It is secret.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// An address that leads to the page once. Other processes may read it in a command line.
    #[must_use]
    pub fn ticket_address(&self) -> String {
        let Served { port, tickets, .. } = &*self.served;
        format!("http://127.0.0.1:{port}/{TICKET_PATH}{}", tickets.issue())
    }

    /// Opens the page in a browser, without its secret in the browser's command line.
    pub fn open_in_browser(&self) -> Result<(), PageError> {
        open_in_browser(&self.ticket_address())
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").finish_non_exhaustive() // without the token
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

/// A listener at a port of this machine, and its number.
fn bind(number: u16) -> io::Result<(TcpListener, u16)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, number))?;
    listener.set_nonblocking(true)?;
    let number = listener.local_addr()?.port();
    Ok((listener, number))
}

fn listen(port: Option<NonZeroU16>) -> Result<(TcpListener, u16), PageError> {
    let number = port.map_or(0, NonZeroU16::get);
    bind(number).map_err(|source| match port {
        Some(port) if source.kind() == io::ErrorKind::AddrInUse => PageError::new(format!(
            "port {port} of 127.0.0.1 is in use, perhaps by another game: end that program, choose \
             another port, or name none to get one that is free"
        )),
        _ => PageError::new(format!(
            "cannot listen on port {number} of 127.0.0.1: {source}; name another port, or none"
        )),
    })
}

/// The system has no thread or no event queue.
fn no_thread(error: io::Error) -> PageError {
    let hint = "end other programs and try again";
    PageError::new(format!("cannot start the server of the page: {error}; {hint}"))
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

/// Browsers that take over the terminal, which belongs to the game. They cannot show a board.
const TEXT_BROWSERS: [&str; 9] =
    ["lynx", "links", "links2", "elinks", "w3m", "eww", "netrik", "retawq", "curl"];

/// Opens an address in `$BROWSER` or else in the default browser. Prints nothing and does not wait
/// for the browser to end.
pub fn open_in_browser(address: &str) -> Result<(), PageError> {
    let needs_screen = cfg!(all(unix, not(target_os = "macos")));
    let has_screen = !needs_screen
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()));
    let chosen = env::var("BROWSER").unwrap_or_default();
    let mut programs = programs(&chosen);
    // Without a screen only the user's own choice can show anything.
    if programs.clone().any(is_text_browser) || !has_screen && !programs.any(is_installed) {
        return Err(no_browser());
    }
    let mut options = webbrowser::BrowserOptions::new();
    options.with_suppress_output(true);
    let opened =
        webbrowser::open_browser_with_options(webbrowser::Browser::Default, address, &options);
    opened.map_err(|_| no_browser())
}

/// No browser, or no screen for it.
fn no_browser() -> PageError {
    PageError::new(
        "no browser can be opened here; open the address yourself, or set BROWSER to a browser",
    )
}

/// The programs of the commands in `$BROWSER`, which has colons between them.
fn programs(commands: &str) -> impl Iterator<Item = &Path> + Clone {
    commands.split(':').filter_map(|command| command.split_ascii_whitespace().next().map(Path::new))
}

fn is_text_browser(program: &Path) -> bool {
    let name = program.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| TEXT_BROWSERS.contains(&name))
}

/// True if the program is at its path or, for a mere name, in a folder of `$PATH`.
fn is_installed(program: &Path) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    let is_name = program.components().count() == 1;
    program.is_file() || is_name && env::split_paths(&folders).any(|at| at.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_browser_is_known_by_its_name() {
        for (commands, expected) in [
            ("/usr/bin/w3m %s", true),
            ("firefox:lynx", true),
            ("firefox -P links", false),
            ("", false),
        ] {
            assert_eq!(programs(commands).any(is_text_browser), expected, "{commands}");
        }
    }
}
