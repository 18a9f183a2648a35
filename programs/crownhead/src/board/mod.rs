//! `crownhead board`: a board to move on, with our player's analysis, in a page.
//!
//! The page is that of the static site. There a worker with the engine answers; here the program
//! does, by the same code: `analysis::api`.
//!
//! | file | job |
//! |---|---|
//! | `site.rs` | the page's requests |

mod site;

use crate::board::site::{EngineSite, OpenedFile};
use crate::streams;
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
    /// Port of the page [default: any free port]
    #[arg(long)]
    pub port: Option<NonZeroU16>,
}

/// Serves the page until the program is interrupted.
pub fn run(args: &BoardArgs) -> Result<(), ProgramError> {
    let opened = args.file.as_deref().map(OpenedFile::read).transpose()?;
    let launch = if args.no_open { PageLaunch::AddressOnly } else { PageLaunch::Browser };
    let site = Arc::new(EngineSite::new(opened));
    let _server = show(site, launch, args.port, LABEL, stdout())?;
    loop {
        park();
    }
}

impl OpenedFile {
    fn read(path: &std::path::Path) -> Result<Self, ProgramError> {
        let (name, bytes) = streams::read_whole(path, "; name a file of games or a position")?;
        if bytes.len() > site::MOST_BYTES {
            let most = site::MOST_BYTES >> 20;
            return Err(ProgramError::Failed(format!("{name} has more than {most} MB; split it")));
        }
        Ok(OpenedFile { name, text: formats::pdn::decode(&bytes).into_owned() })
    }
}
