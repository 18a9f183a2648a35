//! The numbers of the evaluation, seen by White; about 100 is a decisive small advantage.
//!
//! Fitted, but for those that state a certainty, to games of the program against itself: logistic
//! regression of results mixed with the search's own judgement of the position (150 units to the
//! logit), in two rounds, the second on games played with the weights of the first.

/// What remains when all else is even.
pub const EVEN: i32 = 38;
/// The right to move, for the side that has it.
pub const TURN: i32 = 4;

/// A guard of the king.
pub const SWEDE: i32 = 77;
/// A hunter, seen by White.
pub const MUSCOVITE: i32 = -49;

/// White is to move and the king has a clear line: he wins with the next move.
pub const WINS_AT_ONCE: i32 = 4_000;
/// White is to move, and the king can reach a square with two clear lines where Black cannot
/// capture him.
pub const FORKS_NEXT: i32 = 2_500;
/// Black is to move and the king has two clear lines; Black cannot capture him.
pub const FORKS: i32 = 2_000;
/// Black is to move and can capture the king.
pub const KING_FALLS: i32 = -4_000;
/// Black is to move and the king has one clear line: it must be blocked.
pub const THREAT: i32 = 12;

/// The king on the throne or next to it, where it takes four to capture him.
pub const IN_CASTLE: i32 = 40;
/// The castle has one way out left.
pub const LAST_WAY_OUT: i32 = 31;
/// Two Muscovites next to the king.
pub const TWO_AT_KING: i32 = -45;
/// Three or four Muscovites next to the king.
pub const THREE_AT_KING: i32 = -75;

/// In tenths: each square the king can reach in two moves and not in one.
pub const SECOND_STEP: i32 = 22;
/// In tenths: each square the Swedes can move to, counted for each.
pub const MOBILITY: i32 = 23;
/// In tenths: each square with a clear line to an edge.
pub const CLEAR: i32 = 9;
/// In tenths: each square with two clear lines or more.
pub const CLEAR_TWICE: i32 = 27;
/// In tenths: each edge square that the king could walk to, if Black stood still.
pub const EXIT: i32 = 13;
/// Each quarter of the board, the middle lines left aside, without a Muscovite.
pub const EMPTY_QUARTER: i32 = 34;
/// Each quarter with one.
pub const THIN_QUARTER: i32 = 14;

/// What pieces are worth by their place, for one eighth of the board: it repeats eight times by
/// reflection. Row by row, as far from the middle: the middle, one step away, two, and so on; in
/// each row first the square on the middle line, last the one on the diagonal.
pub type Places = [&'static [i32]; 5];
/// Of a Muscovite.
pub const MUSCOVITES: Places =
    [&[0], &[-20, -11], &[-20, 2, -4], &[-11, 4, -9, 0], &[-8, 12, 7, 7, 10]];
/// Of a Swede.
pub const SWEDES: Places =
    [&[0], &[-30, -19], &[-22, -14, 0], &[4, -10, -10, -22], &[-20, -9, -32, -23, -20]];
/// Of the king.
pub const KING: Places = [&[45], &[40, 66], &[85, 44, 34], &[44, 48, 23, 0], &[0; 5]];
