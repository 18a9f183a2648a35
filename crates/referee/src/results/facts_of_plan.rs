//! The facts of a contest for its report, from the plan beside the journal.

use crate::journal::{GameResult, Results};
use crate::plan::{AbsentAgent, Plan, PlanFormat, PlanHeader, PlannedBye};
use crate::results::plan_facts::{Bye, LeftOut, OpeningsFact, PlanFacts, RoundFact};
use std::collections::BTreeMap;
use std::path::Path;

/// The plan of the latest round, beside the journal.
pub const PLAN: &str = "plan.jsonl";

/// The facts of the contest in a folder; `None` without a plan that can be read.
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
