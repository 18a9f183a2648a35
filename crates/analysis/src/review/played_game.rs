//! A game that was played: its positions, found once, with what the draw rules have counted.

use crate::values::evaluation::Evaluation;
use crate::values::explained::Explained;
use crate::values::share::PointShare;
use games::board::Side;
use games::checkers::Position;
use games::{Finality, Game, Outcome, Repetition};
use search::KeyHistory;
use std::fmt::Write;

/// The end of a game by a rule that the last board alone does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleEnd {
    /// By repetition or by a limit of turns.
    Drawn,
    /// The same, where the rule gives the game to a side.
    Won(Side),
}

impl RuleEnd {
    /// What it is for the side to move.
    const fn of_outcome(outcome: Outcome, to_move: Side) -> Self {
        match (outcome, to_move) {
            (Outcome::Draw, _) => RuleEnd::Drawn,
            (Outcome::Win, Side::Black) | (Outcome::Loss, Side::White) => RuleEnd::Won(Side::Black),
            (Outcome::Win, Side::White) | (Outcome::Loss, Side::Black) => RuleEnd::Won(Side::White),
        }
    }

    /// The evaluation of the last position.
    pub const fn evaluation(self) -> Evaluation {
        match self {
            RuleEnd::Drawn => Evaluation::DRAWN,
            RuleEnd::Won(side) => Evaluation::won_by(side),
        }
    }

    /// Black's share of the point.
    pub fn share(self) -> PointShare {
        match self {
            RuleEnd::Drawn => PointShare::HALF,
            RuleEnd::Won(side) => PointShare::WON.seen_by(side),
        }
    }
}

/// The moves before the first position, where the rules count them, and those of a game.
#[derive(Clone, Debug)]
pub struct MoveList<M> {
    /// From the start of the game on; none if the first position is where it began.
    pub opening: Vec<M>,
    /// From the first position on.
    pub played: Vec<M>,
}

impl<M> From<Vec<M>> for MoveList<M> {
    fn from(played: Vec<M>) -> Self {
        MoveList { opening: Vec::new(), played }
    }
}

/// A game with its positions, for an analysis.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: Game = Position> {
    positions: Vec<G>,
    opening: Vec<G::Move>,
    moves: Vec<G::Move>,
    finalities: Vec<Finality>,
    /// The game up to the first position.
    past: KeyHistory,
    quiet_limit: Option<u32>,
    end: Option<RuleEnd>,
}

impl<G: Explained> PlayedGame<G> {
    /// The game of these moves, which must be legal, where `quiet_limit` quiet turns (plies) end
    /// it; `None` without a limit. `end` is the rule that has ended it, if one has.
    pub fn new(
        start: G,
        moves: impl Into<MoveList<G::Move>>,
        quiet_limit: Option<u32>,
        end: Option<RuleEnd>,
    ) -> Self {
        let MoveList { opening, played: moves } = moves.into();
        let past = if opening.is_empty() {
            KeyHistory::starting_at(&start, 0)
        } else {
            history_of(&G::start(), &opening)
        };
        let mut positions = vec![start];
        let mut finalities = Vec::with_capacity(moves.len());
        for (index, &mv) in moves.iter().enumerate() {
            let here = &positions[index];
            finalities.push(here.finality(mv));
            let next = here.play(mv);
            positions.push(next);
        }
        PlayedGame { positions, opening, moves, finalities, past, quiet_limit, end }
    }

    /// The game of these moves by our rules, of which no end is told. Where it goes on beyond the
    /// limit of quiet turns, it was played without one.
    pub fn by_our_rules(start: G, moves: impl Into<MoveList<G::Move>>) -> Self {
        PlayedGame::by_rules_with(start, moves, G::QUIET_LIMIT)
    }

    /// The same under another limit of quiet turns.
    pub fn by_rules_with(
        start: G,
        moves: impl Into<MoveList<G::Move>>,
        quiet_limit: Option<u32>,
    ) -> Self {
        let mut game = PlayedGame::new(start, moves, quiet_limit, None);
        let last = game.moves.len();
        if (0..last).any(|index| game.history(index).is_over_limit()) {
            game.quiet_limit = None;
        }
        game.end = game.rule_at_the_end();
        game
    }

    /// The rule that ends the game in its last position.
    fn rule_at_the_end(&self) -> Option<RuleEnd> {
        let position = &self.positions[self.moves.len()];
        if position.outcome().is_some() || !position.can_move() {
            return None;
        }
        let history = self.history(self.moves.len());
        let (side, occurrences) = (position.side_to_move(), history.occurrences(position.key()));
        match G::REPETITION {
            Repetition::Draws { occurrences: enough } if occurrences >= enough => {
                return Some(RuleEnd::Drawn);
            }
            Repetition::LosesForMover if occurrences > 1 => return Some(RuleEnd::Won(side)),
            _ => {}
        }
        history.is_over_limit().then(|| RuleEnd::of_outcome(G::AT_QUIET_LIMIT, side))
    }

    /// Every position, the first one included: one more than there are moves.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The moves of the opening, where the rules count them.
    pub fn opening(&self) -> &[G::Move] {
        &self.opening
    }

    /// The moves.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The limit of quiet turns (plies).
    pub const fn quiet_limit(&self) -> Option<u32> {
        self.quiet_limit
    }

    /// The game up to the position of this index, for the draw rules.
    pub fn history(&self, index: usize) -> KeyHistory {
        let mut history = self.past.clone().limited_to(self.quiet_limit);
        for (next, &finality) in self.positions[1..=index].iter().zip(&self.finalities) {
            history.played(next, finality);
        }
        history
    }

    /// The quiet turns that are left in every position; `None` without a limit.
    pub fn turns_left(&self) -> Vec<Option<u32>> {
        let mut quiet = self.past.quiet_turns();
        let mut left = vec![self.quiet_limit.map(|limit| limit.saturating_sub(quiet))];
        for &finality in &self.finalities {
            quiet = if finality == Finality::Resetting { 0 } else { quiet + 1 };
            left.push(self.quiet_limit.map(|limit| limit.saturating_sub(quiet)));
        }
        left
    }

    /// The rule that ended the game when the board showed the position of this index.
    pub fn rule_at(&self, index: usize) -> Option<RuleEnd> {
        self.end.filter(|_| index + 1 == self.positions.len())
    }

    /// The text of all that decides the evaluations: two games with the same text have the same.
    pub fn identity(&self) -> String {
        let start = &self.positions[0];
        let limit = self.quiet_limit.map_or("none".to_string(), |limit| limit.to_string());
        let board = start.board_text().replace('\n', "/");
        let mut text = format!("{board} {} {limit}", start.side_to_move());
        let mut before = G::start();
        for &mv in &self.opening {
            // Writing to a string cannot fail.
            let _ = write!(text, " {}", before.move_text(mv));
            before = before.play(mv);
        }
        if !self.opening.is_empty() {
            text.push_str(" before");
        }
        for (position, &mv) in self.positions.iter().zip(&self.moves) {
            let _ = write!(text, " {}", position.move_text(mv));
        }
        match self.end {
            None => {}
            Some(RuleEnd::Drawn) => text.push_str(" drawn"),
            Some(RuleEnd::Won(side)) => {
                let _ = write!(text, " won by {side}");
            }
        }
        text
    }
}

/// The positions of these moves, for the rules.
fn history_of<G: Game>(start: &G, moves: &[G::Move]) -> KeyHistory {
    let mut history = KeyHistory::starting_at(start, 0);
    let mut here = start.clone();
    for &mv in moves {
        let next = here.play(mv);
        history.played(&next, here.finality(mv));
        here = next;
    }
    history
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Notation, Walker, loa, tablut};

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
        assert!(once.rule_at(4).is_none(), "the start has occurred twice");
        assert_eq!((twice.rule_at(8), twice.rule_at(7)), (Some(RuleEnd::Drawn), None));
        assert!(twice.identity().ends_with(" drawn"));
        assert_eq!(twice.turns_left()[8], Some(42));
    }

    #[test]
    fn a_game_that_goes_on_beyond_the_limit_had_none() {
        let (at_limit, beyond) = (to_and_fro(12), to_and_fro(13));
        assert_eq!((at_limit.quiet_limit(), beyond.quiet_limit()), (Some(50), None));
        assert_eq!(beyond.rule_at(52), Some(RuleEnd::Drawn), "by repetition");
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
            let game = PlayedGame::by_our_rules(Position::start(), moves.collect::<Vec<_>>());
            for (index, &left) in game.turns_left().iter().enumerate() {
                assert_eq!(left, game.history(index).turns_left());
            }
            assert_eq!(game.positions(), positions);
            assert_eq!(positions[0].side_to_move(), Side::Black);
        }
    }

    fn words<G: Explained>(text: &str) -> Vec<G::Move> {
        let mut here = G::start();
        let mut moves = Vec::new();
        for word in text.split_whitespace() {
            let mv = here.read_move(word).expect(word);
            moves.push(mv);
            here = here.play(mv);
        }
        moves
    }

    #[test]
    fn in_tablut_who_repeats_has_lost_also_after_an_opening() {
        let all = words::<tablut::Position>("d9-c e7-f c9-d f7-e");
        let whole = PlayedGame::by_our_rules(tablut::Position::start(), all.clone());
        assert_eq!(whole.rule_at(4), Some(RuleEnd::Won(Side::Black)), "White moved last");
        let start = all[..2].iter().fold(tablut::Position::start(), |at, &mv| at.play(mv));
        let list = MoveList { opening: all[..2].to_vec(), played: all[2..].to_vec() };
        let after = PlayedGame::by_our_rules(start, list);
        assert_eq!(after.rule_at(2), Some(RuleEnd::Won(Side::Black)));
        let alone = PlayedGame::by_our_rules(start, all[2..].to_vec());
        assert_eq!(alone.rule_at(2), None, "what came before is not known");
        assert_ne!(after.identity(), alone.identity());
    }

    #[test]
    fn the_limits_of_moves_end_games() {
        let limited = PlayedGame::by_rules_with(
            tablut::Position::start(),
            words::<tablut::Position>("d9-c e7-f"),
            Some(2),
        );
        assert_eq!(limited.rule_at(2), Some(RuleEnd::Won(Side::White)), "Black has no more moves");
        let limited = PlayedGame::by_rules_with(
            loa::Position::start(),
            words::<loa::Position>("b1-b3 a2-c2"),
            Some(2),
        );
        assert_eq!(limited.rule_at(2), Some(RuleEnd::Drawn));
    }
}
