//! A game that is being played: its positions and moves, what the draw rules count, and its end.

use crate::board::Side;
use crate::board_game::BoardGame;
use crate::game::{EndReason, Finality, Game, Notation, Outcome, Repetition};
use std::fmt;

/// A game from its first position to now.
#[derive(Clone, Debug, PartialEq)]
pub struct GameLine<G: Game> {
    /// One more than there are moves.
    positions: Vec<G>,
    moves: Vec<G::Move>,
    finalities: Vec<Finality>,
    quiet_at_first: u32,
    limit: Option<u32>,
}

impl<G: Game> Default for GameLine<G> {
    fn default() -> Self {
        GameLine::starting_at(G::start())
    }
}

impl<G: Game> GameLine<G> {
    /// A game that begins here, under the game's own limit of quiet plies.
    pub fn starting_at(position: G) -> Self {
        GameLine {
            positions: vec![position],
            moves: Vec::new(),
            finalities: Vec::new(),
            quiet_at_first: 0,
            limit: G::QUIET_LIMIT,
        }
    }

    /// The game of these moves, which must be legal.
    pub fn of_moves(start: G, moves: impl IntoIterator<Item = G::Move>) -> Self {
        let mut line = GameLine::starting_at(start);
        moves.into_iter().for_each(|mv| line.play(mv));
        line
    }

    /// The same game with another limit of quiet plies, or `None`.
    #[must_use]
    pub fn limited_to(self, limit: Option<u32>) -> Self {
        GameLine { limit, ..self }
    }

    /// The same game, whose first position comes this many quiet plies after a resetting move.
    #[must_use]
    pub fn after_quiet(self, quiet_at_first: u32) -> Self {
        GameLine { quiet_at_first, ..self }
    }

    /// Plays a move, which must be legal.
    pub fn play(&mut self, mv: G::Move) {
        self.finalities.push(self.position().finality(mv));
        self.positions.push(self.position().play(mv));
        self.moves.push(mv);
    }

    /// Takes the last move back; `None` at the first position.
    pub fn undo(&mut self) -> Option<G::Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.finalities.pop();
        Some(mv)
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.positions[self.moves.len()]
    }

    /// Every position, the first one included.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The moves from the first position on.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// What each move does to the counts.
    pub fn finalities(&self) -> &[Finality] {
        &self.finalities
    }

    /// The limit of quiet plies.
    pub const fn limit(&self) -> Option<u32> {
        self.limit
    }

    /// Plies since the last resetting move at the first position.
    pub const fn quiet_at_first(&self) -> u32 {
        self.quiet_at_first
    }

    /// Plies since the last resetting move, in each position.
    pub fn quiet_plies(&self) -> Vec<u32> {
        let mut quiet = vec![self.quiet_at_first];
        for (index, &finality) in self.finalities.iter().enumerate() {
            quiet.push(if finality == Finality::Resetting { 0 } else { quiet[index] + 1 });
        }
        quiet
    }

    /// Plies since the last resetting move.
    pub fn quiet(&self) -> u32 {
        match self.finalities.iter().rposition(|finality| *finality == Finality::Resetting) {
            Some(last) => (self.moves.len() - 1 - last) as u32,
            None => self.quiet_at_first + self.moves.len() as u32,
        }
    }

    /// True if the limit of quiet plies is reached.
    pub fn is_at_limit(&self) -> bool {
        self.limit.is_some_and(|limit| self.quiet() >= limit)
    }

    /// The index of the first position that can still occur again.
    pub fn repeatable_from(&self) -> usize {
        let last = self.finalities.iter().rposition(|finality| *finality != Finality::Reversible);
        last.map_or(0, |index| index + 1)
    }

    /// How often the position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let key = self.position().key();
        let since = &self.positions[self.repeatable_from()..];
        // Equal positions have the same side to move.
        since.iter().rev().step_by(2).filter(|position| position.key() == key).count()
    }

    /// True if the rule about repetitions ends the game.
    fn repeats(&self) -> bool {
        match G::REPETITION {
            Repetition::Ignored => false,
            Repetition::LosesForMover => self.occurrences() > 1,
            Repetition::Draws { occurrences } => self.occurrences() >= occurrences,
        }
    }
}

impl<G: Notation> GameLine<G> {
    /// The moves as text, each in the notation of the game.
    pub fn texts(&self) -> Vec<String> {
        let moves = self.moves.iter().zip(&self.positions);
        moves.map(|(&mv, before)| before.move_text(mv)).collect()
    }
}

impl<G: BoardGame> GameLine<G> {
    /// How the rules have ended the game, if it is over.
    pub fn end(&self) -> Option<GameEnd> {
        self.end_on_board().or_else(|| self.end_by_count())
    }

    /// The end that the last board alone shows.
    pub fn end_on_board(&self) -> Option<GameEnd> {
        let position = self.position();
        let outcome =
            position.outcome().or_else(|| (!position.can_move()).then_some(G::NO_MOVES))?;
        Some(GameEnd::of(outcome, position.end_reason(), position.side_to_move()))
    }

    /// The end by repetition or by the limit of quiet plies.
    pub fn end_by_count(&self) -> Option<GameEnd> {
        let (outcome, reason) = match G::REPETITION {
            Repetition::LosesForMover if self.repeats() => (Outcome::Win, EndReason::Repeated),
            _ if self.repeats() => {
                (Outcome::Draw, EndReason::Repetition { occurrences: self.occurrences() })
            }
            _ if self.is_at_limit() => (G::AT_QUIET_LIMIT, G::limit_reason(self.limit?)),
            _ => return None,
        };
        Some(GameEnd::of(outcome, reason, self.position().side_to_move()))
    }
}

/// The end of a game by its rules. As text, it is the reason, a sentence without a full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// `None` after a draw.
    pub winner: Option<Side>,
    #[expect(missing_docs, reason = "its type says it")]
    pub reason: EndReason,
    /// The side that would move next.
    pub to_move: Side,
}

impl GameEnd {
    fn of(outcome: Outcome, reason: EndReason, to_move: Side) -> Self {
        GameEnd { winner: outcome.winner(to_move), reason, to_move }
    }
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to_move = self.to_move;
        match self.reason {
            EndReason::NoPieces => write!(f, "{to_move} has no piece left"),
            EndReason::NoMoves => write!(f, "{to_move} has no legal move"),
            EndReason::Connected => {
                write!(f, "{}'s pieces are connected", self.winner.unwrap_or(!to_move))
            }
            EndReason::BothConnected => {
                let last = !to_move;
                write!(f, "the pieces of both sides are connected, and {last} has moved last")
            }
            EndReason::KingEscaped => f.write_str("the king has escaped"),
            EndReason::KingCaptured => f.write_str("the king is captured"),
            EndReason::Repeated => write!(f, "{} has repeated an earlier position", !to_move),
            EndReason::Repetition { occurrences: 3 } => {
                f.write_str("the position occurred three times")
            }
            EndReason::Repetition { occurrences } => {
                write!(f, "the position occurred {occurrences} times")
            }
            EndReason::QuietTurns { turns } => {
                write!(f, "{turns} turns in a row had no capture and no crowning")
            }
            EndReason::MoveLimit { each: 1 } => f.write_str("each side has made its move"),
            EndReason::MoveLimit { each } => write!(f, "each side has made {each} moves"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameName, Walker, checkers, loa, tablut, with_game};

    fn line_of<G: BoardGame>(text: &str) -> GameLine<G> {
        let mut line = GameLine::<G>::default();
        for word in text.split_whitespace() {
            line.play(line.position().read_move(word).expect(word));
        }
        line
    }

    /// The counts of each moment are those that a scan of the whole game finds.
    fn counts_are_those_of_a_scan<G: BoardGame>(seed: u64) {
        let mut walker = Walker::new(seed);
        let mut line = GameLine::<G>::default();
        while line.moves().len() < 200
            && let Some(mv) = walker.step(line.position())
        {
            line.play(mv);
            let key = line.position().key();
            let all = line.positions().iter().filter(|position| position.key() == key).count();
            assert_eq!(line.occurrences(), all);
            assert_eq!(line.quiet_plies().last(), Some(&line.quiet()));
            let before = line.clone();
            if let Some(mv) = walker.step(line.position()) {
                line.play(mv);
                assert_eq!(line.undo(), Some(mv));
            }
            assert_eq!(line.position().key(), before.position().key());
            assert_eq!(line.moves(), before.moves());
        }
    }

    #[test]
    fn the_counts_of_all_games_are_those_of_a_scan() {
        for game in GameName::ALL {
            (0..10).for_each(
                |seed| with_game!(game, Position => counts_are_those_of_a_scan::<Position>(seed)),
            );
        }
    }

    #[test]
    fn the_rules_of_each_game_end_it() {
        let kings = checkers::Position::from_fen("W:WK32:BK1").expect("a position");
        let mut round = GameLine::starting_at(kings);
        for word in ["32-28", "1-5", "28-32", "5-1"].into_iter().cycle().take(8) {
            assert_eq!(round.end(), None);
            round.play(round.position().read_move(word).expect(word));
        }
        let end = round.end().expect("the third time");
        assert_eq!((end.winner, end.reason), (None, EndReason::Repetition { occurrences: 3 }));
        let quiet = GameLine::starting_at(kings).after_quiet(50);
        assert_eq!(quiet.end().map(|end| end.reason), Some(EndReason::QuietTurns { turns: 50 }));
        let repeated = line_of::<tablut::Position>("d9-c e7-f c9-d f7-e").end();
        let repeated = repeated.expect("White has moved back");
        assert_eq!((repeated.winner, repeated.reason), (Some(Side::Black), EndReason::Repeated));
        let limited = line_of::<tablut::Position>("d9-c e7-f").limited_to(Some(2)).end();
        let limited = limited.expect("each side has had its move");
        assert_eq!(limited.winner, Some(Side::White), "Black has no more moves");
        let limited = line_of::<loa::Position>("b1-b3 a2-c2").limited_to(Some(2)).end();
        let limited = limited.expect("each side has had its move");
        assert_eq!((limited.winner, limited.reason), (None, EndReason::MoveLimit { each: 1 }));
        assert_eq!(limited.to_string(), "each side has made its move");
    }
}
