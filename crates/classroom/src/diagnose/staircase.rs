//! Which depth of `reference` the agent meets next: one more after a pair of games that it has won,
//! one less after a pair that it has lost. So most games are played near its own strength, where
//! they tell most (the up-and-down method of Dixon and Mood, 1948).

/// The deepest opponent.
pub const DEEPEST: u32 = 6;
/// The first opponent.
const FIRST: u32 = 2;
/// At an end of the staircase this many pairs in a row, all won or all lost, decide.
const ENOUGH: usize = 3;

/// A pair of games against `reference` with this depth; 0 plays at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedPair {
    pub depth: u32,
    /// Half points of the agent, from 0 to 4.
    pub half_points: u32,
}

/// The depth of the next pair; `None` when nothing more is to be learned.
pub fn next_depth(played: &[PlayedPair]) -> Option<u32> {
    let Some(last) = played.last() else { return Some(FIRST) };
    let at_end = |depth: u32, half_points: u32| {
        let latest = played.iter().rev().take(ENOUGH);
        let same = latest.filter(|pair| pair.depth == depth && pair.half_points == half_points);
        same.count() == ENOUGH
    };
    if at_end(DEEPEST, 4) || at_end(0, 0) {
        return None;
    }
    Some(match last.half_points {
        3.. => (last.depth + 1).min(DEEPEST),
        2 => last.depth,
        _ => last.depth.saturating_sub(1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The depths that an agent meets that gets these half points by depth.
    fn depths(pairs: usize, half_points: impl Fn(u32) -> u32) -> Vec<u32> {
        let mut played = Vec::new();
        while let Some(depth) = next_depth(&played).filter(|_| played.len() < pairs) {
            played.push(PlayedPair { depth, half_points: half_points(depth) });
        }
        played.iter().map(|pair| pair.depth).collect()
    }

    #[test]
    fn it_stays_about_the_depth_of_equal_strength() {
        let by_strength = |depth: u32| 4_u32.saturating_sub(depth);
        assert_eq!(depths(5, by_strength), [2, 2, 2, 2, 2]);
        assert_eq!(depths(6, |depth| if depth < 5 { 4 } else { 0 }), [2, 3, 4, 5, 4, 5]);
    }

    #[test]
    fn at_both_ends_three_pairs_decide() {
        assert_eq!(depths(20, |_| 4), [2, 3, 4, 5, 6, 6, 6]);
        assert_eq!(depths(20, |_| 0), [2, 1, 0, 0, 0]);
    }
}
