//! Laws of the report, on random games.

use crate::effort::Effort;
use crate::replayed_game::ReplayedGame;
use crate::report::feedback::FEEDBACK;
use crate::report::view::ReportView;
use crate::report::{ReportArgs, run};
use analysis::GameEvaluations;
use games::checkers::Position;
use games::{Game, Notation, Walker};
use referee::game::{Ending, Profile};
use referee::record::{Color, RecordedGame, RecordedTurn, Records, StoredPlayer, VERSION};
use serde_json::json;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

const NODES: u64 = 50;
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
    let player = |name: &str| StoredPlayer {
        name: name.into(),
        command: name.into(),
        sha256: "0".repeat(64).into(),
        seconds: 100.0,
        left: 90.0,
    };
    RecordedGame {
        version: VERSION,
        game: games::GameName::Checkers,
        id,
        pair: id.div_ceil(2),
        round: 1,
        date: None,
        opening: "start".into(),
        board: Position::start().rows_text('/').into(),
        begins: Color::Black,
        black: player("alpha"),
        white: player(HOSTILE),
        profile: Profile::Spec,
        quiet_turns: 50,
        max_plies: 400,
        sandboxed: true,
        sandbox: None,
        time: None,
        untimed: false,
        seed: 1,
        turns: played,
        ending,
        last_charge: None,
        detail: None,
        evidence: None,
    }
}

fn random_records(games: u32) -> Records {
    (1..=games).map(|id| (id, random_record(id, 12, Ending::MaxPlies))).collect()
}

fn replayed(records: &Records) -> Vec<ReplayedGame<'_, Position>> {
    records.values().map(|record| ReplayedGame::new(record).expect("legal moves")).collect()
}

#[test]
fn the_data_of_the_page_gives_back_the_games() {
    let dir = tempfile::tempdir().expect("a folder");
    let records = random_records(3);
    let games = replayed(&records);
    let effort = Effort::of_nodes(NODES);
    let evaluate = |one: &ReplayedGame<'_, Position>| {
        GameEvaluations::of(&one.game, effort.table_bytes(), || effort.control())
    };
    let evaluated: Vec<_> = games.iter().map(evaluate).collect();
    let work = (NODES, NonZeroUsize::MIN);
    let html = crate::report::report(&records, None, dir.path(), work).expect("a page");
    assert!(!html.contains("<script>alert"), "a name became markup");
    let (_, rest) = html.split_once("id=\"data\">").expect("data");
    let (json, _) = rest.split_once("</script>").expect("its end");
    let data: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let mut view = ReportView::new(&records, NODES);
    view.add(&games, &evaluated);
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
