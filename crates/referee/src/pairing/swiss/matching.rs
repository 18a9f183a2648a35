//! The perfect matching of least cost.
//!
//! A table of 500 players has 124,750 possible pairings, and almost all good ones are near the
//! ideal ones. So each place first offers some opponents around its ideal one and around itself; if
//! these do not suffice, more and more, in the end all. The blossom algorithm (Edmonds 1965, in the
//! form of Galil 1986) is that of the library `rustworkx-core`.

use crate::pairing::swiss::cost::{GroupPlace, ScoreTable};
use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::UnGraph;
use std::collections::BTreeSet;
use std::convert::Infallible;

/// Opponents offered to each place on each side, at first.
const OFFERED: usize = 10;
/// Above this cost a pairing is taken only if all places have been offered all opponents.
const LAST_RESORT: i128 = 1 << 59;
/// More than the costs of any pairing.
const MOST: i128 = 1 << 90;

/// The matching: each place once, in pairs with the higher place first, sorted.
pub fn of_least_cost(table: &ScoreTable) -> Vec<[GroupPlace; 2]> {
    let places = table.places();
    let mut offered = OFFERED;
    loop {
        let is_last = offered >= places;
        let pairs = matching(table, &edges(table, offered, is_last));
        if pairs.len() * 2 == places || is_last {
            return pairs;
        }
        offered *= 2;
    }
}

/// The pairings that are possible, the higher place first.
fn edges(table: &ScoreTable, offered: usize, is_last: bool) -> Vec<[GroupPlace; 2]> {
    let places = table.places();
    let edges: BTreeSet<_> = (0..places)
        .flat_map(|place| {
            [place, table.ideal(place)]
                .into_iter()
                .flat_map(move |center| {
                    center.saturating_sub(offered)..center.saturating_add(offered + 1).min(places)
                })
                .filter(move |&other| other != place)
                .map(move |other| if place < other { [place, other] } else { [other, place] })
        })
        .collect();
    edges
        .into_iter()
        .filter(|&[one, other]| is_last || table.cost(one, other) < LAST_RESORT)
        .collect()
}

fn matching(table: &ScoreTable, edges: &[[GroupPlace; 2]]) -> Vec<[GroupPlace; 2]> {
    let mut graph = UnGraph::<(), i128>::with_capacity(table.places(), edges.len());
    let nodes: Vec<_> = (0..table.places()).map(|_| graph.add_node(())).collect();
    for &[one, other] in edges {
        graph.add_edge(nodes[one], nodes[other], weight(table, one, other));
    }
    let is_certain = |edge: rustworkx_core::petgraph::graph::EdgeReference<'_, i128>| {
        Ok::<i128, Infallible>(*edge.weight())
    };
    let Ok(found) = max_weight_matching(&graph, true, is_certain, false);
    let ordered = found.into_iter().map(|(one, other)| [one.min(other), one.max(other)]);
    let mut pairs: Vec<_> = ordered.collect();
    pairs.sort_unstable();
    pairs
}

/// A weight that is larger for less cost. The last bits differ for every pairing: of two matchings
/// of the same cost one is better by these. The result then does not depend on the order in which
/// the library looks at them (the isolation lemma of Mulmuley, Vazirani and Vazirani, 1987).
fn weight(table: &ScoreTable, one: GroupPlace, other: GroupPlace) -> i128 {
    let seed = ((one as u64) << 32) | other as u64;
    ((MOST - table.cost(one, other)) << 32) + i128::from(mix(seed) >> 34)
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood 2014).
const fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
