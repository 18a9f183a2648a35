//! What was read, as JSON.

use crate::api::game_texts::{ByPly, CommentTexts, TagTexts};
use crate::api::request::VariationText;
use cli::visible;
use games::GameName;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct ReadResponse {
    pub kind: TextKind,
    pub game: GameName,
    pub games: Vec<ReadGameResponse>,
    /// Sentences, with line and column.
    pub warnings: Vec<String>,
    pub errors: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TextKind {
    Games,
    Position,
    Journal,
    PlayData,
}

/// A game, or a position, which has no moves. What counts plies begins with 0, the first position.
#[derive(Debug, Default, Serialize)]
pub struct ReadGameResponse {
    pub index: usize,
    pub title: String,
    pub tags: TagTexts,
    pub black: Option<String>,
    pub white: Option<String>,
    pub event: Option<String>,
    pub date: Option<String>,
    /// Its name, by the moves.
    pub opening: Option<&'static str>,
    /// `1-0` where Black has won, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    pub plies: usize,
    /// `None` for that in which games begin.
    pub start: Option<String>,
    pub moves: Vec<String>,
    /// The seconds left to the side that has moved, after each ply.
    pub clocks: Option<Vec<Option<f64>>>,
    pub comments: ByPly<CommentTexts>,
    pub variations: Vec<VariationText>,
    pub marks: ByPly<String>,
}

/// The most warnings or errors that are listed one by one.
const MOST_TOLD: usize = 200;

impl ReadResponse {
    pub const fn new(kind: TextKind, game: GameName) -> Self {
        ReadResponse { kind, game, games: Vec::new(), warnings: Vec::new(), errors: Vec::new() }
    }

    /// Adds a game, which gets the next index and a title.
    pub fn add(&mut self, mut game: ReadGameResponse) {
        game.index = self.games.len();
        game.plies = game.moves.len();
        game.title = title(&game);
        self.games.push(game);
    }

    /// The same with a position in place of games, if no move was read.
    #[must_use]
    pub fn settled(mut self) -> Self {
        let has_moves = self.games.iter().any(|game| !game.moves.is_empty());
        if self.kind == TextKind::Games && !has_moves && !self.games.is_empty() {
            self.kind = TextKind::Position;
        }
        cut(&mut self.warnings, "warnings");
        cut(&mut self.errors, "errors");
        self
    }
}

fn cut(sentences: &mut Vec<String>, what: &str) {
    if sentences.len() > MOST_TOLD {
        let more = sentences.len() - MOST_TOLD;
        sentences.truncate(MOST_TOLD);
        sentences.push(format!("{more} more {what} are not told."));
    }
}

/// `A - B, Event, 1999`, or what of it is known.
fn title(game: &ReadGameResponse) -> String {
    let players = match (&game.black, &game.white) {
        (None, None) => None,
        (black, white) => {
            let [black, white] = [black, white].map(|name| name.as_deref().unwrap_or("?"));
            Some(format!("{black} - {white}"))
        }
    };
    let year = game
        .date
        .as_ref()
        .and_then(|date| date.split(|c: char| !c.is_ascii_digit()).find(|part| part.len() == 4));
    let parts = [players, game.event.clone(), year.map(str::to_string)];
    let known: Vec<String> = parts.into_iter().flatten().collect();
    let kind = if game.moves.is_empty() { "Position" } else { "Game" };
    if known.is_empty() { format!("{kind} {}", game.index + 1) } else { known.join(", ") }
}

/// A text of a file, if it says anything.
pub fn known(text: &str) -> Option<String> {
    let text = visible::cut(text.trim(), 200);
    (!matches!(text.as_str(), "" | "?" | "????.??.??")).then_some(text)
}
