//! The game so far: positions and clocks.
//!
//! `playdata.txt` is believed only if it fits the rules: each of its boards must follow from the
//! one before by a legal move that neither captures nor crowns, and today's board from the last one
//! by any legal move of the opponent. Otherwise it belongs to another game and is set aside.

use crate::homework::first_move::{is_an_opening, may_begin_a_game};
use crate::playdata::{self, PlayData};
use crate::time::{CpuClock, Observed, OpponentClock, Overhead, OwnTurn, OwnTurns, machine_time};
use formats::Request;
use games::checkers::{Move, Position};
use games::{Finality, Game};
use search::{KeyHistory, Score, TableSnapshot};
use std::time::Duration;

/// The game so far, up to the position in which we are to move.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The positions since the last capture or crowning; today's is the last.
    positions: Vec<Position>,
    finalities: Vec<Finality>,
    /// Our clock at earlier moves.
    turns: OwnTurns,
    opponent: OpponentClock,
    /// The score of a draw: in our last search, and then in this one.
    draw: Score,
    /// Our clock before this move.
    remaining: Duration,
    /// Left by the search for our last move.
    pub snapshot: TableSnapshot,
    pub file: PlayDataFile,
}

/// Nearness to a draw by repetition, the nearest last. A side cannot repeat the board alone, but it
/// can repeat its own pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Nearness {
    /// The number of positions since the last capture or crowning with the same board.
    pub board: usize,
    /// The number of positions since then in which our own pieces stood like this.
    pub own_pieces: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayDataFile {
    /// It can be written, as far as is known.
    Usable,
    /// Something else has the name: a directory, a pipe. A warning was printed.
    Blocked,
}

impl GameRecord {
    /// A game known by this request alone: it begins with this move, or the beginning is lost.
    pub fn beginning(request: &Request) -> Self {
        GameRecord {
            positions: vec![request.position],
            finalities: Vec::new(),
            turns: OwnTurns::default(),
            opponent: opponent_at_first_sight(request),
            draw: Score::DRAW,
            remaining: request.remaining,
            snapshot: playdata::no_snapshot(),
            file: PlayDataFile::Usable,
        }
    }

    /// The game of `playdata`, at the time `now` by `machine_time`; `None` if today's position does
    /// not follow from it.
    pub fn continued(playdata: PlayData, request: &Request, now: Duration) -> Option<Self> {
        let today = request.position;
        if playdata.side != today.side_to_move() {
            return None;
        }
        let PlayData {
            mut positions, asked, mut turns, mut opponent, mut left_at, snapshot, ..
        } = playdata;
        let remaining = request.remaining;
        if turns.last().is_some_and(|turn| remaining > turn.left) {
            // A new game that begins like the one we remember: no opponent has waited for it yet.
            opponent = opponent_at_first_sight(request);
            turns = OwnTurns::default();
            left_at = None;
        }
        let draw = Score::from_eval(playdata.draw);
        let before_ours = asked.or_else(|| positions.iter().rev().nth(1).copied());
        if before_ours == Some(today) {
            // The same request again: an earlier run answered, and its answer was not played.
            positions.truncate(positions.len().saturating_sub(2));
            turns.pop();
            if positions.is_empty() {
                let beginning = GameRecord::beginning(request);
                return Some(GameRecord { turns, opponent, draw, snapshot, ..beginning });
            }
        } else if let Some(left_at) = left_at {
            opponent = opponent.after_wait(left_at, now);
        }
        let mut finalities = Vec::with_capacity(positions.len());
        for pair in positions.windows(2) {
            finalities.push(link(&pair[0], &pair[1]).filter(|&f| f != Finality::Resetting)?);
        }
        match link(positions.last()?, &today)? {
            Finality::Resetting => {
                positions.clear();
                finalities.clear();
            }
            quiet => finalities.push(quiet),
        }
        positions.push(today);
        let file = PlayDataFile::Usable;
        Some(GameRecord { positions, finalities, turns, opponent, draw, remaining, snapshot, file })
    }

    pub fn history(&self) -> KeyHistory {
        let mut history = KeyHistory::starting_at(&self.positions[0], 0).valuing_draws(self.draw);
        for (next, &finality) in self.positions[1..].iter().zip(&self.finalities) {
            history.played(next, finality);
        }
        history
    }

    /// The nearness to a draw by repetition after this move of ours.
    pub fn nearness_to_repetition(&self, mv: Move) -> Nearness {
        let today = self.positions[self.positions.len() - 1];
        if today.converts(mv) {
            return Nearness::default();
        }
        let (us, next) = (today.side_to_move(), today.play(mv));
        let earlier = self.positions.iter();
        Nearness {
            board: earlier.clone().filter(|&&earlier| earlier == next).count(),
            own_pieces: earlier.filter(|earlier| earlier.pieces(us) == next.pieces(us)).count(),
        }
    }

    /// The referee's recent charge for a move beyond our own measurement.
    pub fn overhead(&self) -> Overhead {
        self.turns.overhead(self.remaining)
    }

    /// The CPU time of the start of a move, at most, as the latest ones show it.
    pub fn start_at_most(&self) -> Duration {
        self.turns.least_used().unwrap_or(TYPICAL_START)
    }

    /// The CPU time that this move may use for what each move is charged.
    pub fn free_time(&self) -> Duration {
        self.turns.free_time(self.remaining)
    }

    /// The opponent's clock as far as this move may rely on it: a game that begins in the middle is
    /// perhaps one whose file is lost before each move.
    pub fn opponent_seen_from(&self, request: &Request) -> OpponentClock {
        if self.opponent.waits.count > 0 || is_an_opening(&request.position) {
            self.opponent
        } else {
            OpponentClock { observed: Observed::PartOfGame, ..self.opponent }
        }
    }

    /// The certainty that we have more time left than the opponent, from -1 to 1.
    pub fn lead(&self) -> f64 {
        self.opponent.lead(self.remaining)
    }

    /// Sets the score of a draw. A snapshot of a search that valued draws otherwise is dropped.
    pub fn value_draws(&mut self, worth: Score) {
        if self.draw != worth {
            self.draw = worth;
            self.snapshot.clear();
        }
    }

    /// The data for the next move, once we have played `mv`.
    pub fn after(self, request: &Request, mv: Move, clock: &CpuClock) -> PlayData {
        let today = request.position;
        let GameRecord { mut positions, mut turns, mut opponent, draw, snapshot, .. } = self;
        let mut asked = None;
        if today.finality(mv) == Finality::Resetting {
            positions.clear();
            asked = Some(today);
        }
        positions.push(today.play(mv));
        // A clock that shows nothing is no clock: it could not be read, or the game is over.
        if !self.remaining.is_zero() {
            turns.push(OwnTurn { left: self.remaining, used: clock.shown() });
        }
        opponent.own_cpu = opponent.own_cpu.with(clock.own_cpu());
        let (side, left_at, draw) = (today.side_to_move(), Some(machine_time()), draw.units());
        PlayData { side, positions, asked, turns, opponent, left_at, draw, snapshot }
    }
}

/// The start of a process on the usual machine.
const TYPICAL_START: Duration = Duration::from_millis(1);

/// The opponent's clock before we have waited for it.
fn opponent_at_first_sight(request: &Request) -> OpponentClock {
    if may_begin_a_game(request) {
        OpponentClock::unseen(request.remaining)
    } else {
        OpponentClock::unknown(request.remaining)
    }
}

/// The move that leads from one position to the other, as the draw rules see it; `None` if there is
/// no such legal move.
fn link(from: &Position, to: &Position) -> Option<Finality> {
    let moves = from.move_list();
    let mv = moves.into_iter().find(|&mv| from.play(mv) == *to)?;
    Some(from.finality(mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::OpponentWaits;
    use evaluation::checkers::EVALUATION_IDENTITY;
    use formats::Play;
    use games::Walker;

    const NOW: Duration = Duration::from_secs(6);

    fn request(position: Position, left: f64) -> Request {
        Request { play: Play::Game, remaining: Duration::from_secs_f64(left), position }
    }

    /// A game is continued exactly if each board follows from the one before.
    #[test]
    fn a_file_is_believed_only_if_today_follows_from_it() {
        for seed in 0..100 {
            let positions = Walker::new(seed).game(Position::start(), 1 + seed as usize % 40);
            let (today, before) = positions.split_last().expect("a game has positions");
            let Some(after_ours) = before.last() else { continue };
            let playdata = |positions| PlayData::of(today.side_to_move(), positions);
            let request = request(*today, 1.0);
            let known = GameRecord::continued(playdata(vec![*after_ours]), &request, NOW)
                .expect("it follows");
            assert_eq!(known.positions.last(), Some(today));
            let other = Position::start().play(legal_move(&Position::start()));
            if link(&other, today).is_none() {
                assert_eq!(GameRecord::continued(playdata(vec![other]), &request, NOW), None);
            }
            let gap = [before[0], *after_ours];
            let linked = link(&gap[0], &gap[1]).is_some_and(|f| f != Finality::Resetting);
            let found = GameRecord::continued(playdata(gap.to_vec()), &request, NOW).is_some();
            assert_eq!(found, linked);
            assert_eq!(GameRecord::continued(playdata(Vec::new()), &request, NOW), None);
        }
    }

    #[test]
    fn a_repeated_run_knows_what_came_before() {
        let quiet = |positions: &Vec<Position>| {
            let mut links = positions.windows(2).map(|pair| link(&pair[0], &pair[1]));
            links.all(|link| link.is_some_and(|finality| finality != Finality::Resetting))
        };
        let mut games = (0..).map(|seed| Walker::new(seed).game(Position::start(), 6));
        let positions = games.find(quiet).expect("some game begins quietly");
        let today = positions[4];
        let half = Duration::from_millis(500);
        let playdata = PlayData {
            turns: [2.0, 1.5]
                .into_iter()
                .map(|left| OwnTurn { left: Duration::from_secs_f64(left), used: half })
                .collect(),
            opponent: OpponentClock {
                waits: OpponentWaits::default().with(half, 4 * half),
                ..OpponentClock::unseen(4 * half)
            },
            left_at: Some(Duration::from_secs(5)),
            draw: 16,
            ..PlayData::of(today.side_to_move(), positions[..=5].to_vec())
        };
        let game = GameRecord::continued(playdata, &request(today, 1.5), NOW).expect("asked again");
        assert_eq!(game.positions, positions[..=4]);
        assert_eq!(game.turns.len(), 1);
        assert_eq!(game.opponent.waits.count, 1, "who asks again is not the opponent");
    }

    #[test]
    fn a_repeated_run_after_a_capture_knows_the_clocks() {
        let (today, capture) = (0..)
            .flat_map(|seed| Walker::new(seed).game(Position::start(), 12))
            .find_map(|position| {
                let moves = position.move_list();
                moves.into_iter().find(|&mv| mv.is_jump()).map(|mv| (position, mv))
            })
            .expect("some game has a capture");
        let asked = request(today, 1.5);
        let begun = GameRecord::beginning(&request(Position::start(), 2.0));
        let game = GameRecord { positions: vec![today], remaining: asked.remaining, ..begun };
        let known = game.opponent;
        let playdata = game.after(&asked, capture, &CpuClock::start());
        let written = playdata.clone().into_bytes().expect("possible values");
        let playdata = PlayData::parse(written).expect("our own text");
        let again = GameRecord::continued(playdata, &asked, machine_time()).expect("asked again");
        assert_eq!(again.positions, [today]);
        assert_eq!((again.turns.len(), again.opponent.initial), (0, known.initial));
        assert_eq!(again.opponent.observed, known.observed);
    }

    #[test]
    fn a_clock_that_went_up_begins_a_game_without_waits() {
        let positions = Walker::new(7).game(Position::start(), 3);
        let today = request(positions[2], 2.0);
        let half = Duration::from_millis(500);
        let seen = |left| {
            let turn = OwnTurn { left: Duration::from_secs_f64(left), used: half };
            let playdata = PlayData {
                turns: [turn].into_iter().collect(),
                opponent: OpponentClock::unseen(4 * half),
                left_at: Some(NOW - half),
                ..PlayData::of(positions[2].side_to_move(), vec![positions[1]])
            };
            let game = GameRecord::continued(playdata, &today, NOW).expect("it follows");
            (game.turns.len(), game.opponent.waits.count)
        };
        assert_eq!(seen(2.5), (1, 1));
        assert_eq!(seen(1.5), (0, 0));
    }

    /// Its form on disk is tested in `playdata.rs`.
    #[test]
    fn a_clock_that_is_unknown_at_first_sight_stays_so() {
        let positions = Walker::new(7).game(Position::start(), 40);
        let game = GameRecord::beginning(&request(positions[39], 71.25));
        assert_eq!(game.opponent, OpponentClock::unknown(Duration::from_millis(71_250)));
        assert_eq!(game.lead(), 0.0);
        let today = request(positions[39], 71.25);
        let reply = Walker::new(8).step(&positions[39]).expect("a move");
        let playdata = game.after(&today, reply, &CpuClock::start());
        let after = positions[39].play(reply);
        let next = request(after.play(legal_move(&after)), 70.0);
        let game = GameRecord::continued(playdata, &next, machine_time()).expect("it follows");
        assert_eq!((game.opponent.observed, game.opponent.waits.count), (Observed::PartOfGame, 1));
        assert_eq!(game.lead(), 0.0);
    }

    #[test]
    fn a_snapshot_lasts_as_long_as_the_score_of_a_draw() {
        let mut game = GameRecord::beginning(&request(Position::start(), 1.0));
        let snapshot = TableSnapshot::from_bytes(vec![1; 24], EVALUATION_IDENTITY);
        game.snapshot = snapshot.clone();
        game.value_draws(Score::DRAW);
        assert_eq!((game.draw, &game.snapshot), (Score::DRAW, &snapshot));
        let another = Score::from_eval(40);
        game.value_draws(another);
        assert_eq!((game.draw, &game.snapshot), (another, &playdata::no_snapshot()));
        game.snapshot = snapshot.clone();
        game.value_draws(another);
        assert_eq!((game.draw, &game.snapshot), (another, &snapshot));
    }

    fn legal_move(position: &Position) -> Move {
        Walker::new(0).step(position).expect("a move")
    }
}
