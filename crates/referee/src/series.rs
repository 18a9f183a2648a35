//! A match: all games of a schedule that the journal does not hold yet, on one core a game.
//!
//! Workers take the games in the schedule's order. Each finished game is appended to the journal
//! before the next is begun, so that a match that is broken off, in whatever way, goes on where it
//! was: no finished game is lost and none is played twice.

use crate::agent::Agent;
use crate::contestant::{Fault, Seat, Shutting};
use crate::duel::Finished;
use crate::encounter::{Conditions, Encounter, Entrant};
use crate::ending::Ending;
use crate::estate::Estate;
use crate::journal::{Journal, JournalError, Records};
use crate::openings::{Book, Opening};
use crate::record::{GameRecord, VERSION};
use crate::schedule::{Fixture, PlayerIndex};
use games::Game;
use games::board::Side;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use thiserror::Error;

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

/// What an agent's `calibrate` may take.
const CALIBRATION_TIME: Duration = Duration::from_secs(60);

/// Why a match could not go on.
#[derive(Debug, Error)]
pub enum SeriesError {
    /// The referee's own trouble.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The journal belongs to another match.
    #[error(
        "{what} of game {game} in the journal are not those of this match; choose another --out"
    )]
    OtherMatch {
        /// The game.
        game: u32,
        /// What differs.
        what: &'static str,
    },
}

impl Series<'_> {
    /// Plays what is missing, one game at a time on each of `cores`; `told` hears of every finished
    /// game with the journal that holds it, and may break the match off.
    ///
    /// # Errors
    /// The first trouble of any worker; the others finish their games.
    pub fn play(
        &self,
        fixtures: &[Fixture],
        journal: Journal,
        cores: &[usize],
        told: &(dyn Fn(&Journal) -> ControlFlow<()> + Sync),
    ) -> Result<Journal, SeriesError> {
        let missing: Vec<&Fixture> =
            fixtures.iter().filter(|fixture| !journal.has(number(fixture))).collect();
        let (journal, next) = (Mutex::new(journal), AtomicUsize::new(0));
        let stop = || next.store(missing.len(), Ordering::Relaxed);
        let finish = |fixture: &Fixture, core: usize| -> Result<ControlFlow<()>, SeriesError> {
            let record = self.game(fixture, Some(vec![core]))?;
            let mut journal = journal.lock().unwrap_or_else(|broken| broken.into_inner());
            journal.append(record)?;
            Ok(told(&journal))
        };
        let work = |core: usize| -> Result<(), SeriesError> {
            while let Some(fixture) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                let done = finish(fixture, core).inspect_err(|_| stop())?;
                if done.is_break() {
                    stop();
                }
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
        let opening = self.opening(fixture)?;
        let encounter = Encounter {
            players,
            start: opening.position,
            conditions: self.conditions,
            estate: self.estate,
            cores,
        };
        let played = encounter.play(&mut |_, _| {})?;
        let mut record = self.record(fixture, opening, players, played.finished.clone());
        let folder = self.evidence.join(format!("game-{}", record.id));
        record.evidence = played.evidence(record.to_move(), record.profile, &folder);
        Ok(record)
    }

    fn opening(&self, fixture: &Fixture) -> Result<&Opening, Fault> {
        let opening = self.book.get(fixture.opening);
        opening.ok_or(Fault::NoSuchOpening(fixture.opening.number()))
    }

    fn entrant(&self, index: PlayerIndex) -> &Entrant {
        &self.entrants[index.number()]
    }

    fn record(
        &self,
        fixture: &Fixture,
        opening: &Opening,
        players: [&Entrant; 2],
        finished: Finished,
    ) -> GameRecord {
        let player = |side: Side| {
            let entrant = players[side.index()];
            entrant.player(finished.left[side.index()])
        };
        GameRecord {
            version: VERSION,
            id: number(fixture),
            pair: fixture.id.pair() as u32,
            opening: opening.name.clone(),
            board: opening.position.rows_text('/'),
            begins: opening.position.side_to_move().into(),
            black: player(Side::Black),
            white: player(Side::White),
            profile: self.conditions.limits.profile,
            quiet_turns: self.conditions.limits.quiet_turns,
            max_plies: self.conditions.limits.plies,
            sandboxed: self.conditions.shutting == Shutting::Sandboxed,
            seed: self.conditions.seed.0,
            turns: finished.turns,
            ending: finished.ending,
            last_charge: finished.last_charge.map(|charge| charge.as_secs_f64()),
            evidence: None,
        }
    }

    /// Does the journal hold games of this match, and of no other?
    ///
    /// # Errors
    /// A game in it was played by other programs, from another opening or under other conditions.
    pub fn check_is_ours(
        &self,
        fixtures: &[Fixture],
        records: &Records,
    ) -> Result<(), SeriesError> {
        for fixture in fixtures {
            if let Some(record) = records.get(&number(fixture)) {
                let expected = self.would_be(fixture)?;
                if let Some(what) = difference(record, &expected) {
                    return Err(SeriesError::OtherMatch { game: record.id, what });
                }
            }
        }
        // A longer match may be gone on with as a shorter one, but with nobody else in it.
        let plays_here = |name: &String| self.entrants.iter().any(|one| one.agent.name == *name);
        let is_strange = |record: &&GameRecord| {
            ![&record.black.name, &record.white.name].into_iter().all(plays_here)
        };
        match records.values().find(is_strange) {
            Some(record) => Err(SeriesError::OtherMatch { game: record.id, what: "the agents" }),
            None => Ok(()),
        }
    }

    /// The record of a game before its first turn.
    fn would_be(&self, fixture: &Fixture) -> Result<GameRecord, Fault> {
        let players = [fixture.black, fixture.white].map(|index| self.entrant(index));
        let left = players.map(|entrant| entrant.clock);
        let nothing =
            Finished { turns: Vec::new(), ending: Ending::MaxPlies, left, last_charge: None };
        Ok(self.record(fixture, self.opening(fixture)?, players, nothing))
    }
}

/// In what two records of one game differ that was settled before it began.
fn difference(one: &GameRecord, other: &GameRecord) -> Option<&'static str> {
    let programs = |record: &GameRecord| {
        [&record.black, &record.white].map(|player| (player.command.clone(), player.sha256.clone()))
    };
    let rules = |record: &GameRecord| {
        (record.profile, record.quiet_turns, record.max_plies, record.sandboxed)
    };
    let clocks = |record: &GameRecord| [record.black.seconds, record.white.seconds];
    if programs(one) != programs(other) {
        Some("the agents")
    } else if (&one.board, one.begins) != (&other.board, other.begins) {
        Some("the opening")
    } else if clocks(one) != clocks(other) {
        Some("the seconds")
    } else if rules(one) != rules(other) {
        Some("the profile, the limits or the sandbox")
    } else if one.seed != other.seed {
        Some("the seed")
    } else {
        None
    }
}

/// The game's number in the journal.
fn number(fixture: &Fixture) -> u32 {
    fixture.id.number() as u32
}

/// Lets an agent measure the machine once, alone, in a home that is not its later one; returns its
/// `calibration.txt`, kept in `folder`, if it has written one. A calibration of the same program
/// that is in the folder already is taken as it is.
///
/// # Errors
/// The home or the process cannot be made.
pub fn calibrate(
    agent: &Agent,
    estate: &Estate,
    shutting: Shutting,
    folder: &Path,
) -> Result<Option<PathBuf>, Fault> {
    let Some(program) = &agent.calibrate else { return Ok(None) };
    let kept = folder.join(format!("calibration-{}.txt", &agent.sha256[..12]));
    if kept.is_file() {
        return Ok(Some(kept));
    }
    let measuring = Agent { program: program.clone(), words: Vec::new(), ..agent.clone() };
    let mut seat = Seat::take(&measuring, None, estate, shutting, None)?;
    Ok(seat.calibrate(CALIBRATION_TIME, &kept)?.then_some(kept))
}
