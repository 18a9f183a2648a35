//! `referee game` and `referee check`.

use super::cli::{CheckArgs, GameArgs};
use super::error::RefereeError;
use super::exit::CommandExit;
use super::output::say;
use super::prepare;
use crate::agent::TempRoot;
use crate::check;
use crate::check::{Check, Finding};
use crate::contest::AgentGame;
use crate::game::{Clocks, FinishedGame, GameState, result_text};
use crate::result::forfeit_text;
use crate::schedule::Seed;
use games::Game;
use games::board::Side;
use games::checkers::Position;

/// Plays one game and shows every board.
pub fn play(args: &GameArgs) -> Result<CommandExit, RefereeError> {
    let agents = [args.players.a.clone(), args.players.b.clone()];
    let players = prepare::players(&agents, &args.conditions)?;
    let out = prepare::folder(&args.out)?;
    let temp_root = TempRoot::new()?;
    let conditions = args.conditions.with_seed(Seed::default().0);
    let entrants = prepare::calibrated(players, &temp_root, conditions.sandbox_mode, &out)?;
    let agent_game = AgentGame {
        players: [&entrants[0], &entrants[1]],
        start: Position::start(),
        conditions,
        temp_root: &temp_root,
        cores: None,
    };
    // If standard output is closed, the game goes on without it.
    let mut show = |state: &GameState, left: &Clocks| {
        let _ = say(board(state, *left) + "\n");
    };
    let played = agent_game.play(&mut show)?;
    let FinishedGame { ref turns, ending, left, .. } = played.finished;
    let to_move = if turns.len().is_multiple_of(2) { Side::Black } else { Side::White };
    let names = [&entrants[0], &entrants[1]].map(|entrant| entrant.agent.name.as_str());
    say(result_text(ending, to_move, left, names) + "\n")?;
    let folder = out.join("evidence").join("game");
    if let Some(evidence) = played.evidence(to_move, conditions.limits.profile, &folder) {
        say(forfeit_text(names[to_move.index()], ending, &evidence) + "\n")?;
    }
    Ok(ending.kind().into())
}

/// A board, the side to move, and the time left.
pub fn board(state: &GameState, left: Clocks) -> String {
    let side = state.position().side_to_move();
    let rows = state.position().rows_text('\n');
    let clock = |side: Side| format!("{side} {:.3} s", left[side.index()].as_secs_f64());
    let turn = state.plies() + 1;
    format!("{rows}\n{side} to move, turn {turn}; {}, {}\n", clock(Side::Black), clock(Side::White))
}

/// Checks one agent, and shows each finding at once.
pub fn check(args: &CheckArgs) -> Result<CommandExit, RefereeError> {
    let is_known = |only: &&String| check::list().any(|one| one.name == **only);
    if let Some(name) = args.only.iter().find(|only| !is_known(only)) {
        return Err(RefereeError::NoSuchCheck { name: name.clone() });
    }
    let agent = prepare::agent_of(&args.agent, args.carry)?;
    let temp_root = TempRoot::new()?;
    let sandbox_mode = prepare::sandbox_mode(args.no_sandbox);
    let mut on_finding = |finding: &Finding| {
        if !args.json {
            let _ = say(format!("{finding}\n"));
        }
    };
    let wanted =
        |one: &Check| args.only.is_empty() || args.only.iter().any(|only| only == one.name);
    let findings = check::check_some(&agent, &temp_root, sandbox_mode, &wanted, &mut on_finding)?;
    let count = findings.count();
    say(if args.json { findings.json() } else { count.to_string() } + "\n")?;
    Ok(if count.failed == 0 { CommandExit::Success } else { CommandExit::Misbehaved })
}
