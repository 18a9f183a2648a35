//! The options that make a contest, as a user writes them: to say which of them differ from those
//! of the journal.

use crate::error::MatchError;
use crate::journal::GameRules;
use crate::rules::Timing;
use clap::ValueEnum;
use cli::visible;
use serde::{Deserialize, Serialize};

type OptionText = (&'static str, String);

/// The options of the sequential test that a match was begun with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SprtOptions {
    pub sprt: Option<String>,
    /// As the other options that are as usual, it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt_model: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt_error: Option<String>,
}

impl SprtOptions {
    /// Refuses another test than that of the journal.
    pub fn check(&self, now: &Self) -> Result<(), MatchError> {
        let texts = [self, now].map(|one| {
            [
                ("--sprt", or_left_out(one.sprt.clone())),
                ("--sprt-model", or_left_out(one.sprt_model.clone())),
                ("--sprt-error", or_left_out(one.sprt_error.clone())),
            ]
        });
        if self == now { Ok(()) } else { Err(other_options(&texts[0], &texts[1])) }
    }
}

pub(super) fn options_of(rules: &GameRules, seconds: [f64; 2]) -> Vec<OptionText> {
    let GameRules { opening_order: order, adjudication, time, .. } = *rules;
    let seconds = match seconds {
        [first, second] if first == second => first.to_string(),
        [first, second] => format!("{first},{second}"),
    };
    vec![
        ("--game", rules.game.text().to_string()),
        ("--seconds", seconds),
        ("--seed", rules.seed.to_string()),
        ("--opening-order", word(&order.kind)),
        ("--first-opening", order.first.to_string()),
        ("--opening-mode", word(&rules.opening_mode)),
        ("--profile", word(&rules.profile)),
        ("--answers", or_left_out(rules.answers.as_ref().map(word))),
        ("--quiet-turns", rules.quiet_turns.to_string()),
        ("--max-plies", rules.max_plies.to_string()),
        ("--no-sandbox", or_left_out((!rules.sandboxed).then_some("given"))),
        ("--no-clock", or_left_out((rules.timing == Timing::Untimed).then_some("given"))),
        ("--clock", or_left_out(time.map(|time| word(&time.clock)))),
        ("--move-time", or_left_out(time.and_then(|time| time.move_seconds))),
        ("--adjudicate", or_left_out(adjudication.map(|wanted| word(&wanted.results)))),
        ("--table-pieces", or_left_out(adjudication.map(|wanted| wanted.pieces))),
    ]
}

fn word(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
}

fn or_left_out(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "left out".to_string(), |value| value.to_string())
}

/// The refusal that names the options with other values than in the journal.
pub(super) fn other_options(journal: &[OptionText], now: &[OptionText]) -> MatchError {
    let both = journal.iter().zip(now).filter(|(journal, now)| journal != now);
    let told: Vec<_> = both
        .map(|((name, journal), (_, now))| {
            format!("{name} {} in the journal, {now} now", visible::line(journal))
        })
        .collect();
    MatchError::Correctable(format!(
        "{}; give the journal's to go on, or choose another --out",
        told.join("; ")
    ))
}
