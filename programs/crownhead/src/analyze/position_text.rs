//! Positions as text for people: the board, who stands better, the best moves in both notations.

use crate::analyze::for_people::move_with_name;
use crate::analyze::subject::{by_names, percent};
use analysis::api::texts;
use analysis::{
    AnalyzedGame, AnalyzedLine, Evaluation, LineValue, PointShare, PositionAnalysis, Verdict,
};
use games::board::Side;
use games::{GameName, Outcome};
use std::fmt::Write;
use text::grouped;

/// The most moves of a line of a position.
const MOST_MOVES: usize = 12;

/// The column in which the moves of a line begin.
const MOVES_AT: usize = 19;

/// An analyzed position, below `title` if there is one, for a window of this width.
pub fn position_text<G: AnalyzedGame>(
    title: Option<&str>,
    analysis: &PositionAnalysis<G>,
    columns: usize,
) -> String {
    let side = analysis.position.side_to_move();
    let mut text = title.map(|title| format!("{title}\n\n")).unwrap_or_default();
    // Writing to a string cannot fail.
    let fen = match G::NAME {
        GameName::Checkers => format!(": {}", analysis.position.start_text()),
        _ => String::new(),
    };
    let _ = writeln!(text, "{side} to move{fen}\n");
    text.push_str(&board_text(&analysis.position));
    let _ = writeln!(text, "\n{}", standing(analysis));
    text.push_str(&book_text(analysis));
    if !analysis.lines.is_empty() {
        text.push_str("\n    score  chance  moves\n");
    }
    for (line, number) in analysis.lines.iter().zip(1..) {
        text.push_str(&line_rows(number, &analysis.position, line, columns));
    }
    if let Some(searched) = analysis.searched {
        let (depth, nodes) = (searched.depth, grouped(searched.nodes));
        let _ = writeln!(text, "\nLooked {depth} plies ahead, {nodes} nodes.");
    }
    text
}

fn standing<G: AnalyzedGame>(analysis: &PositionAnalysis<G>) -> String {
    let side = analysis.position.side_to_move();
    match analysis.outcome {
        Some(Outcome::Win) => return format!("The game is over: {side} has won."),
        Some(Outcome::Loss) if analysis.legal_moves > 0 => {
            return format!("The game is over: {} has won.", !side);
        }
        Some(Outcome::Draw) => return "The game is over: nobody has won.".to_string(),
        _ => {}
    }
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

fn book_text<G: AnalyzedGame>(analysis: &PositionAnalysis<G>) -> String {
    let names: Vec<_> =
        analysis.book.iter().map(|&mv| move_with_name(&analysis.position, mv)).collect();
    match names.len() {
        0 => String::new(),
        1 => format!("The opening book plays {}.\n", names[0]),
        many => format!(
            "The opening book plays {}, each one time in {many}: it ranks none above the others.\n",
            names.join(", ")
        ),
    }
}

fn line_rows<G: AnalyzedGame>(
    number: usize,
    position: &G,
    line: &AnalyzedLine<G::Move>,
    columns: usize,
) -> String {
    let shown = &line.moves[..line.moves.len().min(MOST_MOVES)];
    let [moves, names] = both_lines(position, shown, columns.saturating_sub(MOVES_AT));
    let (score, note) = worth(line.worth, position.side_to_move());
    let chance = percent(line.share);
    let mut rows = format!("{number:>2}  {score:>5}  {chance:>6}  {moves}\n");
    if !names.is_empty() {
        let _ = writeln!(rows, "{:>MOVES_AT$}{names}", "");
    }
    if let Some(note) = note {
        let _ = writeln!(rows, "{:>MOVES_AT$}{note}", "");
    }
    rows
}

/// The worth of a line in a word, and in a sentence where that needs one.
fn worth(worth: LineValue, side: Side) -> (String, Option<String>) {
    let score = match worth {
        LineValue::Tables(verdict) => {
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
        LineValue::Score(score) => score,
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
        None => (Evaluation::of(Some(score), side).to_string(), None),
    }
}

/// A line of moves in both notations, one above the other, each move below the same, as far as
/// they fit this width. The second is empty if the game has one notation.
fn both_lines<G: AnalyzedGame>(position: &G, moves: &[G::Move], width: usize) -> [String; 2] {
    let mut lines = [String::new(), String::new()];
    for (word, &mv) in texts(position, moves).into_iter().zip(moves) {
        let name = by_names::<G>(mv).unwrap_or_default();
        let cell = word.len().max(name.len()) + 1;
        if !lines[0].is_empty() && lines[0].len() + cell > width + 1 {
            break;
        }
        lines[0].push_str(&format!("{word:<cell$}"));
        lines[1].push_str(&format!("{name:<cell$}"));
    }
    lines.map(|line| line.trim_end().to_string())
}

/// The board with the names of its rows and columns, a line for each row.
fn board_text<G: AnalyzedGame>(position: &G) -> String {
    let columns: String = ('a'..).take(G::SIZE).map(|column| format!(" {column}")).collect();
    let columns = format!("   {columns}\n");
    let letters: Vec<_> = position.letters().chars().map(String::from).collect();
    let mut text = columns.clone();
    for (row, cells) in (1..=G::SIZE).rev().zip(letters.chunks(G::SIZE)) {
        text.push_str(&format!("{row:>3} {} {row}\n", cells.join(" ")));
    }
    text + &columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::checkers::{Position, Square};
    use games::{Game, Walker, amazons};

    #[test]
    fn both_notations_name_the_same_squares() {
        for position in Walker::new(7).game(Position::start(), 100) {
            let legal = position.move_list();
            for mv in legal {
                let names = by_names::<Position>(mv).expect("a second notation");
                let squares = names.split(['-', 'x']).map(Square::from_name);
                let squares: Option<Vec<_>> = squares.collect();
                assert_eq!(squares.as_deref(), Some(&mv.squares()[..]), "{names}");
                let next = position.play(mv).move_list();
                let line: Vec<_> = [mv].into_iter().chain(next.into_iter().take(1)).collect();
                let [numbers, below] = both_lines(&position, &line, 80).map(|line| line.rfind(' '));
                assert_eq!(numbers, below, "the second moves begin in one column");
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
        let text = board_text(&amazons::Position::start());
        assert!(text.contains("\n 10 . . . b . . b . . . 10\n"), "{text}");
    }
}
