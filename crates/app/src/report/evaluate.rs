//! What our player says of each position of a game: a short search, and the endgame tables.
//!
//! Positions are searched from the last to the first, with one transposition table for the game, as
//! analysis programs do: what a later position has shown is then known before it.

use crate::report::verdict::{Evaluation, TableVerdict};
use evaluation::checkers::CheckersEvaluator;
use evaluation::checkers::endgame::{DtcProbe, Tablebases};
use games::checkers::Position;
use games::{Finality, Game, Outcome};
use referee::game::Ending;
use referee::record::{RecordedGame, ReplayError};
use search::{KeyHistory, NodeLimit, TranspositionTable, search};
use std::fmt::Write;

/// Bytes of the transposition table of one game: some hundred searches of some thousand nodes.
const TABLE_BYTES: usize = 4 << 20;

/// A game with its positions, found once.
#[derive(Debug)]
pub struct ReplayedGame<'a> {
    /// As the journal has it.
    pub record: &'a RecordedGame,
    /// Every position, the opening first: one more than there are turns.
    pub positions: Vec<Position>,
    finalities: Vec<Finality>,
}

impl<'a> ReplayedGame<'a> {
    /// Plays the moves of the record.
    ///
    /// # Errors
    /// The record does not follow the rules.
    pub fn new(record: &'a RecordedGame) -> Result<Self, ReplayError> {
        use games::Notation;
        let positions = record.positions()?;
        let moves = record.turns.iter().zip(&positions).enumerate();
        let finality = |(index, (turn, position)): (usize, (_, &Position))| {
            let turn: &referee::record::RecordedTurn = turn;
            position
                .read_move(&turn.mv)
                .map(|mv| position.finality(mv))
                .map_err(|error| ReplayError::Move { id: record.id, turn: index + 1, error })
        };
        let finalities = moves.map(finality).collect::<Result<_, _>>()?;
        Ok(ReplayedGame { record, positions, finalities })
    }

    /// The game up to the position of this index, for the draw rules.
    fn history(&self, index: usize) -> KeyHistory {
        let limit = Some(self.record.quiet_turns);
        let mut history = KeyHistory::starting_at(&self.positions[0], 0).limited_to(limit);
        for (next, &finality) in self.positions[1..=index].iter().zip(&self.finalities) {
            history.played(next, finality);
        }
        history
    }

    /// Whether the board was drawn by the rules when it showed the position of this index.
    pub fn is_drawn_at(&self, index: usize) -> bool {
        let by_rules = matches!(self.record.ending, Ending::Repetition | Ending::QuietTurns);
        by_rules && index + 1 == self.positions.len()
    }

    /// The evaluation of every position, for Black, each by a search of at most `nodes` nodes.
    pub fn evaluations(&self, nodes: u64) -> Vec<Evaluation> {
        let mut table = TranspositionTable::with_bytes(TABLE_BYTES);
        let mut evaluator = CheckersEvaluator::built_in();
        let mut evaluate = |index: usize| {
            let position = &self.positions[index];
            if self.is_drawn_at(index) {
                return Evaluation::DRAWN;
            }
            let (history, mut limit) = (self.history(index), NodeLimit(nodes));
            let found = search(position, history, &mut table, &mut limit, &mut evaluator);
            let score = found.map(|report| report.progress.score);
            Evaluation::of(score, position.side_to_move())
        };
        let mut evaluations: Vec<_> = (0..self.positions.len()).rev().map(&mut evaluate).collect();
        evaluations.reverse();
        evaluations
    }

    /// What the endgame tables say of each position; `None` before they reach.
    pub fn verdicts(&self) -> Vec<Option<TableVerdict>> {
        let tables = Tablebases::built_in();
        let mut probe = DtcProbe::new(tables);
        self.positions.iter().map(|position| verdict(position, tables, &mut probe)).collect()
    }

    /// The text of all that decides the evaluations: two games with the same text have the same.
    pub fn identity(&self) -> String {
        let record = self.record;
        let mut text = format!("{} {:?} {}", record.board, record.begins, record.quiet_turns);
        for turn in &record.turns {
            // Writing to a string cannot fail.
            let _ = write!(text, " {}", turn.mv);
        }
        if self.is_drawn_at(record.turns.len()) {
            text.push_str(" drawn");
        }
        text
    }
}

fn verdict(
    position: &Position,
    tables: Tablebases<'_>,
    probe: &mut DtcProbe<'_>,
) -> Option<TableVerdict> {
    let side = position.side_to_move();
    Some(match tables.probe(position)? {
        Outcome::Draw => TableVerdict::Drawn,
        Outcome::Win => {
            TableVerdict::Won { by: side, plies: probe.plies_to_conversion_when_won(position) }
        }
        Outcome::Loss => {
            TableVerdict::Won { by: !side, plies: probe.plies_to_conversion_when_lost(position) }
        }
    })
}
