//! A demand on the result of a match, for scripts that go on only if it is met.

use crate::results::match_result::MatchResult;
use statistics::{Sprt, SprtDecision};
use std::fmt;

/// A demand on the first player's results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gate {
    /// A sequential test must accept H1. The match stops as soon as the test has decided.
    Sprt(Sprt),
    /// At least this percentage of the points on the board, when all games are played.
    Percent(f64),
    /// At least this percentage of the course's points, which give draws to the side ahead on time.
    CoursePercent(f64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateStatus {
    Met,
    Missed,
    /// Undecided; at the end of a match that counts as missed.
    Open,
}

impl Gate {
    /// The status during a match; `Open` while another game could change it.
    pub fn so_far(&self, standing: &MatchResult) -> GateStatus {
        match self {
            Gate::Sprt(sprt) => match sprt.status(&standing.pairs).decision {
                SprtDecision::AcceptH1 => GateStatus::Met,
                SprtDecision::AcceptH0 => GateStatus::Missed,
                SprtDecision::Continue => GateStatus::Open,
            },
            Gate::Percent(_) | Gate::CoursePercent(_) => GateStatus::Open,
        }
    }

    pub fn at_end(&self, standing: &MatchResult) -> GateStatus {
        match *self {
            Gate::Sprt(_) => self.so_far(standing),
            Gate::Percent(least) => {
                percent_status(standing, least, standing.first().board_points())
            }
            Gate::CoursePercent(least) => {
                percent_status(standing, least, standing.first().course_points())
            }
        }
    }

    /// Where the sequential test stands, for a progress display.
    pub fn progress(&self, standing: &MatchResult) -> Option<String> {
        let Gate::Sprt(sprt) = self else { return None };
        let now = sprt.status(&standing.pairs);
        Some(format!("LLR {:.2} of {:.2} to {:.2}", now.llr, now.lower, now.upper))
    }

    pub fn sentence(&self, standing: &MatchResult) -> String {
        let status = self.at_end(standing);
        match self {
            Gate::Sprt(sprt) => {
                let now = sprt.status(&standing.pairs);
                let (elo0, elo1) = (sprt.hypotheses().elo0, sprt.hypotheses().elo1);
                format!(
                    "SPRT [{elo0}, {elo1}]: {status}; LLR {:.2} between {:.2} and {:.2}",
                    now.llr, now.lower, now.upper
                )
            }
            Gate::Percent(least) => {
                format!("at least {least} % of the points on the board: {status}")
            }
            Gate::CoursePercent(least) => {
                format!("at least {least} % of the course's points: {status}")
            }
        }
    }
}

fn percent_status(standing: &MatchResult, least: f64, points: f64) -> GateStatus {
    let games = standing.first().games().max(1) as f64;
    if 100.0 * points / games >= least { GateStatus::Met } else { GateStatus::Missed }
}

impl fmt::Display for GateStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GateStatus::Met => "met",
            GateStatus::Missed => "missed",
            GateStatus::Open => "not decided",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::random::random_record;
    use crate::journal::results_of;
    use crate::rules::Ending;
    use statistics::{EloModel, ErrorRates, Hypotheses};

    fn won(pairs: u64) -> MatchResult {
        let games = (0..2 * pairs).map(|id| {
            let mut record = random_record(id, Ending::NoMoves);
            record.turns.truncate(5);
            if id % 2 == 1 {
                record.turns.truncate(4);
                std::mem::swap(&mut record.black, &mut record.white);
            }
            record
        });
        let games: Vec<_> = games.collect();
        MatchResult::of("alpha", "beta", results_of(&games).values())
    }

    #[test]
    fn a_percentage_is_decided_only_at_the_end() {
        let (all, none) = (won(5), won(0));
        for gate in [Gate::Percent(60.0), Gate::CoursePercent(60.0)] {
            assert_eq!(gate.so_far(&all), GateStatus::Open);
            assert_eq!(gate.at_end(&all), GateStatus::Met);
            assert_eq!(gate.at_end(&none), GateStatus::Missed);
        }
    }

    #[test]
    fn a_sequential_test_stops_when_it_has_decided() {
        let hypotheses = Hypotheses { model: EloModel::Logistic, elo0: 0.0, elo1: 50.0 };
        let gate = Gate::Sprt(Sprt::new(hypotheses, ErrorRates::default()).expect("in order"));
        assert_eq!(gate.so_far(&won(0)), GateStatus::Open);
        assert_eq!(gate.so_far(&won(200)), GateStatus::Met);
        assert!(gate.sentence(&won(200)).starts_with("SPRT [0, 50]: met; LLR "));
    }
}
