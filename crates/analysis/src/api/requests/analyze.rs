//! The responses to `analyze`, the best lines of a position after each depth, and to `measure`, the
//! nodes and the time of a search to a fixed depth. It tells how fast an engine is, and whether two
//! engines search alike.

use crate::api::caller::{ApiError, CallerWatch, PartSender};
use crate::api::evaluation_response::EvaluationResponse;
use crate::api::line_response::{EndOf, game_result};
use crate::api::request::{AnalyzeRequest, MeasureRequest};
use crate::api::requested_line::{last, paths, texts};
use crate::limits::{MOST_DEPTH, MOST_LINES, SearchLimits, SearchPlace};
use crate::position::{
    AnalyzedLine, LineSearch, PositionAnalysis, Searched, analyze_position, analyzed_lines,
};
use crate::review::played_game::PlayedGame;
use crate::values::analyzed_game::AnalyzedGame;
use crate::values::resources::Resources;
use games::GameLine;
use search::{KeyHistory, TranspositionTable};
use serde::Serialize;
use std::cell::RefCell;
use std::ops::RangeInclusive;

/// The most moves of a line that are sent.
const MOST_MOVES: usize = 40;

/// A part of the answer, or the last.
#[derive(Debug, Serialize)]
pub struct AnalysisResponse {
    /// In plies; 0 if the tables know it without a search.
    depth: i16,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<u64>,
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
    evaluation: EvaluationResponse,
}

/// Searches until a limit is reached or no caller waits any more.
pub fn analyze<G: AnalyzedGame>(
    resources: &Resources,
    request: &AnalyzeRequest,
    mut parts: PartSender<'_>,
) -> Result<(), ApiError> {
    check("lines", Some(request.lines as u64), 1..=MOST_LINES as u64)?;
    check_limit(request.limit)?;
    let game = request.line.whole::<G>()?;
    let (position, history) = if request.threat { threat(&game)? } else { root(&game)? };
    parts.asks_parts = request.parts;
    let parts = RefCell::new(parts);
    let analysis = analyze_position(
        &position,
        &history,
        &mut LineSearch {
            resources,
            most: request.lines,
            table_bytes: request.limit.table_bytes(SearchPlace::Page),
            limits: request.limit,
            watch: &mut CallerWatch::new(request.limit, &parts),
            each_depth: &mut |found| {
                let lines = analyzed_lines(resources, &position, &history, found);
                let depth = found.iter().map(|line| line.progress.depth.plies()).min().unwrap_or(0);
                let nodes = found.iter().map(|line| line.progress.nodes).max().unwrap_or(0);
                let part = AnalysisResponse::of(&position, &lines, Some(Searched { depth, nodes }));
                let milliseconds = Some(parts.borrow().elapsed());
                parts.borrow_mut().offer(&AnalysisResponse { milliseconds, done: false, ..part });
            },
        },
    );
    let milliseconds = Some(parts.borrow().elapsed());
    parts
        .borrow_mut()
        .finish(&AnalysisResponse { milliseconds, ..AnalysisResponse::new(&analysis) });
    Ok(())
}

/// Refuses a number that is out of its range, as the command line does.
pub fn check(name: &str, number: Option<u64>, range: RangeInclusive<u64>) -> Result<(), ApiError> {
    let Some(number) = number.filter(|number| !range.contains(number)) else { return Ok(()) };
    let (least, most) = (range.start(), range.end());
    let range = if *most == u64::MAX { " on".to_string() } else { format!(" to {most}") };
    Err(ApiError::new(format!("{name}: write a number from {least}{range}, not {number}")))
}

pub fn check_limit(limit: SearchLimits) -> Result<(), ApiError> {
    check("nodes", limit.nodes, 1..=u64::MAX)?;
    check("depth", limit.depth.map(u64::from), 1..=u64::from(MOST_DEPTH))?;
    check("milliseconds", limit.milliseconds, 1..=u64::MAX)
}

impl AnalysisResponse {
    /// The last part, without a time.
    pub fn new<G: AnalyzedGame>(analysis: &PositionAnalysis<G>) -> Self {
        AnalysisResponse::of(&analysis.position, &analysis.lines, analysis.searched)
    }

    fn of<G: AnalyzedGame>(
        position: &G,
        lines: &[AnalyzedLine<G::Move>],
        searched: Option<Searched>,
    ) -> Self {
        let (depth, nodes, source) = match searched {
            Some(searched) => (searched.depth, searched.nodes, AnalysisSource::Search),
            None => (0, 0, AnalysisSource::Tables),
        };
        let lines = lines.iter().map(|line| line_of_moves(position, line)).collect();
        AnalysisResponse { depth, nodes, milliseconds: None, lines, source, done: true }
    }
}

fn line_of_moves<G: AnalyzedGame>(position: &G, line: &AnalyzedLine<G::Move>) -> LineOfMoves {
    let moves = &line.moves[..line.moves.len().min(MOST_MOVES)];
    LineOfMoves {
        moves: texts(position, moves),
        paths: paths::<G>(moves),
        evaluation: EvaluationResponse::of_line::<G>(line, position.side_to_move()),
    }
}

/// The last position of a game that is not over.
pub fn root<G: AnalyzedGame>(game: &PlayedGame<G>) -> Result<(G, KeyHistory), ApiError> {
    if let Some((result, EndOf::Board)) = game_result(game) {
        return Err(ApiError::new(format!("the game is over here. {}", result.text())));
    }
    let history = game.history(game.moves().len()).doubting_the_limit();
    Ok((last(game).clone(), history))
}

/// The same board with the other side to move.
fn threat<G: AnalyzedGame>(game: &PlayedGame<G>) -> Result<(G, KeyHistory), ApiError> {
    let (position, _) = root(game)?;
    let other = !position.side_to_move();
    let passed = G::read_board(&position.board_text(), other)
        .map_err(|error| ApiError::new(format!("there is no threat to be seen here: {error}")))?;
    let passed = GameLine::starting_at(passed).limited_to(game.quiet_limit());
    let passed = PlayedGame::of_line(passed, 0);
    if let Some((result, _)) = game_result(&passed) {
        let result = result.text();
        return Err(ApiError::new(format!(
            "{other} threatens nothing: if it were to move here, the game would be over. {result}"
        )));
    }
    root(&passed)
}

/// The size of the transposition table, as in `bench signature`.
const TABLE_BYTES: usize = 8 << 20;

#[derive(Debug, Serialize)]
struct MeasureResponse {
    nodes: u64,
    milliseconds: f64,
    depth: i16,
    done: bool,
}

pub fn measure<G: AnalyzedGame>(
    resources: &Resources,
    request: &MeasureRequest,
    parts: PartSender<'_>,
) -> Result<(), ApiError> {
    let game = request.line.whole::<G>()?;
    let (position, history) = root(&game)?;
    let parts = RefCell::new(parts);
    let limit = SearchLimits { depth: Some(request.depth), ..SearchLimits::default() };
    let mut table = TranspositionTable::with_bytes(TABLE_BYTES);
    let mut evaluator = G::evaluator(resources, history.limit());
    let begun = parts.borrow().milliseconds();
    let mut control = limit.control(CallerWatch::new(limit, &parts));
    let found = position.best_move(history, &mut table, &mut control, &mut evaluator);
    let found = found.ok_or_else(|| ApiError::new("there is no legal move here"))?;
    let milliseconds = parts.borrow().milliseconds() - begun;
    let (nodes, depth) = (found.progress.nodes, found.progress.depth.plies());
    parts.borrow_mut().finish(&MeasureResponse { nodes, milliseconds, depth, done: true });
    Ok(())
}
