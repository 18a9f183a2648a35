//! The contract of a game that is explained: who evaluates it, what endgame tables and opening
//! books know about it, and how pages write its positions. Each game is one value of it.
//!
//! Only checkers has tables and a book. The other games are explained by searches alone.
//!
//! The searches are those of [`GameSearch`], which `evaluation` compiles.

use crate::values::resources::Resources;
use crate::values::share::UnitsPerLogit;
use crate::values::table_lines::{TableLine, table_lines};
use crate::values::table_verdict::TableVerdict;
use crate::values::verdict::TableReader;
use cli::visible;
use core::time::Duration;
use evaluation::GameSearch;
use evaluation::checkers::network::{NETWORK, UNITS_PER_LOGIT};
use evaluation::checkers::{BuiltInTuning, CheckersEvaluator};
use formats::commands::CommandGame;
use formats::{Play, Request};
use games::board::Side;
use games::checkers::openings::opening_name;
use games::checkers::rules::QuietTurnRule;
use games::{NotationError, amazons, checkers, loa, rows_of, tablut};
use search::KeyHistory;
use std::fmt::Debug;

/// The most characters of a text that an error quotes.
const SHOWN: usize = 60;
/// The seconds that the input.txt of a page allows.
const PAGE_SECONDS: u64 = 300;

/// A game whose positions and played games can be explained.
pub trait AnalyzedGame:
    GameSearch<Move: Send + Sync> + CommandGame + Debug + PartialEq + Send + Sync + 'static
{
    /// The scale of the evaluator.
    const UNITS_PER_LOGIT: UnitsPerLogit;
    /// A number that changes with the evaluator: stored scores are not taken for those of another.
    const EVALUATION_IDENTITY: u64;

    /// The limit of quiet plies under this rule.
    fn quiet_limit(rule: QuietTurnRule) -> Option<u32> {
        let _ = rule;
        Self::QUIET_LIMIT
    }

    /// The evaluator of games with this limit of quiet plies that has these tables.
    fn evaluator(resources: &Resources, limit: Option<u32>) -> Self::Evaluator {
        let _ = (resources, limit);
        Self::Evaluator::default()
    }

    /// The good moves by the opening book; none if the position is not in it.
    fn book_moves(&self, resources: &Resources) -> Vec<Self::Move> {
        let _ = resources;
        Vec::new()
    }

    /// The verdict of endgame tables; `None` where they do not reach.
    fn table_verdict(&self, reader: &mut TableReader) -> Option<TableVerdict> {
        let _ = reader;
        None
    }

    /// The best lines of this position, the last one of `history`, the best first; `None` where
    /// the tables do not know every move.
    fn table_lines(
        &self,
        resources: &Resources,
        most: usize,
        history: &KeyHistory,
    ) -> Option<Vec<TableLine<Self::Move>>> {
        let _ = (resources, most, history);
        None
    }

    /// The name of the opening of a game from its beginning.
    fn opening_name(positions: &[Self]) -> Option<&'static str> {
        let _ = positions;
        None
    }

    /// The position in one line: by default the letter of the side to move, a blank, and the rows
    /// of the board, the top one first, joined by `/`: `b ...bbb.../...`.
    fn start_text(&self) -> String {
        let side = &self.side_to_move().word()[..1];
        format!("{side} {}", rows_of(&self.letters(), Self::SIZE).join("/"))
    }

    /// Reads what [`AnalyzedGame::start_text`] writes.
    fn read_start(text: &str) -> Result<Self, NotationError> {
        let (side, rows) = match text.trim().split_once(' ') {
            Some(("b", rows)) => (Side::Black, rows),
            Some(("w", rows)) => (Side::White, rows),
            _ => {
                return Err(NotationError::new(format!(
                    "\"{}\" is not a position of {}: write b or w for the side to move, a blank, \
                     and {} rows of the letters {} with / between them",
                    visible::cut(text, SHOWN),
                    Self::TITLE,
                    Self::SIZE,
                    Self::LETTERS,
                )));
            }
        };
        let rows: Vec<&str> = rows.split('/').collect();
        Self::of_rows(&rows, side)
    }

    /// The input.txt that asks for a move.
    fn input_text(&self) -> Option<String> {
        None
    }

    /// True if the move captures and the rules would allow no other.
    fn is_compulsory(mv: Self::Move) -> bool {
        let _ = mv;
        false
    }
}

impl AnalyzedGame for checkers::Position {
    const UNITS_PER_LOGIT: UnitsPerLogit = UnitsPerLogit(UNITS_PER_LOGIT);
    const EVALUATION_IDENTITY: u64 = evaluation::checkers::EVALUATION_IDENTITY;

    fn quiet_limit(rule: QuietTurnRule) -> Option<u32> {
        rule.limit()
    }

    fn evaluator(resources: &Resources, limit: Option<u32>) -> CheckersEvaluator<'static> {
        CheckersEvaluator::new(&NETWORK, resources.tables_under(limit), BuiltInTuning)
    }

    fn book_moves(&self, resources: &Resources) -> Vec<checkers::Move> {
        resources.book.moves(self)
    }

    fn table_verdict(&self, reader: &mut TableReader) -> Option<TableVerdict> {
        reader.verdict(self)
    }

    fn table_lines(
        &self,
        resources: &Resources,
        most: usize,
        history: &KeyHistory,
    ) -> Option<Vec<TableLine>> {
        table_lines(resources.tables_under(history.limit()), most, self, history)
    }

    fn opening_name(positions: &[Self]) -> Option<&'static str> {
        opening_name(positions)
    }

    fn start_text(&self) -> String {
        self.fen()
    }

    fn read_start(text: &str) -> Result<Self, NotationError> {
        checkers::Position::from_fen(text).map_err(|error| {
            let column = error.column().unwrap_or(1);
            NotationError::new(format!("the position, column {column}: {error}"))
        })
    }

    fn input_text(&self) -> Option<String> {
        let remaining = Duration::from_secs(PAGE_SECONDS);
        Some(Request { play: Play::Game, remaining, position: *self }.text())
    }

    fn is_compulsory(mv: checkers::Move) -> bool {
        mv.is_jump()
    }
}

impl AnalyzedGame for loa::Position {
    const UNITS_PER_LOGIT: UnitsPerLogit = UnitsPerLogit(evaluation::loa::UNITS_PER_LOGIT);
    const EVALUATION_IDENTITY: u64 = evaluation::loa::EVALUATION_IDENTITY;
}

impl AnalyzedGame for tablut::Position {
    const UNITS_PER_LOGIT: UnitsPerLogit = UnitsPerLogit(evaluation::tablut::UNITS_PER_LOGIT);
    const EVALUATION_IDENTITY: u64 = evaluation::tablut::EVALUATION_IDENTITY;
}

impl AnalyzedGame for amazons::Position {
    const UNITS_PER_LOGIT: UnitsPerLogit = UnitsPerLogit(evaluation::amazons::UNITS_PER_LOGIT);
    const EVALUATION_IDENTITY: u64 = evaluation::amazons::EVALUATION_IDENTITY;
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{GameName, with_game};
    use std::collections::HashSet;

    #[test]
    fn each_evaluator_has_an_identity_of_its_own() {
        let all = GameName::ALL.map(
            |game| with_game!(game, Position => <Position as AnalyzedGame>::EVALUATION_IDENTITY),
        );
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    }
}
