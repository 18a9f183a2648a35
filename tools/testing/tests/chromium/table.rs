//! The page of one game as a person uses it: squares to click, buttons, lists.
//!
//! What the page has been told (the latest value of its feed) says which moves there are; what is
//! then clicked must be marked as a target first. So the tests know no rules either.

use crate::browser::Browser;
use crate::program::Program;
use serde_json::Value;

pub struct Table<'a>(pub &'a Browser);

impl<'a> Table<'a> {
    /// Opens the page of [`Program::two_people`].
    pub fn open(browser: &'a Browser, program: &Program) -> Self {
        browser.open(&program.address);
        let table = Self(browser);
        table.wait_for_board();
        table.wait_for_view("both players manual", |view| {
            !moves(view).is_empty() && (0..2).all(|side| view["players"][side]["kind"] == "manual")
        });
        table
    }

    pub fn wait_for_board(&self) {
        self.0.wait_until("document.querySelectorAll('#board [data-square]').length > 0");
    }

    /// The latest value of the page's feed.
    pub fn view(&self) -> Value {
        self.0.value(
            "await new Promise((resolve) => {
               const events = new EventSource('events');
               events.onmessage = (event) => { events.close(); resolve(JSON.parse(event.data)); };
             })",
        )
    }

    pub fn wait_for_view(&self, what: &str, condition: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..2000 {
            let view = self.view();
            if condition(&view) {
                return view;
            }
            std::thread::sleep(std::time::Duration::from_millis(30));
        }
        panic!("{what} never came: {:#}", self.view());
    }

    pub fn turns(&self) -> usize {
        let count = self.0.value("document.querySelectorAll('#moves .move').length");
        count.as_u64().expect("a number") as usize
    }

    pub fn wait_for_turns(&self, count: usize) {
        let shown = "document.querySelectorAll('#moves .move').length";
        self.0.wait_until(&format!("{shown} === {count}"));
    }

    /// Sends a command as the page does, and waits for the answer.
    pub fn command(&self, line: &str) {
        let answer = self.0.value(&format!(
            "await fetch('command', {{ method: 'POST', headers: {{ 'Content-Type': 'text/plain' }},
               body: {} }}).then((answer) => answer.json())",
            Value::from(line)
        ));
        assert_eq!(answer["error"], Value::Null, "{line}");
    }

    /// What a screen reader says about a square, such as `d6, black man`.
    pub fn label(&self, square: &str) -> String {
        self.0.text(&format!("document.querySelector('{}').ariaLabel", at(square)))
    }

    pub fn labels(&self) -> Vec<String> {
        let labels = self.0.value(
            "[...document.querySelectorAll('#board [data-square]')].map((s) => s.ariaLabel)",
        );
        let labels = labels.as_array().expect("a list").iter();
        labels.map(|label| label.as_str().expect("a label").to_owned()).collect()
    }

    pub fn click(&self, square: &str) {
        self.0.click(&at(square));
    }

    pub fn choose(&self, choice: &str) {
        self.0.click("#more");
        self.0.wait_until(&format!("document.querySelector('{choice}').offsetParent !== null"));
        self.0.click(choice);
    }

    /// Says yes to the question that the page asks.
    pub fn say_yes(&self) {
        self.0.wait_until("document.querySelector('dialog.sheet[open] .primary')");
        self.0.click("dialog.sheet[open] .primary");
        self.0.wait_until("!document.querySelector('dialog.sheet')");
    }

    /// Writes a line into the field, which the menu opens.
    pub fn write(&self, line: &str) {
        if self.0.is("document.querySelector('#command-form').hidden") {
            self.choose("#write");
        }
        self.0.click("#command-line");
        for letter in line.chars() {
            self.0.press(letter);
        }
        self.0.press(fantoccini::key::Key::Enter);
    }

    /// Clicks the squares of a move. After each click but the last, the next one is a target.
    pub fn play(&self, path: &[String]) {
        for (index, square) in path.iter().enumerate() {
            if index > 0 {
                let target = format!("#board [data-square='{square}'].target");
                self.0.wait_until(&format!("document.querySelector(\"{target}\")"));
            }
            self.click(square);
        }
    }

    /// Plays by clicks against automatic players until the game is over: moves as if at random, but
    /// the same in each run of the test as long as the answers are. Returns the view at the end.
    pub fn play_to_the_end(&self) -> Value {
        for turn in 0..400 {
            let view = self.wait_for_view("a person's turn", |view| {
                !view["result"].is_null() || !moves(view).is_empty()
            });
            if !view["result"].is_null() {
                return view;
            }
            let (moves, played) = (moves(&view), turns(&view));
            self.0.wait_until(&format!(
                "document.querySelectorAll('#moves .move').length >= {played}"
            ));
            self.play(&moves[turn * 7919 % moves.len()]);
            self.wait_for_view("the clicked move", |view| turns(view) > played);
        }
        panic!("the game does not end");
    }
}

pub fn at(square: &str) -> String {
    format!("#board [data-square=\"{square}\"]")
}

/// The squares of each legal move.
pub fn moves(view: &Value) -> Vec<Vec<String>> {
    let moves = view["moves"].as_array().expect("a list").iter();
    moves.map(|mv| serde_json::from_value(mv["path"].clone()).expect("squares")).collect()
}

pub fn turns(view: &Value) -> usize {
    view["turns"].as_array().expect("a list").len()
}
