//! The names of openings: of the seven first moves, of the classic openings, and of the three-move
//! ballots that have one.
//!
//! A name belongs to a position, in whatever order the moves led to it. `openings.tsv` has the
//! classic names (source: `openings.md`), `ballots.tsv` those of the deck.

use crate::checkers::ballots::deck;
use crate::checkers::position::Position;
use crate::game::{Game, Notation, NotationError};
use std::sync::LazyLock;

/// One opening a line: moves and name, separated by a tab.
const CLASSIC: &str = include_str!("openings.tsv");

/// The plies of the longest opening that has a name.
const MOST_PLIES: usize = 6;

/// The positions that have a name, found once. A test shows that the lists can be read.
static NAMES: LazyLock<Vec<(Position, String)>> = LazyLock::new(|| named().unwrap_or_default());

/// The name of the last position that has one, of a game from its beginning.
pub fn opening_name(positions: &[Position]) -> Option<&'static str> {
    let known = |here: &Position| NAMES.iter().find(|(position, _)| position == here);
    let found = positions.iter().take(MOST_PLIES + 1).rev().find_map(known);
    found.map(|(_, name)| &name[..])
}

/// All names, the classic ones first.
pub fn opening_names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(_, name)| &name[..])
}

fn named() -> Result<Vec<(Position, String)>, NotationError> {
    let mut names = Vec::new();
    for (line, text) in (1..).zip(CLASSIC.lines()) {
        let wrong =
            |sentence: &str| NotationError::new(format!("openings.tsv, line {line}: {sentence}"));
        let (moves, name) =
            text.split_once('\t').ok_or_else(|| wrong("write moves, a tab and a name"))?;
        let mut position = Position::start();
        for word in moves.split(' ') {
            let mv = position.read_move(word).map_err(|error| wrong(&error.to_string()))?;
            position = position.play(mv);
        }
        names.push((position, name.to_string()));
    }
    let ballots = deck()?.into_iter();
    names.extend(ballots.filter_map(|ballot| Some((ballot.position, ballot.name?))));
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn name_after(moves: &str) -> Option<&'static str> {
        let mut positions = vec![Position::start()];
        for word in moves.split_whitespace() {
            let here = positions[positions.len() - 1];
            positions.push(here.play(here.read_move(word).expect(word)));
        }
        opening_name(&positions)
    }

    #[test]
    fn each_name_has_legal_moves_and_a_position_of_its_own() {
        let names = named().expect("the built-in lists");
        let positions: HashSet<_> =
            names.iter().map(|(position, _)| position.rows_text('/')).collect();
        assert_eq!((names.len(), positions.len()), (54, 54));
        let plies = CLASSIC.lines().map(|line| line.split([' ', '\t']).count());
        assert!(plies.max().is_some_and(|most| most > MOST_PLIES), "the longest is looked at");
    }

    #[test]
    fn the_deepest_name_counts_whatever_the_order_of_moves() {
        assert_eq!(name_after(""), None);
        assert_eq!(name_after("11-15 23-19"), Some("Old Faithful"));
        let fife = Some("Fife");
        assert_eq!(
            [
                name_after("11-15 23-19 9-14 22-17 5-9 26-23"),
                name_after("9-14 22-17 11-15 23-19 5-9")
            ],
            [fife, fife]
        );
        assert_eq!(name_after("9-14 23-18 14x23 27x18"), Some("Double Cross"));
        assert_eq!(name_after("11-15 22-17 8-11 17-13 4-8 25-22"), Some("Douglas"));
    }
}
