//! A contest made from agents and options, for `match`, `tournament` and `plan`.

use crate::commands::options::GamesArgs;
use crate::commands::outcome::warn;
use crate::commands::prepare;
use cli::ProgramError;
use referee::journal::GameConditions;
use referee::pairing::Format;
use referee::plan::{
    AbsentAgent, Contest, CurrentRound, Plan, PlanHeader, PlannedAgent, SprtOptions,
};
use referee::schedule::{GamesEach, OpeningList, Seed};

#[derive(Debug)]
pub struct ContestSetup {
    pub format: Format,
    pub games: GamesEach,
    pub agents: Vec<PlannedAgent>,
    left_out: Vec<AbsentAgent>,
    pub openings: OpeningList,
    openings_name: String,
    pub conditions: GameConditions,
    pub date: String,
    /// The sequential test of a match.
    pub test: Option<SprtOptions>,
}

impl ContestSetup {
    pub fn new(
        agents: &[String],
        format: Format,
        games: GamesEach,
        args: &GamesArgs,
    ) -> Result<Self, ProgramError> {
        let adjudication = args.adjudication()?;
        let players = prepare::players(agents, &args.conditions)?;
        let agents: Vec<_> =
            players.into_iter().map(|(agent, clock)| PlannedAgent::new(agent, clock)).collect();
        let openings = prepare::openings(args.openings(), args.conditions.game, Seed(args.seed))?;
        let opening_order = args.opening_order(&openings)?;
        let conditions = args.conditions.with_seed(args.seed)?;
        Ok(ContestSetup {
            format,
            games,
            left_out: Vec::new(),
            agents,
            openings,
            openings_name: args.openings().to_string(),
            conditions: GameConditions { opening_order, adjudication, ..conditions },
            date: args.date.clone().unwrap_or_else(prepare::today),
            test: None,
        })
    }

    pub fn contest(&self) -> Contest<'_> {
        Contest {
            format: self.format,
            games: self.games,
            agents: &self.agents,
            openings: &self.openings,
            rules: self.conditions.rules(),
        }
    }

    pub fn plan(&self, round: &CurrentRound) -> Result<Plan, ProgramError> {
        let mut plan = Plan::new(&self.contest(), round, &self.openings_name, &self.date)?;
        plan.header.left_out.clone_from(&self.left_out);
        plan.header.test.clone_from(&self.test);
        Ok(plan)
    }

    /// A contest that was begun without an agent goes on without it, and with no other test.
    pub fn go_on(&mut self, begun: PlanHeader) -> Result<(), ProgramError> {
        for absent in begun.left_out {
            let reason = "this contest was begun without it; for a new one choose another --out";
            warn(format_args!("{} is left out: {reason}", absent.agent));
            self.leave_out(absent);
        }
        let now = self.test.clone().unwrap_or_default();
        Ok(begun.test.map_or(Ok(()), |begun| begun.check(&now))?)
    }

    pub fn leave_out(&mut self, absent: AbsentAgent) {
        self.agents.retain(|planned| planned.agent.name != absent.agent);
        self.left_out.push(absent);
        self.format = self.format.for_players(self.agents.len());
    }

    pub fn left_out(&self) -> &[AbsentAgent] {
        &self.left_out
    }
}
