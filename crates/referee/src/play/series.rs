//! All games of a schedule that the journal does not hold yet, one at a time on each core.
//!
//! Workers take the games in the schedule's order. Each finished game is appended to the journal
//! before the worker begins the next one. A match can be resumed after any interruption: no
//! finished game is lost and none is played twice.

use crate::journal::GameSetup;
use crate::journal::JournalError;
use crate::journal::RecordedGame;
use crate::journal::file::Journal;
use crate::journal::live::LiveError;
use crate::pairing::Player;
use crate::play::agent_game::AgentGame;
use crate::play::conditions::GameConditions;
use crate::play::guard::{ChangedAgentError, ContestGuard};
use crate::play::live_games::{LiveGames, LivePlace};
use crate::play::protocol::{PlayerProcess, Protocol};
use crate::players::AgentRunError;
use crate::players::Entrant;
use crate::rules::Ending;
use crate::schedule::ScheduledGame;
use crate::schedule::{BoardTextError, OpeningList};
use cli::ProgressLine;
use games::{Named, with_game};
use runner::TempRoot;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use thiserror::Error;

/// Everything that the games of a schedule need.
#[derive(Debug)]
pub struct Series<'a> {
    /// The players, by their index in the schedule.
    pub entrants: &'a [Entrant],
    pub openings: &'a OpeningList,
    pub conditions: GameConditions,
    /// Games of the whole contest, of which this may be a part.
    pub planned: usize,
    /// The parent of the agents' directories.
    pub temp_root: &'a TempRoot,
    /// `2026-11-22`, the day in the records.
    pub date: Option<&'a str>,
    /// The folder of the journal, which also holds the files of bad answers and of the games in
    /// play.
    pub folder: PathBuf,
    pub guard: ContestGuard<'a>,
    /// Called with the first error of `live.json`; the match goes on without the file.
    pub on_live_error: fn(LiveError),
}

#[derive(Debug, Error)]
pub enum SeriesError {
    #[error(transparent)]
    Run(#[from] AgentRunError),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Changed(#[from] ChangedAgentError),
    /// The schedule was made for more openings.
    #[error("the list of openings has no number {0}")]
    NoSuchOpening(usize),
    #[error("an opening has no board of this game: {0}")]
    Opening(#[from] BoardTextError),
    /// The players of this game are led there by moves.
    #[error("the opening {0} does not list the moves that lead to its board")]
    UnreachableOpening(String),
}

impl Series<'_> {
    /// Plays the games of the schedule that `journal` lacks, one at a time on each of `cores`
    /// (`None`: on any). After every game `on_game` is called with the journal that holds it, and
    /// may stop the match. The flag of the temporary folder breaks off the games in play: they are
    /// not recorded.
    pub fn play(
        &self,
        games: &[ScheduledGame],
        journal: Journal,
        cores: &[Option<usize>],
        on_game: &(dyn Fn(&Journal) -> ControlFlow<()> + Sync),
    ) -> Result<Journal, SeriesError> {
        let missing: Vec<&ScheduledGame> =
            games.iter().filter(|game| !journal.has(game.number())).collect();
        let place = LivePlace { folder: self.folder.clone(), on_error: self.on_live_error };
        let live =
            LiveGames::keep(&place, self.conditions.game, self.planned, journal.results().len());
        let (journal, next) = (Mutex::new(journal), AtomicUsize::new(0));
        let stop = || next.store(missing.len(), Ordering::Relaxed);
        let finish = |game: &ScheduledGame, core: Option<usize>| {
            let players = [game.black, game.white].map(|player| self.entrant(player));
            self.guard.check(game.number(), players)?;
            let played = self.play_game(game, core.map(|core| vec![core]), &live)?;
            // The game was broken off.
            let Some(record) = played else { return Ok(ControlFlow::Break(())) };
            let mut journal = journal.lock().unwrap_or_else(|broken| broken.into_inner());
            journal.append(&record)?;
            live.done(journal.results().len());
            let flow = on_game(&journal);
            if flow.is_break() || journal.results().len() >= self.planned {
                live.finish();
            }
            Ok::<_, SeriesError>(flow)
        };
        let work = |core: Option<usize>| -> Result<(), SeriesError> {
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
        Ok(journal.into_inner().unwrap_or_else(|broken| broken.into_inner()))
    }

    /// The same without a stop; `progress` counts the games.
    pub fn play_all(
        &self,
        games: &[ScheduledGame],
        journal: Journal,
        cores: &[Option<usize>],
        progress: &ProgressLine,
    ) -> Result<Journal, SeriesError> {
        let on_game = |_: &Journal| {
            progress.add(1);
            ControlFlow::Continue(())
        };
        self.play(games, journal, cores, &on_game)
    }

    /// Plays one game; `None` if the flag of the temporary folder broke it off.
    fn play_game(
        &self,
        game: &ScheduledGame,
        cores: Option<Vec<usize>>,
        live: &LiveGames,
    ) -> Result<Option<RecordedGame>, SeriesError> {
        let setup = self.setup(game)?;
        with_game!(self.conditions.game, G => self.play_as::<G>(&setup, cores, live))
    }

    /// The same, when it is known what is played.
    fn play_as<G: Protocol + Named>(
        &self,
        setup: &GameSetup<'_>,
        cores: Option<Vec<usize>>,
        live: &LiveGames,
    ) -> Result<Option<RecordedGame>, SeriesError> {
        let start: G = setup.opening.position()?;
        let opening = G::Player::opening(&setup.opening.name, &start);
        let opening =
            opening.ok_or_else(|| SeriesError::UnreachableOpening(setup.opening.name.clone()))?;
        let agent_game = AgentGame {
            players: setup.players,
            start,
            opening,
            conditions: self.conditions,
            temp_root: self.temp_root,
            cores,
        };
        let mut watched = live.game(setup, agent_game.start.clone());
        let played = agent_game.play(&mut |state, left| watched.show(state, left))?;
        if played.finished.ending == Ending::RefereeFault && self.temp_root.stop_flag().is_set() {
            return Ok(None);
        }
        let mut record = setup.record(&agent_game.start, &played.finished);
        record.detail = played.detail(record.to_move(), record.profile);
        let folder = self.folder.join("evidence").join(format!("game-{}", record.id));
        let evidence = played.evidence(record.to_move(), record.profile, &folder);
        record.evidence = evidence.map(|evidence| within(&self.folder, evidence));
        Ok(Some(record))
    }

    fn entrant(&self, player: Player) -> &Entrant {
        &self.entrants[player.0]
    }

    /// All that is known of a game before its first turn.
    fn setup<'s>(&'s self, game: &'s ScheduledGame) -> Result<GameSetup<'s>, SeriesError> {
        let opening = self.openings.get(game.opening);
        let opening = opening.ok_or(SeriesError::NoSuchOpening(game.opening.number()))?;
        Ok(GameSetup {
            game,
            opening,
            players: [game.black, game.white].map(|player| self.entrant(player)),
            date: self.date,
            limits: self.conditions.limits,
            timing: self.conditions.timing,
            time: self.conditions.time,
            sandbox_mode: self.conditions.sandbox_mode,
            seed: self.conditions.seed,
        })
    }
}

/// A path from the journal's folder on, as the journal has it: the folder can then be moved. A text
/// that is not a path in that folder is unchanged.
fn within(folder: &Path, evidence: String) -> String {
    let path = Path::new(&evidence).strip_prefix(folder).map(Path::to_path_buf);
    path.map_or(evidence, |path| path.display().to_string())
}
