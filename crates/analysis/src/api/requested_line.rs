//! A line of moves that a request names, played by the rules.

use crate::api::caller::ApiError;
use crate::review::played_game::PlayedGame;
use crate::values::analyzed_game::AnalyzedGame;
use games::checkers::rules::QuietTurnRule;
use games::{GameLine, GameName, Notation};
use serde::{Deserialize, Serialize};

/// The most moves of a line.
pub const MOST_MOVES: usize = 5_000;

/// A game up to some position, as text.
#[derive(Clone, Debug, Deserialize)]
pub struct LineText {
    pub game: GameName,
    /// The first position; without one, that in which games begin.
    #[serde(default)]
    pub start: Option<String>,
    #[serde(default)]
    pub moves: Vec<String>,
    #[serde(default)]
    pub draw_rule: QuietTurnRule,
}

/// A line as far as its moves are legal.
#[derive(Clone, Debug)]
pub struct RequestedLine<G: AnalyzedGame> {
    pub played: PlayedGame<G>,
    /// The first move that is not.
    pub wrong: Option<WrongMove>,
}

#[derive(Clone, Debug, Serialize)]
pub struct WrongMove {
    /// Counted from 1.
    pub ply: usize,
    pub message: String,
}

impl LineText {
    /// Plays the moves up to the first that is not legal.
    pub fn read<G: AnalyzedGame>(&self) -> Result<RequestedLine<G>, ApiError> {
        if self.moves.len() > MOST_MOVES {
            let many = self.moves.len();
            return Err(ApiError::new(format!(
                "the line has {many} moves; there can be at most {MOST_MOVES}"
            )));
        }
        let start = match &self.start {
            None => G::start(),
            Some(text) => G::read_start(text).map_err(ApiError::new)?,
        };
        let (mut here, mut moves, mut wrong) = (start.clone(), Vec::new(), None);
        for (text, ply) in self.moves.iter().zip(1..) {
            match here.read_printed(text) {
                Ok(mv) if here.outcome().is_none() => {
                    moves.push(mv);
                    here = here.play(mv);
                }
                other => {
                    let message = match other {
                        Err(error) if !legal_moves(&here).is_empty() => error.to_string(),
                        _ => format!("{text} comes after the end of the game"),
                    };
                    wrong = Some(WrongMove { ply, message });
                    break;
                }
            }
        }
        Ok(RequestedLine { played: PlayedGame::under(self.draw_rule, start, moves), wrong })
    }

    pub fn whole<G: AnalyzedGame>(&self) -> Result<PlayedGame<G>, ApiError> {
        let line = self.read()?;
        match line.wrong {
            None => Ok(line.played),
            Some(WrongMove { ply, message }) => {
                Err(ApiError::new(format!("move {ply} of the line: {message}")))
            }
        }
    }
}

pub fn last<G: AnalyzedGame>(game: &PlayedGame<G>) -> &G {
    &game.positions()[game.moves().len()]
}

/// A line of moves from a position, each in the notation of the game.
pub fn texts<G: Notation>(position: &G, moves: &[G::Move]) -> Vec<String> {
    GameLine::of_moves(position.clone(), moves.iter().copied()).texts()
}

pub fn paths<G: AnalyzedGame>(moves: &[G::Move]) -> Vec<Vec<String>> {
    moves.iter().map(|&mv| G::path(mv)).collect()
}

/// All legal moves; none where the board shows that the game is over.
pub fn legal_moves<G: AnalyzedGame>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if position.outcome().is_none() {
        position.legal_moves(&mut moves);
    }
    moves
}
