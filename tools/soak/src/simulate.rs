//! `soak simulate`: a whole tournament between players of given strengths, without processes: how
//! well does it order them, and how large a tournament can the referee plan, join, rate and report?
//!
//! A result depends on the seed and the game's number alone, so it does not matter who asks for it
//! or when. The players' chances are those of the model that the ratings assume (Davidson 1970). A
//! simulated game has one random move or none: just what makes the right side lose.

use crate::error::SoakError;
use clap::{Args, ValueEnum};
use cli::ProgressLine;
use games::{GameName, Notation, Walker, board::Side, checkers::Position};
use referee::agent::{Agent, Carry};
use referee::game::{Ending, Profile, Timing};
use referee::pairing::{Format, Player};
use referee::plan::{
    Contender, Contest, CurrentRound, Plan, PlanTerms, PlannedAgent, Slice, current_round, merge,
};
use referee::plan_facts;
use referee::record::{
    Color, GameRules, Journal, RecordedGame, RecordedTurn, Results, StoredPlayer, VERSION,
    journal_scan,
};
use referee::result::{ContestReport, RatedTable};
use referee::schedule::{GamesEach, Opening, ScheduledGame, ballots};
use statistics::DrawRate;
use std::fmt::Display;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The share of draws between equal players: about that of the course's agents.
const DRAWS: f64 = 0.35;
/// The standard deviation of random strengths, in Elo: about that of the course's agents.
const DEVIATION: f64 = 300.0;

const JOURNAL: &str = "journal.jsonl";
const PLAN: &str = "plan.jsonl";
const SECONDS: f64 = 100.0;

/// Plays a tournament by random strengths.
#[derive(Debug, Args)]
pub struct SimulateOptions {
    /// Players
    #[arg(value_parser = clap::value_parser!(u32).range(2..=100_000))]
    players: u32,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t = TournamentKind::Swiss)]
    kind: TournamentKind,
    /// Rounds of a Swiss tournament
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Games of each two players that meet, an even number
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Of strengths, openings and results
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write as many journals, as machines of a cluster would, and join them
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    slices: u32,
    /// The day in the records
    #[arg(long, default_value = "2026-11-22")]
    date: String,
    /// The plan, the journal, the tables
    #[arg(long, default_value = "simulated")]
    folder: PathBuf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TournamentKind {
    /// Every player meets every other
    RoundRobin,
    /// The first player meets all others
    Gauntlet,
    /// In each round players of about the same points meet
    Swiss,
    /// The loser of a meeting leaves
    KnockOut,
}

impl SimulateOptions {
    fn format(&self) -> Format {
        match self.kind {
            TournamentKind::RoundRobin => Format::RoundRobin,
            TournamentKind::Gauntlet => Format::Gauntlet,
            TournamentKind::Swiss => Format::Swiss { rounds: self.rounds as usize },
            TournamentKind::KnockOut => Format::KnockOut,
        }
    }

    /// The journals in which the games are written, all empty.
    fn journals(&self, out: &Path) -> Result<Vec<PathBuf>, SoakError> {
        let folder = |slice: u32| match self.slices {
            1 => out.to_path_buf(),
            _ => out.join("slices").join(slice.to_string()),
        };
        let journal = |slice: u32| {
            let folder = folder(slice);
            fs::create_dir_all(&folder).map_err(SoakError::system("make", &folder))?;
            let journal = folder.join(JOURNAL);
            File::create(&journal).map_err(SoakError::system("make", &journal))?;
            Ok(journal)
        };
        (1..=self.slices).map(journal).collect()
    }
}

/// Simulates the tournament, and returns the report with how well its ratings find the strengths.
pub fn simulate(options: &SimulateOptions) -> Result<String, SoakError> {
    let format = options.format();
    let games = GamesEach(options.games as usize);
    let agents: Vec<PlannedAgent> = (1..=options.players).map(agent).collect();
    let contenders: Vec<Contender> = agents.iter().map(PlannedAgent::contender).collect();
    let openings = ballots::openings().map_err(refused)?;
    let rules = GameRules {
        game: GameName::Checkers,
        profile: Profile::Spec,
        quiet_turns: 50,
        max_plies: 400,
        sandboxed: false,
        timing: Timing::Clocks,
        time: None,
        seed: options.seed,
    };
    let contest = Contest { format, games, contenders: &contenders, openings: &openings, rules };
    let terms = PlanTerms {
        format,
        games_each: games.0,
        planned_games: contest.planned_games().map_err(refused)?,
        date: options.date.clone(),
        rules,
        openings_name: "ballots".to_string(),
    };
    let strengths = random_strengths(options.players as usize, options.seed);
    let simulation = Simulation { contest, strengths: &strengths, date: &options.date };
    let plan = |round: &_| Plan::new(terms.clone(), agents.clone(), &openings, round);
    let journals = options.journals(&options.folder)?;
    play(&simulation, &journals, &plan, &options.folder)?;
    report(&options.folder, &journals, &simulation)
}

fn refused(error: impl Display) -> SoakError {
    SoakError::Options(error.to_string())
}

/// A player that is no program.
fn agent(number: u32) -> PlannedAgent {
    let agent = Agent {
        name: format!("agent-{number:03}"),
        program: PathBuf::from("simulated"),
        args: Vec::new(),
        files: Vec::new(),
        calibrate: None,
        directory: None,
        carry: Carry::Nothing,
        sha256: format!("{number:064x}"),
    };
    PlannedAgent { agent, seconds: SECONDS }
}

/// Plays round after round.
fn play(
    simulation: &Simulation<'_>,
    paths: &[PathBuf],
    plan: &dyn Fn(&CurrentRound) -> Plan,
    out: &Path,
) -> Result<(), SoakError> {
    let total = simulation.contest.planned_games().map_err(refused)?;
    let progress = ProgressLine::new(total as u64, "games");
    let mut journals = Vec::new();
    for path in paths {
        journals.push(Journal::open(path).map_err(refused)?);
    }
    let mut results = Results::new();
    while results.len() < total {
        let round = current_round(&simulation.contest, &results, None).map_err(refused)?;
        plan(&round).write(&out.join(PLAN)).map_err(refused)?;
        let of_game = Slice::slices(&round.missing, journals.len());
        for (game, slice) in round.missing.iter().zip(&of_game) {
            let Some(record) = simulation.record(game) else { continue };
            journals[slice.number() - 1].append(&record).map_err(refused)?;
            results.insert(record.id, record.result());
            progress.add(1);
        }
    }
    progress.finish();
    Ok(())
}

/// Joins the slices, writes all files, and compares ratings with strengths.
fn report(
    out: &Path,
    journals: &[PathBuf],
    simulation: &Simulation<'_>,
) -> Result<String, SoakError> {
    let path = out.join(JOURNAL);
    merge(journals, &path, &|_| Ok(())).map_err(refused)?;
    let journal = journal_scan::scan(&path).map_err(refused)?;
    let plan = plan_facts(out, &journal.results);
    let report = ContestReport::new(&journal.results, plan.as_ref(), out);
    report.write_files(&journal).map_err(refused)?;
    Ok(report.text() + &comparison(report.table(), simulation))
}

/// How far the ratings are from the strengths.
fn comparison(
    RatedTable { table, ratings, .. }: &RatedTable,
    simulation: &Simulation<'_>,
) -> String {
    let strengths = simulation.strengths;
    let mean = strengths.iter().sum::<f64>() / strengths.len().max(1) as f64;
    let (mut squares, mut inside, mut rated) = (0.0, 0_u32, 0_u32);
    for (row, rating) in table.rows.iter().zip(&ratings.players) {
        let player = simulation.contest.player(&row.name);
        let (Some(player), Some(rating)) = (player, rating) else { continue };
        let error = rating.elo - (strengths[player.0] - mean);
        squares += error * error;
        inside += u32::from(error.abs() <= rating.error);
        rated += 1;
    }
    let error = (squares / f64::from(rated.max(1))).sqrt();
    let share = 100.0 * f64::from(inside) / f64::from(rated.max(1));
    format!(
        "ratings against the given strengths of {rated} agents: root mean square error {error:.1} \
         Elo, {share:.1} % within their 95 % intervals\n"
    )
}

#[derive(Clone, Debug)]
struct Simulation<'a> {
    contest: Contest<'a>,
    /// In Elo.
    strengths: &'a [f64],
    /// As records have it.
    date: &'a str,
}

/// Strengths of `players` players in Elo, the strongest first: random, as if many small things
/// added up.
fn random_strengths(players: usize, seed: u64) -> Vec<f64> {
    let mut walker = Walker::new(seed);
    // The sum of twelve numbers between 0 and 1 has the standard deviation 1.
    let mut strength = || ((0..12).map(|_| unit(&mut walker)).sum::<f64>() - 6.0) * DEVIATION;
    let mut strengths: Vec<f64> = (0..players).map(|_| strength()).collect();
    strengths.sort_by(|one, other| other.total_cmp(one));
    strengths
}

/// A number from 0 to 1.
fn unit(walker: &mut Walker) -> f64 {
    const STEPS: usize = 1 << 30;
    walker.below(STEPS) as f64 / STEPS as f64
}

impl Simulation<'_> {
    /// The record of a game; `None` if its opening is not in the list.
    fn record(&self, game: &ScheduledGame) -> Option<RecordedGame> {
        let opening = self.contest.openings.get(game.opening)?;
        let seed = self.contest.rules.seed ^ (game.id.number() as u64).wrapping_mul(0x9E37_79B9);
        let mut walker = Walker::new(seed);
        let (loser, ending) = self.result(game, &mut walker);
        let turns = loser.map_or(Vec::new(), |loser| turns(opening, loser, &mut walker));
        let mut player = |player: Player| self.player(player, &mut walker);
        let (black, white) = (player(game.black), player(game.white));
        let rules = self.contest.rules;
        Some(RecordedGame {
            version: VERSION,
            game: rules.game,
            id: game.number(),
            pair: game.id.pair() as u32,
            round: game.round,
            date: Some(self.date.into()),
            opening: opening.name.as_str().into(),
            board: opening.board.as_str().into(),
            begins: Color::from(opening.begins),
            black,
            white,
            profile: rules.profile,
            quiet_turns: rules.quiet_turns,
            max_plies: rules.max_plies,
            sandboxed: rules.sandboxed,
            sandbox: None,
            time: None,
            untimed: false,
            seed: rules.seed,
            turns,
            ending,
            last_charge: None,
            detail: None,
            evidence: None,
        })
    }

    /// The side that has lost, if any, and how.
    fn result(&self, game: &ScheduledGame, walker: &mut Walker) -> (Option<Side>, Ending) {
        let [black, white] = [game.black, game.white].map(|player| self.strengths[player.0]);
        let outcome = DrawRate::of_equal_players(DRAWS).outcome(black - white);
        let drawn = unit(walker);
        if drawn < outcome.draw {
            return (None, Ending::Repetition);
        }
        let black_wins = drawn - outcome.draw < outcome.win;
        (Some(if black_wins { Side::White } else { Side::Black }), Ending::NoMoves)
    }

    /// A player who has used a random part of its time.
    fn player(&self, player: Player, walker: &mut Walker) -> StoredPlayer {
        let contender = self.contest.contender(player);
        let seconds = contender.clock.as_secs_f64();
        StoredPlayer {
            name: contender.name.as_str().into(),
            command: "simulated".into(),
            sha256: contender.sha256.as_str().into(),
            seconds,
            left: seconds * unit(walker),
        }
    }
}

/// One move or none, so that the loser is to move.
fn turns(opening: &Opening, loser: Side, walker: &mut Walker) -> Vec<RecordedTurn> {
    let Ok(position) = opening.position::<Position>() else { return Vec::new() };
    if opening.begins == loser {
        return Vec::new();
    }
    let mv = walker.step(&position);
    let turn = mv.map(|mv| RecordedTurn { mv: position.move_text(mv), charged: 0.0 });
    turn.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::record::journal;

    #[test]
    fn a_simulated_tournament_is_written_joined_and_rated() {
        let dir = tempfile::tempdir().expect("a folder");
        let simulate = |name: &str, slices: u32| {
            let folder = dir.path().join(name);
            let text = super::simulate(&SimulateOptions {
                players: 9,
                kind: TournamentKind::Swiss,
                rounds: 4,
                games: 2,
                seed: 1,
                slices,
                date: "2026-11-22".to_string(),
                folder: folder.clone(),
            });
            let text = text.expect("simulated");
            assert!(text.contains("ratings against the given strengths of 9 agents"), "{text}");
            assert!(text.contains("Swiss, round 4 of 4, finished: 32 games"), "{text}");
            folder
        };
        let (whole, parts) = (simulate("whole", 1), simulate("parts", 3));
        let bytes = |folder: &Path, file: &str| fs::read(folder.join(file)).expect("there");
        assert!(bytes(&whole, JOURNAL) == bytes(&parts, JOURNAL));
        assert_eq!(journal::read(&whole.join(JOURNAL)).expect("a journal").len(), 32);
        for file in ["games.pdn", "games.csv", "standings.csv", "crosstable.html", PLAN] {
            assert!(!bytes(&whole, file).is_empty(), "{file}");
        }
    }
}
