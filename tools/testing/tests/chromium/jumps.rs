//! Moves of several jumps: entered step by step, and given up in the middle.

use crate::browser::Browser;
use crate::program::Program;
use crate::table::{Table, moves, turns};
use fantoccini::key::Key;
use games::{BoardGame as _, Game as _, Notation as _, Walker, checkers::Position};

/// The moves of a random game up to a turn with a move of two jumps or more, and that move's path.
fn to_a_long_jump() -> (Vec<String>, Vec<String>) {
    for seed in 0.. {
        let (mut walker, mut position) = (Walker::new(seed), Position::start());
        let mut played = Vec::new();
        for _ in 0..40 {
            let legal = position.move_list();
            if let Some(long) = legal.iter().map(|&mv| Position::path(mv)).find(|p| p.len() > 2) {
                return (played, long);
            }
            let Some(mv) = walker.step(&position) else { break };
            played.push(position.move_text(mv));
            position = position.play(mv);
        }
    }
    unreachable!("there are endless seeds")
}

fn at_a_long_jump(browser: &Browser) -> (Program, Vec<String>, usize) {
    let program = Program::start("crownhead", &["play", "checkers", "--no-open"]);
    browser.open(&program.address);
    let table = Table(browser);
    table.wait_for_board();
    let (played, long) = to_a_long_jump();
    table.command("manual white");
    table.command("manual black");
    for text in &played {
        table.command(text);
    }
    table.wait_for_view("all moves", |view| turns(view) == played.len());
    table.wait_for_turns(played.len());
    (program, long, played.len())
}

#[test]
fn a_long_jump_is_entered_step_by_step() {
    let browser = Browser::start();
    let (_program, long, played) = at_a_long_jump(&browser);
    let table = Table(&browser);
    table.play(&long);
    let view = table.wait_for_view("the jump", |view| turns(view) == played + 1);
    assert_eq!(view["turns"][played]["path"], serde_json::json!(long));
}

#[test]
fn the_last_square_of_a_jump_is_enough_where_one_way_leads_there() {
    let browser = Browser::start();
    let (_program, long, played) = at_a_long_jump(&browser);
    let table = Table(&browser);
    let ends = [&long[0], &long[long.len() - 1]];
    let ways = moves(&table.view()).into_iter();
    let ways = ways.filter(|path| [&path[0], &path[path.len() - 1]] == ends).count();
    assert_eq!(ways, 1, "the game of this test has changed: look for another");
    table.play(&ends.map(String::clone));
    let view = table.wait_for_view("the jump", |view| turns(view) == played + 1);
    assert_eq!(view["turns"][played]["path"], serde_json::json!(long));
}

#[test]
fn escape_in_the_middle_of_a_jump_puts_all_pieces_back() {
    let browser = Browser::start();
    let (_program, long, played) = at_a_long_jump(&browser);
    let table = Table(&browser);
    let labels = table.labels();
    table.play(&long[..2]);
    browser.wait_until("document.querySelector('#board .target')");
    assert_ne!(table.labels(), labels, "the first jump is drawn");
    browser.press(Key::Escape);
    browser.wait_until("!document.querySelector('#board .target')");
    assert_eq!(table.labels(), labels);
    table.play(&long);
    table.wait_for_view("the jump", |view| turns(view) == played + 1);
}

#[test]
fn undo_in_the_middle_of_a_jump_keeps_board_and_game_alike() {
    let browser = Browser::start();
    let (_program, long, played) = at_a_long_jump(&browser);
    let table = Table(&browser);
    let last = table.view()["turns"][played - 1]["text"].as_str().expect("a move").to_owned();
    let labels = table.labels();
    table.play(&long[..2]);
    browser.wait_until("document.querySelector('#board .target')");
    browser.click("#undo");
    browser.wait_until("!document.querySelector('#board .target')");
    let view = table.view();
    if turns(&view) < played {
        table.command(&last); // the last turn was taken back; else only what was begun
    }
    table.wait_for_turns(played);
    assert_eq!(table.labels(), labels);
    assert!(moves(&table.view()).contains(&long));
    table.play(&long);
    table.wait_for_view("the jump", |view| turns(view) == played + 1);
}
