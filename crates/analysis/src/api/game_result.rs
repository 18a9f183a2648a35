//! The result of a game at its last position: who has won, and why.

use crate::api::AskedGame;
use crate::api::asked_line::{last, legal_moves};
use crate::review::played_game::{PlayedGame, RuleEnd};
use games::board::Side;
use games::{Outcome, Repetition};
use serde::Serialize;

/// How a game has ended.
#[derive(Clone, Debug, Serialize)]
pub struct ResultAnswer {
    winner: Option<&'static str>,
    /// A sentence.
    reason: String,
    /// The same with the winner.
    text: String,
}

/// Whether the board shows the end, so that nobody can move on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndOf {
    Board,
    /// By repetition or by a limit of turns: people may go on.
    Rule,
}

/// The result, if the game is over.
pub fn game_result<G: AskedGame>(game: &PlayedGame<G>) -> Option<(ResultAnswer, EndOf)> {
    let position = last(game);
    let no_moves = || legal_moves(position).is_empty().then_some(G::NO_MOVES);
    if let Some(outcome) = position.outcome().or_else(no_moves) {
        let winner = winner(outcome, position.side_to_move());
        let reason = position.board_reason(winner);
        return Some((ResultAnswer::new(winner, &reason), EndOf::Board));
    }
    let winner = match game.rule_at(game.moves().len())? {
        RuleEnd::Drawn => None,
        RuleEnd::Won(side) => Some(side),
    };
    Some((ResultAnswer::new(winner, &rule_reason(game)), EndOf::Rule))
}

fn winner(outcome: Outcome, to_move: Side) -> Option<Side> {
    match outcome {
        Outcome::Win => Some(to_move),
        Outcome::Loss => Some(!to_move),
        Outcome::Draw => None,
    }
}

/// Why a rule has ended the game, as the end of a sentence.
fn rule_reason<G: AskedGame>(game: &PlayedGame<G>) -> String {
    let position = last(game);
    let occurred = occurrences(game);
    match G::REPETITION {
        Repetition::Draws { occurrences } if occurred >= occurrences => {
            format!("the position occurred {}", times(occurred))
        }
        Repetition::LosesForMover if occurred > 1 => {
            format!("{}'s move has brought back an earlier position", !position.side_to_move())
        }
        _ => G::LIMIT_REASON.to_string(),
    }
}

fn times(count: usize) -> String {
    match count {
        2 => "twice".to_string(),
        3 => "three times".to_string(),
        many => format!("{many} times"),
    }
}

/// How often the last position has occurred, this time included.
pub fn occurrences<G: AskedGame>(game: &PlayedGame<G>) -> usize {
    game.history(game.moves().len()).occurrences(last(game).key())
}

impl ResultAnswer {
    fn new(winner: Option<Side>, reason: &str) -> Self {
        let text = match winner {
            Some(side) => format!("{side} wins: {reason}."),
            None => format!("Drawn: {reason}."),
        };
        ResultAnswer { winner: winner.map(Side::word), reason: sentence(reason), text }
    }

    /// With the winner.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// A text with a capital letter, unless it begins with the name of a square, and a full stop.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let rest = letters.as_str();
    if rest.starts_with(|c: char| c.is_ascii_digit()) {
        return format!("{text}.");
    }
    format!("{}{rest}.", first.to_uppercase())
}
