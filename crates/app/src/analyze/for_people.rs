//! Positions and games as text for people.
//!
//! A position: the board, who stands better, the best moves in both notations. A game: every move
//! with what it lost, the mistakes by size, the moves that changed the result, the ending by the
//! tables.

use crate::analyze::subject::{ReviewedGame, line_text, name_text, number_text, percent};
use analysis::{
    AnalyzedLine, MoveChoice, PointShare, PositionAnalysis, Standing, StandingSource, TurningPoint,
    Verdict, Worth,
};
use games::Game as _;
use games::board::Side;
use games::checkers::{Move, Position};
use std::fmt::Write;
use text::grouped;

/// The legend of columns and marks, printed once below all games.
pub const LEGEND: &str = "\
share: what Black may expect of the point, in percent; lost: what a move took from its own side.
?! lost 10, ? 20, ?? 30 percent or more. A ply is a move of one side.
";

/// The most moves of a line of a game.
const MOST_MOVES_IN_GAME: usize = 8;

pub fn game_text(game: &ReviewedGame<'_>) -> String {
    let mut text = heading(game);
    text.push_str(&table(game));
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n{}", game.summary());
    let accuracy = Side::ALL.map(|side| format!("{side} {}", game.accuracy_text(side)));
    let _ = writeln!(text, "Accuracy: {}.", accuracy.join(", "));
    text.push_str(&turning_points(game));
    text.push_str(&mistakes(game));
    text.push_str(&ending(game));
    text
}

fn heading(game: &ReviewedGame<'_>) -> String {
    let subject = game.subject;
    let [black, white] = subject.names().map(|name| name.map(|name| visible::cut(name, 40)));
    let players = match (black, white) {
        (None, None) => String::new(),
        (black, white) => {
            let name = |name: Option<String>| name.unwrap_or("unknown".to_string());
            format!(": {} (Black) against {} (White)", name(black), name(white))
        }
    };
    let result = subject.game.outcome().map_or(String::new(), |end| format!(", {}", end.text()));
    let mut text = format!("Game {}{players}{result}\n", subject.number);
    if let Some(ending) = &subject.ending {
        let _ = writeln!(text, "{}", visible::cut(ending, 200));
    }
    if subject.opening > 0 {
        let _ = writeln!(text, "Opening: {}", subject.opening_text());
    }
    text.push('\n');
    text
}

/// Every move, those with one number in one row.
fn table(game: &ReviewedGame<'_>) -> String {
    let first = game.subject.played.positions().first();
    let begins = first.map_or(Side::Black, games::Game::side_to_move);
    let begins = if game.subject.opening.is_multiple_of(2) { begins } else { !begins };
    let column = |side: Side| format!("{:<14} {:>4} {:>5}", side.to_string(), "lost", "share");
    let mut text = format!("      {}   {}\n", column(begins), column(!begins));
    let mut row = String::new();
    for index in 0..game.review.moves.len() {
        let (number, is_second) = game.subject.place(index);
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
    let mark = game.mark_text(index);
    let lost = match (mv.choice, mv.loss.hundredths()) {
        (MoveChoice::Forced, _) => "only".to_string(),
        (_, 0) => String::new(),
        (_, loss) => loss.to_string(),
    };
    let share = format!("{:.0}", 100.0 * mv.after.value());
    format!("{:<11} {mark:<2} {lost:>4} {share:>5}", game.subject.move_text(index))
}

/// The moves after which another result was to be expected.
fn turning_points(game: &ReviewedGame<'_>) -> String {
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

/// The expected result after a turning point.
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

/// The marked moves by size, each with what followed and a better line.
fn mistakes(game: &ReviewedGame<'_>) -> String {
    let mistakes = game.review.mistakes();
    if mistakes.is_empty() {
        return String::new();
    }
    let mut text = "\nMistakes, the largest first\n".to_string();
    for index in mistakes {
        let (label, mark) = (game.subject.label(index), game.mark_text(index));
        let (by, loss) = (game.review.moves[index].by, game.loss_text(index));
        let _ = writeln!(text, "  {label} {mark}  {by} {loss}");
        let played = game.subject.played.moves()[index];
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
    let rest = line_text(&rest[..rest.len().min(MOST_MOVES_IN_GAME - 1)], number_text);
    let comma = if rest.is_empty() { "" } else { ", " };
    format!("{} ({}){comma}{rest}", number_text(first), name_text(first))
}

/// The verdicts of the tables, from where they reach for good.
fn ending(game: &ReviewedGame<'_>) -> String {
    let positions = game.subject.played.positions();
    let known = game.review.verdicts.iter().zip(positions).enumerate().skip(1);
    let mut rows: Vec<(usize, String, String)> = Vec::new();
    for (index, (verdict, position)) in known {
        let Some(verdict) = verdict else { continue };
        let pieces = match position.count() {
            1 => "1 piece".to_string(),
            pieces => format!("{pieces} pieces"),
        };
        let words = if game.subject.played.is_drawn_at(index) {
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

/// The most moves of a line of a position.
const MOST_MOVES: usize = 12;

/// An analyzed position, below `title` if there is one.
pub fn position_text(title: Option<&str>, analysis: &PositionAnalysis) -> String {
    let side = analysis.position.side_to_move();
    let mut text = title.map(|title| format!("{title}\n\n")).unwrap_or_default();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{side} to move: {}\n", analysis.position.fen());
    text.push_str(&board_text(&analysis.position));
    let _ = writeln!(text, "\n{}", standing(analysis));
    text.push_str(&book_text(analysis));
    if !analysis.lines.is_empty() {
        text.push_str("\n    score  chance  moves\n");
    }
    for (line, number) in analysis.lines.iter().zip(1..) {
        text.push_str(&line_rows(number, line, side));
    }
    if let Some(searched) = analysis.searched {
        let (depth, nodes) = (searched.depth, grouped(searched.nodes));
        let _ = writeln!(text, "\nLooked {depth} plies ahead, {nodes} nodes.");
    }
    text
}

/// The expected result, in a sentence or two.
fn standing(analysis: &PositionAnalysis) -> String {
    let side = analysis.position.side_to_move();
    let only = match analysis.legal_moves {
        0 => return format!("{side} has no legal move and has lost."),
        1 => format!("{side} has only one legal move. "),
        _ => String::new(),
    };
    match analysis.verdict {
        Some(verdict) => format!("{only}By the endgame tables: {verdict}."),
        None => format!("{only}{}", by_share(side, analysis.share())),
    }
}

fn by_share(side: Side, share: PointShare) -> String {
    let (better, of) =
        if share < PointShare::HALF { (!side, share.of_opponent()) } else { (side, share) };
    let percent = percent(of);
    match of.value() {
        even if even < 0.55 => {
            format!("The position is even ({} for {side}).", self::percent(share))
        }
        little if little < 0.65 => format!("{better} is slightly better ({percent})."),
        more if more < 0.75 => format!("{better} is better ({percent})."),
        won if won < 0.95 => format!("{better} stands to win ({percent})."),
        _ => format!("{better} is winning ({percent})."),
    }
}

fn book_text(analysis: &PositionAnalysis) -> String {
    let moves: Vec<_> = analysis.book.iter().map(|book| book.mv).collect();
    let names: Vec<_> =
        moves.iter().map(|&mv| format!("{} ({})", number_text(mv), name_text(mv))).collect();
    match moves.len() {
        0 => String::new(),
        1 => format!("The opening book plays {}.\n", names[0]),
        many => format!(
            "The opening book plays {}, each one time in {many}: it ranks none above the others.\n",
            names.join(", ")
        ),
    }
}

/// The rows of one line: both notations, and a note if something needs it.
fn line_rows(number: usize, line: &AnalyzedLine, side: Side) -> String {
    let shown = &line.moves[..line.moves.len().min(MOST_MOVES)];
    let [numbers, names] = both_lines(shown);
    let (score, note) = worth(line.worth, side);
    let chance = percent(line.share);
    let mut rows = format!("{number:>2}  {score:>5}  {chance:>6}  {numbers}\n{:>19}{names}\n", "");
    if let Some(note) = note {
        let _ = writeln!(rows, "{:>19}{note}", "");
    }
    rows
}

/// The worth of a line in a word, and in a sentence where that needs one.
fn worth(worth: Worth, side: Side) -> (String, Option<String>) {
    let score = match worth {
        Worth::Tables(verdict) => {
            let word = match verdict {
                Verdict::Drawn | Verdict::DrawnByQuietTurns { .. } => "drawn",
                Verdict::Won { by, .. } if by == side => "won",
                Verdict::Won { .. } => "lost",
            };
            // For these the word says all.
            let is_plain =
                matches!(verdict, Verdict::Drawn | Verdict::Won { plies: None, left: None, .. });
            let note = (!is_plain).then(|| format!("tables: {verdict}"));
            return (word.to_string(), note);
        }
        Worth::Score(score) => score,
    };
    let word = if score.units() > 0 { "won" } else { "lost" };
    if let Some(plies) = score.plies_to_end() {
        let winner = if score.is_win() { side } else { !side };
        return (word.to_string(), Some(format!("{winner} wins the game within {plies} plies")));
    }
    match score.plies_to_tables() {
        Some(plies) => {
            let ending = if score.units() > 0 { "a won" } else { "a lost" };
            (word.to_string(), Some(format!("leads to {ending} ending within {plies} plies")))
        }
        None => (format!("{:+.2}", f64::from(score.units()) / 100.0), None),
    }
}

/// A line of moves in both notations, one above the other, each move below the same.
pub fn both_lines(moves: &[Move]) -> [String; 2] {
    let mut lines = [String::new(), String::new()];
    for &mv in moves {
        let (number, name) = (number_text(mv), name_text(mv));
        let width = number.len().max(name.len()) + 1;
        lines[0].push_str(&format!("{number:<width$}"));
        lines[1].push_str(&format!("{name:<width$}"));
    }
    lines.map(|line| line.trim_end().to_string())
}

/// The board with the names of its rows and columns, a line for each row.
pub fn board_text(position: &Position) -> String {
    let columns = "    a b c d e f g h\n";
    let mut text = columns.to_string();
    for (row, cells) in (1..=8).rev().zip(position.rows_text('\n').lines()) {
        let cells: Vec<_> = cells.chars().map(String::from).collect();
        text.push_str(&format!("  {row} {} {row}\n", cells.join(" ")));
    }
    text + columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::checkers::Square;
    use games::{Notation, Walker};

    #[test]
    fn both_notations_name_the_same_squares() {
        for position in Walker::new(7).game(Position::start(), 100) {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            for mv in legal {
                assert_eq!(number_text(mv), position.move_text(mv));
                let names = name_text(mv);
                let squares = names.split(['-', 'x']).map(Square::from_name);
                let squares: Option<Vec<_>> = squares.collect();
                assert_eq!(squares.as_deref(), Some(&mv.squares()[..]), "{names}");
                let [numbers, below] = both_lines(&[mv, mv]);
                let second = |line: &str| line.rfind(' ').map(|at| at + 1);
                assert_eq!(second(&numbers), second(&below));
            }
        }
    }

    #[test]
    fn the_board_has_its_pieces_where_the_rows_say() {
        let position = Position::start();
        let text = board_text(&position);
        let rows: Vec<String> =
            text.lines().skip(1).take(8).map(|line| line[4..19].split(' ').collect()).collect();
        assert_eq!(rows.join("\n"), position.rows_text('\n'));
    }
}
