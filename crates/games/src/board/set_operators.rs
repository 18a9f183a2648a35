//! The operators of every set of squares that is one machine word, each bit a square.

/// `|` joins, `&` intersects, `^` takes what one of the two has, `-` takes away, `!` complements on
/// the board.
macro_rules! set_operators {
    ($set:ident $(<const $n:ident: usize>)?, $square:ty) => {
        set_operators!(@binary $set $(<$n>)?, BitAnd, bitand, |one, other| one & other);
        set_operators!(@binary $set $(<$n>)?, BitOr, bitor, |one, other| one | other);
        set_operators!(@binary $set $(<$n>)?, BitXor, bitxor, |one, other| one ^ other);
        set_operators!(@binary $set $(<$n>)?, Sub, sub, |one, other| one & !other);
        set_operators!(@assign $set $(<$n>)?, BitAndAssign, bitand_assign, |one, other| one & other);
        set_operators!(@assign $set $(<$n>)?, BitOrAssign, bitor_assign, |one, other| one | other);
        set_operators!(@assign $set $(<$n>)?, BitXorAssign, bitxor_assign, |one, other| one ^ other);

        impl $(<const $n: usize>)? std::ops::Not for $set $(<$n>)? {
            type Output = Self;

            #[inline]
            fn not(self) -> Self {
                $set(!self.0 & Self::ALL.0)
            }
        }

        impl $(<const $n: usize>)? FromIterator<$square> for $set $(<$n>)? {
            fn from_iter<I: IntoIterator<Item = $square>>(squares: I) -> Self {
                squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
            }
        }
    };
    (@binary $set:ident $(<$n:ident>)?, $operator:ident, $name:ident, |$one:ident, $other:ident| $bits:expr) => {
        impl $(<const $n: usize>)? std::ops::$operator for $set $(<$n>)? {
            type Output = Self;

            #[inline]
            fn $name(self, other: Self) -> Self {
                let ($one, $other) = (self.0, other.0);
                $set($bits)
            }
        }
    };
    (@assign $set:ident $(<$n:ident>)?, $operator:ident, $name:ident, |$one:ident, $other:ident| $bits:expr) => {
        impl $(<const $n: usize>)? std::ops::$operator for $set $(<$n>)? {
            #[inline]
            fn $name(&mut self, other: Self) {
                let ($one, $other) = (self.0, other.0);
                self.0 = $bits;
            }
        }
    };
}

pub(crate) use set_operators;
