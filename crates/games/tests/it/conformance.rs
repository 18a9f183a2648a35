//! One suite for every game: the laws that hold whatever the rules are, tested through the
//! contracts [`Game`], [`MoveHints`] and [`Notation`]. Evaluators have a suite of their own in
//! `evaluation`.

use games::board::{Key, Side};
use games::checkers::Position;
use games::{
    Finality, Game, GameName, MoveHints, Noise, Notation, Outcome, Repetition, Walker, with_game,
};
use std::collections::HashSet;
use std::fmt::Debug;

/// No game of these rules lasts longer, even at random.
const MAX_PLIES: usize = 5_000;
/// A position with more moves than this is tested with this many of them, spread over the list.
const MAX_ASKED: usize = 60;

#[test]
fn every_game_conforms() {
    for game in GameName::ALL {
        let games = match game {
            GameName::Checkers => 300,
            GameName::Loa => 60,
            GameName::Tablut => 20,
            GameName::Amazons => 15,
        };
        with_game!(game, Position => conforms::<Position>(games));
    }
}

/// The counts of a game's draw rules, kept in the plainest way.
struct History {
    /// The keys since the last move after which no earlier position can occur again.
    keys: Vec<Key>,
    quiet_turns: u32,
}

impl History {
    fn starting_at<G: Game>(position: &G) -> Self {
        History { keys: vec![position.key()], quiet_turns: 0 }
    }

    fn played<G: Game>(&mut self, next: &G, finality: Finality) {
        if finality != Finality::Reversible {
            self.keys.clear();
        }
        self.keys.push(next.key());
        self.quiet_turns = if finality == Finality::Resetting { 0 } else { self.quiet_turns + 1 };
    }

    fn occurrences(&self) -> usize {
        let latest = self.keys[self.keys.len() - 1];
        self.keys.iter().filter(|&&key| key == latest).count()
    }

    fn is_over<G: Game>(&self, position: &G) -> bool {
        let repeats = match G::REPETITION {
            Repetition::Ignored => false,
            Repetition::Draws { occurrences } => self.occurrences() >= occurrences,
            Repetition::LosesForMover => self.occurrences() > 1,
        };
        let quiet = G::QUIET_LIMIT.is_some_and(|limit| self.quiet_turns >= limit);
        position.outcome().is_some() || position.count_moves() == 0 || repeats || quiet
    }
}

/// As many `games` as take a second or two: positions with more moves have more to keep.
fn conforms<G: Notation + MoveHints + Debug + PartialEq>(games: u64) {
    println!("{}", std::any::type_name::<G>());
    const { assert!(G::HISTORY_SIZE <= 65_535) };
    for seed in 0..games {
        let mut walker = Walker::new(seed);
        let mut position = G::start();
        let mut history = History::starting_at(&position);
        let mut plies = 0;
        while !history.is_over(&position) {
            keeps_the_laws(&position);
            hints_agree_with_the_moves(&position);
            let mv = walker.step(&position).expect("a game that is not over has a move");
            let (next, finality) = (position.play(mv), position.finality(mv));
            assert_ne!(next.side_to_move(), position.side_to_move());
            history.played(&next, finality);
            position = next;
            plies += 1;
            assert!(plies < MAX_PLIES, "seed {seed}: the game does not end");
        }
    }
}

/// Many games, only the keys and the record looked at: `CONFORMANCE_GAMES=10000` plays that many of
/// each.
#[test]
fn random_games_end_keep_their_keys_and_are_played_again_from_their_records() {
    let asked = std::env::var("CONFORMANCE_GAMES").ok().and_then(|text| text.parse().ok());
    let games = asked.unwrap_or(30);
    for seed in 0..games {
        for game in GameName::ALL {
            with_game!(game, Position => recorded_and_played_again::<Position>(seed));
        }
    }
}

fn recorded_and_played_again<G: Notation + Debug + PartialEq>(seed: u64) {
    let mut walker = Walker::new(seed);
    let mut position = G::start();
    let mut history = History::starting_at(&position);
    let mut record = Vec::new();
    while !history.is_over(&position) {
        let mv = walker.step(&position).expect("a game that is not over has a move");
        record.push(position.move_text(mv));
        let next = position.play(mv);
        history.played(&next, position.finality(mv));
        reads_back(&next);
        position = next;
        assert!(record.len() < MAX_PLIES, "seed {seed}: the game does not end");
    }
    let replayed = record.iter().fold(G::start(), |position, text| {
        position.play(position.read_move(text).expect("a move of the record"))
    });
    assert_eq!(replayed, position);
}

fn keeps_the_laws<G: Notation + Debug + PartialEq>(position: &G) {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    assert_eq!(moves.len() as u64, position.count_moves(), "counted as listed");
    assert_eq!(position.can_move(), !moves.is_empty());
    let texts: HashSet<_> = moves.iter().map(|&mv| position.move_text(mv)).collect();
    assert_eq!(texts.len(), moves.len(), "a move is listed twice, or two have one text");
    for mv in moves.iter().step_by(moves.len().div_ceil(MAX_ASKED).max(1)) {
        let text = position.move_text(*mv);
        assert_eq!(position.read_move(&text).as_ref(), Ok(mv), "{text}");
        reads_back(&position.play(*mv));
        if position.finality(*mv) == Finality::Reversible {
            assert_eq!(letters(&position.play(*mv)), letters(position), "{text} cannot be undone");
        }
    }
    let listed_once = moves.len();
    position.legal_moves(&mut moves);
    assert_eq!(moves.len(), 2 * listed_once, "moves are appended");
}

/// Noisy moves are the legal moves with a capture value; where they are forced, there are no
/// others.
fn hints_agree_with_the_moves<G: MoveHints>(position: &G) {
    let (mut moves, mut noisy) = (Vec::new(), Vec::new());
    position.legal_moves(&mut moves);
    position.noisy_moves(&mut noisy);
    assert!(moves.iter().all(|&mv| G::history_index(mv) < G::HISTORY_SIZE));
    let captures: Vec<_> =
        moves.iter().copied().filter(|&mv| position.capture_value(mv) > 0).collect();
    assert_eq!(noisy.len(), captures.len());
    assert!(captures.iter().all(|mv| noisy.contains(mv)));
    assert_eq!(position.is_quiet(), noisy.is_empty());
    let is_forced = G::NOISE == Noise::Forced && !noisy.is_empty();
    assert!(!is_forced || noisy.len() == moves.len());
}

/// The board's characters without their places: a move that can be taken back changes none.
fn letters<G: Notation>(position: &G) -> Vec<char> {
    let mut letters: Vec<_> = position.board_text().chars().collect();
    letters.sort_unstable();
    letters
}

fn reads_back<G: Notation + Debug + PartialEq>(position: &G) {
    let read = G::read_board(&position.board_text(), position.side_to_move());
    let read = read.expect("our own text");
    assert_eq!(&read, position);
    assert_eq!(read.key(), position.key());
}

/// The suite can fail: a game that is lost by not moving ends so.
#[test]
fn a_side_without_moves_has_lost_in_checkers() {
    assert_eq!(Position::NO_MOVES, Outcome::Loss);
    let rows = "......../......../......../......../......../....b.../.....b.b/......w.";
    let blocked = Position::from_rows(rows.split('/'), Side::White).expect("a board");
    assert_eq!(blocked.count_moves(), 0, "the man is shut in");
    assert!(History::starting_at(&blocked).is_over(&blocked));
}
