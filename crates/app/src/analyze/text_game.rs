//! A game for people: every move with what it lost, the mistakes by size, the moves that changed
//! the result, the ending by the tables.

use crate::analyze::notation::{line_text, name_text, number_text};
use crate::analyze::reviewed::ReviewedGame;
use crate::analyze::text_position::percent;
use analysis::{MoveChoice, Standing, StandingSource, TurningPoint, Verdict};
use games::board::Side;
use games::checkers::Move;
use std::fmt::Write;

/// What the columns and marks mean, printed once below all games.
pub const LEGEND: &str = "\
share: what Black may expect of the point, in percent; lost: what a move took from its own side.
?! lost 10, ? 20, ?? 30 percent or more. A ply is a move of one side.
";

/// The most moves of a line that are shown.
const MOST_MOVES: usize = 8;

/// The text of a reviewed game.
pub fn text(game: &ReviewedGame<'_>) -> String {
    let mut text = heading(game);
    text.push_str(&table(game));
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n{}", game.summary());
    let accuracy = Side::ALL.map(|side| format!("{side} {}", game.accuracy_text(side)));
    let _ = writeln!(text, "Accuracy: {}.", accuracy.join(", "));
    text.push_str(&turns(game));
    text.push_str(&mistakes(game));
    text.push_str(&ending(game));
    text
}

fn heading(game: &ReviewedGame<'_>) -> String {
    let source = game.source;
    let [black, white] = source.names().map(|name| name.map(|name| formats::shown(name, 40)));
    let players = match (black, white) {
        (None, None) => String::new(),
        (black, white) => {
            let name = |name: Option<String>| name.unwrap_or("unknown".to_string());
            format!(": {} (Black) against {} (White)", name(black), name(white))
        }
    };
    let result = source.game.outcome().map_or(String::new(), |end| format!(", {}", end.text()));
    let mut text = format!("Game {}{players}{result}\n", source.number);
    if let Some(ending) = &source.ending {
        let _ = writeln!(text, "{}", formats::shown(ending, 200));
    }
    if source.opening > 0 {
        let _ = writeln!(text, "Opening: {}", source.opening_text());
    }
    text.push('\n');
    text
}

/// Every move, those with one number in one row.
fn table(game: &ReviewedGame<'_>) -> String {
    let first = game.source.played.positions().first();
    let begins = first.map_or(Side::Black, games::Game::side_to_move);
    let begins = if game.source.opening.is_multiple_of(2) { begins } else { !begins };
    let column = |side: Side| format!("{:<14} {:>4} {:>5}", side.to_string(), "lost", "share");
    let mut text = format!("      {}   {}\n", column(begins), column(!begins));
    let mut row = String::new();
    for index in 0..game.review.moves.len() {
        let (number, is_second) = game.source.place(index);
        if !is_second || row.is_empty() {
            row = format!("{number:>4}. ");
        }
        if is_second && index == 0 {
            let _ = write!(row, "{:<25}   ", "...");
        }
        row.push_str(&cell(game, index));
        if is_second || index + 1 == game.review.moves.len() {
            let _ = writeln!(text, "{}", row.trim_end());
            row.clear();
        } else {
            row.push_str("   ");
        }
    }
    text
}

fn cell(game: &ReviewedGame<'_>, index: usize) -> String {
    let mv = &game.review.moves[index];
    let mark = mv.mark().map(|mark| mark.to_string()).unwrap_or_default();
    let lost = match (mv.choice, mv.loss.hundredths()) {
        (MoveChoice::Forced, _) => "only".to_string(),
        (_, 0) => String::new(),
        (_, loss) => loss.to_string(),
    };
    let share = format!("{:.0}", 100.0 * mv.after.value());
    format!("{:<11} {mark:<2} {lost:>4} {share:>5}", game.source.move_text(index))
}

/// The moves after which somebody else stood to win.
fn turns(game: &ReviewedGame<'_>) -> String {
    if game.review.turning_points.is_empty() {
        return String::new();
    }
    let mut text = "\nWhere the result changed\n".to_string();
    for point in &game.review.turning_points {
        let to = turn_text(point);
        let label = game.source.label(point.index);
        let mark = game.review.moves[point.index].mark().map(|mark| mark.to_string());
        let mark = mark.unwrap_or_default();
        let _ = writeln!(text, "  {label:<16} {mark:<2}  {to}");
    }
    text
}

/// Who stands to win after a turning point.
pub fn turn_text(point: &TurningPoint) -> String {
    match (point.to, point.source) {
        (Standing::Even, StandingSource::Tables) => {
            "drawn by the endgame tables or a rule".to_string()
        }
        (Standing::Even, StandingSource::Evaluation) => "nobody stands to win".to_string(),
        (Standing::For(side), StandingSource::Tables) => {
            format!("{side} wins by the endgame tables")
        }
        (Standing::For(side), StandingSource::Evaluation) => format!("{side} stands to win"),
    }
}

/// The marked moves by size, each with what followed and what was better.
fn mistakes(game: &ReviewedGame<'_>) -> String {
    let mistakes = game.review.mistakes();
    if mistakes.is_empty() {
        return String::new();
    }
    let mut text = "\nMistakes, the largest first\n".to_string();
    for index in mistakes {
        let mv = &game.review.moves[index];
        let [before, after] = [mv.before, mv.after].map(|share| percent(share.seen_by(mv.by)));
        let mark = mv.mark().map(|mark| mark.to_string()).unwrap_or_default();
        let (by, loss) = (mv.by, mv.loss.hundredths());
        let label = game.source.label(index);
        let _ = writeln!(text, "  {label} {mark}  {by} lost {loss} %: from {before} to {after}");
        let played = game.source.played.moves()[index];
        let then = [&[played], game.line_at(index + 1)].concat();
        let _ = writeln!(text, "      played  {}", with_name(&then));
        let better = game.line_at(index);
        if !better.is_empty() {
            let _ = writeln!(text, "      better  {}", with_name(better));
        }
    }
    text
}

/// A line by numbers, its first move also by names: `11-15 (e7-f6), 23-19 8-11`.
fn with_name(moves: &[Move]) -> String {
    let Some((&first, rest)) = moves.split_first() else { return String::new() };
    let rest = line_text(&rest[..rest.len().min(MOST_MOVES - 1)], number_text);
    let comma = if rest.is_empty() { "" } else { ", " };
    format!("{} ({}){comma}{rest}", number_text(first), name_text(first))
}

/// What the tables say after each move from where they reach for good.
fn ending(game: &ReviewedGame<'_>) -> String {
    let positions = game.source.played.positions();
    let known = game.review.verdicts.iter().zip(positions).enumerate().skip(1);
    let mut rows: Vec<(usize, String, String)> = Vec::new();
    for (index, (verdict, position)) in known {
        let Some(verdict) = verdict else { continue };
        let pieces = match position.count() {
            1 => "1 piece".to_string(),
            pieces => format!("{pieces} pieces"),
        };
        let words = if game.source.played.is_drawn_at(index) {
            "drawn by repetition or by the quiet turns: the game is over".to_string()
        } else {
            verdict.to_string()
        };
        let is_again = *verdict == Verdict::Drawn
            && rows.last().is_some_and(|(_, last, said)| *last == pieces && *said == words);
        if !is_again {
            rows.push((index - 1, pieces, words));
        }
    }
    if rows.is_empty() {
        return String::new();
    }
    let mut text = "\nThe ending by the endgame tables\n".to_string();
    for (index, pieces, words) in rows {
        let label = game.source.label(index);
        let _ = writeln!(text, "  after {label:<16} {pieces:<8}  {words}");
    }
    text
}
