//! The numbers by which a search is fitted to one evaluator: how far it can be trusted, and how
//! well moves can be put in order.
//!
//! They come from matches, not from the rules; each evaluator names its own, or uses
//! [`Tuning::PLAIN`].

/// The tuned numbers of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Half the width of the first aspiration window, in units of the evaluation.
    pub aspiration: i32,
    /// Late move reduction: 256ths of a ply for each unit of log2(depth) x log2(move number).
    pub reduction_slope: i32,
    /// Late move reduction: 256ths of a ply added to the product. At least one ply in all where
    /// only a bound is wanted.
    pub reduction_base: i32,
    /// How far the search may prune by the static evaluation of quiet positions; `None`: not at
    /// all. Sound where the balance changes by noisy moves above all, and those are foreseen
    /// ([`games::MoveHints::is_quiet`]).
    pub forward_pruning: Option<ForwardPruning>,
}

/// Margins of forward pruning, in units of the evaluation, above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForwardPruning {
    /// Where the static evaluation is above the window: reverse futility pruning.
    pub above: Margins,
    /// Where it is below the window, where a sacrifice leads before it pays: razoring.
    pub below: Margins,
    /// Threats at leaves are ignored if the static evaluation lies this far outside the window.
    pub threat: i32,
}

/// How far the static evaluation must lie outside the window, on one side of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins {
    /// To prune the node: for each ply left.
    pub futility: i32,
    /// To reduce the node: for each ply of multi-ply reduction.
    pub reduction: i32,
}

impl Tuning {
    /// For any game.
    pub const PLAIN: Tuning =
        Tuning { aspiration: 24, reduction_slope: 64, reduction_base: 0, forward_pruning: None };
}
