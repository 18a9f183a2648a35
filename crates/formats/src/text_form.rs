//! Which form a text has, and of which game it is, by its content. For every text
//! that a person names, drops or pastes.

use crate::board_lines::{is_row, side_of_line};
use crate::pdn;
use cli::lines::lines;
use games::{GameName, Notation, amazons, loa, tablut};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextForm {
    Journal,
    PlayData,
    /// The input.txt of an agent.
    Request,
    /// A side and eight rows of checkers.
    Board,
    /// The output.txt of an agent.
    Output,
    /// Positions of checkers in FEN, one in each line.
    Fen,
    /// PDN, or a list of moves of checkers.
    Pdn,
    /// The language of the text programs.
    Commands(GameName),
}

/// Lines that are looked at to find the game of a text; blank lines and comments do not count.
const LOOKED_AT: usize = 400;

impl TextForm {
    /// `None` if it has none of these.
    pub fn of(text: &str) -> Option<Self> {
        let first = lines(text).map(str::trim).find(|line| !line.is_empty())?;
        if let Some(form) = of_json(first) {
            return Some(form);
        }
        if pdn::is_fen(text) {
            return Some(Self::Fen);
        }
        if ["SINGLE", "GAME"].iter().any(|word| first.eq_ignore_ascii_case(word)) {
            return Some(Self::Request);
        }
        if is_row(first) || side_of_line(first).is_some() && lines(text).any(is_row) {
            // A line that says who is to move stands above dumps, too; only other games have these.
            let has_dump = lines(text).any(|line| line.trim() == "===");
            return if has_dump {
                game_of_lines(text).map(Self::Commands)
            } else {
                Some(Self::Board)
            };
        }
        if side_of_line(first).is_some() {
            return game_of_lines(text).map(Self::Commands).or(Some(Self::Board));
        }
        if is_output(first) {
            return Some(Self::Output);
        }
        // The first line decides between checkers and the others: a later move of checkers by names
        // of squares may be legal at the start of another game.
        if is_pdn(first) && (first.starts_with('[') || game_of_line(first).is_none()) {
            return Some(Self::Pdn);
        }
        game_of_lines(text).map(Self::Commands)
    }
}

fn of_json(first: &str) -> Option<TextForm> {
    let [boards, turns, board] =
        ["\"boards\"", "\"turns\"", "\"board\""].map(|name| first.contains(name));
    match first.starts_with('{') {
        true if boards => Some(TextForm::PlayData),
        true if turns && board => Some(TextForm::Journal),
        _ => None,
    }
}

fn is_pdn(first: &str) -> bool {
    let mut letters = first.chars();
    let Some(letter) = letters.next() else { return false };
    let second = letters.find(|c| !c.is_whitespace());
    let is_square = "abcdefgh".contains(letter.to_ascii_lowercase())
        && second.is_some_and(|c| c.is_ascii_digit());
    let is_set_up = pdn::is_set_up(first);
    "[{;%(".contains(letter) || is_set_up || letter.is_ascii_digit() || is_square
}

fn is_output(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    matches!(words[..], ["E" | "J", from, to] if is_square(from) && is_square(to))
}

fn is_square(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word[1..].parse().is_ok_and(|row: u8| (1..=10).contains(&row))
}

/// The game of a text in the language of the text programs: by the first line that one game alone
/// can have, else by a move of two squares, which no line before shows to be checkers.
fn game_of_lines(text: &str) -> Option<GameName> {
    let by_line = first_lines(text).find_map(game_of_line);
    by_line.or_else(|| first_lines(text).any(is_move_of_squares).then_some(GameName::Loa))
}

/// The lines that are not blank, up to the last one that is looked at.
fn first_lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = lines(text).map(str::trim).filter(|line| !line.is_empty());
    lines.scan(0, |count, line| {
        *count += usize::from(!line.starts_with('#'));
        (*count <= LOOKED_AT).then_some(line)
    })
}

fn game_of_line(line: &str) -> Option<GameName> {
    if line.starts_with('#') {
        return game_of_program(line);
    }
    game_of_program(line).or_else(|| game_of_row(line)).or_else(|| game_of_move(line))
}

/// Checkers alone has no text program.
fn games_with_programs() -> impl Iterator<Item = GameName> {
    GameName::ALL.into_iter().filter(|game| *game != GameName::Checkers)
}

/// By the name of the program: `#* loa`, `path/amazons --option`.
fn game_of_program(line: &str) -> Option<GameName> {
    let word = line.trim_start_matches(['#', '*']).split_whitespace().next()?;
    let program = word.rsplit(['/', '\\']).next().unwrap_or(word);
    games_with_programs().find(|game| game.text() == program)
}

/// A row of a dump: 8 cells of `- b w`, 10 of `- B W S`, or a number and 9 of `- B W K`.
fn are_all(cells: &[&str], letters: &[&str]) -> bool {
    cells.iter().all(|cell| letters.contains(cell))
}

fn game_of_row(line: &str) -> Option<GameName> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.len() {
        8 if are_all(&words, &["-", "b", "w"]) => Some(GameName::Loa),
        10 if are_all(&words, &["-", "B", "W", "S"]) => Some(GameName::Amazons),
        10 if are_all(&words[1..], &["-", "B", "W", "K"]) && words[0].parse::<u8>().is_ok() => {
            Some(GameName::Tablut)
        }
        _ => None,
    }
}

/// A first move that one game alone allows, else a move by its shape: three squares, or a square
/// and a line.
fn game_of_move(line: &str) -> Option<GameName> {
    let line = line.trim_start_matches('*').trim();
    let first = line.split_whitespace().next()?;
    if is_first_move::<loa::Position>(first) {
        return Some(GameName::Loa);
    }
    if is_first_move::<tablut::Position>(first) {
        return Some(GameName::Tablut);
    }
    let are_alone = line.split_whitespace().all(is_square);
    if is_first_move::<amazons::Position>(line)
        || has_three_squares(first)
        || are_alone && has_three_squares(line)
    {
        return Some(GameName::Amazons);
    }
    let (from, to) = first.split_once('-')?;
    (is_square(from) && to.len() == 1 && to.starts_with(|c: char| c.is_ascii_alphanumeric()))
        .then_some(GameName::Tablut)
}

fn is_move_of_squares(line: &str) -> bool {
    let line = line.trim().trim_start_matches('*').trim();
    let first = line.split_whitespace().next().unwrap_or_default();
    first.split_once('-').is_some_and(|(from, to)| is_square(from) && is_square(to))
}

fn has_three_squares(text: &str) -> bool {
    let squares = text.split(['-', '(', ')', ' ']).filter(|word| !word.is_empty());
    squares.clone().count() >= 3 && squares.take(3).all(is_square)
}

fn is_first_move<G: Notation>(text: &str) -> bool {
    G::start().read_move(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{BoardGame, Named, Walker, with_game};

    #[test]
    fn a_text_has_the_form_of_its_content() {
        let rows = ".b.b.b.b\n".repeat(8);
        let (loa, tablut, amazons) = (GameName::Loa, GameName::Tablut, GameName::Amazons);
        for (text, form) in [
            ("1. 11-15 23-19 *", Some(TextForm::Pdn)),
            ("11-15 23-19", Some(TextForm::Pdn)),
            ("[Event \"b1-b3\"]\n1. 11-15 *", Some(TextForm::Pdn)),
            ("B:W18,25:B1,2", Some(TextForm::Fen)),
            ("single\nBLACK", Some(TextForm::Request)),
            (&format!("Black to move\n{rows}"), Some(TextForm::Board)),
            ("WHITE\n.x......", Some(TextForm::Board)),
            ("E b6 c5\n", Some(TextForm::Output)),
            ("J b6 d4\nJ d4 f2", Some(TextForm::Output)),
            ("b6-a5", Some(TextForm::Pdn)),
            ("c3-d4 f6-g5", Some(TextForm::Pdn)),
            ("c3-d4\nb1-b3", Some(TextForm::Pdn)),
            ("new\nb1-b3\n", Some(TextForm::Commands(loa))),
            ("b1-b3 a2-c2", Some(TextForm::Commands(loa))),
            ("new\nc3-d4", Some(TextForm::Commands(loa))),
            (
                &format!("{}new\nb8-b6", "# a comment\n\n".repeat(410)),
                Some(TextForm::Commands(loa)),
            ),
            (&format!("{}b8-b6", "new\n".repeat(410)), None),
            ("black\nb1-b3\n", Some(TextForm::Commands(loa))),
            ("d9-c\n", Some(TextForm::Commands(tablut))),
            ("c9-7", Some(TextForm::Commands(tablut))),
            ("# x\n* d1-d7(g7)", Some(TextForm::Commands(amazons))),
            ("d1 d7 g7", Some(TextForm::Commands(amazons))),
            ("a7-a5(b4)", Some(TextForm::Commands(amazons))),
            ("a7 a5 b4", Some(TextForm::Commands(amazons))),
            ("hello", None),
            ("", None),
        ] {
            assert_eq!(TextForm::of(text), form, "{text}");
        }
    }

    /// A whole game as `save` writes it, one move a line; its last dump; its first moves alone.
    fn is_recognized<G: Notation + BoardGame + Named>() {
        let positions = Walker::new(3).game(G::start(), 20);
        let moves = positions.windows(2).map(|pair| {
            let moves = pair[0].move_list();
            let mv = moves.into_iter().find(|&mv| pair[0].play(mv).key() == pair[1].key());
            pair[0].move_text(mv.expect("played"))
        });
        let moves: Vec<String> = moves.collect();
        let last = positions[positions.len() - 1].board_text();
        for text in [
            format!("new\n{}\n", moves.join("\n")),
            moves[0].clone(),
            moves.join(" "),
            format!("# a comment\nmanual black\n{}", moves[0]),
            format!("#* {}\nquit\n", G::NAME),
            format!("White\n===\n{last}\n===\n"),
            format!("* {}\n", moves[0]),
        ] {
            let form = Some(TextForm::Commands(G::NAME));
            assert_eq!(TextForm::of(&text), form, "{text}");
            assert_eq!(TextForm::of(&text.replace('\n', "\r")), form, "{text}");
        }
    }

    #[test]
    fn each_game_is_recognized_by_its_moves_and_its_boards() {
        for game in games_with_programs() {
            with_game!(game, Position => is_recognized::<Position>());
        }
    }
}
