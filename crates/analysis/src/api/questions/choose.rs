//! The answer to `choose`: the move of a player of some level.

use crate::api::AskedGame;
use crate::api::asked_limit::AskedControl;
use crate::api::asked_line::legal_moves;
use crate::api::evaluation_answer::EvaluationAnswer;
use crate::api::part_sender::PartSender;
use crate::api::question::ChooseQuestion;
use crate::api::questions::analyze::root;
use crate::api::refusal::Refusal;
use crate::values::evaluation::Evaluation;
use crate::values::explained::{EndgameTables, Explained};
use crate::values::knowledge::Knowledge;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{KeyHistory, TranspositionTable};
use serde::Serialize;
use std::cell::RefCell;

#[derive(Debug, Serialize)]
struct ChoiceAnswer {
    #[serde(rename = "move")]
    mv: String,
    path: Vec<String>,
    /// `None` if nothing was searched or looked up.
    evaluation: Option<EvaluationAnswer>,
    source: ChoiceSource,
    done: bool,
}

/// How a move was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum ChoiceSource {
    Book,
    Tables,
    Search,
    Random,
    /// It is the only legal one.
    Only,
}

/// A move, how it was found, and what the position is worth.
type FoundMove<M> = (M, ChoiceSource, Option<EvaluationAnswer>);

/// Chooses a move. The same question gets the same move, if no time limits the search.
pub fn choose<G: AskedGame>(
    knowledge: &Knowledge,
    question: &ChooseQuestion,
    parts: PartSender<'_>,
) -> Result<(), Refusal> {
    let level = &question.level;
    if !(0.0..=1.0).contains(&level.random) {
        return Err(Refusal::new("random: write a share of the moves, from 0 to 1"));
    }
    if level.limit.is_endless() {
        return Err(Refusal::new("level: name a limit: nodes, depth or milliseconds"));
    }
    let game = question.line.whole::<G>()?;
    let (position, history) = root(&game)?;
    let parts = RefCell::new(parts);
    let (mv, source, evaluation) = match without_search(knowledge, question, &position, &history) {
        Some(choice) => choice,
        None => searched(knowledge, question, &position, history, &parts)?,
    };
    let chosen = ChoiceAnswer {
        mv: position.move_text(mv),
        path: G::path(mv),
        evaluation,
        source,
        done: true,
    };
    parts.borrow_mut().finish(&chosen);
    Ok(())
}

/// The only move, one by lot, one of the book, or the best by the tables.
fn without_search<G: AskedGame>(
    knowledge: &Knowledge,
    question: &ChooseQuestion,
    position: &G,
    history: &KeyHistory,
) -> Option<FoundMove<G::Move>> {
    let moves = legal_moves(position);
    if let [only] = moves[..] {
        return Some((only, ChoiceSource::Only, None));
    }
    let mut random = ChaCha8Rng::seed_from_u64(question.seed);
    if random.random::<f64>() < question.level.random {
        let mv = moves[random.random_range(0..moves.len())];
        return Some((mv, ChoiceSource::Random, None));
    }
    if question.level.book {
        let good = position.book_moves(knowledge);
        if !good.is_empty() {
            return Some((good[random.random_range(0..good.len())].mv, ChoiceSource::Book, None));
        }
    }
    let best = G::Tables::new(knowledge).lines(1, position, history)?.pop()?;
    let evaluation = EvaluationAnswer::of_verdict(best.verdict);
    Some((*best.moves.first()?, ChoiceSource::Tables, Some(evaluation)))
}

fn searched<G: AskedGame>(
    knowledge: &Knowledge,
    question: &ChooseQuestion,
    position: &G,
    history: KeyHistory,
    parts: &RefCell<PartSender<'_>>,
) -> Result<FoundMove<G::Move>, Refusal> {
    let limit = question.level.limit;
    let mut table = TranspositionTable::with_bytes(limit.table_bytes());
    let mut control = AskedControl::new(limit, parts);
    let mut evaluator = <G as Explained>::evaluator(knowledge);
    let found = position
        .best_move(history, &mut table, &mut control, &mut evaluator)
        .ok_or_else(|| Refusal::new("there is no legal move here"))?;
    let score = Evaluation::of(Some(found.progress.score), position.side_to_move());
    Ok((found.best, ChoiceSource::Search, Some(EvaluationAnswer::of::<G>(score))))
}
