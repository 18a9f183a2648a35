//! The part of a page that shows a diagnosis: what would help, the worst moves with boards, and all
//! counts. It needs no script but for the boards, which `report_figures.js` draws.
//!
//! Texts may come from untrusted programs: nothing in them is markup, and nothing stays hidden.

use crate::diagnosis_page::tables::{self, GameLinks};
use analysis::diagnosis::{Advice, AgentEnd, Diagnosis, Mistake};
use cli::visible;
use formats::answer;
use games::checkers::Position;
use games::{BoardGame, Game};
use maud::{Markup, html};
use std::cmp::Reverse;

const SHOWN: usize = 3;
/// Failed answers that are shown with a board.
const FAILED: usize = 2;

pub fn section(diagnosis: &Diagnosis, links: GameLinks) -> Markup {
    html! {
        section #diagnosis aria-labelledby="diagnosis-title" {
            h2 #diagnosis-title { "What would help most" }
            p .summary { (visible::line(&score(diagnosis))) }
            ol .advice { @for advice in &diagnosis.advice { (advice_item(advice, links)) } }
            @if !diagnosis.left_out.is_empty() {
                p { "Left out:" }
                ul .left-out { @for what in &diagnosis.left_out { li { (visible::line(what)) } } }
            }
            (failed_boards(diagnosis))
            (worst_boards(diagnosis, links))
            (tables::all(diagnosis, links))
        }
    }
}

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

fn advice_item(advice: &Advice, links: GameLinks) -> Markup {
    let evidence = advice.evidence.iter().filter(|line| !line.is_empty());
    html! {
        li {
            p .told { (visible::line(&advice.sentence)) }
            ul .evidence { @for line in evidence { li { (links.text(line)) } } }
        }
    }
}

/// Answers without a legal move: the board, the legal moves, and what was answered.
fn failed_boards(diagnosis: &Diagnosis) -> Markup {
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
            let title = html! { (visible::line(&format!("{place}: {cause}"))) };
            let lines = [
                format!("{side} to move. What came: {cause}{answer}."),
                format!("Legal answers: {}.", answer::list(&position.move_list(), usize::MAX)),
            ];
            Some(figure(&title, &board(&position, &format!("{side} to move"), None), &lines))
        },
    );
    figures_below(&html! { h3 { "Answers that were no legal move" } }, figures.take(FAILED))
}

fn worst_boards(diagnosis: &Diagnosis, links: GameLinks) -> Markup {
    let shown = worst(diagnosis);
    let head = html! {
        h3 { "The worst moves" }
        p { "Orange and dashed: what it played. Blue: what was better." }
    };
    figures_below(&head, shown.iter().filter_map(|mistake| worst_figure(mistake, links)))
}

/// The worst moves of games that were not won, of different kinds first.
fn worst(diagnosis: &Diagnosis) -> Vec<&Mistake> {
    let mut shown: Vec<&Mistake> = Vec::new();
    let all: Vec<&Mistake> = diagnosis
        .mistakes
        .iter()
        .filter(|mistake| {
            let game = diagnosis.games.iter().find(|game| game.id == mistake.game);
            game.is_some_and(|game| game.end != AgentEnd::Won && !game.end.is_forfeit())
        })
        .collect();
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

fn worst_figure(mistake: &Mistake, links: GameLinks) -> Option<Markup> {
    let position = Position::from_fen(&mistake.fen).ok()?;
    let [played, better] = [&mistake.played, &mistake.better].map(|squares| squares.join("-"));
    let side = position.side_to_move();
    let label = format!("{side} to move; played {played}, better {better}");
    let title = html! {
        (links.text(&format!("game {}, ply {}", mistake.game, mistake.ply)))
        ": " (visible::line(&played)) " " (mistake.mark.to_string())
        " lost " (mistake.loss) " % of the point"
    };
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
    let lines = [
        format!("{side} {}.{reply}", mistake.kind.words()),
        format!("Better was {}. {seen}", mistake.better_line.join(" ")),
    ];
    Some(figure(&title, &board(&position, &label, Some(mistake)), &lines))
}

/// A board that the page's script draws, with arrows for a mistake and for the better move.
fn board(position: &Position, label: &str, mistake: Option<&Mistake>) -> Markup {
    let played = mistake.map(|mistake| mistake.played.join(" "));
    let better = mistake.map(|mistake| mistake.better.join(" "));
    html! {
        div .picture data-letters=(position.letters()) data-label=(visible::line(label))
            data-played=[played.as_deref().map(visible::line)]
            data-better=[better.as_deref().map(visible::line)] {}
    }
}

fn figure(title: &Markup, board: &Markup, lines: &[String]) -> Markup {
    html! {
        figure .worst-board {
            h4 { (title) }
            (board)
            @for line in lines { p { (visible::line(line)) } }
        }
    }
}

fn figures_below(head: &Markup, figures: impl Iterator<Item = Markup>) -> Markup {
    let figures: Vec<Markup> = figures.collect();
    html! {
        @if !figures.is_empty() {
            (head)
            div .worst-boards { @for figure in figures { (figure) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_its_letters_and_a_path_for_each_arrow() {
        let start = board(&Position::start(), "the \"start\"", None).0;
        assert!(start.contains("the &quot;start&quot;") && !start.contains("data-played"));
        assert!(start.contains(&Position::start().letters()), "{start}");
    }
}
