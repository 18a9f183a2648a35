//! What each move of a wide node is likely to be worth, without playing it.
//!
//! A move is a way and a throw. The value of a way is judged on the board on which the amazon has
//! moved and nothing is thrown yet, that of a throw on the board on which the spear sticks and
//! nothing has moved. Their sum orders the moves nearly as their own judgements would, and a
//! hundred and fifty boards are judged instead of two thousand.

use crate::games::amazons::evaluate;
use crate::games::amazons::moves::Move;
use crate::games::amazons::position::Position;
use crate::games::amazons::square::Square;
use crate::games::amazons::view::View;

/// Appends the estimated value of each move, for the side that makes it, to `values`; answers how
/// many boards were judged. Moves of one way are expected one after the other.
pub fn rank(position: &Position, moves: &[Move], values: &mut Vec<i32>) -> u64 {
    let view = View::of(position);
    let mut throws = Throws::on(view);
    let mut ways = 0;
    for throws_of_way in moves.chunk_by(|one, next| way(*one) == way(*next)) {
        let (from, to) = way(throws_of_way[0]);
        let (own, empty) = (view.own.without(from).with(to), view.empty.with(from).without(to));
        let of_way = value_after(View { own, empty, ..view });
        values.extend(throws_of_way.iter().map(|mv| of_way + throws.gain(mv.spear())));
        ways += 1;
    }
    ways + throws.judged
}

fn way(mv: Move) -> (Square, Square) {
    (mv.from(), mv.to())
}

/// The value of a board for the side that has just moved.
fn value_after(view: View) -> i32 {
    -evaluate::judged(view.of_enemy()).units()
}

/// What spears on the board are worth, each judged when it is first asked for.
struct Throws {
    view: View,
    standing: i32,
    gains: [Option<i32>; Square::COUNT],
    judged: u64,
}

impl Throws {
    fn on(view: View) -> Self {
        Throws { view, standing: value_after(view), gains: [None; Square::COUNT], judged: 1 }
    }

    /// What a spear gains. One that flies back to where its amazon stood, which is no empty
    /// square yet, gains nothing.
    fn gain(&mut self, spear: Square) -> i32 {
        if let Some(gain) = self.gains[spear.index()] {
            return gain;
        }
        let empty = self.view.empty.without(spear);
        let gain = value_after(View { empty, ..self.view }) - self.standing;
        self.gains[spear.index()] = Some(gain);
        self.judged += 1;
        gain
    }
}
