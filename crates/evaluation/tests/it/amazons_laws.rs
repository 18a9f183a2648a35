//! Laws of the Amazons evaluator, held against slow and plain ways to find out the same.

use evaluation::amazons::filling::RegionLimit;
use evaluation::amazons::region::{Exhausted, Filler, Region};
use evaluation::amazons::territory::{Distances, MAX_DISTANCE};
use evaluation::amazons::{AmazonsEvaluator, View, filling, territory};
use games::amazons::{Piece, Position, Square, SquareSet};
use games::board::{Direction, Side, queen_reach};
use games::{Game, Outcome, Walker};
use search::{Evaluator, Ply, Score};
use std::collections::{HashMap, HashSet};

fn positions(games: u64) -> impl Iterator<Item = Position> {
    (0..games).flat_map(|seed| Walker::new(seed).game(Position::start(), 100))
}

/// A random position on the lower left corner of the board, the rest full of spears, and the course
/// of a random game from it.
fn small_boards(seed: u64) -> Vec<Position> {
    let mut walker = Walker::new(seed);
    let (files, ranks) = (3 + walker.below(3), 3 + walker.below(3));
    let mut position = Position::EMPTY;
    for square in Square::all() {
        let has_spear = walker.below(4) == 0;
        if square.file() >= files || square.rank() >= ranks || has_spear {
            position = position.with_piece(square, Some(Piece::Spear));
        }
    }
    for side in Side::ALL {
        for _ in 0..1 + walker.below(2) {
            let square = Square::at(walker.below(files), walker.below(ranks)).expect("on board");
            position = position.with_piece(square, Some(Piece::Amazon(side)));
        }
    }
    let first = Side::ALL[walker.below(2)];
    walker.game(position.with_side_to_move(first), 40)
}

/// Distances of every empty square, by following `steps` from square to square.
fn distances(
    amazons: SquareSet,
    empty: SquareSet,
    steps: impl Fn(Square) -> SquareSet,
) -> HashMap<Square, i32> {
    let mut found = HashMap::new();
    let (mut edge, mut distance): (Vec<_>, _) = (amazons.into_iter().collect(), 1);
    while !edge.is_empty() {
        let near: HashSet<_> = edge.iter().flat_map(|&at| steps(at) & empty).collect();
        edge = near.into_iter().filter(|square| !found.contains_key(square)).collect();
        found.extend(edge.iter().map(|&square| (square, distance)));
        distance += 1;
    }
    found
}

fn distances_by_squares(view: View, steps: impl Fn(Square) -> SquareSet) -> Distances {
    let own = distances(view.own, view.empty, &steps);
    let enemy = distances(view.enemies, view.empty, &steps);
    let mut found = Distances {
        reach: own.keys().copied().collect(),
        enemy_reach: enemy.keys().copied().collect(),
        ..Distances::default()
    };
    for square in view.empty {
        let [here, there] = [&own, &enemy].map(|map| map.get(&square).copied());
        let far = i32::MAX;
        found.lead += (there.unwrap_or(far)).cmp(&here.unwrap_or(far)) as i32;
        let [near, far] =
            [here, there].map(|steps| steps.unwrap_or(MAX_DISTANCE).min(MAX_DISTANCE));
        found.head_start += far - near;
        found.closeness += closeness(near) - closeness(far);
        if let (Some(here), Some(there)) = (here, there) {
            found.contact += 2usize.saturating_sub(here.abs_diff(there) as usize);
        }
    }
    found
}

fn closeness(steps: i32) -> i32 {
    if steps < MAX_DISTANCE { 1 << (MAX_DISTANCE - steps) } else { 0 }
}

#[test]
fn distances_are_those_found_square_by_square() {
    for position in positions(6).step_by(3).chain((0..40).flat_map(small_boards)) {
        let view = View::of(&position);
        let queen = |at: Square| queen_reach(at, !view.empty);
        let by_king = territory::by_king(view);
        assert_eq!(by_king, distances_by_squares(view, king_steps));
        assert_eq!(territory::by_queen(view, &by_king), distances_by_squares(view, queen));
    }
}

fn king_steps(at: Square) -> SquareSet {
    Direction::ALL.into_iter().filter_map(|way| at.step(way)).collect()
}

/// Does the side to move win? Everything is tried.
fn wins(position: &Position, known: &mut HashMap<u64, bool>) -> bool {
    if let Some(&win) = known.get(&position.key().bits()) {
        return win;
    }
    let moves = position.move_list();
    let win = moves.iter().any(|&mv| !wins(&position.play(mv), known));
    known.insert(position.key().bits(), win);
    win
}

#[test]
fn what_counting_decides_is_so() {
    let (mut wins_found, mut losses_found, mut apart) = (0, 0, 0);
    let few = |position: &Position| position.empty().count() <= 8;
    for position in (0..250).flat_map(small_boards).filter(few) {
        let view = View::of(&position);
        let decided = filling::result(view, RegionLimit(1_000));
        let walls_between = fill_is_certain(view);
        assert!(decided.is_some() || !walls_between, "nothing is open in {position:?}");
        apart += usize::from(walls_between);
        let Some(decided) = decided else { continue };
        let win = wins(&position, &mut HashMap::new());
        assert_eq!(decided, if win { Outcome::Win } else { Outcome::Loss }, "{position:?}");
        *(if win { &mut wins_found } else { &mut losses_found }) += 1;
    }
    let holds = wins_found > 50 && losses_found > 50 && apart > 50;
    assert!(holds, "{wins_found} {losses_found} {apart}");
}

/// Are the two sides apart, and no amazon beside a square of the other side's?
fn fill_is_certain(view: View) -> bool {
    let by_king = territory::by_king(view);
    let (own, enemies) = (view.own | by_king.reach, view.enemies | by_king.enemy_reach);
    !own.grown().meets(enemies)
}

/// The most moves in a region, by trying every one.
fn most_moves(
    amazons: SquareSet,
    empty: SquareSet,
    known: &mut HashMap<(SquareSet, SquareSet), u32>,
) -> u32 {
    if let Some(&most) = known.get(&(amazons, empty)) {
        return most;
    }
    let mut most = 0;
    for from in amazons {
        let open = empty.with(from);
        for to in queen_reach(from, !empty) {
            for spear in queen_reach(to, !open) {
                let (next, left) =
                    (amazons.without(from).with(to), open.without(to).without(spear));
                most = most.max(1 + most_moves(next, left, known));
            }
        }
    }
    known.insert((amazons, empty), most);
    most
}

#[test]
fn regions_are_filled_with_the_most_moves() {
    let mut wasted = 0;
    for seed in 0..400 {
        let mut walker = Walker::new(seed);
        let squares: Vec<_> = (0..20).filter_map(|n| Square::at(n % 5, n / 5)).collect();
        let open = squares.iter().copied().filter(|_| walker.below(5) < 2).take(8);
        let empty: SquareSet = open.collect();
        let at = squares[walker.below(squares.len())];
        let (free, empty) = (SquareSet::of(at), empty.without(at));
        let region = Region { empty, free, guards: SquareSet::EMPTY };
        let expected = most_moves(free, empty, &mut HashMap::new());
        let mut filler = Filler::with_budget(100_000);
        assert_eq!(filler.most(region, 0), Ok(Some(expected)), "{region:?}");
        assert_eq!(filler.most(region, expected + 1), Ok(None));
        wasted += region.room() - expected;
    }
    assert!(wasted > 8, "some regions cannot be filled: {wasted}");
}

#[test]
fn too_small_a_budget_is_reported() {
    let empty = SquareSet::ALL.without(Square::from_index(0));
    let free = SquareSet::of(Square::from_index(0));
    let region = Region { empty, free, guards: SquareSet::EMPTY };
    assert_eq!(Filler::with_budget(10).most(region, 0), Err(Exhausted));
}

#[test]
fn a_guard_closes_the_entrance_behind_it() {
    // A corridor: White on a3 keeps Black on a5 from a1 and a2, and both reach a4.
    let open =
        ["a1", "a2", "a3", "a4", "a5"].map(|name| Square::from_name(name).expect("a square"));
    let spears = Square::all().filter(|square| !open.contains(square));
    let board = spears.fold(Position::EMPTY, |board, at| board.with_piece(at, Some(Piece::Spear)));
    let board = board.with_piece(open[2], Some(Piece::Amazon(Side::White)));
    let board = board.with_piece(open[4], Some(Piece::Amazon(Side::Black)));
    // White steps back and closes the entrance, twice; Black has one square.
    for (side, outcome) in [(Side::White, Outcome::Win), (Side::Black, Outcome::Loss)] {
        let view = View::of(&board.with_side_to_move(side));
        assert_eq!(filling::result(view, RegionLimit(1_000)), Some(outcome), "{side}");
    }
}

fn value(position: &Position) -> Score {
    AmazonsEvaluator.evaluate(position, Ply::ROOT)
}

#[test]
fn exchanging_the_colors_leaves_the_value() {
    for position in positions(12).chain((0..40).flat_map(small_boards)) {
        assert_eq!(value(&position), value(&position.mirrored()), "{position:?}");
        assert!(!value(&position).is_decisive());
    }
}

#[test]
fn a_game_decided_by_counting_is_worth_more_than_any_other() {
    let mut recognized = 0;
    for position in positions(40).chain((0..40).flat_map(small_boards)) {
        let Some(score) = AmazonsEvaluator.recognize(&position) else { continue };
        assert!(!score.is_decisive());
        assert!(score.units().abs() > 2 * value(&position).units().abs().min(4_000));
        recognized += 1;
    }
    assert!(recognized > 100, "{recognized}");
}

#[test]
fn passing_changes_the_turn_alone_and_ends_before_the_endgame() {
    let mut passed = 0;
    for position in positions(20) {
        let Some(next) = AmazonsEvaluator.null_move(&position) else { continue };
        assert_eq!(next, position.with_side_to_move(!position.side_to_move()));
        assert_eq!(filling::result(View::of(&position), RegionLimit(1_000)), None);
        passed += 1;
    }
    assert!(passed > 100, "{passed}");
    let mut on_small_boards = (0..60).flat_map(small_boards);
    assert!(on_small_boards.all(|position| AmazonsEvaluator.null_move(&position).is_none()));
}
