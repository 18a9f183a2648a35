//! A game that was played: its positions, found once, with what the draw rules have counted.

use crate::values::analyzed_game::AnalyzedGame;
use crate::values::evaluation::Evaluation;
use games::board::Side;
use games::checkers::{Position, rules::QuietTurnRule};
use games::{Game, GameLine};
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
    /// The evaluation of the last position.
    pub const fn evaluation(self) -> Evaluation {
        match self {
            RuleEnd::Drawn => Evaluation::DRAWN,
            RuleEnd::Won(side) => Evaluation::won_by(side),
        }
    }
}

/// A game that was played, for an analysis.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: Game = Position> {
    /// With the opening.
    line: GameLine<G>,
    /// The moves of the opening, where the rules count them.
    opening: usize,
    end: Option<RuleEnd>,
}

impl<G: AnalyzedGame> PlayedGame<G> {
    /// A game of whose moves this many are its opening, which the rules count. `end` is the rule
    /// that has ended it, if one has.
    pub const fn new(line: GameLine<G>, opening: usize, end: Option<RuleEnd>) -> Self {
        PlayedGame { line, opening, end }
    }

    /// The game of these moves under this rule, whose end is not given. Where it goes on beyond the
    /// limit of quiet turns, it was played without one.
    pub fn under(rule: QuietTurnRule, start: G, moves: Vec<G::Move>) -> Self {
        let line = GameLine::of_moves(start, moves);
        PlayedGame::of_line(line.limited_to(G::quiet_limit(rule)), 0)
    }

    /// A game by our rules, of whose moves this many are its opening.
    pub fn of_line(mut line: GameLine<G>, opening: usize) -> Self {
        let before_last = opening..line.moves().len();
        let quiet = line.quiet_plies();
        if line.limit().is_some_and(|limit| quiet[before_last].iter().any(|&quiet| quiet >= limit))
        {
            line = line.limited_to(None);
        }
        let rule = if line.end_on_board().is_none() { line.end_by_count() } else { None };
        let end = rule.map(|end| end.winner.map_or(RuleEnd::Drawn, RuleEnd::Won));
        PlayedGame { line, opening, end }
    }

    /// The whole game, with its opening.
    pub const fn line(&self) -> &GameLine<G> {
        &self.line
    }

    /// Every position, the first one included: one more than there are moves.
    pub fn positions(&self) -> &[G] {
        &self.line.positions()[self.opening..]
    }

    /// The moves of the opening, where the rules count them.
    pub fn opening(&self) -> &[G::Move] {
        &self.line.moves()[..self.opening]
    }

    /// The moves.
    pub fn moves(&self) -> &[G::Move] {
        &self.line.moves()[self.opening..]
    }

    /// The limit of quiet turns (plies).
    pub const fn quiet_limit(&self) -> Option<u32> {
        self.line.limit()
    }

    /// The game up to the position of this index, for the draw rules.
    pub fn history(&self, index: usize) -> KeyHistory {
        KeyHistory::of_line(&self.line, self.opening + index)
    }

    /// The quiet turns that are left in every position; `None` without a limit.
    pub fn turns_left(&self) -> Vec<Option<u32>> {
        let quiet = self.line.quiet_plies();
        quiet[self.opening..]
            .iter()
            .map(|quiet| self.quiet_limit().map(|limit| limit.saturating_sub(*quiet)))
            .collect()
    }

    /// The rule that ended the game when the board showed the position of this index.
    pub fn rule_at(&self, index: usize) -> Option<RuleEnd> {
        self.end.filter(|_| index + 1 == self.positions().len())
    }

    /// The text of all that decides the evaluations: two games with the same text have the same.
    pub fn identity(&self) -> String {
        let start = &self.positions()[0];
        let limit = self.quiet_limit().map_or("none".to_string(), |limit| limit.to_string());
        let board = start.board_text().replace('\n', "/");
        let mut text = format!("{board} {} {limit}", start.side_to_move());
        for (index, &mv) in self.line.moves().iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(text, " {}", self.line.positions()[index].move_text(mv));
            if index + 1 == self.opening {
                text.push_str(" before");
            }
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
        PlayedGame::under(QuietTurnRule::FiftyQuietTurns, start, moves)
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
                let legal = pair[0].move_list();
                legal.into_iter().find(|&mv| pair[0].play(mv) == pair[1]).expect("played")
            });
            let game = PlayedGame::under(
                QuietTurnRule::FiftyQuietTurns,
                Position::start(),
                moves.collect::<Vec<_>>(),
            );
            for (index, &left) in game.turns_left().iter().enumerate() {
                assert_eq!(left, game.history(index).turns_left());
            }
            assert_eq!(game.positions(), positions);
            assert_eq!(positions[0].side_to_move(), Side::Black);
        }
    }

    fn words<G: AnalyzedGame>(text: &str) -> Vec<G::Move> {
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
        let whole = PlayedGame::under(
            QuietTurnRule::FiftyQuietTurns,
            tablut::Position::start(),
            all.clone(),
        );
        assert_eq!(whole.rule_at(4), Some(RuleEnd::Won(Side::Black)), "White moved last");
        let start = all[..2].iter().fold(tablut::Position::start(), |at, &mv| at.play(mv));
        let line = GameLine::of_moves(tablut::Position::start(), all.clone());
        let after = PlayedGame::of_line(line.limited_to(tablut::Position::QUIET_LIMIT), 2);
        assert_eq!(after.rule_at(2), Some(RuleEnd::Won(Side::Black)));
        let alone = PlayedGame::under(QuietTurnRule::FiftyQuietTurns, start, all[2..].to_vec());
        assert_eq!(alone.rule_at(2), None, "what came before is not known");
        assert_ne!(after.identity(), alone.identity());
    }

    #[test]
    fn the_limits_of_moves_end_games() {
        let moves = words::<tablut::Position>("d9-c e7-f");
        let line = GameLine::of_moves(tablut::Position::start(), moves).limited_to(Some(2));
        let limited = PlayedGame::of_line(line, 0);
        assert_eq!(limited.rule_at(2), Some(RuleEnd::Won(Side::White)), "Black has no more moves");
        let moves = words::<loa::Position>("b1-b3 a2-c2");
        let line = GameLine::of_moves(loa::Position::start(), moves).limited_to(Some(2));
        let limited = PlayedGame::of_line(line, 0);
        assert_eq!(limited.rule_at(2), Some(RuleEnd::Drawn));
    }
}
