//! What the page shows of a game against an agent.

use crate::play::agent::game::{Game, Turn};
use formats::answer;
use games::GameName;
use games::board::Side;
use games::checkers::Position;
use games::{Game as _, Notation};
use pages::{BoardGame, Clock, Control, GameView, MoveView, PlayerKind, PlayerView, TurnView};
use referee::game::Timing;
use std::time::Duration;

/// What a view shows besides the game itself.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// Counts the views.
    pub version: u64,
    /// The players, Black first.
    pub names: [&'a str; 2],
    /// The time since the side to move began to think, if its clock runs.
    pub running: Option<Duration>,
    /// Whether the agent is choosing a move.
    pub is_thinking: bool,
    /// Whether the files of the turn with this index are kept.
    pub has_files: &'a dyn Fn(usize) -> bool,
    /// What has happened last that is not a move.
    pub message: Option<&'a str>,
}

/// The view of a game.
pub fn view(game: &Game, scene: Scene<'_>) -> GameView {
    let person = game.terms().person;
    let mut turns: Vec<TurnView> = Vec::new();
    for (index, turn) in game.turns().iter().enumerate() {
        turns.push(turn_view(turn, (scene.has_files)(index)));
    }
    turns.extend(last_answer(game, &scene));
    GameView {
        version: scene.version,
        game: GameName::Checkers,
        title: format!("You against {}", scene.names[(!person).index()]),
        start: Position::start().letters(),
        turns,
        letters: game.position().letters(),
        to_move: game.to_move(),
        players: [Side::Black, Side::White].map(|side| player(game, side, &scene)),
        moves: if game.is_persons_turn() { moves(game.position()) } else { Vec::new() },
        is_thinking: scene.is_thinking,
        result: game.result(scene.names),
        controls: controls(game),
        message: scene.message.map(str::to_string),
    }
}

fn turn_view(turn: &Turn, has_files: bool) -> TurnView {
    let before = turn.before.position();
    TurnView {
        text: before.move_text(turn.mv),
        other_text: Some(answer::text(turn.mv).trim_end().to_string()),
        path: Position::path(turn.mv),
        side: before.side_to_move(),
        letters: before.play(turn.mv).letters(),
        seconds: Some(turn.charge.as_secs_f64()),
        has_files,
    }
}

/// The answer that ended the game without a move, as a turn that changes nothing, so that its files
/// can be looked at.
fn last_answer(game: &Game, scene: &Scene<'_>) -> Option<TurnView> {
    (scene.has_files)(game.turns().len()).then(|| TurnView {
        text: "no move".into(),
        other_text: None,
        path: Vec::new(),
        side: game.position().side_to_move(),
        letters: game.position().letters(),
        seconds: game.last_charge().map(|charge| charge.as_secs_f64()),
        has_files: true,
    })
}

fn player(game: &Game, side: Side, scene: &Scene<'_>) -> PlayerView {
    let is_person = side == game.terms().person;
    let running = scene.running.filter(|_| game.to_move() == Some(side));
    let left = game.left(side).saturating_sub(running.unwrap_or_default());
    let is_clocked = game.terms().timing == Timing::Clocks;
    PlayerView {
        name: scene.names[side.index()].to_string(),
        kind: if is_person { PlayerKind::Manual } else { PlayerKind::Automatic },
        clock: is_clocked
            .then(|| Clock { left: left.as_secs_f64(), is_running: running.is_some() }),
    }
}

fn moves(position: &Position) -> Vec<MoveView> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let view = |&mv| MoveView { text: position.move_text(mv), path: Position::path(mv) };
    moves.iter().map(view).collect()
}

fn controls(game: &Game) -> Vec<Control> {
    let mut controls = vec![Control::New];
    if game.terms().timing == Timing::Untimed {
        controls.push(Control::Undo);
    }
    if game.end().is_none() {
        controls.push(Control::Resign);
    }
    controls.extend([Control::Files, Control::Quit]);
    controls
}
