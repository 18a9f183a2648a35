//! From agents and options to a contest: what `match`, `tournament` and `plan` have in common.

use super::error::RefereeError;
use super::options::GamesArgs;
use super::prepare;
use super::today::today;
use crate::contest::GameConditions;
use crate::plan::{AbsentAgent, Contender, Contest, CurrentRound, Plan, PlanTerms, PlannedAgent};
use crate::schedule::{GamesEach, OpeningList};
use tournament::Format;

/// A contest with the programs of its players.
#[derive(Debug)]
pub struct ContestSetup {
    /// Who meets whom.
    pub format: Format,
    /// Games of each two players in a round.
    pub games: GamesEach,
    /// The players by their numbers.
    pub agents: Vec<PlannedAgent>,
    contenders: Vec<Contender>,
    left_out: Vec<AbsentAgent>,
    /// Where games begin.
    pub openings: OpeningList,
    openings_name: String,
    /// The conditions of all games.
    pub conditions: GameConditions,
    /// The day, as records have it.
    pub date: String,
}

impl ContestSetup {
    /// The contest of these agents, as the texts name them.
    ///
    /// # Errors
    /// An agent or a file of openings cannot be found, or an option is wrong.
    pub fn new(
        agents: &[String],
        format: Format,
        games: GamesEach,
        args: &GamesArgs,
    ) -> Result<Self, RefereeError> {
        let players = prepare::players(agents, &args.conditions)?;
        let agent = |(agent, clock): (_, std::time::Duration)| PlannedAgent {
            agent,
            seconds: clock.as_secs_f64(),
        };
        let agents: Vec<_> = players.into_iter().map(agent).collect();
        Ok(ContestSetup {
            format,
            games,
            left_out: Vec::new(),
            contenders: agents.iter().map(PlannedAgent::contender).collect(),
            agents,
            openings: prepare::openings(&args.openings)?,
            openings_name: args.openings.clone(),
            conditions: args.conditions.with_seed(args.seed),
            date: args.date.clone().unwrap_or_else(today),
        })
    }

    /// The contest, for a plan.
    pub fn contest(&self) -> Contest<'_> {
        Contest {
            format: self.format,
            games: self.games,
            contenders: &self.contenders,
            openings: &self.openings,
            rules: self.conditions.rules(),
        }
    }

    /// The plan of a round.
    ///
    /// # Errors
    /// The format cannot be played by so many players.
    pub fn plan(&self, round: &CurrentRound) -> Result<Plan, RefereeError> {
        let contest = self.contest();
        let terms = PlanTerms {
            format: self.format,
            games_each: self.games.0,
            planned_games: contest.planned_games()?,
            date: self.date.clone(),
            rules: contest.rules,
            openings_name: self.openings_name.clone(),
        };
        let mut plan = Plan::new(terms, self.agents.clone(), &self.openings, round);
        plan.header.left_out.clone_from(&self.left_out);
        Ok(plan)
    }

    /// Plays without an agent, if it is one of the contest.
    pub fn leave_out(&mut self, absent: AbsentAgent) {
        self.agents.retain(|planned| planned.agent.name != absent.agent);
        self.contenders.retain(|contender| contender.name != absent.agent);
        self.left_out.push(absent);
        self.format = self.format.for_players(self.contenders.len());
    }

    /// The agents that are left out.
    pub fn left_out(&self) -> &[AbsentAgent] {
        &self.left_out
    }
}
