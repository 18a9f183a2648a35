//! Games and searches for the tests.

use analysis::{
    AnalyzedGame, Evaluation, GameEvaluations, LineSearch, PlayedGame, PositionAnalysis, Resources,
    RuleEnd, SearchLimits, TableVerdict, Unwatched, analyze_position,
};
use games::checkers::Position;
use games::checkers::rules::QuietTurnRule;
use games::{Game, Notation, Walker};
use search::{KeyHistory, NodeLimit};

/// Bytes of the transposition table: the searches are short.
pub const TABLE: usize = 1 << 20;

pub fn random_game(seed: u64, turns: usize) -> PlayedGame {
    let mut walker = Walker::new(seed);
    let mut here = Position::start();
    let mut moves = Vec::new();
    while let Some(mv) = walker.step(&here).filter(|_| moves.len() < turns) {
        moves.push(mv);
        here = here.play(mv);
    }
    PlayedGame::under(QuietTurnRule::FiftyQuietTurns, Position::start(), moves)
}

/// A random game of `turns` moves, each of which was a choice.
pub fn game_of_choices(turns: usize, end: Option<RuleEnd>) -> PlayedGame {
    let game = (1..).map(|seed| random_game(seed, turns)).find(|game| {
        game.moves().len() == turns
            && game.positions()[..turns].iter().all(|position| position.count_moves() > 1)
    });
    let game = game.expect("one of many games");
    PlayedGame::new(game.line().clone(), 0, end)
}

pub fn game(fen: &str, words: &str) -> PlayedGame {
    let start = position(fen);
    let (mut here, mut moves) = (start, Vec::new());
    for word in words.split_whitespace() {
        let mv = here.read_move(word).unwrap_or_else(|error| panic!("{error}"));
        moves.push(mv);
        here = here.play(mv);
    }
    PlayedGame::under(QuietTurnRule::FiftyQuietTurns, start, moves)
}

pub fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

/// Evaluations by short searches.
pub fn evaluated(game: &PlayedGame) -> GameEvaluations {
    GameEvaluations::of(&Resources::default(), game, TABLE, || NodeLimit(200))
}

/// Evaluations with these scores for Black and these verdicts for the last positions.
pub fn scored(scores: &[i32], tables: &str) -> GameEvaluations {
    let scores: Vec<Evaluation> =
        serde_json::from_value(serde_json::json!(scores)).expect("scores");
    let tables: Vec<&str> = tables.split_whitespace().collect();
    let tables: Vec<TableVerdict> =
        serde_json::from_value(serde_json::json!(tables)).expect("verdicts");
    GameEvaluations { scores, tables, lines: Vec::new() }
}

pub fn analyzed<G: AnalyzedGame>(position: &G, most: usize, depth: u32) -> PositionAnalysis<G> {
    let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
    searched(position, &KeyHistory::starting_at(position, 0), most, limits)
}

pub fn searched<G: AnalyzedGame>(
    position: &G,
    history: &KeyHistory,
    most: usize,
    limits: SearchLimits,
) -> PositionAnalysis<G> {
    let mut search = LineSearch {
        resources: &Resources::default(),
        most,
        table_bytes: TABLE,
        limits,
        watch: &mut Unwatched,
        each_depth: &mut |_| (),
    };
    analyze_position(position, history, &mut search)
}
