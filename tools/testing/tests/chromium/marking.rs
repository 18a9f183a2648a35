//! The marking scheme of the course, for each of the three text games: the page shows the board and
//! makes moves; it has a help page; moves can be taken back; a player can be switched between
//! automatic and manual in the middle of the game. Then what else the programs offer.

use crate::browser::Browser;
use crate::program::Program;
use crate::table::{Table, at, moves, turns};
use serde_json::Value;

const GAMES: [(&str, usize); 3] = [("loa", 64), ("tablut", 81), ("amazons", 100)];

/// Opens the page of each game that its program shows with --display, with both players manual.
fn each_game(test: impl Fn(&mut Program, &Table<'_>, usize)) {
    let browser = Browser::start();
    for (name, squares) in GAMES {
        let mut program = Program::two_people(name);
        let table = Table::open(&browser, &program);
        test(&mut program, &table, squares);
        let errors = browser.console();
        let expected = |line: &String| line.contains("/events"); // where the program has ended
        assert!(errors.iter().all(expected), "{name}: {errors:?}");
        browser.open("about:blank");
        browser.console();
    }
}

fn play_first(table: &Table<'_>) -> Value {
    let view = table.wait_for_view("a turn to move", |view| !moves(view).is_empty());
    let played = turns(&view);
    table.play(&moves(&view)[0]);
    let view = table.wait_for_view("the move", |view| turns(view) > played);
    table.0.wait_until(&format!(
        "document.querySelectorAll('#moves .move').length >= {}",
        turns(&view)
    ));
    view
}

#[test]
fn the_board_is_shown_and_makes_moves() {
    each_game(|program, table, squares| {
        assert_eq!(table.labels().len(), squares);
        let before = table.view();
        let path = moves(&before)[0].clone();
        assert!(!table.label(&path[0]).contains("empty"), "{}", table.label(&path[0]));
        let after = play_first(table);
        let last = &after["turns"][0]["path"];
        assert_eq!(serde_json::from_value::<Vec<String>>(last.clone()).expect("a path"), path);
        let moved = at(&path[1]);
        table
            .0
            .wait_until(&format!("!document.querySelector('{moved}').ariaLabel.includes('empty')"));
        table.0.wait_until(&format!("document.querySelector('{moved}').matches('.last')"));
        // One game behind page and terminal.
        let text = after["moves"][0]["text"].as_str().expect("a move").to_owned();
        program.write(&text);
        let both = table.wait_for_view("the terminal's move", |view| turns(view) == 2);
        assert_eq!(both["turns"][1]["path"], after["moves"][0]["path"]);
    });
}

#[test]
fn there_is_a_help_page() {
    each_game(|_, table, _| {
        let shown = "document.body.innerText";
        let before = table.0.text(shown).len();
        table.0.click("#help");
        table.0.wait_until(&format!("{shown}.length > {before} + 200"));
        table.0.press(fantoccini::key::Key::Escape);
        table.0.wait_until(&format!("{shown}.length < {before} + 100"));
        table.0.press('?');
        table.0.wait_until(&format!("{shown}.length > {before} + 200"));
        table.0.press(fantoccini::key::Key::Escape);
    });
}

#[test]
fn moves_are_taken_back() {
    each_game(|_, table, _| {
        let labels = table.labels();
        play_first(table);
        assert_ne!(table.labels(), labels);
        table.0.click("#undo");
        table.wait_for_view("the move is gone", |view| turns(view) == 0);
        table.0.wait_until("document.querySelectorAll('#moves .move').length === 0");
        assert_eq!(table.labels(), labels);
    });
}

#[test]
fn players_are_switched_in_the_middle_of_the_game() {
    each_game(|_, table, _| {
        let first = play_first(table);
        let [mover, other] = match first["to_move"].as_str() {
            Some("black") => ["black", "white"],
            _ => ["white", "black"],
        };
        table.0.choose(&format!("#{mover}-kind"), "automatic");
        table.wait_for_view("the program's move", |view| turns(view) == 2);
        play_first(table); // the other side is still manual
        let view = table.wait_for_view("its next move", |view| turns(view) == 4);
        assert_eq!(view["to_move"], other);
        table.0.choose(&format!("#{mover}-kind"), "manual");
        table.wait_for_view("both manual", |view| {
            (0..2).all(|side| view["players"][side]["kind"] == "manual")
        });
        assert_eq!(turns(&play_first(table)), 5);
        let view = play_first(table);
        assert_eq!(turns(&view), 6, "{mover} is manual again");
    });
}

#[test]
fn both_sides_play_by_themselves_until_one_is_stopped() {
    each_game(|_, table, _| {
        table.0.choose("#black-kind", "automatic");
        table.0.choose("#white-kind", "automatic");
        table.wait_for_view("six moves of the program", |view| {
            turns(view) >= 6 || !view["result"].is_null()
        });
        table.0.choose("#black-kind", "manual");
        table.0.choose("#white-kind", "manual");
        table.wait_for_view("a stop", |view| {
            view["is_thinking"] == false && view["players"][1]["kind"] == "manual"
        });
    });
}

#[test]
fn a_hint_is_drawn_and_an_evaluation_told() {
    each_game(|_, table, _| {
        let message = "document.querySelector('#message').textContent";
        table.choose("#eval");
        table.0.wait_until(&format!("/[0-9]/.test({message})"));
        let evaluation = table.0.text(message);
        table.0.click("#hint");
        table.0.wait_until(&format!(
            "{message} !== {} && /[0-9]/.test({message})",
            quoted(&evaluation)
        ));
    });
}

#[test]
fn a_new_game_begins_at_the_start() {
    each_game(|_, table, _| {
        let labels = table.labels();
        play_first(table);
        table.0.click("#new");
        table.say_yes();
        table.wait_for_view("a new game", |view| turns(view) == 0);
        table.0.wait_until("document.querySelectorAll('#moves .move').length === 0");
        assert_eq!(table.labels(), labels);
    });
}

#[test]
fn the_page_ends_the_program() {
    each_game(|program, table, _| {
        table.choose("#quit");
        assert!(program.end().success());
    });
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text")
}
