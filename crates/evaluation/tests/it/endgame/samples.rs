//! Random positions of every ending of four and five pieces, held against their successors.
//!
//! `ENDGAME_SAMPLES=100000 cargo test --release -p crownhead-evaluation endgame` looks at that many
//! of each.

use evaluation::checkers::endgame::{CursedTables, DtcProbe, Material, TableIndex, Tablebases};
use games::checkers::Position;
use games::{Finality, Game, Outcome, Walker};

/// The rule under which the tables are made.
const QUIET_TURNS: u32 = 50;
const SAMPLES: usize = 500;

#[test]
fn every_result_and_distance_follows_from_those_of_the_successors() {
    let tables = Tablebases::built_in();
    let mut decided = 0;
    for position in samples() {
        let found = tables.probe(&position).expect("a small ending");
        let (best, plies) = best_of_successors(tables, &position);
        // Distances are rounded up to rounds: the last one may be too late for the quiet turns.
        let too_late = found == Outcome::Draw && plies > QUIET_TURNS;
        assert!(found == best || too_late, "{found:?}, {best:?} in {plies}: {position:?}");
        decided += usize::from(found != Outcome::Draw);
        check_distance(tables, &position, found);
    }
    assert!(decided > SAMPLES, "nothing is won or lost");
}

#[test]
fn without_a_limit_they_do_too_and_nothing_is_too_late() {
    let ruled = Tablebases::built_in();
    let tables = ruled.without_limit(CursedTables::built_in());
    let mut cursed = 0;
    for position in samples() {
        let found = tables.probe(&position).expect("a small ending");
        assert_eq!(found, best_of_successors(tables, &position).0, "{position:?}");
        check_distance(tables, &position, found);
        match ruled.probe(&position).expect("a small ending") {
            Outcome::Draw => cursed += usize::from(found != Outcome::Draw),
            decided => assert_eq!(found, decided, "{position:?}"),
        }
    }
    assert!(cursed > 20, "{cursed} cursed wins");
}

/// Positions of every ending of four and five pieces.
fn samples() -> impl Iterator<Item = Position> {
    let asked = std::env::var("ENDGAME_SAMPLES").ok().and_then(|text| text.parse().ok());
    let samples = asked.unwrap_or(SAMPLES);
    (4..=5).flat_map(Material::all).flat_map(move |material| {
        let mut walker = Walker::new(5 + material.number() as u64);
        let drawn = std::iter::repeat_with(move || {
            TableIndex::at(material, walker.below(material.size())).map(TableIndex::position)
        });
        drawn.flatten().take(samples)
    })
}

fn check_distance(tables: Tablebases<'static>, position: &Position, found: Outcome) {
    if found == Outcome::Loss {
        let read = tables.dtc_probe().plies_to_conversion_when_lost(position);
        let rounds = rounds_of_lost(tables, position);
        assert_eq!(read.expect("a small ending").div_ceil(2), rounds, "{position:?}");
    }
}

fn moves_of(position: &Position) -> Vec<(bool, Position)> {
    let moves = position.move_list();
    moves
        .into_iter()
        .map(|mv| (position.finality(mv) == Finality::Resetting, position.play(mv)))
        .collect()
}

/// The best result that a move leads to, and at most how many plies its conversion takes.
fn best_of_successors(tables: Tablebases<'static>, position: &Position) -> (Outcome, u32) {
    let mut probe = tables.dtc_probe();
    let (mut soonest, mut latest, mut draws) = (None::<u32>, 0, false);
    for (converts, child) in moves_of(position) {
        let mut plies = |of: fn(&mut DtcProbe<'static>, &Position) -> Option<u32>| match converts {
            true => 1,
            false => 1 + of(&mut probe, &child).expect("a small ending"),
        };
        match tables.probe(&child).expect("smaller") {
            Outcome::Loss => {
                let plies = plies(DtcProbe::plies_to_conversion_when_lost);
                soonest = Some(soonest.map_or(plies, |soonest| soonest.min(plies)));
            }
            Outcome::Draw => draws = true,
            Outcome::Win => latest = latest.max(plies(DtcProbe::plies_to_conversion_when_won)),
        }
    }
    match soonest {
        Some(plies) => (Outcome::Win, plies),
        None if draws => (Outcome::Draw, 0),
        None => (Outcome::Loss, latest),
    }
}

/// The rounds a lost position lasts, from the distances two plies on.
fn rounds_of_lost(tables: Tablebases<'static>, position: &Position) -> u32 {
    let mut probe = tables.dtc_probe();
    moves_of(position)
        .iter()
        .map(|(converts, child): &(bool, Position)| {
            if *converts {
                return 1;
            }
            let winning = moves_of(child);
            let winning =
                winning.iter().filter(|(_, after)| tables.probe(after) == Some(Outcome::Loss));
            let soonest = winning.map(|(converts, after)| match converts {
                true => 1,
                false => {
                    1 + probe
                        .plies_to_conversion_when_lost(after)
                        .expect("a small ending")
                        .div_ceil(2)
                }
            });
            soonest.min().expect("a won position has a winning move")
        })
        .max()
        .unwrap_or(0)
}
