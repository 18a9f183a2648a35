//! Random positions of every ending of four and five pieces, held against their successors.
//!
//! `ENDGAME_SAMPLES=100000 cargo test --release -p crownhead-evaluation endgame` looks at that many
//! of each.

use super::{dtc_probe, result};
use evaluation::checkers::endgame::{DtcProbe, Material, TableIndex};
use games::checkers::Position;
use games::{Finality, Game, Outcome, Walker};

/// The rule under which the tables are made.
const QUIET_TURNS: u32 = 50;
const SAMPLES: usize = 500;

#[test]
fn every_result_and_distance_follows_from_those_of_the_successors() {
    let asked = std::env::var("ENDGAME_SAMPLES").ok().and_then(|text| text.parse().ok());
    let samples = asked.unwrap_or(SAMPLES);
    let mut walker = Walker::new(5);
    let mut decided = 0;
    for material in (4..=5).flat_map(Material::all) {
        let mut looked_at = 0;
        while looked_at < samples {
            let index = walker.below(material.size());
            let Some(table_index) = TableIndex::at(material, index) else { continue };
            looked_at += 1;
            let position = table_index.position();
            let found = result(&position).expect("a small ending");
            let (best, plies) = best_of_successors(&position);
            // Distances are rounded up to rounds: the last one may be too late for the quiet turns.
            let too_late = found == Outcome::Draw && plies > QUIET_TURNS;
            assert!(found == best || too_late, "{found:?}, {best:?} in {plies}: {position:?}");
            decided += usize::from(found != Outcome::Draw);
            if found == Outcome::Loss {
                let mut probe = dtc_probe();
                let read = probe.plies_to_conversion_when_lost(&position).expect("a small ending");
                let rounds = rounds_of_lost(&position);
                assert_eq!(read.div_ceil(2), rounds, "{material}: {position:?}");
            }
        }
    }
    assert!(decided > samples, "nothing is won or lost");
}

fn moves_of(position: &Position) -> Vec<(bool, Position)> {
    let moves = position.move_list();
    moves
        .into_iter()
        .map(|mv| (position.finality(mv) == Finality::Resetting, position.play(mv)))
        .collect()
}

/// The best result that a move leads to, and at most how many plies its conversion takes.
fn best_of_successors(position: &Position) -> (Outcome, u32) {
    let mut probe = dtc_probe();
    let (mut soonest, mut latest, mut draws) = (None::<u32>, 0, false);
    for (converts, child) in moves_of(position) {
        let mut plies = |of: fn(&mut DtcProbe<'static>, &Position) -> Option<u32>| match converts {
            true => 1,
            false => 1 + of(&mut probe, &child).expect("a small ending"),
        };
        match result(&child).expect("smaller") {
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
fn rounds_of_lost(position: &Position) -> u32 {
    let mut probe = dtc_probe();
    moves_of(position)
        .iter()
        .map(|(converts, child): &(bool, Position)| {
            if *converts {
                return 1;
            }
            let winning = moves_of(child);
            let winning = winning.iter().filter(|(_, after)| result(after) == Some(Outcome::Loss));
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
