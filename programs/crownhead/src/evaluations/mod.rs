//! Evaluations of games that are kept: what was computed once is not computed again. The reports
//! and `crownhead analyze` share them.
//!
//! A file of evaluations, `evaluations.jsonl` in the folder of a match: one line of JSON for each
//! game that was evaluated.
//!
//! [`JsonLines`] says what a kill, a full disk and a second program do to it. A line counts only
//! for the same moves, limits and program; others stay, for a later run with those.
//!
//! ```json
//! {"game":1,"moves":"a7…","nodes":10000,"program":"0.1.0 …","scores":[0,12],"tables":["b3"],
//!  "lines":[[14,"11-15 23-19"],[0,"15x24"]]}
//! ```
//!
//! `lines` holds for each position the depth of the search and the best line.

#[cfg(test)]
mod tests;

use analysis::api::texts;
use analysis::{
    AnalyzedGame, BestLine, Evaluation, GameEvaluations, PlayedGame, Resources, SearchLimits,
    SearchPlace, SearchWatch, TableVerdict,
};
use cli::ProgramError;
use cli::{FileError, JsonLines, LinePlace, ProgressLine, WholeLine, pool, visible};
use games::Notation;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

/// The name of the file, in the folder of a match.
pub const EVALUATIONS: &str = "evaluations.jsonl";

const BEGINNING: &str = "{\"game\":";

/// A file that the user has named by mistake is not called damaged.
fn read(path: &Path, line: WholeLine<'_>) -> Result<EvaluatedGame, FileError> {
    if line.bytes.starts_with(BEGINNING.as_bytes()) {
        return line.read();
    }
    Err(FileError::OtherKind { path: path.to_path_buf(), line: line.number })
}

fn refused(error: FileError) -> ProgramError {
    let hint = match error {
        FileError::InUse { path } => {
            let path = visible::path(path);
            return ProgramError::Failed(format!(
                "{path} is in use by another report or analysis; wait for it"
            ));
        }
        FileError::OtherKind { path, line } => {
            let path = visible::path(path);
            return ProgramError::Failed(format!(
                "{path}, line {line}: this is no file of evaluations; name another, which need \
                 not exist"
            ));
        }
        FileError::Line { .. } => "delete the file, and it is computed again",
        _ => "evaluations are kept there: make it writable",
    };
    ProgramError::Failed(format!("{error}; {hint}"))
}

/// What an evaluation was made from: two games with the same key have the same evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct EvaluationKey {
    /// The beginning of the SHA-256 of board, moves and draw rule, in hexadecimal digits.
    pub moves: String,
    /// The limits of the search of each position.
    #[serde(flatten)]
    pub limits: SearchLimits,
    /// The version of the program, and what its evaluation is made of.
    pub program: String,
}

impl EvaluationKey {
    pub fn of<G: AnalyzedGame>(game: &PlayedGame<G>, limits: SearchLimits) -> Self {
        let digest = Sha256::digest(game.identity());
        let moves = cli::hex(&digest[..8]);
        let identity = G::EVALUATION_IDENTITY;
        let program = format!("{} {identity:016x}", env!("CARGO_PKG_VERSION"));
        EvaluationKey { moves, limits, program }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct EvaluatedGame {
    /// The game's number where it was evaluated first, for readers of the file.
    pub game: u32,
    #[serde(flatten)]
    pub key: EvaluationKey,
    /// One for each position.
    pub scores: Vec<Evaluation>,
    /// One for each position from the first that the tables reach.
    pub tables: Vec<TableVerdict>,
    /// The depth and the best line of each position.
    pub lines: Vec<(u16, String)>,
}

impl EvaluatedGame {
    pub fn compute<G: AnalyzedGame>(number: u32, game: &PlayedGame<G>, key: EvaluationKey) -> Self {
        let limits = key.limits;
        let found = GameEvaluations::of(
            &Resources::default(),
            game,
            limits.table_bytes(SearchPlace::Program),
            || limits.control(TimeWatch(Instant::now())),
        );
        let lines = found.lines.iter().zip(game.positions());
        let lines =
            lines.map(|(line, at)| (line.depth, texts(at, &line.moves).join(" "))).collect();
        let (scores, tables) = (found.scores, found.tables);
        EvaluatedGame { game: number, key, scores, tables, lines }
    }

    /// The evaluations; `None` if they do not fit the game: a line that was edited may not.
    pub fn evaluations<G: AnalyzedGame>(&self, game: &PlayedGame<G>) -> Option<GameEvaluations<G>> {
        let positions = game.positions();
        let is_missing = [self.scores.len(), self.lines.len()] != [positions.len(); 2];
        if is_missing || self.tables.len() > positions.len() {
            return None;
        }
        let lines = self.lines.iter().zip(positions);
        let lines = lines.map(|((depth, text), at)| {
            Some(BestLine { depth: *depth, moves: read_line(at, text)? })
        });
        let lines = lines.collect::<Option<_>>()?;
        Some(GameEvaluations { scores: self.scores.clone(), tables: self.tables.clone(), lines })
    }
}

/// Only the clock ends these searches.
struct TimeWatch(Instant);

impl SearchWatch for TimeWatch {
    fn milliseconds(&self) -> f64 {
        1_000.0 * self.0.elapsed().as_secs_f64()
    }
}

fn read_line<G: Notation>(at: &G, text: &str) -> Option<Vec<G::Move>> {
    let mut here = at.clone();
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let mv = here.read_move(word).ok()?;
        moves.push(mv);
        here = here.play(mv);
    }
    Some(moves)
}

#[derive(Clone, Copy, Debug)]
pub struct EvaluationWork<'a> {
    pub limits: SearchLimits,
    pub jobs: NonZeroUsize,
    /// The file that keeps the games; without one they are computed again the next time.
    pub kept_in: Option<&'a Path>,
}

/// Receives the index of a game, its evaluations, and how to print while the progress is shown.
pub type EachEvaluation<'a, G> =
    &'a mut dyn FnMut(usize, GameEvaluations<G>, &ProgressLine) -> Result<(), ProgramError>;

/// Evaluates games, and knows those that are evaluated: in a file they take no memory.
#[derive(Debug)]
pub struct GameEvaluator {
    limits: SearchLimits,
    jobs: NonZeroUsize,
    file: Option<JsonLines>,
    places: HashMap<EvaluationKey, LinePlace>,
    /// What no file keeps.
    computed: HashMap<EvaluationKey, EvaluatedGame>,
}

impl GameEvaluator {
    /// Opens the file, or begins one. No other process can open it until this value is dropped.
    pub fn open(work: EvaluationWork<'_>) -> Result<Self, ProgramError> {
        let mut places = HashMap::new();
        let open = |path| {
            let lines = JsonLines::open::<FileError>(path, BEGINNING, |line| {
                if line.bytes != b"\n" {
                    places.insert(read(path, line)?.key, line.place());
                }
                Ok(())
            });
            lines.map_err(refused)
        };
        let file = work.kept_in.map(open).transpose()?;
        let (limits, jobs) = (work.limits, work.jobs);
        Ok(GameEvaluator { limits, jobs, file, places, computed: HashMap::new() })
    }

    /// Evaluates games with their numbers. Each is handed to `each_game` as soon as it and all
    /// before it are there; `progress` counts positions. What is known is not computed again.
    pub fn evaluate<G: AnalyzedGame>(
        &mut self,
        games: &[(u32, &PlayedGame<G>)],
        progress: &ProgressLine,
        each_game: EachEvaluation<'_, G>,
    ) -> Result<(), ProgramError> {
        let keys: Vec<_> =
            games.iter().map(|(_, game)| EvaluationKey::of(game, self.limits)).collect();
        let (mut seen, mut missing) = (HashSet::new(), Vec::new());
        for (nth, &(_, game)) in games.iter().enumerate() {
            if self.known(&keys[nth], game).is_none() && seen.insert(&keys[nth]) {
                missing.push(nth);
            } else {
                progress.skip(game.positions().len() as u64);
            }
        }
        let mut next = 0;
        let mut hand_on = |known: &mut Self| -> Result<(), ProgramError> {
            while let Some((_, game)) = games.get(next) {
                let Some(evaluations) = known.known(&keys[next], game) else { return Ok(()) };
                each_game(next, evaluations, progress)?;
                next += 1;
            }
            Ok(())
        };
        hand_on(self)?;
        pool::for_each(
            missing.len(),
            self.jobs,
            |job, _| {
                let (number, game) = games[missing[job]];
                EvaluatedGame::compute(number, game, keys[missing[job]].clone())
            },
            |_, evaluated: EvaluatedGame| {
                progress.add(evaluated.scores.len() as u64);
                self.keep(evaluated)?;
                hand_on(self)
            },
        )?;
        match games.get(next) {
            None => Ok(()),
            Some((number, _)) => Err(ProgramError::Failed(format!(
                "game {number}: what was computed cannot be read again; please report it as a \
                 fault of this program"
            ))),
        }
    }

    fn known<G: AnalyzedGame>(
        &mut self,
        key: &EvaluationKey,
        game: &PlayedGame<G>,
    ) -> Option<GameEvaluations<G>> {
        match (self.places.get(key), &mut self.file) {
            (Some(&place), Some(file)) => file.read::<EvaluatedGame>(place).ok()?.evaluations(game),
            _ => self.computed.get(key)?.evaluations(game),
        }
    }

    fn keep(&mut self, evaluated: EvaluatedGame) -> Result<(), ProgramError> {
        let key = evaluated.key.clone();
        match &mut self.file {
            // When this returns, killing the process does not lose it.
            Some(file) => {
                let place = file.append(&evaluated).map_err(refused)?;
                self.places.insert(key, place);
            }
            None => {
                self.computed.insert(key, evaluated);
            }
        }
        Ok(())
    }
}

/// A line of progress that counts the positions of these games.
pub fn progress_line<G: AnalyzedGame>(games: &[(u32, &PlayedGame<G>)]) -> ProgressLine {
    let total: usize = games.iter().map(|(_, game)| game.positions().len()).sum();
    ProgressLine::new(total as u64, "positions")
}
