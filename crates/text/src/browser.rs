//! A session shown in a browser.

use crate::dialect::Dialect;
use crate::input::console::{Console, ErrorPolicy};
use crate::input::line_reader::LineSource;
use crate::page::BoardSite;
use crate::players::auto_player::AutoPlayer;
use crate::players::search_player::{StopFlag, TimeLimits};
use crate::session::{Session, SessionParts, TerminalBoard};
use cli::ProgramError;
use games::board::Side;
use pages::{Server, Site};
use std::fmt::Display;
use std::io::{self, Write};
use std::num::NonZeroU16;
use std::sync::Arc;
use std::sync::mpsc::channel;

/// The words before the address of a board.
pub const LABEL: &str = "the board is at";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageLaunch {
    /// The default browser opens it.
    Browser,
    /// Only the address is printed.
    AddressOnly,
}

#[derive(Clone, Copy, Debug)]
pub struct BrowserOptions {
    /// The side of the person; the program plays the other one.
    pub person: Side,
    pub limits: TimeLimits,
    pub launch: PageLaunch,
    /// `None` for any free port.
    pub port: Option<NonZeroU16>,
}

/// Shows a page, and writes its address to `out`, after `label`. Dropping the server ends it.
pub fn show(
    site: Arc<dyn Site>,
    launch: PageLaunch,
    port: Option<NonZeroU16>,
    label: &str,
    mut out: impl Write,
) -> Result<Server, ProgramError> {
    let server = Server::start(site, port).map_err(|error| no_page(&error))?;
    let address = server.address();
    if launch == PageLaunch::Browser {
        let hint = "no browser was found; write --no-open and open the address that is printed \
                    then yourself";
        server.open_in_browser().map_err(|_| no_page(&hint))?;
    }
    // A closed output must not end the game.
    let _ = writeln!(out, "{label} {address}").and_then(|()| out.flush());
    Ok(server)
}

fn no_page(why: &dyn Display) -> ProgramError {
    ProgramError::Usage(format!("no page can be shown: {why}"))
}

/// Plays a game whose commands all come from the page, until the page ends it. The address is
/// printed on standard output.
pub fn play<G: Dialect>(options: &BrowserOptions) -> Result<(), ProgramError> {
    let events = channel();
    let stop = StopFlag::default();
    let site = Arc::new(BoardSite::new(events.0.clone()));
    let parts = SessionParts {
        console: Console::new(Box::new(io::sink()), None, ErrorPolicy::Continue),
        input: LineSource::Nothing,
        player: AutoPlayer::new(options.limits, None, &stop),
        stop,
        events,
        page: Some(Arc::clone(&site)),
        board: TerminalBoard::Hidden,
    };
    // The first view that a page can read has the right players.
    let session = Session::<G>::new(parts).map_err(ProgramError::failed)?;
    let mut session = session.with_person(options.person);
    let _server = show(site, options.launch, options.port, LABEL, io::stdout())?;
    session.run().map_err(ProgramError::failed)?;
    Ok(())
}
