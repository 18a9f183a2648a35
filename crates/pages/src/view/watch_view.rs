//! The JSON of the page of a match while it is played.
//!
//! Names, endings and messages come from agents and from files: they are text, never markup. Times
//! are seconds; a moment is counted from the beginning of 1970 (Unix time), so that the page counts
//! clocks down by itself and a page that is loaded later shows the same.

use games::GameName;
use games::board::Side;
use serde::Serialize;

/// A match, as far as it has been played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WatchView {
    pub title: String,
    pub state: MatchState,
    /// Games that are finished and count.
    pub done: usize,
    /// Games of the whole match, if that is known.
    pub planned: Option<usize>,
    /// The expected end of the match: Unix time.
    pub ends: Option<f64>,
    pub boards: Vec<LiveBoard>,
    /// False for a tournament, which has more than two players.
    pub is_match: bool,
    /// True if drawn games are won by the side with more time left, so that the course's points
    /// differ from those on the board.
    pub draws_go_to_time: bool,
    /// Seconds of what the clocks count: `CPU s` or `wall s`.
    pub clock_unit: &'static str,
    /// The players, the best first.
    pub standings: Vec<StandingRow>,
    /// Games that were forfeited, by agent and cause, the most frequent first.
    pub forfeits: Vec<ForfeitView>,
    /// The finished games of the highest numbers, the highest first.
    pub latest: Vec<FinishedView>,
    /// Games that do not count, because the referee failed.
    pub void: Vec<u32>,
    pub message: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MatchState {
    Waiting,
    Playing,
    Finished,
    /// The referee has ended before the match was over.
    Interrupted,
    /// There are games, but no file that says how many are to come.
    Unknown,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LiveBoard {
    pub id: u32,
    pub opening: String,
    /// Black, then White.
    pub names: [String; 2],
    pub game: GameName,
    /// The board, as of `BoardGame::letters`.
    pub letters: String,
    pub to_move: Side,
    /// The number of its turn, from 1.
    pub turn: u32,
    /// CPU time left to Black and White when the side to move got its request.
    pub left: [f64; 2],
    /// The time when the side to move got its request: Unix time. While the match is played, its
    /// clock has run since then.
    pub asked: f64,
    pub last_move: Option<String>,
    pub last: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StandingRow {
    /// Text, never markup.
    pub name: String,
    /// Games that count.
    pub games: u64,
    pub wins: u64,
    /// On the board.
    pub draws: u64,
    pub losses: u64,
    /// Points on the board: a draw is half a point.
    pub points: f64,
    /// The course's points: a drawn game is won by the side with more time left.
    pub course: f64,
    /// The mean of the games in which a clock ran.
    pub seconds: Option<f64>,
    pub forfeits: u64,
    /// As in the referee's own tables: in a match the difference in Elo to the other player, in a
    /// tournament the rating; with its 95 % interval: value, low, high; `null` where there is no
    /// number.
    pub elo: [Option<f64>; 3],
}

/// Games that one agent has forfeited for one cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ForfeitView {
    pub agent: String,
    pub cause: String,
    pub count: usize,
    /// The highest numbers of these games, the highest first.
    pub games: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FinishedView {
    pub id: u32,
    /// Black, then White.
    pub names: [String; 2],
    pub winner: Option<Side>,
    pub ending: String,
    pub turns: usize,
}
