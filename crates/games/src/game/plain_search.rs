//! Alpha-beta to a fixed depth as courses teach it: no table, no order of moves. It is the measure
//! of mistakes and a weak opponent; the players have the crate `search`.

use crate::game::{Game, Outcome};

/// The value of a win; above all values of positions.
pub const WIN: i32 = 1_000_000;
/// The widest window.
pub const ALL: [i32; 2] = [-2 * WIN, 2 * WIN];

/// What a plain search knows of a game.
pub trait PlainKnowledge<G: Game> {
    /// The value of a position for the side to move, far below [`WIN`] either way.
    fn value(&self, position: &G) -> i32;

    /// Must a position be searched on although the depth is used up? `moves` are its legal moves.
    fn is_unsettled(&self, moves: &[G::Move]) -> bool {
        let _ = moves;
        false
    }

    /// Must the search end now, with whatever value?
    fn must_stop(&self) -> bool {
        false
    }
}

/// The value of a position for the side to move, within the window from alpha to beta. A win nearer
/// to the root is worth more.
pub fn plain_value<G: Game>(
    position: &G,
    depth: u32,
    [mut alpha, beta]: [i32; 2],
    knowledge: &impl PlainKnowledge<G>,
) -> i32 {
    if let Some(outcome) = position.outcome() {
        return value_of(outcome, depth);
    }
    let mut moves = Vec::with_capacity(16);
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        return value_of(G::NO_MOVES, depth);
    }
    if depth == 0 && !knowledge.is_unsettled(&moves) {
        return knowledge.value(position);
    }
    for mv in moves {
        let below = position.play(mv);
        alpha =
            alpha.max(-plain_value(&below, depth.saturating_sub(1), [-beta, -alpha], knowledge));
        if alpha >= beta || knowledge.must_stop() {
            break;
        }
    }
    alpha
}

fn value_of(outcome: Outcome, depth: u32) -> i32 {
    match outcome {
        Outcome::Win => WIN + depth as i32,
        Outcome::Loss => -WIN - depth as i32,
        Outcome::Draw => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Walker;
    use crate::loa::Position;

    struct Mobility;

    impl PlainKnowledge<Position> for Mobility {
        fn value(&self, position: &Position) -> i32 {
            position.count_moves() as i32
        }
    }

    fn minimax(position: &Position, depth: u32) -> i32 {
        if depth == 0 || position.outcome().is_some() {
            return plain_value(position, depth, ALL, &Mobility);
        }
        let moves = position.move_list();
        let values = moves.iter().map(|&mv| -minimax(&position.play(mv), depth - 1));
        values.max().expect("a side that cannot move passes")
    }

    #[test]
    fn alpha_beta_finds_the_values_of_minimax() {
        for seed in 0..3 {
            for position in Walker::new(seed).game(Position::start(), 40).iter().step_by(9) {
                assert_eq!(plain_value(position, 2, ALL, &Mobility), minimax(position, 2));
            }
        }
    }
}
