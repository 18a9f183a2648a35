//! The positions of which good moves are known, and the won endings: two files, compiled in.

use crate::error::ClassError;
use games::board::Side;
use games::checkers::{Move, Position};
use games::{BoardGame, Game};
use referee::schedule::{OpeningList, positions};

const POSITIONS: &str = include_str!("positions.txt");
const ENDINGS: &str = include_str!("endings.txt");
/// The word for positions that need a plain search of more than eight plies.
const DEEP: &str = "deep";

/// A position in which few moves win or keep a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPosition {
    /// The smallest depth of `reference` that finds them; `None` for more than eight.
    pub depth: Option<u32>,
    pub position: Position,
    /// Not empty.
    pub good: Vec<Move>,
    pub legal: usize,
}

/// All positions, the shallow ones first.
pub fn known_positions() -> Result<Vec<KnownPosition>, ClassError> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| read(line).ok_or_else(|| broken("positions.txt", line))).collect()
}

/// The endings, as openings with the pieces as their names.
pub fn won_endings() -> Result<OpeningList, ClassError> {
    Ok(positions::read("endings.txt", ENDINGS)?)
}

fn broken(file: &str, line: &str) -> ClassError {
    ClassError::Failed(format!("{file}, compiled in, has a wrong line: {line}"))
}

fn read(line: &str) -> Option<KnownPosition> {
    let [depth, rows, side, good] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
    let depth = if depth == DEEP { None } else { Some(depth.parse().ok()?) };
    let side = match side {
        "BLACK" => Side::Black,
        "WHITE" => Side::White,
        _ => return None,
    };
    let position = Position::from_rows(rows.split('/'), side).ok()?;
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let good = good
        .split(',')
        .map(|name| legal.iter().copied().find(|&mv| squares_text(mv) == name))
        .collect::<Option<Vec<_>>>()?;
    Some(KnownPosition { depth, position, good, legal: legal.len() })
}

/// The names of the squares of a move, with hyphens.
pub fn squares_text(mv: Move) -> String {
    Position::path(mv).join("-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn every_depth_has_positions_and_no_good_move_is_forced() {
        let positions = known_positions().expect("the file");
        let mut counts = BTreeMap::new();
        for known in &positions {
            assert!(!known.good.is_empty() && known.good.len() * 2 < known.legal);
            *counts.entry(known.depth).or_insert(0) += 1;
        }
        let depths = [1, 2, 3, 4, 5, 6, 7, 8].map(Some);
        assert!(depths.iter().chain(&[None]).all(|depth| counts[depth] >= 4), "{counts:?}");
    }

    #[test]
    fn the_endings_can_be_played() {
        let endings = won_endings().expect("the file");
        assert_eq!(endings.size().get() - 1, 10);
        let names: Vec<_> = endings.all().skip(1).map(|ending| ending.name.as_str()).collect();
        assert!(names[0] == "2 kings against 1 king", "{names:?}");
    }
}
