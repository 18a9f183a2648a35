//! Forced wins in a few moves, by looking at all moves: so a check can say that a win was missed,
//! whatever move was played instead. Nothing here says how good a move is otherwise.

use referee::rules::{GameState, Refereed};

/// The state after a move, and after the passes that follow it.
pub fn after<G: Refereed>(state: &GameState<G>, mv: G::Move) -> GameState<G> {
    let mut next = state.clone();
    next.play(mv);
    while next.ended().is_none()
        && let Some(pass) = next.position().forced_pass()
    {
        next.play(pass);
    }
    next
}

pub fn legal_moves<G: Refereed>(state: &GameState<G>) -> Vec<G::Move> {
    let mut moves = Vec::new();
    state.position().legal_moves(&mut moves);
    moves
}

/// A move by which the side to move wins against every defense, with at most `own_moves` moves.
pub fn winning_move<G: Refereed>(state: &GameState<G>, own_moves: u32) -> Option<G::Move> {
    legal_moves(state).into_iter().find(|&mv| is_winning(state, mv, own_moves))
}

pub fn is_winning<G: Refereed>(state: &GameState<G>, mv: G::Move, own_moves: u32) -> bool {
    let me = state.position().side_to_move();
    let next = after(state, mv);
    if let Some(ending) = next.ended() {
        return ending.winner(next.position().side_to_move()) == Some(me);
    }
    let can_go_on = own_moves > 1 && next.position().side_to_move() != me;
    can_go_on
        && legal_moves(&next).into_iter().all(|reply| is_won_after(&next, reply, own_moves - 1))
}

/// The defense after which the game lasts longest, among equals the first by its text.
pub fn best_defense<G: Refereed>(state: &GameState<G>, left: u32) -> Option<G::Move> {
    let mut replies = legal_moves(state);
    replies.sort_by_key(|&mv| state.position().move_text(mv));
    // Of equals the last one counts.
    replies.into_iter().rev().max_by_key(|&mv| {
        let next = after(state, mv);
        let is_on = next.ended().is_none();
        (1..=left).find(|&moves| is_on && winning_move(&next, moves).is_some()).unwrap_or(0)
    })
}

fn is_won_after<G: Refereed>(state: &GameState<G>, reply: G::Move, left: u32) -> bool {
    let me = !state.position().side_to_move();
    let next = after(state, reply);
    match next.ended() {
        Some(ending) => ending.winner(next.position().side_to_move()) == Some(me),
        None => next.position().side_to_move() == me && winning_move(&next, left).is_some(),
    }
}
