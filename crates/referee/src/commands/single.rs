//! `referee game` and `referee check`.

use super::cli::{Check, Game};
use super::error::RefereeError;
use super::exit::Exit;
use super::output::say;
use super::prepare;
use crate::agent::Agent;
use crate::arbiter::Arbiter;
use crate::check;
use crate::check::Finding;
use crate::duel::{Clocks, Finished};
use crate::encounter::Encounter;
use crate::estate::Estate;
use crate::openings::Seed;
use crate::record::result_text;
use crate::report::blame;
use games::Game as _;
use games::board::Side;
use games::checkers::Position;

/// Plays one game and shows every board.
pub fn play(task: &Game) -> Result<Exit, RefereeError> {
    let words = [task.players.a.clone(), task.players.b.clone()];
    let players = prepare::players(&words, &task.conditions.seconds)?;
    let out = prepare::folder(&task.out)?;
    let estate = Estate::new()?;
    let conditions = task.conditions.with_seed(Seed::default().0);
    let entrants = prepare::calibrated(players, &estate, conditions.shutting, &out)?;
    let encounter = Encounter {
        players: [&entrants[0], &entrants[1]],
        start: Position::start(),
        conditions,
        estate: &estate,
        cores: None,
    };
    // Should nobody see the boards, the game is played all the same.
    let mut show = |arbiter: &Arbiter, left: &Clocks| {
        let _ = say(board(arbiter, *left) + "\n");
    };
    let played = encounter.play(&mut show)?;
    let Finished { ref turns, ending, left, .. } = played.finished;
    let to_move = if turns.len().is_multiple_of(2) { Side::Black } else { Side::White };
    let names = [&entrants[0], &entrants[1]].map(|entrant| entrant.agent.name.as_str());
    say(result_text(ending, to_move, left, names) + "\n")?;
    let folder = out.join("evidence").join("game");
    if let Some(evidence) = played.evidence(to_move, conditions.limits.profile, &folder) {
        say(blame(names[to_move.index()], ending, &evidence) + "\n")?;
    }
    Ok(ending.kind().into())
}

/// A board with what people want to know beside it.
pub fn board(arbiter: &Arbiter, left: Clocks) -> String {
    let side = arbiter.position().side_to_move();
    let rows = arbiter.position().rows_text('\n');
    let clock = |side: Side| format!("{side} {:.3} s", left[side.index()].as_secs_f64());
    let turn = arbiter.plies() + 1;
    format!("{rows}\n{side} to move, turn {turn}; {}, {}\n", clock(Side::Black), clock(Side::White))
}

/// Tries one agent on the situations in which agents fail, and tells of each check as it is made.
pub fn check(task: &Check) -> Result<Exit, RefereeError> {
    let agent = Agent::find(&task.agent)?;
    let estate = Estate::new()?;
    let shutting = prepare::shutting(task.no_sandbox);
    let mut tell = |finding: &Finding| {
        if !task.json {
            let _ = say(format!("{finding}\n"));
        }
    };
    let findings = check::check(&agent, &estate, shutting, &mut tell)?;
    let count = findings.count();
    say(if task.json { findings.json() } else { count.to_string() } + "\n")?;
    Ok(if count.failed == 0 { Exit::Fine } else { Exit::Misbehaved })
}
