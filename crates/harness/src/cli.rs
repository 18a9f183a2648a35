//! The command line of `harness`.

use crate::command::CommandLine;
use clap::Parser;
use cli::values;
use std::path::PathBuf;
use std::time::Duration;

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
/// A SCRIPT is an .in file or a folder of them. Each file is one test, but NAME-1.in and NAME-2.in
/// together are one test in which two programs receive each other's moves; if one of them has a
/// `remote` directive, you can name just that one. A program fails if it is late, hangs, crashes,
/// exits with a code other than 0, announces something that is not a move or a result, or prints
/// something other than the .std file beside the script.
#[derive(Debug, Parser)]
#[command(name = "harness", version, after_long_help = EXAMPLE)]
pub struct Cli {
    /// Scripts or folders of scripts
    #[arg(required = true, value_name = "SCRIPT")]
    pub scripts: Vec<PathBuf>,
    /// Print every line sent to and printed by the programs
    #[arg(long, short, conflicts_with = "jobs")]
    pub verbose: bool,
    /// Take announcements and directives only in their exact form; else `*b1-b3`, ` * white wins`,
    /// `* b1-b3 score 5` and indented directives are taken with a remark
    #[arg(long)]
    pub strict: bool,
    /// Write the output of tests in which nothing fails to their .std files
    #[arg(long)]
    pub update: bool,
    /// Run this command instead of the one in the scripts; the second of two is for NAME-2.in.
    /// Quotes and `\` work as in a shell: write paths with `/`, even on Windows
    #[arg(long, value_name = "COMMAND", value_parser = CommandLine::split_with_quotes)]
    pub program: Vec<CommandLine>,
    /// Tests to run at the same time
    #[arg(long, short, default_value_t = 1, value_name = "N", value_parser = values::at_least_one::<usize>)]
    pub jobs: usize,
    /// Seconds for a move, if the script sets no time
    #[arg(long, default_value = "10", value_name = "SECONDS", value_parser = values::duration)]
    pub move_time: Duration,
    /// Seconds for a game, if the script sets no time
    #[arg(long, default_value = "60", value_name = "SECONDS", value_parser = values::duration)]
    pub game_time: Duration,
    /// Seconds for replies without a search: to answer win+, and to exit at the end of the input
    #[arg(long, alias = "patience", default_value = "5", value_name = "SECONDS", value_parser = values::duration)]
    pub timeout: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_is_well_formed() {
        Cli::command().debug_assert();
    }

    fn parse(words: &[&str]) -> Result<Cli, clap::Error> {
        Cli::try_parse_from([&["harness", "a.in"], words].concat())
    }

    #[test]
    fn times_are_seconds_above_zero() {
        let cli = parse(&["--timeout", "0.5"]).expect("fine");
        assert_eq!((cli.timeout, cli.move_time.as_secs()), (Duration::from_millis(500), 10));
        for words in [["--timeout", "0"], ["--jobs", "0"], ["--program", "'a"], ["--program", ""]] {
            assert!(parse(&words).is_err(), "{words:?}");
        }
        assert!(Cli::try_parse_from(["harness"]).is_err(), "nothing to do");
    }

    #[test]
    fn the_commands_of_the_manuals_parse() {
        testing::assert_manuals_parse::<Cli>(&["harness"]);
    }
}
