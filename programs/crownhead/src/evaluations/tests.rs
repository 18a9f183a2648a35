//! Laws of the kept evaluations, on random games.

use crate::evaluations::{EVALUATIONS, EvaluationWork, GameEvaluator, progress_line};
use analysis::{GameEvaluations, PlayedGame, SearchLimits};
use cli::ProgramError;
use games::checkers::Position;
use games::{Game, GameLine, Walker};
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

const NODES: u64 = 50;

fn random_game(seed: u64, turns: usize) -> PlayedGame {
    let mut walker = Walker::new(seed);
    let mut here = Position::start();
    let mut moves = Vec::new();
    while let Some(mv) = walker.step(&here).filter(|_| moves.len() < turns) {
        moves.push(mv);
        here = here.play(mv);
    }
    let line = GameLine::of_moves(Position::start(), moves).limited_to(Some(50));
    PlayedGame::new(line, 0, None)
}

fn random_games(games: u64) -> Vec<PlayedGame> {
    (1..=games).map(|seed| random_game(seed, 12)).collect()
}

fn evaluate_with(
    games: &[PlayedGame],
    work: EvaluationWork<'_>,
) -> Result<Vec<GameEvaluations>, ProgramError> {
    let numbered: Vec<_> = (1..).zip(games).collect();
    let mut found = Vec::new();
    let progress = progress_line(&numbered);
    GameEvaluator::open(work)?.evaluate(&numbered, &progress, &mut |index, evaluations, _| {
        assert_eq!(index, found.len(), "in their order");
        found.push(evaluations);
        Ok(())
    })?;
    Ok(found)
}

fn work(path: &Path, nodes: u64) -> EvaluationWork<'_> {
    let (limits, jobs) = (SearchLimits::of_nodes(nodes), NonZeroUsize::MIN);
    EvaluationWork { limits, jobs, kept_in: Some(path) }
}

fn evaluate(games: &[PlayedGame], path: &Path) -> Vec<GameEvaluations> {
    evaluate_with(games, work(path, NODES)).expect("evaluated")
}

/// Cut anywhere, the file holds the games whose lines were finished; the rest is computed again,
/// and the file becomes what it was.
#[test]
fn a_run_that_was_killed_goes_on_and_comes_to_the_same() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join(EVALUATIONS);
    let games = random_games(3);
    let evaluated = evaluate(&games, &path);
    let whole = fs::read(&path).expect("kept");
    for end in (0..=whole.len()).step_by(131).chain([1, 5, 9, 10, whole.len()]) {
        fs::write(&path, &whole[..end]).expect("cut");
        assert_eq!(evaluate(&games, &path), evaluated, "cut at {end}");
        assert_eq!(fs::read(&path).expect("kept"), whole, "cut at {end}");
    }
}

fn lines(path: &Path) -> usize {
    fs::read_to_string(path).expect("kept").lines().count()
}

#[test]
fn evaluations_of_other_limits_or_moves_are_not_taken_and_not_lost() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join(EVALUATIONS);
    let mut games = random_games(2);
    let first = evaluate(&games, &path);
    evaluate_with(&games, work(&path, NODES + 1)).expect("evaluated");
    assert_eq!(lines(&path), 4);
    games[1] = random_game(2, 11);
    let changed = evaluate(&games, &path);
    assert_eq!((lines(&path), &changed[0], changed[1].scores.len()), (5, &first[0], 12));
    games.swap(0, 1);
    games.push(games[0].clone());
    evaluate(&games, &path);
    assert_eq!(lines(&path), 5, "neither order nor a second copy changes what is known");
}

#[test]
fn a_line_that_is_no_evaluation_is_named_and_the_file_is_left_alone() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("games.pdn");
    for (text, told) in [
        ("{\"game\":1}\n", "games.pdn, line 1: missing field"),
        ("{\"game\":\n", "games.pdn, line 1: EOF"),
        ("[Event \"a\"]\n", "games.pdn, line 1: this is no file of evaluations; name another"),
        ("[Event \"a\"]", "games.pdn, line 1: this is no file of evaluations; name another"),
        ("\n\n11-15", "games.pdn, line 3: this is no file of evaluations; name another"),
    ] {
        fs::write(&path, text).expect("written");
        let error = evaluate_with(&[], work(&path, NODES)).expect_err(text).to_string();
        assert!(error.contains(told), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("there"), text);
    }
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let games = random_games(5);
    let jobs = NonZeroUsize::new(3).expect("three");
    let limits = SearchLimits::of_nodes(NODES);
    let one = EvaluationWork { limits, jobs: NonZeroUsize::MIN, kept_in: None };
    let found = [one, EvaluationWork { jobs, ..one }]
        .map(|work| evaluate_with(&games, work).expect("found"));
    assert_eq!(found[0], found[1]);
}

#[test]
fn an_error_of_the_receiver_of_the_games_ends_the_work() {
    let games = random_games(3);
    let numbered: Vec<_> = (1..).zip(&games).collect();
    let (limits, jobs) = (SearchLimits::of_nodes(NODES), NonZeroUsize::MIN);
    let work = EvaluationWork { limits, jobs, kept_in: None };
    let (mut evaluator, progress) =
        (GameEvaluator::open(work).expect("no file"), progress_line(&numbered));
    let error = evaluator.evaluate(&numbered, &progress, &mut |index, _, _| match index {
        0 => Ok(()),
        _ => Err(ProgramError::Failed("full".to_string())),
    });
    assert_eq!(error.expect_err("it was told").to_string(), "full");
}
