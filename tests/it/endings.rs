//! Endings that the tables know, played by the program through real files against an opponent who
//! knows them too: what is won is won, and what is drawn is not lost.
//!
//! `ENDINGS=1000 cargo test --release -p crownhead-agent --test it endings -- --nocapture` plays
//! 1000 games of each number of pieces and prints the CPU time of a move.

use crate::support::TestEnv;
use agent::time::children_cpu_time;
use evaluation::checkers::endgame::{DrawCounts, Material, TableIndex, Tablebases, best_move};
use formats::{Play, Request};
use games::{
    Finality, Game, Outcome, Walker,
    board::Key,
    checkers::{Move, Position},
};
use std::time::Duration;

/// Games of each number of pieces, by default.
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

    fn outcome(&self) -> Option<Outcome> {
        if !self.now().can_move() {
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
        course.play(env.plays(&position));
        match course.outcome() {
            None => {}
            Some(Outcome::Loss) => return (Outcome::Win, moves + 1),
            Some(_) => return (Outcome::Draw, moves + 1),
        }
        let occurred = |key| course.occurred(key);
        let counts = DrawCounts { turns_left: Some(course.turns_left()), occurred };
        let reply =
            best_move(Tablebases::built_in(), course.now(), &counts).expect("the tables know it");
        course.play(reply);
    }
    unreachable!("the quiet turns are limited")
}

/// A random position of this result that is not longer than the rule of quiet turns allows.
fn some_position(walker: &mut Walker, pieces: usize, wanted: Outcome) -> Position {
    let tables = Tablebases::built_in();
    let materials: Vec<_> = Material::all(pieces).collect();
    loop {
        let material = materials[walker.below(materials.len())];
        let index = walker.below(material.size());
        let Some(entry) = TableIndex::at(material, index) else { continue };
        let position = entry.position();
        let position = if walker.below(2) == 0 { position } else { position.mirrored() };
        if tables.probe(&position) != Some(wanted) {
            continue;
        }
        let plies = tables.dtc_probe().plies_to_conversion_when_won(&position);
        if plies.is_none_or(|plies| plies <= QUIET_TURNS) {
            return position;
        }
    }
}

/// Plays games that all have to end as they begin; prints the CPU time of a move.
fn play_all(wanted: Outcome, pieces: usize) {
    let mut walker = Walker::new(pieces as u64);
    let (begun, mut moves) = (children_cpu_time().unwrap_or_default(), 0);
    for game in 0..games() {
        let start = some_position(&mut walker, pieces, wanted);
        let (outcome, made) = play_out(start);
        let kept = outcome == wanted || (wanted == Outcome::Draw && outcome == Outcome::Win);
        assert!(kept, "game {game}: {outcome:?} from\n{start:?}");
        moves += made;
    }
    let used = children_cpu_time().unwrap_or_default().saturating_sub(begun);
    println!("{pieces} pieces, {wanted:?}: {} games, {:?} a move", games(), used / moves.max(1));
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
