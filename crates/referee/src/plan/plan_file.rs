//! The file of a plan, one line of JSON for the contest and then one line for each game to be
//! played.
//!
//! It holds all that another process needs to play the games: the agents with their programs, the
//! openings, the conditions. A program that has changed since is refused.

use crate::journal::read_text;
use crate::journal::replace;
use crate::journal::{Color, GameRules, Results};
use crate::pairing::{Format, Player};
use crate::plan::contest::{Contender, Contest, PlanError};
use crate::plan::current_round::CurrentRound;
use crate::players::program::Agent;
use crate::schedule::{GameId, GamesEach, ScheduledGame};
use crate::schedule::{Opening, OpeningIndex, OpeningList, read_board};
use cli::visible;
use cli::{FileError, file};
use games::with_game;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

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
    /// The number of rounds in the whole contest.
    pub rounds: u32,
    /// Games of each two players in a round.
    pub games_each: usize,
    /// Games of the whole contest.
    pub planned_games: usize,
    /// The day of planning, `2026-11-22`.
    #[serde(deserialize_with = "read_text::line")]
    pub date: String,
    pub rules: GameRules,
    /// The value of the option `--openings`.
    #[serde(deserialize_with = "read_text::line")]
    pub openings_name: String,
    /// The players by their numbers.
    pub agents: Vec<PlannedAgent>,
    /// The byes of all rounds up to this one.
    pub byes: Vec<PlannedBye>,
    /// Agents that were named and do not take part.
    #[serde(default)]
    pub left_out: Vec<AbsentAgent>,
    openings: Vec<PlannedOpening>,
}

/// The formats, as the file spells them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlanFormat {
    RoundRobin,
    Gauntlet,
    Swiss,
    KnockOut,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedAgent {
    /// The program and the files that belong to it.
    #[serde(flatten)]
    pub agent: Agent,
    /// CPU seconds for each game.
    pub seconds: f64,
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
    begins: Color,
}

#[derive(Serialize, Deserialize)]
struct PlanLine {
    game: usize,
    opening: usize,
    black: usize,
    white: usize,
}

#[derive(Debug, Error)]
pub enum PlanFileError {
    #[error("there is no plan {}; make one with referee plan", visible::path(path))]
    Missing { path: PathBuf },
    #[error("{}: {source}", visible::path(path))]
    System { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Unreadable(#[from] FileError),
    #[error(
        "{}, line {line}: {}; make the plan again with referee plan",
        visible::path(path),
        visible::line(problem)
    )]
    Line {
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        problem: String,
    },
}

/// The terms of a plan's header that do not follow from the rest.
#[derive(Clone, Debug)]
pub struct PlanTerms {
    pub format: Format,
    /// Games of each two players in a round.
    pub games_each: usize,
    /// Games of the whole contest.
    pub planned_games: usize,
    /// The day of planning, `2026-11-22`.
    pub date: String,
    pub rules: GameRules,
    /// The value of the option `--openings`.
    pub openings_name: String,
}

impl Plan {
    pub fn new(
        terms: PlanTerms,
        agents: Vec<PlannedAgent>,
        openings: &OpeningList,
        round: &CurrentRound,
    ) -> Self {
        let bye = |&(round, player): &(u32, Player)| PlannedBye { round, agent: player.0 };
        let header = PlanHeader {
            version: VERSION,
            format: terms.format.into(),
            round: round.number,
            rounds: round.rounds,
            games_each: terms.games_each,
            planned_games: terms.planned_games,
            date: terms.date,
            rules: terms.rules,
            openings_name: terms.openings_name,
            agents,
            byes: round.byes.iter().map(bye).collect(),
            left_out: Vec::new(),
            openings: openings.all().map(PlannedOpening::of).collect(),
        };
        Plan { header, openings: openings.clone(), games: round.missing.clone() }
    }

    pub fn read(path: &Path) -> Result<Self, PlanFileError> {
        let text = file::read(path, LONGEST)?;
        let text = text.ok_or_else(|| PlanFileError::Missing { path: path.to_path_buf() })?;
        Self::parse(&text).map_err(|(line, problem)| PlanFileError::Line {
            path: path.to_path_buf(),
            line,
            problem,
        })
    }

    /// Parses a plan; an error has its line, from 1.
    fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut lines = (1..).zip(text.lines());
        let (_, first) = lines.next().ok_or((1, "the file is empty".to_string()))?;
        let in_line = |line| move |error: serde_json::Error| (line, error.to_string());
        let header: PlanHeader = serde_json::from_str(first).map_err(in_line(1))?;
        if header.version != VERSION {
            let problem = format!("version {}; this program reads {VERSION}", header.version);
            return Err((1, problem));
        }
        let openings = header.opening_list().map_err(|problem| (1, problem))?;
        let game = |(line, text): (usize, &str)| {
            let game: PlanLine = serde_json::from_str(text).map_err(in_line(line))?;
            game.scheduled(&header, &openings).ok_or_else(|| {
                (line, "it names a game, an opening or an agent that is not there".to_string())
            })
        };
        let games = lines.map(game).collect::<Result<_, _>>()?;
        Ok(Plan { header, openings, games })
    }

    pub fn text(&self) -> String {
        // It cannot fail: names, texts and finite numbers.
        let line = |json: serde_json::Result<String>| json.unwrap_or_default() + "\n";
        let mut text = line(serde_json::to_string(&self.header));
        for game in &self.games {
            text += &line(serde_json::to_string(&PlanLine::of(game)));
        }
        text
    }

    /// Writes the file: under a temporary name first, then renamed into place.
    pub fn write(&self, path: &Path) -> Result<(), PlanFileError> {
        let written = replace(path, |file| file.write_all(self.text().as_bytes()));
        written
            .map_err(|source: io::Error| PlanFileError::System { path: path.to_path_buf(), source })
    }
}

impl Plan {
    /// Checks that results are of the contest of this plan.
    pub fn check_results(&self, results: &Results) -> Result<(), PlanError> {
        let contenders = self.header.contenders();
        let contest = Contest {
            format: self.header.format(),
            games: GamesEach(self.header.games_each),
            contenders: &contenders,
            openings: &self.openings,
            rules: self.header.rules,
        };
        match contest.foreign(results) {
            Some((game, what)) => Err(PlanError::OtherContest { game, what }),
            None => Ok(()),
        }
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

    pub fn contenders(&self) -> Vec<Contender> {
        self.agents.iter().map(PlannedAgent::contender).collect()
    }

    fn opening_list(&self) -> Result<OpeningList, String> {
        with_game!(self.rules.game, G => {
            let opening = |planned: &PlannedOpening| {
                let position = read_board::<G>(&planned.board, planned.begins.into());
                let position =
                    position.map_err(|error| format!("opening {}: {error}", planned.name))?;
                Ok(Opening::new(planned.name.clone(), &position))
            };
            let openings = self.openings.iter().map(opening).collect::<Result<_, String>>()?;
            Ok(OpeningList::new::<G>(openings))
        })
    }
}

impl PlannedAgent {
    pub fn contender(&self) -> Contender {
        Contender {
            name: self.agent.name.clone(),
            sha256: self.agent.sha256.clone(),
            clock: self.clock(),
        }
    }

    pub fn clock(&self) -> Duration {
        Duration::try_from_secs_f64(self.seconds).unwrap_or_default()
    }
}

impl PlannedOpening {
    fn of(opening: &Opening) -> Self {
        let Opening { name, board, begins } = opening.clone();
        PlannedOpening { name, board, begins: begins.into() }
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
        let player = |number: usize| Some(Player(number)).filter(|_| number < header.agents.len());
        Some(ScheduledGame {
            id: GameId::from_number(self.game)?,
            round: header.round,
            opening: OpeningIndex::in_list(self.opening, openings)?,
            black: player(self.black)?,
            white: player(self.white)?,
        })
    }
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
