//! One game in several windows, and what reloads, keys and small screens do to it.

use crate::browser::Browser;
use crate::program::Program;
use crate::table::{Table, at, moves, turns};
use fantoccini::key::Key;

#[test]
fn two_windows_agree() {
    let (program, browser) = (Program::two_people("loa"), Browser::start());
    let table = Table::open(&browser, &program);
    browser.open_window(&program.address);
    table.wait_for_board();
    for turn in 0..6 {
        let view = table.view();
        table.play(&moves(&view)[turn]);
        let mut seen = Vec::new();
        for window in [turn % 2, 1 - turn % 2] {
            browser.show_window(window);
            browser.wait_until(&format!(
                "document.querySelectorAll('#moves .move').length === {}",
                turn + 1
            ));
            seen.push(table.labels());
        }
        assert_eq!(seen[0], seen[1]);
    }
}

#[test]
fn a_reload_loses_nothing() {
    let (program, browser) = (Program::two_people("amazons"), Browser::start());
    let table = Table::open(&browser, &program);
    for turn in 0..3 {
        table.play(&moves(&table.view())[turn]);
        table.wait_for_view("the move", |view| turns(view) == turn + 1);
    }
    browser.wait_until("document.querySelectorAll('#moves .move').length === 3");
    let labels = table.labels();
    browser.reload();
    table.wait_for_board();
    browser.wait_until("document.querySelectorAll('#moves .move').length === 3");
    assert_eq!(table.labels(), labels);
}

fn go(table: &Table<'_>, square: &str) {
    let place = |square: &str| {
        let (file, row) = square.split_at(1);
        (file.bytes().next().expect("a letter").into(), row.parse().expect("a row"))
    };
    let focus = table.0.text("document.activeElement.dataset.square ?? ''");
    let (from, to): ((i32, i32), (i32, i32)) = (place(&focus), place(square));
    for _ in 0..(to.0 - from.0).abs() {
        table.0.press(if to.0 > from.0 { Key::Right } else { Key::Left });
    }
    for _ in 0..(to.1 - from.1).abs() {
        table.0.press(if to.1 > from.1 { Key::Up } else { Key::Down });
    }
    assert_eq!(table.0.text("document.activeElement.dataset.square"), square);
}

#[test]
fn the_keyboard_alone_plays() {
    let (program, browser) = (Program::two_people("amazons"), Browser::start());
    let table = Table::open(&browser, &program);
    for _ in 0..60 {
        if browser.is("document.activeElement.closest('[data-square]')") {
            break;
        }
        browser.press(Key::Tab);
    }
    for turn in 0..3 {
        let view = table.wait_for_view("the moves", |view| turns(view) == turn);
        let path = &moves(&view)[turn * 5];
        for (index, square) in path.iter().enumerate() {
            go(&table, square);
            browser.press(if index % 2 == 0 { ' ' } else { char::from(Key::Enter) });
        }
        table.wait_for_view("the move of keys", |view| turns(view) == turn + 1);
    }
    browser.press('u');
    table.wait_for_view("a takeback", |view| turns(view) == 2);
    let label = |selector: &str| {
        browser.value(&format!("document.querySelector('{selector}').getBoundingClientRect().x"))
    };
    let before = label(&at("a1"));
    browser.press('f');
    browser.wait_until(&format!(
        "document.querySelector('{}').getBoundingClientRect().x !== {before}",
        at("a1")
    ));
    browser.press('n');
    table.say_yes();
    table.wait_for_view("a new game", |view| turns(view) == 0);
}

#[test]
fn escape_drops_a_move_that_was_begun() {
    let (program, browser) = (Program::two_people("amazons"), Browser::start());
    let table = Table::open(&browser, &program);
    let (view, labels) = (table.view(), table.labels());
    let path = &moves(&view)[0];
    table.play(&path[..2]);
    browser.wait_until("document.querySelector('#board .target')");
    browser.press(Key::Escape);
    browser.wait_until("!document.querySelector('#board .target')");
    assert_eq!(table.labels(), labels);
    assert_eq!(turns(&table.view()), 0);
    table.play(path);
    table.wait_for_view("the whole move", |view| turns(view) == 1);
}

/// Each player's name, clock and switch are at the side of the board where its pieces begin.
#[test]
fn players_sit_behind_their_pieces() {
    let browser = Browser::start();
    for side in ["black", "white"] {
        let arguments = ["play", "checkers", "--no-open", "--as", side, "--move-time", "0.05"];
        let program = Program::start("crownhead", &arguments);
        browser.open(&program.address);
        let table = Table(&browser);
        table.wait_for_board();
        let top = |selector: &str| {
            let place = format!("document.querySelector('{selector}').getBoundingClientRect().top");
            browser.value(&place).as_f64().expect("a place")
        };
        let (black, white) = (top(&at("b8")), top(&at("a1")));
        let (black_player, white_player) =
            (top(".player:has(.side.black)"), top(".player:has(.side.white)"));
        assert_eq!(black < white, black_player < white_player, "as {side}");
        assert_eq!(side == "black", black > white, "the person sits below, as {side}");
    }
}

/// Whoever plays which side: rows from the first below, files from the left.
#[test]
fn boards_begin_as_the_figures_of_their_texts() {
    let browser = Browser::start();
    for name in ["loa", "tablut", "amazons"] {
        for side in ["black", "white"] {
            let arguments = ["--display", "--no-open", "--move-time", "0.05"];
            let mut program = Program::start(name, &arguments);
            program.write(&format!("manual {side}"));
            program.write(if side == "black" { "auto white" } else { "auto black" });
            browser.open(&program.address);
            Table(&browser).wait_for_board();
            let place = |square: &str, edge: &str| {
                let element = format!("document.querySelector('{}')", at(square));
                let place = browser.value(&format!("{element}.getBoundingClientRect().{edge}"));
                place.as_f64().expect("a place")
            };
            assert!(place("a1", "top") > place("a2", "top"), "{name} as {side}");
            assert!(place("a1", "left") < place("b1", "left"), "{name} as {side}");
        }
    }
}

#[test]
fn pieces_can_be_dragged() {
    let (program, browser) = (Program::two_people("tablut"), Browser::start());
    let table = Table::open(&browser, &program);
    let path = moves(&table.view())[0].clone();
    browser.drag(&at(&path[0]), &at(&path[1]));
    table.wait_for_view("the dragged move", |view| turns(view) == 1);
}

#[test]
fn small_screens_show_the_whole_board() {
    let browser = Browser::start();
    for name in ["loa", "tablut", "amazons"] {
        let program = Program::two_people(name);
        for (width, height) in [(360, 640), (1100, 900)] {
            browser.resize(width, height);
            Table::open(&browser, &program);
            assert!(browser.is("document.documentElement.scrollWidth <= innerWidth"), "{name}");
            assert!(
                browser.is(
                    "[...document.querySelectorAll('#board [data-square]')].every((square) => {
                   const { left, right, top, bottom } = square.getBoundingClientRect();
                   return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
                 })"
                ),
                "{name} at {width} x {height}"
            );
        }
    }
}
