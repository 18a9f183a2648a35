//! The evaluation.
use crate::board::{Direction, Side};
use crate::game::Score;
use crate::games::loa::mass::Mass;
use crate::games::loa::position::Position;
use crate::games::loa::squares::{Square, Squares};
use crate::games::loa::weights;

/// The value of the position for the side to move.
#[inline]
pub fn evaluate(position: &Position) -> Score {
    let side = position.side_to_move();
    Score::judged(value(position, side) - value(position, !side) + weights::TURN)
}

fn value(position: &Position, side: Side) -> i32 {
    let (own, enemies, mass) = (position.pieces(side), position.pieces(!side), position.mass(side));
    let pieces = (mass.pieces() as usize).min(12);
    let n = mass.pieces().max(1) as i32;
    weights::PIECES[pieces]
        + weights::DISTANCE * spread(own, mass) / (n * n)
        + places(own) / n
        + position.lines().tally().mobility(side) as i32 / 10
        + weights::WALLED * walled(own, enemies)
        + area(own) * weights::AREA / 10
        + weights::GROUP * euler(own)
}

fn spread(own: Squares, mass: Mass) -> i32 {
    let (n, files, ranks) = mass.sums();
    own.map(|s| (s.file() as i32 * n - files).abs().max((s.rank() as i32 * n - ranks).abs())).sum()
}

static PLACE: [i32; 64] = {
    let mut t = [0; 64];
    let mut i = 0;
    while i < 64 {
        let (f, r) = (i % 8, i / 8);
        let f = if f > 3 { 7 - f } else { f };
        let r = if r > 3 { 7 - r } else { r };
        let (a, b) = if f < r { (f, r) } else { (r, f) };
        t[i] = weights::PLACES[match a {
            0 => b,
            1 => 3 + b,
            2 => 5 + b,
            _ => 6 + b,
        }];
        i += 1;
    }
    t
};

fn places(own: Squares) -> i32 {
    own.map(|s: Square| PLACE[s.index()]).sum()
}

fn walled(own: Squares, enemies: Squares) -> i32 {
    use Direction::{East, North, South, West};
    let side = |edge: Squares, inward: Direction, a: Direction, b: Direction| {
        let out = enemies.shifted(inward.opposite());
        let three =
            out & (out.shifted(a) | Squares::edge_of(b)) & (out.shifted(b) | Squares::edge_of(a));
        Squares::count(own & edge & three)
    };
    (side(Squares::file(0), East, North, South)
        + side(Squares::file(7), West, North, South)
        + side(Squares::rank(0), North, East, West)
        + side(Squares::rank(7), South, East, West)) as i32
}

fn area(own: Squares) -> i32 {
    let (w, h) = own.extent();
    (w * h) as i32
}

fn euler(own: Squares) -> i32 {
    let east = own.shifted(Direction::West);
    let north = own.shifted(Direction::South);
    let ne = own.shifted(Direction::SouthWest);
    let nw = own.shifted(Direction::SouthEast);
    let n = |s: Squares| Squares::count(s) as i32;
    let (ab, cd) = (own & east, north & ne);
    let inner = Squares::ALL - Squares::file(7) - Squares::rank(7);
    let four = ab & cd;
    let three = (ab & (north ^ ne)) | (cd & (own ^ east));
    n(own) - n(own & east) - n(own & north) - n(own & ne) - n(own & nw)
        + n(three & inner)
        + 3 * n(four & inner)
}
