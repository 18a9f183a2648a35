//! The page's view of a game against an agent: names, clocks, and which turns have files.

use crate::play::agent::game::PersonGame;
use crate::play::agent::opponent::PersonsGame;
use crate::shown_game::rejected_on;
use games::board::Side;
use pages::{ClockView, GameView, PageControl, PlayerKind, PlayerView, TurnView};
use referee::rules::Timing;
use std::time::Duration;
use text::page::{self, PageState};

/// The part of the view that the game does not know.
#[derive(Clone, Copy)]
pub struct ViewState<'a> {
    /// Black's name comes first.
    pub names: [&'a str; 2],
    /// The time since the side to move began to think, if its clock runs.
    pub running: Option<Duration>,
    pub is_thinking: bool,
    /// Tells whether the files of the turn with this index are kept.
    pub has_files: &'a dyn Fn(usize) -> bool,
    pub message: Option<&'a str>,
    /// What exactly was wrong with the answer by which the agent has lost.
    pub fault: Option<&'a str>,
}

pub fn view<G: PersonsGame>(game: &PersonGame<G>, state: ViewState<'_>) -> GameView {
    let agent = !game.settings().person;
    let turns = game.turns().map(|(before, mv, time)| page::turn_view(before, mv, Some(time)));
    let mut view = page::view(
        &G::start(),
        turns.collect(),
        game.position(),
        PageState {
            title: format!("You against {}", state.names[agent.index()]),
            players: [Side::Black, Side::White].map(|side| player(game, side, &state)),
            result: game.result(state.names),
            is_thinking: state.is_thinking,
            controls: controls(game),
            message: state.message.map(str::to_string),
        },
    );
    for (index, turn) in view.turns.iter_mut().enumerate() {
        turn.has_files = (state.has_files)(index);
    }
    view.turns.extend(last_answer(game, &state));
    view.rejected =
        game.agents_forfeit().and_then(|ending| rejected_on(game.position(), ending, state.fault));
    view
}

/// An answer that ended the game without a move. It becomes a turn that changes nothing, so that
/// its files can be looked at.
fn last_answer<G: PersonsGame>(game: &PersonGame<G>, state: &ViewState<'_>) -> Option<TurnView> {
    (state.has_files)(game.plies()).then(|| TurnView {
        text: "no move".into(),
        other_text: None,
        path: Vec::new(),
        side: game.turn_side(),
        letters: game.position().letters(),
        seconds: game.last_charge().map(|charge| charge.as_secs_f64()),
        has_files: true,
    })
}

fn player<G: PersonsGame>(game: &PersonGame<G>, side: Side, state: &ViewState<'_>) -> PlayerView {
    let is_person = side == game.settings().person;
    let running = state.running.filter(|_| game.to_move() == Some(side));
    let left = game.left(side).saturating_sub(running.unwrap_or_default()).as_secs_f64();
    let is_clocked = game.settings().timing == Timing::Clocks;
    PlayerView {
        name: state.names[side.index()].to_string(),
        kind: if is_person { PlayerKind::Manual } else { PlayerKind::Automatic },
        clock: is_clocked.then(|| ClockView { left, is_running: running.is_some() }),
    }
}

fn controls<G: PersonsGame>(game: &PersonGame<G>) -> Vec<PageControl> {
    let mut controls = vec![PageControl::New];
    if game.settings().timing == Timing::Untimed {
        controls.push(PageControl::Undo);
    }
    if game.end().is_none() {
        controls.push(PageControl::Resign);
    }
    controls.extend([PageControl::Files, PageControl::Quit]);
    controls
}
