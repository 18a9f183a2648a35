//! `crownhead watch`: a match between agents in a page, while the referee plays it.
//!
//! The page only reads what the referee writes: `journal.jsonl` and `live.json`. So nothing here
//! can touch the match, and it does not matter which of the two is started first.
//!
//! | file | job |
//! |---|---|
//! | `watched_match.rs` | the two files, read again when they have changed, and the JSON of the page |
//! | `site.rs` | the page's requests; a finished game with all its boards |

mod site;
#[cfg(test)]
mod tests;
mod watched_match;

use crate::watch::site::WatchSite;
use crate::watch::watched_match::WatchedMatch;
use clap::Args;
use cli::ProgramError;
use cli::visible;
use pages::Server;
use referee::journal::{JOURNAL, LIVE_FILE};
use std::fs;
use std::io::{Write, stderr, stdout};
use std::num::NonZeroU16;
use std::os::unix::process::parent_id;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

/// Between two looks at the files: three questions to the system if nothing has changed.
const LOOK_INTERVAL: Duration = Duration::from_millis(400);
/// What a referee writes into the folder of a match.
const FILES: [&str; 2] = [JOURNAL, LIVE_FILE];
/// Looks of the page of `--watch` after the referee has ended, so that it shows the end.
const LAST_LOOKS: u32 = 5;

const EXAMPLES: &str = "\
Examples:
  referee match A B --watch                 plays a match and opens this page
  crownhead watch referee-out               opens it for a running or finished match

The match continues if you close the page or end this program with Ctrl-C.";

/// Shows a match of agents while the referee plays it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct WatchArgs {
    /// Folder of the match: the `--out` of the referee
    pub dir: PathBuf,
    /// Print the address of the page, but open no browser.
    #[arg(long)]
    pub no_open: bool,
    /// Port of the page [default: any free port]
    #[arg(long)]
    pub port: Option<NonZeroU16>,
    /// End soon after the process that has started this one, if it has this number
    #[arg(long, value_name = "PID", hide = true)]
    pub until_exit_of: Option<u32>,
}

/// Serves the page until the program is interrupted, or the referee that has started it ends.
pub fn run(args: &WatchArgs) -> Result<(), ProgramError> {
    check_folder(args)?;
    let site = Arc::new(WatchSite::new(WatchedMatch::new(&args.dir, args.until_exit_of)));
    let server = Server::start(Arc::clone(&site) as Arc<dyn pages::Site>, args.port);
    let server = server.map_err(|error| ProgramError::Usage(error.to_string()))?;
    show(&server, args);
    while args.until_exit_of.is_none_or(|pid| parent_id() == pid) {
        site.look();
        sleep(LOOK_INTERVAL);
    }
    for _ in 0..LAST_LOOKS {
        site.look();
        sleep(LOOK_INTERVAL);
    }
    Ok(())
}

/// An empty folder may be that of a match that is to begin.
fn check_folder(args: &WatchArgs) -> Result<(), ProgramError> {
    let dir = &args.dir;
    let name = visible::path(dir);
    let Ok(entries) = fs::read_dir(dir) else {
        return Err(ProgramError::Failed(format!(
            "there is no folder {name}; name the folder of a match, which the referee calls --out"
        )));
    };
    let folders: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    if folders.is_empty()
        || args.until_exit_of.is_some()
        || FILES.iter().any(|file| dir.join(file).exists())
    {
        return Ok(());
    }
    let inner = folders.iter().find(|inner| FILES.iter().any(|file| inner.join(file).exists()));
    let hint = inner.map_or_else(
        || "name the folder of a match, which the referee calls --out".to_string(),
        |inner| format!("there is one in {}", visible::path(inner)),
    );
    Err(ProgramError::Failed(format!(
        "{name} holds no match: neither {} is there; {hint}",
        FILES.join(" nor ")
    )))
}

fn show(server: &Server, args: &WatchArgs) {
    let address = server.address();
    // A standard output that is closed does not end the page.
    let _ = writeln!(stdout(), "The match in {}: {address}", visible::path(&args.dir));
    if args.no_open {
        return;
    }
    // The page is there all the same, for a browser that is opened by hand.
    if let Err(error) = server.open_in_browser() {
        let error = visible::lines(&error.to_string()).into_owned();
        let _ = writeln!(stderr(), "crownhead: {error}; Ctrl-C ends the page");
    }
}
