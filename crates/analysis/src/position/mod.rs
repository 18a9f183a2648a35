//! A position explained: the best lines with their worth, the book, the tables.
//!
//! Inside the table of distances nothing is searched: the tables know every move. Elsewhere lines
//! are searched; where the tables know the result after a move, it counts, and not the score. With
//! six pieces they may not know it after every move.

use crate::limits::{SearchLimits, SearchWatch};
use crate::values::analyzed_game::AnalyzedGame;
use crate::values::evaluation::Evaluation;
use crate::values::resources::Resources;
use crate::values::share::PointShare;
use crate::values::verdict::{TableReader, Verdict};
use games::Outcome;
use search::{EachDepth, KeyHistory, Score, SearchReport, TranspositionTable};

/// The worth of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineValue {
    /// By the search, for the side to move.
    Score(Score),
    /// By the endgame tables.
    Tables(Verdict),
}

/// A move, and how the game goes on with best play.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Debug)]
pub struct AnalyzedLine<M> {
    /// At least one.
    pub moves: Vec<M>,
    pub worth: LineValue,
    /// The share of the point that the side to move may expect.
    pub share: PointShare,
}

/// The extent of a search.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// In plies.
    pub depth: i16,
    pub nodes: u64,
}

/// A position explained.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Debug)]
pub struct PositionAnalysis<G: AnalyzedGame> {
    pub position: G,
    pub legal_moves: usize,
    /// The result for the side to move, if the board shows that the game is over: also where it
    /// has no legal move.
    pub outcome: Option<Outcome>,
    /// By the endgame tables, if they reach.
    pub verdict: Option<Verdict>,
    pub book: Vec<G::Move>,
    /// The best lines, the best first; none if the game is over.
    pub lines: Vec<AnalyzedLine<G::Move>>,
    /// `None` if the tables, or the end of the game, made a search needless.
    pub searched: Option<Searched>,
}

impl<G: AnalyzedGame> PositionAnalysis<G> {
    /// The share of the point that the side to move may expect.
    pub fn share(&self) -> PointShare {
        match self.outcome {
            Some(Outcome::Win) => PointShare::WON,
            Some(Outcome::Loss) => PointShare::LOST,
            Some(Outcome::Draw) => PointShare::HALF,
            None => self.verdict.map_or_else(
                || self.lines.first().map_or(PointShare::LOST, |line| line.share),
                |verdict| verdict.share().seen_by(self.position.side_to_move()),
            ),
        }
    }
}

/// Analyzes the last position of `history`.
pub fn analyze_position<G: AnalyzedGame>(
    position: &G,
    history: &KeyHistory,
    search: &mut LineSearch<'_, G::Move>,
) -> PositionAnalysis<G> {
    let turns_left = history.turns_left();
    let moves = position.count_moves() as usize;
    let mut reader = TableReader::of(search.resources.tables_under(history.limit()));
    let verdict =
        position.table_verdict(&mut reader).map(|verdict| Verdict::of(verdict, turns_left));
    let resources = search.resources;
    let mut analysis = PositionAnalysis {
        position: position.clone(),
        legal_moves: moves,
        outcome: position.outcome().or((moves == 0).then_some(G::NO_MOVES)),
        verdict,
        book: position.book_moves(search.resources),
        lines: Vec::new(),
        searched: None,
    };
    if analysis.outcome.is_some() {
        return analysis;
    }
    if let Some(lines) = position.table_lines(search.resources, search.most, history) {
        let side = position.side_to_move();
        analysis.lines = lines
            .into_iter()
            .map(|line| AnalyzedLine {
                moves: line.moves,
                worth: LineValue::Tables(line.verdict),
                share: line.verdict.share().seen_by(side),
            })
            .collect();
        return analysis;
    }
    let (found, nodes) = searched_lines(position, history.clone(), search);
    let depth = found.iter().map(|line| line.progress.depth.plies()).min().unwrap_or(0);
    analysis.searched = Some(Searched { depth, nodes });
    analysis.lines = analyzed_lines(resources, position, history, &found);
    analysis
}

/// The worth of searched lines of a position, the last one of `history`, the best first: by the
/// tables, where they know the position after the first move.
pub fn analyzed_lines<G: AnalyzedGame>(
    resources: &Resources,
    position: &G,
    history: &KeyHistory,
    found: &[SearchReport<G::Move>],
) -> Vec<AnalyzedLine<G::Move>> {
    let mut reader = TableReader::of(resources.tables_under(history.limit()));
    let mut lines: Vec<_> =
        found.iter().map(|line| analyzed(position, history, line, &mut reader)).collect();
    if let Some(verdict) = position.table_verdict(&mut reader) {
        let verdict = Verdict::of(verdict, history.turns_left());
        put_known_first(&mut lines, verdict.share().seen_by(position.side_to_move()));
    }
    lines
}

/// Orders the lines of a position whose share the tables know. They may not know it after each
/// move, but no move is worth more.
fn put_known_first<M>(lines: &mut [AnalyzedLine<M>], known: PointShare) {
    for line in lines.iter_mut().filter(|line| line.share > known) {
        line.share = known;
    }
    lines.sort_by(|one, other| other.share.value().total_cmp(&one.share.value()));
}

/// A searched line with its worth: by the tables, if they know the position after its first move.
fn analyzed<G: AnalyzedGame>(
    position: &G,
    history: &KeyHistory,
    line: &SearchReport<G::Move>,
    reader: &mut TableReader,
) -> AnalyzedLine<G::Move> {
    let side = position.side_to_move();
    let after = position.play(line.best);
    let mut then = history.clone();
    then.played(&after, position.finality(line.best));
    let known = after.table_verdict(reader).map(|verdict| Verdict::of(verdict, then.turns_left()));
    let score = line.progress.score;
    let (worth, share) = match known {
        Some(verdict) => (LineValue::Tables(verdict), verdict.share().seen_by(side)),
        None => {
            let share = Evaluation::of(Some(score), side).share(G::UNITS_PER_LOGIT);
            (LineValue::Score(score), share.seen_by(side))
        }
    };
    AnalyzedLine { moves: line.line.to_vec(), worth, share }
}

/// A search for lines.
pub struct LineSearch<'a, M: Copy> {
    /// The tables and the book that are used.
    pub resources: &'a Resources,
    /// The most lines.
    pub most: usize,
    /// Bytes of the transposition table.
    pub table_bytes: usize,
    /// End the search.
    pub limits: SearchLimits,
    /// Sees the search. If it does not let the first depth finish, lines are missing.
    pub watch: &'a mut dyn SearchWatch,
    /// Called after each depth.
    pub each_depth: EachDepth<'a, M>,
}

/// The best lines after the last depth that was finished for all of them, and the nodes of the
/// whole search. A deeper line beside others would look better or worse for its depth alone.
pub fn searched_lines<G: AnalyzedGame>(
    position: &G,
    history: KeyHistory,
    search: &mut LineSearch<'_, G::Move>,
) -> (Vec<SearchReport<G::Move>>, u64) {
    let mut table = TranspositionTable::with_bytes(search.table_bytes);
    let mut evaluator = G::evaluator(search.resources, history.limit());
    let mut finished = Vec::new();
    let each_depth = &mut search.each_depth;
    let tools = (&mut table, &mut evaluator);
    let mut control = search.limits.control(&mut *search.watch);
    let stopped = position.best_lines(search.most, history, tools, &mut control, &mut |lines| {
        finished = lines.to_vec();
        each_depth(lines);
    });
    // Its lines leave out the nodes of the depth that was not finished.
    let told = stopped.iter().map(|line| line.progress.nodes).max().unwrap_or(0);
    let nodes = control.nodes().max(told);
    if finished.is_empty() { (stopped, nodes) } else { (finished, nodes) }
}
