//! A session shown in a browser.

use crate::auto_player::AutoPlayer;
use crate::console::{Console, ErrorPolicy};
use crate::dialect::Dialect;
use crate::line_reader::Input;
use crate::page::BoardSite;
use crate::search_player::{StopFlag, TimeLimits};
use crate::session::{Session, SessionParts, TerminalBoard};
use games::board::Side;
use pages::{Port, Server, ServerError};
use std::io::{self, Write};
use std::num::NonZeroU16;
use std::sync::Arc;
use std::sync::mpsc::channel;
use thiserror::Error;

/// Whether the default browser is asked to show the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// It is.
    Browser,
    /// The address is printed, no more.
    AddressOnly,
}

/// A game of a person against the program.
#[derive(Clone, Copy, Debug)]
pub struct BrowserOptions {
    /// The side of the person; the program plays the other one.
    pub person: Side,
    /// The time of the program.
    pub limits: TimeLimits,
    /// Whether the browser is opened.
    pub opening: Opening,
    /// The port of the page; `None` for any that is free.
    pub port: Option<NonZeroU16>,
}

/// Why no game is shown.
#[derive(Debug, Error)]
pub enum BrowserError {
    /// The server cannot start.
    #[error("no page can be shown: {0}")]
    Server(#[from] ServerError),
    /// There is no browser.
    #[error(
        "no page can be shown: no browser was found; write --no-open and open the address that is \
         printed then yourself"
    )]
    NoBrowser,
    /// The session failed.
    #[error("{0}")]
    Session(#[from] io::Error),
}

/// Shows a page: a server that ends when it is dropped. Its address goes to `told`.
///
/// # Errors
/// The port is not free, or there is no browser that could be opened.
pub fn show(
    site: Arc<BoardSite>,
    opening: Opening,
    port: Option<NonZeroU16>,
    mut told: impl Write,
) -> Result<Server, BrowserError> {
    let server = Server::start(site, port.map_or(Port::Any, Port::This))?;
    let address = server.address();
    if opening == Opening::Browser {
        pages::open_in_browser(address).map_err(|_| BrowserError::NoBrowser)?;
    }
    // Whoever does not read the address must not end the game.
    let _ = writeln!(told, "the board is at {address}").and_then(|()| told.flush());
    Ok(server)
}

/// Plays a game whose commands all come from the page, until the page ends it. The address is
/// printed on standard output.
///
/// # Errors
/// No page can be shown.
pub fn play<G: Dialect>(options: &BrowserOptions) -> Result<(), BrowserError> {
    let events = channel();
    let stop = StopFlag::default();
    let site = Arc::new(BoardSite::new(events.0.clone()));
    let parts = SessionParts {
        console: Console::new(Box::new(io::sink()), None, ErrorPolicy::Continue),
        input: Input::Nothing,
        player: AutoPlayer::new(options.limits, None, &stop),
        stop,
        events,
        page: Some(Arc::clone(&site)),
        board: TerminalBoard::Hidden,
    };
    let mut session = Session::<G>::new(parts)?.with_person(options.person);
    let _server = show(site, options.opening, options.port, io::stdout())?;
    session.run()?;
    Ok(())
}
