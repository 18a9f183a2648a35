//! The page's requests, as messages to the thread that owns the game.

use pages::Reply;
use pages::{Document, Feed, Site};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

/// What the thread that owns the game is told or asked. Answers go back by the sender.
#[derive(Debug)]
pub enum Message {
    /// A command of the page.
    Command(String, Sender<Reply>),
    /// The files of a turn, counted from 1, as JSON.
    Files(usize, Sender<Option<String>>),
    /// A page has been opened.
    PageOpened,
    /// The agent has answered the request with this number.
    Answered(u64),
}

/// The pages of one game.
#[derive(Debug)]
pub struct AgentSite {
    messages: Sender<Message>,
    feed: Arc<Feed>,
}

const JSON: &str = "application/json";

impl AgentSite {
    /// The pages of the game whose thread reads `messages`.
    pub const fn new(messages: Sender<Message>, feed: Arc<Feed>) -> Self {
        AgentSite { messages, feed }
    }

    /// Asks the thread; `None` when the program is ending.
    fn ask<T>(&self, message: impl FnOnce(Sender<T>) -> Message) -> Option<T> {
        let (sender, receiver) = channel();
        self.messages.send(message(sender)).ok()?;
        receiver.recv().ok()
    }
}

impl Site for AgentSite {
    fn get(&self, path: &str) -> Option<Document> {
        if let Some(file) = path.strip_prefix("files/") {
            let turn = file.strip_suffix(".json")?.parse().ok()?;
            let body = self.ask(|sender| Message::Files(turn, sender))??.into_bytes();
            return Some(Document { content_type: JSON, body });
        }
        let name = if path.is_empty() { "play.html" } else { path };
        let asset = pages::asset(name)?;
        if path.is_empty() {
            // If the thread is gone, the page says so by itself.
            let _ = self.messages.send(Message::PageOpened);
        }
        Some(Document { content_type: asset.content_type, body: asset.text.as_bytes().to_vec() })
    }

    fn post(&self, path: &str, body: &str) -> Option<Document> {
        if path != "command" {
            return None;
        }
        let ending = || Reply { error: Some("The program is ending.".into()), ..Reply::default() };
        let ask = |sender| Message::Command(body.to_string(), sender);
        let reply = self.ask(ask).unwrap_or_else(ending);
        let body = serde_json::to_vec(&reply).ok()?;
        Some(Document { content_type: JSON, body })
    }

    fn feed(&self) -> &Feed {
        &self.feed
    }
}
