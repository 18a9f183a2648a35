//! Options that say what a contest is: its games, its format, its conditions.

use clap::builder::TypedValueParser;
use clap::{ArgAction, Args, ValueEnum};
use cli::{ProgramError, counted, values, visible};
use games::checkers::rules::QUIET_TURNS;
use games::{GameName, with_game};
use referee::pairing::Format;
use referee::play::MatchGame;
use referee::rules::{
    AdjudicatedResults, AnswerForm, MOST_TABLE_PIECES, OpeningMode, Profile, TableAdjudication,
};
use referee::schedule::{OpeningList, OpeningOrder, OrderKind};
use runner::process::ClockKind;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct GamesArgs {
    /// Games between each two players that meet; a match needs an even number, since both players
    /// get each color [default: 20; in a Swiss or knock-out tournament 2 a round]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// Openings: `start` (the default for checkers) or a file; for checkers also `ballots` (the
    /// 3-move ballots), for other games `balanced` (the default) or `random`
    #[arg(long)]
    pub openings: Option<String>,
    /// Seed for the choice and the order of the openings
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Order in which the openings are played
    #[arg(long, alias = "order", value_enum, default_value_t = OrderKind::Random)]
    pub opening_order: OrderKind,
    /// Opening to begin with, by its number in that order, from 1; after the last opening it goes
    /// on with the first
    #[arg(long, alias = "start", value_name = "N", default_value_t = 1, value_parser = values::at_least_one::<usize>)]
    pub first_opening: usize,
    /// End a game of checkers after a capture or a crowning if the endgame tables know its result;
    /// needs the program `crownhead`
    #[arg(
        long,
        aliases = ["tb-adjudicate", "tbadjudicate"],
        value_enum,
        ignore_case = true,
        value_name = "RESULTS"
    )]
    pub adjudicate: Option<AdjudicatedResults>,
    /// Most pieces of a position for --adjudicate [default: 6, as many as the tables know]
    #[arg(
        long,
        aliases = ["tb-pieces", "tbpieces"],
        value_name = "N",
        requires = "adjudicate",
        value_parser = clap::value_parser!(u32).range(2..=i64::from(MOST_TABLE_PIECES))
    )]
    pub table_pieces: Option<u32>,
    /// Date in the records, like 2026-11-22 [default: today, in UTC]
    #[arg(long, value_parser = day)]
    pub date: Option<String>,
    /// The conditions of each game
    #[command(flatten)]
    pub conditions: ConditionArgs,
}

#[derive(Debug, Args)]
pub struct ConditionArgs {
    /// Game to play
    #[arg(long, value_parser = game_name(), default_value_t = GameName::Checkers)]
    pub game: GameName,
    /// Seconds for each player and game; 10,1 gives the two players unequal clocks [default: 100
    /// for checkers, 60 for loa, 90 for tablut and amazons]
    #[arg(long, value_delimiter = ',', action = ArgAction::Set)]
    pub seconds: Vec<f64>,
    /// What the clock of text programs counts [default: cpu]
    #[arg(long, value_enum)]
    pub clock: Option<ClockKind>,
    /// Longest time for one move of a text program
    #[arg(long, alias = "seconds-per-move", value_name = "SECONDS", value_parser = values::seconds_in(0.001..=1e6))]
    pub move_time: Option<f64>,
    /// Play without game clocks: each move has --seconds, and no time is recorded. Agents that
    /// count nodes instead of time then play the same games on every machine
    #[arg(long, alias = "untimed")]
    pub no_clock: bool,
    /// Rules for clocks and draws; see docs/REFEREE.md
    #[arg(long, value_enum, default_value_t = Profile::Spec)]
    pub profile: Profile,
    /// How exactly answers must have the form of the assignment
    #[arg(long, value_enum, default_value_t = AnswerForm::Lenient)]
    pub answers: AnswerForm,
    /// Mode in input.txt in games of checkers that do not begin at the start position
    #[arg(long, value_enum, default_value_t = OpeningMode::Single)]
    pub opening_mode: OpeningMode,
    /// Turns without a capture or crowning after which a game is drawn
    #[arg(long, default_value_t = 50, value_parser = values::at_least_one::<u32>)]
    pub quiet_turns: u32,
    /// Turns after which a game is ended as a draw
    #[arg(long, default_value_t = 400, value_parser = values::at_least_one::<u32>)]
    pub max_plies: u32,
    /// Library of the course, an archive (.jar) or folder, that builds and agents may use; can be
    /// repeated
    #[arg(long, value_name = "PATH")]
    pub libraries: Vec<PathBuf>,
    /// Run the agents without a sandbox
    #[arg(long)]
    pub no_sandbox: bool,
    /// Copy the files beside `homework` into the working directory before each game
    ///
    /// Without this option an agent finds them only by the path of its program. Links, .git,
    /// target, __pycache__, output folders such as referee-out and the files of the assignment are
    /// not copied. For a command nothing is copied, since it has no directory.
    #[arg(long, alias = "carry")]
    pub copy_files: bool,
}

#[derive(Debug, Args)]
pub struct FormatArgs {
    /// Who meets whom
    #[arg(long, value_enum, default_value_t = FormatKind::RoundRobin)]
    pub kind: FormatKind,
    /// Rounds of a Swiss tournament [default: enough to find the best agent, and two more]
    #[arg(long, value_name = "N", value_parser = values::at_least_one::<usize>)]
    pub rounds: Option<usize>,
    /// Short for --kind gauntlet
    #[arg(long, conflicts_with = "kind")]
    pub gauntlet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatKind {
    /// Every agent meets every other
    RoundRobin,
    /// The first agent meets each of the others
    Gauntlet,
    /// In each round, agents with about the same points meet, once at most
    Swiss,
    /// The loser of each meeting leaves; the command line seeds the agents
    KnockOut,
}

/// Rounds of a Swiss tournament by default: enough to find the best player, and two more for an
/// order among the others.
fn usual_rounds(players: usize) -> usize {
    let to_find_the_best = players.max(2).next_power_of_two().ilog2() as usize;
    (to_find_the_best + 2).min(players.div_ceil(2))
}

impl FormatArgs {
    /// The format, with the usual number of rounds for these players if none is given.
    pub fn format(&self, players: usize) -> Result<Format, ProgramError> {
        if self.rounds.is_some() && self.kind != FormatKind::Swiss {
            return Err(ProgramError::Usage(
                "--rounds is for --kind swiss; for more games of each pair take --games"
                    .to_string(),
            ));
        }
        Ok(match self.kind {
            _ if self.gauntlet => Format::Gauntlet,
            FormatKind::RoundRobin => Format::RoundRobin,
            FormatKind::Gauntlet => Format::Gauntlet,
            FormatKind::Swiss => {
                Format::Swiss { rounds: self.rounds.unwrap_or_else(|| usual_rounds(players)) }
            }
            FormatKind::KnockOut => Format::KnockOut,
        })
    }
}

impl GamesArgs {
    pub fn openings(&self) -> &str {
        let usual = with_game!(self.conditions.game, G => <G as MatchGame>::USUAL_OPENINGS);
        self.openings.as_deref().unwrap_or(usual)
    }

    pub fn opening_order(&self, openings: &OpeningList) -> Result<OpeningOrder, ProgramError> {
        let (wanted, size) = (self.first_opening, openings.size().get());
        let first = NonZeroUsize::new(wanted).filter(|first| first.get() <= size);
        let first = first.ok_or_else(|| {
            let (openings, name) = (counted(size, "opening"), visible::line(self.openings()));
            ProgramError::Usage(format!(
                "--first-opening {wanted}: {name} has {openings}; write the number of one"
            ))
        })?;
        Ok(OpeningOrder { kind: self.opening_order, first })
    }

    /// Which games endgame tables end. The tables know the rule of 50 quiet turns, and no other.
    pub fn adjudication(&self) -> Result<Option<TableAdjudication>, ProgramError> {
        let ConditionArgs { game, profile, quiet_turns, .. } = self.conditions;
        let Some(results) = self.adjudicate else { return Ok(None) };
        let problem = if game != GameName::Checkers {
            format!("is for checkers; there are no endgame tables of {game}")
        } else if profile == Profile::Course {
            "needs the draw after 50 quiet turns, which the endgame tables count with; take \
             --profile spec, since --profile course draws on the 51st"
                .to_string()
        } else if quiet_turns != QUIET_TURNS {
            format!(
                "needs the draw after {QUIET_TURNS} quiet turns, which the endgame tables count \
                 with; leave out --quiet-turns"
            )
        } else {
            let pieces = self.table_pieces.unwrap_or(MOST_TABLE_PIECES);
            return Ok(Some(TableAdjudication { results, pieces }));
        };
        Err(ProgramError::Usage(format!("--adjudicate {problem}")))
    }

    /// Games of each two players in a round.
    pub fn games_each(&self, format: Format) -> usize {
        let usual = match format {
            Format::RoundRobin | Format::Gauntlet => 20,
            Format::Swiss { .. } | Format::KnockOut => 2,
        };
        self.games.unwrap_or(usual) as usize
    }
}

/// Reads the name of a game; help and completions list the games.
pub fn game_name() -> impl TypedValueParser<Value = GameName> {
    values::one_of(GameName::ALL.map(GameName::text))
}

fn day(text: &str) -> Result<String, ProgramError> {
    let form = "0000-00-00";
    let as_form = text.replace(|character: char| character.is_ascii_digit(), "0");
    let day = (as_form == form).then(|| text.to_string());
    day.ok_or_else(|| ProgramError::usage("write a day like 2026-11-22"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swiss_has_rounds_enough_to_find_the_best() {
        let rounds = [2, 4, 8, 12, 120, 500].map(usual_rounds);
        assert_eq!(rounds, [1, 2, 4, 6, 9, 11]);
        for players in 2..600 {
            let format = Format::Swiss { rounds: usual_rounds(players) };
            assert!(format.rounds(players).is_ok(), "{players}");
        }
    }

    #[test]
    fn a_day_has_the_form_of_the_records() {
        assert_eq!(day("2026-11-22").as_deref(), Ok("2026-11-22"));
        for wrong in ["", "22.11.2026", "2026-11-2", "2026/11/22", "2026-11-2x"] {
            assert!(day(wrong).is_err(), "{wrong}");
        }
    }
}
