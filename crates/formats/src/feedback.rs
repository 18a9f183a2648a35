//! `feedback.json`: a student's feedback above the games. `referee class` writes it beside the
//! student's journal, `crownhead report` makes a page of it.
//!
//! ```json
//! {"version": 1, "title": "alpha", "summary": ["14 of 20 points"], "agent": "alpha",
//!   "sections": [{"title": "Checks", "items": [{"text": "long-chain", "status": "failed",
//!     "details": ["exit code 1"], "command": "referee replay check/long-chain"}]}]}
//! ```
//!
//! `summary`, `agent`, `details`, `command`, `link`, `rule`, `game` and `ply` may be missing or
//! null; an unknown key is an error, so that a student does not get half of the feedback. All texts
//! may come from untrusted programs: pages show them as text, after [`StudentFeedback::shown`].

use cli::visible;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

const VERSION: u32 = 1;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudentFeedback {
    #[serde(deserialize_with = "known_version")]
    version: u32,
    pub title: String,
    #[serde(default, deserialize_with = "texts_or_null")]
    pub summary: Vec<String>,
    /// The student's name in the journal. If it is missing, the page takes the title if a player
    /// has that name, or the only name that is in all games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    pub sections: Vec<FeedbackSection>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeedbackSection {
    pub title: String,
    pub items: Vec<FeedbackItem>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeedbackItem {
    /// One line.
    pub text: String,
    pub status: ItemStatus,
    #[serde(default, deserialize_with = "texts_or_null")]
    pub details: Vec<String>,
    /// Shows it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The name of a page in the same folder.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "page_in_same_folder"
    )]
    pub link: Option<String>,
    /// The rule of the game that was broken, or by which the game was lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleNote>,
    /// The number of the game that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The moves of that game before the fault; `None` if no single move is at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

/// A rule of a game, as the manual has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleNote {
    /// The rule, and the assignment's words.
    pub text: String,
    /// Where it stands: the path of the manual, `#` and the anchor of the row.
    pub place: String,
    /// The same in the web, if the project has an address.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "address_in_the_web"
    )]
    pub address: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemStatus {
    /// The page shows it folded.
    Passed,
    /// It cost points.
    Failed,
    /// It neither passes nor fails.
    Info,
}

impl StudentFeedback {
    pub const fn new(title: String, summary: Vec<String>, sections: Vec<FeedbackSection>) -> Self {
        StudentFeedback { version: VERSION, title, summary, agent: None, sections }
    }

    /// The same, with everything shown that is hidden in its texts.
    #[must_use]
    pub fn shown(mut self) -> Self {
        let titles = self.sections.iter_mut().flat_map(|section| {
            let items = section.items.iter_mut().flat_map(|item| {
                let FeedbackItem { text, details, command, link, rule, .. } = item;
                let rule = rule.iter_mut().flat_map(|rule| [&mut rule.text, &mut rule.place]);
                [text].into_iter().chain(details).chain(command).chain(link).chain(rule)
            });
            [&mut section.title].into_iter().chain(items)
        });
        let own = [&mut self.title].into_iter().chain(&mut self.summary).chain(&mut self.agent);
        for text in own.chain(titles) {
            *text = visible::lines(text).into_owned();
        }
        self
    }
}

impl FeedbackItem {
    pub const fn new(status: ItemStatus, text: String) -> Self {
        FeedbackItem {
            text,
            status,
            details: Vec::new(),
            command: None,
            link: None,
            rule: None,
            game: None,
            ply: None,
        }
    }
}

fn known_version<'de, D: Deserializer<'de>>(file: D) -> Result<u32, D::Error> {
    let version = u32::deserialize(file)?;
    if version == VERSION {
        return Ok(version);
    }
    Err(D::Error::custom(format!("version {version}: this program reads version {VERSION}")))
}

fn texts_or_null<'de, D: Deserializer<'de>>(file: D) -> Result<Vec<String>, D::Error> {
    Ok(Option::deserialize(file)?.unwrap_or_default())
}

/// It leads to no other folder and to no other address.
fn page_in_same_folder<'de, D: Deserializer<'de>>(file: D) -> Result<Option<String>, D::Error> {
    let name = Option::<String>::deserialize(file)?;
    match name.as_ref().filter(|name| name.contains(['/', '\\', ':']) || !name.ends_with(".html")) {
        Some(name) => Err(D::Error::custom(format!("link {name:?} is not the name of a page"))),
        None => Ok(name),
    }
}

/// It is no script.
fn address_in_the_web<'de, D: Deserializer<'de>>(file: D) -> Result<Option<String>, D::Error> {
    let address = Option::<String>::deserialize(file)?;
    match address.as_ref().filter(|address| !address.starts_with("https://")) {
        Some(other) => Err(D::Error::custom(format!("address {other:?} is not https://"))),
        None => Ok(address),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn example() -> Value {
        json!({"version": 1, "title": "alpha", "summary": ["a"], "sections": [
            {"title": "Build", "items": []},
            {"title": "Checks", "items": [
                {"text": "one\u{1b}", "status": "passed"},
                {"text": "two", "status": "failed", "details": ["x", "y"], "command": "z",
                    "link": "alpha.diagnosis.html", "game": 3, "ply": 7,
                    "rule": {"text": "a\u{1b}", "place": "docs/RULES.md#a",
                        "address": "https://a.b/c#a"}}]}]})
    }

    #[test]
    fn what_is_written_is_read_and_some_fields_may_be_missing() {
        let feedback: StudentFeedback = serde_json::from_value(example()).expect("read");
        let written = serde_json::to_string(&feedback).expect("texts");
        assert_eq!(serde_json::from_str::<StudentFeedback>(&written).expect("read"), feedback);
        let shown = feedback.shown();
        let [one, two] = &shown.sections[1].items[..] else { panic!("{shown:?}") };
        assert_eq!((one.status, one.text.as_str()), (ItemStatus::Passed, "one\\u{1b}"));
        assert_eq!((two.status, two.details.len()), (ItemStatus::Failed, 2));
        assert_eq!(two.link.as_deref(), Some("alpha.diagnosis.html"));
        assert_eq!(two.rule.as_ref().map(|rule| rule.text.as_str()), Some("a\\u{1b}"));
    }

    #[test]
    fn null_is_read_as_missing() {
        let mut value = example();
        for place in ["/summary", "/sections/1/items/1/details", "/sections/1/items/1/command"] {
            *value.pointer_mut(place).expect("there") = Value::Null;
        }
        let feedback: StudentFeedback = serde_json::from_value(value).expect("read");
        let item = &feedback.sections[1].items[1];
        assert!(feedback.summary.is_empty() && item.details.is_empty() && item.command.is_none());
    }

    #[test]
    fn a_mistake_is_refused_with_its_reason() {
        let cases = [
            ("/sections/1/items/1/link", json!("javascript:x.html"), "is not the name of a page"),
            ("/sections/1/items/1/rule/address", json!("javascript:x"), "is not https://"),
            ("/version", json!(2), "version 2: this program reads version 1"),
            ("/title", json!(3), "expected a string"),
            ("/title", Value::Null, "expected a string"),
            ("/summary/0", json!([]), "expected a string"),
            ("/sections", json!({}), "expected a sequence"),
            ("/sections/0", json!("x"), "expected struct FeedbackSection"),
            ("/sections/1/items/1/details", json!("x"), "expected a sequence"),
            ("/sections/1/items/0", json!({"txt": ""}), "unknown field `txt`"),
            ("/sections/0", json!({"title": ""}), "missing field `items`"),
            ("/sections/1/items/1/status", json!("ok"), "unknown variant `ok`"),
        ];
        for (place, wrong, told) in cases {
            let mut value = example();
            *value.pointer_mut(place).expect("there") = wrong;
            let error = serde_json::from_value::<StudentFeedback>(value).expect_err(place);
            assert!(error.to_string().contains(told), "{place}: {error}");
        }
    }
}
