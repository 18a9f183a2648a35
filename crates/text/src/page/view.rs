//! A game as the page shows it.

use crate::dialect::Dialect;
use crate::game_history::{GameHistory, GameStep, GameTurn};
use pages::{GameView, MoveView, PageControl, PlayerKind, PlayerView, TurnView};

/// The page of a game, apart from its board and turns.
#[derive(Clone, Debug)]
pub struct Scene {
    pub title: String,
    /// Black, then White.
    pub players: [PlayerView; 2],
    pub result: Option<String>,
    pub is_thinking: bool,
    pub controls: Vec<PageControl>,
    /// The last thing that happened and is not a move.
    pub message: Option<String>,
}

/// The whole view of a game; [`BoardSite::publish`](super::BoardSite::publish) numbers it.
pub fn view<G: Dialect>(game: &GameHistory<G>, scene: Scene) -> GameView {
    let Scene { title, players, result, is_thinking, controls, message } = scene;
    let position = game.position();
    let to_move = result.is_none().then(|| position.side_to_move());
    let is_manual = to_move.is_some_and(|side| players[side.index()].kind == PlayerKind::Manual);
    GameView {
        version: 0,
        game: G::NAME,
        title,
        start: G::letters(game.turns().next().map_or(position, |turn| turn.before)),
        turns: game.turns().map(turn_view).collect(),
        letters: position.letters(),
        to_move,
        players,
        moves: if is_manual { moves(position) } else { Vec::new() },
        is_thinking,
        result,
        controls,
        message,
        rejected: None,
    }
}

fn moves<G: Dialect>(position: &G) -> Vec<MoveView> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.iter().map(|&mv| MoveView { text: position.move_text(mv), path: G::path(mv) }).collect()
}

fn turn_view<G: Dialect>(turn: GameTurn<'_, G>) -> TurnView {
    let played = match turn.step {
        GameStep::Played(mv) => Some(*mv),
        _ => None,
    };
    TurnView {
        text: turn.text(),
        other_text: played.and_then(G::other_text),
        path: played.map_or_else(Vec::new, G::path),
        side: turn.before.side_to_move(),
        letters: turn.after.letters(),
        seconds: turn.time.map(|time| time.as_secs_f64()),
        has_files: false,
    }
}
