//! Forced wins, found by automatic players that get little: late in a game after `seed`, after the
//! end of the input, and on a machine that pauses.
//!
//! The positions of `crates/evaluation/src/problems` are searched late in a game. Of those
//! in `fixtures/wins` every tenth is, or with `WINS=1` every one:
//! `WINS=1 cargo test --release -p crownhead-text --test it wins -- --nocapture`.

use agent::player;
use formats::commands::GameHistory;
use games::{GameName, Notation, board::Side};
use search::{AdjustedEvaluator, KeyHistory, NodeLimit, Score};
use std::path::Path;
use std::time::Duration;
use text::Dialect;
use text::input::event::InputEnd;
use text::players::search_player::{GameTime, SearchPlayer, TimeLimits};
use text::players::seeded::{ShiftSeed, nodes_after};

fn positions<G: Dialect + Notation>() -> Vec<G> {
    let file = format!("crates/evaluation/src/problems/wins-{}.txt", G::NAME);
    positions_of(&testing::workspace().join(file))
}

fn positions_of<G: Dialect + Notation>(file: &Path) -> Vec<G> {
    let text = std::fs::read_to_string(file).expect("a file");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let positions = lines.map(|line| {
        let mut words = line.splitn(3, ' ');
        let side = if words.next() == Some("black") { Side::Black } else { Side::White };
        let board = words.nth(1).expect("a board").replace('/', "\n");
        G::read_board(&board, side).unwrap_or_else(|_| panic!("{line}"))
    });
    positions.collect()
}

/// Amazons is decided by counting moves long before its end.
fn is_won(score: Score) -> bool {
    score.is_win() || score.units() > 10_000
}

/// This many automatic moves have been made: a search after `seed` has few nodes.
fn late<G: Dialect>() -> u32 {
    match G::NAME {
        GameName::Tablut => 31,
        GameName::Amazons => 91,
        _ => 59,
    }
}

fn are_found_after_seed<G: Dialect + Notation>() {
    let nodes = NodeLimit(nodes_after(G::SEEDED_NODES, late::<G>()));
    for position in positions::<G>() {
        let history = KeyHistory::starting_at(&position, 0).limited_to(None);
        let mut evaluator = AdjustedEvaluator {
            evaluator: G::Evaluator::default(),
            adjustment: Some(ShiftSeed::new(1)),
        };
        let report = player::report_under(&position, history, 32 << 20, nodes, &mut evaluator);
        let score = report.expect("a move").progress.score;
        assert!(is_won(score), "{}\n{score}", position.board_text());
    }
}

#[test]
fn forced_wins_are_found_after_seed() {
    are_found_after_seed::<games::loa::Position>();
    are_found_after_seed::<games::tablut::Position>();
    are_found_after_seed::<games::amazons::Position>();
}

fn game_from(position: &games::loa::Position) -> GameHistory<games::loa::Position> {
    let mut game = GameHistory::default();
    let to_move = games::Game::side_to_move(position);
    for square in games::loa::Square::all() {
        let side = Side::ALL
            .into_iter()
            .find(|&side| position.pieces(side).into_iter().any(|one| one == square));
        let piece = side.map_or("-".to_string(), |side| side.to_string());
        game.set(&square.to_string(), &piece, to_move, "set").expect("a square");
    }
    game
}

const LONG: Duration = Duration::from_secs(40);
/// Wins of each game in the suite.
const WINS: usize = 300;

/// The wins of a file, and, where they are fewer than [`WINS`], the same in a mirror: the search
/// meets their moves in another order.
fn suite<G: Dialect + Notation>() -> Vec<G> {
    let mut positions =
        positions_of::<G>(&testing::fixture("wins").join(format!("{}.txt", G::NAME)));
    if positions.len() < WINS {
        let mirrored: Vec<_> = positions.iter().map(mirrored).collect();
        positions.extend(mirrored);
    }
    positions
}

/// The files of a board of Tablut in the other order. Its rows begin with their number.
fn mirrored<G: Notation>(position: &G) -> G {
    let text = position.board_text();
    let rows = text.lines().map(|row| match row.trim_start().split_once(' ') {
        Some((rank, cells)) if rank.parse::<u32>().is_ok() => {
            format!("{rank} {}", cells.chars().rev().collect::<String>())
        }
        _ => row.to_string(),
    });
    let text = rows.collect::<Vec<_>>().join("\n");
    G::read_board(&text, position.side_to_move()).unwrap_or_else(|_| panic!("{text}"))
}

/// The positions of which `player` does not see that they are won: places in the suite, and the
/// nodes of the first look.
fn missed<G: Dialect + Notation>(player: impl Fn() -> SearchPlayer) -> Vec<(usize, u64)> {
    let positions = suite::<G>();
    assert!(positions.len() >= WINS, "{}: {}", G::NAME, positions.len());
    let step = if std::env::var_os("WINS").is_some() { 1 } else { 10 };
    let mut missed = Vec::new();
    for (index, position) in positions.into_iter().enumerate().step_by(step) {
        let game = GameHistory::late(position, late::<G>());
        let found = player().consider(&game, 1).expect("a move");
        if !is_won(found.score) {
            missed.push((index, found.nodes));
        }
    }
    println!("{}: {missed:?} missed", G::NAME);
    missed
}

/// On a machine that leaves a search fewer nodes than `least`, a miss says nothing.
fn wins_of_every_game(player: impl Fn() -> SearchPlayer + Copy, least: u64) {
    let missed = [
        missed::<games::loa::Position>(player),
        missed::<games::tablut::Position>(player),
        missed::<games::amazons::Position>(player),
    ];
    let are_excused = missed.iter().flatten().all(|&(_, nodes)| nodes < least);
    assert!(are_excused, "{missed:?}");
}

const fn limits(time: Duration) -> TimeLimits {
    TimeLimits { per_move: time, per_game: GameTime::BothSides(time) }
}

#[test]
fn wins_of_few_moves_are_found_with_any_seed() {
    let limits = limits(LONG);
    for seed in [1, 11] {
        let seeded = || {
            let mut player = SearchPlayer::new(limits);
            player.seed(seed);
            player
        };
        wins_of_every_game(seeded, 0);
    }
}

#[test]
fn wins_of_few_moves_are_found_after_the_end_of_the_input() {
    let limits = limits(LONG);
    let hurried = || {
        let end = InputEnd::default();
        end.mark();
        SearchPlayer::new(limits).hurried_after(end)
    };
    wins_of_every_game(hurried, 20_000);
}

/// All time has passed before the first node.
#[test]
fn forced_wins_are_found_though_the_machine_pauses() {
    let no_time = Duration::from_nanos(1);
    let mut player = SearchPlayer::new(limits(no_time));
    for position in positions::<games::loa::Position>() {
        let found = player.consider(&game_from(&position), 1);
        let board = position.board_text();
        assert!(found.is_some_and(|found| is_won(found.score)), "{board}");
    }
}

/// A win in four moves of its own that a search with the nodes after `seed` does not see at once.
#[test]
fn a_win_in_four_is_played_with_any_seed() {
    let moves = "f9-8 e6-d a4-1 e7-b d9-7 e5-6 d7-8 e3-f h5-7 e4-a i4-b g5-4 h7-d g4-1 i6-f";
    for seed in [3, 5, 11] {
        let mut player = SearchPlayer::new(limits(LONG));
        player.seed(seed);
        let mut game = GameHistory::<games::tablut::Position>::default();
        for text in moves.split(' ') {
            game.play_text(text).expect("legal");
        }
        let mut plies = 0;
        while game.to_move().is_some() && plies < 8 {
            let mv = player.choose(&game, 2).expect("a move");
            game.play_timed(mv, Some(Duration::ZERO));
            plies += 1;
        }
        assert!(game.end().is_some() && plies % 2 == 1, "seed {seed}: {plies} plies");
    }
}
