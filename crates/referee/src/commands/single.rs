//! `referee game` and `referee check`.

use super::cli::{CheckArgs, GameArgs};
use super::error::RefereeError;
use super::exit::CommandExit;
use super::interrupt::Interrupt;
use super::output::{say, warn};
use super::prepare;
use super::readiness;
use crate::agent::{TempRoot, in_one_line};
use crate::check;
use crate::check::{Check, CheckOptions, Finding};
use crate::contest::AgentGame;
use crate::game::{Clocks, FinishedGame, GameState, move_between, result_text};
use crate::result::forfeit_text;
use crate::schedule::Seed;
use formats::answer;
use games::board::Side;
use games::checkers::{Move, Position};
use games::{Game, Notation};

/// Plays one game and shows every board.
pub fn play(args: &GameArgs) -> Result<CommandExit, RefereeError> {
    let agents = [args.players.a.clone(), args.players.b.clone()];
    let players = prepare::players(&agents, &args.conditions)?;
    let out = prepare::folder(&args.out)?;
    let temp_root = TempRoot::new()?;
    let conditions = args.conditions.with_seed(Seed::default().0);
    let entrants = readiness::calibrated(players, &temp_root, conditions.sandbox_mode, &out)?;
    let agent_game = AgentGame {
        players: [&entrants[0], &entrants[1]],
        start: Position::start(),
        conditions,
        temp_root: &temp_root,
        cores: None,
    };
    let mut last: Option<Position> = None;
    // If standard output is closed, the game goes on without it.
    let mut show = |state: &GameState, left: &Clocks| {
        let before = last.replace(*state.position());
        let mv = before.and_then(|before| Some((before, move_between(&before, state.position())?)));
        let played = mv.map(|(before, mv)| {
            format!("{}: {}\n\n", before.side_to_move(), both_notations(&before, mv))
        });
        let _ = say(played.unwrap_or_default() + &board(state, *left) + "\n");
    };
    let played = agent_game.play(&mut show)?;
    let FinishedGame { ref turns, ending, left, .. } = played.finished;
    let to_move = if turns.len().is_multiple_of(2) { Side::Black } else { Side::White };
    let names = [&entrants[0], &entrants[1]].map(|entrant| entrant.agent.name.as_str());
    say(result_text(ending, to_move, left, names) + "\n")?;
    let folder = out.join("evidence").join("game");
    if let Some(evidence) = played.evidence(to_move, conditions.limits.profile, &folder) {
        let detail = played.detail(to_move, conditions.limits.profile);
        let name = names[to_move.index()];
        say(forfeit_text(name, ending, detail.as_deref(), &evidence) + "\n")?;
    }
    Ok(ending.kind().into())
}

/// A board with its coordinates, the side to move, and the time left.
pub fn board(state: &GameState, left: Clocks) -> String {
    let side = state.position().side_to_move();
    let rows = with_coordinates(state.position());
    let clock = |side: Side| format!("{side} {:.3} s", left[side.index()].as_secs_f64());
    let turn = state.plies() + 1;
    format!("{rows}{side} to move, turn {turn}; {}, {}\n", clock(Side::Black), clock(Side::White))
}

/// The rows of a board, with files and ranks beside them.
pub fn with_coordinates(position: &Position) -> String {
    let rows = position.rows_text('\n');
    let ranks = (1..=rows.lines().count()).rev();
    let spaced = |row: &str| row.chars().flat_map(|square| [' ', square]).collect::<String>();
    let rows = rows.lines().zip(ranks).map(|(row, rank)| format!("{rank}{}\n", spaced(row)));
    rows.collect::<String>() + "  a b c d e f g h\n"
}

/// A move by the numbers of its squares and as agents write it: `16x23 (J h6 f4)`.
pub fn both_notations(position: &Position, mv: Move) -> String {
    format!("{} ({})", position.move_text(mv), in_one_line(&answer::text(mv)))
}

/// Checks one agent, and shows each finding at once.
pub fn check(args: &CheckArgs, interrupt: &mut Interrupt) -> Result<CommandExit, RefereeError> {
    let agent = prepare::agent_of(&args.agent, args.carry)?;
    let temp_root = TempRoot::new()?;
    interrupt.sets(temp_root.stop_flag());
    let sandbox_mode = prepare::sandbox_mode(args.no_sandbox);
    let mut on_finding = |finding: &Finding| {
        if !args.json {
            let _ = say(format!("{finding}\n"));
        }
    };
    if let Some(unknown) = args.only.iter().find(|name| !check::list().any(|it| it.name == **name))
    {
        return Err(RefereeError::NoSuchCheck(unknown.clone()));
    }
    let keep = args.keep.as_deref().map(prepare::folder).transpose()?;
    let options = CheckOptions { sandbox_mode, profile: args.profile, keep: keep.as_deref() };
    let wanted =
        |check: &Check| args.only.is_empty() || args.only.iter().any(|name| name == check.name);
    let findings = check::check_some(&agent, &temp_root, options, &wanted, &mut on_finding)?;
    let count = findings.count();
    say(if args.json { findings.json() } else { count.to_string() } + "\n")?;
    if interrupt.is_set() {
        let (done, all) = (findings.findings.len(), check::list().count());
        warn(format_args!(
            "stopped: {done} of {all} checks are done; begin again with: {}",
            interrupt.command()
        ));
        return Ok(CommandExit::Stopped);
    }
    Ok(if count.failed == 0 { CommandExit::Success } else { CommandExit::Misbehaved })
}
