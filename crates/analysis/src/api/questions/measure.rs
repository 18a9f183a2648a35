//! The answer to `measure`: the nodes of a search to a fixed depth, and its time. It tells how fast
//! an engine is, and whether two engines search alike.

use crate::api::AskedGame;
use crate::api::asked_limit::{AskedControl, AskedLimit};
use crate::api::part_sender::PartSender;
use crate::api::question::MeasureQuestion;
use crate::api::questions::analyze::root;
use crate::api::refusal::Refusal;
use crate::values::knowledge::Knowledge;
use search::TranspositionTable;
use serde::Serialize;
use std::cell::RefCell;

/// The size of the transposition table, as in `bench signature`.
const TABLE_BYTES: usize = 8 << 20;

#[derive(Debug, Serialize)]
struct MeasureAnswer {
    nodes: u64,
    milliseconds: f64,
    depth: i16,
    done: bool,
}

pub fn measure<G: AskedGame>(
    knowledge: &Knowledge,
    question: &MeasureQuestion,
    parts: PartSender<'_>,
) -> Result<(), Refusal> {
    let game = question.line.whole::<G>()?;
    let (position, history) = root(&game)?;
    let parts = RefCell::new(parts);
    let limit = AskedLimit { depth: Some(question.depth), ..AskedLimit::default() };
    let mut table = TranspositionTable::with_bytes(TABLE_BYTES);
    let mut evaluator = G::evaluator(knowledge);
    let begun = parts.borrow().milliseconds();
    let mut control = AskedControl::new(limit, &parts);
    let found = position.best_move(history, &mut table, &mut control, &mut evaluator);
    let found = found.ok_or_else(|| Refusal::new("there is no legal move here"))?;
    let milliseconds = parts.borrow().milliseconds() - begun;
    let (nodes, depth) = (found.progress.nodes, found.progress.depth.plies());
    parts.borrow_mut().finish(&MeasureAnswer { nodes, milliseconds, depth, done: true });
    Ok(())
}
