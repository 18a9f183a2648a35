//! A game that was played: its positions, found once, with what the draw rules have counted.

use games::checkers::rules::{QUIET_TURNS, REPETITION};
use games::checkers::{Move, Position};
use games::{Finality, Game, Notation, Repetition};
use search::KeyHistory;
use std::fmt::Write;

/// Is the last board drawn by a rule?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardEnd {
    /// By repetition or by the limit of quiet turns.
    DrawnByRule,
    /// No draw rule applies: the board shows what it is worth.
    Open,
}

/// A game with its positions, for an analysis.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    positions: Vec<Position>,
    moves: Vec<Move>,
    finalities: Vec<Finality>,
    quiet_limit: Option<u32>,
    end: BoardEnd,
}

impl PlayedGame {
    /// The game of these moves, which must be legal, where `quiet_limit` quiet turns (plies) are a
    /// draw; `None` without a limit.
    pub fn new(start: Position, moves: Vec<Move>, quiet_limit: Option<u32>, end: BoardEnd) -> Self {
        let mut positions = vec![start];
        let mut finalities = Vec::with_capacity(moves.len());
        let mut here = start;
        for &mv in &moves {
            finalities.push(here.finality(mv));
            here = here.play(mv);
            positions.push(here);
        }
        PlayedGame { positions, moves, finalities, quiet_limit, end }
    }

    /// The game of these moves by our rules, of which no end is told. Where it goes on beyond the
    /// limit of quiet turns, it was played without one.
    pub fn by_our_rules(start: Position, moves: Vec<Move>) -> Self {
        let mut game = PlayedGame::new(start, moves, Some(QUIET_TURNS), BoardEnd::Open);
        let last = game.moves.len();
        if (0..last).any(|index| game.history(index).is_over_limit()) {
            game.quiet_limit = None;
        }
        let history = game.history(last);
        let Repetition::Draws { occurrences } = REPETITION else { return game };
        let repeats = history.occurrences(game.positions[last].key()) >= occurrences;
        if (repeats || history.is_over_limit()) && game.positions[last].can_move() {
            game.end = BoardEnd::DrawnByRule;
        }
        game
    }

    /// Every position, the first one included: one more than there are moves.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The limit of quiet turns (plies).
    pub const fn quiet_limit(&self) -> Option<u32> {
        self.quiet_limit
    }

    /// The game up to the position of this index, for the draw rules.
    pub fn history(&self, index: usize) -> KeyHistory {
        let mut history =
            KeyHistory::starting_at(&self.positions[0], 0).limited_to(self.quiet_limit);
        for (next, &finality) in self.positions[1..=index].iter().zip(&self.finalities) {
            history.played(next, finality);
        }
        history
    }

    /// The quiet turns that are left in every position; `None` without a limit.
    pub fn turns_left(&self) -> Vec<Option<u32>> {
        let mut quiet = 0;
        let mut left = vec![self.quiet_limit];
        for &finality in &self.finalities {
            quiet = if finality == Finality::Resetting { 0 } else { quiet + 1 };
            left.push(self.quiet_limit.map(|limit| limit.saturating_sub(quiet)));
        }
        left
    }

    /// Was the game drawn by a rule when the board showed the position of this index?
    pub fn is_drawn_at(&self, index: usize) -> bool {
        self.end == BoardEnd::DrawnByRule && index + 1 == self.positions.len()
    }

    /// The text of all that decides the evaluations: two games with the same text have the same.
    pub fn identity(&self) -> String {
        let start = &self.positions[0];
        let limit = self.quiet_limit.map_or("none".to_string(), |limit| limit.to_string());
        let mut text = format!("{} {} {limit}", start.rows_text('/'), start.side_to_move());
        for (position, &mv) in self.positions.iter().zip(&self.moves) {
            // Writing to a string cannot fail.
            let _ = write!(text, " {}", position.move_text(mv));
        }
        if self.end == BoardEnd::DrawnByRule {
            text.push_str(" drawn");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Walker;
    use games::board::Side;

    /// A king of each side walks to and fro, `rounds` times.
    fn to_and_fro(rounds: usize) -> PlayedGame {
        let start = Position::from_fen("W:WK32:BK1").expect("a position");
        let mut here = start;
        let mut moves = Vec::new();
        for word in ["32-28", "1-5", "28-32", "5-1"].into_iter().cycle().take(4 * rounds) {
            let mv = here.read_move(word).expect(word);
            moves.push(mv);
            here = here.play(mv);
        }
        PlayedGame::by_our_rules(start, moves)
    }

    #[test]
    fn the_third_occurrence_is_drawn_and_nothing_before_it() {
        let (once, twice) = (to_and_fro(1), to_and_fro(2));
        assert!(!once.is_drawn_at(4), "the start has occurred twice");
        assert!(twice.is_drawn_at(8) && !twice.is_drawn_at(7));
        assert!(twice.identity().ends_with(" drawn"));
        assert_eq!(twice.turns_left()[8], Some(42));
    }

    #[test]
    fn a_game_that_goes_on_beyond_the_limit_had_none() {
        let (at_limit, beyond) = (to_and_fro(12), to_and_fro(13));
        assert_eq!((at_limit.quiet_limit(), beyond.quiet_limit()), (Some(50), None));
        assert!(beyond.is_drawn_at(52), "by repetition");
    }

    #[test]
    fn the_counts_are_those_of_the_history() {
        for seed in 0..20 {
            let positions = Walker::new(seed).game(Position::start(), 120);
            let moves = positions.windows(2).map(|pair| {
                let mut legal = Vec::new();
                pair[0].legal_moves(&mut legal);
                legal.into_iter().find(|&mv| pair[0].play(mv) == pair[1]).expect("played")
            });
            let game = PlayedGame::by_our_rules(Position::start(), moves.collect());
            for (index, &left) in game.turns_left().iter().enumerate() {
                assert_eq!(left, game.history(index).turns_left());
            }
            assert_eq!(game.positions(), positions);
            assert_eq!(positions[0].side_to_move(), Side::Black);
        }
    }
}
