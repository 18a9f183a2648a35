//! A game with its moves: made from a [`FinishedGame`], and replayed.

use crate::journal::stored_game::{RecordedGame, RecordedTurn, StoredPlayer, VERSION};
use crate::players::Entrant;
use crate::rules::EndingKind;
use crate::rules::GameLimits;
use crate::rules::Refereed;
use crate::rules::TimeControl;
use crate::rules::Timing;
use crate::rules::{FinishedGame, PlayedTurn};
use crate::schedule::ScheduledGame;
use crate::schedule::{BoardTextError, Opening, Seed, read_board};
use games::board::Side;
use games::{GameName, Named};
use runner::sandbox::SandboxMode;
use std::path::Path;

/// All that is known of a game before its first turn.
#[derive(Clone, Copy, Debug)]
pub struct GameSetup<'a> {
    pub game: &'a ScheduledGame,
    pub opening: &'a Opening,
    /// Black first.
    pub players: [&'a Entrant; 2],
    /// `2026-11-22`, the day in the record.
    pub date: Option<&'a str>,
    pub limits: GameLimits,
    pub timing: Timing,
    pub time: Option<TimeControl>,
    pub sandbox_mode: SandboxMode,
    pub seed: Seed,
}

impl GameSetup<'_> {
    /// Records the finished game, without evidence.
    pub fn record<G: Refereed + Named>(
        &self,
        start: &G,
        finished: &FinishedGame<G>,
    ) -> RecordedGame {
        let player = |side: Side| {
            let entrant = self.players[side.index()];
            StoredPlayer {
                name: entrant.agent.name.as_str().into(),
                command: entrant.agent.command(),
                sha256: entrant.agent.sha256.as_str().into(),
                seconds: entrant.clock.as_secs_f64(),
                left: finished.left[side.index()].as_secs_f64(),
            }
        };
        RecordedGame {
            version: VERSION,
            game: G::NAME,
            id: self.game.number(),
            pair: self.game.id.pair() as u32,
            round: self.game.round,
            date: self.date.map(Into::into),
            opening: self.opening.name.as_str().into(),
            board: self.opening.board.as_str().into(),
            begins: self.opening.begins.into(),
            black: player(Side::Black),
            white: player(Side::White),
            profile: self.limits.profile,
            quiet_turns: self.limits.quiet_turns,
            max_plies: self.limits.plies,
            sandboxed: self.sandbox_mode == SandboxMode::On,
            sandbox: Some(self.sandbox_mode.level()),
            untimed: self.timing == Timing::Untimed,
            time: self.time,
            seed: self.seed.0,
            turns: recorded_turns(start, &finished.turns),
            ending: finished.ending,
            last_charge: finished.last_charge.map(|charge| charge.as_secs_f64()),
            detail: None,
            evidence: None,
        }
    }
}

/// The turns in the notation of the game, with seconds.
fn recorded_turns<G: Refereed>(start: &G, turns: &[PlayedTurn<G::Move>]) -> Vec<RecordedTurn> {
    let mut position = start.clone();
    let record = |turn: &PlayedTurn<G::Move>| {
        let mv = position.move_text(turn.mv);
        position = position.play(turn.mv);
        RecordedTurn { mv, charged: turn.charge.as_secs_f64() }
    };
    turns.iter().map(record).collect()
}

/// The record cannot be replayed: it was edited, or another version of the rules wrote it. Turns
/// count from 1.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The opening is not a valid board.
    #[error("game {id}: its opening: {error}")]
    Board { id: u32, error: BoardTextError },
    /// Who reads it knows another game alone.
    #[error("game {id} is a game of {found}, and only {wanted} is read here")]
    OtherGame { id: u32, found: GameName, wanted: GameName },
    #[error("game {id}, turn {turn}: {error}")]
    Move { id: u32, turn: usize, error: games::NotationError },
}

impl RecordedGame {
    /// The record with its evidence as a path from the current directory; `folder` is the
    /// journal's.
    #[must_use]
    pub fn with_evidence_in(mut self, folder: &Path) -> Self {
        if self.ending.kind() == EndingKind::Forfeited {
            let from_here = |evidence: String| folder.join(evidence).display().to_string();
            self.evidence = self.evidence.map(from_here);
        }
        self
    }

    /// The positions of the game, the opening first.
    pub fn positions<G: Refereed + Named>(&self) -> Result<Vec<G>, ReplayError> {
        let id = self.id;
        if self.game != G::NAME {
            return Err(ReplayError::OtherGame { id, found: self.game, wanted: G::NAME });
        }
        let start = read_board(&self.board, self.begins.into());
        let mut last: G = start.map_err(|error| ReplayError::Board { id, error })?;
        let mut positions = vec![last.clone()];
        for (turn, played) in (1..).zip(&self.turns) {
            let mv = last.read_move(&played.mv);
            last = last.play(mv.map_err(|error| ReplayError::Move { id, turn, error })?);
            positions.push(last.clone());
        }
        Ok(positions)
    }

    /// The board on which the game ended.
    pub fn last_position<G: Refereed + Named>(&self) -> Result<G, ReplayError> {
        let mut positions = self.positions()?;
        Ok(positions.swap_remove(positions.len() - 1))
    }
}

#[cfg(test)]
mod tests {
    use crate::journal::random::random_record;
    use crate::rules::Ending;
    use games::checkers::Position;

    #[test]
    fn a_record_replays_by_the_rules_or_says_where_it_does_not() {
        for seed in 0..50 {
            let record = random_record(seed, Ending::MaxPlies);
            let positions = record.positions::<Position>().expect("it followed the rules");
            assert_eq!(positions.len(), record.turns.len() + 1);
        }
        let mut record = random_record(3, Ending::MaxPlies);
        record.turns[2].mv = "1-32".to_string();
        let error = record.positions::<Position>().expect_err("not legal").to_string();
        assert!(error.starts_with("game 3, turn 3: 1-32 is not legal here"), "{error}");
    }
}
