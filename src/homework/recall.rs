//! What we know of the game from our last move, and what we leave for the next.
//!
//! `playdata.txt` is believed only if it fits the rules: each of its boards must follow from the
//! one before by a legal move that neither captures nor crowns, and today's board from the last
//! one by any legal move of the opponent. Otherwise it belongs to another game, or to nobody, and
//! is set aside.

use crate::homework::complaint::complain;
use crate::homework::opponent;
use crate::homework::opponent::seconds;
use crate::playdata::{self, Memory, Turn};
use crate::time::{CpuClock, Rival, Spent, time_awake};
use formats::{FileError, PLAYDATA_FILE, Play, Request, file};
use games::checkers::{Move, Position};
use games::{Finality, Game as Rules};
use search;
use search::Score;
use search::TableSnapshot;
use std::path::Path;
use std::time::Duration;

/// The game so far, as far as it matters.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The positions since the last capture or crowning; today's is the last.
    positions: Vec<Position>,
    /// What each move between them was to the draw rules.
    finalities: Vec<Finality>,
    /// Our clock at earlier moves.
    turns: Vec<Turn>,
    /// What we know of the opponent's clock.
    rival: Rival,
    /// What a draw was worth in our last search.
    draw: Score,
    /// What our clock shows today.
    remaining: Duration,
    /// What the search for our last move has left for the next.
    pub snapshot: TableSnapshot,
    file: MemoryFile,
}

/// Whether `playdata.txt` can hold our memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MemoryFile {
    Usable,
    /// Something else has the name: a directory, a pipe. It has been told once.
    Blocked,
}

impl Game {
    /// A game that begins today.
    fn beginning(request: &Request) -> Self {
        Game {
            positions: vec![request.position],
            finalities: Vec::new(),
            turns: Vec::new(),
            rival: Rival::unseen(request.remaining),
            draw: Score::DRAW,
            remaining: request.remaining,
            snapshot: TableSnapshot::default(),
            file: MemoryFile::Usable,
        }
    }

    /// The game that `memory` tells of, if today's position follows from it, at this time.
    fn continued(memory: Memory, request: &Request, now: Duration) -> Option<Self> {
        let today = request.position;
        if memory.side != today.side_to_move() {
            return None;
        }
        let Memory { mut positions, mut turns, snapshot, .. } = memory;
        let mut rival = opponent::read(memory.rival);
        let remaining = request.remaining;
        if turns.last().is_some_and(|turn| remaining.as_secs_f64() > turn.left) {
            // A new game that begins like the one we remember.
            rival = Rival::unseen(remaining);
            turns.clear();
        }
        let draw = Score::from_eval(memory.draw);
        if positions.len() >= 2 && positions[positions.len() - 2] == today {
            // We are asked again: an earlier run answered, and its answer was not played.
            positions.truncate(positions.len() - 2);
            turns.pop();
            if positions.is_empty() {
                return Some(Game { turns, rival, draw, snapshot, ..Game::beginning(request) });
            }
        } else {
            rival = opponent::after_wait(rival, memory.left_at, now);
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
        let file = MemoryFile::Usable;
        Some(Game { positions, finalities, turns, rival, draw, remaining, snapshot, file })
    }

    /// The positions in the form the search needs.
    pub fn path(&self) -> search::KeyHistory {
        let mut path =
            search::KeyHistory::starting_at(&self.positions[0], 0).valuing_draws(self.draw);
        for (next, &finality) in self.positions[1..].iter().zip(&self.finalities) {
            path.played(next, finality);
        }
        path
    }

    /// What both sides have used, as far as we know.
    pub fn spent(&self) -> Spent {
        let least_overhead = self.overheads().reduce(f64::min).map_or(Duration::ZERO, seconds);
        let ours = self.rival.began.saturating_sub(self.remaining);
        Spent { ours, least_overhead, rival: self.rival }
    }

    /// How sure it is that we have more time left than the opponent.
    pub fn lead(&self) -> f64 {
        self.rival.lead(self.remaining)
    }

    /// Says what a draw is worth today. What a search has left that valued draws otherwise is dropped.
    pub fn value_draws(&mut self, worth: Score) {
        if self.draw != worth {
            (self.draw, self.snapshot) = (worth, TableSnapshot::default());
        }
    }

    /// The most that the judge has lately charged for a move beyond what we measured ourselves.
    pub fn overhead(&self) -> Duration {
        self.overheads().reduce(f64::max).map_or(Duration::ZERO, seconds)
    }

    /// What the judge has charged for each of the latest moves beyond what we measured ourselves, in
    /// seconds.
    fn overheads(&self) -> impl Iterator<Item = f64> {
        let latest = &self.turns[self.turns.len().saturating_sub(playdata::MOST_TURNS)..];
        let today = self.remaining.as_secs_f64();
        let left_after = latest.iter().skip(1).map(|turn| turn.left).chain([today]);
        latest.iter().zip(left_after).map(|(turn, left)| turn.left - left - turn.used)
    }
}

/// The move that leads from one position to the other, as the draw rules see it; none if there is
/// no such legal move.
fn link(from: &Position, to: &Position) -> Option<Finality> {
    let mut moves = Vec::new();
    from.legal_moves(&mut moves);
    let mv = moves.into_iter().find(|&mv| from.play(mv) == *to)?;
    Some(from.finality(mv))
}

/// The game as `playdata.txt` in `dir` tells it, or one that begins today. A single move has no
/// past and leaves none.
pub fn recall(dir: &Path, request: &Request) -> Game {
    let beginning = Game::beginning(request);
    if request.play == Play::Single {
        return beginning;
    }
    let told = match file::read_bytes(&dir.join(PLAYDATA_FILE), playdata::SIZE_LIMIT) {
        Ok(None) => return beginning,
        Ok(Some(bytes)) => understood(bytes, request),
        Err(error @ FileError::NotAFile { .. }) => {
            complain(&format!("{error}; going on without a memory"));
            return Game { file: MemoryFile::Blocked, ..beginning };
        }
        Err(error) => Err(error.to_string()),
    };
    told.unwrap_or_else(|error| {
        complain(&format!("{error}; going on without it"));
        beginning
    })
}

/// The game that the bytes of a memory tell of, or why it cannot be believed.
fn understood(bytes: Vec<u8>, request: &Request) -> Result<Game, String> {
    let memory = Memory::parse(bytes).map_err(|error| error.to_string())?;
    Game::continued(memory, request, time_awake()).ok_or_else(|| {
        format!("{PLAYDATA_FILE} tells of another game; this board does not follow from it")
    })
}

/// Writes what the next move needs to know, now that we play `mv` and our clock shows so much.
pub fn remember(dir: &Path, game: Game, request: &Request, mv: Move, clock: &CpuClock) {
    if game.file == MemoryFile::Blocked {
        return;
    }
    let today = request.position;
    let mut positions = game.positions;
    if today.finality(mv) == Finality::Resetting {
        positions.clear();
    }
    positions.push(today.play(mv));
    let mut turns = game.turns;
    turns.push(Turn { left: game.remaining.as_secs_f64(), used: clock.shown().as_secs_f64() });
    let our_work = game.rival.our_work.with(clock.work());
    let memory = Memory {
        side: today.side_to_move(),
        positions,
        turns,
        rival: opponent::written(Rival { our_work, ..game.rival }),
        left_at: time_awake().as_secs_f64(),
        draw: game.draw.units(),
        snapshot: game.snapshot,
    };
    let path = dir.join(PLAYDATA_FILE);
    let written = memory.written().map_err(|error| error.to_string()).and_then(|bytes| {
        // On a full disk there may still be room for what matters.
        file::replace(&path, &bytes)
            .or_else(|_| file::replace_or_overwrite(&path, playdata::line(&bytes)))
            .map_err(|error| error.to_string())
    });
    if let Err(error) = written {
        complain(&format!("{error}; the next move will not know of this one"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playdata::RivalRecord;
    use games::Walker;

    const NOW: Duration = Duration::from_secs(6);

    fn request(position: Position, left: f64) -> Request {
        Request { play: Play::Game, remaining: Duration::from_secs_f64(left), position }
    }

    fn game_with(turns: &[(f64, f64)], left: f64) -> Game {
        let turns = turns.iter().map(|&(left, used)| Turn { left, used }).collect();
        Game { turns, ..Game::beginning(&request(Position::start(), left)) }
    }

    #[test]
    fn the_overhead_is_what_the_clock_lost_beyond_our_own_measurement() {
        assert_eq!(game_with(&[], 10.0).overhead(), Duration::ZERO);
        // An exact judge: 0.4 ms for leaving. A judge of hundredths: up to 10 ms. Wall time: more.
        let close = |game: Game, seconds: f64| {
            let difference = game.overhead().as_secs_f64() - seconds;
            assert!(difference.abs() < 1e-6, "{difference}");
        };
        close(game_with(&[(10.0, 0.1), (9.8996, 0.2)], 9.6992), 0.0004);
        close(game_with(&[(10.0, 0.101), (9.89, 0.2)], 9.69), 0.009);
        close(game_with(&[(10.0, 0.1), (8.9, 0.2)], 8.6), 1.0);
    }

    #[test]
    fn what_every_move_is_charged_beyond_our_measurement_is_the_least_of_it() {
        let least = |turns: &[(f64, f64)], left| {
            let game = game_with(turns, left);
            game.spent().least_overhead.as_micros()
        };
        assert_eq!(least(&[], 10.0), 0);
        assert_eq!(least(&[(10.0, 0.1), (9.89, 0.2), (9.687, 0.1)], 9.582), 3_000);
        assert_eq!(least(&[(10.0, 0.1), (12.0, 0.2)], 11.7), 0, "a clock that went up");
    }

    #[test]
    fn a_clock_that_went_up_and_turns_long_past_tell_nothing() {
        assert_eq!(game_with(&[(10.0, 0.1)], 12.0).overhead(), Duration::ZERO);
        assert_eq!(game_with(&[(1e300, 0.0)], 1.0).overhead(), Duration::ZERO, "out of range");
        let mut turns = vec![(100.0, 0.0)];
        turns.extend((0..playdata::MOST_TURNS).map(|turn| (50.0 - turn as f64, 1.0)));
        let left = 50.0 - playdata::MOST_TURNS as f64;
        assert_eq!(game_with(&turns, left).overhead(), Duration::ZERO);
    }

    /// A game is continued exactly if each board follows from the one before.
    #[test]
    fn a_memory_is_believed_only_if_today_follows_from_it() {
        for seed in 0..100 {
            let positions = Walker::new(seed).game(Position::start(), 1 + seed as usize % 40);
            let (today, before) = positions.split_last().expect("a game has positions");
            let Some(after_ours) = before.last() else { continue };
            let memory = |positions| Memory::of(today.side_to_move(), positions);
            let request = request(*today, 1.0);
            let known =
                Game::continued(memory(vec![*after_ours]), &request, NOW).expect("it follows");
            assert_eq!(known.positions.last(), Some(today));
            let other = Position::start().play(legal_move(&Position::start()));
            if link(&other, today).is_none() {
                assert_eq!(Game::continued(memory(vec![other]), &request, NOW), None);
            }
            let gap = [before[0], *after_ours];
            let linked = link(&gap[0], &gap[1]).is_some_and(|f| f != Finality::Resetting);
            assert_eq!(Game::continued(memory(gap.to_vec()), &request, NOW).is_some(), linked);
            assert_eq!(Game::continued(memory(Vec::new()), &request, NOW), None);
        }
    }

    #[test]
    fn who_is_asked_again_remembers_what_came_before() {
        let quiet = |positions: &Vec<Position>| {
            let mut links = positions.windows(2).map(|pair| link(&pair[0], &pair[1]));
            links.all(|link| link.is_some_and(|finality| finality != Finality::Resetting))
        };
        let mut games = (0..).map(|seed| Walker::new(seed).game(Position::start(), 6));
        let positions = games.find(quiet).expect("some game begins quietly");
        let today = positions[4];
        let memory = Memory {
            turns: vec![Turn { left: 2.0, used: 0.5 }, Turn { left: 1.5, used: 0.5 }],
            rival: RivalRecord {
                began: 2.0,
                waits: 1,
                total: 0.5,
                shortest: 0.5,
                ..RivalRecord::default()
            },
            left_at: 5.0,
            draw: 16,
            ..Memory::of(today.side_to_move(), positions[..=5].to_vec())
        };
        let game = Game::continued(memory, &request(today, 1.5), NOW).expect("asked again");
        assert_eq!(game.positions, positions[..=4]);
        assert_eq!(game.turns.len(), 1);
        assert_eq!(game.rival.waits.number, 1, "who asks again is not the opponent");
    }

    fn legal_move(position: &Position) -> Move {
        Walker::new(0).step(position).expect("a move")
    }
}
