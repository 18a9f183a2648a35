//! Openings as moves from the start of a game: those of a file, one a line, and random ones.
//!
//! ```text
//! # moves as the game writes them
//! b8-b6 a3-c5 g1-g3 h5-f7
//! ```
//!
//! Blank lines and lines that begin with `#` are skipped. The line `start` is the start position.
//! An opening is named by its moves, since the players have to be told them. Errors name the file,
//! the line and the move. The files in `data/` are made by `training openings`.

use crate::error::MatchError;
use crate::schedule::openings::{Opening, OpeningList, Seed};
use cli::lines::lines;
use cli::visible;
use games::{Notation, Walker};
use std::collections::HashMap;
use std::fmt::Display;

/// How many random openings there are, besides the start position.
const RANDOM: usize = 100;
/// Plies of each: an even number, so that the side which begins a game also begins here.
const RANDOM_PLIES: usize = 4;

/// Characters of an error that are shown: in Amazons it lists hundreds of legal moves.
const SHOWN: usize = 200;

/// Reads the text of a file of openings, behind the start position; `file` is its name in messages.
pub fn read<G: Notation>(file: &str, text: &str) -> Result<OpeningList, MatchError> {
    openings::<G>(file, text).map(OpeningList::new::<G>)
}

/// The openings of a file, at least one; `file` is its name in messages.
pub fn openings<G: Notation>(file: &str, text: &str) -> Result<Vec<Opening>, MatchError> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let (mut openings, mut places) = (Vec::new(), HashMap::new());
    for (line, text) in (1..).zip(lines(text)) {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let opening = opening::<G>(text).map_err(|problem| error_at(file, line, &problem))?;
        if let Some(earlier) = places.insert((opening.board.clone(), opening.begins), line) {
            let leads = format!("these moves lead to the board of line {earlier}");
            return Err(error_at(file, line, &(leads + "; delete one of the two")));
        }
        openings.push(opening);
    }
    if openings.is_empty() {
        let empty = "the file ends without any opening; write the moves of one on each line";
        return Err(error_at(file, lines(text).count().max(1), &empty));
    }
    Ok(openings)
}

fn error_at(file: &str, line: usize, problem: &dyn Display) -> MatchError {
    MatchError::Correctable(format!("{}, line {line}: {problem}", visible::line(file)))
}

/// The opening of a line; the error does not name it.
fn opening<G: Notation>(text: &str) -> Result<Opening, MatchError> {
    let (mut position, mut moves) = (G::start(), Vec::new());
    if text == "start" {
        return Ok(Opening::new(text.to_string(), &position));
    }
    for (number, word) in (1..).zip(text.split_whitespace()) {
        let mv = position.read_move(word).map_err(|error| {
            let shown = visible::cut(&error.to_string(), SHOWN);
            MatchError::Correctable(format!("move {number}: {shown}"))
        })?;
        moves.push(position.move_text(mv));
        position = position.play(mv);
    }
    if position.outcome().is_some() || !position.can_move() {
        let over = "the game is over after these moves";
        return Err(MatchError::Correctable(over.to_string()));
    }
    Ok(Opening::new(moves.join(" "), &position))
}

/// Random openings. Nothing says that they are balanced.
pub fn random<G: Notation>(seed: Seed) -> OpeningList {
    let mut walker = Walker::new(seed.0);
    let mut openings: Vec<Opening> = Vec::new();
    for _ in 0..RANDOM {
        let mut position = G::start();
        let mut moves = Vec::new();
        while moves.len() < RANDOM_PLIES
            && let Some(mv) = walker.step(&position)
        {
            moves.push(position.move_text(mv));
            position = position.play(mv);
        }
        let opening = Opening::new(moves.join(" "), &position);
        let is_new = openings.iter().all(|other| other.board != opening.board);
        if is_new && position.outcome().is_none() && position.can_move() {
            openings.push(opening);
        }
    }
    OpeningList::new::<G>(openings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::loa::Position;

    fn message(text: &str) -> String {
        read::<Position>("mine.txt", text).expect_err("an error").to_string()
    }

    #[test]
    fn moves_are_read_and_errors_name_file_line_and_move() {
        let list = read::<Position>("mine.txt", "\u{FEFF}# mine\n\n  b8-b6\ta3-c5 \r\n");
        let names: Vec<_> = list.expect("fine").all().map(|one| one.name.clone()).collect();
        assert_eq!(names, ["start", "b8-b6 a3-c5"]);
        let alone = openings::<Position>("mine.txt", "b8-b6 a3-c5\nstart\n").expect("fine");
        let names: Vec<_> = alone.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["b8-b6 a3-c5", "start"]);
        assert!(message("# old ends\rb8-b6\rwhat\r").starts_with("mine.txt, line 3: move 1: "));
        assert!(message("# one\nb8-b6 b8-b6").starts_with("mine.txt, line 2: move 2: b8-b6 is"));
        assert!(message("b8-b6 what").starts_with("mine.txt, line 1: move 2: "));
        let again = message("b8-b6 a3-c5 g8-g6\n\ng8-g6 a3-c5 b8-b6");
        assert!(again.contains("line 3: these moves lead to the board of line 1"), "{again}");
        for empty in ["", "# nothing\n\n"] {
            assert!(message(empty).contains("the file ends without any opening"));
        }
    }
}
