//! The page's requests: its files, its data, and the replay of a finished game.

use crate::shown_game::{ShownGame, rejected};
use crate::watch::watched_match::WatchedMatch;
use games::with_game;
use pages::{Document, Feed, ReplayView, Site};
use referee::JournalError;
use referee::journal::RecordedGame;
use referee::results::forfeit_text;
use serde::Serialize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use text::page::turn_view;

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
            let body = json(&replay(&record).ok()?).into_bytes();
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

/// Fails if the record does not follow the rules.
pub fn replay(record: &RecordedGame) -> Result<ReplayView, JournalError> {
    with_game!(record.game, Position => replay_of::<Position>(record))
}

fn replay_of<G: ShownGame>(record: &RecordedGame) -> Result<ReplayView, JournalError> {
    let line = record.line::<G>()?;
    let positions = line.positions();
    let turns =
        record.turns.iter().zip(line.moves()).zip(positions).map(|((turn, &mv), before)| {
            turn_view(before, mv, Duration::try_from_secs_f64(turn.charged).ok())
        });
    let agent = &record.player(record.forfeiter().unwrap_or(record.to_move())).name;
    let (evidence, detail) = (record.evidence.as_deref(), record.detail.as_deref());
    Ok(ReplayView {
        id: record.id,
        opening: record.opening.to_string(),
        names: record.names().map(str::to_string),
        seconds: [record.black.seconds, record.white.seconds],
        game: G::NAME,
        start: positions[0].letters(),
        turns: turns.collect(),
        result: record.result_text(),
        rejected: rejected(record, positions),
        evidence: evidence.map(|evidence| forfeit_text(agent, record.ending, detail, evidence)),
    })
}
