//! `referee game` and `referee replay`: one game, or one bad move again.

use crate::commands::cli::{GameArgs, ReplayArgs};
use crate::commands::outcome::{CommandExit, say, unreadable};
use crate::commands::readable::{Readable, sandbox_mode};
use crate::commands::{prepare, readiness};
use cli::ProgramError;
use cli::visible;
use formats::Request;
use games::board::Side;
use games::{Named, with_game};
use referee::journal::{
    GameConditions, JOURNAL, MOVE_FILE, RecordedGame, Results, bad_move, journal_scan,
};
use referee::play::{AgentGame, MatchGame};
use referee::players::{CONVERSATION_FILE, detail};
use referee::results::forfeit_text;
use referee::rules::{
    Clocks, FinishedGame, GameLimits, GameState, Refereed, ReplyRules, move_between, result_text,
};
use referee::schedule::Seed;
use runner::{EVIDENCE_LIMIT, TempRoot};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub fn play_game(args: &GameArgs) -> Result<CommandExit, ProgramError> {
    let conditions = args.conditions.with_seed(Seed::default().0)?;
    with_game!(conditions.game, G => play_game_of::<G>(args, conditions))
}

fn play_game_of<G: MatchGame>(
    args: &GameArgs,
    conditions: GameConditions,
) -> Result<CommandExit, ProgramError> {
    let agents = [args.players.a.clone(), args.players.b.clone()];
    let players = prepare::players(&agents, &args.conditions)?;
    let out = prepare::folder(&args.out)?;
    let temp_root = TempRoot::new().map_err(ProgramError::failed)?;
    let participants = readiness::calibrated(players, &temp_root, conditions.sandbox_mode, &out)?;
    let agent_game = AgentGame {
        players: [&participants[0], &participants[1]],
        start: G::start(),
        opening: Vec::new(),
        conditions,
        temp_root: &temp_root,
        cores: None,
    };
    let mut last: Option<G> = None;
    let mut to_move = agent_game.start.side_to_move();
    // If standard output is closed, the game goes on without it.
    let played = agent_game.play(&mut |state, left| {
        to_move = state.position().side_to_move();
        let before = last.replace(state.position().clone());
        let mv = before.and_then(|before| Some((move_between(&before, state.position())?, before)));
        let played = mv.map(|(mv, before)| {
            format!("{}: {}\n\n", before.side_to_move(), before.move_for_people(mv))
        });
        let _ = say(played.unwrap_or_default() + &board(state, *left) + "\n");
    })?;
    let FinishedGame { ending, left, .. } = played.finished;
    let names =
        [&participants[0], &participants[1]].map(|participant| participant.agent.name.as_str());
    say(result_text(ending, G::DRAWN, to_move, left, names) + "\n")?;
    let folder = out.join("evidence").join("game");
    if let Some(evidence) = played.evidence(to_move, conditions.limits.replies, &folder) {
        let detail = played.detail(to_move, conditions.limits.replies.answers);
        let name = names[ending.loser(to_move).unwrap_or(to_move).index()];
        say(forfeit_text(name, ending, detail.as_deref(), &evidence) + "\n")?;
    }
    Ok(ending.kind().into())
}

/// A board, the side to move, and the time left.
fn board<G: Refereed>(state: &GameState<G>, left: Clocks) -> String {
    let side = state.position().side_to_move();
    let rows = state.position().for_people();
    let turn = state.plies() + 1;
    format!(
        "{rows}{side} to move, turn {turn}; {}, {}\n",
        clock_text(Side::Black, left),
        clock_text(Side::White, left)
    )
}

fn clock_text(side: Side, left: Clocks) -> String {
    format!("{side} {:.3} s", left[side.index()].as_secs_f64())
}

/// Shows a recorded game, or asks an agent again for a bad move.
pub fn replay(args: &ReplayArgs) -> Result<CommandExit, ProgramError> {
    let (file, game) = (&args.file, args.game);
    let file = if file.is_dir() { in_folder(file) } else { file.clone() };
    if file.file_name().is_some_and(|name| name == CONVERSATION_FILE) {
        let text = fs::read_to_string(&file).map_err(unreadable(&file))?;
        say(visible::lines(&text))?;
        return Ok(CommandExit::Success);
    }
    if file.extension().is_some_and(|extension| extension == "json") {
        return repeat_bad_move(&file, args);
    }
    let journal = journal_scan::scan(&file)?;
    let first = journal.results.keys().next().copied();
    let record = game.or(first).map(|id| journal.record(id)).transpose()?.flatten();
    let record = record.ok_or_else(|| no_such_game(&file, game, &journal.results))?;
    with_game!(record.game, G => show::<G>(&record))?;
    Ok(CommandExit::Success)
}

/// The file of a bad move or of a conversation in a folder, else the journal of a match.
fn in_folder(folder: &Path) -> PathBuf {
    let evidence = [MOVE_FILE, CONVERSATION_FILE].map(|name| folder.join(name));
    evidence.into_iter().find(|file| file.is_file()).unwrap_or_else(|| folder.join(JOURNAL))
}

fn no_such_game(file: &Path, game: Option<u32>, results: &Results) -> ProgramError {
    let held = match (results.keys().next(), results.keys().last()) {
        (Some(first), Some(last)) => format!("games {first} to {last}"),
        _ => "no finished game".to_string(),
    };
    let (file, game) = (visible::path(file), game.unwrap_or(1));
    ProgramError::Usage(format!("{file} holds no game {game}; it holds {held}"))
}

/// Shows every board of a recorded game, with the moves and the time charged.
fn show<G: Refereed + Named>(record: &RecordedGame) -> Result<(), ProgramError> {
    let mut positions = record.positions::<G>()?;
    let replies = ReplyRules::of(record.profile);
    let limits = GameLimits { replies, quiet_turns: u32::MAX, plies: u32::MAX };
    let mut state = GameState::new(positions.swap_remove(0), limits);
    let mut left: Clocks = [time_of(record.black.seconds), time_of(record.white.seconds)];
    say(format!(
        "game {}: {} (Black) against {} (White), opening {}\n\n",
        record.id, record.black.name, record.white.name, record.opening
    ))?;
    say(board(&state, left) + "\n")?;
    for turn in &record.turns {
        let side = state.position().side_to_move();
        left[side.index()] = left[side.index()].saturating_sub(time_of(turn.charged));
        let mut text = turn.mv.clone();
        if let Ok(mv) = state.position().read_move(&turn.mv) {
            text = state.position().move_for_people(mv);
            state.play(mv);
        }
        let board = board(&state, left);
        say(format!("{side}: {text}, {:.3} s\n\n{board}\n", turn.charged))?;
    }
    let detail = record.ending.detail_text(record.detail.as_deref());
    say(format!("{}{detail}\n", record.result_text()))?;
    Ok(())
}

fn time_of(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// A request, with the coordinates of its board.
fn asked(request: &Request) -> String {
    let text = request.text();
    let head: Vec<&str> = text.lines().take(3).collect();
    format!("{}\n{}", head.join("\n"), request.position.for_people())
}

/// Asks for a bad move again and shows the result.
fn repeat_bad_move(file: &Path, args: &ReplayArgs) -> Result<CommandExit, ProgramError> {
    let bad = bad_move::read(file)?;
    let temp_root = TempRoot::new().map_err(ProgramError::failed)?;
    let changed =
        if args.changed { bad_move::ChangedCommand::Run } else { bad_move::ChangedCommand::Refuse };
    let files = if bad.directory.is_none() { bad.files.as_slice() } else { &[] };
    let sandbox_mode = sandbox_mode(args.no_sandbox, &Readable::libraries(files));
    let mut again = bad.again(file, &temp_root, sandbox_mode, changed)?;
    if !again.same_files {
        let changed = match &bad.directory {
            Some(directory) => format!("a file in {}", visible::path(directory)),
            None => visible::line(&again.run.agent().command()).into_owned(),
        };
        say(format!("the program has changed since that move: {changed}\n\n"))?;
    }
    if again.cut_playdata {
        say(format!(
            "it finds the first {EVIDENCE_LIMIT} bytes of its playdata.txt; no more is kept\n\n"
        ))?;
    }
    let then = bad.ending.with_detail(bad.detail.as_deref());
    say(format!("{}\nthen:  {then}\n", asked(&again.request)))?;
    if let Some(error) = again.run.take_error() {
        return Err(error.into());
    }
    let charge = again.checked.charge.as_secs_f64();
    match again.checked.mv {
        Ok(mv) => {
            let mv = again.request.position.move_for_people(mv);
            let flaw = again.checked.flaw.map(|flaw| format!("; {flaw}"));
            say(format!("now:   {mv}, {charge:.3} s{}\n", flaw.unwrap_or_default()))?;
            Ok(CommandExit::Success)
        }
        Err(ending) => {
            let detail = detail(again.run.dir(), ending, bad.replies().answers);
            let now = ending.with_detail(detail.as_deref());
            say(format!("now:   {now}, {charge:.3} s\n"))?;
            Ok(ending.kind().into())
        }
    }
}
