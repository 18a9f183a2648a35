//! A contest made from agents and options, for `match`, `tournament` and `plan`.

use crate::commands::options::GamesArgs;
use crate::commands::outcome::RefereeError;
use crate::commands::prepare;
use referee::pairing::Format;
use referee::plan::{AbsentAgent, Contender, Contest, CurrentRound, Plan, PlanTerms, PlannedAgent};
use referee::play::GameConditions;
use referee::schedule::{GamesEach, OpeningList, Seed};
use std::time::Duration;

/// A contest with the programs of its players.
#[derive(Debug)]
pub struct ContestSetup {
    pub format: Format,
    /// Games of each two players in a round.
    pub games: GamesEach,
    pub agents: Vec<PlannedAgent>,
    contenders: Vec<Contender>,
    left_out: Vec<AbsentAgent>,
    pub openings: OpeningList,
    openings_name: String,
    pub conditions: GameConditions,
    pub date: String,
}

impl ContestSetup {
    /// The contest of the agents that these texts name.
    pub fn new(
        agents: &[String],
        format: Format,
        games: GamesEach,
        args: &GamesArgs,
    ) -> Result<Self, RefereeError> {
        let players = prepare::players(agents, &args.conditions)?;
        let agent =
            |(agent, clock): (_, Duration)| PlannedAgent { agent, seconds: clock.as_secs_f64() };
        let agents: Vec<_> = players.into_iter().map(agent).collect();
        Ok(ContestSetup {
            format,
            games,
            left_out: Vec::new(),
            contenders: agents.iter().map(PlannedAgent::contender).collect(),
            agents,
            openings: prepare::openings(args.openings(), args.conditions.game, Seed(args.seed))?,
            openings_name: args.openings().to_string(),
            conditions: args.conditions.with_seed(args.seed)?,
            date: args.date.clone().unwrap_or_else(prepare::today),
        })
    }

    pub fn contest(&self) -> Contest<'_> {
        Contest {
            format: self.format,
            games: self.games,
            contenders: &self.contenders,
            openings: &self.openings,
            rules: self.conditions.rules(),
        }
    }

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

    /// Removes an agent from the contest.
    pub fn leave_out(&mut self, absent: AbsentAgent) {
        self.agents.retain(|planned| planned.agent.name != absent.agent);
        self.contenders.retain(|contender| contender.name != absent.agent);
        self.left_out.push(absent);
        self.format = self.format.for_players(self.contenders.len());
    }

    pub fn left_out(&self) -> &[AbsentAgent] {
        &self.left_out
    }
}
