//! A position explained: the best lines with their worth, the book, the tables.
//!
//! Inside the table of distances nothing is searched: the tables know every move. Elsewhere lines
//! are searched; where the tables know the result after a move, it counts, and not the score. With
//! six pieces they may not know it after every move.

pub mod searched_lines;

use crate::position::searched_lines::{LineSearch, searched_lines};
use crate::values::book::BookMove;
use crate::values::evaluation::Evaluation;
use crate::values::explained::{EndgameTables, Explained};
use crate::values::knowledge::Knowledge;
use crate::values::share::PointShare;
use crate::values::table_lines::TableLine;
use crate::values::verdict::Verdict;
use games::Outcome;
use search::{KeyHistory, Score, SearchReport};

/// The worth of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
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
    pub worth: Worth,
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
pub struct PositionAnalysis<G: Explained> {
    pub position: G,
    pub legal_moves: usize,
    /// The result for the side to move, if the board shows that the game is over: also where it
    /// has no legal move.
    pub outcome: Option<Outcome>,
    /// By the endgame tables, if they reach.
    pub verdict: Option<Verdict>,
    pub book: Vec<BookMove<G::Move>>,
    /// The best lines, the best first; none if the game is over.
    pub lines: Vec<AnalyzedLine<G::Move>>,
    /// `None` if the tables, or the end of the game, made a search needless.
    pub searched: Option<Searched>,
}

impl<G: Explained> PositionAnalysis<G> {
    /// The share of the point that the side to move may expect.
    pub fn share(&self) -> PointShare {
        let by_tables = |verdict: Verdict| verdict.share().seen_by(self.position.side_to_move());
        let by_lines = || self.lines.first().map_or(PointShare::LOST, |line| line.share);
        match self.outcome {
            Some(Outcome::Win) => PointShare::WON,
            Some(Outcome::Loss) => PointShare::LOST,
            Some(Outcome::Draw) => PointShare::HALF,
            None => self.verdict.map_or_else(by_lines, by_tables),
        }
    }
}

/// Analyzes the last position of `history`.
pub fn analyze_position<G: Explained>(
    position: &G,
    history: &KeyHistory,
    search: &mut LineSearch<'_, G::Move>,
) -> PositionAnalysis<G> {
    let turns_left = history.turns_left();
    let moves = position.count_moves() as usize;
    let mut reader = G::Tables::new(search.knowledge);
    let verdict = reader.verdict(position).map(|verdict| Verdict::of(verdict, turns_left));
    let knowledge = search.knowledge;
    let mut analysis = PositionAnalysis {
        position: position.clone(),
        legal_moves: moves,
        outcome: position.outcome().or((moves == 0).then_some(G::NO_MOVES)),
        verdict,
        book: position.book_moves(search.knowledge),
        lines: Vec::new(),
        searched: None,
    };
    if analysis.outcome.is_some() {
        return analysis;
    }
    if let Some(lines) = reader.lines(search.most, position, history) {
        let side = position.side_to_move();
        let line = |line: TableLine<G::Move>| AnalyzedLine {
            moves: line.moves,
            worth: Worth::Tables(line.verdict),
            share: line.verdict.share().seen_by(side),
        };
        analysis.lines = lines.into_iter().map(line).collect();
        return analysis;
    }
    let (found, nodes) = searched_lines(position, history.clone(), search);
    let depth = found.iter().map(|line| line.progress.depth.plies()).min().unwrap_or(0);
    analysis.searched = Some(Searched { depth, nodes });
    analysis.lines = analyzed_lines(knowledge, position, history, &found);
    analysis
}

/// The worth of searched lines of a position, the last one of `history`, the best first: by the
/// tables, where they know the position after the first move.
pub fn analyzed_lines<G: Explained>(
    knowledge: &Knowledge,
    position: &G,
    history: &KeyHistory,
    found: &[SearchReport<G::Move>],
) -> Vec<AnalyzedLine<G::Move>> {
    let mut reader = G::Tables::new(knowledge);
    let mut lines: Vec<_> =
        found.iter().map(|line| analyzed(position, history, line, &mut reader)).collect();
    if let Some(verdict) = reader.verdict(position) {
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
fn analyzed<G: Explained>(
    position: &G,
    history: &KeyHistory,
    line: &SearchReport<G::Move>,
    reader: &mut G::Tables,
) -> AnalyzedLine<G::Move> {
    let side = position.side_to_move();
    let after = position.play(line.best);
    let mut then = history.clone();
    then.played(&after, position.finality(line.best));
    let known = reader.verdict(&after).map(|verdict| Verdict::of(verdict, then.turns_left()));
    let score = line.progress.score;
    let (worth, share) = match known {
        Some(verdict) => (Worth::Tables(verdict), verdict.share().seen_by(side)),
        None => {
            let share = Evaluation::of(Some(score), side).share(G::UNITS_PER_LOGIT);
            (Worth::Score(score), share.seen_by(side))
        }
    };
    AnalyzedLine { moves: line.line.to_vec(), worth, share }
}
