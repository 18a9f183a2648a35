//! Plain negamax as the oracle: every device of the search that should not change the value of a
//! position must not change it.

use evaluation::checkers::endgame::{Tablebases, is_in_dtc_table};
use evaluation::checkers::network::NETWORK;
use evaluation::checkers::tuning::{PARAMETERS, tuned};
use evaluation::checkers::{CheckersEvaluator, hand_crafted, network};
use games::checkers::{Move, Position};
use games::{Game, Outcome, Walker};
use search::{
    DepthLimit, Evaluator, KeyHistory, NodeLimit, Ply, Score, SearchReport, Selectivity,
    TableSnapshot, TranspositionTable, search, search_with,
};
use std::sync::LazyLock;

/// The value of a position by trying everything: `depth` plies, then captures to their end. Below
/// the root a result of the endgame tables is the value.
fn negamax(position: &Position, depth: i16, ply: Ply) -> Score {
    negamax_where_draws_count(Score::DRAW, position, depth, ply)
}

/// The same where a draw is worth this to the side to move.
fn negamax_where_draws_count(draw: Score, position: &Position, depth: i16, ply: Ply) -> Score {
    let moves = position.move_list();
    let Some(&first) = moves.first() else { return Score::loss_in(ply) };
    match wdl(position).filter(|_| ply != Ply::ROOT) {
        Some(Outcome::Win) => return Score::tablebase_win(ply),
        Some(Outcome::Draw) => return draw,
        Some(Outcome::Loss) => return Score::tablebase_loss(ply),
        None => {}
    }
    if depth <= 0 && !first.is_jump() {
        return static_evaluation(position);
    }
    let value =
        |&mv: &_| -negamax_where_draws_count(-draw, &position.play(mv), depth - 1, ply.next());
    moves.iter().map(value).max().expect("there is a move")
}

/// The evaluation of [`CheckersEvaluator`], without its accumulators.
fn static_evaluation(position: &Position) -> Score {
    match is_in_dtc_table(position) {
        true => hand_crafted::evaluate(position),
        false => network::evaluate(&NETWORK, position),
    }
}

static TABLES: LazyLock<Tablebases<'static>> = LazyLock::new(Tablebases::built_in);

fn wdl(position: &Position) -> Option<Outcome> {
    TABLES.probe_quiet(position)
}

/// Positions of random games, all of men: no position can occur again within the few plies
/// searched, so that a value does not depend on the history. The roots are in no endgame table.
fn positions_of_men() -> impl Iterator<Item = Position> {
    let walks = (0..60).flat_map(|seed| Walker::new(seed).game(Position::start(), 60));
    walks
        .filter(|position| position.kings().is_empty())
        .filter(|position| wdl(position).is_none())
        .filter(|at| at.count_moves() > 1)
        .step_by(5)
}

fn exhaustive(
    position: &Position,
    depth: i16,
    table: &mut TranspositionTable,
) -> SearchReport<Move> {
    let history = KeyHistory::starting_at(position, 0);
    exhaustive_with(history, position, depth, table).expect("there is a move")
}

fn exhaustive_with(
    history: KeyHistory,
    position: &Position,
    depth: i16,
    table: &mut TranspositionTable,
) -> Option<SearchReport<Move>> {
    let (how, control) = (Selectivity::Exhaustive, &mut DepthLimit(depth));
    search_with(how, position, history, table, control, &mut CheckersEvaluator::built_in())
}

/// The agent's search with an empty table.
fn selective(position: &Position, depth: i16) -> Option<SearchReport<Move>> {
    selective_with(position, depth, &mut CheckersEvaluator::built_in())
}

fn selective_with(
    position: &Position,
    depth: i16,
    evaluator: &mut impl Evaluator<Position>,
) -> Option<SearchReport<Move>> {
    let history = KeyHistory::starting_at(position, 0);
    let mut table = TranspositionTable::with_bytes(1 << 20);
    search(position, history, &mut table, &mut DepthLimit(depth), evaluator)
}

#[test]
fn the_exhaustive_search_has_the_value_of_plain_negamax() {
    let mut compared = 0;
    for position in positions_of_men() {
        // One table for all depths: what one depth stores must not mislead the next.
        let mut table = TranspositionTable::with_bytes(1 << 20);
        let report = exhaustive(&position, 5, &mut table);
        if report.progress.depth.plies() < 5 {
            assert!(report.progress.is_proved());
            continue;
        }
        let expected = negamax(&position, 5, Ply::ROOT);
        assert_eq!(report.progress.score, expected, "{position:?}");
        assert!(report.progress.is_proved() || best_is_as_good(&position, &report, expected));
        compared += 1;
    }
    assert!(compared > 200, "{compared}");
}

/// Draws of the endgame tables count for what the history says, for either side. No position can
/// occur again within three plies.
#[test]
fn a_draw_is_worth_what_it_is_said_to_be_worth() {
    let walks = (0..400).flat_map(|seed| Walker::new(seed).game(Position::start(), 150));
    let few = |at: &Position| at.count() <= 7 && wdl(at).is_none();
    let (mut compared, mut told_apart) = (0, 0);
    for position in walks.filter(few).filter(|position| position.count_moves() > 1) {
        for worth in [-40, 40].map(Score::from_eval) {
            let history = KeyHistory::starting_at(&position, 0).valuing_draws(worth);
            let mut table = TranspositionTable::with_bytes(1 << 20);
            let report = exhaustive_with(history, &position, 3, &mut table);
            let found = report.expect("there is a move").progress;
            if found.depth.plies() == 3 {
                let expected = negamax_where_draws_count(worth, &position, 3, Ply::ROOT);
                assert_eq!(found.score, expected, "{position:?}");
                compared += 1;
                told_apart += usize::from(expected != negamax(&position, 3, Ply::ROOT));
            }
        }
    }
    assert!(compared > 50 && told_apart > 10, "{told_apart} of {compared}");
}

fn best_is_as_good(position: &Position, report: &SearchReport<Move>, expected: Score) -> bool {
    -negamax(&position.play(report.best), 4, Ply::ROOT.next()) == expected
}

#[test]
fn a_table_of_one_bucket_changes_nothing() {
    for position in positions_of_men().step_by(7) {
        let mut small = TranspositionTable::with_bytes(0);
        let mut large = TranspositionTable::with_bytes(1 << 22);
        let (small, large) =
            (exhaustive(&position, 6, &mut small), exhaustive(&position, 6, &mut large));
        assert_eq!(small.progress.score, large.progress.score);
    }
}

#[test]
fn lines_are_playable() {
    for position in positions_of_men().step_by(3) {
        assert_playable(&position, &selective(&position, 8).expect("a move"));
    }
}

/// Also of a search that was stopped anywhere, with a table that has seen other positions.
#[test]
fn lines_of_stopped_searches_are_playable() {
    let mut table = TranspositionTable::with_bytes(1 << 20);
    let mut evaluator = CheckersEvaluator::built_in();
    for seed in 0..40 {
        let game = Walker::new(seed).game(Position::start(), 150);
        for (position, nodes) in game.iter().rev().zip((200..).step_by(17)) {
            let history = KeyHistory::starting_at(position, 0);
            let control = &mut NodeLimit(nodes % 1_500);
            let found = search(position, history, &mut table, control, &mut evaluator);
            if let Some(report) = found {
                assert_playable(position, &report);
            }
        }
    }
}

fn assert_playable(root: &Position, report: &SearchReport<Move>) {
    assert_eq!(report.line.first(), Some(&report.best), "{}", root.fen());
    let mut at = *root;
    for &mv in &report.line {
        let moves = at.move_list();
        assert!(moves.contains(&mv), "{} then {}", root.fen(), at.fen());
        at = at.play(mv);
    }
}

/// A win or loss that the selective search claims is one: plain negamax to its length sees it too.
#[test]
fn claimed_wins_and_losses_are_real() {
    let walks = (0..300).flat_map(|seed| Walker::new(seed).game(Position::start(), 150));
    let few = |at: &Position| (at.own() | at.enemies()).count() <= 8 && wdl(at).is_none();
    let mut claims = 0;
    for position in walks.filter(few).filter(|position| position.count_moves() > 1) {
        let report = selective(&position, 7).expect("a move");
        let claimed = report.progress.score;
        let Some(plies) = claimed.plies_to_end().filter(|&plies| plies <= 7) else { continue };
        let value = negamax(&position, plies as i16, Ply::ROOT);
        assert_eq!(value.is_win(), claimed.is_win(), "{claimed} in {position:?}");
        assert_eq!(value.is_loss(), claimed.is_loss(), "{claimed} in {position:?}");
        claims += 1;
    }
    assert!(claims > 100, "{claims}");
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    assert_eq!(nodes_from_start(), nodes_from_start());
}

fn nodes_from_start() -> u64 {
    selective(&Position::start(), 9).expect("a move").progress.nodes
}

/// The agent's margins are those of its tuning, and each of them is used.
#[test]
fn every_margin_changes_the_search_and_the_agents_do_not() {
    let roots = || positions_of_men().step_by(20);
    let nodes = |values: [i32; PARAMETERS.len()]| -> Vec<u64> {
        let evaluator = CheckersEvaluator::new(&NETWORK, Tablebases::built_in(), tuned(values));
        roots()
            .filter_map(|root| selective_with(&root, 9, &mut evaluator.clone()))
            .map(|report| report.progress.nodes)
            .collect()
    };
    let agents: Vec<_> = roots()
        .filter_map(|root| selective(&root, 9))
        .map(|report| report.progress.nodes)
        .collect();
    let values = PARAMETERS.map(|parameter| parameter.value);
    assert_eq!(nodes(values), agents);
    for (nth, parameter) in PARAMETERS.iter().enumerate() {
        let mut other = values;
        other[nth] = parameter.max;
        assert_ne!(nodes(other), agents, "{}", parameter.name);
    }
}

#[test]
fn a_search_with_a_restored_table_has_less_to_do() {
    let start = Position::start();
    let searched = |snapshot: &TableSnapshot| {
        let mut table = TranspositionTable::with_bytes(1 << 20);
        table.restore(snapshot, TableSnapshot::MOST);
        let (history, control) = (KeyHistory::starting_at(&start, 0), &mut DepthLimit(9));
        let mut evaluator = CheckersEvaluator::built_in();
        let report = search(&start, history, &mut table, control, &mut evaluator);
        let mut left = TableSnapshot::default();
        left.take_from(&table, TableSnapshot::MOST);
        (report.expect("a move").progress.nodes, left)
    };
    let (from_nothing, left) = searched(&TableSnapshot::default());
    let (restored, _) = searched(&left);
    assert!(restored < from_nothing, "{restored} of {from_nothing}");
}
