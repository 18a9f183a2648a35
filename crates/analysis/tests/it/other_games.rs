//! The same laws for the games without tables and book: Lines of Action, Tablut, Amazons.

use crate::support::TABLE;
use analysis::{
    Explained, GameEvaluations, GameReview, Knowledge, LineSearch, Meaning, MoveChoice, PlayedGame,
    analyze_position,
};
use games::board::Side;
use games::{Game, Walker, amazons, loa, tablut};
use search::{DepthLimit, KeyHistory, NodeLimit};

/// A random game, to its end by the rules.
fn random_game<G: Explained>(seed: u64) -> PlayedGame<G> {
    let mut walker = Walker::new(seed);
    let (mut here, mut moves) = (G::start(), Vec::new());
    while let Some(mv) = walker.step(&here) {
        moves.push(mv);
        here = here.play(mv);
        if PlayedGame::by_our_rules(G::start(), moves.clone()).rule_at(moves.len()).is_some() {
            break;
        }
    }
    PlayedGame::by_our_rules(G::start(), moves)
}

/// The winner by the rules of the game; `None` after a tie.
fn winner<G: Explained>(game: &PlayedGame<G>) -> Option<Side> {
    let last = game.moves().len();
    if let Some(end) = game.rule_at(last) {
        let share = end.share().value();
        return if share == 0.5 { None } else { Some([Side::White, Side::Black][share as usize]) };
    }
    let position = &game.positions()[last];
    let outcome = position.outcome().unwrap_or(G::NO_MOVES);
    let side = position.side_to_move();
    Some(if outcome == games::Outcome::Win { side } else { !side })
}

fn games_are_reviewed<G: Explained>(seeds: std::ops::Range<u64>) {
    let mut marked = 0;
    for seed in seeds {
        let game = random_game::<G>(seed);
        let found = GameEvaluations::of(&game, TABLE, || NodeLimit(200));
        assert_eq!(found.scores.len(), game.positions().len());
        assert!(found.tables.is_empty(), "there are no tables");
        let end = match winner(&game) {
            Some(by) => Meaning::Win { by, plies: 0 },
            None => Meaning::Units(0),
        };
        assert_eq!(found.scores.last().map(|score| score.meaning()), Some(end), "seed {seed}");
        let review = GameReview::new(&game, &found);
        for (index, mv) in review.moves.iter().enumerate() {
            let before = &game.positions()[index];
            assert_eq!((mv.by, mv.choice == MoveChoice::Forced), {
                (before.side_to_move(), before.count_moves() == 1)
            });
            let (best, mut legal) = (found.lines[index].moves[0], Vec::new());
            before.legal_moves(&mut legal);
            assert!(legal.contains(&best));
        }
        marked += review.mistakes().len();
        let again = GameEvaluations::of(&game, TABLE, || NodeLimit(200));
        assert_eq!(again, found, "the same every time");
    }
    assert!(marked > 0, "random moves are bad");
}

#[test]
fn games_of_lines_of_action_are_reviewed_to_their_end() {
    games_are_reviewed::<loa::Position>(0..6);
}

#[test]
fn games_of_tablut_are_reviewed_to_their_end() {
    games_are_reviewed::<tablut::Position>(0..6);
}

#[test]
fn games_of_amazons_are_reviewed_to_their_end() {
    games_are_reviewed::<amazons::Position>(0..2);
}

fn lines_can_be_played<G: Explained>() {
    let game = random_game::<G>(9);
    for (index, position) in game.positions().iter().enumerate().step_by(11) {
        let history = KeyHistory::starting_at(position, 0);
        let mut search = LineSearch {
            knowledge: &Knowledge::default(),
            most: 3,
            table_bytes: TABLE,
            control: &mut DepthLimit(2),
            each_depth: &mut |_| (),
        };
        let found = analyze_position(position, &history, &mut search);
        let is_over = found.outcome.is_some();
        assert_eq!(found.lines.is_empty(), is_over, "position {index}");
        assert!(found.lines.is_sorted_by(|one, next| one.share >= next.share));
        for line in &found.lines {
            let mut here = position.clone();
            for &mv in &line.moves {
                let mut legal = Vec::new();
                here.legal_moves(&mut legal);
                assert!(legal.contains(&mv));
                here = here.play(mv);
            }
        }
    }
}

#[test]
fn lines_of_positions_can_be_played_in_all_games() {
    lines_can_be_played::<loa::Position>();
    lines_can_be_played::<tablut::Position>();
    lines_can_be_played::<amazons::Position>();
}

/// A finished board needs no search, and is worth what the rules say.
#[test]
fn a_position_in_which_the_game_is_over_is_worth_the_result() {
    for seed in 0..6 {
        let game = random_game::<tablut::Position>(seed);
        let last = &game.positions()[game.moves().len()];
        if game.rule_at(game.moves().len()).is_some() {
            continue;
        }
        let mut search = LineSearch {
            knowledge: &Knowledge::default(),
            most: 1,
            table_bytes: TABLE,
            control: &mut DepthLimit(1),
            each_depth: &mut |_| (),
        };
        let found = analyze_position(last, &KeyHistory::starting_at(last, 0), &mut search);
        let won = winner(&game) == Some(last.side_to_move());
        assert_eq!((found.share().value(), found.searched), (f64::from(u8::from(won)), None));
    }
}
