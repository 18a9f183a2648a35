//! Random positions of every ending of four and five pieces, held against their successors.
//!
//! `ENDGAME_SAMPLES=100000 cargo test --release --test endgame` looks at so many of each.

use crownhead::game::{Finality, Game, Outcome, Walker};
use crownhead::games::checkers::Position;
use crownhead::games::checkers::endgame::{Gauge, Material, Placement, result};

/// Of each material, unless told otherwise.
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
            let Some(placement) = Placement::at(material, index) else { continue };
            looked_at += 1;
            let position = placement.position();
            let found = result(&position).expect("a small ending");
            assert_eq!(found, best_of_successors(&position), "{material}: {position:?}");
            decided += usize::from(found != Outcome::Draw);
            if found == Outcome::Loss {
                let mut gauge = Gauge::default();
                let read = gauge.plies_of_lost(&position).expect("a small ending");
                let rounds = rounds_of_lost(&position);
                assert_eq!(read.div_ceil(2), rounds, "{material}: {position:?}");
            }
        }
    }
    assert!(decided > samples, "nothing is won or lost");
}

fn moves_of(position: &Position) -> Vec<(bool, Position)> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let converts = |mv| position.finality(mv) == Finality::Resetting;
    moves.into_iter().map(|mv| (converts(mv), position.play(mv))).collect()
}

fn best_of_successors(position: &Position) -> Outcome {
    let after = moves_of(position);
    let results: Vec<_> = after.iter().map(|(_, child)| result(child).expect("smaller")).collect();
    if results.contains(&Outcome::Loss) {
        Outcome::Win
    } else if results.contains(&Outcome::Draw) {
        Outcome::Draw
    } else {
        Outcome::Loss
    }
}

/// The rounds a lost position lasts, from the distances two plies on.
fn rounds_of_lost(position: &Position) -> u32 {
    let mut gauge = Gauge::default();
    let mut last = |(converts, child): &(bool, Position)| {
        if *converts {
            return 1;
        }
        let winning = moves_of(child);
        let winning = winning.iter().filter(|(_, after)| result(after) == Some(Outcome::Loss));
        let soonest = winning.map(|(converts, after)| match converts {
            true => 1,
            false => 1 + gauge.plies_of_lost(after).expect("a small ending").div_ceil(2),
        });
        soonest.min().expect("a won position has a winning move")
    };
    moves_of(position).iter().map(&mut last).max().unwrap_or(0)
}
