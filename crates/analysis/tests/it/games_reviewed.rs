//! Laws of reviewed games.

use crate::support::{evaluated, game_of_choices, random_game, scored};
use analysis::{
    Advantage, GameReview, Loss, MistakeMark, MoveChoice, PlayedGame, RuleEnd, summary,
};
use formats::pdn::PdnResult;
use games::Game;
use games::board::Side;
use games::checkers::rules::QuietTurnRule;

/// The indices of the mistakes of one side, with their losses in hundredths.
fn mistakes(review: &GameReview, side: Side) -> Vec<(usize, u32)> {
    let all = review.mistakes().into_iter().filter(|&index| review.moves[index].by == side);
    all.map(|index| (index, review.moves[index].loss.hundredths())).collect()
}

#[test]
fn mistakes_are_the_moves_that_lost_something_the_largest_first() {
    let game = game_of_choices(8, None);
    // Black loses a man in an even game with move 0, the same in a won game with move 4; White errs
    // with move 1 and, by the tables alone, with move 7.
    let scores = [0, -100, 900, 900, 900, 800, 800, 800, 800];
    let review = GameReview::new(&game, &scored(&scores, "w3 b2"));
    assert_eq!(mistakes(&review, Side::Black), [(6, 100), (0, 37)]);
    assert_eq!(mistakes(&review, Side::White), [(7, 100), (1, 87)]);
}

#[test]
fn a_draw_by_repetition_in_a_won_position_is_a_mistake_of_who_repeated() {
    let game = game_of_choices(4, Some(RuleEnd::Drawn));
    // White, who has won by the tables, brings about the drawn board.
    let review = GameReview::new(&game, &scored(&[-900, -900, -900, -900, 0], "w9 w9"));
    assert_eq!(mistakes(&review, Side::White), [(3, 50)]);
    assert_eq!(review.last(), Advantage::Even);
    let words = summary(&review, Some(PdnResult::Drawn), |index| format!("move {index}"));
    assert_eq!(words, "White stood to win until move 3 ??, which gave the win away.");
}

/// Whatever the search says: no loss is negative, forced and best moves lose nothing, marks follow
/// the losses, and the mistakes are the marked moves in the order of their losses.
#[test]
fn losses_and_marks_fit_together_in_random_games() {
    for seed in 0..12 {
        let game = random_game(seed, 150);
        let found = evaluated(&game);
        let review = GameReview::new(&game, &found);
        assert_eq!(review.moves.len(), game.moves().len());
        for (index, mv) in review.moves.iter().enumerate() {
            let (before, best) = (&game.positions()[index], &found.lines[index].moves[0]);
            let is_best = before.play(*best) == game.positions()[index + 1];
            match mv.choice {
                MoveChoice::Forced => assert_eq!(before.count_moves(), 1),
                MoveChoice::Best => assert!(is_best),
                MoveChoice::Other => assert!(!is_best && before.count_moves() > 1),
            }
            assert!(mv.choice == MoveChoice::Other || mv.loss == Loss::NONE);
            assert!((Loss::NONE..=Loss::WHOLE).contains(&mv.loss));
            assert_eq!(mv.mark(), MistakeMark::of(mv.loss));
            assert_eq!(mv.by, before.side_to_move());
        }
        let marked = review.moves.iter().filter(|mv| mv.mark().is_some()).count();
        let mistakes = review.mistakes();
        assert_eq!(mistakes.len(), marked);
        assert!(mistakes.is_sorted_by_key(|&index| {
            std::cmp::Reverse((1e9 * review.moves[index].loss.value()) as u64)
        }));
        assert!(marked > 0, "random moves are bad");
    }
}

fn accuracy(game: &PlayedGame, scores: &[i32], side: Side) -> Option<f64> {
    let review = GameReview::new(game, &scored(scores, ""));
    review.accuracy(side).map(|accuracy| accuracy.value())
}

#[test]
fn a_side_without_a_loss_has_accuracy_100_and_who_plays_at_random_less() {
    let game = game_of_choices(6, None);
    assert_eq!(accuracy(&game, &[0; 7], Side::Black), Some(100.0));
    let black_errs = [0, -50, -50, -50, -50, -50, -50];
    assert!(accuracy(&game, &black_errs, Side::Black) < Some(95.0));
    assert_eq!(accuracy(&game, &black_errs, Side::White), Some(100.0));
    let nothing =
        PlayedGame::under(QuietTurnRule::FiftyQuietTurns, game.positions()[0], Vec::new());
    let review = GameReview::new(&nothing, &scored(&[0], ""));
    assert_eq!(review.accuracy(Side::Black), None);
}

fn summary_of(game: &PlayedGame, scores: &[i32], result: Option<PdnResult>) -> String {
    let review = GameReview::new(game, &scored(scores, ""));
    summary(&review, result, |index| format!("move {index}"))
}

#[test]
fn the_move_after_which_the_winner_stood_to_win_decided() {
    let game = game_of_choices(6, None);
    let lost = [0, 10, 0, 0, 80, 90, 100];
    let words = summary_of(&game, &lost, Some(PdnResult::Won(Side::Black)));
    assert!(
        words.starts_with("move 3 ?? decided the game: before it White could expect"),
        "{words}"
    );
    let words = summary_of(&game, &lost, Some(PdnResult::Won(Side::White)));
    assert!(words.starts_with("White won, although Black stood to win"), "{words}");
    assert!(
        summary_of(&game, &[0; 7], Some(PdnResult::Won(Side::White)))
            .contains("the last position is even")
    );
    assert_eq!(
        summary_of(&game, &[0; 7], Some(PdnResult::Drawn)),
        "Neither side ever stood to win."
    );
    let words = summary_of(&game, &[100; 7], Some(PdnResult::Won(Side::Black)));
    assert_eq!(words, "Black stood to win from the first position on.");
    assert!(summary_of(&game, &lost, None).contains("Black stands to win"));
}

#[test]
fn a_game_is_evaluated_alike_every_time() {
    let game = random_game(5, 60);
    assert_eq!(evaluated(&game), evaluated(&game));
}
