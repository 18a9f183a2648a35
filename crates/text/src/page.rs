//! The page of a session: what it shows, and the server's side of it.
//!
//! The server calls from threads of its own. What the page asks for becomes an event of the
//! session, and the answer is waited for; the latest view and record are kept here, so that they
//! can be read at any time, also while a player thinks.

use crate::input::event::{PageCommand, SessionEvent};
use formats::commands::{CommandGame, GameHistory, GameStep};
use pages::{
    CommandReply, Document, Feed, GameView, MoveView, PageControl, PlayerKind, PlayerView, Site,
    TurnView,
};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[derive(Debug)]
pub struct BoardSite {
    feed: Feed,
    latest: Mutex<Latest>,
    events: Mutex<Sender<SessionEvent>>,
}

#[derive(Debug, Default)]
struct Latest {
    version: u64,
    /// A [`GameView`] as JSON.
    view: String,
    /// The commands that lead to the game, if the page may save it.
    record: Option<String>,
}

impl BoardSite {
    /// A page that has nothing to show yet; its requests become `events`.
    pub fn new(events: Sender<SessionEvent>) -> Self {
        let view = "null".to_string();
        let feed = Feed::new(view.clone());
        let latest = Mutex::new(Latest { view, ..Latest::default() });
        BoardSite { feed, latest, events: Mutex::new(events) }
    }

    /// Shows `view` from now on, with the next version number. `record` is what the page can save.
    pub fn publish(&self, mut view: GameView, record: Option<String>) {
        let mut latest = self.latest();
        view.version = latest.version + 1;
        // Strings, numbers and lists have no value that JSON could not hold.
        let json = serde_json::to_string(&view).unwrap_or_default();
        *latest = Latest { version: view.version, view: json.clone(), record };
        drop(latest);
        self.feed.publish(json);
    }

    fn latest(&self) -> MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, event: SessionEvent) -> bool {
        let events = self.events.lock().unwrap_or_else(PoisonError::into_inner).clone();
        events.send(event).is_ok()
    }

    /// Asks the session and waits. `None` if it has ended: then it drops the sender unused.
    fn ask<T>(&self, event: impl FnOnce(Sender<T>) -> SessionEvent) -> Option<T> {
        let (answer, reply) = channel();
        if self.send(event(answer)) { reply.recv().ok() } else { None }
    }

    fn execute(&self, text: &str) -> CommandReply {
        self.ask(|answer| SessionEvent::Page(PageCommand { text: text.to_string(), answer }))
            .unwrap_or_else(|| {
                CommandReply::error("the program has ended; start it again in the terminal")
            })
    }

    fn files(&self, name: &str) -> Option<String> {
        let turn = name.strip_suffix(".json")?.parse().ok()?;
        self.ask(|answer| SessionEvent::Files(turn, answer))?
    }
}

impl Site for BoardSite {
    fn get(&self, path: &str) -> Option<Document> {
        if path.is_empty() {
            // If the session is gone, the page says so by itself.
            self.send(SessionEvent::PageOpened);
        }
        let (content_type, body) = match path {
            "game.txt" => (PLAIN, self.latest().record.clone()?),
            // The same as the latest event, for a program.
            "game.json" => (JSON, self.latest().view.clone()),
            path => match path.strip_prefix("files/") {
                Some(name) => (JSON, self.files(name)?),
                None => {
                    let asset = pages::asset(if path.is_empty() { "play.html" } else { path })?;
                    (asset.content_type, asset.text.to_string())
                }
            },
        };
        Some(Document { content_type, body: body.into_bytes() })
    }

    fn post(&self, path: &str, body: &str) -> Option<Document> {
        let reply = (path == "command").then(|| self.execute(body))?;
        let body = serde_json::to_vec(&reply).unwrap_or_default();
        Some(Document { content_type: JSON, body })
    }

    fn feed(&self) -> &Feed {
        &self.feed
    }
}

const PLAIN: &str = "text/plain; charset=utf-8";
const JSON: &str = "application/json";

/// The page of a game, apart from its board and turns.
#[derive(Clone, Debug)]
pub struct PageState {
    pub title: String,
    /// Black, then White.
    pub players: [PlayerView; 2],
    pub result: Option<String>,
    pub is_thinking: bool,
    pub controls: Vec<PageControl>,
    /// The last thing that happened and is not a move.
    pub message: Option<String>,
}

/// The whole view of a game; [`BoardSite::publish`] numbers it.
pub fn view<G: CommandGame>(
    start: &G,
    turns: Vec<TurnView>,
    position: &G,
    state: PageState,
) -> GameView {
    let PageState { title, players, result, is_thinking, controls, message } = state;
    let to_move = result.is_none().then(|| position.side_to_move());
    let is_manual = to_move.is_some_and(|side| players[side.index()].kind == PlayerKind::Manual);
    GameView {
        version: 0,
        game: G::NAME,
        title,
        start: start.letters(),
        turns,
        letters: position.letters(),
        to_move,
        players,
        moves: if is_manual { moves(position) } else { Vec::new() },
        is_thinking,
        result,
        controls,
        message,
        rejected: None,
    }
}

fn moves<G: CommandGame>(position: &G) -> Vec<MoveView> {
    let moves = position.move_list();
    moves.iter().map(|&mv| MoveView { text: position.move_text(mv), path: G::path(mv) }).collect()
}

pub fn turn_view<G: CommandGame>(before: &G, mv: G::Move, time: Option<Duration>) -> TurnView {
    TurnView {
        text: before.move_text(mv),
        other_text: G::other_text(mv),
        path: G::path(mv),
        side: before.side_to_move(),
        letters: before.play(mv).letters(),
        seconds: time.map(|time| time.as_secs_f64()),
        has_files: false,
    }
}

/// The turns of a game, in which boards may have been set.
pub fn history_turns<G: CommandGame>(game: &GameHistory<G>) -> Vec<TurnView> {
    let views = game.turns().into_iter().map(|turn| match turn.step {
        GameStep::Played(mv) => turn_view(turn.before, mv, turn.time),
        GameStep::Set(line) => TurnView {
            text: line.to_string(),
            other_text: None,
            path: Vec::new(),
            side: turn.before.side_to_move(),
            letters: turn.after.letters(),
            seconds: None,
            has_files: false,
        },
    });
    views.collect()
}
