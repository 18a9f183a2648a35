//! `feedback.json`: a student's feedback above the games, written beside their journal by
//! `referee class`.
//!
//! ```json
//! {"version": 1, "title": "alpha", "summary": ["14 of 20 points"], "agent": "alpha", "sections": [
//!   {"title": "Checks", "items": [{"text": "long-chain", "status": "failed",
//!     "details": ["exit code 1"], "command": "referee replay check/long-chain"}]}]}
//! ```
//!
//! `summary`, `agent`, `details`, `command` and `link`, a page beside this one, may be missing. All
//! texts may come from untrusted programs: the page shows them as text, and what is hidden in them.
//! A file that cannot be read as this is an error that names the file and the field, so that a
//! student does not get half of the feedback.

use crate::error::AppError;
use cli::file;
use cli::visible;
use serde::Serialize;
use serde_json::{Map, Value};
use std::path::Path;

pub const FEEDBACK: &str = "feedback.json";
/// The most bytes that are read.
const LONGEST: u64 = 64 << 20;
/// The version of the format that this program reads.
const VERSION: u64 = 1;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FeedbackView {
    pub title: String,
    /// Lines below the title.
    pub summary: Vec<String>,
    /// The student's name in the journal. If it is missing, the page takes the title if a player
    /// has that name, or the only name that is in all games.
    pub agent: Option<String>,
    pub sections: Vec<SectionView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SectionView {
    pub title: String,
    pub items: Vec<ItemView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ItemView {
    /// One line.
    pub text: String,
    pub status: ItemStatus,
    pub details: Vec<String>,
    /// Shows it again.
    pub command: Option<String>,
    /// The name of a page in the same folder.
    pub link: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemStatus {
    /// The page shows it folded.
    Passed,
    /// It cost points.
    Failed,
    /// It neither passes nor fails.
    Info,
}

/// The feedback in `folder`; `None` if there is no such file.
pub fn read(folder: &Path) -> Result<Option<FeedbackView>, AppError> {
    let path = folder.join(FEEDBACK);
    let Some(text) = file::read(&path, LONGEST).map_err(AppError::file)? else { return Ok(None) };
    let named = |error| AppError::File(format!("{}: {error}", visible::path(path)));
    parse(&text).map(Some).map_err(named)
}

/// The feedback of a file's text, or a sentence that names the field.
fn parse(text: &str) -> Result<FeedbackView, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let root = Field { name: String::new(), value: &value };
    match value.get("version") {
        Some(version) if version.as_u64() == Some(VERSION) => {}
        None => return Err("version is missing".to_string()),
        Some(other) => {
            return Err(format!("version {other}: this program reads version {VERSION}"));
        }
    }
    root.object(&["version", "title", "summary", "agent", "sections"])?;
    Ok(FeedbackView {
        title: root.get("title")?.text()?,
        summary: root.texts("summary")?,
        agent: root.find("agent").map(|agent| agent.text()).transpose()?,
        sections: root.get("sections")?.list()?.iter().map(section).collect::<Result<_, _>>()?,
    })
}

fn section(field: &Field<'_>) -> Result<SectionView, String> {
    field.object(&["title", "items"])?;
    let items = field.get("items")?.list()?.iter().map(item).collect::<Result<_, _>>()?;
    Ok(SectionView { title: field.get("title")?.text()?, items })
}

fn item(field: &Field<'_>) -> Result<ItemView, String> {
    field.object(&["text", "status", "details", "command", "link"])?;
    Ok(ItemView {
        text: field.get("text")?.text()?,
        status: status(&field.get("status")?)?,
        details: field.texts("details")?,
        command: field.find("command").map(|command| command.text()).transpose()?,
        link: field.find("link").map(page_beside).transpose()?,
    })
}

/// The name of a page: it leads to no other folder and to no other address.
fn page_beside(field: Field<'_>) -> Result<String, String> {
    let name = field.text()?;
    let leads_away = name.contains(['/', '\\', ':']) || !name.ends_with(".html");
    if leads_away { field.is_not("the name of a page (.html)") } else { Ok(name) }
}

fn status(field: &Field<'_>) -> Result<ItemStatus, String> {
    match field.value.as_str() {
        Some("passed") => Ok(ItemStatus::Passed),
        Some("failed") => Ok(ItemStatus::Failed),
        Some("info") => Ok(ItemStatus::Info),
        _ => Err(format!("{}: {} is not passed, failed or info", field.name, field.value)),
    }
}

/// A value with its path from the root: `sections[0].items[2].text`.
struct Field<'a> {
    name: String,
    value: &'a Value,
}

impl<'a> Field<'a> {
    /// The keys of an object, which may be these only.
    fn object(&self, known: &[&str]) -> Result<&'a Map<String, Value>, String> {
        let Some(object) = self.value.as_object() else { return self.is_not("an object") };
        match object.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(object),
            Some(key) => Err(format!("{}: there is no such field", self.below(key))),
        }
    }

    fn find(&self, key: &str) -> Option<Field<'a>> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(Field { name: self.below(key), value })
    }

    fn get(&self, key: &str) -> Result<Field<'a>, String> {
        self.find(key).ok_or_else(|| format!("{} is missing", self.below(key)))
    }

    fn list(&self) -> Result<Vec<Field<'a>>, String> {
        let Some(list) = self.value.as_array() else { return self.is_not("a list") };
        let named = |(nth, value)| Field { name: format!("{}[{nth}]", self.name), value };
        Ok(list.iter().enumerate().map(named).collect())
    }

    fn text(&self) -> Result<String, String> {
        self.value
            .as_str()
            .map_or_else(|| self.is_not("a text"), |text| Ok(visible::lines(text).into_owned()))
    }

    /// A list of texts that may be missing.
    fn texts(&self, key: &str) -> Result<Vec<String>, String> {
        let Some(field) = self.find(key) else { return Ok(Vec::new()) };
        field.list()?.iter().map(Field::text).collect()
    }

    fn below(&self, key: &str) -> String {
        if self.name.is_empty() { key.to_string() } else { format!("{}.{key}", self.name) }
    }

    fn is_not<T>(&self, kind: &str) -> Result<T, String> {
        let name = if self.name.is_empty() { "the file" } else { &self.name };
        Err(format!("{name} is not {kind}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn example() -> Value {
        json!({"version": 1, "title": "alpha", "summary": ["a"], "sections": [
            {"title": "Build", "items": []},
            {"title": "Checks", "items": [
                {"text": "one", "status": "passed"},
                {"text": "two", "status": "failed", "details": ["x", "y"], "command": "z",
                    "link": "alpha.diagnosis.html"}]}]})
    }

    #[test]
    fn all_fields_are_read_and_some_may_be_missing() {
        let feedback = parse(&example().to_string()).expect("read");
        assert_eq!((feedback.title.as_str(), feedback.summary.len()), ("alpha", 1));
        let [one, two] = &feedback.sections[1].items[..] else { panic!("{feedback:?}") };
        assert_eq!(
            (one.status, &one.details[..], &one.command),
            (ItemStatus::Passed, &[][..], &None)
        );
        assert_eq!((two.status, two.details.len()), (ItemStatus::Failed, 2));
        assert_eq!(two.command.as_deref(), Some("z"));
        assert_eq!(two.link.as_deref(), Some("alpha.diagnosis.html"));
    }

    #[test]
    fn a_mistake_is_told_with_the_field() {
        let cases: [(&str, Value, &str); 10] = [
            (
                "/sections/1/items/1/link",
                json!("javascript:x.html"),
                "link is not the name of a page",
            ),
            ("/version", json!(2), "version 2: this program reads version 1"),
            ("/title", json!(3), "title is not a text"),
            ("/title", Value::Null, "title is missing"),
            ("/summary/0", json!([]), "summary[0] is not a text"),
            ("/sections", json!({}), "sections is not a list"),
            ("/sections/0", json!("x"), "sections[0] is not an object"),
            ("/sections/1/items/0", json!({"txt": ""}), "sections[1].items[0].txt: there is no"),
            ("/sections/1/items/1/status", json!("ok"), "sections[1].items[1].status: \"ok\" is"),
            ("/sections/1/items/1/details", json!("x"), "items[1].details is not a list"),
        ];
        for (place, wrong, told) in cases {
            let mut value = example();
            *value.pointer_mut(place).expect("there") = wrong;
            let error = parse(&value.to_string()).expect_err(place);
            assert!(error.contains(told), "{place}: {error}");
        }
        assert_eq!(parse("{}").expect_err("no version"), "version is missing");
        assert!(parse("[1").expect_err("no JSON").contains("line 1"));
    }

    #[test]
    fn the_file_is_named_and_may_be_missing() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(read(folder.path()).expect("nothing is wrong").is_none());
        std::fs::write(folder.path().join(FEEDBACK), "{}").expect("written");
        let error = read(folder.path()).expect_err("no version").to_string();
        assert!(error.contains("feedback.json: version is missing"), "{error}");
    }
}
