//! The command line of `harness`.

use crate::command::CommandLine;
use crate::limits::seconds;
use clap::Parser;
use std::path::PathBuf;
use std::time::Duration;

/// An example that can be typed as it stands.
const EXAMPLE: &str = "\
Example. A script for Lines of Action, first-1.in:

    #* target/release/loa
    # Both sides play by themselves, with the seed always the same game; its board is compared.
    seed 7
    auto black
    #*time 5 60
    #*move/win+
    dump
    quit

    $ harness first-1.in             # runs it, shows what it would compare
    $ harness --update first-1.in    # writes that to first-1.std
    $ harness first-1.in             # compares from now on

Directives begin with `#*` in the first column. For Amazons the first line is the command itself,
and directives begin with `*`. All other lines are sent to the program at once.

    time MOVE GAME        seconds for a move and for a game (10 and 60 without it)
    move                  wait for one move
    move/win, move/win+   wait for moves until a result; + keeps the result for the comparison
    win+                  the next announcement must be a result; keep it
    remote move/win[+]    play against the program of the other script, NAME-1.in against NAME-2.in

Kept for the comparison are the dumps, from === to ===, and the results that a + asks for. Comments
(#), blank lines and blanks at line ends do not count.

Exit code: 0 all passed, 1 some failed, 2 a wrong option or script, 4 a .std file that cannot be
read or written, 128 and the signal's number after Ctrl-C.";

/// Runs scripts against a text-command game program, or against two that play each other
///
/// A SCRIPT is an .in file, or a folder that holds some. Each is a test of its own, but NAME-1.in
/// and NAME-2.in together are one test in which two programs get each other's moves; if one of them
/// has a `remote` directive, to name it is enough. A program
/// fails if it is late, hangs, crashes, ends with an exit code other than 0, announces what is no
/// move or result, or prints something other than the .std file beside the script.
#[derive(Debug, Parser)]
#[command(name = "harness", version, after_long_help = EXAMPLE)]
pub struct Cli {
    /// Scripts, or folders of scripts
    #[arg(required = true, value_name = "SCRIPT")]
    pub scripts: Vec<PathBuf>,
    /// Show every line that is sent to and printed by the programs
    #[arg(long, short, conflicts_with = "jobs")]
    pub verbose: bool,
    /// Write what is collected to the .std files, for tests in which nothing fails
    #[arg(long)]
    pub update: bool,
    /// Run this command in place of the one the scripts name; given twice, the second is for
    /// NAME-2.in. Quotes are understood, and `\` is one: write paths with `/`, on Windows too
    #[arg(long, value_name = "COMMAND", value_parser = CommandLine::split_with_quotes)]
    pub program: Vec<CommandLine>,
    /// Tests to run at a time
    #[arg(long, short, default_value_t = 1, value_name = "N", value_parser = at_least_one())]
    pub jobs: u16,
    /// Seconds for a move, where a script sets no time
    #[arg(long, default_value = "10", value_name = "SECONDS", value_parser = duration)]
    pub move_time: Duration,
    /// Seconds for a game, where a script sets no time
    #[arg(long, default_value = "60", value_name = "SECONDS", value_parser = duration)]
    pub game_time: Duration,
    /// Seconds for what needs no thought: to answer win+, and to leave at the end of input
    #[arg(long, default_value = "5", value_name = "SECONDS", value_parser = duration)]
    pub patience: Duration,
}

fn at_least_one() -> clap::builder::RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(1..)
}

fn duration(word: &str) -> Result<Duration, String> {
    seconds(word).ok_or_else(|| "write seconds above 0, at most a million".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn times_are_seconds_above_zero() {
        let parse = |words: &[&str]| Cli::try_parse_from([&["harness", "a.in"], words].concat());
        let cli = parse(&["--patience", "0.5"]).expect("fine");
        assert_eq!((cli.patience, cli.move_time.as_secs()), (Duration::from_millis(500), 10));
        for words in [["--patience", "0"], ["--jobs", "0"], ["--program", "'a"], ["--program", ""]]
        {
            assert!(parse(&words).is_err(), "{words:?}");
        }
        assert!(Cli::try_parse_from(["harness"]).is_err(), "nothing to do");
    }
}
