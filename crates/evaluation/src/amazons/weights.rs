//! The weights of the evaluation, in 64ths of its unit; 100 units turn even chances into 73 in 100.
//!
//! Fitted by logistic regression on some 2,800 games of a two-ply player with an older evaluation
//! against itself. The target of a position was its game's result (weight 0.3) mixed with the fit's
//! own evaluation of the following moves (0.7).
//!
//! The worth of a term depends on the contact of the two sides (`Distances::contact`): as the
//! board falls apart, squares that one can reach first become squares that one owns, while enclosed
//! amazons and far squares cease to matter. Between the knots of the table the weights are
//! interpolated. [`OWN_SQUARE`] and what follows it are set by hand.

/// The weight of each term at one degree of contact.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// The right to move.
    pub turn: i32,
    /// A square that is nearer by queen's moves.
    pub queen_lead: i32,
    /// A square that is nearer by king's moves.
    pub king_lead: i32,
    /// A unit of closeness in the queen's race.
    pub closeness: i32,
    /// A step of head start in the king's race.
    pub head_start: i32,
    /// A unit of enclosure, see `evaluate.rs`.
    pub enclosed: i32,
}

/// The number of terms.
const TERMS: usize = 6;

/// Contact, and the weights there in the order of the fields of [`Weights`].
const KNOTS: [(usize, [i32; TERMS]); 10] = [
    (0, [-2010, 4600, -266, 11, 26, -12]),
    (8, [-354, 3562, 90, 4, 27, -43]),
    (16, [749, 2642, 14, 0, 62, -52]),
    (28, [1728, 1928, 238, -1, 73, -54]),
    (44, [2221, 1308, 355, -1, 72, -58]),
    (64, [1949, 797, 300, -1, 105, -86]),
    (84, [1531, 500, 161, 0, 112, -118]),
    (104, [1010, 227, 72, 2, 125, -120]),
    (126, [298, -47, 10, 2, 50, -97]),
    (160, [344, 27, -38, 3, -28, -84]),
];

/// Contact above this counts the same.
const MAX_CONTACT: usize = KNOTS[KNOTS.len() - 1].0;

impl Weights {
    /// The weights at a degree of contact.
    #[inline]
    pub fn at(contact: usize) -> &'static Self {
        &TABLE[contact.min(MAX_CONTACT)]
    }

    const fn between_knots(contact: usize) -> Self {
        let mut knot = 0;
        while KNOTS[knot + 1].0 < contact {
            knot += 1;
        }
        let ((below, low), (above, high)) = (KNOTS[knot], KNOTS[knot + 1]);
        let (from_below, width) = ((contact - below) as i32, (above - below) as i32);
        let mut terms = [0; TERMS];
        let mut i = 0;
        while i < TERMS {
            terms[i] = low[i] + (high[i] - low[i]) * from_below / width;
            i += 1;
        }
        let [turn, queen_lead, king_lead, closeness, head_start, enclosed] = terms;
        Weights { turn, queen_lead, king_lead, closeness, head_start, enclosed }
    }
}

static TABLE: [Weights; MAX_CONTACT + 1] = {
    let mut table = [Weights::between_knots(0); MAX_CONTACT + 1];
    let mut contact = 0;
    while contact <= MAX_CONTACT {
        table[contact] = Weights::between_knots(contact);
        contact += 1;
    }
    table
};

/// An empty square more than the enemy has, in units, if no square can be reached by both sides.
pub const OWN_SQUARE: i32 = 100;

/// Added for the winner of a close game that counting decides, in units.
pub const COUNTED_OUT: i32 = 300;

/// A game that counting has decided, in units: above every other evaluation.
pub const DECIDED: i32 = 15_000;
