//! A contest made from agents and options, for `match`, `tournament` and `plan`; and the facts for
//! its report, from the plan beside the journal.

use super::options::GamesArgs;
use super::outcome::{PLAN, RefereeError};
use super::prepare;
use crate::contest::GameConditions;
use crate::pairing::Format;
use crate::plan::{
    AbsentAgent, Contender, Contest, CurrentRound, Plan, PlanFormat, PlanHeader, PlanTerms,
    PlannedAgent, PlannedBye,
};
use crate::record::{GameResult, Results};
use crate::result::{Bye, LeftOut, OpeningsFact, PlanFacts, RoundFact};
use crate::schedule::{GamesEach, OpeningList, Seed};
use std::collections::BTreeMap;
use std::path::Path;
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

/// The facts of the contest in a folder; `None` without a plan that can be read: old journals have
/// none.
pub fn plan_facts(folder: &Path, results: &Results) -> Option<PlanFacts> {
    let plan = Plan::read(&folder.join(PLAN)).ok()?;
    let header = &plan.header;
    let done = results.values().filter(|result| !result.is_void()).count();
    Some(PlanFacts {
        kind: kind(header).to_string(),
        agents: header.agents.iter().map(|planned| planned.agent.name.clone()).collect(),
        games: header.planned_games as u64,
        is_finished: done >= header.planned_games,
        profile: header.rules.profile,
        time: header.rules.time,
        seconds: header.agents.iter().map(|planned| planned.seconds).collect(),
        openings: OpeningsFact {
            name: header.openings_name.clone(),
            count: plan.openings.size().get(),
        },
        seed: header.rules.seed,
        round: (header.rounds > 1).then_some(RoundFact { number: header.round, of: header.rounds }),
        first_games: if header.rounds > 1 { first_games(results) } else { Vec::new() },
        left_out: header.left_out.iter().map(left_out).collect(),
        byes: byes(header),
    })
}

fn left_out(absent: &AbsentAgent) -> LeftOut {
    LeftOut { agent: absent.agent.clone(), reason: absent.reason.clone() }
}

fn kind(header: &PlanHeader) -> &'static str {
    match header.format {
        PlanFormat::RoundRobin if header.agents.len() == 2 => "match",
        PlanFormat::RoundRobin => "round robin",
        PlanFormat::Gauntlet => "gauntlet",
        PlanFormat::Swiss => "Swiss",
        PlanFormat::KnockOut => "knock-out",
    }
}

/// The number of the first game of each round.
fn first_games(results: &Results) -> Vec<u32> {
    let mut first: BTreeMap<u32, u32> = BTreeMap::new();
    for GameResult { round, id, .. } in results.values() {
        first.entry(*round).and_modify(|known| *known = (*known).min(*id)).or_insert(*id);
    }
    first.into_values().collect()
}

/// In a Swiss tournament a bye is worth the points of a meeting that is won; in a knock-out
/// nothing.
fn byes(header: &PlanHeader) -> Vec<Bye> {
    let points = if header.format == PlanFormat::Swiss { header.games_each as f64 } else { 0.0 };
    let name = |number: usize| header.agents.get(number).map(|planned| planned.agent.name.clone());
    let bye = |bye: &PlannedBye| Some(Bye { agent: name(bye.agent)?, round: bye.round, points });
    header.byes.iter().filter_map(bye).collect()
}
