//! A position for people: the board, who stands better, the best moves in both notations.

use crate::analyze::notation::{board_text, both_lines, name_text, number_text};
use analysis::{AnalyzedLine, PointShare, PositionAnalysis, Verdict, Worth};
use games::Game;
use games::board::Side;
use std::fmt::Write;

/// The most moves of a line that are shown.
const MOST_MOVES: usize = 12;

/// The text of an analyzed position, below `title` if there is one.
pub fn text(title: Option<&str>, analysis: &PositionAnalysis) -> String {
    let side = analysis.position.side_to_move();
    let mut text = title.map(|title| format!("{title}\n\n")).unwrap_or_default();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{side} to move: {}\n", analysis.position.fen());
    text.push_str(&board_text(&analysis.position));
    let _ = writeln!(text, "\n{}", standing(analysis));
    text.push_str(&book(analysis));
    if !analysis.lines.is_empty() {
        text.push_str("\n    score  chance  moves\n");
    }
    for (line, number) in analysis.lines.iter().zip(1..) {
        text.push_str(&line_rows(number, line, side));
    }
    if let Some(searched) = analysis.searched {
        let (depth, nodes) = (searched.depth, thousands(searched.nodes));
        let _ = writeln!(text, "\nLooked {depth} plies ahead, {nodes} nodes.");
    }
    text
}

/// Who stands better, in a sentence or two.
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

fn book(analysis: &PositionAnalysis) -> String {
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

/// The rows of one line: both notations, and what there is to explain.
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

/// What a line is worth in a word, and a sentence where that needs one.
fn worth(worth: Worth, side: Side) -> (String, Option<String>) {
    let score = match worth {
        Worth::Tables(verdict) => {
            let word = match verdict {
                Verdict::Drawn | Verdict::DrawnByQuietTurns { .. } => "drawn",
                Verdict::Won { by, .. } if by == side => "won",
                Verdict::Won { .. } => "lost",
            };
            // Of these the word says all.
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

/// A share in percent.
pub fn percent(share: PointShare) -> String {
    format!("{:.0} %", 100.0 * share.value())
}

/// A number with commas between its thousands.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_told_apart() {
        let texts = [0, 999, 1_000, 12_345_678].map(thousands);
        assert_eq!(texts, ["0", "999", "1,000", "12,345,678"]);
    }
}
