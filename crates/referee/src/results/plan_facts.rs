//! The plan and the conditions of a contest, as a report shows them beside the games.
//!
//! A journal holds only finished games. These facts come from the plan.

use crate::journal::{GameResult, Results};
use crate::plan::{AbsentAgent, Plan, PlanFormat, PlanHeader};
use crate::rules::{AnswerForm, Profile, TableAdjudication, TimeControl};
use crate::schedule::OpeningOrder;
use cli::{counted, visible};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanFacts {
    /// The kind of contest in words, such as `round robin` or `Swiss`.
    pub kind: String,
    /// All agents of the plan: those without a finished game have a row too.
    pub agents: Vec<String>,
    /// The games planned so far. Later rounds of a Swiss tournament are not planned yet.
    pub games: u64,
    pub is_finished: bool,
    pub profile: Profile,
    /// How the text of answers is read; `None` where programs announce their moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<AnswerForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// Seconds for each side and game: one number for all, or one for each agent.
    pub seconds: Vec<f64>,
    pub openings: OpeningsFact,
    /// How games begin, as a sentence.
    pub beginning: String,
    pub seed: u64,
    /// Which games endgame tables end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudication: Option<TableAdjudication>,
    /// The last round planned so far, if the contest has rounds.
    pub round: Option<RoundFact>,
    /// The number of the first game of each round, in order; empty without rounds.
    pub first_games: Vec<u32>,
    pub left_out: Vec<AbsentAgent>,
    pub byes: Vec<Bye>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpeningsFact {
    /// As the option names them: `ballots`, `start` or a file.
    pub name: String,
    pub count: usize,
    #[serde(skip_serializing_if = "OpeningOrder::is_usual")]
    pub order: OpeningOrder,
}

/// A round, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RoundFact {
    pub number: u32,
    /// Rounds of the whole contest.
    pub of: u32,
}

/// A round in which an agent had no opponent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bye {
    pub agent: String,
    /// The number of the round, from 1.
    pub round: u32,
    pub points: f64,
}

impl PlanFacts {
    /// Lines for the terminal: the progress of the contest, its conditions, and the agents left
    /// out. `played` games are finished.
    pub fn text(&self, played: usize) -> String {
        let round = self.round.map_or(String::new(), |round| format!(", {round}"));
        let mut text = if self.is_finished {
            format!("{}{round}, finished: {}\n", self.kind, counted(played, "game"))
        } else {
            format!(
                "{}{round}, NOT FINISHED: {played} of {} played; continue it with --resume\n",
                self.kind,
                counted(self.games as usize, "game")
            )
        };
        text += &format!("{}\n{}\n", ConditionsText(self), self.beginning);
        if let Some(adjudication) = self.adjudication {
            text += &format!("{adjudication}\n");
        }
        for AbsentAgent { agent, reason } in &self.left_out {
            text += &format!("left out: {}: {}\n", visible::line(agent), visible::line(reason));
        }
        for Bye { agent, round, points } in &self.byes {
            text +=
                &format!("bye: {}, round {round}, {points} course points\n", visible::line(agent));
        }
        text
    }

    /// The round of a game, from 1; `None` without rounds.
    pub fn round_of(&self, game: u32) -> Option<u32> {
        let begun = self.first_games.partition_point(|&first| first <= game);
        u32::try_from(begun).ok().filter(|&round| round > 0)
    }
}

struct ConditionsText<'a>(&'a PlanFacts);

impl fmt::Display for ConditionsText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlanFacts { profile, answers, time, seconds, openings, seed, .. } = self.0;
        let is_same = seconds.windows(2).all(|two| two[0] == two[1]);
        let of_all: Vec<String> = seconds.iter().map(f64::to_string).collect();
        let seconds = match (is_same, of_all.as_slice()) {
            (true, [first, ..]) => first.clone(),
            (_, [..]) => of_all.join(", "),
        };
        let time = time.map_or("a side".to_string(), |time| time.to_string());
        let OpeningsFact { name, count, order } = openings;
        let openings = counted(*count, "opening");
        // Only what is not as usual.
        let exact = answers.filter(|form| *form == AnswerForm::Exact);
        let order = Some(order).filter(|order| !order.is_usual());
        let order = order.map(|order| format!(", {order}")).unwrap_or_default();
        let answers = exact.map(|form| format!(", answers {}", form.name())).unwrap_or_default();
        write!(
            f,
            "profile {profile}{answers}, {seconds} s {time}, {openings} ({}{order}), seed {seed}",
            visible::line(name)
        )
    }
}

impl fmt::Display for RoundFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {} of {}", self.number, self.of)
    }
}

/// The second round of a Swiss tournament, for tests.
pub fn example() -> PlanFacts {
    use crate::rules::{GameBeginning, OpeningMode};
    use games::GameName;
    PlanFacts {
        kind: "Swiss".to_string(),
        agents: ["alpha", "beta", "gamma"].map(str::to_string).to_vec(),
        games: 12,
        is_finished: false,
        time: None,
        profile: Profile::Course,
        answers: Some(AnswerForm::Lenient),
        seconds: vec![100.0],
        openings: OpeningsFact {
            name: "ballots".to_string(),
            count: 144,
            order: OpeningOrder::USUAL,
        },
        beginning: OpeningMode::Single
            .sentence(GameName::Checkers, GameBeginning::Opening)
            .to_string(),
        seed: 7,
        adjudication: None,
        round: Some(RoundFact { number: 2, of: 11 }),
        first_games: vec![1, 7],
        left_out: vec![AbsentAgent {
            agent: "eve\u{1b}[2J".to_string(),
            reason: "it did not answer".to_string(),
        }],
        byes: vec![Bye { agent: "gamma".to_string(), round: 1, points: 2.0 }],
    }
}

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
        answers: header.rules.answers,
        time: header.rules.time,
        seconds: header.agents.iter().map(|planned| planned.seconds).collect(),
        openings: OpeningsFact {
            name: header.openings_name.clone(),
            count: plan.openings.size().get(),
            order: header.rules.opening_order,
        },
        beginning: header.rules.beginning(&plan.openings),
        seed: header.rules.seed,
        adjudication: header.rules.adjudication,
        round: (header.rounds > 1).then_some(RoundFact { number: header.round, of: header.rounds }),
        first_games: if header.rounds > 1 { first_games(results) } else { Vec::new() },
        left_out: header.left_out.clone(),
        byes: byes(header),
    })
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
    header
        .byes
        .iter()
        .filter_map(|bye| {
            Some(Bye {
                agent: header.agents.get(bye.agent)?.agent.name.clone(),
                round: bye.round,
                points,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::AdjudicatedResults;
    use crate::schedule::OrderKind;

    #[test]
    fn an_unfinished_contest_says_so_and_how_it_goes_on() {
        let mut facts = example();
        let text = facts.text(5);
        for part in [
            "Swiss, round 2 of 11, NOT FINISHED: 5 of 12 games played; continue it with --resume\n",
            "profile course, 100 s a side, 144 openings (ballots), seed 7\ngames begin at openings and are",
            "left out: eve\\u{1b}[2J: it did not answer\n",
            "bye: gamma, round 1, 2 course points\n",
        ] {
            assert!(text.contains(part), "{text}");
        }
        facts.is_finished = true;
        facts.seconds = vec![10.0, 1.0];
        facts.openings.count = 1;
        let text = facts.text(1);
        assert!(text.starts_with("Swiss, round 2 of 11, finished: 1 game\n"), "{text}");
        assert!(text.contains("10, 1 s a side, 1 opening (ballots)"), "{text}");
        facts.openings.order.kind = OrderKind::Sequential;
        assert!(facts.text(1).contains("1 opening (ballots, sequential), seed 7"), "{text}");
        facts.answers = Some(AnswerForm::Exact);
        assert!(facts.text(1).contains("profile course, answers exact, 10, 1 s a side"), "{text}");
        facts.adjudication =
            Some(TableAdjudication { results: AdjudicatedResults::Draw, pieces: 4 });
        let adjudicated = "drawn games of at most 4 pieces are adjudicated by endgame tables\n";
        assert!(facts.text(1).contains(adjudicated) && !text.contains("adjudicated"), "{text}");
        facts.time = Some(TimeControl::default());
        assert!(facts.text(1).contains("10, 1 s of CPU time a side, 1 opening"), "{text}");
    }

    #[test]
    fn a_round_begins_with_its_first_game() {
        let facts = example();
        let rounds = [0, 1, 6, 7, 900].map(|game| facts.round_of(game));
        assert_eq!(rounds, [None, Some(1), Some(1), Some(2), Some(2)]);
    }
}
