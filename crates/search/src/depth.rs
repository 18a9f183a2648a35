//! The remaining depth of a search, in plies.

use std::ops::{Add, Sub};

/// Plies still to search before quiescence; reductions may take it below 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth(i16);

impl Depth {
    /// Quiescence at once.
    pub const ZERO: Depth = Depth(0);
    /// The deepest nominal depth of an iteration.
    pub const MAX: Depth = Depth(120);

    /// A depth of `plies`, at most [`Depth::MAX`].
    pub const fn new(plies: i16) -> Self {
        if plies < Self::MAX.0 { Depth(plies) } else { Self::MAX }
    }

    /// The number of plies.
    #[inline]
    pub const fn plies(self) -> i16 {
        self.0
    }

    /// Is no depth left?
    #[inline]
    pub const fn is_spent(self) -> bool {
        self.0 <= 0
    }
}

impl Add<i16> for Depth {
    type Output = Depth;

    #[inline]
    fn add(self, plies: i16) -> Depth {
        Depth(self.0 + plies)
    }
}

impl Sub<i16> for Depth {
    type Output = Depth;

    #[inline]
    fn sub(self, plies: i16) -> Depth {
        Depth(self.0 - plies)
    }
}
