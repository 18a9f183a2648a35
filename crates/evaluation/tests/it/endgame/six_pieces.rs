//! The endings of six pieces that are compiled in, and those that are not.

use super::{TABLES, result};
use evaluation::checkers::endgame::{Material, TableIndex};
use games::checkers::{Position, movegen};
use games::{Game, Outcome, Walker};

/// The endings that are left out (`data/README.md` of the tables has the command).
const LEFT_OUT: [&str; 9] = [
    "1m2k-3k",
    "1m2k-1m2k",
    "1m2k-2m1k",
    "2m1k-3k",
    "2m1k-1m2k",
    "3m-3k",
    "3k-1m2k",
    "3k-2m1k",
    "3k-3m",
];
/// Positions of each ending.
const SAMPLES: usize = 150;

fn is_left_out(material: Material) -> bool {
    !cfg!(feature = "six-pieces") && LEFT_OUT.contains(&material.to_string().as_str())
}

/// Random positions in which neither side has a capture.
fn unthreatened(material: Material) -> impl Iterator<Item = Position> {
    let mut walker = Walker::new(material.number() as u64);
    let drawn = std::iter::repeat_with(move || {
        TableIndex::at(material, walker.below(material.size())).map(TableIndex::position)
    });
    drawn
        .flatten()
        .filter(move |position| !(movegen::can_jump(position) || movegen::could_jump(position)))
}

/// The best that the moves lead to, as far as the tables know after at most `plies` plies.
fn best_of_moves(position: &Position, plies: u32) -> Option<Outcome> {
    let moves = position.move_list();
    let results: Vec<_> = moves
        .into_iter()
        .map(|mv| {
            let child = position.play(mv);
            result(&child)
                .or_else(|| if plies > 1 { best_of_moves(&child, plies - 1) } else { None })
                .map(Outcome::for_opponent)
        })
        .collect();
    if results.contains(&Some(Outcome::Win)) {
        return Some(Outcome::Win);
    }
    let results: Option<Vec<_>> = results.into_iter().collect();
    let is_drawn = results?.contains(&Outcome::Draw);
    Some(if is_drawn { Outcome::Draw } else { Outcome::Loss })
}

#[test]
fn results_of_six_pieces_follow_from_those_of_the_successors() {
    let (mut asked, mut compared, mut decided) = (0, 0, 0);
    for material in Material::all(6).filter(|&material| !is_left_out(material)) {
        for position in unthreatened(material).take(SAMPLES) {
            let found = TABLES.probe_quiet(&position).expect("it is in the table");
            asked += 1;
            let Some(best) = best_of_moves(&position, 2) else { continue };
            // A win may come too late for the rule of 50 quiet turns.
            assert!(found == best || found == Outcome::Draw, "{found:?}, {best:?}: {position:?}");
            compared += 1;
            decided += usize::from(found == best && best != Outcome::Draw);
        }
    }
    assert!(2 * compared > asked, "{compared} of {asked}");
    assert!(2 * decided > compared, "{decided} of {compared}");
}

#[test]
fn both_sides_to_move_of_an_ending_are_known_or_neither() {
    for material in Material::all(6) {
        let known = [material, material.mirrored()].map(|material| TABLES.wdl().holds(material));
        assert_eq!(known, [!is_left_out(material); 2], "{material}");
    }
}

#[test]
fn positions_of_endings_that_are_left_out_are_unknown() {
    for material in Material::all(6).filter(|&material| is_left_out(material)) {
        for position in unthreatened(material).take(SAMPLES) {
            assert_eq!((TABLES.probe_quiet(&position), result(&position)), (None, None));
        }
    }
}
