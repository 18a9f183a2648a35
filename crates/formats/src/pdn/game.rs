//! A game as a file tells it: tags, the moves with what is said about them, the result.

use games::Game as _;
use games::board::Side;
use games::checkers::{Move, Position};

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnGame {
    /// The tags in the order of the file: name and value.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// The moves that were played.
    pub line: PdnLine,
    /// What stands at the end of the moves.
    pub end: Option<PdnResult>,
}

/// A sequence of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnLine {
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub turns: Vec<Turn>,
}

/// A move, and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The move.
    pub mv: Move,
    /// Numeric annotations: 1 is a good move (`!`), 2 a mistake (`?`), 3 `!!`, 4 `??`, 5 `!?`, 6
    /// `?!`.
    pub annotations: Vec<u8>,
    /// The comments after the move.
    pub comments: Vec<String>,
    /// What might have been played instead of this move.
    pub variations: Vec<PdnLine>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PdnResult {
    /// This side won.
    Won(Side),
    /// A draw.
    Drawn,
}

impl PdnResult {
    /// Reads a result: the first number is Black's. `None` for `*` and everything else.
    pub fn read(text: &str) -> Option<Self> {
        match text.trim() {
            "1-0" | "2-0" => Some(PdnResult::Won(Side::Black)),
            "0-1" | "0-2" => Some(PdnResult::Won(Side::White)),
            "1/2-1/2" | "1-1" | "½-½" => Some(PdnResult::Drawn),
            _ => None,
        }
    }

    /// As a tag has it.
    pub fn text(self) -> &'static str {
        match self {
            PdnResult::Won(Side::Black) => "1-0",
            PdnResult::Won(Side::White) => "0-1",
            PdnResult::Drawn => "1/2-1/2",
        }
    }
}

impl Turn {
    /// A move about which nothing is said.
    pub fn plain(mv: Move) -> Self {
        Turn { mv, annotations: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }
}

impl PdnGame {
    /// A game without tags and moves.
    pub fn starting_at(start: Position) -> Self {
        PdnGame { tags: Vec::new(), start, line: PdnLine::default(), end: None }
    }

    /// The value of the first tag of this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its place if it is there, else behind the others.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_string(), value.into())),
        }
    }

    /// How the game ended: by the tag `Winner`, which says it without doubt, by the tag `Result`,
    /// or by what stands after the last move.
    pub fn outcome(&self) -> Option<PdnResult> {
        match self.tag("Winner").map(str::trim) {
            Some("Black") => return Some(PdnResult::Won(Side::Black)),
            Some("White") => return Some(PdnResult::Won(Side::White)),
            Some("Draw") => return Some(PdnResult::Drawn),
            _ => {}
        }
        self.tag("Result").and_then(PdnResult::read).or(self.end)
    }

    /// Every position of the game: one more than there are moves.
    pub fn positions(&self) -> Vec<Position> {
        let mut positions = vec![self.start];
        let mut here = self.start;
        for turn in &self.line.turns {
            here = here.play(turn.mv);
            positions.push(here);
        }
        positions
    }
}
