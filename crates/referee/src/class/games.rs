//! What all games of a class have in common: openings, conditions, journals, points.

use crate::agent::files;
use crate::agent::{Agent, AgentRunError, Entrant};
use crate::class::error::ClassError;
use crate::class::scheme::{ClockRule, DrawRule, OpeningChoice};
use crate::class::settings::{Stages, made};
use crate::class::stage::{self, StageKey};
use crate::contest::{GameConditions, Series, calibrate};
use crate::game::{GameLimits, Timing};
use crate::record::{GameResult, Journal, LiveError};
use crate::schedule::{OpeningList, Seed, ballots};
use games::board::Side;
use std::path::{Path, PathBuf};

/// The journal in the folder of a series.
pub(super) const JOURNAL: &str = "journal.jsonl";
/// The file in the same folder that says what its games were played with.
const KEY_FILE: &str = "series.json";
/// Turns without capture or crowning that make a draw.
const QUIET_TURNS: u32 = 50;

/// What is the same in all games.
#[derive(Debug)]
pub(super) struct ClassGames {
    pub(super) openings: OpeningList,
    pub(super) conditions: GameConditions,
}

impl ClassGames {
    /// As the scheme says.
    ///
    /// # Errors
    /// The built-in openings are wrong.
    pub(super) fn new(stages: &Stages<'_>) -> Result<Self, ClassError> {
        let scheme = &stages.scheme().games;
        let openings = match scheme.openings {
            OpeningChoice::Ballots => ballots::openings()?,
            OpeningChoice::Start => OpeningList::start_only(),
        };
        let limits = GameLimits {
            profile: scheme.profile,
            quiet_turns: QUIET_TURNS,
            plies: scheme.max_plies,
        };
        let timing = match scheme.clocks {
            ClockRule::Game => Timing::Clocks,
            ClockRule::Move => Timing::Untimed,
        };
        let sandbox_mode = stages.settings.sandbox_mode;
        let seed = Seed(scheme.seed);
        Ok(ClassGames {
            openings,
            conditions: GameConditions { limits, timing, sandbox_mode, seed },
        })
    }

    /// The agent with its clock and, if it has a `calibrate`, with its calibration, which is made
    /// while nothing else should run.
    ///
    /// # Errors
    /// The referee cannot go on.
    pub(super) fn entrant(
        &self,
        stages: &Stages<'_>,
        agent: &Agent,
    ) -> Result<Entrant, ClassError> {
        let folder = stages.folder("calibration")?;
        let mode = self.conditions.sandbox_mode;
        let calibration = match calibrate(agent, stages.temp_root, mode, &folder) {
            Ok(calibration) => calibration,
            Err(AgentRunError::Start(error)) => {
                stages.log.line(&format!("{}: no calibration: {error}", agent.name));
                None
            }
            Err(error) => return Err(error.into()),
        };
        if agent.calibrate.is_some() && calibration.is_none() {
            stages.log.line(&format!("{}: calibrate left no calibration.txt", agent.name));
        }
        let clock = stages.scheme().games.seconds.time();
        Ok(Entrant { agent: agent.clone(), calibration, clock })
    }

    /// `planned` games of these players, with their files in `folder`.
    pub(super) fn series<'a>(
        &'a self,
        stages: &Stages<'a>,
        entrants: &'a [Entrant],
        planned: usize,
        folder: PathBuf,
    ) -> Series<'a> {
        Series {
            entrants,
            openings: &self.openings,
            conditions: self.conditions,
            planned,
            temp_root: stages.temp_root,
            date: Some(&stages.settings.date),
            on_live_error: pass_over,
            folder,
        }
    }

    /// What the games of these players depend on, beside `more`.
    pub(super) fn key(
        &self,
        stages: &Stages<'_>,
        players: &[Entrant],
        more: &impl serde::Serialize,
    ) -> StageKey {
        let each = players.iter().flat_map(|player| [&player.agent.name, &player.agent.sha256]);
        let texts: Vec<&str> = each.map(String::as_str).collect();
        StageKey::with(&texts, &(&stages.scheme().games, self.conditions.rules(), more))
    }
}

/// Nobody needs to look on.
fn pass_over(_: LiveError) {}

/// The journal in `folder`. Games that were played with something else are removed first.
///
/// # Errors
/// The folder or the journal cannot be used.
pub(super) fn journal(folder: &Path, key: &StageKey) -> Result<Journal, ClassError> {
    let key_file = folder.join(KEY_FILE);
    if stage::load::<()>(&key_file, key).is_none() {
        files::remove(folder).map_err(|source| ClassError::system("remove", folder, source))?;
        made(folder)?;
        stage::store(&key_file, key, &())?;
    }
    Ok(Journal::open(&folder.join(JOURNAL))?)
}

/// The half points of one side in a game: a win is 2, a void game nothing.
pub(super) fn half_points(result: &GameResult, side: Side, rule: DrawRule) -> u32 {
    if result.is_void() {
        return 0;
    }
    let on_time = || match rule {
        DrawRule::Half => None,
        DrawRule::Time => result.winner_on_time(),
    };
    match result.winner().or_else(on_time) {
        Some(winner) if winner == side => 2,
        Some(_) => 0,
        None => 1,
    }
}

/// The side of a player in a game that it plays in.
pub(super) fn side_of(result: &GameResult, name: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|&side| *result.player(side).name == *name)
}
