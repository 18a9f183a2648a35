//! What the server shows of a session, and how the page's commands get into it.
//!
//! The server calls from threads of its own. Commands go into the queue of the session, and the
//! answer is waited for; the latest view and record are kept here, so that they can be read at any
//! time, also while the program thinks.

use crate::event::{Event, PageCommand};
use pages::{Document, Feed, Site};
use pages::{GameView, Reply};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The page of one session.
#[derive(Debug)]
pub struct BoardSite {
    feed: Feed,
    latest: Mutex<Latest>,
    events: Mutex<Sender<Event>>,
}

/// What can be read at any time.
#[derive(Debug)]
struct Latest {
    /// A [`GameView`] as JSON.
    view: String,
    /// The commands that lead to the game.
    record: String,
}

impl BoardSite {
    /// A page that has nothing to show yet; its commands become `events`.
    pub fn new(events: Sender<Event>) -> Self {
        let view = "null".to_string();
        let feed = Feed::new(view.clone());
        let latest = Mutex::new(Latest { view, record: String::new() });
        BoardSite { feed, latest, events: Mutex::new(events) }
    }

    /// Shows a game from now on; `record` is what the page can save.
    pub fn publish(&self, view: &GameView, record: String) {
        // Strings, numbers and lists have no value that JSON could not hold.
        let view = serde_json::to_string(view).unwrap_or_default();
        *self.latest() = Latest { view: view.clone(), record };
        self.feed.publish(view);
    }

    fn latest(&self) -> MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn obey(&self, text: &str) -> Reply {
        let (answer, reply) = channel();
        let command = PageCommand { text: text.to_string(), answer };
        let events = self.events.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // The session drops the sender of the answer, unused, when it ends.
        let sent = events.send(Event::Page(command)).is_ok();
        let reply = if sent { reply.recv().ok() } else { None };
        reply.unwrap_or_else(|| {
            let error = "the program has ended; start it again in the terminal".to_string();
            Reply { error: Some(error), ..Reply::default() }
        })
    }
}

impl Site for BoardSite {
    fn get(&self, path: &str) -> Option<Document> {
        let (content_type, body) = match path {
            "game.txt" => (PLAIN, self.latest().record.clone()),
            // The same as the latest event, for a program.
            "game.json" => (JSON, self.latest().view.clone()),
            name => {
                let asset = pages::asset(if name.is_empty() { "play.html" } else { name })?;
                (asset.content_type, asset.text.to_string())
            }
        };
        Some(Document { content_type, body: body.into_bytes() })
    }

    fn post(&self, path: &str, body: &str) -> Option<Document> {
        let reply = (path == "command").then(|| self.obey(body))?;
        let body = serde_json::to_vec(&reply).unwrap_or_default();
        Some(Document { content_type: JSON, body })
    }

    fn feed(&self) -> &Feed {
        &self.feed
    }
}

const PLAIN: &str = "text/plain; charset=utf-8";
const JSON: &str = "application/json";
