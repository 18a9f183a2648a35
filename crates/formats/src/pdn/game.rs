//! A game as a file records it: tags, moves with annotations and comments, the result.

use crate::pdn::values::result_text::{PdnResult, ResultText};
use games::Game as _;
use games::board::Side;
use games::checkers::{Move, Position};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnGame {
    /// Names and values, in the order of the file.
    pub tags: Vec<(String, String)>,
    pub start: Position,
    pub line: PdnLine,
    pub end: Option<PdnResult>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnLine {
    pub comments: Vec<String>,
    pub turns: Vec<Turn>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub mv: Move,
    /// Numeric annotations: 1 is a good move (`!`), 2 a mistake (`?`), 3 `!!`, 4 `??`, 5 `!?`, 6
    /// `?!`.
    pub annotations: Vec<u8>,
    pub comments: Vec<String>,
    /// Lines that might have been played instead.
    pub variations: Vec<PdnLine>,
}

impl Turn {
    pub fn plain(mv: Move) -> Self {
        Turn { mv, annotations: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }
}

impl PdnGame {
    pub fn starting_at(start: Position) -> Self {
        PdnGame { tags: Vec::new(), start, line: PdnLine::default(), end: None }
    }

    /// The value of the first tag of this name. Small and large letters are the same. Where no
    /// `Black` stands, `Red` is Black: so the side is called where the men are red.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let is_black = name.eq_ignore_ascii_case("Black");
        self.own_tag(name).or_else(|| self.own_tag("Red").filter(|_| is_black))
    }

    fn own_tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// Sets a tag: in its place if it exists, else behind the others.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_string(), value.into())),
        }
    }

    /// The result by the tag `Winner`, which leaves no kind, by the tag `Result`, or by the token
    /// after the last move.
    pub fn outcome(&self) -> Option<PdnResult> {
        match self.tag("Winner").map(str::trim) {
            Some("Black" | "Red") => return Some(PdnResult::Won(Side::Black)),
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

    /// The text of the tag `Result` if it says something that is no known result.
    pub fn unknown_result(&self) -> Option<&str> {
        self.tag("Result").filter(|text| ResultText::read(text) == ResultText::Unknown)
    }
}
