//! The games of the page, kept in a folder of the user's, since each run of the program has an
//! address of its own and a browser keeps nothing from one address to the next.

use pages::Document;
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Path of the list, and before the names of its entries.
pub const KEPT: &str = "kept";

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

    /// `kept` lists the games, `kept/NAME` is one entry; an entry that is not there is `null`.
    pub fn get(&self, path: &str) -> Option<Document> {
        let folder = self.0.as_deref();
        if path == KEPT {
            let games = folder.map(games_in).unwrap_or_default();
            return Some(json(serde_json::to_string(&games).unwrap_or_default()));
        }
        let name = entry_name(path)?;
        let text = folder.and_then(|folder| fs::read_to_string(folder.join(name)).ok());
        Some(json(text.unwrap_or_else(|| "null".to_string())))
    }

    /// Keeps an entry, or removes it if `body` is empty. The answer names what has failed.
    pub fn post(&self, path: &str, body: &str) -> Option<Document> {
        let name = entry_name(path)?;
        let error = self.0.as_deref().and_then(|folder| put(folder, name, body).err());
        Some(json(serde_json::json!({ "error": error }).to_string()))
    }
}

fn put(folder: &Path, name: &str, body: &str) -> Result<(), String> {
    let path = folder.join(name);
    if body.is_empty() {
        return match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.to_string()),
            _ => Ok(()),
        };
    }
    if serde_json::from_str::<IgnoredAny>(body).is_err() {
        return Err("it is no JSON".to_string());
    }
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    cli::file::replace(&path, body).map_err(|error| error.to_string())
}

fn entry_name(path: &str) -> Option<&str> {
    let name = path.strip_prefix(KEPT)?.strip_prefix('/')?;
    (!name.is_empty() && !name.contains('/') && !name.starts_with('.')).then_some(name)
}

fn games_in(folder: &Path) -> Vec<KeptGame> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let game = |entry: io::Result<fs::DirEntry>| {
        let entry = entry.ok()?;
        let id = entry.file_name().to_str()?.strip_suffix(GAME)?.to_string();
        let content = serde_json::from_slice(&fs::read(entry.path()).ok()?).ok()?;
        Some(KeptGame { id, content })
    };
    entries.filter_map(game).collect()
}

pub fn json(text: String) -> Document {
    Document { content_type: "application/json", body: text.into_bytes() }
}

/// Where programs of this user keep what outlives them.
fn state_folder() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || env::home_dir().map(|home| home.join(".local").join("state"));
    named("XDG_STATE_HOME").or_else(|| named("LOCALAPPDATA")).or_else(home)
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
