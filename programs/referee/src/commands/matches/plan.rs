//! `referee plan`: which games of a tournament are to be played now.

use crate::commands::cli::PlanArgs;
use crate::commands::matches::contest_setup::ContestSetup;
use crate::commands::outcome::{CommandExit, say};
use cli::ProgramError;
use cli::visible;
use referee::journal::{GameRules, JOURNAL, Results, journal_scan};
use referee::plan::{CurrentRound, Plan, Slice, current_round};
use referee::rules::GameBeginning;
use referee::schedule::{GamesEach, ScheduledGame};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Wall time for a game beyond the clocks of its players: starts of processes, and one agent that
/// hangs.
const GAME_RESERVE: Duration = Duration::from_secs(60);
const CALIBRATION: Duration = Duration::from_secs(75);
const START: Duration = Duration::from_secs(120);

#[derive(Serialize)]
struct PlanSummary {
    round: u32,
    rounds: u32,
    games: usize,
    /// Pairs of games; no pair is divided between slices.
    pairs: usize,
    is_over: bool,
    planned_games: usize,
    slices: usize,
    /// Wall time of the longest slice at most, one game at a time.
    slice_seconds: u64,
}

pub fn plan(args: &PlanArgs) -> Result<CommandExit, ProgramError> {
    let format = args.format.format(args.agents.len())?;
    let games = GamesEach(args.games.games_each(format));
    let setup = ContestSetup::new(&args.agents, format, games, &args.games)?;
    let results = args.results.as_deref().map(|path| results(path, args.round));
    let results = results.transpose()?.unwrap_or_default();
    let round = current_round(&setup.contest(), &results, args.round)?;
    let plan = setup.plan(&round)?;
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("plan.jsonl"));
    plan.write(&out)?;
    let planned = planned(&plan, &round, args.slices.unwrap_or(1));
    if args.json {
        // It cannot fail: numbers only.
        say(serde_json::to_string(&planned).unwrap_or_default() + "\n")?;
    } else {
        say(sentence(&planned, args, &out))?;
    }
    Ok(CommandExit::Success)
}

/// The results in a folder, which may hold none yet, or in a journal. Only the first round needs
/// neither: else a mistyped path would begin the tournament again.
fn results(path: &Path, round: Option<u32>) -> Result<Results, ProgramError> {
    let journal = if path.is_dir() { path.join(JOURNAL) } else { path.to_path_buf() };
    if journal.exists() {
        Ok(journal_scan::scan(&journal)?.results)
    } else if path.is_dir() || round == Some(1) {
        Ok(Results::new())
    } else {
        Err(ProgramError::Usage(format!(
            "there is no {}, so no result; a first round is planned with --round 1",
            visible::path(path)
        )))
    }
}

fn planned(plan: &Plan, round: &CurrentRound, slices: usize) -> PlanSummary {
    let mut of_slice: HashMap<usize, SliceWork> = HashMap::new();
    for (game, slice) in plan.games.iter().zip(Slice::slices(&plan.games, slices)) {
        let work = of_slice.entry(slice.number()).or_default();
        work.games += worst_case(plan, game);
        let players = [game.black, game.white].map(|player| player.0);
        work.calibrated.extend(
            players
                .into_iter()
                .filter(|player| plan.header.agents[*player].agent.calibrate.is_some()),
        );
    }
    let longest = of_slice.values().map(SliceWork::time).max().unwrap_or_default();
    let mut pairs: Vec<_> = plan.games.iter().map(|game| game.id.pair()).collect();
    pairs.dedup();
    PlanSummary {
        round: round.number,
        rounds: round.rounds,
        games: plan.games.len(),
        pairs: pairs.len(),
        is_over: round.is_over(),
        planned_games: plan.header.planned_games,
        slices,
        slice_seconds: (START + longest).as_secs(),
    }
}

#[derive(Default)]
struct SliceWork {
    games: Duration,
    /// The numbers of the players with a `calibrate`.
    calibrated: BTreeSet<usize>,
}

impl SliceWork {
    fn time(&self) -> Duration {
        let calibrated = u32::try_from(self.calibrated.len()).unwrap_or(u32::MAX);
        self.games + CALIBRATION * calibrated
    }
}

/// The wall time of a game at most, on a core of its own.
fn worst_case(plan: &Plan, game: &ScheduledGame) -> Duration {
    let clocks = [game.black, game.white].map(|player| plan.header.agents[player.0].clock());
    let GameRules { timing, opening_mode, max_plies, .. } = plan.header.rules;
    let beginning = GameBeginning::at_start(plan.openings.is_start(game.opening));
    opening_mode.asking(beginning, timing).longest(clocks, max_plies) + GAME_RESERVE
}

fn sentence(planned: &PlanSummary, args: &PlanArgs, out: &Path) -> String {
    let PlanSummary { round, rounds, games, pairs, .. } = planned;
    if planned.is_over {
        return format!("the tournament is over: all games of its {rounds} rounds are played\n");
    }
    if *games == 0 {
        return format!("round {round} of {rounds} is complete\n");
    }
    let out = visible::path(out);
    let mut text = format!("{out}: round {round} of {rounds}, {games} games, pairs: {pairs}\n");
    let (slices, seconds) = (planned.slices, Duration::from_secs(planned.slice_seconds));
    let time = jiff::fmt::friendly::SpanPrinter::new().unsigned_duration_to_string(&seconds);
    if args.slices.is_some() {
        text += &format!("in {slices} slices, each of which takes at most {time}\n");
    }
    text + &format!("play it with: referee play {out} --slice 1/{slices} --out DIR\n")
}
