//! A match: all games of a schedule that the journal does not hold yet, on one core a game.
//!
//! Workers take the games in the schedule's order. Each finished game is appended to the journal
//! before the next is begun, so that a match that is broken off, in whatever way, goes on where it
//! was: no finished game is lost and none is played twice.

use crate::board::Side;
use crate::referee::agent::Agent;
use crate::referee::arbiter::{Arbiter, Limits};
use crate::referee::contestant::{Fault, Seat, Shutting};
use crate::referee::duel::{Duel, Finished};
use crate::referee::ending::{Ending, Kind};
use crate::referee::estate::Estate;
use crate::referee::journal::{Journal, JournalError};
use crate::referee::openings::{Book, Opening, Seed};
use crate::referee::record::{GameRecord, Player, VERSION};
use crate::referee::schedule::{Fixture, PlayerIndex};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// A player with all that belongs to it for the match.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The program.
    pub agent: Agent,
    /// Its `calibration.txt`, if it has made one.
    pub calibration: Option<PathBuf>,
    /// Time for each game.
    pub clock: Duration,
}

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// The judge and its limits.
    pub limits: Limits,
    /// Whether agents are shut in.
    pub shutting: Shutting,
    /// The seed of the schedule.
    pub seed: Seed,
}

/// Where a match is kept and what it is played with.
#[derive(Debug)]
pub struct Series<'a> {
    /// The players, by their places in the schedule.
    pub entrants: &'a [Entrant],
    /// Where games begin.
    pub book: &'a Book,
    /// How games are played.
    pub conditions: Conditions,
    /// Where homes are made.
    pub estate: &'a Estate,
    /// Where the files of bad answers are kept.
    pub evidence: PathBuf,
}

/// Why a match could not go on.
#[derive(Debug, Error)]
pub enum SeriesError {
    /// The referee's own trouble.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl Series<'_> {
    /// Plays what is missing, one game at a time on each of `cores`; `told` hears of every finished
    /// game with the journal that holds it.
    ///
    /// # Errors
    /// The first trouble of any worker; the others finish their games.
    pub fn play(
        &self,
        fixtures: &[Fixture],
        journal: Journal,
        cores: &[usize],
        told: &(dyn Fn(&Journal) + Sync),
    ) -> Result<Journal, SeriesError> {
        let missing: Vec<&Fixture> =
            fixtures.iter().filter(|fixture| !journal.has(number(fixture))).collect();
        let (journal, next) = (Mutex::new(journal), AtomicUsize::new(0));
        let work = |core: usize| -> Result<(), SeriesError> {
            while let Some(fixture) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                let record = self.game(fixture, Some(vec![core]))?;
                let mut journal = journal.lock().unwrap_or_else(|broken| broken.into_inner());
                journal.append(record)?;
                told(&journal);
            }
            Ok(())
        };
        thread::scope(|scope| {
            let workers: Vec<_> =
                cores.iter().map(|&core| scope.spawn(move || work(core))).collect();
            let ends = workers.into_iter().map(|worker| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            ends.collect::<Result<Vec<()>, _>>()
        })?;
        Ok(journal.into_inner().unwrap_or_else(|broken| broken.into_inner()))
    }

    /// Plays one game.
    fn game(&self, fixture: &Fixture, cores: Option<Vec<usize>>) -> Result<GameRecord, Fault> {
        let players = [fixture.black, fixture.white].map(|index| self.entrant(index));
        let mut seats = [self.seat(players[0], &cores)?, self.seat(players[1], &cores)?];
        let opening = self.book.get(fixture.opening).cloned();
        let opening = opening.ok_or(Fault::NoSuchOpening(fixture.opening.number()))?;
        let arbiter = Arbiter::new(opening.position, self.conditions.limits);
        let clocks = players.map(|entrant| entrant.clock);
        let mut unwatched = |_: &Arbiter, _: &[Duration; 2]| {};
        let profile = self.conditions.limits.profile;
        let duel = Duel::new(arbiter, profile, clocks, &mut unwatched);
        let [black, white] = &mut seats;
        let finished = duel.play([black, white]);
        let mut record = self.record(fixture, opening, players, finished);
        record.evidence = self.evidence_of(&record, &seats);
        Ok(record)
    }

    fn seat(&self, entrant: &Entrant, cores: &Option<Vec<usize>>) -> Result<Seat, Fault> {
        let calibration = entrant.calibration.as_deref();
        let shutting = self.conditions.shutting;
        Seat::take(&entrant.agent, calibration, self.estate, shutting, cores.clone())
    }

    fn entrant(&self, index: PlayerIndex) -> &Entrant {
        &self.entrants[index.number()]
    }

    fn record(
        &self,
        fixture: &Fixture,
        opening: Opening,
        players: [&Entrant; 2],
        finished: Finished,
    ) -> GameRecord {
        let player = |side: Side| {
            let entrant = players[side.index()];
            Player {
                name: entrant.agent.name.clone(),
                sha256: entrant.agent.sha256.clone(),
                seconds: entrant.clock.as_secs_f64(),
                left: finished.left[side.index()].as_secs_f64(),
            }
        };
        GameRecord {
            version: VERSION,
            id: number(fixture),
            pair: fixture.id.pair() as u32,
            opening: opening.name,
            board: opening.position.rows_text('/'),
            begins: opening.position.side_to_move().into(),
            black: player(Side::Black),
            white: player(Side::White),
            profile: self.conditions.limits.profile,
            seed: self.conditions.seed.0,
            turns: finished.turns,
            ending: finished.ending,
            last_charge: finished.last_charge.map(|charge| charge.as_secs_f64()),
            evidence: None,
        }
    }

    /// Keeps the files of a forfeit, and of a fault of our own what it was.
    fn evidence_of(&self, record: &GameRecord, seats: &[Seat; 2]) -> Option<String> {
        let seat = &seats[record.to_move().index()];
        if record.ending == Ending::RefereeFault {
            return seat.fault().map(ToString::to_string);
        }
        if record.ending.kind() != Kind::Forfeited {
            return None;
        }
        let folder = self.evidence.join(format!("game-{}", record.id));
        Some(match seat.keep_evidence(&folder) {
            Ok(()) => folder.display().to_string(),
            Err(error) => format!("not kept: {error}"),
        })
    }
}

/// The game's number in the journal.
fn number(fixture: &Fixture) -> u32 {
    fixture.id.number() as u32
}

/// Lets an agent measure the machine once, alone, in a home that is not its later one; returns its
/// `calibration.txt`, kept in `folder`, if it has written one.
///
/// # Errors
/// The home or the process cannot be made.
pub fn calibrate(
    agent: &Agent,
    estate: &Estate,
    folder: &Path,
    patience: Duration,
) -> Result<Option<PathBuf>, Fault> {
    let Some(program) = &agent.calibrate else { return Ok(None) };
    let measuring = Agent { program: program.clone(), words: Vec::new(), ..agent.clone() };
    let seat = Seat::take(&measuring, None, estate, Shutting::Open, None)?;
    seat.run_once(patience, &folder.join(format!("calibration-{}.txt", &agent.sha256[..12])))
}
