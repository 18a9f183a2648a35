//! The response to `write`: a game as a file that other programs read, with comments.
//!
//! Checkers is PDN, with marks and variations. The other games are commands: what their text
//! programs load, and what `crownhead analyze` and the page read. There another start is a board,
//! and variations have no form.

use crate::api::caller::ApiError;
use crate::api::game_texts::CommentTexts;
use crate::api::read::read;
use crate::api::request::{VariationText, WriteRequest, WrittenInto};
use crate::api::requested_line::LineText;
use crate::values::analyzed_game::AnalyzedGame;
use cli::visible;
use formats::TextForm;
use formats::commands::CommandGame;
use formats::pdn::{self, MOST_NESTED, PdnGame, PdnLine, PdnResult, PdnStyle, Turn};
use games::board::Side;
use games::checkers::Position;
use games::{Game, GameName, with_game};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct WriteResponse {
    text: String,
}

/// Writes a game: checkers in PDN, the others as commands. With a file, that file with the game.
pub fn write(request: &WriteRequest) -> Result<WriteResponse, ApiError> {
    let LineText { game, .. } = request.line;
    let text = match game {
        GameName::Checkers => pdn_text(request)?,
        game => with_game!(game, Position => command_text::<Position>(request))?,
    };
    Ok(WriteResponse {
        text: match &request.file {
            Some(file) => in_file(game, file, &text)?,
            None => text,
        },
    })
}

/// The file with the game in it; all else stays as it was, to the letter.
fn in_file(game: GameName, file: &WrittenInto, written: &str) -> Result<String, ApiError> {
    let text = &file.text;
    let places = match TextForm::of(text) {
        Some(TextForm::Pdn) if game == GameName::Checkers => pdn::places(text),
        Some(TextForm::Commands(found)) if found == game => {
            std::iter::once(0..text.len()).collect()
        }
        None if text.trim().is_empty() => Vec::new(),
        _ => return Err(ApiError::new(format!("the file has no games of {game}; save a copy"))),
    };
    let Some(index) = file.index else {
        let gap = if text.trim().is_empty() { "" } else { "\n\n" };
        return Ok(format!("{}{gap}{written}", text.trim_end()));
    };
    if game != GameName::Checkers
        && let Some(line) = unknown_line(text, written)
    {
        let what = "has a line that the board does not keep";
        return Err(ApiError::new(format!("the file {what}: {line}; save a copy")));
    }
    let is_alone = game == GameName::Checkers || read(None, text)?.games.len() == 1;
    let place = places.get(index).filter(|_| is_alone).ok_or_else(|| {
        ApiError::new(format!("game {} has no place of its own in the file", index + 1))
    })?;
    Ok(format!("{}{written}{}", &text[..place.start], &text[place.end..]))
}

/// A comment of a file of commands that is not written again. Players and result are, in words that
/// may have changed.
fn unknown_line<'a>(text: &'a str, written: &str) -> Option<&'a str> {
    let mut comments = text.lines().map(str::trim).filter(|line| line.starts_with('#'));
    comments.find(|line| !is_heading(line) && !written.lines().any(|other| other == *line))
}

fn is_heading(line: &str) -> bool {
    let is_won = line.ends_with("wins: by the record");
    let is_of_side = line.starts_with("# Black (") || line.starts_with("# White (");
    line.starts_with("# game ") || is_won && is_of_side || line == "# drawn (by the record)"
}

pub fn pdn_text(request: &WriteRequest) -> Result<String, ApiError> {
    let played = request.line.whole::<Position>()?;
    let mut game = PdnGame::starting_at(played.positions()[0]);
    for (name, value) in &request.tags.0 {
        let is_plain =
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c));
        if !is_plain {
            let name = visible::cut(name, 40);
            return Err(ApiError::new(format!(
                "\"{name}\" is not the name of a tag; names have letters and digits only"
            )));
        }
        game.tags.push((name.clone(), value.clone()));
    }
    if let Some(result) = &request.result {
        take_result(&mut game, result);
    }
    game.line.turns = played.moves().iter().copied().map(Turn::plain).collect();
    request.notes.add_to(&mut game.line, 0);
    add_variations(&mut game.line, played.positions(), 0, &request.variations, 0)?;
    Ok(pdn::write(&game, PdnStyle::default()))
}

/// Gives a game its result. One that is not known stays a text, and `*` is not against the tags.
fn take_result(game: &mut PdnGame, result: &str) {
    game.end = PdnResult::read(result);
    let is_new = match game.end {
        Some(_) => game.outcome() != game.end,
        None => result.trim() != "*" && game.tag("Result").is_none(),
    };
    if is_new {
        game.set_tag("Result", result);
    }
}

/// Adds variations to a line whose first position has `plies` plies before it.
fn add_variations(
    line: &mut PdnLine,
    positions: &[Position],
    plies: usize,
    variations: &[VariationText],
    depth: usize,
) -> Result<(), ApiError> {
    if depth > MOST_NESTED {
        return Err(ApiError::new(format!("variations are nested more than {MOST_NESTED} deep")));
    }
    for variation in variations {
        let index = variation.at.checked_sub(plies);
        let turn = index.and_then(|index| line.turns.get_mut(index).zip(positions.get(index)));
        let Some((turn, &start)) = turn else {
            let at = variation.at;
            return Err(ApiError::new(format!(
                "a variation leaves the line after {at} plies, where the line has no move to replace"
            )));
        };
        let (mut inner, mut reached) = (PdnLine::default(), vec![start]);
        for (text, ply) in variation.moves.iter().zip(variation.at + 1..) {
            let here = reached[reached.len() - 1];
            let mv = here
                .read_printed(text)
                .map_err(|error| ApiError::new(format!("a variation, ply {ply}: {error}")))?;
            inner.turns.push(Turn::plain(mv));
            reached.push(here.play(mv));
        }
        variation.notes.add_to(&mut inner, variation.at);
        add_variations(&mut inner, &reached, variation.at, &variation.variations, depth + 1)?;
        turn.variations.push(inner);
    }
    Ok(())
}

fn comment_lines(request: &WriteRequest, ply: usize) -> impl Iterator<Item = String> {
    let comments = request.notes.comments.0.get(&ply).map_or(&[][..], CommentTexts::list);
    comments.iter().map(|text| format!("# {}", one_line(text)))
}

pub fn command_text<G: AnalyzedGame>(request: &WriteRequest) -> Result<String, ApiError> {
    let played = request.line.whole::<G>()?;
    let start = &played.positions()[0];
    let [black, white] = Side::ALL.map(|side| request.tags.get(&side.to_string()).unwrap_or("?"));
    let mut lines = vec![format!("# game 1: {black} (Black) against {white} (White)")];
    if *start == G::start() {
        lines.extend(["new", "manual black", "manual white"].map(str::to_string));
    } else {
        lines.extend([start.side_to_move().to_string(), "===".to_string()]);
        lines.extend([start.board_text(), "===".to_string()]);
    }
    lines.extend(comment_lines(request, 0));
    for (index, &mv) in played.moves().iter().enumerate() {
        if !G::path(mv).is_empty() {
            lines.push(played.positions()[index].move_text(mv)); // a pass is no command
        }
        lines.extend(comment_lines(request, index + 1));
    }
    lines.extend(match request.result.as_deref() {
        Some("1-0") => Some(format!("# Black ({black}) wins: by the record")),
        Some("0-1") => Some(format!("# White ({white}) wins: by the record")),
        Some("1/2-1/2") => Some("# drawn (by the record)".to_string()),
        _ => None,
    });
    let shown = lines.iter().flat_map(|line| line.lines());
    Ok(shown.map(|line| visible::line(line).into_owned() + "\n").collect())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
