//! Tells by a text which game it is of, where the user does not say it.
//!
//! A text of checkers has a form of its own. The others are told by the first line that only one of
//! them can have: a directive or a program that names the game, a row of a dump, a move.

use crate::analyze::checkers_text::CheckersForm;
use cli::lines::lines;
use games::{GameName, Named, amazons, loa, tablut};
use games::{game_of_program, game_of_row};
use text::dialect::Dialect;

/// The game of a text; checkers if nothing tells another.
pub fn game_of(text: &str) -> GameName {
    let first = lines(text).map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let is_move = start_has::<loa::Position>(first)
        || start_has::<tablut::Position>(first)
        || start_has::<amazons::Position>(first);
    if CheckersForm::of(text).is_some() && !is_move && !is_side_above_dump(text) {
        return GameName::Checkers;
    }
    lines(text).find_map(game_of_line).unwrap_or(GameName::Checkers)
}

/// A line that says who is to move stands above boards of all games; only other games have dumps.
fn is_side_above_dump(text: &str) -> bool {
    lines(text).any(|line| line.trim() == "===")
}

/// Whether the text is a move that is legal at the start.
fn start_has<G: Dialect>(text: &str) -> bool {
    G::start().read_text(text.trim_start_matches('*').trim()).is_ok()
}

fn game_of_line(line: &str) -> Option<GameName> {
    let line = line.trim();
    game_of_program(line).or_else(|| game_of_row(line)).or_else(|| game_of_move(line))
}

/// A move by its shape: three squares, a square and a line, two squares.
fn game_of_move(line: &str) -> Option<GameName> {
    let line = line.trim_start_matches('*').trim();
    let mut words = line.split(['-', '(', ')', ' ']).filter(|word| !word.is_empty());
    let is_square = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word[1..].parse().is_ok_and(|row| (1..=10).contains(&row))
    };
    let first = words.next().filter(|word| is_square(word))?;
    let rest: Vec<&str> = words.collect();
    match rest[..] {
        [one, two, ..] if is_square(one) && is_square(two) => Some(amazons::Position::NAME),
        [one, ..] if is_square(one) => Some(loa::Position::NAME),
        [one, ..] if one.len() == 1 && line.starts_with(&format!("{first}-")) => {
            Some(tablut::Position::NAME)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Walker, with_game};

    /// A whole game as `save` writes it, one move a line; its last dump; its first moves alone.
    fn is_told<G: Dialect>() {
        let positions = Walker::new(3).game(G::start(), 20);
        let mv = |pair: &[G]| {
            let mut moves = Vec::new();
            pair[0].legal_moves(&mut moves);
            let mv = moves.into_iter().find(|&mv| pair[0].play(mv).key() == pair[1].key());
            pair[0].move_text(mv.expect("played"))
        };
        let moves: Vec<String> = positions.windows(2).map(mv).collect();
        let last = positions[positions.len() - 1].dump();
        for text in [
            format!("new\n{}\n", moves.join("\n")),
            moves[0].clone(),
            format!("# a comment\nmanual black\n{}", moves[0]),
            format!("#* {}\nquit\n", G::NAME),
            format!("White\n{last}\n"),
            format!("* {}\n", moves[0]),
        ] {
            assert_eq!(game_of(&text), G::NAME, "{text}");
            assert_eq!(game_of(&text.replace('\n', "\r")), G::NAME, "{text}");
        }
    }

    #[test]
    fn each_game_is_told_by_its_moves_and_its_boards() {
        for game in [GameName::Loa, GameName::Tablut, GameName::Amazons] {
            with_game!(game, Position => is_told::<Position>());
        }
    }

    #[test]
    fn what_was_read_as_checkers_still_is() {
        for text in [
            "1. 11-15 23-19 *",
            "[Event \"x\"]",
            "B:W18,25:B1,2",
            "SINGLE\nBLACK",
            "WHITE\n........",
            "c3-d4 f6-g5",
            "b6-a5",
            "",
            "hello",
        ] {
            assert_eq!(game_of(text), GameName::Checkers, "{text}");
        }
    }
}
