//! What a file has beside the moves of a game, as JSON: tags, comments, signs. The answer to `read`
//! has it in the form in which `write` takes it, so that nothing is lost on the way.

use crate::api::caller::ApiError;
use cli::visible;
use formats::pdn::{PdnLine, Turn};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// The signs of the annotations 1 to 6, as files of games number them.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Tags in the order of the file: an object, or a list of names and values if a name repeats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagTexts(pub Vec<(String, String)>);

impl TagTexts {
    /// The first value of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl Serialize for TagTexts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tags = &self.0;
        let repeats = |nth: usize| tags[..nth].iter().any(|(name, _)| *name == tags[nth].0);
        if (0..tags.len()).any(repeats) {
            return serializer.collect_seq(tags);
        }
        serializer.collect_map(tags.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for TagTexts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TagVisitor;
        impl<'de> Visitor<'de> for TagVisitor {
            type Value = TagTexts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("tags: an object of texts, or a list of names and values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<TagTexts, A::Error> {
                let mut tags = Vec::new();
                while let Some(tag) = map.next_entry()? {
                    tags.push(tag);
                }
                Ok(TagTexts(tags))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<TagTexts, A::Error> {
                let mut tags = Vec::new();
                while let Some(tag) = list.next_element()? {
                    tags.push(tag);
                }
                Ok(TagTexts(tags))
            }
        }
        deserializer.deserialize_any(TagVisitor)
    }
}

/// The comments at one place, with their commands such as `[%clk 0:01:00]`: a text, or a list if
/// there are several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CommentTexts {
    One(String),
    Several(Vec<String>),
}

impl CommentTexts {
    fn of(comments: &[String]) -> Option<Self> {
        match comments {
            [] => None,
            [only] => Some(CommentTexts::One(only.clone())),
            several => Some(CommentTexts::Several(several.to_vec())),
        }
    }

    pub fn list(&self) -> &[String] {
        match self {
            CommentTexts::One(text) => std::slice::from_ref(text),
            CommentTexts::Several(texts) => texts,
        }
    }
}

/// Something for each ply. In JSON a ply is the name of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, T>", bound(deserialize = "T: Deserialize<'de>"))]
pub struct ByPly<T>(pub BTreeMap<usize, T>);

impl<T> Default for ByPly<T> {
    fn default() -> Self {
        ByPly(BTreeMap::new())
    }
}

impl<T> TryFrom<BTreeMap<String, T>> for ByPly<T> {
    type Error = ApiError;

    fn try_from(texts: BTreeMap<String, T>) -> Result<Self, ApiError> {
        let by_ply = texts.into_iter().map(|(ply, text)| match ply.parse() {
            Ok(ply) => Ok((ply, text)),
            Err(_) => {
                let ply = visible::cut(&ply, 40);
                Err(ApiError::new(format_args!("\"{ply}\" is not the number of a ply")))
            }
        });
        by_ply.collect::<Result<_, _>>().map(ByPly)
    }
}

impl<T> ByPly<T> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What stands beside the moves of a line. Plies count from the first position of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineNotes {
    /// By the ply that they stand behind.
    #[serde(default, skip_serializing_if = "ByPly::is_empty")]
    pub comments: ByPly<CommentTexts>,
    /// Signs such as `?` and annotations such as `$17`, with spaces between, by the ply that is
    /// marked.
    #[serde(default, skip_serializing_if = "ByPly::is_empty")]
    pub marks: ByPly<String>,
}

impl LineNotes {
    /// Those of a line that begins after `plies` plies.
    pub fn of(line: &PdnLine, plies: usize) -> Self {
        let before = CommentTexts::of(&line.comments).map(|comments| (plies, comments));
        let turns = || line.turns.iter().zip(plies + 1..);
        let behind =
            turns().filter_map(|(turn, ply)| Some((ply, CommentTexts::of(&turn.comments)?)));
        let comments = ByPly(before.into_iter().chain(behind).collect());
        let marked = turns().filter(|(turn, _)| !turn.annotations.is_empty());
        LineNotes { comments, marks: ByPly(marked.map(|(turn, ply)| (ply, marks(turn))).collect()) }
    }

    /// Adds them to a line that begins after `plies` plies.
    pub fn add_to(&self, line: &mut PdnLine, plies: usize) {
        for (&ply, comments) in &self.comments.0 {
            match ply.checked_sub(plies) {
                Some(0) => line.comments.extend_from_slice(comments.list()),
                Some(nth) => {
                    if let Some(turn) = line.turns.get_mut(nth - 1) {
                        turn.comments.extend_from_slice(comments.list());
                    }
                }
                None => {}
            }
        }
        for (&ply, marks) in &self.marks.0 {
            let nth = ply.checked_sub(plies + 1);
            if let Some(turn) = nth.and_then(|nth| line.turns.get_mut(nth)) {
                turn.annotations.extend(marks.split_whitespace().filter_map(annotation));
            }
        }
    }
}

fn marks(turn: &Turn) -> String {
    let words = turn.annotations.iter().map(|&number| {
        let sign = number.checked_sub(1).and_then(|nth| SIGNS.get(usize::from(nth)));
        sign.map_or_else(|| format!("${number}"), |sign| (*sign).to_string())
    });
    words.collect::<Vec<_>>().join(" ")
}

fn annotation(word: &str) -> Option<u8> {
    match word.strip_prefix('$') {
        Some(number) => number.parse().ok(),
        None => SIGNS.into_iter().zip(1..).find(|(known, _)| *known == word).map(|(_, nth)| nth),
    }
}
