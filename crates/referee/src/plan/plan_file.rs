//! The file of a plan, one line of JSON for the contest and then one line for each game to be
//! played.
//!
//! It holds all that another process needs to play the games: the agents with their programs, the
//! openings, the conditions. A program that has changed since is refused.

use crate::error::MatchError;
use crate::journal::{GameRules, Results, read_text};
use crate::pairing::{Format, Player};
use crate::plan::contest::{Contest, PlannedAgent};
use crate::plan::contest_options::SprtOptions;
use crate::plan::current_round::CurrentRound;
use crate::schedule::{
    GameId, GamesEach, Opening, OpeningIndex, OpeningList, ScheduledGame, read_board,
};
use cli::file::{refuse_device, replace_by};
use cli::{file, visible};
use games::board::Side;
use games::with_game;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

const VERSION: u32 = 1;
/// The most bytes that are read: millions of games.
const LONGEST: u64 = 1 << 28;

/// A plan: the contest, and the games to be played now.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub header: PlanHeader,
    pub openings: OpeningList,
    pub games: Vec<ScheduledGame>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanHeader {
    version: u32,
    pub format: PlanFormat,
    /// From 1.
    pub round: u32,
    pub rounds: u32,
    pub games_each: usize,
    pub planned_games: usize,
    /// The day of planning, `2026-11-22`.
    #[serde(deserialize_with = "read_text::line")]
    pub date: String,
    pub rules: GameRules,
    /// The value of the option `--openings`.
    #[serde(deserialize_with = "read_text::line")]
    pub openings_name: String,
    pub agents: Vec<PlannedAgent>,
    /// The byes of all rounds up to this one.
    pub byes: Vec<PlannedBye>,
    /// Agents that were named and do not take part.
    #[serde(default)]
    pub left_out: Vec<AbsentAgent>,
    /// The sequential test of a match, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<SprtOptions>,
    openings: Vec<PlannedOpening>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlanFormat {
    RoundRobin,
    Gauntlet,
    Swiss,
    KnockOut,
}

/// A player without an opponent in a round. Rounds count from 1; a player is its index in the
/// header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedBye {
    pub round: u32,
    pub agent: usize,
}

/// An agent that was named and does not take part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbsentAgent {
    #[serde(deserialize_with = "read_text::line")]
    pub agent: String,
    /// The reason as half a sentence.
    #[serde(deserialize_with = "read_text::line")]
    pub reason: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PlannedOpening {
    #[serde(deserialize_with = "read_text::line")]
    name: String,
    board: String,
    begins: Side,
}

#[derive(Serialize, Deserialize)]
struct PlanLine {
    game: usize,
    opening: usize,
    black: usize,
    white: usize,
}

impl Plan {
    /// The plan of a round. `openings_name` is the value of `--openings`, `date` the day.
    pub fn new(
        contest: &Contest<'_>,
        round: &CurrentRound,
        openings_name: &str,
        date: &str,
    ) -> Result<Self, MatchError> {
        let header = PlanHeader {
            version: VERSION,
            format: contest.format.into(),
            round: round.number,
            rounds: round.rounds,
            games_each: contest.games.0,
            planned_games: contest.planned_games()?,
            date: date.to_string(),
            rules: contest.rules,
            openings_name: openings_name.to_string(),
            agents: contest.agents.to_vec(),
            byes: round
                .byes
                .iter()
                .map(|&(round, player)| PlannedBye { round, agent: player.0 })
                .collect(),
            left_out: Vec::new(),
            test: None,
            openings: contest.openings.all().map(PlannedOpening::of).collect(),
        };
        Ok(Plan { header, openings: contest.openings.clone(), games: round.missing.clone() })
    }

    pub fn read(path: &Path) -> Result<Self, MatchError> {
        let shown = visible::path(path);
        let text = file::read(path, LONGEST)?.ok_or_else(|| {
            MatchError::Correctable(format!("there is no plan {shown}; make one with referee plan"))
        })?;
        Self::parse(&text).map_err(|(line, problem)| {
            let problem = visible::line(&problem);
            MatchError::Correctable(format!(
                "{shown}, line {line}: {problem}; make the plan again with referee plan"
            ))
        })
    }

    /// Parses a plan; an error has its line, from 1.
    fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut lines = (1..).zip(text.lines());
        let (_, first) = lines.next().ok_or((1, "the file is empty".to_string()))?;
        let mut header: PlanHeader = serde_json::from_str(first).map_err(in_line(1))?;
        header.rules = header.rules.with_form();
        if header.version != VERSION {
            let problem = format!("version {}; this program reads {VERSION}", header.version);
            return Err((1, problem));
        }
        let openings = header.opening_list().map_err(|error| (1, error.to_string()))?;
        let games = lines
            .map(|(line, text)| {
                let game: PlanLine = serde_json::from_str(text).map_err(in_line(line))?;
                game.scheduled(&header, &openings).ok_or_else(|| {
                    (line, "it names a game, an opening or an agent that is not there".to_string())
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(Plan { header, openings, games })
    }

    pub fn text(&self) -> String {
        // It cannot fail: names, texts and finite numbers.
        let mut text = line(serde_json::to_string(&self.header));
        for game in &self.games {
            text += &line(serde_json::to_string(&PlanLine::of(game)));
        }
        text
    }

    /// Writes the file: under a temporary name first, then renamed into place.
    pub fn write(&self, path: &Path) -> Result<(), MatchError> {
        refuse_device(path)?;
        let written = replace_by(path, |file| file.write_all(self.text().as_bytes()));
        written.map_err(|error: io::Error| MatchError::in_file(path, error))
    }
}

fn line(json: serde_json::Result<String>) -> String {
    json.unwrap_or_default() + "\n"
}

fn in_line(line: usize) -> impl Fn(serde_json::Error) -> (usize, String) {
    move |error: serde_json::Error| (line, error.to_string())
}

impl Plan {
    /// Checks that results are of the contest of this plan.
    pub fn check_results(&self, results: &Results) -> Result<(), MatchError> {
        let contest = Contest {
            format: self.header.format(),
            games: GamesEach(self.header.games_each),
            agents: &self.header.agents,
            openings: &self.openings,
            rules: self.header.rules,
        };
        contest.check(results)
    }
}

impl PlanHeader {
    const fn format(&self) -> Format {
        match self.format {
            PlanFormat::RoundRobin => Format::RoundRobin,
            PlanFormat::Gauntlet => Format::Gauntlet,
            PlanFormat::Swiss => Format::Swiss { rounds: self.rounds as usize },
            PlanFormat::KnockOut => Format::KnockOut,
        }
    }

    fn opening_list(&self) -> Result<OpeningList, MatchError> {
        with_game!(self.rules.game, G => {
            let openings = self.openings.iter().map(|planned| {
                let position = read_board::<G>(&planned.board, planned.begins);
                let position = position.map_err(|error| {
                    MatchError::Correctable(format!("opening {}: {error}", planned.name))
                })?;
                Ok(Opening::new(planned.name.clone(), &position))
            }).collect::<Result<_, MatchError>>()?;
            Ok(OpeningList::only::<G>(openings))
        })
    }
}

impl PlannedOpening {
    fn of(opening: &Opening) -> Self {
        let Opening { name, board, begins } = opening.clone();
        PlannedOpening { name, board, begins }
    }
}

impl PlanLine {
    const fn of(game: &ScheduledGame) -> Self {
        PlanLine {
            game: game.id.number(),
            opening: game.opening.number(),
            black: game.black.0,
            white: game.white.0,
        }
    }

    fn scheduled(&self, header: &PlanHeader, openings: &OpeningList) -> Option<ScheduledGame> {
        Some(ScheduledGame {
            id: GameId::from_number(self.game)?,
            round: header.round,
            opening: OpeningIndex::in_list(self.opening, openings)?,
            black: player_of(header, self.black)?,
            white: player_of(header, self.white)?,
        })
    }
}

fn player_of(header: &PlanHeader, number: usize) -> Option<Player> {
    Some(Player(number)).filter(|_| number < header.agents.len())
}

impl From<Format> for PlanFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::RoundRobin => PlanFormat::RoundRobin,
            Format::Gauntlet => PlanFormat::Gauntlet,
            Format::Swiss { .. } => PlanFormat::Swiss,
            Format::KnockOut => PlanFormat::KnockOut,
        }
    }
}
