//! From a game's plain result to its stored form.

use crate::agent::{Entrant, SandboxMode};
use crate::game::{FinishedGame, GameLimits, PlayedTurn, Timing};
use crate::record::recorded_game::{PlayerRecord, RecordedGame, RecordedTurn, VERSION};
use crate::schedule::{Opening, ScheduledGame, Seed};
use games::board::Side;
use games::checkers::Position;
use games::{Game, Notation};

/// All that is known of a game before its first turn.
#[derive(Clone, Copy, Debug)]
pub struct GameSetup<'a> {
    /// Number and colors.
    pub game: &'a ScheduledGame,
    /// Where it begins.
    pub opening: &'a Opening,
    /// The players, Black first.
    pub players: [&'a Entrant; 2],
    /// The day, as records have it.
    pub date: Option<&'a str>,
    /// Rules and limits.
    pub limits: GameLimits,
    /// Whether the clocks are at stake.
    pub timing: Timing,
    /// Whether the agents run in a sandbox.
    pub sandbox_mode: SandboxMode,
    /// The seed of the schedule.
    pub seed: Seed,
}

impl GameSetup<'_> {
    /// The record of the game, played to its end, without evidence.
    pub fn record(&self, finished: &FinishedGame) -> RecordedGame {
        let player = |side: Side| {
            let entrant = self.players[side.index()];
            PlayerRecord {
                name: entrant.agent.name.clone(),
                command: entrant.agent.command(),
                sha256: entrant.agent.sha256.clone(),
                seconds: entrant.clock.as_secs_f64(),
                left: finished.left[side.index()].as_secs_f64(),
            }
        };
        RecordedGame {
            version: VERSION,
            id: self.game.number(),
            pair: self.game.id.pair() as u32,
            round: self.game.round,
            date: self.date.map(str::to_string),
            opening: self.opening.name.clone(),
            board: self.opening.position.rows_text('/'),
            begins: self.opening.position.side_to_move().into(),
            black: player(Side::Black),
            white: player(Side::White),
            profile: self.limits.profile,
            quiet_turns: self.limits.quiet_turns,
            max_plies: self.limits.plies,
            sandboxed: self.sandbox_mode == SandboxMode::On,
            sandbox: Some(self.sandbox_mode.level()),
            untimed: self.timing == Timing::Untimed,
            seed: self.seed.0,
            turns: recorded_turns(self.opening.position, &finished.turns),
            ending: finished.ending,
            last_charge: finished.last_charge.map(|charge| charge.as_secs_f64()),
            detail: None,
            evidence: None,
        }
    }
}

/// The turns in portable draughts notation, with seconds.
fn recorded_turns(start: Position, turns: &[PlayedTurn]) -> Vec<RecordedTurn> {
    let mut position = start;
    let record = |turn: &PlayedTurn| {
        let mv = position.move_text(turn.mv);
        position = position.play(turn.mv);
        RecordedTurn { mv, charged: turn.charge.as_secs_f64() }
    };
    turns.iter().map(record).collect()
}
