//! A game as PDN with marks and comments: what a program for people shows beside the moves.

use crate::analyze::notation::{line_text, number_text};
use crate::analyze::reviewed::ReviewedGame;
use crate::analyze::text_position::percent;
use crate::effort::Effort;
use analysis::Accuracy;
use games::board::Side;
use pdn::Game;

/// The most moves of a better line.
const MOST_MOVES: usize = 8;

/// The game of the file, with all that stood there; marks and comments come behind its own.
pub fn marked_game(game: &ReviewedGame<'_>) -> Game {
    let source = game.source;
    let mut marked = source.game.clone();
    marked.set_tag("Annotator", format!("Crownhead {}", env!("CARGO_PKG_VERSION")));
    marked.line.comments.push(first_comment(game));
    for (index, mv) in game.review.moves.iter().enumerate() {
        let Some(turn) = marked.line.turns.get_mut(source.opening + index) else { break };
        let Some(mark) = mv.mark() else { continue };
        if !turn.annotations.contains(&mark.annotation()) {
            turn.annotations.push(mark.annotation());
        }
        turn.comments.push(comment(game, index));
    }
    for point in &game.review.turning_points {
        if let Some(turn) = marked.line.turns.get_mut(source.opening + point.index) {
            turn.comments.push(crate::analyze::text_game::turn_text(point));
        }
    }
    marked
}

/// The course of the game, how well both have played, and by which searches that is known.
fn first_comment(game: &ReviewedGame<'_>) -> String {
    let accuracy = |side: Side| {
        let value = game.review.accuracy(side).map(Accuracy::value);
        value.map_or(format!("{side} had no choice"), |value| format!("{side} {value:.1}"))
    };
    let [black, white] = Side::ALL.map(accuracy);
    let effort = effort_text(game.effort);
    format!("{} Accuracy: {black}, {white}. Each position was searched: {effort}.", game.summary())
}

fn effort_text(effort: Effort) -> String {
    let limits = [
        effort.milliseconds.map(|limit| format!("{} s", limit as f64 / 1_000.0)),
        effort.nodes.map(|limit| format!("{limit} nodes")),
        effort.depth.map(|limit| format!("{limit} plies")),
    ];
    limits.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What the move lost, and what was better.
fn comment(game: &ReviewedGame<'_>, index: usize) -> String {
    let mv = &game.review.moves[index];
    let [before, after] = [mv.before, mv.after].map(|share| percent(share.seen_by(mv.by)));
    let better = game.line_at(index);
    let better = &better[..better.len().min(MOST_MOVES)];
    let better = match better {
        [] => String::new(),
        moves => format!("; better {}", line_text(moves, number_text)),
    };
    format!("lost {} %: from {before} to {after}{better}", mv.loss.hundredths())
}
