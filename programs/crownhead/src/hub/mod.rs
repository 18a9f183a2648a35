//! `crownhead hub`: a GUI or another program drives our player by the Hub protocol.
//!
//! The crate `hub` holds the conversation; here are its options and its streams.

use clap::Args;
use cli::ProgramError;
use hub::Params;
use std::io::{BufReader, IsTerminal, Write, stderr, stdin, stdout};

const EXAMPLES: &str = "\
A conversation; what you type is marked with `>`:
  > hub
  id name=Crownhead version=0.1.0 author=\"The Crownhead engineers\"
  param name=variant value=english type=enum values=english
  ...
  wait
  > set-param name=book value=false
  > init
  ready
  > pos start moves=\"11-15 23-19\"
  > level move-time=1
  > go think
  info depth=1 score=0.14 nodes=13 time=0.000 nps=0.07 pv=\"8-11\"
  info depth=2 score=0.18 nodes=90 time=0.002 nps=0.06 pv=\"8-11 22-18\"
  ...
  done move=8-11 ponder=22-17
  > quit

Examples:
  crownhead hub --set tt-size=26         a table of 2^26 entries, which take 1 GB
  crownhead hub --set position=pdn       positions with W for White, and square 1 first
  crownhead hub --set tables=DIR/wdl-6   all endings of six pieces

Parameters, as `set-param` and `--set` take them:
  variant=english        the only game
  book=true|false        play moves of the opening book without a search
  ponder=true|false      the GUI lets us think in the opponent's time
  tt-size=16..28         the transposition table has 2^N entries of 16 bytes:
                         20: 16 MB, 22: 64 MB (the default), 24: 256 MB, 26: 1 GB
  bb-size=0..7           ask the endgame tables for positions of at most this many pieces
  draw-rule=none|50-quiet-turns  whether 50 turns without capture or crowning draw the game
  tables=PATH            a file wdl-7 or wdl-6 of larger endgame tables, or its folder
  position=pydraughts|pdn  how positions are written; docs/HUB.md explains both

Exit codes: 0 the conversation ended with `quit` or with the end of the input; 2 the command line is
wrong; 4 standard input cannot be read, or standard output cannot be written.";

/// Plays and analyzes in draughts programs, by the Hub protocol on standard input and output
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct HubArgs {
    /// Set a parameter at the start; can be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
}

/// Talks until `quit` or the end of the input.
pub fn run(args: &HubArgs) -> Result<(), ProgramError> {
    let params = params(&args.settings)?;
    if stdin().is_terminal() {
        let hint = "crownhead hub: type `hub`, `quit` or another command of the protocol; \
                    `crownhead hub --help` shows a conversation\n";
        // A closed standard error is no reason to stop.
        let _ = stderr().write_all(hint.as_bytes());
    }
    hub::run(BufReader::new(stdin()), stdout().lock(), params)
}

fn params(settings: &[String]) -> Result<Params, ProgramError> {
    let mut params = Params::default();
    for setting in settings {
        let Some((name, value)) = setting.split_once('=') else {
            let sentence = format!("--set {setting}: write it as NAME=VALUE, such as tt-size=24");
            return Err(ProgramError::Usage(sentence));
        };
        params
            .set(name, value)
            .map_err(|error| ProgramError::Usage(format!("--set {setting}: {}", error.message)))?;
    }
    Ok(params)
}
