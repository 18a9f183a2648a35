//! Which form a text has, and of which game it is, by its content.

use crate::api::AskedGame;
use cli::lines::lines;
use formats::board_lines::{is_row, side_of_line};
use formats::pdn;
use games::{GameName, amazons, loa, tablut};
use games::{game_of_program, game_of_row};

/// The form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextForm {
    Journal,
    PlayData,
    Request,
    /// A side and eight rows of checkers.
    Board,
    /// The output.txt of an agent.
    Output,
    /// PDN, FEN or a list of moves of checkers.
    Pdn,
    /// The language of the text programs.
    Commands(GameName),
}

impl TextForm {
    /// `None` if it has none of these.
    pub fn of(text: &str) -> Option<Self> {
        let first = lines(text).map(str::trim).find(|line| !line.is_empty())?;
        if first.starts_with('{') && first.contains("\"boards\"") {
            return Some(Self::PlayData);
        }
        if first.starts_with('{') && first.contains("\"turns\"") && first.contains("\"board\"") {
            return Some(Self::Journal);
        }
        if pdn::is_fen(text) {
            return Some(Self::Pdn);
        }
        if ["SINGLE", "GAME"].iter().any(|word| first.eq_ignore_ascii_case(word)) {
            return Some(Self::Request);
        }
        let is_dump = lines(text).any(|line| line.trim() == "===");
        if (is_row(first) || side_of_line(first).is_some() && lines(text).any(is_row)) && !is_dump {
            return Some(Self::Board);
        }
        if is_output(first) {
            return Some(Self::Output);
        }
        let is_tag = first.starts_with('[');
        let game = (!is_tag).then(|| lines(text).take(LOOKED_AT).find_map(game_of_line)).flatten();
        if let Some(game) = game {
            return Some(Self::Commands(game));
        }
        is_pdn(first).then_some(Self::Pdn)
    }
}

/// Lines that are looked at to find the game of a text.
const LOOKED_AT: usize = 400;

fn is_pdn(first: &str) -> bool {
    let mut letters = first.chars();
    let Some(letter) = letters.next() else { return false };
    let second = letters.find(|c| !c.is_whitespace());
    let is_square = "abcdefgh".contains(letter.to_ascii_lowercase())
        && second.is_some_and(|c| c.is_ascii_digit());
    "[{;%(".contains(letter) || letter.is_ascii_digit() || is_square
}

fn is_output(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    matches!(words[..], ["E" | "J", from, to] if is_square(from) && is_square(to))
}

fn is_square(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word[1..].parse().is_ok_and(|row: u8| (1..=10).contains(&row))
}

fn game_of_line(line: &str) -> Option<GameName> {
    let line = line.trim();
    game_of_program(line).or_else(|| game_of_row(line)).or_else(|| game_of_move(line))
}

/// A first move that one game alone allows, else a move by its shape: three squares, a square and
/// a line, two squares.
fn game_of_move(line: &str) -> Option<GameName> {
    let line = line.trim_start_matches('*').trim();
    let first = line.split_whitespace().next()?;
    if is_first_move::<loa::Position>(first) {
        return Some(GameName::Loa);
    }
    if is_first_move::<tablut::Position>(first) {
        return Some(GameName::Tablut);
    }
    if is_first_move::<amazons::Position>(line) || is_first_move::<amazons::Position>(first) {
        return Some(GameName::Amazons);
    }
    let has_three = |text: &str| {
        let squares = text.split(['-', '(', ')', ' ']).filter(|word| !word.is_empty());
        squares.clone().count() >= 3 && squares.take(3).all(is_square)
    };
    if has_three(first) {
        return Some(GameName::Amazons);
    }
    let (from, to) = first.split_once('-')?;
    (is_square(from) && to.len() == 1 && to.starts_with(|c: char| c.is_ascii_alphanumeric()))
        .then_some(GameName::Tablut)
}

fn is_first_move<G: AskedGame>(text: &str) -> bool {
    G::start().read_played(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_the_form_of_its_content() {
        let rows = ".b.b.b.b\n".repeat(8);
        for (text, form) in [
            ("1. 11-15 23-19 *", Some(TextForm::Pdn)),
            ("11-15 23-19", Some(TextForm::Pdn)),
            ("[Event \"b1-b3\"]\n1. 11-15 *", Some(TextForm::Pdn)),
            ("B:W18,25:B1,2", Some(TextForm::Pdn)),
            ("single\nBLACK", Some(TextForm::Request)),
            (&format!("Black to move\n{rows}"), Some(TextForm::Board)),
            ("E b6 c5\n", Some(TextForm::Output)),
            ("J b6 d4\nJ d4 f2", Some(TextForm::Output)),
            ("c3-d4 f6-g5", Some(TextForm::Pdn)),
            ("new\nb1-b3\n", Some(TextForm::Commands(GameName::Loa))),
            ("d9-c\n", Some(TextForm::Commands(GameName::Tablut))),
            ("# x\n* d1-d7(g7)", Some(TextForm::Commands(GameName::Amazons))),
            ("d1 d7 g7", Some(TextForm::Commands(GameName::Amazons))),
            ("hello", None),
            ("", None),
        ] {
            assert_eq!(TextForm::of(text), form, "{text}");
        }
    }
}
