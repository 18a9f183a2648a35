//! The answer to `analyze`: the best lines of a position, after each depth.

use crate::api::AskedGame;
use crate::api::asked_limit::AskedControl;
use crate::api::asked_line::{last, paths, texts};
use crate::api::evaluation_answer::EvaluationAnswer;
use crate::api::game_result::{EndOf, game_result};
use crate::api::part_sender::PartSender;
use crate::api::question::AnalyzeQuestion;
use crate::api::refusal::Refusal;
use crate::position::searched_lines::LineSearch;
use crate::position::{AnalyzedLine, analyze_position, analyzed_lines};
use crate::review::played_game::PlayedGame;
use crate::values::knowledge::Knowledge;
use search::{KeyHistory, SearchReport};
use serde::Serialize;
use std::cell::RefCell;

/// The most lines.
const MOST_LINES: usize = 10;
/// The most moves of a line that are told.
const MOST_MOVES: usize = 40;

/// A part of the answer, or the last.
#[derive(Debug, Serialize)]
struct AnalysisPart {
    /// In plies; 0 if the tables know it without a search.
    depth: i16,
    nodes: u64,
    milliseconds: u64,
    lines: Vec<LineOfMoves>,
    source: AnalysisSource,
    done: bool,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum AnalysisSource {
    Search,
    Tables,
}

#[derive(Debug, Serialize)]
struct LineOfMoves {
    moves: Vec<String>,
    paths: Vec<Vec<String>>,
    evaluation: EvaluationAnswer,
}

/// Searches until a limit is reached or nobody waits any more.
pub fn analyze<G: AskedGame>(
    knowledge: &Knowledge,
    question: &AnalyzeQuestion,
    parts: PartSender<'_>,
) -> Result<(), Refusal> {
    let game = question.line.whole::<G>()?;
    let (position, history) = if question.threat { threat(&game)? } else { root(&game)? };
    let parts = RefCell::new(parts);
    let mut control = AskedControl::new(question.limit, &parts);
    let part = |lines: &[AnalyzedLine<G::Move>], depth, nodes| {
        let lines = lines.iter().map(|line| line_of_moves(&position, line)).collect();
        let milliseconds = parts.borrow().elapsed();
        AnalysisPart {
            depth,
            nodes,
            milliseconds,
            lines,
            source: AnalysisSource::Search,
            done: false,
        }
    };
    let mut each_depth = |found: &[SearchReport<G::Move>]| {
        let lines = analyzed_lines(knowledge, &position, &history, found);
        let depth = found.iter().map(|line| line.progress.depth.plies()).min().unwrap_or(0);
        let nodes = found.iter().map(|line| line.progress.nodes).max().unwrap_or(0);
        let part = part(&lines, depth, nodes);
        parts.borrow_mut().offer(&part);
    };
    let analysis = analyze_position(
        &position,
        &history,
        &mut LineSearch {
            knowledge,
            most: question.lines.clamp(1, MOST_LINES),
            table_bytes: question.limit.table_bytes(),
            control: &mut control,
            each_depth: &mut each_depth,
        },
    );
    let (depth, nodes, source) = match analysis.searched {
        Some(searched) => (searched.depth, searched.nodes, AnalysisSource::Search),
        None => (0, 0, AnalysisSource::Tables),
    };
    let last = AnalysisPart { source, done: true, ..part(&analysis.lines, depth, nodes) };
    parts.borrow_mut().finish(&last);
    Ok(())
}

fn line_of_moves<G: AskedGame>(position: &G, line: &AnalyzedLine<G::Move>) -> LineOfMoves {
    let moves = &line.moves[..line.moves.len().min(MOST_MOVES)];
    LineOfMoves {
        moves: texts(position, moves),
        paths: paths::<G>(moves),
        evaluation: EvaluationAnswer::of_line::<G>(line, position.side_to_move()),
    }
}

/// The last position of a game that is not over.
pub fn root<G: AskedGame>(game: &PlayedGame<G>) -> Result<(G, KeyHistory), Refusal> {
    if let Some((result, EndOf::Board)) = game_result(game) {
        return Err(Refusal::new(format!("the game is over here. {}", result.text())));
    }
    let history = game.history(game.moves().len()).doubting_the_limit();
    Ok((last(game).clone(), history))
}

/// The same board with the other side to move.
fn threat<G: AskedGame>(game: &PlayedGame<G>) -> Result<(G, KeyHistory), Refusal> {
    let (position, _) = root(game)?;
    let other = !position.side_to_move();
    let passed = G::read_board(&position.board_text(), other)
        .map_err(|error| Refusal::new(format!("there is no threat to be seen here: {error}")))?;
    let passed = PlayedGame::by_our_rules(passed, Vec::new());
    if let Some((result, _)) = game_result(&passed) {
        let result = result.text();
        return Err(Refusal::new(format!(
            "{other} threatens nothing: if it were to move here, the game would be over. {result}"
        )));
    }
    root(&passed)
}
