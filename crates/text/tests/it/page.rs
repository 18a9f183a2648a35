//! A session with a page: what the page is shown, and what its commands do, without a server.

use games::{amazons, checkers, loa, tablut};
use pages::Site;
use serde_json::Value;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;
use std::{io, thread};
use text::Dialect;
use text::input::console::{Console, ErrorPolicy};
use text::input::event::SessionEvent;
use text::input::line_reader::LineSource;
use text::page::BoardSite;
use text::players::auto_player::AutoPlayer;
use text::players::search_player::{GameTime, StopFlag, TimeLimits};
use text::session::{Session, SessionParts, TerminalBoard};

/// A session without a terminal, on a thread of its own. Dropping it ends it.
struct Page {
    site: Arc<BoardSite>,
    /// Keeps the queue open, as a session does.
    _events: Sender<SessionEvent>,
}

impl Page {
    /// `seconds` is what the program may take for a move.
    fn open<G: Dialect>(seconds: u64) -> Self {
        let events = channel();
        let site = Arc::new(BoardSite::new(events.0.clone()));
        let page = Page { site: Arc::clone(&site), _events: events.0.clone() };
        let time = Duration::from_secs(seconds);
        let per_game = GameTime::BothSides(time * 1_000);
        let limits = TimeLimits { per_move: time, per_game };
        let stop = StopFlag::default();
        thread::spawn(move || {
            let parts = SessionParts {
                console: Console::new(Box::new(io::sink()), None, ErrorPolicy::Continue),
                input: LineSource::Nothing,
                player: AutoPlayer::new(limits, None, &stop),
                stop,
                events,
                page: Some(site),
                board: TerminalBoard::Hidden,
            };
            Session::<G>::new(parts).and_then(|mut session| session.run()).expect("it runs")
        });
        page.wait(|view| !view.is_null());
        page
    }

    fn text(&self, path: &str) -> String {
        String::from_utf8(self.site.get(path).expect("it is there").body).expect("text")
    }

    fn view(&self) -> Value {
        serde_json::from_str(&self.text("game.json")).expect("JSON")
    }

    fn wait(&self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let view = self.view();
            if wanted(&view) {
                return view;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn send(&self, command: &str) -> Value {
        let reply = self.site.post("command", command).expect("a command");
        serde_json::from_slice(&reply.body).expect("JSON")
    }

    fn execute(&self, command: &str) -> Value {
        let reply = self.send(command);
        assert!(reply["error"].is_null(), "{command}: {reply}");
        reply
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.site.post("command", "quit");
    }
}

fn turns(view: &Value) -> Vec<&str> {
    let turns = view["turns"].as_array().expect("a list").iter();
    turns.map(|turn| turn["text"].as_str().expect("a text")).collect()
}

/// Longer than any test: a search that is not interrupted is never over.
const FOREVER: u64 = 100_000;

fn both_sides_are_played_taken_back_and_loaded<G: Dialect>() {
    let page = Page::open::<G>(FOREVER);
    page.execute("manual black\nmanual white");
    let start = page.view();
    let mut version = start["version"].as_u64();
    for _ in 0..6 {
        let view = page.view();
        let mv = view["moves"][0]["text"].as_str().expect("a move").to_string();
        page.execute(&mv);
        let next = page.view();
        assert!(next["version"].as_u64() > version, "versions grow");
        version = next["version"].as_u64();
        assert_eq!(turns(&next).last(), Some(&mv.as_str()));
    }
    let played = page.view();
    let record = page.text("game.txt");
    page.execute("undo 6");
    assert_eq!(page.view()["letters"], start["start"]);
    assert_eq!(page.view()["turns"], Value::Array(Vec::new()));
    let reply = page.send("undo 2");
    assert!(reply["error"].is_string(), "{reply}");
    page.execute(&format!("load\n{record}"));
    let loaded = page.view();
    assert_eq!((&loaded["letters"], turns(&loaded)), (&played["letters"], turns(&played)));
    page.execute("new");
    assert_eq!(page.view()["letters"], start["letters"]);
}

#[test]
fn in_all_games_both_sides_are_played_taken_back_and_loaded() {
    both_sides_are_played_taken_back_and_loaded::<checkers::Position>();
    both_sides_are_played_taken_back_and_loaded::<loa::Position>();
    both_sides_are_played_taken_back_and_loaded::<tablut::Position>();
    both_sides_are_played_taken_back_and_loaded::<amazons::Position>();
}

#[test]
fn commands_that_change_the_game_interrupt_a_search() {
    let page = Page::open::<loa::Position>(FOREVER);
    page.execute("b8-b6");
    assert_eq!(page.view()["to_move"], "white");
    page.wait(|view| view["is_thinking"] == true);
    let moves = page.execute("moves");
    assert!(moves["messages"][0].as_str().is_some_and(|text| text.contains("a5-c5")));
    assert_eq!(page.view()["is_thinking"], true, "a question interrupts nothing");
    page.execute("undo");
    assert_eq!((turns(&page.view()), &page.view()["to_move"]), (vec![], &Value::from("black")));
    page.execute("b8-b6");
    page.wait(|view| view["is_thinking"] == true);
    page.execute("manual white");
    page.execute("a5-c5");
    assert_eq!(turns(&page.view()), ["b8-b6", "a5-c5"]);
    page.execute("auto black");
    page.wait(|view| view["is_thinking"] == true);
    page.execute("new");
    page.wait(|view| view["is_thinking"] == true && turns(view).is_empty());
}

#[test]
fn two_automatic_players_pause_when_a_move_is_taken_back() {
    let page = Page::open::<loa::Position>(1);
    page.execute("seed 3");
    page.execute("auto black");
    page.wait(|view| turns(view).len() >= 2);
    let reply = page.execute("undo");
    assert!(reply["messages"][0].as_str().is_some_and(|text| text.contains("pause")), "{reply}");
    let view = page.view();
    assert_eq!(view["is_thinking"], false);
    for player in [0, 1] {
        assert_eq!(view["players"][player]["kind"], "manual");
    }
}

#[test]
fn the_same_seed_gives_the_same_answer_and_a_hint_says_why() {
    let answers = [(); 2].map(|()| {
        let page = Page::open::<tablut::Position>(FOREVER);
        page.execute("seed 5");
        let hint = page.execute("hint");
        assert!(hint["hint"]["about"].as_str().is_some_and(|text| text.contains("deep")), "{hint}");
        page.execute(hint["hint"]["text"].as_str().expect("a move"));
        page.wait(|view| turns(view).len() == 2)["letters"].clone()
    });
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn a_game_ends_once_and_what_the_page_may_not_do_is_refused() {
    let page = Page::open::<loa::Position>(FOREVER);
    page.execute("manual white\nlimit 1\nb8-b6\na5-c5");
    let view = page.view();
    let reason = "Tie game: each side has made its move.";
    assert_eq!((&view["result"], &view["to_move"]), (&Value::from(reason), &Value::Null));
    assert_eq!(view["moves"], Value::Array(Vec::new()));
    for command in ["hint", "eval", "moves", "c8-c5", "save x.txt", "load x.txt", "load\na1-a9"] {
        assert!(page.send(command)["error"].is_string(), "{command}");
    }
    assert_eq!(page.view()["letters"], view["letters"]);
    assert!(page.site.get("nothing").is_none() && page.site.post("nothing", "new").is_none());
    page.execute("undo");
    assert_eq!(page.view()["result"], Value::Null);
}

#[test]
fn the_game_that_a_new_one_has_wiped_is_brought_back_by_undo() {
    let page = Page::open::<checkers::Position>(FOREVER);
    page.execute("manual black\nmanual white\n11-15\n22-18\n15x22");
    let left = page.view();
    page.execute("new");
    assert!(turns(&page.view()).is_empty());
    page.execute("undo");
    let back = page.view();
    assert_eq!((turns(&back), &back["letters"]), (turns(&left), &left["letters"]));
    page.execute("new\n9-13\nundo");
    assert!(turns(&page.view()).is_empty(), "a move of the new game comes first");
    page.execute("undo");
    assert_eq!(turns(&page.view()), turns(&left));
    page.execute("load\nnew\nmanual white\nauto black\n11-15");
    assert_eq!(turns(&page.view()), ["11-15"]);
    assert_eq!(page.view()["players"][0]["kind"], "manual", "a game does not say who plays");
}

#[test]
fn a_position_in_fen_is_set_up_saved_and_loaded() {
    let page = Page::open::<checkers::Position>(FOREVER);
    page.execute("manual black\nmanual white\n11-15");
    page.execute("W:W21,K32:B5,12");
    let view = page.view();
    assert_eq!((&view["to_move"], turns(&view).len()), (&Value::from("white"), 2));
    let saved = page.text("game.txt");
    page.execute("new");
    page.execute(&format!("load\n{saved}"));
    assert_eq!(page.view()["letters"], view["letters"]);
    let refused = page.send("W:W21:B99")["error"].to_string();
    assert!(refused.contains("FEN") && refused.contains("99"), "{refused}");
    let other = Page::open::<loa::Position>(FOREVER);
    other.execute("manual black");
    assert!(other.send("W:W21,K32:B5,12")["error"].is_string());
}
