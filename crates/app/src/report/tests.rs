//! Laws of the report, on random games.

use crate::report::evaluate::ReplayedGame;
use crate::report::evaluate_all::{Effort, evaluate_all};
use crate::report::evaluations_file::{EVALUATIONS, EvaluatedGame, EvaluationKey};
use crate::report::feedback::FEEDBACK;
use crate::report::view::ReportView;
use crate::report::worst_moves::worst_moves;
use crate::report::{ReportArgs, run};
use games::board::Side;
use games::checkers::Position;
use games::{Game, Notation, Walker};
use referee::game::{Ending, Profile};
use referee::record::{Color, PlayerRecord, RecordedGame, RecordedTurn, Records, VERSION};
use serde_json::json;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

const EFFORT: Effort = Effort { nodes: 50, jobs: NonZeroUsize::MIN };
/// A name that would be markup if it were not text.
const HOSTILE: &str = "</script><script>alert(1)</script>";

/// A random game of `turns` turns at most.
fn random_record(id: u32, turns: usize, ending: Ending) -> RecordedGame {
    let mut walker = Walker::new(u64::from(id));
    let mut position = Position::start();
    let mut played = Vec::new();
    for _ in 0..turns {
        let Some(mv) = walker.step(&position) else { break };
        played.push(RecordedTurn { mv: position.move_text(mv), charged: 0.25 });
        position = position.play(mv);
    }
    let player = |name: &str| PlayerRecord {
        name: name.to_string(),
        command: name.to_string(),
        sha256: "0".repeat(64),
        seconds: 100.0,
        left: 90.0,
    };
    RecordedGame {
        version: VERSION,
        id,
        pair: id.div_ceil(2),
        round: 1,
        date: None,
        opening: "start".to_string(),
        board: Position::start().rows_text('/'),
        begins: Color::Black,
        black: player("alpha"),
        white: player(HOSTILE),
        profile: Profile::Spec,
        quiet_turns: 50,
        max_plies: 400,
        sandboxed: true,
        untimed: false,
        seed: 1,
        turns: played,
        ending,
        last_charge: None,
        detail: None,
        evidence: None,
    }
}

/// A random game in which every move was a choice.
fn game_of_choices(turns: usize, ending: Ending) -> RecordedGame {
    let is_choice = |record: &RecordedGame| {
        let positions = record.positions().expect("legal moves");
        positions[..turns].iter().all(|position| position.count_moves() > 1)
    };
    let mut games = (1..).map(|id| random_record(id, turns, ending));
    games.find(is_choice).expect("one of many games")
}

fn random_records(games: u32) -> Records {
    (1..=games).map(|id| (id, random_record(id, 12, Ending::MaxPlies))).collect()
}

fn replayed(records: &Records) -> Vec<ReplayedGame<'_>> {
    records.values().map(|record| ReplayedGame::new(record).expect("legal moves")).collect()
}

/// Cut anywhere, the file holds the games whose lines were finished; the rest is computed again,
/// and the file becomes what it was.
#[test]
fn a_report_that_was_killed_goes_on_and_comes_to_the_same() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join(EVALUATIONS);
    let records = random_records(3);
    let games = replayed(&records);
    let evaluated = evaluate_all(&games, dir.path(), EFFORT).expect("evaluated");
    let whole = fs::read(&path).expect("kept");
    for end in (0..=whole.len()).step_by(13).chain([whole.len()]) {
        fs::write(&path, &whole[..end]).expect("cut");
        let again = evaluate_all(&games, dir.path(), EFFORT).expect("evaluated again");
        assert_eq!(again, evaluated, "cut at {end}");
        assert_eq!(fs::read(&path).expect("kept"), whole, "cut at {end}");
    }
}

#[test]
fn evaluations_of_other_nodes_or_moves_are_not_taken_and_not_lost() {
    let dir = tempfile::tempdir().expect("a folder");
    let lines = || fs::read_to_string(dir.path().join(EVALUATIONS)).expect("kept").lines().count();
    let mut records = random_records(2);
    let evaluate = |records: &Records, effort: Effort| {
        evaluate_all(&replayed(records), dir.path(), effort).expect("evaluated")
    };
    let first = evaluate(&records, EFFORT);
    evaluate(&records, Effort { nodes: 51, ..EFFORT });
    assert_eq!(lines(), 4);
    records.get_mut(&2).expect("a game").turns.pop();
    let changed = evaluate(&records, EFFORT);
    assert_eq!((lines(), &changed[0], changed[1].scores.len()), (5, &first[0], 12));
    evaluate(&records, EFFORT);
    assert_eq!(lines(), 5, "a second report computes nothing");
}

#[test]
fn a_line_that_is_no_evaluation_is_named() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join(EVALUATIONS), "{}\n").expect("written");
    let error = evaluate_all(&[], dir.path(), EFFORT).expect_err("not an evaluation").to_string();
    assert!(error.contains("evaluations.jsonl, line 1: missing field"), "{error}");
}

/// Threads change nothing but the order of the lines.
#[test]
fn any_number_of_threads_finds_the_same() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let records = random_records(5);
    let jobs = NonZeroUsize::new(3).expect("three");
    let efforts = [EFFORT, Effort { jobs, ..EFFORT }];
    let [one, three] = [0, 1].map(|nth: usize| {
        evaluate_all(&replayed(&records), folders[nth].path(), efforts[nth]).expect("evaluated")
    });
    assert_eq!(one, three);
}

/// An evaluation of a game with these scores for Black.
fn evaluated(game: &ReplayedGame<'_>, scores: &[i32], tables: &str) -> EvaluatedGame {
    let key = EvaluationKey::of(game, 1);
    let scores = serde_json::from_value(serde_json::json!(scores)).expect("scores");
    let tables: Vec<&str> = tables.split_whitespace().collect();
    let tables = serde_json::from_value(serde_json::json!(tables)).expect("verdicts");
    EvaluatedGame { key, scores, tables }
}

#[test]
fn the_worst_moves_are_those_that_lost_most_of_the_point() {
    let record = game_of_choices(8, Ending::MaxPlies);
    let game = ReplayedGame::new(&record).expect("legal");
    // Black loses a man in an even game at ply 1, the same in a won game at ply 5; White errs at
    // ply 2 and, by the tables alone, at ply 8.
    let scores = [0, -100, 900, 900, 900, 800, 800, 800, 800];
    let evaluated = evaluated(&game, &scores, "w3 b2");
    let plies = |side| worst_moves(&game, &evaluated, side).iter().map(|mv| mv.ply).collect();
    let black: Vec<usize> = plies(Side::Black);
    assert_eq!(black, [7, 1]);
    let white: Vec<usize> = plies(Side::White);
    assert_eq!(white, [8, 2]);
    let losses: Vec<u32> =
        worst_moves(&game, &evaluated, Side::Black).iter().map(|mv| mv.loss).collect();
    assert_eq!(losses, [100, 37]);
}

#[test]
fn a_draw_by_repetition_in_a_won_position_is_a_mistake_of_who_repeated() {
    let record = game_of_choices(4, Ending::Repetition);
    let game = ReplayedGame::new(&record).expect("legal");
    // White, who has won by the tables, brings about the drawn board.
    let evaluated = evaluated(&game, &[-900, -900, -900, -900, 0], "w9 w9");
    let white = worst_moves(&game, &evaluated, Side::White);
    assert_eq!((white.len(), white[0].ply, white[0].loss), (1, 4, 50));
}

#[test]
fn the_data_of_the_page_gives_back_the_games() {
    let dir = tempfile::tempdir().expect("a folder");
    let records = random_records(3);
    let games = replayed(&records);
    let evaluated = evaluate_all(&games, dir.path(), EFFORT).expect("evaluated");
    let html = crate::report::report(&records, None, dir.path(), EFFORT).expect("a page");
    assert!(!html.contains("<script>alert"), "a name became markup");
    let (_, rest) = html.split_once("id=\"data\">").expect("data");
    let (json, _) = rest.split_once("</script>").expect("its end");
    let data: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let view = ReportView::new(&records, &games, &evaluated, EFFORT.nodes);
    assert_eq!(data, serde_json::to_value(view).expect("JSON"));
    for (entry, record) in data["games"].as_array().expect("games").iter().zip(records.values()) {
        let name = |side: &str| &data["names"][entry[side].as_u64().expect("an index") as usize];
        assert_eq!((name("black"), name("white")), (&"alpha".into(), &HOSTILE.into()));
        let moves: Vec<&str> = record.turns.iter().map(|turn| turn.mv.as_str()).collect();
        assert_eq!(entry["moves"].as_str(), Some(moves.join(" ").as_str()));
        assert_eq!(entry["scores"].as_array().map(Vec::len), Some(moves.len() + 1));
    }
}

fn report_args(dir: &Path) -> ReportArgs {
    let html = dir.join("page.html");
    ReportArgs { dir: dir.to_path_buf(), html, nodes: 50, jobs: None }
}

/// An agent that was not let play has a page nevertheless; without feedback there is nothing to
/// show.
#[test]
fn feedback_makes_a_page_of_no_games_and_its_texts_are_no_markup() {
    let dir = tempfile::tempdir().expect("a folder");
    let args = report_args(dir.path());
    assert!(run(&args).expect_err("nothing there").to_string().contains("there is no journal"));
    let item = json!({"text": HOSTILE, "status": "failed", "command": HOSTILE});
    let sections = json!([{"title": HOSTILE, "items": [item]}]);
    let feedback = json!({"version": 1, "title": HOSTILE, "sections": sections});
    fs::write(dir.path().join(FEEDBACK), feedback.to_string()).expect("written");
    run(&args).expect("a page");
    fs::write(dir.path().join("journal.jsonl"), "").expect("written");
    run(&args).expect("a page");
    let html = fs::read_to_string(&args.html).expect("a page");
    assert!(!html.contains("<script>alert"), "a text became markup");
    let (_, rest) = html.split_once("id=\"data\">").expect("data");
    let (json, _) = rest.split_once("</script>").expect("its end");
    let data: serde_json::Value = serde_json::from_str(json).expect("JSON");
    assert_eq!(data["feedback"]["sections"][0]["items"][0]["text"], HOSTILE);
    assert_eq!(data["games"].as_array().map(Vec::len), Some(0));
    fs::write(dir.path().join(FEEDBACK), "{}").expect("written");
    let error = run(&args).expect_err("a bad file").to_string();
    assert!(error.contains("feedback.json: version is missing"), "{error}");
}
