//! The numbers by which a search is fitted to one game: how far its evaluation can be trusted, and how
//! well its moves can be put in order.
//!
//! They come from matches, not from the rules; each game names its own beside its evaluation, or is
//! content with [`Tuning::PLAIN`].

/// How a game wants to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Half the width of the first aspiration window, in units of the evaluation.
    pub aspiration: i32,
    /// By how many 256ths of a ply late moves are reduced for each unit of the product of the binary
    /// logarithms of depth and move number, ...
    pub reduction_slope: i32,
    /// ... and by how many whatever the product is. At least one ply in all where nothing exact is wanted.
    pub reduction_base: i32,
    /// How far the search may take the evaluation of a calm position for an estimate of what it would
    /// find out; not at all if none. Sound where the balance changes by noisy moves above all, and
    /// those are foreseen ([`Evaluate::is_calm`](crate::game::Evaluate::is_calm)).
    pub foresight: Option<Foresight>,
}

/// Margins in units of the evaluation, above 0: so far outside of the search's window must the
/// evaluation be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foresight {
    /// Above the window.
    pub above: Margins,
    /// Below it, where a sacrifice leads before it pays.
    pub below: Margins,
    /// For a threat at a leaf to be no matter.
    pub threat: i32,
}

/// Margins to one side of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins {
    /// For each of the last plies that are not searched.
    pub early: i32,
    /// For each ply by which a position farther from the leaves is searched less deep.
    pub truncation: i32,
}

impl Tuning {
    /// For any game.
    pub const PLAIN: Tuning =
        Tuning { aspiration: 24, reduction_slope: 64, reduction_base: 0, foresight: None };
}
