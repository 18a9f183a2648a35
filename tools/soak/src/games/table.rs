//! The results by opponent, and the time left by clock.

use crate::cases::option_word;
use crate::games::one_game::{AgentOutcome, SoakGame};
use crate::games::plan::{GamesPlan, Load, PoolOpponent};
use std::collections::BTreeMap;
use std::fmt::Write;

const COLUMNS: [AgentOutcome; 8] = [
    AgentOutcome::Won,
    AgentOutcome::DrawnAhead,
    AgentOutcome::DrawnBehind,
    AgentOutcome::Lost,
    AgentOutcome::TheirForfeit,
    AgentOutcome::OurForfeit,
    AgentOutcome::Waited,
    AgentOutcome::Void,
];

/// Both tables. A draw counts as ahead if the agent has more time left. Of the time left, the table
/// has the median and the least share of the clock.
pub fn text(plan: &GamesPlan, games: &[&SoakGame]) -> String {
    let mut text = format!(
        "{:<11} {:>6} {:>6} {:>7} {:>7} {:>6} {:>7} {:>5} {:>6} {:>5}\n",
        "opponent",
        "games",
        "won",
        "= ahead",
        "= behind",
        "lost",
        "forfeit",
        "ours",
        "waited",
        "void"
    );
    let mut by_opponent: BTreeMap<PoolOpponent, Vec<AgentOutcome>> = BTreeMap::new();
    for game in games {
        by_opponent.entry(game.opponent).or_default().push(game.outcome);
    }
    for (opponent, outcomes) in by_opponent {
        let [won, ahead, behind, lost, theirs, ours, waited, void] =
            COLUMNS.map(|wanted| outcomes.iter().filter(|&&outcome| outcome == wanted).count());
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<11} {:>6} {won:>6} {ahead:>7} {behind:>8} {lost:>6} {theirs:>7} {ours:>5} {waited:>6} {void:>5}",
            option_word(&opponent),
            outcomes.len()
        );
    }
    text + &unspent(plan, games)
}

fn unspent(plan: &GamesPlan, games: &[&SoakGame]) -> String {
    let mut text = format!(
        "{:>9} {:<7} {:<6} {:>6} {:>5} {:>15} {:>14}\n",
        "seconds", "profile", "load", "games", "ours", "median unspent", "least unspent"
    );
    let mut rows: BTreeMap<(usize, &str, &str), (Vec<f64>, usize)> = BTreeMap::new();
    for game in games {
        let profile = game.profile.name();
        let load = match game.load {
            Load::Quiet => "quiet",
            Load::Busy => "busy",
        };
        let row = rows.entry((game.time, profile, load)).or_default();
        row.0.push(game.unspent);
        row.1 += usize::from(game.outcome == AgentOutcome::OurForfeit);
    }
    for ((time, profile, load), (mut unspent, ours)) in rows {
        unspent.sort_by(f64::total_cmp);
        let [median, least] = [unspent.len() / 2, 0].map(|rank| 100.0 * unspent[rank]);
        let seconds = plan.seconds[time];
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{seconds:>9} {profile:<7} {load:<6} {:>6} {ours:>5} {median:>13.1} % {least:>12.1} %",
            unspent.len()
        );
    }
    text
}
