//! Positions and games as text for people.
//!
//! A position: the board, who stands better, the best moves in both notations. A game: every move
//! with what it lost, the mistakes by size, the moves that changed the result, the ending by the
//! tables.

use crate::analyze::subject::{ReviewedGame, by_names, capital, line_text, percent, result_text};
use analysis::api::texts;
use analysis::{
    Advantage, AnalyzedGame, AnalyzedLine, Evaluation, LineValue, MoveChoice, PointShare,
    PositionAnalysis, StandingSource, TurningPoint, Verdict,
};
use games::board::Side;
use games::{GameName, Outcome};
use std::fmt::Write;
use text::grouped;

/// The legend of columns and marks, printed once below all games.
pub const LEGEND: &str = "\
share: what Black may expect of the point, in percent; lost: what a move took from its own side.
?! lost 10, ? 20, ?? 30 percent or more. A ply is a move of one side.
";

/// The most moves of a line of a game.
const MOST_MOVES_IN_GAME: usize = 8;

pub fn game_text<G: AnalyzedGame>(game: &ReviewedGame<'_, G>) -> String {
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

/// Every move, those with one number in one row.
fn table<G: AnalyzedGame>(game: &ReviewedGame<'_, G>) -> String {
    let first = game.subject.played.positions().first();
    let begins = first.map_or(Side::Black, games::Game::side_to_move);
    let begins = if game.subject.opening.len().is_multiple_of(2) { begins } else { !begins };
    let width = widest_move(game);
    let names = width + 3;
    let [first, second] = [begins, !begins]
        .map(|side| format!("{:<names$} {:>4} {:>5}", side.to_string(), "lost", "share"));
    let mut text = format!("      {first}   {second}\n");
    let mut row = String::new();
    for index in 0..game.review.moves.len() {
        let (number, is_second) = game.subject.place(index);
        if !is_second || row.is_empty() {
            row = format!("{number:>4}. ");
        }
        if is_second && index == 0 {
            let _ = write!(row, "{:<cell$}   ", "...", cell = names + 11);
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

fn move_with_name<G: AnalyzedGame>(position: &G, mv: G::Move) -> String {
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

/// The most moves of a line of a position.
const MOST_MOVES: usize = 12;

/// An analyzed position, below `title` if there is one.
pub fn position_text<G: AnalyzedGame>(
    title: Option<&str>,
    analysis: &PositionAnalysis<G>,
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
        text.push_str(&line_rows(number, &analysis.position, line));
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

fn line_rows<G: AnalyzedGame>(number: usize, position: &G, line: &AnalyzedLine<G::Move>) -> String {
    let shown = &line.moves[..line.moves.len().min(MOST_MOVES)];
    let [moves, names] = both_lines(position, shown);
    let (score, note) = worth(line.worth, position.side_to_move());
    let chance = percent(line.share);
    let mut rows = format!("{number:>2}  {score:>5}  {chance:>6}  {moves}\n");
    if !names.is_empty() {
        let _ = writeln!(rows, "{:>19}{names}", "");
    }
    if let Some(note) = note {
        let _ = writeln!(rows, "{:>19}{note}", "");
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

/// A line of moves in both notations, one above the other, each move below the same. The second is
/// empty if the game has one notation.
fn both_lines<G: AnalyzedGame>(position: &G, moves: &[G::Move]) -> [String; 2] {
    let mut lines = [String::new(), String::new()];
    for (word, &mv) in texts(position, moves).into_iter().zip(moves) {
        let name = by_names::<G>(mv).unwrap_or_default();
        let width = word.len().max(name.len()) + 1;
        lines[0].push_str(&format!("{word:<width$}"));
        lines[1].push_str(&format!("{name:<width$}"));
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
                let [numbers, below] = both_lines(&position, &line).map(|line| line.rfind(' '));
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
