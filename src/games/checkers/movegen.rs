//! Legal moves: all jump sequences if there is a jump, else all steps.
//!
//! The generator is written once for a listing and for a count: it hands each move to a closure.
//! `SOUTH` tells at compile time which way the men of the side to move go.

use crate::board::Side;
use crate::games::checkers::bitboard::{Bitboard, Direction};
use crate::games::checkers::moves::{Move, Route};
use crate::games::checkers::position::{Position, crown_row};
use crate::games::checkers::rules::CROWNING_ENDS_THE_TURN;

use Direction::{NorthEast, NorthWest, SouthEast, SouthWest};

/// Appends all legal moves.
#[inline]
pub fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
    match position.side_to_move() {
        Side::Black => Board::<true>::of(position).each_move(|mv| moves.push(mv)),
        Side::White => Board::<false>::of(position).each_move(|mv| moves.push(mv)),
    }
}

/// Appends the jumps of the side to move, which are all its legal moves if there is one.
#[inline]
pub fn jumps(position: &Position, moves: &mut Vec<Move>) {
    match position.side_to_move() {
        Side::Black => Board::<true>::of(position).each_jump(|mv| moves.push(mv)),
        Side::White => Board::<false>::of(position).each_jump(|mv| moves.push(mv)),
    }
}

/// How many legal moves there are, without listing the steps.
#[inline]
pub fn count_moves(position: &Position) -> u64 {
    match position.side_to_move() {
        Side::Black => Board::<true>::of(position).count_moves(),
        Side::White => Board::<false>::of(position).count_moves(),
    }
}

/// Could `side` capture if it were its turn?
#[inline]
pub fn can_capture(position: &Position, side: Side) -> bool {
    match side {
        Side::Black => Board::<true>::of(position).jumpers().any(),
        Side::White => Board::<false>::of(position).jumpers().any(),
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

    #[inline(always)]
    fn of(position: &Position) -> Self {
        let own = position.pieces(Self::SIDE);
        Board {
            men: own - position.kings(),
            kings: own & position.kings(),
            enemies: position.pieces(!Self::SIDE),
            empty: position.empty(),
        }
    }

    /// The pieces that may go in `direction`.
    #[inline(always)]
    fn movers(&self, direction: Direction) -> Bitboard {
        let southward = matches!(direction, SouthEast | SouthWest);
        if southward == SOUTH { self.men | self.kings } else { self.kings }
    }

    /// The pieces that can step in `direction`.
    #[inline(always)]
    fn steppers(&self, direction: Direction) -> Bitboard {
        self.movers(direction) & self.empty.step(direction.reversed())
    }

    /// The pieces that have a jump.
    #[inline(always)]
    fn jumpers(&self) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        let (forward, backward) = Self::directions();
        for direction in forward {
            found |= self.jumpers_towards(direction);
        }
        if self.kings.any() {
            for direction in backward {
                found |= self.jumpers_towards(direction);
            }
        }
        found
    }

    #[inline(always)]
    fn jumpers_towards(&self, direction: Direction) -> Bitboard {
        let back = direction.reversed();
        self.movers(direction) & (self.empty.step(back) & self.enemies).step(back)
    }

    /// The two directions of the men, and the two that only kings may take.
    #[inline(always)]
    const fn directions() -> ([Direction; 2], [Direction; 2]) {
        let (north, south) = ([NorthEast, NorthWest], [SouthEast, SouthWest]);
        if SOUTH { (south, north) } else { (north, south) }
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
        let (forward, backward) = Self::directions();
        for direction in forward {
            self.each_step_towards(direction, &mut found);
        }
        if self.kings.any() {
            for direction in backward {
                self.each_step_towards(direction, &mut found);
            }
        }
    }

    #[inline(always)]
    fn each_step_towards(&self, direction: Direction, found: &mut impl FnMut(Move)) {
        for from in self.steppers(direction) {
            for to in Bitboard::of(from).step(direction) {
                found(Move::step(from, to));
            }
        }
    }

    #[inline(never)]
    fn each_jump_of(&self, jumpers: Bitboard, found: &mut impl FnMut(Move)) {
        for from in jumpers {
            // The piece is on its way: its own square is free, also for itself to come back to.
            let rest = Board::<SOUTH> {
                men: self.men,
                kings: self.kings,
                enemies: self.enemies,
                empty: self.empty | Bitboard::of(from),
            };
            if self.kings.has(from) {
                rest.king_jumps(Bitboard::of(from), Route::starting(from), found);
            } else {
                rest.man_jumps(Bitboard::of(from), Route::starting(from), found);
            }
        }
    }

    /// Goes on with every jump the man at `at` has; hands over the move where it has none.
    fn man_jumps(&self, at: Bitboard, route: Route, found: &mut impl FnMut(Move)) {
        let mut finished = true;
        for direction in Self::directions().0 {
            let Some((over, landing)) = self.jump(at, direction, route) else { continue };
            finished = false;
            let route = route.then(direction, over);
            if CROWNING_ENDS_THE_TURN && (landing & crown_row(Self::SIDE)).any() {
                end(route, landing, found);
            } else {
                self.man_jumps(landing, route, found);
            }
        }
        if finished {
            end(route, at, found);
        }
    }

    fn king_jumps(&self, at: Bitboard, route: Route, found: &mut impl FnMut(Move)) {
        let mut finished = true;
        for direction in Direction::ALL {
            let Some((over, landing)) = self.jump(at, direction, route) else { continue };
            finished = false;
            self.king_jumps(landing, route.then(direction, over), found);
        }
        if finished {
            end(route, at, found);
        }
    }

    /// The square jumped over and the landing, if the piece at `at` can jump in `direction`.
    #[inline(always)]
    fn jump(&self, at: Bitboard, direction: Direction, so_far: Route) -> Option<(Bitboard, Bitboard)> {
        let over = at.step(direction) & (self.enemies - so_far.captured);
        let landing = over.step(direction) & self.empty;
        landing.any().then_some((over, landing))
    }

    #[inline(always)]
    fn count_moves(&self) -> u64 {
        let jumpers = self.jumpers();
        if jumpers.any() {
            let mut count = 0;
            self.each_jump_of(jumpers, &mut |_| count += 1);
            return count;
        }
        let (forward, backward) = Self::directions();
        let mut count = self.steppers(forward[0]).count_both(self.steppers(forward[1]));
        if self.kings.any() {
            count += self.steppers(backward[0]).count_both(self.steppers(backward[1]));
        }
        u64::from(count)
    }
}

/// Hands over the finished move that ends on the one square of `at`.
#[inline(always)]
fn end(route: Route, at: Bitboard, found: &mut impl FnMut(Move)) {
    for to in at {
        found(route.ending(to));
    }
}

