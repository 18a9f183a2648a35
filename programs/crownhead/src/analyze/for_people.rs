//! Games as text for people: every move with what it lost, the mistakes by size, the moves that
//! changed the result, the ending by the tables.

use crate::analyze::subject::{ReviewedGame, by_names, capital, line_text, result_text};
use analysis::{Advantage, AnalyzedGame, MoveChoice, StandingSource, TurningPoint, Verdict};
use games::board::Side;
use std::fmt::Write;

/// The legend of columns and marks, printed once below all games.
pub const LEGEND: &str = "\
share: what Black may expect of the point, in percent; lost: what a move took from its own side.
?! lost 10, ? 20, ?? 30 percent or more. A ply is a move of one side.
";

/// The most moves of a line of a game.
const MOST_MOVES_IN_GAME: usize = 8;

pub fn game_text<G: AnalyzedGame>(game: &ReviewedGame<'_, G>, columns: usize) -> String {
    let mut text = heading(game);
    let width = widest_move(game);
    text.push_str(&match columns < MOVES_AT + 2 * (width + NUMBERS) + BETWEEN {
        true => narrow_table(game, width),
        false => table(game, width),
    });
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n{}", game.summary());
    let accuracy = Side::ALL.map(|side| format!("{side} {}", game.accuracy_text(side)));
    let _ = writeln!(text, "Accuracy: {}.", accuracy.join(", "));
    text.push_str(&turning_points(game));
    text.push_str(&mistakes(game));
    text.push_str(&ending(game));
    text
}

fn heading<G: AnalyzedGame>(game: &ReviewedGame<'_, G>) -> String {
    let subject = game.subject;
    let [black, white] = subject.names().map(|name| name.map(|name| cli::visible::cut(name, 40)));
    let players = match (black, white) {
        (None, None) => String::new(),
        (black, white) => {
            let [black, white] = [black, white].map(|name| name.unwrap_or("unknown".to_string()));
            format!(": {black} (Black) against {white} (White)")
        }
    };
    let result =
        subject.result.map_or(String::new(), |result| format!(", {}", result_text::<G>(result)));
    let mut text = format!("{}{players}{result}\n", capital(&subject.name()));
    if let Some(ending) = &subject.ending {
        let _ = writeln!(text, "{}", cli::visible::cut(ending, 200));
    }
    let moves = Some(subject.opening_text()).filter(|moves| !moves.is_empty());
    let opening: Vec<_> = [game.opening, moves.as_deref()].into_iter().flatten().collect();
    if !opening.is_empty() {
        let _ = writeln!(text, "Opening: {}", opening.join(", "));
    }
    text.push('\n');
    text
}

/// The columns of a table of moves: where the first move begins, what stands behind a move, and the
/// blanks before the next.
const MOVES_AT: usize = 6;
const NUMBERS: usize = 14;
const BETWEEN: usize = 3;

/// Every move, those with one number in one row.
fn table<G: AnalyzedGame>(game: &ReviewedGame<'_, G>, width: usize) -> String {
    let first = game.subject.played.positions().first();
    let begins = first.map_or(Side::Black, games::Game::side_to_move);
    let begins = if game.subject.opening.len().is_multiple_of(2) { begins } else { !begins };
    let [first, second] = [begins, !begins].map(|side| title(&side.to_string(), width));
    let mut text = format!("      {first}   {second}\n");
    let mut row = String::new();
    for index in 0..game.review.moves.len() {
        let (number, is_second) = game.subject.place(index);
        if !is_second || row.is_empty() {
            row = format!("{number:>4}. ");
        }
        if is_second && index == 0 {
            let _ = write!(row, "{:<cell$}   ", "...", cell = width + NUMBERS);
        }
        row.push_str(&cell(game, index, width));
        if is_second || index + 1 == game.review.moves.len() {
            let _ = writeln!(text, "{}", row.trim_end());
            row.clear();
        } else {
            row.push_str("   ");
        }
    }
    text
}

/// Every move in a row of its own.
fn narrow_table<G: AnalyzedGame>(game: &ReviewedGame<'_, G>, width: usize) -> String {
    let mut text = format!("        {}\n", title("move", width));
    for index in 0..game.review.moves.len() {
        let (number, is_second) = game.subject.place(index);
        let dots = if is_second { "..." } else { "." };
        let cell = cell(game, index, width);
        let _ = writeln!(text, "{number:>4}{dots:<4}{}", cell.trim_end());
    }
    text
}

fn title(name: &str, width: usize) -> String {
    format!("{name:<names$} {:>4} {:>5}", "lost", "share", names = width + 3)
}

/// The widest column of moves: longer ones, as long captures are, stand out.
const WIDEST_COLUMN: usize = 12;

fn widest_move<G: AnalyzedGame>(game: &ReviewedGame<'_, G>) -> usize {
    let moves = (0..game.review.moves.len()).map(|index| game.subject.move_text(index).len());
    let least = 11;
    moves.max().unwrap_or(0).clamp(least, WIDEST_COLUMN)
}

fn cell<G: AnalyzedGame>(game: &ReviewedGame<'_, G>, index: usize, width: usize) -> String {
    let mv = &game.review.moves[index];
    let mark = game.mark_text(index);
    let lost = match (mv.choice, mv.loss.hundredths()) {
        (MoveChoice::Forced, _) => "only".to_string(),
        (_, 0) => String::new(),
        (_, loss) => loss.to_string(),
    };
    let share = format!("{:.0}", 100.0 * mv.after.value());
    format!("{:<width$} {mark:<2} {lost:>4} {share:>5}", game.subject.move_text(index))
}

/// The moves after which another result was to be expected.
fn turning_points<G: AnalyzedGame>(game: &ReviewedGame<'_, G>) -> String {
    if game.review.turning_points.is_empty() {
        return String::new();
    }
    let mut text = "\nWhere the result changed\n".to_string();
    for point in &game.review.turning_points {
        let to = turn_text(point);
        let label = game.subject.label(point.index);
        let mark = game.mark_text(point.index);
        let _ = writeln!(text, "  {label:<16} {mark:<2}  {to}");
    }
    text
}

pub fn turn_text(point: &TurningPoint) -> String {
    match (point.to, point.source) {
        (Advantage::Even, StandingSource::Tables | StandingSource::Rule) => {
            "drawn by the endgame tables or a rule".to_string()
        }
        (Advantage::Even, StandingSource::Evaluation) => "nobody stands to win".to_string(),
        (Advantage::For(side), StandingSource::Tables) => {
            format!("{side} wins by the endgame tables")
        }
        (Advantage::For(side), StandingSource::Rule) => {
            format!("{side} wins by a rule of the game")
        }
        (Advantage::For(side), StandingSource::Evaluation) => format!("{side} stands to win"),
    }
}

/// The marked moves by size, each with what followed and a better line.
fn mistakes<G: AnalyzedGame>(game: &ReviewedGame<'_, G>) -> String {
    let mistakes = game.review.mistakes();
    if mistakes.is_empty() {
        return String::new();
    }
    let mut text = "\nMistakes, the largest first\n".to_string();
    for index in mistakes {
        let (label, mark) = (game.subject.label(index), game.mark_text(index));
        let (by, loss) = (game.review.moves[index].by, game.loss_text(index));
        let _ = writeln!(text, "  {label} {mark}  {by} {loss}");
        let (before, played) =
            (&game.subject.played.positions()[index], game.subject.played.moves()[index]);
        let then = [&[played], game.line_at(index + 1)].concat();
        let _ = writeln!(text, "      played  {}", with_name(before, &then));
        let better = game.line_at(index);
        if !better.is_empty() {
            let _ = writeln!(text, "      better  {}", with_name(before, better));
        }
    }
    text
}

/// A line, its first move also in the second notation, if there is one: `11-15 (e7-f6), 23-19`.
fn with_name<G: AnalyzedGame>(position: &G, moves: &[G::Move]) -> String {
    let Some((&first, rest)) = moves.split_first() else { return String::new() };
    let rest = &rest[..rest.len().min(MOST_MOVES_IN_GAME - 1)];
    let rest = line_text(&position.play(first), rest);
    let comma = if rest.is_empty() { "" } else { ", " };
    format!("{}{comma}{rest}", move_with_name(position, first))
}

pub fn move_with_name<G: AnalyzedGame>(position: &G, mv: G::Move) -> String {
    let name = by_names::<G>(mv).map_or(String::new(), |name| format!(" ({name})"));
    position.move_text(mv) + &name
}

/// The verdicts of the tables, from where they reach for good.
fn ending<G: AnalyzedGame>(game: &ReviewedGame<'_, G>) -> String {
    let positions = game.subject.played.positions();
    let known = game.review.verdicts.iter().zip(positions).enumerate().skip(1);
    let mut rows: Vec<(usize, String, String)> = Vec::new();
    for (index, (verdict, position)) in known {
        let Some(verdict) = verdict else { continue };
        let pieces = position.letters().chars().filter(|&letter| letter != '.').count();
        let pieces = cli::counted(pieces, "piece");
        let words = if game.subject.played.rule_at(index).is_some() {
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
        let label = game.subject.label(index);
        let _ = writeln!(text, "  after {label:<16} {pieces:<8}  {words}");
    }
    text
}
