//! `referee game` and `referee check`.

use super::cli::{Check, Game};
use super::error::RefereeError;
use super::{Exit, prepare};
use crate::board::Side;
use crate::games::checkers::Position;
use crate::referee::agent::Agent;
use crate::referee::arbiter::Arbiter;
use crate::referee::check::{self, Finding};
use crate::referee::duel::{Clocks, Finished};
use crate::referee::encounter::Encounter;
use crate::referee::ending::Kind;
use crate::referee::estate::Estate;
use crate::referee::openings::Seed;
use crate::referee::record::result_text;

/// Plays one game and shows every board.
pub fn play(task: &Game) -> Result<Exit, RefereeError> {
    let estate = Estate::new()?;
    let words = [task.players.a.clone(), task.players.b.clone()];
    let entrants = prepare::entrants(&words, &task.conditions.seconds, &estate, estate.path())?;
    let encounter = Encounter {
        players: [&entrants[0], &entrants[1]],
        start: Position::start(),
        conditions: task.conditions.with_seed(Seed::default().0),
        estate: &estate,
        cores: None,
    };
    let mut show = |arbiter: &Arbiter, left: &Clocks| println!("{}", board(arbiter, *left));
    let played = encounter.play(&mut show)?;
    for (seat, entrant) in played.seats.iter().zip(&entrants) {
        if let Some(fault) = seat.fault() {
            println!("the referee failed with {}: {fault}", entrant.agent.name);
        }
    }
    let Finished { turns, ending, left, .. } = played.finished;
    let to_move = if turns.len().is_multiple_of(2) { Side::Black } else { Side::White };
    let names = [&entrants[0], &entrants[1]].map(|entrant| entrant.agent.name.as_str());
    println!("{}", result_text(ending, to_move, left, names));
    Ok(match ending.kind() {
        Kind::LostOnBoard | Kind::Drawn => Exit::Fine,
        Kind::Forfeited => Exit::Misbehaved,
        Kind::Void => Exit::OwnFault,
    })
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
            println!("{finding}");
        }
    };
    let findings = check::check(&agent, &estate, shutting, &mut tell)?;
    let count = findings.count();
    println!("{}", if task.json { findings.json() } else { count.to_string() });
    Ok(if count.failed == 0 { Exit::Fine } else { Exit::Misbehaved })
}
