//! The same laws for the games without tables and book: Lines of Action, Tablut, Amazons.

use crate::support::{TABLE, analyzed};
use analysis::{
    AnalyzedGame, EvaluationKind, GameEvaluations, GameReview, MoveChoice, PlayedGame, Resources,
    RuleEnd,
};
use games::board::Side;
use games::checkers::rules::QuietTurnRule;
use games::{Game, Walker, amazons, loa, tablut};
use search::NodeLimit;

fn random_game<G: AnalyzedGame>(seed: u64) -> PlayedGame<G> {
    let mut walker = Walker::new(seed);
    let (mut here, mut moves) = (G::start(), Vec::new());
    while let Some(mv) = walker.step(&here) {
        moves.push(mv);
        here = here.play(mv);
        if PlayedGame::under(QuietTurnRule::FiftyQuietTurns, G::start(), moves.clone())
            .rule_at(moves.len())
            .is_some()
        {
            break;
        }
    }
    PlayedGame::under(QuietTurnRule::FiftyQuietTurns, G::start(), moves)
}

/// The winner by the rules of the game; `None` after a tie.
fn winner<G: AnalyzedGame>(game: &PlayedGame<G>) -> Option<Side> {
    let last = game.moves().len();
    if let Some(end) = game.rule_at(last) {
        return match end {
            RuleEnd::Drawn => None,
            RuleEnd::Won(side) => Some(side),
        };
    }
    let position = &game.positions()[last];
    let outcome = position.outcome().unwrap_or(G::NO_MOVES);
    let side = position.side_to_move();
    Some(if outcome == games::Outcome::Win { side } else { !side })
}

fn games_are_reviewed<G: AnalyzedGame>(seeds: std::ops::Range<u64>) {
    println!("{}", std::any::type_name::<G>());
    let mut marked = 0;
    for seed in seeds {
        let game = random_game::<G>(seed);
        let found = GameEvaluations::of(&Resources::default(), &game, TABLE, || NodeLimit(200));
        assert_eq!(found.scores.len(), game.positions().len());
        assert!(found.tables.is_empty(), "there are no tables");
        let end = match winner(&game) {
            Some(by) => EvaluationKind::Win { by, plies: 0 },
            None => EvaluationKind::Units(0),
        };
        assert_eq!(found.scores.last().map(|score| score.meaning()), Some(end), "seed {seed}");
        let review = GameReview::new(&game, &found);
        for (index, mv) in review.moves.iter().enumerate() {
            let before = &game.positions()[index];
            assert_eq!((mv.by, mv.choice == MoveChoice::Forced), {
                (before.side_to_move(), before.count_moves() == 1)
            });
            assert!(before.move_list().contains(&found.lines[index].moves[0]));
        }
        marked += review.mistakes().len();
        let again = GameEvaluations::of(&Resources::default(), &game, TABLE, || NodeLimit(200));
        assert_eq!(again, found, "the same every time");
    }
    assert!(marked > 0, "random moves are bad");
}

#[test]
fn games_of_each_kind_are_reviewed_to_their_end() {
    games_are_reviewed::<loa::Position>(0..6);
    games_are_reviewed::<tablut::Position>(0..6);
    games_are_reviewed::<amazons::Position>(0..2);
}

fn lines_can_be_played<G: AnalyzedGame>() {
    let game = random_game::<G>(9);
    for (index, position) in game.positions().iter().enumerate().step_by(11) {
        let found = analyzed(position, 3, 2);
        let is_over = found.outcome.is_some();
        assert_eq!(found.lines.is_empty(), is_over, "position {index}");
        assert!(found.lines.is_sorted_by(|one, next| one.share >= next.share));
        for line in &found.lines {
            let mut here = position.clone();
            for &mv in &line.moves {
                assert!(here.move_list().contains(&mv));
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
        let found = analyzed(last, 1, 1);
        let won = winner(&game) == Some(last.side_to_move());
        assert_eq!((found.share().value(), found.searched), (f64::from(u8::from(won)), None));
    }
}
