//! A person against text programs, which live as long as the game.

use crate::play_agent::stage::{
    Stage, file, first_legal, is_over, is_ready, play_to_the_end, turns,
};
use games::{BoardGame as _, Game as _, Named, amazons, loa, tablut};
use referee::journal::file as journal;
use referee::rules::Refereed;
use serde_json::Value;
use std::path::Path;
use testing::holds_soon;

fn plays_a_whole_game<G: Refereed + Named>() {
    let (stage, game) = (Stage::new(), G::NAME.text());
    let agent = format!("'{}' --plain 1", testing::program(game).display());
    let (mut program, mut events) = stage.play_game(game, &agent, &["--as", "white"]);
    let view = play_to_the_end(&program, &mut events);
    let name = format!("{game} --plain 1");
    assert_eq!(view["players"][0]["name"], name, "{view:#}");
    let left = view["players"][0]["clock"]["left"].as_f64().expect("seconds");
    assert!(left < 300.0, "its turns take time: {left}");
    let result = view["result"].as_str().expect("text");
    program.wait_for(result); // the terminal shows it, too
    let path = stage.out().join("journal.jsonl");
    assert!(
        holds_soon(|| journal::read(&path).is_ok_and(|records| records.len() == 1)),
        "the program has said the result, and the game is recorded"
    );
    let records = journal::read(&path).expect("a journal");
    let record = records.values().next().expect("a game");
    record.positions::<G>().expect("by the rules");
    assert_eq!((record.game, record.turns.len()), (G::NAME, turns(&view).len()));
    assert_eq!(record.result_text(), result);
    assert_eq!((&*record.black.name, &*record.white.name), (&*name, "you"));
    let asked = turns(&view).iter().position(|turn| turn["has_files"] == true).expect("a turn");
    let said = file(&program, asked + 1, "Sent and printed");
    assert!(said.contains(&format!("* {}", turns(&view)[asked]["text"].as_str().expect("text"))));
}

#[test]
fn whole_games_of_all_three_are_played_and_recorded() {
    plays_a_whole_game::<loa::Position>();
    plays_a_whole_game::<tablut::Position>();
    plays_a_whole_game::<amazons::Position>();
}

/// Shows the start of Lines of Action, and answers with one line.
fn answers(line: &str) -> String {
    let dump = loa::Position::start().dump();
    format!(
        "while read -r line; do case $line in\n\
         dump) printf '===\\n%s\\n===\\n' '{dump}';;\n\
         'auto black') {line};;\n\
         quit) exit 0;;\n\
         esac; done"
    )
}

/// Programs and the referee's words for what they do.
const PROGRAMS: [(&str, &str, &str, &str); 4] = [
    ("illegal", "echo '* b1-b2'", "illegal move: the rules do not allow it here", "b1-b2"),
    ("leaves", "exit 0", "ended or closed its output in mid-game", ""),
    ("winner", "echo '* Black wins.'", "result announced before the end", "* Black wins."),
    ("slow", "while :; do :; done", "time used up in mid-move", ""),
];

#[test]
fn a_bad_answer_ends_the_game_and_all_that_was_said_is_kept() {
    for (name, line, verdict, detail) in PROGRAMS {
        let stage = Stage::new();
        let agent = stage.program(name, "loa", &answers(line));
        let options = ["--as", "white", "--seconds", "1"];
        let (program, mut events) = stage.play_game("loa", &agent, &options);
        let view = events.until(is_over);
        let result = view["result"].as_str().expect("text");
        assert_eq!(result, format!("White (you) wins: Black: {verdict}"));
        let message = view["message"].as_str().expect("text");
        let told = format!("{name} has forfeited the game: {verdict}.");
        assert!(message.starts_with(&told) && message.contains(detail), "{message}");
        let kept = message.split("referee replay ").nth(1).expect("the command");
        assert!(Path::new(kept).ends_with("conversation.txt") && Path::new(kept).is_file());
        assert_eq!(turns(&view).len(), 1, "the answer is shown as a turn with files");
        let said = file(&program, 1, "Sent and printed");
        assert!(said.contains("> auto black\n") && said.contains(detail), "{said}");
        let records = journal::read(&stage.out().join("journal.jsonl")).expect("a journal");
        let record = records.values().next().expect("a game");
        assert!(record.detail.as_deref().unwrap_or_default().contains(detail), "{record:?}");
    }
}

/// Our program, but it calls the loser the winner.
fn liar() -> String {
    format!(
        "'{}' --plain 1 | while IFS= read -r line; do case $line in\n\
         *'White wins.') echo '* Black wins.';;\n\
         *'Black wins.') echo '* White wins.';;\n\
         *) printf '%s\\n' \"$line\";;\n\
         esac; done",
        testing::program("tablut").display()
    )
}

#[test]
fn a_program_that_announces_a_wrong_result_at_the_end_has_forfeited() {
    let stage = Stage::new();
    let agent = stage.program("liar", "tablut", &liar());
    let options = ["--as", "white", "--no-sandbox", "--allow-root"];
    let (program, mut events) = stage.play_game("tablut", &agent, &options);
    play_to_the_end(&program, &mut events);
    let view = program.events().until(|view| view["message"].is_string());
    let result = view["result"].as_str().expect("text");
    assert_eq!(result, "White (you) wins: Black: wrong result announced");
}

#[test]
fn a_takeback_starts_the_program_again_with_the_moves_that_are_left() {
    let stage = Stage::new();
    let agent = format!("'{}' --plain 1", testing::program("loa").display());
    let (program, mut events) = stage.play_game("loa", &agent, &["--no-clock"]);
    let start = events.until(is_ready);
    assert_eq!(start["players"][1]["clock"], Value::Null);
    let mut view = start.clone();
    for turn in [2, 4] {
        program.command(first_legal(&view));
        view = events.until(|view| turns(view).len() == turn);
    }
    let once = view.clone();
    assert_eq!(program.command("undo")["error"], Value::Null);
    view = events.until(|view| turns(view).len() == 2);
    program.command(first_legal(&view));
    view = events.until(|view| turns(view).len() == 4 || is_over(view));
    let [left, before] =
        [&view, &once].map(|view| [0, 1].map(|turn| turns(view)[turn]["text"].clone()));
    assert_eq!(left, before, "the turns that are left");
    let said = file(&program, 4, "Sent and printed");
    assert!(said.contains(&format!("> {}\n", first_move_of(&view))), "told again: {said}");
    for left in [2, 0] {
        program.command("undo");
        view = events.until(|view| turns(view).len() == left);
    }
    assert_eq!(view["letters"], start["letters"]);
    assert!(program.command("undo")["error"].as_str().is_some_and(|text| text.contains("no move")));
}

fn first_move_of(view: &Value) -> &str {
    turns(view)[0]["text"].as_str().expect("text")
}

#[test]
fn a_move_is_taken_back_while_the_program_thinks_and_nothing_is_left_of_it() {
    let stage = Stage::new();
    let agent = stage.program("agent", "amazons", "while :; do :; done");
    let (mut program, mut events) =
        stage.play_game("amazons", &agent, &["--no-clock", "--as", "white"]);
    let start = events.until(is_ready);
    program.command(first_legal(&start));
    events.until(|view| view["is_thinking"] == true);
    assert_eq!(program.command("undo")["error"], Value::Null);
    let view = events.until(is_ready);
    assert_eq!(view["letters"], start["letters"]);
    let reply = program.command("help");
    assert!(reply["messages"][0].as_str().is_some_and(|text| text.contains("d1-d7(g7)")));
    program.command("quit");
    assert_eq!(program.exit_code(), Some(0));
    assert!(holds_soon(|| std::fs::read_dir(stage.temp()).expect("there").next().is_none()));
}
