//! A game as the page shows it.

use crate::dialect::Dialect;
use crate::game_history::{GameHistory, Step, Turn};
use games::board::Side;
use pages::{Control, GameView, MoveView, PlayerKind, PlayerView, TurnView};

/// What is to be shown beside the game.
#[derive(Clone, Debug)]
pub struct Status {
    /// Counts the views.
    pub version: u64,
    /// How each side is played.
    pub players: [PlayerKind; 2],
    /// The name of the program that plays automatic sides.
    pub program: &'static str,
    /// Whether the program is choosing a move.
    pub is_thinking: bool,
    /// What was answered to a command of the terminal.
    pub message: Option<String>,
}

/// The whole view of a game.
pub fn view<G: Dialect>(game: &GameHistory<G>, status: Status) -> GameView {
    let Status { version, players, program, is_thinking, message } = status;
    let name = |kind| match kind {
        PlayerKind::Manual => "Person",
        PlayerKind::Automatic => program,
    };
    let to_move = game.to_move();
    let is_manual = |side: Side| players[side.index()] == PlayerKind::Manual;
    let moves = if to_move.is_some_and(is_manual) { moves(game.position()) } else { Vec::new() };
    GameView {
        version,
        game: G::NAME,
        title: title::<G>(players.map(name)),
        start: G::letters(game.turns().next().map_or(game.position(), |turn| turn.before)),
        turns: game.turns().map(turn).collect(),
        letters: game.position().letters(),
        to_move,
        players: players.map(|kind| PlayerView { name: name(kind).into(), kind, clock: None }),
        moves,
        is_thinking,
        result: game.result().map(|result| result.to_string()),
        controls: controls::<G>(),
        message,
    }
}

/// Black is named first in all games, and moves first in all but Amazons.
fn title<G: Dialect>([black, white]: [&str; 2]) -> String {
    format!("{}: {black} (Black) against {white} (White)", G::TITLE)
}

fn moves<G: Dialect>(position: &G) -> Vec<MoveView> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.iter().map(|&mv| MoveView { text: position.move_text(mv), path: G::path(mv) }).collect()
}

fn turn<G: Dialect>(turn: Turn<'_, G>) -> TurnView {
    let played = match turn.step {
        Step::Played(mv) => Some(*mv),
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

fn controls<G: Dialect>() -> Vec<Control> {
    let mut controls = vec![Control::New, Control::Undo, Control::Players, Control::Seed];
    if G::HAS_LIMIT {
        controls.push(Control::Limit);
    }
    controls.extend([Control::Hint, Control::Eval, Control::Save, Control::Load, Control::Quit]);
    controls
}
