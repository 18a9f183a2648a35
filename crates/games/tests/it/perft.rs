//! Leaf counts of every game against the published tables in `fixtures/perft`.
//!
//! A table's lines are `depth leaves`; those above the cap are left to `bench perft`, so that the
//! tests stay quick.

use games::checkers::Position;
use games::{Game, GameName, Notation, amazons, divide, loa, perft, tablut, with_game};
use std::fs;

/// The largest count that is made here; about a second in a release build.
const MAX_LEAVES: u64 = 100_000_000;

fn table(text: &str) -> impl Iterator<Item = (u32, u64)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (depth, leaves) = line.split_once(' ').expect("depth and leaves");
        (depth.parse().expect("a depth"), leaves.parse().expect("a count"))
    })
}

fn counts_agree_from<G: Game>(position: &G, text: &str) {
    let mut counted = 0;
    for (depth, leaves) in table(text).filter(|&(_, leaves)| leaves <= MAX_LEAVES) {
        assert_eq!(perft(position, depth), leaves, "depth {depth}");
        counted += 1;
    }
    assert!(counted >= 2, "the table is read");
}

fn after<G: Notation>(moves: &[&str]) -> G {
    moves.iter().fold(G::start(), |position, text| {
        position.play(position.read_move(text).expect("a legal move"))
    })
}

#[test]
fn counts_of_every_game_are_those_of_its_table() {
    for game in GameName::ALL {
        let path = format!("{}/../../fixtures/perft/{game}.perft", env!("CARGO_MANIFEST_DIR"));
        let table = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        with_game!(game, Position => counts_agree_from(&Position::start(), &table));
    }
}

#[test]
fn amazons_counts_in_the_middle_of_a_game_are_the_agreed_ones() {
    let middle = after::<amazons::Position>(&["g1-g7(b7)", "d10-d4(g1)"]);
    counts_agree_from(&middle, include_str!("../../../../fixtures/perft/amazons-middle.perft"));
}

/// A bridgehead, captures on both sides and a corner: what the start position cannot show.
#[test]
fn loa_counts_after_three_moves_are_the_published_ones() {
    let position = after::<loa::Position>(&["b1-d3", "a3-d3", "f1-a1"]);
    counts_agree_from(&position, include_str!("../../../../fixtures/perft/loa-three-moves.perft"));
}

/// The king has left the throne, and captures are near.
#[test]
fn tablut_counts_after_six_moves_are_the_published_ones() {
    let moves = ["i6-f", "f5-2", "h5-3", "e7-f", "h3-f", "e5-f"];
    let position = after::<tablut::Position>(&moves);
    assert_eq!([1, 2, 3].map(|depth| perft(&position, depth)), [73, 3_901, 292_304]);
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
        for side in games::board::Side::ALL {
            let position = Position::from_rows(rows.split('/'), side).expect("a board");
            for depth in 1..=6 {
                assert_eq!(perft(&position, depth), perft(&position.mirrored(), depth));
            }
        }
    }
}
