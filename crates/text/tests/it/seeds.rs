//! What `seed N` must do: the same seed leads to the same game, other seeds to other games, and no
//! seed to worse ones.
//!
//! `SEED_PAIRS=200 SEED_NODES=4000 cargo test --release -p crownhead-text --test it seeds --
//! --nocapture` plays a longer match of each game, seeded against unseeded, and prints the results
//! of its pairs.

use agent::player;
use formats::commands::GameHistory;
use games::Walker;
use search::{AdjustedEvaluator, KeyHistory, NodeLimit};
use std::collections::HashSet;
use text::Dialect;
use text::players::seeded::ShiftSeed;

const TABLE_BYTES: usize = 1 << 20;
const MOST_PLIES: u32 = 200;
/// Moves at random before a game of the match begins.
const OPENING_PLIES: u64 = 4;

fn variable(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Plays `game` on to its end, the side to move first with the first seed.
fn play_on<G: Dialect>(mut game: GameHistory<G>, seeds: [Option<ShiftSeed>; 2]) -> GameHistory<G> {
    let nodes = NodeLimit(variable("SEED_NODES", 300));
    for seed in seeds.into_iter().cycle() {
        if game.end().is_some() || game.plies() >= MOST_PLIES {
            break;
        }
        let mut evaluator =
            AdjustedEvaluator { evaluator: G::Evaluator::default(), adjustment: seed };
        let (position, history) = (game.position(), KeyHistory::of_game(game.line()));
        let found = player::search_under(position, history, TABLE_BYTES, nodes, &mut evaluator);
        let mv = found.or_else(|| player::fallback_move(game.position(), &mut evaluator));
        game.play(mv.expect("the game goes on"));
    }
    game
}

fn after_opening<G: Dialect>(number: u64) -> GameHistory<G> {
    let mut walker = Walker::new(number);
    let mut game = GameHistory::<G>::default();
    for _ in 0..OPENING_PLIES {
        let mv = walker.step(game.position()).expect("openings are short");
        game.play(mv);
    }
    game
}

fn points<G: Dialect>(game: &GameHistory<G>, side: games::board::Side) -> usize {
    match game.end().map(|end| end.winner) {
        Some(Some(winner)) => 2 * usize::from(winner == side),
        Some(None) | None => 1,
    }
}

fn played<G: Dialect>(number: i64) -> String {
    let seed = Some(ShiftSeed::new(number));
    play_on(GameHistory::<G>::default(), [seed; 2]).record()
}

/// 20 seeds, both sides with the same one.
fn seeds_decide_the_game<G: Dialect>() {
    let games: HashSet<String> = (1..=20).map(played::<G>).collect();
    println!("{}: {} different games of 20 seeds", G::NAME, games.len());
    assert!(games.len() >= 18, "{}: {} games", G::NAME, games.len());
    assert_eq!(played::<G>(7), played::<G>(7), "{}", G::NAME);
}

/// Each opening twice, the seeded player first and then second.
fn no_seed_plays_worse<G: Dialect>() {
    let mut pairs = [0; 5];
    for number in 0..variable("SEED_PAIRS", 8) {
        let seed = Some(ShiftSeed::new(number as i64));
        let opening = after_opening::<G>(number);
        let Some(first) = opening.to_move() else { continue };
        let one = play_on(opening.clone(), [seed, None]);
        let two = play_on(opening, [None, seed]);
        pairs[points(&one, first) + points(&two, !first)] += 1;
    }
    println!("{}: pairs of 0, 1/2, 1, 3/2, 2 points of the seeded player: {pairs:?}", G::NAME);
    let [lost, less, _, more, won] = pairs;
    let all: u64 = pairs.iter().sum();
    assert!(lost + less < all && won + more < all, "{}: {pairs:?}", G::NAME);
}

#[test]
fn seeds_decide_the_game_of_each_kind() {
    seeds_decide_the_game::<games::checkers::Position>();
    seeds_decide_the_game::<games::loa::Position>();
    seeds_decide_the_game::<games::tablut::Position>();
    seeds_decide_the_game::<games::amazons::Position>();
}

#[test]
fn no_seed_plays_worse_in_any_game() {
    no_seed_plays_worse::<games::checkers::Position>();
    no_seed_plays_worse::<games::loa::Position>();
    no_seed_plays_worse::<games::tablut::Position>();
    no_seed_plays_worse::<games::amazons::Position>();
}
