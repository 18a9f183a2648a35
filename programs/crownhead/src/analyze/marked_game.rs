//! Games in PDN with marks, comments and better lines, which board programs show beside the moves.

use crate::analyze::for_people::turn_text;
use crate::analyze::subject::{ReviewedGame, line_text};
use analysis::{Accuracy, AnalyzedGame, MistakeMark, SearchLimits};
use formats::pdn::{PdnGame, PdnLine, Turn};
use games::board::Side;
use games::checkers::Position;
use games::{Game as _, Notation as _};

/// The most moves of a better line.
const MOST_MOVES: usize = 8;

/// The beginning of our comments.
const OURS: &str = "Crownhead: ";
/// The same, where the file has the mark already.
const OURS_TOO: &str = "Crownhead too: ";
/// The beginning of a loss, as [`ReviewedGame::loss_text`] writes it.
const LOST: &str = "lost ";
/// The beginning of our entry in the tag of the annotator.
const ANNOTATOR: &str = "Crownhead ";

/// The whole game of the file, with marks, comments and better lines after its own. Those of an
/// earlier analysis are replaced. `None` if it has no form in PDN.
pub fn marked_game<G: AnalyzedGame>(game: &ReviewedGame<'_, G>) -> Option<PdnGame> {
    let subject = game.subject;
    let mut marked = subject.pdn.clone()?;
    remove_ours(&mut marked);
    marked.set_tag("Annotator", annotator(&marked));
    if let (Some(name), None) = (game.opening, marked.tag("Opening")) {
        marked.set_tag("Opening", name);
    }
    marked.line.comments.push(format!("{OURS}{}", first_comment(game)));
    let mut here = marked.start;
    for (turn, ply) in marked.line.turns.iter_mut().zip(0..) {
        let before = here;
        here = here.play(turn.mv);
        let Some(index) = usize::checked_sub(ply, subject.opening.len()) else { continue };
        let Some(mark) = game.review.moves.get(index).map(|mv| mv.mark()) else { break };
        let point = game.review.turning_points.iter().find(|point| point.index == index);
        let remarks = [point.map(turn_text), mark.map(|_| comment(game, index))];
        let remarks: Vec<_> = remarks.into_iter().flatten().collect();
        if remarks.is_empty() {
            continue;
        }
        let number = mark.map(MistakeMark::annotation);
        let is_own = number.is_some_and(|number| turn.annotations.contains(&number));
        let beginning = if is_own { OURS_TOO } else { OURS };
        turn.comments.push(format!("{beginning}{}", remarks.join("; ")));
        turn.annotations.extend(number.filter(|_| !is_own));
        turn.variations.extend(mark.and_then(|_| better_line(game, index, before)));
    }
    Some(marked)
}

/// The better line, which programs can play through; its first move has a comment of ours.
fn better_line<G: AnalyzedGame>(
    game: &ReviewedGame<'_, G>,
    index: usize,
    start: Position,
) -> Option<PdnLine> {
    let text = better_text(game, index);
    let mut line = PdnLine::default();
    let mut here = start;
    for word in text.split_whitespace() {
        let mv = here.read_move(word).ok()?;
        here = here.play(mv);
        line.turns.push(Turn::plain(mv));
    }
    line.turns.first_mut()?.comments.push(format!("{OURS}better"));
    Some(line)
}

/// Removes what this program has added before. A mark is ours where a comment of ours tells a loss
/// beside it, unless that says that the file had it, too. Ours is the last one.
fn remove_ours(game: &mut PdnGame) {
    game.line.comments.retain(|comment| !is_ours(comment));
    for turn in &mut game.line.turns {
        let mut comments = turn.comments.iter().filter_map(|comment| comment.strip_prefix(OURS));
        let has_mark = comments.any(|comment| comment.contains(LOST));
        let ours = MistakeMark::ALL.map(MistakeMark::annotation);
        let last = turn.annotations.iter().rposition(|number| ours.contains(number));
        if let Some(last) = last.filter(|_| has_mark) {
            turn.annotations.remove(last);
        }
        turn.comments.retain(|comment| !is_ours(comment));
        turn.variations.retain(|line| {
            !line.turns.first().is_some_and(|turn| turn.comments.iter().any(|one| is_ours(one)))
        });
    }
}

fn is_ours(comment: &str) -> bool {
    comment.starts_with(OURS) || comment.starts_with(OURS_TOO)
}

/// The annotators: those of the file, and this program.
fn annotator(game: &PdnGame) -> String {
    let others = game.tag("Annotator").into_iter().flat_map(|by| by.split("; "));
    let others = others.filter(|by| !by.trim().is_empty() && !by.starts_with(ANNOTATOR));
    let ours = concat!("Crownhead ", env!("CARGO_PKG_VERSION"));
    others.chain([ours]).collect::<Vec<_>>().join("; ")
}

/// The course of the game, the accuracy of both, and the limits of the searches.
fn first_comment<G: AnalyzedGame>(game: &ReviewedGame<'_, G>) -> String {
    let [black, white] = Side::ALL.map(|side| {
        let value = game.review.accuracy(side).map(Accuracy::value);
        value.map_or(format!("{side} had no choice"), |value| format!("{side} {value:.1}"))
    });
    let limits = limits_text(game.limits);
    format!("{} Accuracy: {black}, {white}. Each position was searched: {limits}.", game.summary())
}

fn limits_text(limits: SearchLimits) -> String {
    let limits = [
        limits.milliseconds.map(|limit| format!("{} s", limit as f64 / 1_000.0)),
        limits.nodes.map(|limit| format!("{limit} nodes")),
        limits.depth.map(|limit| format!("{limit} plies")),
    ];
    limits.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The loss of a move, and a better line.
fn comment<G: AnalyzedGame>(game: &ReviewedGame<'_, G>, index: usize) -> String {
    let better = better_text(game, index);
    let better = if better.is_empty() { better } else { format!("; better {better}") };
    format!("{}{better}", game.loss_text(index))
}

fn better_text<G: AnalyzedGame>(game: &ReviewedGame<'_, G>, index: usize) -> String {
    let better = game.line_at(index);
    let before = &game.subject.played.positions()[index];
    line_text(before, &better[..better.len().min(MOST_MOVES)])
}
