//! What our player says of the positions of one game, as it is stored.
//!
//! ```json
//! {"game":1,"moves":"a7…","nodes":10000,"program":"0.1.0 …","scores":[0,12],"tables":["b3"],
//!  "lines":[[14,"11-15 23-19"],[0,"15x24"]]}
//! ```
//!
//! `lines` holds for each position the depth of the search and the best line.

use crate::effort::Effort;
use analysis::{BestLine, Evaluation, Explained, GameEvaluations, PlayedGame, TableVerdict};
use games::Notation;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What an evaluation was made from: two games with the same key have the same evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EvaluationKey {
    /// The beginning of the SHA-256 of board, moves and draw rule, in hexadecimal digits.
    pub moves: String,
    /// The limits of the search of each position.
    #[serde(flatten)]
    pub effort: Effort,
    /// The version of the program, and what its evaluation is made of.
    pub program: String,
}

impl EvaluationKey {
    /// The key of this game.
    pub fn of<G: Explained>(game: &PlayedGame<G>, effort: Effort) -> Self {
        let digest = Sha256::digest(game.identity());
        let moves = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        let identity = G::EVALUATION_IDENTITY;
        let program = format!("{} {identity:016x}", env!("CARGO_PKG_VERSION"));
        EvaluationKey { moves, effort, program }
    }
}

/// The evaluations of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluatedGame {
    /// The game's number where it was evaluated first, for readers of the file.
    pub game: u32,
    /// What it was made from.
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
    /// Searches every position of the game.
    pub fn compute<G: Explained>(number: u32, game: &PlayedGame<G>, key: EvaluationKey) -> Self {
        let effort = key.effort;
        let found = GameEvaluations::of(game, effort.table_bytes(), || effort.control());
        let lines = found.lines.iter().zip(game.positions());
        let lines = lines.map(|(line, at)| (line.depth, line_text(at, line))).collect();
        let (scores, tables) = (found.scores, found.tables);
        EvaluatedGame { game: number, key, scores, tables, lines }
    }

    /// The evaluations; `None` if they do not fit the game: a line that was edited may not.
    pub fn evaluations<G: Explained>(&self, game: &PlayedGame<G>) -> Option<GameEvaluations<G>> {
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

fn line_text<G: Notation>(at: &G, line: &BestLine<G::Move>) -> String {
    let mut here = at.clone();
    let mut words = Vec::new();
    for &mv in &line.moves {
        words.push(here.move_text(mv));
        here = here.play(mv);
    }
    words.join(" ")
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
