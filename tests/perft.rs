//! Leaf counts of every game against the published tables in `fixtures/perft`.
//!
//! A table's lines are `depth leaves`; those above the cap are left to `bench perft`, so that the
//! tests stay quick.

use crownhead::game::{Game, Notation, divide, perft};
use crownhead::games::amazons;
use crownhead::games::checkers::Position;

/// The largest count that is made here; about a second in a release build.
const MOST_LEAVES: u64 = 100_000_000;

fn table(text: &str) -> impl Iterator<Item = (u32, u64)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (depth, leaves) = line.split_once(' ').expect("depth and leaves");
        (depth.parse().expect("a depth"), leaves.parse().expect("a count"))
    })
}

fn counts_agree<G: Game>(text: &str) {
    assert!(counts_that_agree(&G::start(), text) >= 3, "the table is read");
}

/// How many lines of the table were counted, all of which agree.
fn counts_that_agree<G: Game>(position: &G, text: &str) -> usize {
    let mut counted = 0;
    for (depth, leaves) in table(text).filter(|&(_, leaves)| leaves <= MOST_LEAVES) {
        assert_eq!(perft(position, depth), leaves, "depth {depth}");
        counted += 1;
    }
    counted
}

#[test]
fn checkers_counts_are_the_published_ones() {
    counts_agree::<Position>(include_str!("../fixtures/perft/checkers.perft"));
}

#[test]
fn amazons_counts_are_the_agreed_ones() {
    let start = amazons::Position::start();
    let middle = ["g1-g7(b7)", "d10-d4(g1)"].iter().fold(start, |position, text| {
        position.play(position.read_move(text).expect("a legal move"))
    });
    let tables = [
        (start, include_str!("../fixtures/perft/amazons.perft")),
        (middle, include_str!("../fixtures/perft/amazons-middle.perft")),
    ];
    for (position, text) in tables {
        assert_eq!(counts_that_agree(&position, text), 2, "two depths are within the cap");
    }
}

/// The published split of depth 18 has the order of these; its small brother checks the sum.
#[test]
fn a_divided_count_adds_up() {
    let start = Position::start();
    let split = divide(&start, 7);
    assert_eq!(split.iter().map(|&(_, leaves)| leaves).sum::<u64>(), 179_740);
    let texts: Vec<_> = split.iter().map(|&(mv, _)| start.move_text(mv)).collect();
    assert_eq!(texts.len(), 7);
    assert!(texts.contains(&"11-15".to_string()));
}

/// Turning the board and exchanging the colors changes no count, kings and long captures included.
#[test]
fn both_sides_count_alike() {
    let rows = [
        ".b...b../..b.b.b./...b...b/..b...../.....w../w.b.w.w./.w.....w/w...w...",
        "......../..w.w.../......../..w.w.../......../..w.w.../.B....../........",
        ".B.b.B../..w...w./.b...w../w.W...../.b.b..../w...B.w./.W.....w/w...w...",
    ];
    for rows in rows {
        for side in crownhead::board::Side::ALL {
            let position = Position::from_rows(rows.split('/'), side).expect("a board");
            for depth in 1..=6 {
                assert_eq!(perft(&position, depth), perft(&position.mirrored(), depth));
            }
        }
    }
}
