//! The searches of the four games with their own evaluators, compiled here and nowhere else.
//!
//! A generic function would be compiled again in each crate that calls it, and as small or as fast
//! as that crate is: in a page everything but the search is made small.

use crate::amazons::AmazonsEvaluator;
use crate::checkers::CheckersEvaluator;
use crate::loa::LoaEvaluator;
use crate::tablut::TablutEvaluator;
use games::{MoveHints, amazons, checkers, loa, tablut};
use search::{Control, EachDepth, Evaluator, KeyHistory, SearchReport, TranspositionTable};

/// A game with an evaluator of its own, and searches of its positions.
pub trait GameSearch: MoveHints {
    /// Evaluates its positions.
    type Evaluator: Evaluator<Self> + Default;

    /// [`search::search`] of this game.
    fn best_move(
        &self,
        history: KeyHistory,
        table: &mut TranspositionTable,
        control: &mut dyn Control,
        evaluator: &mut Self::Evaluator,
    ) -> Option<SearchReport<Self::Move>>;

    /// [`search::search_lines`] of this game.
    fn best_lines(
        &self,
        most: usize,
        history: KeyHistory,
        tools: (&mut TranspositionTable, &mut Self::Evaluator),
        control: &mut dyn Control,
        each_depth: EachDepth<'_, Self::Move>,
    ) -> Vec<SearchReport<Self::Move>>;
}

macro_rules! game_search {
    ($($position:ty: $evaluator:ty),+ $(,)?) => {$(
        impl GameSearch for $position {
            type Evaluator = $evaluator;

            fn best_move(
                &self,
                history: KeyHistory,
                table: &mut TranspositionTable,
                control: &mut dyn Control,
                evaluator: &mut $evaluator,
            ) -> Option<SearchReport<Self::Move>> {
                search::search(self, history, table, control, evaluator)
            }

            fn best_lines(
                &self,
                most: usize,
                history: KeyHistory,
                tools: (&mut TranspositionTable, &mut $evaluator),
                control: &mut dyn Control,
                each_depth: EachDepth<'_, Self::Move>,
            ) -> Vec<SearchReport<Self::Move>> {
                search::search_lines(most, self, history, tools, control, each_depth)
            }
        }
    )+};
}

game_search! {
    checkers::Position: CheckersEvaluator<'static>,
    loa::Position: LoaEvaluator,
    tablut::Position: TablutEvaluator,
    amazons::Position: AmazonsEvaluator,
}
