//! The part of a page that shows a diagnosis: what would help, the worst moves with boards, and all
//! counts. It needs no script.

use crate::diagnosis_page::board::{BoardArrow, picture};
use crate::diagnosis_page::markup::{GameLinks, escaped};
use crate::diagnosis_page::tables;
use analysis::diagnosis::{Advice, AgentEnd, Diagnosis, Mistake};
use formats::answer;
use games::Game;
use games::checkers::{Move, Position};
use std::cmp::Reverse;

/// Moves that are shown with a board.
const SHOWN: usize = 3;
/// Failed answers that are shown with a board.
const FAILED: usize = 2;

/// The section as HTML.
pub fn section(diagnosis: &Diagnosis, links: GameLinks) -> String {
    let left_out = diagnosis.left_out.iter().map(|what| format!("<li>{}</li>", escaped(what)));
    let left_out = left_out.collect::<String>();
    let left_out = if left_out.is_empty() {
        String::new()
    } else {
        format!("<p>Left out:</p><ul class=\"left-out\">{left_out}</ul>")
    };
    let advice: String = diagnosis.advice.iter().map(|advice| advice_item(advice, links)).collect();
    [
        "<section id=\"diagnosis\" aria-labelledby=\"diagnosis-title\">".to_string(),
        "<h2 id=\"diagnosis-title\">What would help most</h2>".to_string(),
        format!("<p class=\"summary\">{}</p>", escaped(&score(diagnosis))),
        format!("<ol class=\"advice\">{advice}</ol>"),
        left_out,
        failed_boards(diagnosis),
        worst_boards(diagnosis, links),
        tables::all(diagnosis, links),
        "</section>".to_string(),
    ]
    .concat()
}

/// The results in one sentence.
pub fn score(diagnosis: &Diagnosis) -> String {
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    for count in &diagnosis.results {
        won += count.won;
        drawn += count.drawn;
        lost += count.lost;
    }
    let games = won + drawn + lost;
    if games == 0 {
        return format!("{} played no game.", diagnosis.agent);
    }
    let sees = diagnosis.sight_words().map_or_else(String::new, |words| format!(" {words}"));
    let strength = diagnosis
        .strength
        .map_or_else(String::new, |strength| format!(" It is {}.", strength.words()));
    format!(
        "{}: {games} games, {won} won, {drawn} drawn, {lost} lost; it did not get {} of {games} \
         points.{strength}{sees}",
        diagnosis.agent,
        diagnosis.points_lost()
    )
}

fn advice_item(advice: &Advice, links: GameLinks) -> String {
    let evidence = advice.evidence.iter().filter(|line| !line.is_empty());
    let evidence: String = evidence.map(|line| format!("<li>{}</li>", links.text(line))).collect();
    format!(
        "<li><p class=\"told\">{}</p><ul class=\"evidence\">{evidence}</ul></li>",
        escaped(&advice.sentence)
    )
}

/// Answers without a legal move: the board, the legal moves, and what was answered.
fn failed_boards(diagnosis: &Diagnosis) -> String {
    let of_games = diagnosis.games.iter().filter_map(|game| match &game.end {
        AgentEnd::Forfeited(forfeit) => {
            let place = format!("game {}, ply {}", game.id, game.plies + 1);
            Some((place, game.last.as_str(), &forfeit.cause, forfeit.detail.clone()))
        }
        _ => None,
    });
    let of_positions = diagnosis.failed_positions.iter().map(|failed| {
        let answer = Some(failed.answer.clone()).filter(|answer| !answer.is_empty());
        ("single position".to_string(), failed.fen.as_str(), &failed.cause, answer)
    });
    let figures = of_games.take(FAILED).chain(of_positions.take(FAILED)).filter_map(
        |(place, fen, cause, answer)| {
            let position = Position::from_fen(fen).ok()?;
            let side = position.side_to_move();
            let answer = answer.map_or(String::new(), |answer| format!(" ({answer})"));
            let legal = legal_answers(&position);
            Some(figure(
                &format!("{place}: {cause}"),
                &picture(&position, &[], &format!("{side} to move")),
                &[
                    format!("{side} to move. What came: {cause}{answer}."),
                    format!("Legal answers: {legal}."),
                ],
            ))
        },
    );
    let figures: String = figures.take(FAILED).collect();
    if figures.is_empty() {
        return String::new();
    }
    format!("<h3>Answers that were no legal move</h3><div class=\"worst-boards\">{figures}</div>")
}

/// The legal moves as they are written in output.txt.
fn legal_answers(position: &Position) -> String {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let text = |&mv: &Move| answer::text(mv).trim_end().replace('\n', ", ");
    moves.iter().map(text).collect::<Vec<_>>().join("; ")
}

fn worst_boards(diagnosis: &Diagnosis, links: GameLinks) -> String {
    let shown = worst(diagnosis);
    let figures: String = shown.iter().filter_map(|mistake| worst_figure(mistake, links)).collect();
    if figures.is_empty() {
        return String::new();
    }
    format!(
        "<h3>The worst moves</h3><p>Orange and dashed: what it played. Blue: what was better.</p>\
         <div class=\"worst-boards\">{figures}</div>"
    )
}

/// The worst moves of games that were not won, of different kinds first.
fn worst(diagnosis: &Diagnosis) -> Vec<&Mistake> {
    let cost = |mistake: &&Mistake| {
        let game = diagnosis.games.iter().find(|game| game.id == mistake.game);
        game.is_some_and(|game| game.end != AgentEnd::Won && !game.end.is_forfeit())
    };
    let mut shown: Vec<&Mistake> = Vec::new();
    let all: Vec<&Mistake> = diagnosis.mistakes.iter().filter(cost).collect();
    for mistake in &all {
        if !shown.iter().any(|known| known.kind == mistake.kind) {
            shown.push(mistake);
        }
    }
    let more = all.iter().filter(|one| !shown.contains(*one)).copied().collect::<Vec<_>>();
    shown.truncate(SHOWN);
    shown.extend(more.into_iter().take(SHOWN - shown.len()));
    shown.sort_by_key(|mistake| Reverse(mistake.loss));
    shown
}

fn worst_figure(mistake: &Mistake, links: GameLinks) -> Option<String> {
    let position = Position::from_fen(&mistake.fen).ok()?;
    let (played, better) = (in_words(&mistake.played), in_words(&mistake.better));
    let side = position.side_to_move();
    let arrows = [BoardArrow::Better(&mistake.better), BoardArrow::Played(&mistake.played)];
    let label = format!("{side} to move; played {played}, better {better}");
    let place = links.text(&format!("game {}, ply {}", mistake.game, mistake.ply));
    let reply = if mistake.reply_line.is_empty() {
        String::new()
    } else {
        format!(" It goes on: {}.", mistake.reply_line.join(" "))
    };
    let seen = match mistake.seen_at {
        Some(1) => "Following the jumps after the move is enough to see it.".to_string(),
        Some(depth) => format!("A plain search of {depth} plies sees it."),
        None => "No piece is lost within 8 plies: it is a matter of evaluation.".to_string(),
    };
    Some(figure_of(
        &format!(
            "{place}: {} {} lost {} % of the point",
            escaped(&played),
            mistake.mark,
            mistake.loss
        ),
        &picture(&position, &arrows, &label),
        &[
            format!("{side} {}.{reply}", mistake.kind.words()),
            format!("Better was {}. {seen}", mistake.better_line.join(" ")),
        ],
    ))
}

/// The squares of a move with hyphens.
fn in_words(squares: &[String]) -> String {
    squares.join("-")
}

fn figure(title: &str, picture: &str, lines: &[String]) -> String {
    figure_of(&escaped(title), picture, lines)
}

/// A figure whose title is HTML already.
fn figure_of(title: &str, picture: &str, lines: &[String]) -> String {
    let lines: String = lines.iter().map(|line| format!("<p>{}</p>", escaped(line))).collect();
    format!("<figure class=\"worst-board\"><h4>{title}</h4>{picture}{lines}</figure>")
}
