//! The tags of a game as they are written: those of the game in their order, and those that every
//! game has in their usual places.

use crate::pdn::game::PdnGame;
use crate::pdn::values::game_type::{GameType, Squares};
use cli::visible;
use games::Game as _;
use games::checkers::Position;

/// The usual order. All but those without a value in [`filled`] are in every game.
const USUAL: [&str; 8] = ["Event", "Site", "Date", "Round", "Black", "White", "Result", "GameType"];

/// The tags of a position that is not the usual one, behind all others where a game has none.
const SET_UP: [&str; 2] = ["SetUp", "FEN"];

const GAME_TYPE: &str = "21,B,8,8,N1,0";

/// Names and values. `result` is the outcome, as the last word of the moves has it.
pub fn written_tags(game: &PdnGame, result: &str, squares: Squares) -> Vec<(String, String)> {
    let mut tags: Vec<(String, String)> = Vec::with_capacity(game.tags.len() + USUAL.len());
    for (name, value) in &game.tags {
        let known = USUAL.iter().chain(&SET_UP).find(|known| known.eq_ignore_ascii_case(name));
        match known {
            // Old files of ours name it twice.
            Some(&"SetUp") => {}
            Some(&known) if place(&tags, known).is_none() => {
                tags.push((known.to_string(), valued(game, known, value, result, squares)));
            }
            _ => tags.push((name.clone(), plain(value))),
        }
    }
    for (nth, name) in USUAL.into_iter().enumerate() {
        let Some(value) = filled(game, name, result, squares) else { continue };
        if place(&tags, name).is_none() {
            let before = USUAL[..nth].iter().filter_map(|before| place(&tags, before)).max();
            tags.insert(before.map_or(0, |at| at + 1), (name.to_string(), value));
        }
    }
    if place(&tags, "FEN").is_none() && game.start != Position::start() {
        tags.push(("FEN".to_string(), game.start.fen()));
    }
    if let Some(at) = place(&tags, "FEN") {
        tags.insert(at, ("SetUp".to_string(), "1".to_string()));
    }
    tags
}

fn place(tags: &[(String, String)], name: &str) -> Option<usize> {
    tags.iter().position(|(known, _)| known == name)
}

/// The value of a tag that is known. A game type stays if it means the squares as they are written.
fn valued(game: &PdnGame, name: &str, value: &str, result: &str, squares: Squares) -> String {
    match name {
        "FEN" => game.start.fen(),
        "Result" => game.unknown_result().map_or(result.to_string(), plain),
        "GameType" if squares == Squares::Numbers && GameType::names_as_usual(value) => {
            plain(value)
        }
        "GameType" => game_type(squares),
        _ => plain(value),
    }
}

/// The value of a tag that every game has, for a game without it.
fn filled(game: &PdnGame, name: &str, result: &str, squares: Squares) -> Option<String> {
    match name {
        "Event" | "White" => Some("?".to_string()),
        "Black" => Some(game.tag(name).map_or("?".to_string(), plain)),
        "Result" => Some(result.to_string()),
        "GameType" => Some(game_type(squares)),
        _ => None,
    }
}

fn game_type(squares: Squares) -> String {
    match squares {
        Squares::Numbers => GAME_TYPE.to_string(),
        Squares::Names => GAME_TYPE.replace('N', "A"),
    }
}

/// A value of one line; what is hidden in it is shown.
fn plain(value: &str) -> String {
    visible::line(&value.replace(['\n', '\r', '\t'], " ")).into_owned()
}
