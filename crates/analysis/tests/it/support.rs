//! Games and searches for the tests.

use analysis::{Evaluation, GameEvaluations, PlayedGame, PositionAnalysis, RuleEnd, TableVerdict};
use games::checkers::Position;
use games::{Game, Notation, Walker};
use search::{DepthLimit, KeyHistory, NodeLimit};

/// Bytes of the transposition table: the searches are short.
pub const TABLE: usize = 1 << 20;

/// A random game of `turns` turns at most.
pub fn random_game(seed: u64, turns: usize) -> PlayedGame {
    let mut walker = Walker::new(seed);
    let mut here = Position::start();
    let mut moves = Vec::new();
    while let Some(mv) = walker.step(&here).filter(|_| moves.len() < turns) {
        moves.push(mv);
        here = here.play(mv);
    }
    PlayedGame::by_our_rules(Position::start(), moves)
}

/// A random game of so many moves, each of which was a choice.
pub fn game_of_choices(turns: usize, end: Option<RuleEnd>) -> PlayedGame {
    let is_choice = |game: &PlayedGame| {
        game.moves().len() == turns
            && game.positions()[..turns].iter().all(|position| position.count_moves() > 1)
    };
    let game = (1..).map(|seed| random_game(seed, turns)).find(is_choice);
    let game = game.expect("one of many games");
    PlayedGame::new(game.positions()[0], game.moves().to_vec(), Some(50), end)
}

/// The game of these moves.
pub fn game(fen: &str, words: &str) -> PlayedGame {
    let start = position(fen);
    let (mut here, mut moves) = (start, Vec::new());
    for word in words.split_whitespace() {
        let mv = here.read_move(word).unwrap_or_else(|error| panic!("{error}"));
        moves.push(mv);
        here = here.play(mv);
    }
    PlayedGame::by_our_rules(start, moves)
}

/// The position of a FEN.
pub fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

/// Evaluations by short searches.
pub fn evaluated(game: &PlayedGame) -> GameEvaluations {
    GameEvaluations::of(game, TABLE, || NodeLimit(200))
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

/// The analysis of a position without a game before it, at most `most` lines, `depth` plies deep.
pub fn analyzed(position: &Position, most: usize, depth: i16) -> PositionAnalysis<Position> {
    let history = KeyHistory::starting_at(position, 0);
    let mut search = analysis::LineSearch {
        knowledge: &analysis::Knowledge::default(),
        most,
        table_bytes: TABLE,
        control: &mut DepthLimit(depth),
        each_depth: &mut |_| (),
    };
    analysis::analyze_position(position, &history, &mut search)
}
