//! One suite for every evaluator: the laws of the contract [`Evaluator`], and that the draw rules
//! of each game are counted as they are played. The games have a suite of their own in `games`.

use evaluation::amazons::AmazonsEvaluator;
use evaluation::checkers::{CheckersEvaluator, HandCrafted};
use evaluation::loa::LoaEvaluator;
use evaluation::tablut::TablutEvaluator;
use games::board::Key;
use games::{
    Finality, Game, GameName, MoveHints, Notation, Repetition, Walker, amazons, checkers, loa,
    tablut, with_game,
};
use search::{Evaluator, KeyHistory, Ply, QUIET_ORDER_LIMIT};
use std::fmt::Debug;

#[test]
fn checkers_network_conforms() {
    let mirrored = checkers::Position::mirrored;
    conforms(60, 100, CheckersEvaluator::built_in, mirrored);
}

#[test]
fn checkers_hand_crafted_conforms() {
    conforms(60, 100, HandCrafted::built_in, checkers::Position::mirrored);
}

#[test]
fn amazons_conforms() {
    conforms(6, 100, || AmazonsEvaluator, amazons::Position::mirrored);
}

#[test]
fn loa_conforms() {
    conforms(30, 80, || LoaEvaluator, with_colors_exchanged);
}

fn with_colors_exchanged(position: &loa::Position) -> loa::Position {
    let pieces = loa::Square::all().filter_map(|square| Some((!position.at(square)?, square)));
    loa::Position::new(pieces, !position.side_to_move())
}

/// The sides are not alike in Tablut, but the quarters of the board are.
#[test]
fn tablut_conforms() {
    conforms(20, 150, || TablutEvaluator, transposed);
}

fn transposed(position: &tablut::Position) -> tablut::Position {
    let empty = tablut::Position::EMPTY.with_side_to_move(position.side_to_move());
    tablut::Square::all().fold(empty, |board, square| {
        let other = tablut::Square::at(square.rank(), square.file()).expect("on the board");
        board.with_piece(other, position.board().at(square))
    })
}

/// Random games, each of at most `plies`; `mirrored` gives a position that must be worth the same.
fn conforms<G, E>(
    games: u64,
    plies: usize,
    new_evaluator: impl Fn() -> E,
    mirrored: impl Fn(&G) -> G,
) where
    G: MoveHints + Notation + Debug,
    E: Evaluator<G>,
{
    let mut used = new_evaluator();
    for seed in 0..games {
        for (nth, position) in Walker::new(seed).game(G::start(), plies).into_iter().enumerate() {
            if position.outcome().is_some() {
                continue;
            }
            let value = new_evaluator().evaluate(&position, Ply::ROOT);
            assert!(!value.is_decisive(), "{value} in {position:?}");
            let ply = Ply::new((nth * 7 % 13) as u16);
            assert_eq!(used.evaluate(&position, ply), value, "it depends on what came before");
            assert_eq!(used.evaluate(&position, ply), value);
            assert_eq!(used.evaluate(&mirrored(&position), ply), value, "{position:?}");
            hints_keep_their_limits(&used, &position);
        }
    }
}

fn hints_keep_their_limits<G: MoveHints + Notation + Debug>(
    evaluator: &impl Evaluator<G>,
    position: &G,
) {
    let moves = position.move_list();
    for &mv in &moves {
        assert!(evaluator.quiet_order(position, mv).abs() <= QUIET_ORDER_LIMIT);
    }
    assert!(evaluator.recognize(position).is_none_or(|score| !score.is_decisive()));
    if let Some(next) = evaluator.null_move(position) {
        assert_ne!(next.side_to_move(), position.side_to_move());
        assert_eq!(next.board_text(), position.board_text());
    }
    let best = evaluator.probe_root(position, G::QUIET_LIMIT, |_| 0);
    assert!(best.is_none_or(|best| moves.contains(&best)));
}

/// The search's [`KeyHistory`] ends a game at the move at which a plain count does.
#[test]
fn the_draw_rules_are_counted_as_they_are_played() {
    for seed in 0..30 {
        for game in GameName::ALL {
            with_game!(game, Position => counts_agree::<Position>(seed));
        }
    }
}

fn counts_agree<G: Game>(seed: u64) {
    let (mut walker, mut position) = (Walker::new(seed), G::start());
    let mut history = KeyHistory::starting_at(&position, 0);
    let (mut keys, mut quiet_turns): (Vec<Key>, u32) = (vec![position.key()], 0);
    // Long enough for every rule to end a game of every kind.
    for _ in 0..5_000 {
        let Some(mv) = walker.step(&position) else { break };
        let (next, finality) = (position.play(mv), position.finality(mv));
        history.played(&next, finality);
        position = next;
        if finality != Finality::Reversible {
            keys.clear();
        }
        keys.push(position.key());
        quiet_turns = if finality == Finality::Resetting { 0 } else { quiet_turns + 1 };
        let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
        let repeats = match G::REPETITION {
            Repetition::Ignored => false,
            Repetition::Draws { occurrences: most } => occurrences >= most,
            Repetition::LosesForMover => occurrences > 1,
        };
        assert_eq!(history.is_repetition(G::REPETITION), repeats);
        assert_eq!(history.quiet_turns(), quiet_turns);
        let is_over = G::QUIET_LIMIT.is_some_and(|limit| quiet_turns >= limit);
        assert_eq!(history.is_over_limit(), is_over);
        if repeats || is_over {
            break;
        }
    }
}
