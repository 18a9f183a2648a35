//! A finished game as journals store it. With its turns it is a [`RecordedGame`]; tables, ratings
//! and plans need only their number: a [`GameResult`].
//!
//! Texts are untrusted when they are read: nothing in them stays hidden, and names are cut
//! (`read_text.rs`).
//!
//! Times are seconds. Names of fields and of enum variants are part of the format: a change needs a
//! new [`VERSION`].

use crate::journal::read_text;
use crate::rules::{
    AnswerForm, AskingMode, DrawnGame, Ending, EndingKind, GameBeginning, GameRemark, OpeningMode,
    Profile, TableAdjudication, TimeControl, Timing, result_text, side_ahead,
};
use crate::schedule::{GameId, Leg, OpeningList, OpeningOrder};
use games::GameName;
use games::board::Side;
use runner::sandbox::SandboxLevel;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use statistics::GameScore;
use std::collections::BTreeMap;

pub const VERSION: u16 = 5;
pub type RecordedGame = StoredGame<Vec<RecordedTurn>>;

/// A game without its moves: they are counted as they are read, and take no memory.
pub type GameResult = StoredGame<Vec<IgnoredAny>>;

/// The results of a contest, by number.
pub type Results = BTreeMap<u32, GameResult>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawRule {
    Half,
    /// It goes to the side with more time left, where the rules of the game say so.
    Time,
}

/// A finished game; the order of the fields is that of the line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredGame<T> {
    pub version: u16,
    /// What is played. Records of checkers do not say it.
    #[serde(default = "checkers", skip_serializing_if = "is_checkers")]
    pub game: GameName,
    pub id: u32,
    /// Two games with one opening and both colors make a pair.
    pub pair: u32,
    /// The round of the tournament, from 1.
    pub round: u32,
    /// The day of the contest, `2026-11-22`; in a tournament the day on which the round was
    /// planned.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "read_text::line_if_any"
    )]
    pub date: Option<String>,
    #[serde(deserialize_with = "read_text::line")]
    pub opening: String,
    /// The opening: the text of its board, rows joined by `/`.
    #[serde(deserialize_with = "read_text::line")]
    pub board: String,
    pub begins: Side,
    pub black: StoredPlayer,
    pub white: StoredPlayer,
    pub profile: Profile,
    /// How the text of answers was read. Records of programs that live do not have it, nor do those
    /// of earlier versions, where the profile decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<AnswerForm>,
    /// The mode of `input.txt` if the game does not begin at the start position; `GAME` in records
    /// that do not say it.
    #[serde(default = "OpeningMode::earlier", skip_serializing_if = "OpeningMode::is_earlier")]
    pub opening_mode: OpeningMode,
    /// Quiet turns that make a draw.
    pub quiet_turns: u32,
    /// Turns after which the game is stopped as drawn.
    pub max_plies: u32,
    pub sandboxed: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<SandboxLevel>,
    /// True if each move had all the time anew and none was recorded.
    pub untimed: bool,
    /// The clock of programs that live; records of checkers do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    pub seed: u64,
    #[serde(default, skip_serializing_if = "OpeningOrder::is_usual")]
    pub opening_order: OpeningOrder,
    /// Which games endgame tables have ended; records of other contests do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudication: Option<TableAdjudication>,
    pub turns: T,
    pub ending: Ending,
    /// Seconds charged for the run that ended the game without a legal move, if one did.
    pub last_charge: Option<f64>,
    /// On turns that count, of a program that ended or wrote otherwise than it should.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<GameRemark>,
    /// The exact fault of the last answer, for people.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "read_text::line_if_any"
    )]
    pub detail: Option<String>,
    /// After a forfeit the file for `referee replay`, as a path from the journal's folder; after an
    /// error of the referee its text.
    #[serde(default, deserialize_with = "read_text::line_if_any")]
    pub evidence: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredPlayer {
    #[serde(deserialize_with = "read_text::name")]
    pub name: String,
    /// The program and its arguments, quoted as for a shell.
    #[serde(deserialize_with = "read_text::line")]
    pub command: String,
    /// SHA-256 of the agent's files, in hexadecimal digits.
    #[serde(deserialize_with = "read_text::line")]
    pub sha256: String,
    /// At the beginning, on the clock.
    pub seconds: f64,
    /// At the end, on the clock.
    pub left: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedTurn {
    /// In the notation of the game: portable draughts notation, with every square named.
    #[serde(deserialize_with = "read_text::line")]
    pub mv: String,
    /// Seconds charged for the move.
    pub charged: f64,
}

/// The game where none is named.
pub const fn checkers() -> GameName {
    GameName::Checkers
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
pub fn is_checkers(game: &GameName) -> bool {
    *game == GameName::Checkers
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRules {
    #[serde(default = "checkers", skip_serializing_if = "is_checkers")]
    pub game: GameName,
    pub profile: Profile,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<AnswerForm>,
    #[serde(default = "OpeningMode::earlier", skip_serializing_if = "OpeningMode::is_earlier")]
    pub opening_mode: OpeningMode,
    pub quiet_turns: u32,
    pub max_plies: u32,
    pub sandboxed: bool,
    pub timing: Timing,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    pub seed: u64,
    #[serde(default, skip_serializing_if = "OpeningOrder::is_usual")]
    pub opening_order: OpeningOrder,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudication: Option<TableAdjudication>,
}

impl GameRules {
    /// How games begin with a list of openings, as a sentence.
    pub fn beginning(&self, openings: &OpeningList) -> String {
        let list = GameBeginning::at_start(openings.is_start_only());
        self.opening_mode.sentence(self.game, list).to_string()
    }

    /// The rules with the form of answers that those of an earlier version do not name.
    #[must_use]
    pub fn with_form(self) -> Self {
        let is_earlier = self.game == GameName::Checkers && self.answers.is_none();
        let earlier = is_earlier.then(|| self.profile.earlier_form());
        GameRules { answers: self.answers.or(earlier), ..self }
    }
}

impl<T> StoredGame<Vec<T>> {
    pub fn rules(&self) -> GameRules {
        let rules = GameRules {
            game: self.game,
            profile: self.profile,
            answers: self.answers,
            opening_mode: self.opening_mode,
            quiet_turns: self.quiet_turns,
            max_plies: self.max_plies,
            sandboxed: self.sandboxed,
            timing: Timing::from_untimed(self.untimed),
            time: self.time,
            seed: self.seed,
            opening_order: self.opening_order,
            adjudication: self.adjudication,
        };
        rules.with_form()
    }

    /// How its agents were asked; `start` is the text of the game's start position.
    pub fn asking(&self, start: &str) -> AskingMode {
        let beginning = GameBeginning::of(self.board.as_str(), start);
        self.opening_mode.asking(beginning, Timing::from_untimed(self.untimed))
    }

    pub const fn player(&self, side: Side) -> &StoredPlayer {
        match side {
            Side::Black => &self.black,
            Side::White => &self.white,
        }
    }

    /// The side that was to move when the game ended.
    pub fn to_move(&self) -> Side {
        let begins = self.begins;
        if self.turns.len().is_multiple_of(2) { begins } else { !begins }
    }

    pub fn is_void(&self) -> bool {
        self.ending.kind() == EndingKind::Void
    }

    /// The winner on the board or by forfeit; `None` if the game is drawn or void.
    pub fn winner(&self) -> Option<Side> {
        self.ending.winner(self.to_move())
    }

    pub fn forfeiter(&self) -> Option<Side> {
        let is_forfeit = self.ending.kind() == EndingKind::Forfeited;
        self.ending.loser(self.to_move()).filter(|_| is_forfeit)
    }

    /// The side with more time left in a drawn game, where the rules of the game give it the win;
    /// `None` if both have the same or the game was not drawn.
    pub fn winner_on_time(&self) -> Option<Side> {
        let is_shared = DrawnGame::of(self.game) == DrawnGame::Shared;
        if self.ending.kind() != EndingKind::Drawn || is_shared {
            return None;
        }
        side_ahead(self.left())
    }

    /// The score of one side; `None` if the game does not count.
    pub fn score(&self, side: Side, rule: DrawRule) -> Option<GameScore> {
        let on_time = || match rule {
            DrawRule::Half => None,
            DrawRule::Time => self.winner_on_time(),
        };
        match self.winner().or_else(on_time) {
            _ if self.is_void() => None,
            Some(winner) if winner == side => Some(GameScore::Win),
            Some(_) => Some(GameScore::Loss),
            None => Some(GameScore::Draw),
        }
    }

    /// The names of the pair's two players; the first one has Black in the pair's first game.
    pub fn pair_names(&self) -> [&str; 2] {
        let [black, white] = self.names();
        match GameId::from_number(self.id as usize).map(GameId::leg) {
            Some(Leg::Second) => [white, black],
            Some(Leg::First) | None => [black, white],
        }
    }

    /// The end of the game as a sentence without a full stop.
    pub fn result_text(&self) -> String {
        let drawn = DrawnGame::of(self.game);
        result_text(self.ending, drawn, self.to_move(), self.left(), self.names())
    }

    /// Black first.
    pub fn names(&self) -> [&str; 2] {
        Side::ALL.map(|side| &*self.player(side).name)
    }

    /// Seconds left at the end, Black first; the same for both if no clock has run.
    pub fn left(&self) -> [f64; 2] {
        let players = Side::ALL.map(|side| self.player(side));
        let has_run = players.iter().any(|player| player.left < player.seconds);
        players.map(|player| if has_run { player.left } else { 0.0 })
    }

    pub fn result(&self) -> GameResult {
        GameResult {
            version: self.version,
            game: self.game,
            id: self.id,
            pair: self.pair,
            round: self.round,
            date: self.date.clone(),
            opening: self.opening.clone(),
            board: self.board.clone(),
            begins: self.begins,
            black: self.black.clone(),
            white: self.white.clone(),
            profile: self.profile,
            answers: self.answers,
            opening_mode: self.opening_mode,
            quiet_turns: self.quiet_turns,
            max_plies: self.max_plies,
            sandboxed: self.sandboxed,
            sandbox: self.sandbox,
            untimed: self.untimed,
            time: self.time,
            seed: self.seed,
            opening_order: self.opening_order,
            adjudication: self.adjudication,
            turns: vec![IgnoredAny; self.turns.len()],
            ending: self.ending,
            last_charge: self.last_charge,
            remarks: self.remarks.clone(),
            detail: self.detail.clone(),
            evidence: self.evidence.clone(),
        }
    }
}

pub fn results_of<'a>(records: impl IntoIterator<Item = &'a RecordedGame>) -> Results {
    records.into_iter().map(|record| (record.id, record.result())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::random::random_record;

    #[test]
    fn the_winner_follows_from_the_ending_and_the_turn() {
        let mut record = random_record(2, Ending::NoMoves);
        record.turns.truncate(4);
        assert_eq!((record.to_move(), record.winner()), (Side::Black, Some(Side::White)));
        record.ending = Ending::Malformed;
        assert_eq!(record.winner(), Some(Side::White), "Black forfeited");
        record.ending = Ending::Repetition;
        assert_eq!((record.winner(), record.winner_on_time()), (None, Some(Side::White)));
        record.white.left = record.black.left;
        assert_eq!(record.winner_on_time(), None);
        for player in [&mut record.black, &mut record.white] {
            player.left = player.seconds;
        }
        record.black.seconds += 10.0;
        record.black.left += 10.0;
        assert_eq!(record.winner_on_time(), None, "more seconds from the beginning win nothing");
        record.white.left -= 1.0;
        assert_eq!(record.winner_on_time(), Some(Side::Black));
        record.ending = Ending::TableDraw;
        assert_eq!(record.winner_on_time(), Some(Side::Black), "drawn, like any other game");
        record.white.left = record.black.left;
        record.ending = Ending::RefereeFault;
        assert_eq!((record.winner(), record.winner_on_time()), (None, None));
    }

    #[test]
    fn the_tables_name_the_winner_whoever_is_to_move() {
        for turns in [3, 4] {
            for winner in Side::ALL {
                let mut record = random_record(2, Ending::TableWin(winner));
                record.turns.truncate(turns);
                assert_eq!((record.winner(), record.forfeiter()), (Some(winner), None));
                let text = record.result_text();
                assert!(text.ends_with(": adjudicated as lost by endgame tables"), "{text}");
            }
        }
    }

    #[test]
    fn a_result_says_the_same_as_its_record() {
        let endings =
            [Ending::NoMoves, Ending::Repetition, Ending::Malformed, Ending::RefereeFault];
        for (seed, ending) in (0..40).zip(endings.into_iter().cycle()) {
            let record = random_record(seed, ending);
            let result = record.result();
            assert_eq!(result.to_move(), record.to_move());
            assert_eq!(result.winner(), record.winner());
            assert_eq!(result.winner_on_time(), record.winner_on_time());
            assert_eq!(result.is_void(), record.is_void());
            assert_eq!(result.pair_names(), record.pair_names());
            assert_eq!(result.result_text(), record.result_text());
        }
    }
}
