//! One suite for every game: the laws that hold whatever the rules are.

use games::amazons;
use games::checkers::Position;
use games::loa;
use games::tablut;
use games::{Finality, Game, Notation, Outcome, Repetition, Walker};
use search::KeyHistory;
use std::collections::HashSet;
use std::fmt::Debug;

/// No game of these rules lasts longer, even at random.
const MOST_PLIES: usize = 5_000;
/// A position with more moves than this is asked about so many of them, spread over the list.
const MOST_ASKED: usize = 60;

#[test]
fn checkers_conforms() {
    conforms::<Position>(300);
}

#[test]
fn amazons_conforms() {
    conforms::<amazons::Position>(15);
}

#[test]
fn loa_conforms() {
    conforms::<loa::Position>(60);
}

#[test]
fn tablut_conforms() {
    conforms::<tablut::Position>(20);
}

/// As many `games` as take a second or two: positions with more moves have more to keep.
fn conforms<G: Notation + Debug + PartialEq>(games: u64) {
    for seed in 0..games {
        let mut walker = Walker::new(seed);
        let mut position = G::start();
        let mut path = KeyHistory::starting_at(&position, 0);
        let mut plies = 0;
        while !is_over(&position, &path) {
            keeps_the_laws(&position);
            let mv = walker.step(&position).expect("a game that is not over has a move");
            let (next, finality) = (position.play(mv), position.finality(mv));
            assert_ne!(next.side_to_move(), position.side_to_move());
            path.played(&next, finality);
            position = next;
            plies += 1;
            assert!(plies < MOST_PLIES, "seed {seed}: the game does not end");
        }
    }
}

/// Many games, only the keys and the record looked at: `CONFORMANCE_GAMES=10000` plays so many of each.
#[test]
fn random_games_end_keep_their_keys_and_are_played_again_from_their_records() {
    let asked = std::env::var("CONFORMANCE_GAMES").ok().and_then(|text| text.parse().ok());
    let games = asked.unwrap_or(30);
    for seed in 0..games {
        recorded_and_played_again::<Position>(seed);
        recorded_and_played_again::<loa::Position>(seed);
        recorded_and_played_again::<tablut::Position>(seed);
        recorded_and_played_again::<amazons::Position>(seed);
    }
}

fn recorded_and_played_again<G: Notation + Debug + PartialEq>(seed: u64) {
    let mut walker = Walker::new(seed);
    let mut position = G::start();
    let mut path = KeyHistory::starting_at(&position, 0);
    let mut record = Vec::new();
    while !is_over(&position, &path) {
        let mv = walker.step(&position).expect("a game that is not over has a move");
        record.push(position.move_text(mv));
        let next = position.play(mv);
        path.played(&next, position.finality(mv));
        reads_back(&next);
        position = next;
        assert!(record.len() < MOST_PLIES, "seed {seed}: the game does not end");
    }
    let replayed = record.iter().fold(G::start(), |position, text| {
        position.play(position.read_move(text).expect("a move of the record"))
    });
    assert_eq!(replayed, position);
}

fn is_over<G: Game>(position: &G, path: &Path) -> bool {
    let repeats = G::REPETITION != Repetition::Ignored && path.is_repetition(G::REPETITION);
    let quiet = G::QUIET_LIMIT.is_some_and(|limit| path.quiet_turns() >= limit);
    position.outcome().is_some() || position.count_moves() == 0 || repeats || quiet
}

fn keeps_the_laws<G: Notation + Debug + PartialEq>(position: &G) {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    assert_eq!(moves.len() as u64, position.count_moves(), "counted as listed");
    let texts: HashSet<_> = moves.iter().map(|&mv| position.move_text(mv)).collect();
    assert_eq!(texts.len(), moves.len(), "a move is listed twice, or two have one text");
    for mv in moves.iter().step_by(moves.len().div_ceil(MOST_ASKED).max(1)) {
        let text = position.move_text(*mv);
        assert_eq!(position.read_move(&text).as_ref(), Ok(mv), "{text}");
        reads_back(&position.play(*mv));
        if position.finality(*mv) == Finality::Reversible {
            assert_eq!(letters(&position.play(*mv)), letters(position), "{text} is no way back");
        }
    }
}

/// The board's characters without their places: a move that can be taken back changes none.
fn letters<G: Notation>(position: &G) -> Vec<char> {
    let mut letters: Vec<_> = position.board_text().chars().collect();
    letters.sort_unstable();
    letters
}

/// A board that is read from its own text has the same key, kept in step or not.
fn reads_back<G: Notation + Debug + PartialEq>(position: &G) {
    let read = G::read_board(&position.board_text(), position.side_to_move());
    let read = read.expect("our own text");
    assert_eq!(&read, position);
    assert_eq!(read.key(), position.key());
}

/// The suite's own teeth: a game that is lost by not moving ends so.
#[test]
fn a_side_without_moves_has_lost_in_checkers() {
    assert_eq!(Position::NO_MOVES, Outcome::Loss);
    let rows = "......../......../......../......../......../....b.../.....b.b/......w.";
    let blocked = Position::from_rows(rows.split('/'), games::board::Side::White);
    let blocked = blocked.expect("a board");
    assert_eq!(blocked.count_moves(), 0, "the man is shut in");
    assert!(is_over(&blocked, &KeyHistory::starting_at(&blocked, 0)));
}
