//! What the page offers besides the marking scheme: save and load, seed and limit, the terminal's
//! commands, earlier boards, and a program that has ended.

use crate::browser::Browser;
use crate::program::Program;
use crate::table::{Table, moves, turns};
use std::process::{Command, Stdio};

#[test]
fn a_saved_game_is_loaded_again() {
    let browser = Browser::start();
    for name in ["loa", "tablut", "amazons"] {
        let program = Program::two_people(name);
        let table = Table::open(&browser, &program);
        for turn in 0..4 {
            table.play(&moves(&table.view())[turn]);
            table.wait_for_view("the move", |view| turns(view) == turn + 1);
        }
        table.wait_for_turns(4);
        let labels = table.labels();
        browser.click("#more");
        assert!(browser.is("document.querySelector('#save').offsetParent !== null"));
        browser.press(fantoccini::key::Key::Escape);
        let saved = browser.text("await fetch('game.txt').then((answer) => answer.text())");
        browser.click("#new");
        table.say_yes();
        table.wait_for_turns(0);
        // The files of the referee say who plays.
        let saved = saved.replace("new\n", "new\nmanual black\nmanual white\n");
        // What the page does with a file that a person has chosen.
        browser.value(&format!(
            "(() => {{ const files = new DataTransfer();
               files.items.add(new File([{}], 'game.txt', {{ type: 'text/plain' }}));
               const input = document.querySelector('#load-file');
               input.files = files.files;
               input.dispatchEvent(new Event('change')); }})()",
            serde_json::json!(saved)
        ));
        table.wait_for_turns(4);
        assert_eq!(table.labels(), labels, "{name}");
        browser.open("about:blank");
    }
}

#[test]
fn the_field_takes_the_commands_of_the_terminal() {
    let (program, browser) = (Program::two_people("loa"), Browser::start());
    let table = Table::open(&browser, &program);
    let text = table.view()["moves"][0]["text"].as_str().expect("a move").to_owned();
    let write = |line: &str| table.write(line);
    write(&text);
    table.wait_for_turns(1);
    write("a1-a1");
    browser.wait_until("document.querySelector('#message').classList.contains('error')");
    assert_eq!(turns(&table.view()), 1);
    write("undo 1");
    table.wait_for_turns(0);
}

#[test]
fn what_is_spoken_follows_the_board() {
    let (program, browser) = (Program::two_people("loa"), Browser::start());
    let table = Table::open(&browser, &program);
    for (line, spoken) in [
        ("b8-b6", "Black played b8-b6."),
        ("a5-c5", "White played a5-c5."),
        ("undo 1", "Taken back."),
        ("set e5 - black", "The board was changed: set e5 - black."),
        ("c8-c6", "Black played c8-c6."),
        ("new", "The board is as at the start."),
    ] {
        table.command(line);
        let text = format!("document.querySelector('#spoken').textContent === '{spoken}'");
        browser.wait_until(&text);
    }
}

#[test]
fn earlier_boards_can_be_looked_at() {
    let (program, browser) = (Program::two_people("tablut"), Browser::start());
    let table = Table::open(&browser, &program);
    let mut boards = vec![table.labels()];
    for turn in 0..3 {
        table.play(&moves(&table.view())[turn]);
        table.wait_for_view("the move", |view| turns(view) == turn + 1);
        table.wait_for_turns(turn + 1);
        boards.push(table.labels());
    }
    browser.value("document.activeElement.blur()");
    for ply in [2, 1, 0] {
        browser.press(fantoccini::key::Key::Left);
        assert_eq!(pieces(&table.labels()), pieces(&boards[ply]), "after {ply} plies");
    }
    browser.click("#moves .pair .move + .move");
    assert_eq!(pieces(&table.labels()), pieces(&boards[2]));
    browser.press(fantoccini::key::Key::End);
    assert_eq!(table.labels(), boards[3]);
}

/// Labels of squares without the remarks behind the piece.
fn pieces(labels: &[String]) -> Vec<String> {
    labels.iter().map(|label| label.splitn(3, ',').take(2).collect()).collect()
}

#[test]
fn a_page_says_that_its_program_has_ended() {
    let (program, browser) = (Program::two_people("loa"), Browser::start());
    let _table = Table::open(&browser, &program);
    let before = browser.text("document.querySelector('#status').textContent");
    drop(program);
    browser.wait_until("document.querySelector('#status').textContent.includes('program')");
    assert_ne!(browser.text("document.querySelector('#status').textContent"), before);
    assert!(browser.is("document.querySelector('#board [data-square]')"), "the board stays");
}

#[test]
fn without_a_browser_the_exit_code_is_2_after_one_sentence() {
    for name in ["loa", "tablut", "amazons"] {
        let mut command = Command::new(testing::program(name));
        command.arg("--display").env_remove("BROWSER").env_remove("DISPLAY");
        command.env_remove("WAYLAND_DISPLAY").stdin(Stdio::null());
        let output = command.output().expect("it starts");
        let message = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

/// With a page open and nobody moving, no thread of the program wakes up.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_waits_for_a_person_sleeps() {
    let (program, browser) = (Program::two_people("amazons"), Browser::start());
    let _table = Table::open(&browser, &program);
    let wakes = || {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", program.id())).expect("threads");
        let counts = tasks.filter_map(|task| {
            let status = std::fs::read_to_string(task.ok()?.path().join("status")).ok()?;
            let mut lines = status.lines().map(str::to_owned);
            lines.find(|line| line.starts_with("voluntary_ctxt_switches"))
        });
        counts.collect::<Vec<_>>()
    };
    let sleeps_for_a_second = || {
        let before = wakes();
        std::thread::sleep(std::time::Duration::from_secs(1));
        before == wakes()
    };
    // Connections that the browser no longer needs are closed in the first seconds.
    assert!((0..30).any(|_| sleeps_for_a_second()));
}
