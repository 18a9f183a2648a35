//! The rules that search some moves deeper or shallower than others. Each is a pair: when it may
//! be applied, and by how much.

use crate::depth::Depth;
use crate::node::Node;
use crate::params::{NULL_MOVE_DEPTH, REDUCTION_DEPTH, REDUCTION_MOVES};
use crate::tuning::Tuning;

/// Whether a search may look at some moves deeper or shallower than at others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selectivity {
    /// Every move to the same depth: the value is that of plain minimax to that depth with
    /// quiescence, which tests hold it against.
    Exhaustive,
    /// By the rules of `prune.rs`: stronger play.
    Selective,
}

/// What a rule may know about a move and its node.
#[derive(Clone, Copy, Debug)]
pub struct MoveContext {
    /// May moves be treated unequally at all?
    pub selectivity: Selectivity,
    /// Depth of the node.
    pub depth: Depth,
    /// How many moves were tried before.
    pub index: usize,
    /// How many moves the node has.
    pub choices: usize,
    /// Does the move win something at once?
    pub noisy: bool,
    /// May the node's score still be exact (a node of the principal variation)?
    pub exact: bool,
    /// Is the node close enough to the root to be extended?
    pub within_reach: bool,
}

impl MoveContext {
    #[inline]
    fn is_selective(self) -> bool {
        self.selectivity == Selectivity::Selective
    }
}

/// Singular reply and recapture extensions. *Main idea*: a move without an alternative decides
/// nothing, so it costs no depth; and exchanges on the principal variation are looked at to their
/// end.
///
/// *Conditions*: the search is selective; the node is within reach of the root; the move is the
/// only one, or it captures in a node whose exact value is wanted.
#[inline]
pub fn may_extend(context: MoveContext) -> bool {
    context.is_selective()
        && context.within_reach
        && (context.choices == 1 || (context.noisy && context.exact))
}

/// The plies by which [`may_extend`] extends.
pub const EXTENSION: i16 = 1;

/// Late move reduction (Romstad, Glaurung, 2005). *Main idea*: with good ordering, late moves
/// rarely are the best; a shallower search shows most of them to be bad, and those that look good
/// are searched again.
///
/// *Conditions*: the search is selective; some depth is left; the first moves have been tried; the
/// move is quiet.
#[inline]
pub fn may_reduce(context: MoveContext) -> bool {
    context.is_selective()
        && context.depth.plies() >= REDUCTION_DEPTH
        && context.index >= REDUCTION_MOVES
        && !context.noisy
}

/// Null move pruning (Beal 1989; Donninger 1993). *Main idea*: if passing still fails high, a real
/// move almost surely does, and a shallower search is enough to see it.
///
/// *Conditions*: the search is selective; only a bound is wanted; some depth is left. The evaluator
/// says where a null move is sound
/// ([`Evaluator::null_move`](crate::evaluator::Evaluator::null_move)).
#[inline]
pub fn may_try_null_move(selectivity: Selectivity, node: Node) -> bool {
    selectivity == Selectivity::Selective
        && !node.wants_exact_score()
        && node.depth.plies() >= NULL_MOVE_DEPTH
}

/// The plies by which the search after a null move is shallower than after a move.
pub const NULL_MOVE_REDUCTION: i16 = 2;

/// The plies by which [`may_reduce`] reduces: as [`Tuning::reduction_slope`] and
/// [`Tuning::reduction_base`] say, at least one, and one less where an exact value is wanted.
#[inline]
pub fn reduction(context: MoveContext, tuning: &Tuning) -> i16 {
    let product = logarithm(context.depth.plies().max(0) as usize) * logarithm(context.index + 1);
    let in_65536ths = product / 256 * tuning.reduction_slope + tuning.reduction_base * 256;
    let plies = (in_65536ths >> 16).max(1) as i16;
    if context.exact { plies - 1 } else { plies }
}

fn logarithm(n: usize) -> i32 {
    LOGARITHMS[n.min(SIZE - 1)]
}

const SIZE: usize = 65;

/// Binary logarithms in 256ths; of 0, as of 1, nothing.
static LOGARITHMS: [i32; SIZE] = {
    let mut table = [0; SIZE];
    let mut n = 1;
    while n < SIZE {
        table[n] = log2_in_256ths(n as u64) as i32;
        n += 1;
    }
    table
};

/// The binary logarithm of `n` in 256ths, rounded down, for constants: eight times the mantissa is
/// squared, and each time it passes 2 the next bit of the logarithm is 1.
const fn log2_in_256ths(n: u64) -> u32 {
    let whole = n.ilog2();
    let mut mantissa = (n << 32) >> whole;
    let mut fraction = 0;
    let mut bit = 0;
    while bit < 8 {
        mantissa = ((mantissa as u128 * mantissa as u128) >> 32) as u64;
        fraction <<= 1;
        if mantissa >= 2 << 32 {
            fraction |= 1;
            mantissa >>= 1;
        }
        bit += 1;
    }
    (whole << 8) | fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_agree_with_the_library() {
        for n in 1..5_000u64 {
            let exact = (n as f64).log2() * 256.0;
            assert!((exact - f64::from(log2_in_256ths(n))).abs() <= 1.001, "{n}");
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_move_number_and_leave_the_first_moves_alone() {
        assert!(!may_reduce(context_at(10, REDUCTION_MOVES - 1)));
        assert!(may_reduce(context_at(10, REDUCTION_MOVES)));
        assert!(!may_reduce(MoveContext { noisy: true, ..context_at(10, 5) }));
        let exhaustive = MoveContext { selectivity: Selectivity::Exhaustive, ..context_at(10, 5) };
        assert!(!may_reduce(exhaustive) && !may_extend(MoveContext { choices: 1, ..exhaustive }));
        for depth in 3..60 {
            for index in 2..20 {
                assert!(plain_reduction(depth, index) <= plain_reduction(depth + 1, index));
                assert!(plain_reduction(depth, index) <= plain_reduction(depth, index + 1));
            }
        }
        assert!(plain_reduction(20, 8) >= 3);
    }

    fn plain_reduction(depth: i16, index: usize) -> i16 {
        reduction(context_at(depth, index), &Tuning::PLAIN)
    }

    fn context_at(depth: i16, index: usize) -> MoveContext {
        MoveContext {
            selectivity: Selectivity::Selective,
            depth: Depth::new(depth),
            index,
            choices: 10,
            noisy: false,
            exact: false,
            within_reach: true,
        }
    }

    #[test]
    fn only_moves_without_alternative_and_exchanges_are_extended() {
        let at = MoveContext {
            selectivity: Selectivity::Selective,
            depth: Depth::new(4),
            index: 0,
            choices: 1,
            noisy: false,
            exact: false,
            within_reach: true,
        };
        assert!(may_extend(at));
        assert!(!may_extend(MoveContext { within_reach: false, ..at }));
        assert!(!may_extend(MoveContext { choices: 2, ..at }));
        assert!(may_extend(MoveContext { choices: 2, noisy: true, exact: true, ..at }));
    }
}
