//! `crownhead board`: a board to move on, with our player's analysis, in a page.
//!
//! The page is that of the static site. There a worker with the engine answers; here the program
//! does, by the same code: `analysis::api`.
//!
//! | file | job |
//! |---|---|
//! | `site.rs` | the page's requests |
//! | `kept.rs` | the games that outlive the page |
//! | `opened.rs` | the file of the command line |

mod kept;
mod opened;
mod site;

use crate::board::opened::OpenedFile;
use crate::board::site::EngineSite;
use clap::Args;
use cli::ProgramError;
use std::io::stdout;
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::park;
use text::browser::{LABEL, PageLaunch, show};

const EXAMPLES: &str = "\
Examples:
  crownhead board                 a new game
  crownhead board games.pdn       the games of a file
  crownhead board input.txt       the position of an agent's request

The page moves pieces of all four games, analyzes, reviews games, plays at eight levels, and reads
and writes files. Press Ctrl-C in the terminal to end it. docs/BOARD.md explains it.";

/// Opens a board in the browser: free moves, analysis, files of games
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct BoardArgs {
    /// File of games or a position, in any format that the page reads; `-` is standard input
    pub file: Option<PathBuf>,
    /// Print the address of the page, but open no browser
    #[arg(long)]
    pub no_open: bool,
    #[allow(rustdoc::bare_urls, reason = "the help of the option has this text")]
    /// Address of a static copy of the page, such as https://example.org/board/: where shared
    /// positions open
    #[arg(long, value_name = "URL", value_parser = web_address)]
    pub site: Option<String>,
    /// Port of the page [default: any free port]
    #[arg(long)]
    pub port: Option<NonZeroU16>,
}

/// Serves the page until the program is interrupted.
pub fn run(args: &BoardArgs) -> Result<(), ProgramError> {
    let opened = args.file.as_deref().map(OpenedFile::read).transpose()?;
    let launch = if args.no_open { PageLaunch::AddressOnly } else { PageLaunch::Browser };
    let site = Arc::new(EngineSite::new(opened, args.site.clone()));
    let _server = show(site, launch, args.port, LABEL, stdout())?;
    loop {
        park();
    }
}

fn web_address(text: &str) -> Result<String, ProgramError> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_web = host.is_some_and(|host| host.starts_with(|first: char| first.is_alphanumeric()));
    let has_rest = text.contains(['#', '?', ' ']);
    if is_web && !has_rest {
        Ok(text.to_string())
    } else {
        Err(ProgramError::usage("name the address of a page, as https://example.org/board/"))
    }
}
