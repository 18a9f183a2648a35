//! The games of the page, kept in a folder of the user's, since each run of the program has an
//! address of its own and a browser keeps nothing from one address to the next.

use cli::ProgramError;
use pages::Document;
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Path of the list, and before the names of its entries.
pub const KEPT: &str = "kept";

/// Path of the names of the games and when each was kept, in milliseconds since 1970.
const DATES: &str = "kept/dates";

/// Games end so; what else is kept under a game's name, as the file it is from, is not listed.
const GAME: &str = ".game";

#[derive(Debug)]
pub struct KeptGames(Option<PathBuf>);

#[derive(Debug, Serialize)]
struct KeptGame {
    id: String,
    content: Value,
}

impl KeptGames {
    /// Those of the user; none are kept where the system names no folder for it.
    pub fn of_user() -> Self {
        KeptGames(state_folder().map(|folder| folder.join("crownhead").join("board")))
    }

    /// `kept` lists the games, `kept/dates` their dates, `kept/NAME` is one entry; an entry that is
    /// not there is `null`.
    pub fn get(&self, path: &str) -> Option<Document> {
        let folder = self.0.as_deref();
        if path == KEPT {
            return Some(json_list(self.games().filter_map(kept_game)));
        }
        if path == DATES {
            return Some(json_list(self.games().filter_map(date)));
        }
        let name = entry_name(path)?;
        let text = folder.and_then(|folder| fs::read_to_string(folder.join(name)).ok());
        Some(json(text.unwrap_or_else(|| "null".to_string())))
    }

    /// Keeps an entry, or removes it if `body` is empty. The answer names what has failed.
    pub fn post(&self, path: &str, body: &str) -> Option<Document> {
        let name = entry_name(path)?;
        let error = self.0.as_deref().and_then(|folder| put(folder, name, body).err());
        let error = error.map(|error| error.to_string());
        Some(json(serde_json::json!({ "error": error }).to_string()))
    }

    /// The names of the games, and their files.
    fn games(&self) -> impl Iterator<Item = (String, PathBuf)> {
        let entries = self.0.as_deref().and_then(|folder| fs::read_dir(folder).ok());
        entries.into_iter().flatten().filter_map(|entry| {
            let entry = entry.ok()?;
            Some((entry.file_name().to_str()?.strip_suffix(GAME)?.to_string(), entry.path()))
        })
    }
}

fn put(folder: &Path, name: &str, body: &str) -> Result<(), ProgramError> {
    let path = folder.join(name);
    if body.is_empty() {
        return match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(ProgramError::failed(error))
            }
            _ => Ok(()),
        };
    }
    if serde_json::from_str::<IgnoredAny>(body).is_err() {
        return Err(ProgramError::Usage("it is no JSON".to_string()));
    }
    fs::create_dir_all(folder)
        .map_err(|error| ProgramError::Failed(format!("{}: {error}", folder.display())))?;
    cli::file::replace(&path, body).map_err(ProgramError::failed)
}

fn entry_name(path: &str) -> Option<&str> {
    let name = path.strip_prefix(KEPT)?.strip_prefix('/')?;
    (!name.is_empty() && !name.contains('/') && !name.starts_with('.')).then_some(name)
}

fn kept_game((id, path): (String, PathBuf)) -> Option<KeptGame> {
    Some(KeptGame { id, content: serde_json::from_slice(&fs::read(path).ok()?).ok()? })
}

fn date((id, path): (String, PathBuf)) -> Option<(String, u128)> {
    let written = fs::metadata(path).and_then(|about| about.modified()).ok()?;
    Some((id, written.duration_since(UNIX_EPOCH).ok()?.as_millis()))
}

fn json_list(values: impl Iterator<Item = impl Serialize>) -> Document {
    json(serde_json::to_string(&values.collect::<Vec<_>>()).unwrap_or_default())
}

pub fn json(text: String) -> Document {
    Document { content_type: "application/json", body: text.into_bytes() }
}

/// Where programs of this user keep what outlives them.
fn state_folder() -> Option<PathBuf> {
    let named = ["XDG_STATE_HOME", "LOCALAPPDATA"].into_iter().filter_map(env::var_os);
    let home = || env::home_dir().map(|home| home.join(".local").join("state"));
    named.map(PathBuf::from).find(|path| path.is_absolute()).or_else(home)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(document: Option<Document>) -> String {
        String::from_utf8(document.expect("an answer").body).expect("UTF-8")
    }

    #[test]
    fn games_are_kept_listed_and_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let kept = KeptGames(Some(folder.path().join("new")));
        assert_eq!(text(kept.get("kept")), "[]");
        assert_eq!(text(kept.get("kept/a.game")), "null");
        assert_eq!(text(kept.post("kept/a.game", "{\"tree\":1}")), r#"{"error":null}"#);
        kept.post("kept/a.file", "[]");
        assert_eq!(text(kept.get("kept")), r#"[{"id":"a","content":{"tree":1}}]"#);
        assert_eq!(text(kept.get("kept/a.file")), "[]");
        let dates: Vec<(String, u64)> =
            serde_json::from_str(&text(kept.get("kept/dates"))).expect("dates");
        assert!(
            matches!(&dates[..], [(id, kept)] if id == "a" && *kept > 1_000_000_000_000),
            "{dates:?}"
        );
        kept.post("kept/a.game", "");
        assert_eq!(text(kept.get("kept")), "[]");
        assert!(text(kept.post("kept/b.game", "{")).contains("no JSON"));
    }

    #[test]
    fn what_is_no_entry_is_not_found() {
        let kept = KeptGames(None);
        for path in ["kept/", "kept/..", "kept/a/b", "keptx", "other"] {
            assert!(kept.post(path, "1").is_none(), "{path}");
        }
        assert_eq!(text(kept.get("kept")), "[]");
    }
}
