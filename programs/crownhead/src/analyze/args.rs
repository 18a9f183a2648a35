//! The options of `crownhead analyze`.

use crate::analyze::printer::OutputForm;
use crate::draw_rule::DrawRuleArgs;
use crate::pdn_style::StyleArgs;
use analysis::{MOST_DEPTH, MOST_LINES, SearchLimits};
use clap::Args;
use cli::{ProgramError, pool, values};
use games::GameName;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

const EXAMPLES: &str = "\
The content of FILE decides what it is, not its name. Checkers:
  a position as agents get it       SINGLE or GAME, BLACK or WHITE, seconds, eight rows of . w W b B
  a board                           BLACK or WHITE, and the eight rows
  FEN, one position in each line    B:W18,25,K32:B1,2,10
  PDN, one or many games            [Event \"...\"] 1. 11-15 23-19 2. 8-11 *
Lines of Action, Tablut and Amazons:
  moves, one a line                 what `save` and --log write, games.txt of a match, scripts
  a dump, between two lines ===     above it a line: black or white, who is to move
All games:
  a folder of the referee           it holds journal.jsonl
  another folder                    its files *.pdn and *.fen, also in folders within it

Examples:
  crownhead analyze input.txt                 the best moves for an agent's request
  crownhead analyze B:W18,25,K32:B1,2,10      a position, as it stands on the command line
  crownhead analyze games.pdn --games 3       every move of the third game with what it lost
  crownhead analyze games.pdn --games 3 --after 20 --lines 5
                                              the position after 20 moves of both sides
  crownhead analyze games.pdn --pdn > marked.pdn
                                              the same games with comments and marks
  crownhead analyze many.pdn --keep kept.jsonl --json > analysis.jsonl
                                              many games; run it again to continue
  crownhead analyze a.pdn b.pdn old-games     files, and a folder with files
  crownhead analyze --game tablut moves.txt   a game of Tablut
  crownhead analyze referee-out --games 1-10  games of a match; stores evaluations.jsonl there

A score is always for Black: in checkers +1.00 is a man ahead; in the other games it wins three
games of four, in Tablut two of three. A chance is the share of the point that the side to move may
expect: a win is 100 %, a draw or an even position 50 %. Marks: ?! lost 10 %, ? 20 %, ?? 30 % of the
point or more. docs/ANALYSIS.md explains the rest.

Limits hold for each position; the first that is reached ends its search. Without any, a position
gets 1,000,000 nodes, a position of a game 100,000. With --move-time, results differ from run to run.

Exit codes: 0 success; 2 the command line is wrong; 4 a file cannot be read or written, or a game
in it is wrong (the other games and files are analyzed); 130 stopped by Ctrl-C.";

/// Explains positions and games: the best moves and the mistakes.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct AnalyzeArgs {
    /// Files, folders, or positions in FEN [default: standard input]
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Game: checkers, loa, tablut or amazons [default: recognized from the text]
    #[arg(long, value_name = "NAME", hide_possible_values = true)]
    #[arg(value_parser = values::one_of::<GameName>(GameName::ALL.map(GameName::text)))]
    pub game: Option<GameName>,
    /// Number of best moves to show [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_LINES as i64))]
    pub lines: Option<u16>,
    /// Seconds for each position
    #[arg(long, alias = "time", value_name = "S", value_parser = milliseconds)]
    pub move_time: Option<Milliseconds>,
    /// Nodes for each position
    #[arg(long, value_name = "N")]
    pub nodes: Option<NonZeroU64>,
    /// Search depth in plies for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_DEPTH)))]
    pub depth: Option<u32>,
    /// Only the games with these numbers, of each file
    #[arg(long, value_name = "LIST")]
    pub games: Option<GameNumbers>,
    /// Analyze only the position after N moves of both sides together
    #[arg(long, value_name = "N", conflicts_with = "pdn")]
    pub after: Option<usize>,
    /// Print one line of JSON for each position or game
    #[arg(long)]
    pub json: bool,
    /// Print games of checkers in PDN, with comments and marks
    #[arg(long, conflicts_with = "json")]
    pub pdn: bool,
    #[command(flatten)]
    pub style: StyleArgs,
    #[command(flatten)]
    pub rule: DrawRuleArgs,
    /// Store the evaluations of each game in this file, and reuse those of an earlier run
    #[arg(long, value_name = "FILE")]
    pub keep: Option<PathBuf>,
    /// Games or positions to analyze at the same time [default: all cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Milliseconds(u64);

/// The longest search of a position: eleven days.
const MOST_SECONDS: f64 = 1e6;

fn milliseconds(word: &str) -> Result<Milliseconds, ProgramError> {
    let seconds = values::seconds_in(0.001..=MOST_SECONDS)(word)?;
    Ok(Milliseconds((1_000.0 * seconds).round() as u64))
}

const LINES: u16 = 3;
/// Nodes of a position: about a second.
const NODES_OF_POSITION: u64 = 1_000_000;
/// Nodes of each position of a game: a game then takes some seconds.
const NODES_IN_GAME: u64 = 100_000;

impl AnalyzeArgs {
    pub fn most_lines(&self) -> usize {
        usize::from(self.lines.unwrap_or(LINES))
    }

    pub fn form(&self) -> OutputForm {
        match (self.json, self.pdn) {
            (true, _) => OutputForm::Json,
            (false, true) => OutputForm::Pdn,
            (false, false) => OutputForm::Text,
        }
    }

    pub fn limits_of_position(&self) -> SearchLimits {
        self.given_limits().unwrap_or(SearchLimits::of_nodes(NODES_OF_POSITION))
    }

    pub fn limits_in_game(&self) -> SearchLimits {
        self.given_limits().unwrap_or(SearchLimits::of_nodes(NODES_IN_GAME))
    }

    pub fn threads(&self) -> NonZeroUsize {
        pool::threads(self.jobs.map(NonZeroUsize::get))
    }

    fn given_limits(&self) -> Option<SearchLimits> {
        let limits = SearchLimits {
            nodes: self.nodes.map(NonZeroU64::get),
            depth: self.depth,
            milliseconds: self.move_time.map(|time| time.0),
        };
        (limits != SearchLimits::default()).then_some(limits)
    }
}

/// A list of numbers and ranges: `3,7-9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameNumbers(Vec<RangeInclusive<u32>>);

impl GameNumbers {
    pub fn has(&self, number: u32) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }
}

impl FromStr for GameNumbers {
    type Err = ProgramError;

    fn from_str(text: &str) -> Result<Self, ProgramError> {
        text.split(',').map(range).collect::<Result<_, _>>().map(GameNumbers)
    }
}

/// A number, or two with a hyphen between them.
fn range(word: &str) -> Result<RangeInclusive<u32>, ProgramError> {
    let (first, last) = word.split_once('-').unwrap_or((word, word));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err(ProgramError::usage(format!(
            "\"{word}\" is not a number of a game or a range; write 3,7-9 or the like"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_positive_and_finite() {
        assert_eq!(milliseconds("0.25"), Ok(Milliseconds(250)));
        for wrong in ["0", "-1", "nan", "inf", "1e9", "soon", ""] {
            assert!(milliseconds(wrong).is_err(), "{wrong}");
        }
    }

    use proptest::prelude::{any, prop_assert_eq, proptest};

    #[test]
    fn a_list_names_games_and_ranges() {
        let list: GameNumbers = "3, 7-9,12".parse().expect("a list");
        let found: Vec<u32> = (0..20).filter(|&number| list.has(number)).collect();
        assert_eq!(found, [3, 7, 8, 9, 12]);
        for wrong in ["", "a", "3,", "9-7", "1-2-3", "-1", "4294967296"] {
            assert!(wrong.parse::<GameNumbers>().is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn a_range_has_what_lies_between_its_ends(
            first in any::<u32>(),
            last in any::<u32>(),
            number in any::<u32>(),
        ) {
            match format!("{first}-{last}").parse::<GameNumbers>() {
                Ok(list) => prop_assert_eq!(list.has(number), first <= number && number <= last),
                Err(_) => prop_assert_eq!(first > last, true),
            }
        }
    }
}
