//! The page's requests: its files, who answers, and its questions.

use crate::board::kept::{KEPT, KeptGames, json};
use crate::board::opened::{MOST_BYTES, OpenedFile, OpenedFileView, SAVE};
use analysis::Resources;
use analysis::api::{Caller, respond};
use pages::{Document, Feed, PartsOut, Site};
use serde::Serialize;
use std::time::Instant;

/// What the page learns of its engine first.
#[derive(Debug, Serialize)]
struct EngineView<'a> {
    kind: &'static str,
    name: String,
    /// Address of a static copy of the page.
    site: Option<&'a str>,
    file: Option<OpenedFileView<'a>>,
}

#[derive(Debug)]
pub struct EngineSite {
    resources: Resources,
    opened: Option<OpenedFile>,
    site: Option<String>,
    kept: KeptGames,
    feed: Feed,
}

impl EngineSite {
    pub fn new(opened: Option<OpenedFile>, site: Option<String>) -> Self {
        let feed = Feed::new("null".to_string());
        EngineSite {
            resources: Resources::default(),
            opened,
            site,
            kept: KeptGames::of_user(),
            feed,
        }
    }

    fn engine(&self) -> Document {
        let name = format!("Crownhead {}", env!("CARGO_PKG_VERSION"));
        let (site, file) = (self.site.as_deref(), self.opened.as_ref().map(OpenedFile::view));
        let view = EngineView { kind: "program", name, site, file };
        // It cannot fail: it consists of texts.
        json(serde_json::to_string(&view).unwrap_or_else(|_| "null".to_string()))
    }
}

impl Site for EngineSite {
    fn get(&self, path: &str) -> Option<Document> {
        if path == "engine.json" {
            return Some(self.engine());
        }
        if path.starts_with(KEPT) {
            return self.kept.get(path);
        }
        let asset = pages::asset(if path.is_empty() { "board.html" } else { path })?;
        Some(Document { content_type: asset.content_type, body: asset.text.as_bytes().to_vec() })
    }

    fn post(&self, path: &str, body: &str) -> Option<Document> {
        let Some(opened) = self.opened.as_ref().filter(|_| path == SAVE) else {
            return self.kept.post(path, body);
        };
        let answer = match opened.save(body) {
            Ok(mark) => serde_json::json!({ "mark": mark }),
            Err(error) => serde_json::json!({ "error": error.to_string() }),
        };
        Some(json(answer.to_string()))
    }

    fn most_bytes(&self) -> usize {
        MOST_BYTES
    }

    fn has_parts(&self, path: &str) -> bool {
        path == "ask"
    }

    fn answer_in_parts(&self, _: &str, question: &str, out: &PartsOut) {
        respond(&self.resources, question, &mut PageHost { begun: Instant::now(), out });
    }

    fn feed(&self) -> &Feed {
        &self.feed
    }
}

/// A page that waits for an answer.
struct PageHost<'a> {
    begun: Instant,
    out: &'a PartsOut,
}

impl Caller for PageHost<'_> {
    fn milliseconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64() * 1_000.0
    }

    fn is_stopped(&self) -> bool {
        self.out.is_closed()
    }

    fn send(&mut self, part: String) {
        self.out.send(&part);
    }
}
