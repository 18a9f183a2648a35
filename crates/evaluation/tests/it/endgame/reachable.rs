//! Endings of four and five pieces, solved backward over all positions that can follow, without a
//! limit of quiet turns. Nothing is used but the moves of the game.

use super::cursed::TEXTBOOK_WINS;
use evaluation::checkers::endgame::{CursedTables, Tablebases};
use games::board::Key;
use games::checkers::Position;
use games::{Game, Outcome, Walker};
use std::collections::HashMap;

/// Positions that are held against the tables, of all that a start leads to.
const SAMPLES: usize = 1_000;
/// Five pieces without kings, each stopped for a while by the others.
const FIVE: &str = "W:W27,28,32:B19,20";

#[test]
fn without_a_limit_the_tables_say_what_solving_them_backward_does() {
    let tables = Tablebases::built_in().without_limit(CursedTables::built_in());
    for fen in TEXTBOOK_WINS.iter().take(2).chain([&FIVE]) {
        let solved = Reachable::from(Position::from_fen(fen).expect(fen));
        let mut walker = Walker::new(11);
        let mut counts = [0; 3];
        for _ in 0..SAMPLES {
            let index = walker.below(solved.positions.len());
            let (position, outcome) = (&solved.positions[index], solved.outcome(index));
            assert_eq!(tables.probe(position), Some(outcome), "{position:?} of {fen}");
            counts[outcome as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count > 0), "{counts:?} of {fen}");
    }
}

pub struct Reachable {
    positions: Vec<Position>,
    /// What is neither won nor lost in the end is drawn.
    known: Vec<Option<Outcome>>,
}

impl Reachable {
    pub fn from(start: Position) -> Self {
        let mut found = HashMap::<Key, usize>::from([(start.key(), 0)]);
        let (mut positions, mut before) = (vec![start], vec![Vec::new()]);
        let mut open_moves = Vec::new();
        while let Some(position) = positions.get(open_moves.len()).copied() {
            let (here, moves) = (open_moves.len(), position.move_list());
            open_moves.push(moves.len());
            for mv in moves {
                let child = position.play(mv);
                let index = *found.entry(child.key()).or_insert(positions.len());
                if index == positions.len() {
                    positions.push(child);
                    before.push(Vec::new());
                }
                before[index].push(here);
            }
        }
        let known = settled(&before, open_moves);
        Reachable { positions, known }
    }

    pub fn outcome(&self, index: usize) -> Outcome {
        self.known[index].unwrap_or(Outcome::Draw)
    }
}

/// Goes back from the positions without a move, which are lost.
fn settled(before: &[Vec<usize>], mut open_moves: Vec<usize>) -> Vec<Option<Outcome>> {
    let mut known = vec![None; before.len()];
    let mut next: Vec<usize> = (0..before.len()).filter(|&at| open_moves[at] == 0).collect();
    next.iter().for_each(|&at| known[at] = Some(Outcome::Loss));
    while let Some(at) = next.pop() {
        for &parent in &before[at] {
            open_moves[parent] -= 1;
            let settled = match known[at] {
                Some(Outcome::Loss) => Some(Outcome::Win),
                _ if open_moves[parent] == 0 => Some(Outcome::Loss),
                _ => None,
            };
            if known[parent].is_none() && settled.is_some() {
                known[parent] = settled;
                next.push(parent);
            }
        }
    }
    known
}
