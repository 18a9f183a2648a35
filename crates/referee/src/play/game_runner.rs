//! All games of a schedule that the journal does not hold yet, one at a time on each core.
//!
//! Workers take the games in the schedule's order. Each finished game is appended to the journal
//! before the worker begins the next one. A match can be resumed after any interruption: no
//! finished game is lost and none is played twice.

use crate::error::{JournalError, MatchError};
use crate::journal::file::Journal;
use crate::journal::{GameConditions, GameSetup, RecordedGame};
use crate::pairing::Player;
use crate::play::agent_game::AgentGame;
use crate::play::file_watch::FileWatch;
use crate::play::game_log::GameLog;
use crate::play::live_games::{LiveGames, LivePlace};
use crate::play::match_game::{MatchGame, ProcessPlayer};
use crate::players::Participant;
use crate::rules::{Adjudicator, EndgameTables, Ending};
use crate::schedule::{OpeningList, ScheduledGame};
use cli::{ProgressLine, pool};
use games::{Named, with_game};
use runner::TempRoot;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Debug)]
pub struct GameRunner<'a> {
    /// The players, by their index in the schedule.
    pub participants: &'a [Participant],
    pub openings: &'a OpeningList,
    pub conditions: GameConditions,
    /// Games of the whole contest, of which this may be a part.
    pub planned: usize,
    pub temp_root: &'a TempRoot,
    /// `2026-11-22`, the day in the records.
    pub date: Option<&'a str>,
    /// The folder of the journal, which also holds the files of bad answers and of the games in
    /// play.
    pub folder: PathBuf,
    pub files: FileWatch<'a>,
    /// Called with the first error of `live.json`; the match goes on without the file.
    pub on_live_error: fn(JournalError),
    pub log: Option<&'a GameLog>,
    /// For the adjudication that the conditions name; without them every game goes to its end.
    pub tables: Option<&'a dyn EndgameTables>,
}

impl GameRunner<'_> {
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
    ) -> Result<Journal, MatchError> {
        let missing: Vec<&ScheduledGame> =
            games.iter().filter(|game| !journal.has(game.number())).collect();
        let place = LivePlace { folder: self.folder.clone(), on_error: self.on_live_error };
        let live =
            LiveGames::keep(&place, self.conditions.game, self.planned, journal.results().len());
        let (journal, is_stopped) = (Mutex::new(journal), AtomicBool::new(false));
        let finish = |game: &ScheduledGame, core: Option<usize>| {
            let players = [game.black, game.white].map(|player| self.participant(player));
            self.files.check(game.number(), players)?;
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
            Ok::<_, MatchError>(flow)
        };
        let work = |job: usize, thread: usize| {
            // Before the next game is begun, not when the result has come to this thread.
            if is_stopped.load(Ordering::Relaxed) || self.temp_root.stop_flag().is_set() {
                return Ok(());
            }
            let done = finish(missing[job], cores.get(thread).copied().flatten());
            if !matches!(done, Ok(ControlFlow::Continue(()))) {
                is_stopped.store(true, Ordering::Relaxed);
            }
            done.map(|_| ())
        };
        let threads = NonZeroUsize::new(cores.len()).unwrap_or(NonZeroUsize::MIN);
        pool::for_each(missing.len(), threads, work, |_, done| done)?;
        Ok(journal.into_inner().unwrap_or_else(|broken| broken.into_inner()))
    }

    /// The same without a stop; `progress` counts the games.
    pub fn play_all(
        &self,
        games: &[ScheduledGame],
        journal: Journal,
        cores: &[Option<usize>],
        progress: &ProgressLine,
    ) -> Result<Journal, MatchError> {
        self.play(games, journal, cores, &|_| {
            progress.add(1);
            ControlFlow::Continue(())
        })
    }

    /// Plays one game; `None` if the flag of the temporary folder broke it off.
    fn play_game(
        &self,
        game: &ScheduledGame,
        cores: Option<Vec<usize>>,
        live: &LiveGames,
    ) -> Result<Option<RecordedGame>, MatchError> {
        let setup = self.setup(game)?;
        with_game!(self.conditions.game, G => self.play_as::<G>(&setup, cores, live))
    }

    /// The same, when it is known what is played.
    fn play_as<G: MatchGame + Named>(
        &self,
        setup: &GameSetup<'_>,
        cores: Option<Vec<usize>>,
        live: &LiveGames,
    ) -> Result<Option<RecordedGame>, MatchError> {
        let start: G = setup.opening.position().map_err(|error| {
            MatchError::Failed(format!("an opening has no board of this game: {error}"))
        })?;
        let name = &setup.opening.name;
        let opening = G::Player::opening(name, &start).ok_or_else(|| {
            let problem = "does not list the moves that lead to its board";
            MatchError::Failed(format!("the opening {name} {problem}"))
        })?;
        let agent_game = AgentGame {
            players: setup.players,
            start,
            opening,
            conditions: self.conditions,
            temp_root: self.temp_root,
            cores,
        };
        let mut watched = live.game(setup, agent_game.start.clone());
        let log = self.log.map(|log| log.begin(setup));
        let wanted = self.conditions.adjudication.zip(self.tables);
        let adjudicator = wanted.map(|(wanted, tables)| Adjudicator { wanted, tables });
        let watcher = &mut |state: &_, left: &_| watched.show(state, left);
        let played = agent_game.play_logged(watcher, log, adjudicator)?;
        if played.finished.ending == Ending::RefereeFault && self.temp_root.stop_flag().is_set() {
            log.inspect(|log| log.broken_off());
            return Ok(None);
        }
        let mut record = setup.record(&agent_game.start, &played.finished);
        let rules = self.conditions.limits.replies;
        record.detail = played.detail(record.to_move(), rules.answers);
        let folder = self.folder.join("evidence").join(format!("game-{}", record.id));
        let evidence = played.evidence(record.to_move(), rules, &folder);
        record.evidence = evidence.map(|evidence| within(&self.folder, evidence));
        log.inspect(|log| log.end(&record));
        Ok(Some(record))
    }

    fn participant(&self, player: Player) -> &Participant {
        &self.participants[player.0]
    }

    /// All that is known of a game before its first turn.
    fn setup<'s>(&'s self, game: &'s ScheduledGame) -> Result<GameSetup<'s>, MatchError> {
        let opening = self.openings.get(game.opening).ok_or_else(|| {
            let number = game.opening.number();
            MatchError::Failed(format!("the list of openings has no number {number}"))
        })?;
        Ok(GameSetup {
            game,
            opening,
            players: [game.black, game.white].map(|player| self.participant(player)),
            date: self.date,
            conditions: self.conditions,
        })
    }
}

/// A path from the journal's folder on, as the journal has it: the folder can then be moved. A text
/// that is not a path in that folder is unchanged.
fn within(folder: &Path, evidence: String) -> String {
    let path = Path::new(&evidence).strip_prefix(folder).map(Path::to_path_buf);
    path.map_or(evidence, |path| path.display().to_string())
}
