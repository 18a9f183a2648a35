//! All games of a schedule that the journal does not hold yet, one at a time on each core.
//!
//! Workers take the games in the schedule's order. Each finished game is appended to the journal
//! before the worker begins the next one. So a match that is interrupted, however that happens, can
//! be resumed: no finished game is lost and none is played twice.

use crate::agent::{AgentRunError, Entrant, TempRoot};
use crate::contest::agent_game::{AgentGame, GameConditions};
use crate::contest::live_games::{LiveGames, LivePlace};
use crate::game::{Ending, FinishedGame};
use crate::record::{GameSetup, Journal, JournalError, RecordedGame, Records};
use crate::schedule::{OpeningList, PlayerIndex, ScheduledGame};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use thiserror::Error;

/// What the games of a schedule are played with.
#[derive(Debug)]
pub struct Series<'a> {
    /// The players, by their index in the schedule.
    pub entrants: &'a [Entrant],
    /// The openings of the schedule.
    pub openings: &'a OpeningList,
    /// Conditions of all games.
    pub conditions: GameConditions,
    /// Where the agents' directories are made.
    pub temp_root: &'a TempRoot,
    /// Where the files of bad answers are kept.
    pub evidence: PathBuf,
    /// Where the games in play are told.
    pub live: LivePlace,
}

/// Why a match could not go on.
#[derive(Debug, Error)]
pub enum SeriesError {
    /// An agent could not be run.
    #[error(transparent)]
    Run(#[from] AgentRunError),
    /// The journal cannot be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The journal belongs to another match.
    #[error("{what} of game {game} in the journal differ from this match; choose another --out")]
    OtherMatch {
        /// The game.
        game: u32,
        /// What differs.
        what: &'static str,
    },
    /// The schedule was made for more openings.
    #[error("the list of openings has no number {0}")]
    NoSuchOpening(usize),
}

impl Series<'_> {
    /// Plays the games of the schedule that `journal` lacks, one at a time on each of `cores`.
    /// After every game `on_game` is called with the journal that holds it, and may stop the match.
    ///
    /// # Errors
    /// The first error of any worker; the others finish their games.
    pub fn play(
        &self,
        games: &[ScheduledGame],
        journal: Journal,
        cores: &[usize],
        on_game: &(dyn Fn(&Journal) -> ControlFlow<()> + Sync),
    ) -> Result<Journal, SeriesError> {
        let missing: Vec<&ScheduledGame> =
            games.iter().filter(|game| !journal.has(number(game))).collect();
        let done =
            |journal: &Journal| games.iter().filter(|game| journal.has(number(game))).count();
        let live = LiveGames::keep(&self.live, games.len(), done(&journal));
        let (journal, next) = (Mutex::new(journal), AtomicUsize::new(0));
        let stop = || next.store(missing.len(), Ordering::Relaxed);
        let finish = |game: &ScheduledGame, core: usize| -> Result<ControlFlow<()>, SeriesError> {
            let record = self.play_game(game, Some(vec![core]), &live)?;
            let mut journal = journal.lock().unwrap_or_else(|broken| broken.into_inner());
            journal.append(record)?;
            live.done(done(&journal));
            Ok(on_game(&journal))
        };
        let work = |core: usize| -> Result<(), SeriesError> {
            while let Some(game) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                let done = finish(game, core).inspect_err(|_| stop())?;
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
        live.finish();
        Ok(journal.into_inner().unwrap_or_else(|broken| broken.into_inner()))
    }

    /// Plays one game.
    fn play_game(
        &self,
        game: &ScheduledGame,
        cores: Option<Vec<usize>>,
        live: &LiveGames,
    ) -> Result<RecordedGame, SeriesError> {
        let setup = self.setup(game)?;
        let agent_game = AgentGame {
            players: setup.players,
            start: setup.opening.position,
            conditions: self.conditions,
            temp_root: self.temp_root,
            cores,
        };
        let mut watched = live.game(&setup);
        let played = agent_game.play(&mut |state, left| watched.show(state, left))?;
        let mut record = setup.record(&played.finished);
        let folder = self.evidence.join(format!("game-{}", record.id));
        record.evidence = played.evidence(record.to_move(), record.profile, &folder);
        Ok(record)
    }

    fn entrant(&self, index: PlayerIndex) -> &Entrant {
        &self.entrants[index.number()]
    }

    /// All that is known of a game before its first turn.
    fn setup<'s>(&'s self, game: &'s ScheduledGame) -> Result<GameSetup<'s>, SeriesError> {
        let opening = self.openings.get(game.opening);
        let opening = opening.ok_or(SeriesError::NoSuchOpening(game.opening.number()))?;
        Ok(GameSetup {
            game,
            opening,
            players: [game.black, game.white].map(|index| self.entrant(index)),
            limits: self.conditions.limits,
            sandbox_mode: self.conditions.sandbox_mode,
            seed: self.conditions.seed,
        })
    }

    /// Checks that the journal holds games of this match and of no other.
    ///
    /// # Errors
    /// A game in it was played by other programs, from another opening or under other conditions.
    pub fn check_same_match(
        &self,
        games: &[ScheduledGame],
        records: &Records,
    ) -> Result<(), SeriesError> {
        for game in games {
            if let Some(record) = records.get(&number(game)) {
                let expected = self.unplayed_record(game)?;
                if let Some(what) = difference(record, &expected) {
                    return Err(SeriesError::OtherMatch { game: record.id, what });
                }
            }
        }
        // A longer match may be resumed as a shorter one, but all games must be of its players.
        let plays_here = |name: &String| self.entrants.iter().any(|one| one.agent.name == *name);
        let is_foreign = |record: &&RecordedGame| {
            ![&record.black.name, &record.white.name].into_iter().all(plays_here)
        };
        match records.values().find(is_foreign) {
            Some(record) => Err(SeriesError::OtherMatch { game: record.id, what: "the agents" }),
            None => Ok(()),
        }
    }

    /// The record of a game before its first turn.
    fn unplayed_record(&self, game: &ScheduledGame) -> Result<RecordedGame, SeriesError> {
        let setup = self.setup(game)?;
        let left = setup.players.map(|entrant| entrant.clock);
        let ending = Ending::MaxPlies;
        Ok(setup.record(&FinishedGame { turns: Vec::new(), ending, left, last_charge: None }))
    }
}

/// In which setting two records of one game differ; results do not count.
fn difference(one: &RecordedGame, other: &RecordedGame) -> Option<&'static str> {
    let programs = |record: &RecordedGame| {
        [&record.black, &record.white].map(|player| (player.command.clone(), player.sha256.clone()))
    };
    let rules = |record: &RecordedGame| {
        (record.profile, record.quiet_turns, record.max_plies, record.sandboxed)
    };
    let clocks = |record: &RecordedGame| [record.black.seconds, record.white.seconds];
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
fn number(game: &ScheduledGame) -> u32 {
    game.id.number() as u32
}
