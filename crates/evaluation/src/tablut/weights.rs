//! The weights of the evaluation, from White's point of view, in units of the score; 150 units are
//! one logit.
//!
//! All but those of certain wins are fitted by logistic regression to about 149,000 quiet positions
//! of games of the program against itself, 500 to 700 nodes a move. The target was the game's
//! result (weight 0.7) mixed with the score of the search (0.3).

/// White's advantage when all other terms are 0.
pub const EVEN: i32 = 53;
/// The right to move, for the side that has it.
pub const TURN: i32 = 10;

/// A guard of the king.
pub const SWEDE: i32 = 68;
/// A hunter.
pub const MUSCOVITE: i32 = -45;

/// White is to move and the king has a clear line: he wins with the next move.
pub const WINS_AT_ONCE: i32 = 4_000;
/// White is to move, and the king can reach a square with two clear lines where Black cannot
/// capture him.
pub const FORKS_NEXT: i32 = 2_500;
/// Black is to move and the king has two clear lines; Black cannot capture him.
pub const FORKS: i32 = 2_000;
/// Black is to move and can capture the king.
pub const KING_CAPTURED: i32 = -4_000;
/// Black is to move and the king has one clear line: it must be blocked.
pub const THREAT: i32 = 17;

/// The king on the throne or next to it, where it takes four to capture him.
pub const IN_CASTLE: i32 = 57;
/// The castle has one way out left.
pub const LAST_WAY_OUT: i32 = 57;
/// Two Muscovites next to the king.
pub const TWO_AT_KING: i32 = -67;
/// Three or four Muscovites next to the king.
pub const THREE_AT_KING: i32 = -115;

/// In tenths: each square the king can reach in two moves and not in one.
pub const SECOND_STEP: i32 = 35;
/// In tenths: each square the Swedes can move to, counted for each.
pub const MOBILITY: i32 = 20;
/// In tenths: each square with a clear line to an edge.
pub const CLEAR: i32 = 16;
/// In tenths: each square with two clear lines or more.
pub const CLEAR_TWICE: i32 = 32;
/// In tenths: each edge square that the king could walk to, if Black stood still.
pub const EXIT: i32 = 32;
/// Each quarter of the board, the middle lines left aside, without a Muscovite.
pub const EMPTY_QUARTER: i32 = 22;
/// Each quarter with one.
pub const THIN_QUARTER: i32 = 8;

/// A piece-square table of one eighth of the board, which repeats eight times by symmetry: for each
/// distance from the middle, 0 to 4, a row of squares from the one on the middle line to the one on
/// the diagonal.
pub type Places = [&'static [i32]; 5];
/// Of a Muscovite.
pub const MUSCOVITES: Places =
    [&[0], &[-14, -26], &[-31, -30, -43], &[-4, -18, -11, 8], &[0, -7, 7, 8, 13]];
/// Of a Swede.
pub const SWEDES: Places =
    [&[0], &[-29, -22], &[-10, -18, -7], &[1, -10, -7, -13], &[49, -4, -18, -7, -5]];
/// Of the king.
pub const KING: Places = [&[70], &[63, 104], &[81, 77, 85], &[98, 144, 237, 250], &[0; 5]];
