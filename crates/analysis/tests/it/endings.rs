//! Endings that the tables know: distances fall, and quiet turns run out.

use crate::support::{analyzed, evaluated, game, position, searched};
use analysis::{
    Advantage, GameReview, LineValue, MoveChoice, SearchLimits, TableReader, TableVerdict, Verdict,
};
use games::board::Side;
use games::{Game, Notation};
use search::KeyHistory;

/// Three kings against one, White to move.
const AHEAD: &str = "W:WK22,K27,K18:BK1";

#[test]
fn on_the_line_of_the_tables_the_distance_falls_with_each_ply() {
    let root = position(AHEAD);
    let found = analyzed(&root, 1, 1);
    assert_eq!(found.searched, None);
    let line = &found.lines[0];
    let LineValue::Tables(Verdict::Won { by: Side::White, plies: Some(plies), .. }) = line.worth
    else {
        panic!("{line:?}")
    };
    // The distance may be one too many.
    assert!((plies - 1..=plies).contains(&(line.moves.len() as u32)), "{plies}: {line:?}");
    let (mut here, mut before, mut reader) = (root, u32::MAX, TableReader::default());
    for &mv in &line.moves {
        let Some(TableVerdict::Won { by: Side::White, plies: Some(plies) }) = reader.verdict(&here)
        else {
            panic!("{} is won", here.fen())
        };
        assert!(plies < before, "{plies} after {before}");
        before = plies;
        here = here.play(mv);
    }
}

#[test]
fn a_game_by_the_tables_alone_has_no_mistake_and_one_standing() {
    let root = position(AHEAD);
    let mut words = Vec::new();
    let (mut here, mut history) = (root, KeyHistory::starting_at(&root, 0));
    while here.can_move() && words.len() < 60 {
        let found = searched(&here, &history, 1, SearchLimits::of_nodes(1));
        let mv = found.lines[0].moves[0];
        words.push(here.move_text(mv));
        let next = here.play(mv);
        history.played(&next, here.finality(mv));
        here = next;
    }
    assert!(!here.can_move(), "White wins in time: {words:?}");
    let played = game(AHEAD, &words.join(" "));
    let review = GameReview::new(&played, &evaluated(&played));
    assert!(review.mistakes().is_empty());
    assert!(review.moves.iter().all(|mv| mv.choice != MoveChoice::Other));
    assert_eq!((review.first, review.turning_points.len()), (Advantage::For(Side::White), 0));
    assert_eq!(review.accuracy(Side::White).map(|accuracy| accuracy.value()), Some(100.0));
}

/// White walks to and fro until the quiet turns that are left are too few: that move is the
/// mistake, and nothing after it.
#[test]
fn a_win_that_comes_too_late_is_lost_with_the_move_that_made_it_late() {
    let root = position(AHEAD);
    let mut reader = TableReader::default();
    let mut words = Vec::new();
    let mut here = root;
    // Wander among positions that are won by the tables, without a repetition.
    let mut seen = std::collections::HashMap::from([(here.key(), 1)]);
    while words.len() < 49 {
        let legal = here.move_list();
        let mv = legal
            .into_iter()
            .find(|&mv| {
                let next = here.play(mv);
                let won = matches!(
                    reader.verdict(&next),
                    Some(TableVerdict::Won { by: Side::White, plies: Some(3..) })
                );
                won && !here.converts(mv) && seen.get(&next.key()).is_none_or(|&times| times < 2)
            })
            .expect("there is room to wander");
        words.push(here.move_text(mv));
        here = here.play(mv);
        *seen.entry(here.key()).or_insert(0) += 1;
    }
    let played = game(AHEAD, &words.join(" "));
    let review = GameReview::new(&played, &evaluated(&played));
    let first = review
        .verdicts
        .iter()
        .position(|verdict| {
            matches!(verdict, Some(Verdict::DrawnByQuietTurns { ahead: Side::White, .. }))
        })
        .expect("too late at last");
    assert!(first > 10, "in the beginning there is time");
    assert_eq!(review.last(), Advantage::Even);
    assert!(review.mistakes().iter().any(|&index| review.moves[index].by == Side::White));
}
