//! A game as PDN with marks and comments: what a program for people shows beside the moves.

use crate::analyze::notation::{line_text, number_text};
use crate::analyze::reviewed::ReviewedGame;
use crate::analyze::text_game::turn_text;
use crate::analyze::text_position::percent;
use crate::effort::Effort;
use analysis::{Accuracy, MistakeMark};
use formats::pdn::Game;
use games::board::Side;

/// The most moves of a better line.
const MOST_MOVES: usize = 8;

/// What our comments begin with.
const OURS: &str = "Crownhead: ";
/// The program in the tag of the annotator.
const ANNOTATOR: &str = "Crownhead ";

/// The game of the file, with all that stood there; marks and comments come behind its own. What an
/// earlier analysis has left is replaced.
pub fn marked_game(game: &ReviewedGame<'_>) -> Game {
    let source = game.source;
    let mut marked = source.game.clone();
    remove_ours(&mut marked);
    marked.set_tag("Annotator", annotator(&marked));
    marked.line.comments.push(format!("{OURS}{}", first_comment(game)));
    for index in 0..game.review.moves.len() {
        let Some(turn) = marked.line.turns.get_mut(source.opening + index) else { break };
        let mark = game.review.moves[index].mark();
        let point = game.review.turning_points.iter().find(|point| point.index == index);
        let told = [point.map(turn_text), mark.map(|_| comment(game, index))];
        let told: Vec<_> = told.into_iter().flatten().collect();
        if !told.is_empty() {
            turn.comments.push(format!("{OURS}{}", told.join("; ")));
        }
        turn.annotations.extend(
            mark.map(MistakeMark::annotation).filter(|number| !turn.annotations.contains(number)),
        );
    }
    marked
}

/// Takes away what this program has added before.
fn remove_ours(game: &mut Game) {
    if !game.tag("Annotator").is_some_and(|by| by.contains(ANNOTATOR)) {
        return;
    }
    let ours = MistakeMark::ALL.map(MistakeMark::annotation);
    game.line.comments.retain(|comment| !comment.starts_with(OURS));
    for turn in &mut game.line.turns {
        turn.comments.retain(|comment| !comment.starts_with(OURS));
        turn.annotations.retain(|number| !ours.contains(number));
    }
}

/// The annotators: those of the file, and this program.
fn annotator(game: &Game) -> String {
    let others = game.tag("Annotator").into_iter().flat_map(|by| by.split("; "));
    let others = others.filter(|by| !by.trim().is_empty() && !by.starts_with(ANNOTATOR));
    let ours = concat!("Crownhead ", env!("CARGO_PKG_VERSION"));
    others.chain([ours]).collect::<Vec<_>>().join("; ")
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
