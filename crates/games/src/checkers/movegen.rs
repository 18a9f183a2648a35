//! Legal moves: all jump sequences if there is a jump, else all steps.
//!
//! The generator calls a closure for each move. `SOUTH` says at compile time which way the men of
//! the side to move go. Sets of pieces move together: one shift finds all steps in a direction.

use crate::board::Side;
use crate::checkers::bitboard::{Bitboard, Diagonal};
use crate::checkers::moves::{Move, Route};
use crate::checkers::position::{Position, crown_row};
use crate::checkers::rules::CROWNING_ENDS_THE_TURN;
use crate::game::Game;

use Diagonal::{NorthEast, NorthWest, SouthEast, SouthWest};

/// Appends all legal moves.
#[inline]
pub fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
    match position.side_to_move() {
        Side::Black => Board::<true>::of_mover(position).each_move(|mv| moves.push(mv)),
        Side::White => Board::<false>::of_mover(position).each_move(|mv| moves.push(mv)),
    }
}

/// Appends the jumps of the side to move, which are all its legal moves if there is one.
#[inline]
pub fn jumps(position: &Position, moves: &mut Vec<Move>) {
    match position.side_to_move() {
        Side::Black => Board::<true>::of_mover(position).each_jump(|mv| moves.push(mv)),
        Side::White => Board::<false>::of_mover(position).each_jump(|mv| moves.push(mv)),
    }
}

/// Does the side to move have a jump?
#[inline]
pub fn can_jump(position: &Position) -> bool {
    match position.side_to_move() {
        Side::Black => Board::<true>::of_mover(position).jumpers().any(),
        Side::White => Board::<false>::of_mover(position).jumpers().any(),
    }
}

/// Does the side to move have a step? (It is legal if there is no jump.)
#[inline]
pub fn can_step(position: &Position) -> bool {
    match position.side_to_move() {
        Side::Black => Board::<true>::of_mover(position).can_step(),
        Side::White => Board::<false>::of_mover(position).can_step(),
    }
}

/// Would the side that is not to move have a jump if it were its turn?
#[inline]
pub fn could_jump(position: &Position) -> bool {
    match position.side_to_move() {
        Side::Black => Board::<false>::of_waiting(position).jumpers().any(),
        Side::White => Board::<true>::of_waiting(position).jumpers().any(),
    }
}

/// Number of legal moves, without listing the steps.
#[inline(always)]
pub fn count_moves(position: &Position) -> u64 {
    match position.side_to_move() {
        Side::Black => Board::<true>::of_mover(position).count_moves(),
        Side::White => Board::<false>::of_mover(position).count_moves(),
    }
}

/// The board as the player sees it whose men go south, or north if `SOUTH` is false.
struct Board<const SOUTH: bool> {
    men: Bitboard,
    kings: Bitboard,
    enemies: Bitboard,
    empty: Bitboard,
}

impl<const SOUTH: bool> Board<SOUTH> {
    const SIDE: Side = if SOUTH { Side::Black } else { Side::White };
    const FORWARD_EAST: Diagonal = if SOUTH { SouthEast } else { NorthEast };
    const FORWARD_WEST: Diagonal = if SOUTH { SouthWest } else { NorthWest };
    const BACKWARD_EAST: Diagonal = if SOUTH { NorthEast } else { SouthEast };
    const BACKWARD_WEST: Diagonal = if SOUTH { NorthWest } else { SouthWest };

    /// The board of a position in which this player is to move.
    #[inline(always)]
    fn of_mover(position: &Position) -> Self {
        let (own, kings) = (position.own(), position.kings());
        let (enemies, empty) = (position.enemies(), position.empty());
        Board { men: own - kings, kings: own & kings, enemies, empty }
    }

    /// The board of a position in which the other player is to move.
    #[inline(always)]
    fn of_waiting(position: &Position) -> Self {
        let (own, kings) = (position.enemies(), position.kings());
        let (enemies, empty) = (position.own(), position.empty());
        Board { men: own - kings, kings: own & kings, enemies, empty }
    }

    /// The pieces that may go in `direction`.
    #[inline(always)]
    fn movers(&self, direction: Diagonal) -> Bitboard {
        let southward = matches!(direction, SouthEast | SouthWest);
        if southward == SOUTH { self.men | self.kings } else { self.kings }
    }

    /// The pieces that can step in `direction`.
    #[inline(always)]
    fn steppers(&self, direction: Diagonal) -> Bitboard {
        self.movers(direction) & self.empty.step(direction.reversed())
    }

    #[inline(always)]
    fn can_step(&self) -> bool {
        self.steppers(Self::FORWARD_EAST).any()
            || self.steppers(Self::FORWARD_WEST).any()
            || (self.steppers(Self::BACKWARD_EAST) | self.steppers(Self::BACKWARD_WEST)).any()
    }

    /// The pieces that have a jump.
    #[inline(always)]
    fn jumpers(&self) -> Bitboard {
        let forward =
            self.jumpers_towards(Self::FORWARD_EAST) | self.jumpers_towards(Self::FORWARD_WEST);
        if self.kings.is_empty() {
            return forward;
        }
        forward
            | self.jumpers_towards(Self::BACKWARD_EAST)
            | self.jumpers_towards(Self::BACKWARD_WEST)
    }

    #[inline(always)]
    fn jumpers_towards(&self, direction: Diagonal) -> Bitboard {
        let back = direction.reversed();
        self.movers(direction) & (self.empty.step(back) & self.enemies).step(back)
    }

    #[inline(always)]
    fn each_move(&self, mut found: impl FnMut(Move)) {
        let jumpers = self.jumpers();
        if jumpers.any() {
            self.each_jump_of(jumpers, &mut found);
        } else {
            self.each_step(found);
        }
    }

    #[inline(always)]
    fn each_jump(&self, mut found: impl FnMut(Move)) {
        let jumpers = self.jumpers();
        if jumpers.any() {
            self.each_jump_of(jumpers, &mut found);
        }
    }

    #[inline(always)]
    fn each_step(&self, mut found: impl FnMut(Move)) {
        self.each_step_towards(Self::FORWARD_EAST, &mut found);
        self.each_step_towards(Self::FORWARD_WEST, &mut found);
        if self.kings.any() {
            self.each_step_towards(Self::BACKWARD_EAST, &mut found);
            self.each_step_towards(Self::BACKWARD_WEST, &mut found);
        }
    }

    #[inline(always)]
    fn each_step_towards(&self, direction: Diagonal, found: &mut impl FnMut(Move)) {
        for from in self.steppers(direction) {
            found(Move::step(from, from.beside(direction)));
        }
    }

    #[inline(never)]
    fn each_jump_of(&self, jumpers: Bitboard, found: &mut impl FnMut(Move)) {
        for from in jumpers {
            let at = Bitboard::of(from);
            // The piece has left its own square: it may come back to it.
            let rest = Board::<SOUTH> { empty: self.empty | at, ..*self };
            if self.kings.has(from) {
                rest.jump_on::<true>(at, Route::starting(from), found);
            } else {
                rest.jump_on::<false>(at, Route::starting(from), found);
            }
        }
    }

    /// Continues with every jump that the piece at `at` has; reports the move where it has none.
    fn jump_on<const KING: bool>(&self, at: Bitboard, route: Route, found: &mut impl FnMut(Move)) {
        let mut jumped = self.jump_towards::<KING>(Self::FORWARD_EAST, at, route, found);
        jumped |= self.jump_towards::<KING>(Self::FORWARD_WEST, at, route, found);
        if KING {
            jumped |= self.jump_towards::<KING>(Self::BACKWARD_EAST, at, route, found);
            jumped |= self.jump_towards::<KING>(Self::BACKWARD_WEST, at, route, found);
        }
        if !jumped {
            end(route, at, found);
        }
    }

    /// Reports the sequences that continue from `at` in this direction; false if there is none.
    #[inline(always)]
    fn jump_towards<const KING: bool>(
        &self,
        direction: Diagonal,
        at: Bitboard,
        route: Route,
        found: &mut impl FnMut(Move),
    ) -> bool {
        let over = at.step(direction) & (self.enemies - route.captured());
        let landing = over.step(direction) & self.empty;
        if landing.is_empty() {
            return false;
        }
        let route = route.then(direction, over);
        let crowned = !KING && (landing & crown_row(Self::SIDE)).any();
        if crowned && CROWNING_ENDS_THE_TURN {
            end(route, landing, found);
        } else {
            self.jump_on::<KING>(landing, route, found);
        }
        true
    }

    /// As [`Self::each_jump_of`], for a count.
    fn count_jumps_of(&self, jumpers: Bitboard) -> u64 {
        jumpers
            .map(|from| {
                let at = Bitboard::of(from);
                let rest = Board::<SOUTH> { empty: self.empty | at, ..*self };
                if self.kings.has(from) {
                    rest.count_on::<true>(at)
                } else {
                    rest.count_on::<false>(at)
                }
            })
            .sum()
    }

    /// As [`Self::jump_on`], for a count: the number of sequences that continue from `at`, at least
    /// 1.
    fn count_on<const KING: bool>(&self, at: Bitboard) -> u64 {
        let mut count = self.count_towards::<KING>(Self::FORWARD_EAST, at);
        count += self.count_towards::<KING>(Self::FORWARD_WEST, at);
        if KING {
            count += self.count_towards::<KING>(Self::BACKWARD_EAST, at);
            count += self.count_towards::<KING>(Self::BACKWARD_WEST, at);
        }
        count.max(1)
    }

    #[inline(always)]
    fn count_towards<const KING: bool>(&self, direction: Diagonal, at: Bitboard) -> u64 {
        let over = at.step(direction) & self.enemies;
        let landing = over.step(direction) & self.empty;
        if landing.is_empty() {
            return 0;
        }
        let crowned = !KING && (landing & crown_row(Self::SIDE)).any();
        if crowned && CROWNING_ENDS_THE_TURN {
            return 1;
        }
        if KING {
            Board::<SOUTH> { enemies: self.enemies - over, ..*self }.count_on::<KING>(landing)
        } else {
            // A man only goes forward: it cannot jump over the same piece twice.
            self.count_on::<KING>(landing)
        }
    }

    #[inline(always)]
    fn count_moves(&self) -> u64 {
        let jumpers = self.jumpers();
        if jumpers.any() {
            return self.count_jumps_of(jumpers);
        }
        let mut count =
            self.steppers(Self::FORWARD_EAST).count_both(self.steppers(Self::FORWARD_WEST));
        if self.kings.any() {
            count +=
                self.steppers(Self::BACKWARD_EAST).count_both(self.steppers(Self::BACKWARD_WEST));
        }
        u64::from(count)
    }
}

/// Reports the move that ends on the one square of `at`.
#[inline(always)]
fn end(route: Route, at: Bitboard, found: &mut impl FnMut(Move)) {
    found(route.ending(at.only()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::Square;
    use crate::game::{MoveHints, Walker};

    #[test]
    fn a_quiet_position_has_no_jump_and_a_threat_is_a_jump_of_the_other_side() {
        for position in (0..100).flat_map(|seed| Walker::new(seed).game(Position::start(), 100)) {
            let mut jumps_found = Vec::new();
            jumps(&position, &mut jumps_found);
            assert_eq!(position.is_quiet(), jumps_found.is_empty());
            assert_eq!(position.can_move(), position.count_moves() > 0);
            let piece =
                |square: Square| position.at(square).map(|(side, rank)| (side, rank, square));
            let waiting = !position.side_to_move();
            let turned = Position::new(Square::all().filter_map(piece), waiting);
            assert_eq!(position.is_threatened(), can_jump(&turned));
        }
    }
}
