//! The command line: one variant for each subcommand, which parses and runs itself.

use crate::analyze::{self, AnalyzeArgs};
use crate::api::{self, ApiArgs};
use crate::board::{self, BoardArgs};
use crate::completions::{self, CompletionsArgs};
use crate::hub::{self, HubArgs};
use crate::pdn_files::{self, PdnArgs};
use crate::play::{self, PlayArgs};
#[cfg(target_os = "linux")]
use crate::report::diagnose::{self, DiagnosisArgs};
#[cfg(target_os = "linux")]
use crate::report::{self, ReportArgs};
#[cfg(target_os = "linux")]
use crate::watch::{self, WatchArgs};
use ::cli::ProgramError;
use clap::{CommandFactory, Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  crownhead play loa                        a game of Lines of Action against our player
  crownhead play checkers --as white        checkers, with the white pieces
  crownhead play checkers --against ~/bot   checkers against the agent in the folder ~/bot
  crownhead play loa --against ~/loa        Lines of Action against a text program
  crownhead watch referee-out               a match between agents, while it is played
  crownhead report referee-out --html report.html
                                            a match as one page, to open or to mail
  crownhead diagnosis diagnose-out          why an agent loses, after `referee diagnose`
  crownhead board games.pdn                 a board to move, analyze and read games on
  crownhead analyze games.pdn               every move of a game, with what it lost
  crownhead pdn convert games.pdn           the same games in PDN that other programs read
  crownhead hub                             our player for the GUI of another program
  crownhead api                             responses to another program, in JSON
  crownhead completions zsh                 completions for your shell; also bash, elvish,
                                            fish, powershell

`play`, `board` and `watch` open a page in your browser and print its address, which only this machine can
reach. The page ends with the program: press Ctrl-C in the terminal, or choose
`End the program` in the page.
`crownhead COMMAND --help` explains a command.

Exit codes: 0 all is well; 2 the command line is wrong, or no page can be shown; 4 a file cannot be
read or written; 130 stopped by Ctrl-C.";

/// Play, watch, replay and explain games of checkers, Lines of Action, Tablut and Amazons; play
/// checkers for other programs.
#[derive(Debug, Parser)]
#[command(name = "crownhead", version, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Analyze(Box<AnalyzeArgs>),
    #[command(alias = "answers")]
    Api(ApiArgs),
    Board(BoardArgs),
    Completions(CompletionsArgs),
    #[cfg(target_os = "linux")]
    Diagnosis(DiagnosisArgs),
    Hub(HubArgs),
    Pdn(PdnArgs),
    Play(PlayArgs),
    #[cfg(target_os = "linux")]
    Report(ReportArgs),
    #[cfg(target_os = "linux")]
    Watch(WatchArgs),
}

impl Cli {
    pub fn run(&self) -> Result<(), ProgramError> {
        match &self.command {
            Command::Analyze(args) => analyze::run(args),
            Command::Api(args) => api::run(args),
            Command::Board(args) => board::run(args),
            Command::Completions(args) => completions::run(args, &Cli::command()),
            #[cfg(target_os = "linux")]
            Command::Diagnosis(args) => diagnose::run(args),
            Command::Hub(args) => hub::run(args),
            Command::Pdn(args) => pdn_files::run(args),
            Command::Play(args) => play::run(args),
            #[cfg(target_os = "linux")]
            Command::Report(args) => report::run(args),
            #[cfg(target_os = "linux")]
            Command::Watch(args) => watch::run(args),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Command;

    /// Every subcommand has examples, and each line of them that is a command of ours parses.
    fn examples_parse(command: &Command) {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let lines = text.lines().filter_map(|line| line.strip_prefix("  crownhead "));
        assert!(lines.clone().count() > 0, "{} has no examples", command.get_name());
        for line in lines {
            // After the command come two blanks and what it does, or a redirection.
            let words = line.split("  ").next().and_then(|words| words.split(" >").next());
            let words = shell_words::split(words.unwrap_or(line)).expect(line);
            let words = ["crownhead".to_string()].into_iter().chain(words);
            Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
        command.get_subcommands().for_each(examples_parse);
    }

    #[test]
    fn every_command_has_examples_and_each_of_them_parses() {
        examples_parse(&Cli::command());
    }

    #[test]
    fn the_commands_of_the_manuals_parse() {
        testing::assert_manuals_parse::<Cli>(&["crownhead"]);
    }
}
