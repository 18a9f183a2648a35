//! The examples of `referee --help` and of each subcommand's. A test parses every line.

pub const ALL: &str = "\
Examples:
  referee check bots/kim                       tests it against common failures
  referee match bots/kim 'reference --depth 4' --games 20
                                               is it stronger than the reference agent?
  referee match loa 'loa --plain 2' --game loa --games 10
                                               a match of two text programs
  referee tournament bots/a bots/b bots/c      each against each
  referee class submissions                    builds, checks, plays and grades a class
  referee diagnose bots/kim                    explains its losses

`referee COMMAND --help` explains a command. `referee --write-manual ~/.local/share` writes man
pages, like `man referee-match`, and shell completions.

Exit codes: 0 success; 1 a condition such as --min-score failed; 2 the command line is wrong;
3 an agent forfeited a game or failed a check; 4 the referee failed; 130 Ctrl-C.";

pub const MATCH: &str = "\
An agent is a program, its folder, its sources, or a command in quotes. The result is printed;
referee-out/ holds games.pdn, games.csv, journal.jsonl, and in evidence/ the moves that forfeited.

Examples:
  referee match build/new build/old --games 100 --seconds 10
                                  pairs of games from one opening, with colors exchanged
  referee match build/new build/old --games 2000 --sprt 0,5
                                  until a test decides between 0 and 5 Elo
  referee match build/new build/old --games 2000 --sprt 0,5 --sprt-error 0.05,0.1
                                  misses a gain with a probability of 10 % instead of 5 %
  referee match A B --openings book.pdn --opening-order sequential --first-opening 51 --games 100
                                  the openings 51 to 100 of a file
  referee match A B --concurrency 50 --force-concurrency --log games.log
                                  agents that mostly wait, and every move in a text file
  referee match build/new build/old --games 2000 --adjudicate both
                                  endgame tables end games that are won or drawn
  referee match bots/kim 'reference --depth 2' --min-score 75
                                  exit code 1 below 75 % of the points
  referee match 'loa' 'java -cp build loa.Main' --game loa --clock wall
                                  text programs with clocks of wall time
  referee match A B --watch       shows it in a browser while it runs
  referee match A B --games 200 --resume
                                  continues a match that was interrupted

Exit codes: 0 played; 1 a condition such as --min-score failed; 2 the command line is wrong; 3 an
agent forfeited a game or did not play; 4 the referee failed; 130 Ctrl-C.";

pub const TOURNAMENT: &str = "\
Examples:
  referee tournament bots/a bots/b bots/c bots/d --games 4
                                  each against each, four games
  referee tournament bots/a bots/b bots/c bots/d --kind swiss --rounds 3
  referee tournament new old-1 old-2 --gauntlet
                                  the first agent against each of the others";

pub const PLAN: &str = "\
Examples:
  referee plan bots/a bots/b bots/c --kind swiss --round 1 --results spring --out round-1.jsonl
  referee plan bots/a bots/b bots/c --kind swiss --results spring --out round-2.jsonl --slices 40
                                  the next round, and how long one of 40 processes takes";

pub const PLAY: &str = "\
Examples:
  referee play round-1.jsonl --out games               all of it
  referee play round-1.jsonl --slice 3/40 --out games/3
                                  a fortieth; other machines play the rest";

pub const MERGE: &str = "\
Examples:
  referee merge round-1.jsonl games/1 games/2 --out spring
  referee merge round-1.jsonl games/1 games/3 --slices 3 --out spring
                                  names the slices whose games are missing";

pub const CLASS: &str = "\
FOLDER has a folder, archive or file for each student. Then open class-out/grades.csv, and
class-out/feedback/NAME.html, the page of a student. Each class needs an --out of its own.

Examples:
  referee class submissions                            writes class-out/grades.csv and pages
  referee class --print-scheme > scheme.toml           a template for your own grading scheme
  referee class submissions --scheme scheme.toml --out spring
  referee class submissions --game loa --format gradescope

Exit codes: 0 graded, whatever the grades; 2 the command line, a scheme or a list is wrong; 4 the
referee failed, or a student is not graded; 130 Ctrl-C. The same command goes on where it stopped.";

pub const GRADE: &str = "\
Examples:
  referee grade kim.zip --format gradescope --time-limit 540
  referee grade . --name kim --format junit=junit.xml --scheme scheme.toml
  referee grade kim --format json=kim.json                 for your own programs";

pub const GAME: &str = "\
Examples:
  referee game bots/kim reference                      Black, then White
  referee game bots/kim reference --seconds 10,5";

pub const CHECK: &str = "\
Examples:
  referee check bots/kim
  referee check bots/kim --only single --keep failed   one group of checks; keeps its files
  referee check 'java -cp build loa.Main' --game loa --scripts scripts";

pub const DIAGNOSE: &str = "\
Examples:
  referee diagnose bots/kim                            writes diagnose-out/diagnosis.html
  referee diagnose bots/kim --time-limit 300 --seconds 5";

pub const REPLAY: &str = "\
Examples:
  referee replay referee-out/journal.jsonl --game 7    every board of the seventh game
  referee replay referee-out/evidence/game-7/move.json
                                                       repeats the bad move";

pub const REPORT: &str = "\
Examples:
  referee report referee-out                           also while the match runs
  referee report referee-out --html report.html        one file that you can mail";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::cli::Cli;
    use clap::{CommandFactory, Parser};

    #[test]
    fn every_command_has_examples_and_each_of_them_parses() {
        let command = Cli::command();
        let texts = command.get_subcommands().map(|its| (its.get_name(), its.get_after_help()));
        for (name, text) in texts.chain([("referee", command.get_after_help())]) {
            let text = text.unwrap_or_else(|| panic!("{name} has no examples")).to_string();
            let lines = text.lines().filter_map(|line| line.strip_prefix("  referee "));
            assert!(lines.clone().count() > 0, "{name}");
            for line in lines {
                // After the command come two blanks and what it does, or a redirection.
                let command = line.split("  ").next().unwrap_or(line);
                let command = command.split(" > ").next().unwrap_or(command);
                let words = shell_words::split(command).expect(line);
                let words = ["referee".to_string()].into_iter().chain(words);
                Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{line}: {error}"));
            }
        }
    }

    #[test]
    fn lines_of_examples_fit_a_screen() {
        let all = [
            ALL, MATCH, TOURNAMENT, PLAN, PLAY, MERGE, CLASS, GRADE, GAME, CHECK, DIAGNOSE, REPLAY,
            REPORT,
        ];
        let long = all.iter().flat_map(|text| text.lines()).find(|line| line.len() > 100);
        assert_eq!(long, None);
    }

    #[test]
    fn the_commands_of_the_manuals_parse() {
        testing::assert_manuals_parse::<Cli>(&["referee"]);
    }
}
