//! A game with its moves: made from a [`FinishedGame`], and replayed.

use crate::error::JournalError;
use crate::journal::stored_game::{GameRules, RecordedGame, RecordedTurn, StoredPlayer, VERSION};
use crate::players::Participant;
use crate::rules::{
    AnswerForm, AskingMode, EndingKind, FinishedGame, GameBeginning, GameLimits, OpeningMode,
    PlayedTurn, Refereed, ReplyRules, TableAdjudication, TimeControl, Timing,
};
use crate::schedule::{Opening, OpeningOrder, ScheduledGame, Seed, read_board};
use games::board::Side;
use games::{Game, GameLine, GameName, Named};
use runner::sandbox::SandboxMode;
use std::path::Path;
use std::time::Duration;

/// What is the same in all games of a contest.
#[derive(Clone, Copy, Debug)]
pub struct GameConditions {
    pub game: GameName,
    pub limits: GameLimits,
    pub timing: Timing,
    /// The mode of `input.txt` in games that do not begin at the start position.
    pub opening_mode: OpeningMode,
    /// The clock of programs that live; `None` where the profile says how time is counted.
    pub time: Option<TimeControl>,
    pub sandbox_mode: SandboxMode,
    pub seed: Seed,
    pub opening_order: OpeningOrder,
    /// Which games endgame tables end.
    pub adjudication: Option<TableAdjudication>,
}

impl GameConditions {
    pub fn of_rules(rules: GameRules, sandbox_mode: SandboxMode) -> Self {
        let GameRules { game, profile, answers, opening_mode, quiet_turns, timing, time, .. } =
            rules;
        let replies = ReplyRules { profile, answers: answers.unwrap_or_default() };
        let limits = GameLimits { replies, quiet_turns, plies: rules.max_plies };
        let (seed, opening_order) = (Seed(rules.seed), rules.opening_order);
        GameConditions {
            game,
            limits,
            timing,
            opening_mode,
            time,
            sandbox_mode,
            seed,
            opening_order,
            adjudication: rules.adjudication,
        }
    }

    pub fn rules(&self) -> GameRules {
        GameRules {
            game: self.game,
            profile: self.limits.replies.profile,
            answers: self.answers(),
            opening_mode: self.opening_mode,
            quiet_turns: self.limits.quiet_turns,
            max_plies: self.limits.plies,
            sandboxed: self.sandbox_mode == SandboxMode::On,
            timing: self.timing,
            time: self.time,
            seed: self.seed.0,
            opening_order: self.opening_order,
            adjudication: self.adjudication,
        }
    }

    /// How agents are asked in a game that begins here.
    pub fn asking<G: Game>(&self, start: &G) -> AskingMode {
        let beginning = GameBeginning::of(&start.key(), &G::start().key());
        self.opening_mode.asking(beginning, self.timing)
    }

    /// How the text of answers is read; `None` where programs announce their moves.
    fn answers(&self) -> Option<AnswerForm> {
        (self.game == GameName::Checkers).then_some(self.limits.replies.answers)
    }

    /// Records a game from its first board to its end, as one of the first round, without a date.
    pub fn record<G: Refereed + Named>(
        &self,
        id: u32,
        opening: &Opening,
        [black, white]: [StoredPlayer; 2],
        (start, finished): (&G, &FinishedGame<G>),
    ) -> RecordedGame {
        RecordedGame {
            version: VERSION,
            game: G::NAME,
            id,
            pair: id.div_ceil(2),
            round: 1,
            date: None,
            opening: opening.name.clone(),
            board: opening.board.clone(),
            begins: opening.begins,
            black,
            white,
            profile: self.limits.replies.profile,
            answers: self.answers(),
            opening_mode: self.opening_mode,
            quiet_turns: self.limits.quiet_turns,
            max_plies: self.limits.plies,
            sandboxed: self.sandbox_mode == SandboxMode::On,
            sandbox: Some(self.sandbox_mode.level()),
            untimed: self.timing == Timing::Untimed,
            time: self.time,
            seed: self.seed.0,
            opening_order: self.opening_order,
            adjudication: self.adjudication,
            turns: recorded_turns(start, &finished.turns),
            ending: finished.ending,
            last_charge: finished.last_charge.map(|charge| charge.as_secs_f64()),
            remarks: finished.remarks.clone(),
            detail: None,
            evidence: None,
        }
    }
}

/// All that is known of a game before its first turn.
#[derive(Clone, Copy, Debug)]
pub struct GameSetup<'a> {
    pub game: &'a ScheduledGame,
    pub opening: &'a Opening,
    /// Black first.
    pub players: [&'a Participant; 2],
    /// `2026-11-22`, the day in the record.
    pub date: Option<&'a str>,
    pub conditions: GameConditions,
}

impl GameSetup<'_> {
    /// Records the finished game, without evidence.
    pub fn record<G: Refereed + Named>(
        &self,
        start: &G,
        finished: &FinishedGame<G>,
    ) -> RecordedGame {
        let player =
            |side: Side| StoredPlayer::of(self.players[side.index()], finished.left[side.index()]);
        let players = [player(Side::Black), player(Side::White)];
        let id = self.game.number();
        let record = self.conditions.record(id, self.opening, players, (start, finished));
        RecordedGame { round: self.game.round, date: self.date.map(Into::into), ..record }
    }
}

impl StoredPlayer {
    /// A player with the time left at the end.
    pub fn of(participant: &Participant, left: Duration) -> Self {
        let agent = &participant.agent;
        StoredPlayer {
            name: agent.name.clone(),
            command: agent.command(),
            sha256: agent.sha256.clone(),
            seconds: participant.clock.as_secs_f64(),
            left: left.as_secs_f64(),
        }
    }
}

/// The turns in the notation of the game, with seconds.
fn recorded_turns<G: Refereed>(start: &G, turns: &[PlayedTurn<G::Move>]) -> Vec<RecordedTurn> {
    let mut position = start.clone();
    turns
        .iter()
        .map(|turn| {
            let mv = position.move_text(turn.mv);
            position = position.play(turn.mv);
            RecordedTurn { mv, charged: turn.charge.as_secs_f64() }
        })
        .collect()
}

impl RecordedGame {
    /// The record with its evidence as a path from the current directory; `folder` is the
    /// journal's.
    #[must_use]
    pub fn with_evidence_in(mut self, folder: &Path) -> Self {
        if self.ending.kind() == EndingKind::Forfeited {
            self.evidence =
                self.evidence.map(|evidence| folder.join(evidence).display().to_string());
        }
        self
    }

    /// The game from its first board on.
    ///
    /// # Errors
    /// The record was edited, or another version of the rules wrote it.
    pub fn line<G: Refereed + Named>(&self) -> Result<GameLine<G>, JournalError> {
        let Self { id, game, .. } = self;
        if *game != G::NAME {
            let problem = format!("is a game of {game}, and only {} is read here", G::NAME);
            return Err(JournalError::Text(format!("game {id} {problem}")));
        }
        let start: G = read_board(&self.board, self.begins)
            .map_err(|error| JournalError::Text(format!("game {id}: its opening: {error}")))?;
        let mut line = GameLine::starting_at(start);
        for (turn, played) in (1..).zip(&self.turns) {
            let mv = line.position().read_move(&played.mv);
            line.play(
                mv.map_err(|error| JournalError::Text(format!("game {id}, turn {turn}: {error}")))?,
            );
        }
        Ok(line)
    }

    /// The positions of the game, the opening first.
    pub fn positions<G: Refereed + Named>(&self) -> Result<Vec<G>, JournalError> {
        Ok(self.line()?.positions().to_vec())
    }

    pub fn last_position<G: Refereed + Named>(&self) -> Result<G, JournalError> {
        Ok(self.line::<G>()?.position().clone())
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
