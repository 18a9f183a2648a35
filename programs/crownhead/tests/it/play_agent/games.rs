//! Whole games, and what a person can do in them.

use crate::play_agent::stage::{
    Stage, file, first_legal, first_move, is_over, is_ready, play_to_the_end, turns,
};
use games::checkers::Position;
use referee::journal::file as journal;
use serde_json::Value;

#[test]
fn a_whole_game_is_played_recorded_and_seen_alike_by_two_readers() {
    let stage = Stage::new();
    let (mut program, mut events) = stage.play(&first_move(), &["--as", "white"]);
    let mut second = program.events();
    let view = play_to_the_end(&program, &mut events);
    assert_eq!(second.until(is_over), view);
    assert_eq!(program.events().next(), view, "after a reload");
    assert_eq!(view["players"][0]["name"], "first-move");
    assert_eq!(view["players"][1]["kind"], "manual");
    let left = view["players"][0]["clock"]["left"].as_f64().expect("seconds");
    assert!(left < 300.0, "a process takes time: {left}");

    let records = journal::read(&stage.out().join("journal.jsonl")).expect("a journal");
    let record = records.values().next().expect("a game");
    record.positions::<Position>().expect("by the rules");
    assert_eq!((record.turns.len(), &*record.white.name), (turns(&view).len(), "you"));
    let result = view["result"].as_str().expect("text");
    assert!(result.starts_with(&record.result_text()));
    program.wait_for(result); // the terminal shows it, too
    assert!(record.id.is_multiple_of(2), "White's games have even numbers");

    assert_eq!(program.command("new black")["error"], Value::Null);
    let fresh = events.until(|view| !is_over(view));
    assert_eq!((turns(&fresh).len(), &fresh["to_move"]), (0, &Value::from("black")));
}

#[test]
fn what_an_agent_was_given_and_what_it_answered_is_shown() {
    let stage = Stage::new();
    let (program, mut events) = stage.play(&first_move(), &[]);
    let view = events.until(is_ready);
    program.command(first_legal(&view));
    let view = events.until(|view| turns(view).len() == 2);
    assert!(file(&program, 2, "input.txt").starts_with("GAME\nWHITE\n300\n"));
    assert_eq!(file(&program, 2, "output.txt").trim(), turns(&view)[1]["other_text"]);
    assert!(file(&program, 2, "Standard error").starts_with("WHITE plays"));
    assert_eq!(file(&program, 2, "playdata.txt after"), "1\n");
    let has_files = [0, 1].map(|index| turns(&view)[index]["has_files"].as_bool());
    assert_eq!(has_files, [Some(false), Some(true)]);
    for nothing in ["files/0.json", "files/1.json", "files/9.json", "files/x"] {
        assert_eq!(program.get(nothing).0, 404, "{nothing}");
    }
}

#[test]
fn a_takeback_takes_the_answer_and_its_playdata_back() {
    let stage = Stage::new();
    let (program, mut events) = stage.play(&first_move(), &["--no-clock"]);
    let start = events.until(is_ready);
    assert_eq!(start["players"][0]["clock"], Value::Null);
    let mut view = start.clone();
    for turn in [2, 4] {
        program.command(first_legal(&view));
        view = events.until(|view| turns(view).len() == turn);
    }
    let once = view.clone();
    assert_eq!(file(&program, 4, "playdata.txt after"), "2\n");
    assert_eq!(program.command("undo")["error"], Value::Null);
    view = events.until(|view| turns(view).len() == 2);
    program.command(first_legal(&view));
    view = events.until(|view| turns(view).len() == 4);
    assert_eq!(file(&program, 4, "playdata.txt before"), "1\n");
    assert_eq!(file(&program, 4, "playdata.txt after"), "2\n");
    assert_eq!(view["letters"], once["letters"], "the same game again");
    for left in [2, 0] {
        program.command("undo");
        view = events.until(|view| turns(view).len() == left);
    }
    assert_eq!(view["letters"], start["letters"]);
    assert!(program.command("undo")["error"].as_str().is_some_and(|text| text.contains("no move")));
    program.command(first_legal(&view));
    events.until(|view| turns(view).len() == 2);
    assert_eq!(file(&program, 2, "playdata.txt after"), "1\n", "it was not there before");
}

#[test]
fn what_cannot_be_done_is_one_sentence_and_changes_nothing() {
    let stage = Stage::new();
    let (program, mut events) = stage.play(&first_move(), &[]);
    let view = events.until(is_ready);
    for wrong in ["11-22", "nonsense", "", "undo", "undo 2", "new red", "11-15 and more", "files"] {
        let error = program.command(wrong)["error"].as_str().expect(wrong).to_string();
        assert!(!error.is_empty() && !error.contains('\n') && error.len() < 200, "{error}");
    }
    let long = "1".repeat(500_000);
    let error = program.command(&long)["error"].to_string();
    assert!(error.len() < 200, "it is not repeated: {} bytes", error.len());
    assert!(program.command("help")["messages"].as_array().is_some_and(|list| list.len() > 3));
    let now = program.events().next();
    assert_eq!((&now["turns"], &now["letters"]), (&view["turns"], &view["letters"]));
}
