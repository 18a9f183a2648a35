//! The page's requests: its files, its data, and a finished game.

use crate::report::ReportView;
use crate::watch::watched_match::WatchedMatch;
use pages::{Document, Feed, Site};
use serde::Serialize;
use std::sync::{Mutex, MutexGuard, PoisonError};

const JSON: &str = "application/json";

#[derive(Debug)]
pub struct WatchSite {
    watched: Mutex<WatchedMatch>,
    feed: Feed,
}

impl WatchSite {
    pub fn new(mut watched: WatchedMatch) -> Self {
        watched.look();
        let feed = Feed::new(json(&watched.view()));
        WatchSite { watched: Mutex::new(watched), feed }
    }

    /// Looks at the match again, and publishes a change.
    pub fn look(&self) {
        let view = self.watched().look();
        if let Some(view) = view {
            self.feed.publish(json(&view));
        }
    }

    fn watched(&self) -> MutexGuard<'_, WatchedMatch> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Site for WatchSite {
    fn get(&self, path: &str) -> Option<Document> {
        if let Some(file) = path.strip_prefix("games/") {
            let game = file.strip_suffix(".json")?.parse().ok()?;
            let record = self.watched().records().get(&game)?.clone();
            let body = json(&ReportView::of_finished_game(&record).ok()?).into_bytes();
            return Some(Document { content_type: JSON, body });
        }
        let name = if path.is_empty() { "watch.html" } else { path };
        let asset = pages::asset(name)?;
        Some(Document { content_type: asset.content_type, body: asset.text.as_bytes().to_vec() })
    }

    /// The page sends no commands.
    fn post(&self, _: &str, _: &str) -> Option<Document> {
        None
    }

    fn feed(&self) -> &Feed {
        &self.feed
    }
}

/// It cannot fail: views consist of names and numbers.
fn json(view: &impl Serialize) -> String {
    serde_json::to_string(view).unwrap_or_else(|_| "null".to_string())
}
