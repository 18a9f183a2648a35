//! The files of the pages, compiled in.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asset {
    /// The media type, as in HTTP.
    pub content_type: &'static str,
    pub text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// The style of all pages, those that a server shows and those that are files: colors for light and
/// dark, type, buttons.
pub const PAGE_STYLE: &str = include_str!("../assets/style.css");

macro_rules! assets {
    ($($name:literal: $content_type:expr,)*) => {
        /// The names of all files of the folder.
        #[cfg(test)]
        const ASSET_NAMES: &[&str] = &[$($name),*];

        /// The file with this name, such as `board.js`.
        pub fn asset(name: &str) -> Option<Asset> {
            match name {
                $($name => Some(Asset {
                    content_type: $content_type,
                    text: include_str!(concat!("../assets/", $name)),
                }),)*
                _ => None,
            }
        }
    };
}

assets! {
    "board.css": STYLE,
    "board.html": HTML,
    "board.js": SCRIPT,
    "board/address.js": SCRIPT,
    "board/analyze_mode.js": SCRIPT,
    "board/app.js": SCRIPT,
    "board/chart.js": SCRIPT,
    "board/clock.js": SCRIPT,
    "board/controls.js": SCRIPT,
    "board/dialogs.js": SCRIPT,
    "board/editor.js": SCRIPT,
    "board/engine_view.js": SCRIPT,
    "board/game_file.js": SCRIPT,
    "board/game_tree.js": SCRIPT,
    "board/history.js": SCRIPT,
    "board/icons.js": SCRIPT,
    "board/idb_keyval.js": SCRIPT,
    "board/kept.js": SCRIPT,
    "board/knowledge_view.js": SCRIPT,
    "board/main.js": SCRIPT,
    "board/mistakes.js": SCRIPT,
    "board/moves_view.js": SCRIPT,
    "board/notes.js": SCRIPT,
    "board/open.js": SCRIPT,
    "board/page.css": STYLE,
    "board/picture.js": SCRIPT,
    "board/play_mode.js": SCRIPT,
    "board/play_setup.js": SCRIPT,
    "board/players_view.js": SCRIPT,
    "board/problems_mode.js": SCRIPT,
    "board/review_mode.js": SCRIPT,
    "board/saved_game.js": SCRIPT,
    "board/session.js": SCRIPT,
    "board/settings.js": SCRIPT,
    "board/share.js": SCRIPT,
    "board/sound.js": SCRIPT,
    "board/walk.js": SCRIPT,
    "components.html": HTML,
    "components.js": SCRIPT,
    "diagnosis.css": STYLE,
    "drag.js": SCRIPT,
    "engine.js": SCRIPT,
    "engine_files.js": SCRIPT,
    "files.js": SCRIPT,
    "game.css": STYLE,
    "game_data.js": SCRIPT,
    "game_panel.js": SCRIPT,
    "games.js": SCRIPT,
    "ground.js": SCRIPT,
    "icon.svg": PICTURE,
    "match.css": STYLE,
    "match_tables.js": SCRIPT,
    "moves.js": SCRIPT,
    "offline.js": SCRIPT,
    "page.js": SCRIPT,
    "pieces.js": SCRIPT,
    "play.css": STYLE,
    "play.html": HTML,
    "play.js": SCRIPT,
    "play_table.js": SCRIPT,
    "play_words.js": SCRIPT,
    "program.js": SCRIPT,
    "rejected.js": SCRIPT,
    "report.html": HTML,
    "report.js": SCRIPT,
    "report_feedback.js": SCRIPT,
    "report_figures.js": SCRIPT,
    "report_games.js": SCRIPT,
    "report_words.js": SCRIPT,
    "rules.js": SCRIPT,
    "squares.js": SCRIPT,
    "style.css": STYLE,
    "talk.js": SCRIPT,
    "watch.html": HTML,
    "watch.js": SCRIPT,
    "watch_boards.js": SCRIPT,
    "worker.js": SCRIPT,
    "worker_engine.js": SCRIPT,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::bundle;
    use games::{BoardGame, Game, GameName, with_game};
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    fn text(name: &str) -> Option<&'static str> {
        asset(name).map(|asset| asset.text)
    }

    fn list(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("the folder");
        entries.map(|one| one.expect("an entry").path()).collect()
    }

    #[test]
    fn every_file_of_the_folder_is_known() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let (folders, mut files): (Vec<_>, Vec<_>) =
            list(&folder).into_iter().partition(|path| path.is_dir());
        files.extend(folders.iter().flat_map(|inner| list(inner)));
        let mut names: Vec<String> = files
            .iter()
            .map(|path| path.strip_prefix(&folder).expect("below").display().to_string())
            .collect();
        names.sort();
        assert_eq!(names, ASSET_NAMES);
    }

    /// Also proves that every import exists and that there is no circle.
    #[test]
    fn the_modules_of_each_page_can_be_joined() {
        for page in ASSET_NAMES.iter().filter(|name| name.ends_with(".html")) {
            let script = page.replace(".html", ".js");
            assert!(bundle(&[&script], text).is_ok(), "{:?}", bundle(&[&script], text).err());
        }
    }

    /// What a table of a file says of a game, up to the end of the entry.
    fn entry(file: &str, game: GameName, end: &str) -> String {
        let name = format!("{}: ", game.text());
        let (_, rest) = text(file).unwrap_or("").split_once(&name).unwrap_or_default();
        let (entry, _) = rest.split_once(end).unwrap_or_default();
        entry.to_string()
    }

    /// Each entry agrees with the rules: size, who moves first, the letters of the pieces.
    #[test]
    fn the_tables_of_the_pages_know_every_game() {
        for game in GameName::ALL {
            let (size, letters, first) = with_game!(game, Position => (
                Position::SIZE.to_string(),
                &Position::LETTERS[1..],
                Position::start().side_to_move().to_string().to_lowercase()
            ));
            let sizes = entry("squares.js", game, "}").replace(' ', "");
            assert_eq!(sizes.split(',').next(), Some(&*size), "squares.js: {game}");
            let pieces = entry("pieces.js", game, "}");
            let found: BTreeSet<char> = pieces
                .match_indices(": \"")
                .filter_map(|(at, _)| pieces[..at].chars().last())
                .collect();
            let wanted: BTreeSet<char> = letters.chars().collect();
            assert_eq!(found, wanted, "pieces.js: {game}");
            let words = entry("games.js", game, "}");
            assert!(words.contains(&format!("first: \"{first}\"")), "games.js: {game}: {words}");
            assert!(
                words.contains("title: \"") && words.contains("example: \""),
                "games.js: {game}"
            );
            assert!(entry("rules.js", game, "],").starts_with('['), "rules.js: {game}");
        }
    }

    /// What agents write reaches a page as text only, and a page loads nothing from elsewhere.
    #[test]
    fn no_file_makes_markup_of_text_or_names_another_server() {
        let forbidden =
            ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "https://"];
        for name in ASSET_NAMES {
            let found = forbidden.iter().find(|word| text(name).unwrap_or("").contains(**word));
            assert_eq!(found, None, "{name}");
        }
        for name in ASSET_NAMES.iter().filter(|name| name.ends_with(".html")) {
            let html = text(name).unwrap_or("");
            assert!(!html.contains(" style="), "{name}: the policy forbids it");
        }
    }
}
