//! The moves at which the result of a game changed: by the endgame tables where they reach, else by
//! the evaluation.
//!
//! By the evaluation a side *stands to win* once it may expect three quarters of the point, which
//! is about half a man more than an even game, and until that falls to 60 hundredths: without a gap
//! between the two, a share near the limit would turn with every move.

use crate::values::share::PointShare;
use games::board::Side;

/// The share at which a side begins to stand to win.
const WINNING: f64 = 0.75;
/// The share at which it no longer does.
const EVEN: f64 = 0.60;

/// Who stands to win.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advantage {
    /// Neither: even or drawn.
    Even,
    For(Side),
}

/// The source of a standing.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingSource {
    /// The endgame tables: it is certain.
    Tables,
    /// A rule that has ended the game.
    Rule,
    Evaluation,
}

/// A move that changes which side stands to win.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// The index of the move; the position after it has the next index.
    pub index: usize,
    /// Who stood to win before.
    pub from: Advantage,
    /// Who stands to win after it.
    pub to: Advantage,
    pub source: StandingSource,
}

/// The standing in the first position, and the changes. `shares` are Black's.
pub fn turning_points(
    shares: &[PointShare],
    sources: &[StandingSource],
) -> (Advantage, Vec<TurningPoint>) {
    let mut positions = shares.iter().zip(sources).enumerate();
    let Some((_, (&share, &source))) = positions.next() else {
        return (Advantage::Even, Vec::new());
    };
    let first = next_standing(Advantage::Even, share, source);
    let mut points = Vec::new();
    let mut from = first;
    for (index, (&share, &source)) in positions {
        let to = next_standing(from, share, source);
        if to != from {
            points.push(TurningPoint { index: index - 1, from, to, source });
        }
        from = to;
    }
    (first, points)
}

/// The standing at Black's `share`, where it was `before` in the position before.
fn next_standing(before: Advantage, share: PointShare, source: StandingSource) -> Advantage {
    let ahead = Side::ALL.into_iter().find(|&side| {
        let needed = match (source, before) {
            (StandingSource::Tables | StandingSource::Rule, _) => 1.0,
            (StandingSource::Evaluation, Advantage::For(winner)) if winner == side => EVEN,
            (StandingSource::Evaluation, _) => WINNING,
        };
        share.seen_by(side).value() >= needed
    });
    ahead.map_or(Advantage::Even, Advantage::For)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::share::UnitsPerLogit;
    use proptest::collection::vec;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    const BLACK: Advantage = Advantage::For(Side::Black);
    const WHITE: Advantage = Advantage::For(Side::White);

    fn shares(units: &[i32]) -> Vec<PointShare> {
        units.iter().map(|&units| PointShare::of_units(units, UnitsPerLogit(52))).collect()
    }

    fn standings(units: &[i32]) -> Vec<(usize, Advantage)> {
        let shares = shares(units);
        let sources = vec![StandingSource::Evaluation; units.len()];
        let points = turning_points(&shares, &sources).1;
        points.iter().map(|point| (point.index, point.to)).collect()
    }

    #[test]
    fn a_share_near_the_limit_does_not_turn_with_every_move() {
        assert_eq!(standings(&[0, 60, 50, 60, 50, 60]), [(0, BLACK)]);
        assert_eq!(standings(&[0, 60, 20, 60]), [(0, BLACK), (1, Advantage::Even), (2, BLACK)]);
        assert_eq!(standings(&[100, -100]), [(0, WHITE)]);
        assert_eq!(standings(&[]), []);
    }

    #[test]
    fn the_tables_are_certain() {
        let shares = [PointShare::WON, PointShare::HALF, PointShare::LOST];
        let points = turning_points(&shares, &[StandingSource::Tables; 3]).1;
        let found = points.iter().map(|point| point.to).collect::<Vec<_>>();
        assert_eq!(found, [Advantage::Even, WHITE]);
    }

    proptest! {
        #[test]
        fn each_change_begins_where_the_one_before_ended(units in vec(-400..400_i32, 1..60)) {
            let shares = shares(&units);
            let sources = vec![StandingSource::Evaluation; units.len()];
            let (first, points) = turning_points(&shares, &sources);
            let mut last = first;
            for point in &points {
                prop_assert_eq!(point.from, last);
                prop_assert!(point.to != point.from && point.index + 1 < units.len());
                last = point.to;
            }
        }
    }
}
