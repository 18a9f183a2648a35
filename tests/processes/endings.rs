//! Endings that the tables know, played by the program through real files against an opponent who
//! knows them too: what is won is won, and what is drawn is not lost.
//!
//! `ENDINGS=1000 cargo test --release --test processes endings -- --nocapture` plays so many games
//! of each number of pieces and tells the CPU time of a move.

use crate::support::{TestEnv, legal_moves};
use evaluation::checkers::endgame::{Counts, Gauge, Material, Placement, best_move, result};
use formats::{Play, Request};
use games::board::Key;
use games::checkers::{Move, Position};
use games::{Finality, Game, Outcome, Walker};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::time::Duration;

/// Games of each number of pieces, unless told otherwise.
const GAMES: usize = 6;
/// The rule of the assignment.
const QUIET_TURNS: u32 = 50;

fn games() -> usize {
    std::env::var("ENDINGS").ok().and_then(|text| text.parse().ok()).unwrap_or(GAMES)
}

/// The positions since the last conversion, and how the draw rules stand.
struct Course {
    positions: Vec<Position>,
}

impl Course {
    fn now(&self) -> &Position {
        self.positions.last().expect("a game has a position")
    }

    fn play(&mut self, mv: Move) {
        let next = self.now().play(mv);
        if self.now().finality(mv) == Finality::Resetting {
            self.positions.clear();
        }
        self.positions.push(next);
    }

    fn occurred(&self, key: Key) -> usize {
        self.positions.iter().filter(|position| position.key() == key).count()
    }

    fn turns_left(&self) -> u32 {
        QUIET_TURNS.saturating_sub(self.positions.len() as u32 - 1)
    }

    /// What the side to move has earned, if the game is over.
    fn outcome(&self) -> Option<Outcome> {
        if legal_moves(self.now()).is_empty() {
            return Some(Outcome::Loss);
        }
        let drawn = self.turns_left() == 0 || self.occurred(self.now().key()) >= 3;
        drawn.then_some(Outcome::Draw)
    }
}

/// The result for the program, which is to move in `start`, and the moves it made.
fn play_out(start: Position) -> (Outcome, u32) {
    let env = TestEnv::asking("");
    let mut course = Course { positions: vec![start] };
    for moves in 0.. {
        if let Some(outcome) = course.outcome() {
            return (outcome, moves);
        }
        let position = *course.now();
        let request = Request { play: Play::Game, remaining: Duration::from_secs(9), position };
        env.write("input.txt", request.text());
        let run = env.homework();
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        course.play(env.answer(&position));
        match course.outcome() {
            None => {}
            Some(Outcome::Loss) => return (Outcome::Win, moves + 1),
            Some(_) => return (Outcome::Draw, moves + 1),
        }
        let occurred = |key| course.occurred(key);
        let counts = Counts { turns_left: Some(course.turns_left()), occurred };
        let reply = best_move(course.now(), &counts).expect("the tables know it");
        course.play(reply);
    }
    unreachable!("the quiet turns are limited")
}

/// A random position of this result that is not longer than the rule of quiet turns allows.
fn some_position(walker: &mut Walker, pieces: usize, wanted: Outcome) -> Position {
    let materials: Vec<_> = Material::all(pieces).collect();
    loop {
        let material = materials[walker.below(materials.len())];
        let index = walker.below(material.size());
        let Some(placement) = Placement::at(material, index) else { continue };
        let position = placement.position();
        let position = if walker.below(2) == 0 { position } else { position.mirrored() };
        if result(&position) != Some(wanted) {
            continue;
        }
        let plies = Gauge::default().plies_of_won(&position);
        if plies.is_none_or(|plies| plies <= QUIET_TURNS) {
            return position;
        }
    }
}

fn processor_seconds() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system tells");
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    micros as f64 * 1e-6
}

/// Plays games that all have to end as they begin; tells the CPU time of a move.
fn play_all(wanted: Outcome, pieces: usize) {
    let mut walker = Walker::new(pieces as u64);
    let (begun, mut moves) = (processor_seconds(), 0);
    for game in 0..games() {
        let start = some_position(&mut walker, pieces, wanted);
        let (outcome, made) = play_out(start);
        let kept = outcome == wanted || (wanted == Outcome::Draw && outcome == Outcome::Win);
        assert!(kept, "game {game}: {outcome:?} from\n{start:?}");
        moves += made;
    }
    let milliseconds = (processor_seconds() - begun) * 1e3 / f64::from(moves.max(1));
    println!("{pieces} pieces, {wanted:?}: {} games, {milliseconds:.2} ms a move", games());
}

#[test]
fn what_is_won_is_won() {
    for pieces in 3..=5 {
        play_all(Outcome::Win, pieces);
    }
}

#[test]
fn what_is_drawn_is_not_lost() {
    for pieces in 3..=5 {
        play_all(Outcome::Draw, pieces);
    }
}
