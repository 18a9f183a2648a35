//! A game of checkers in PDN, with comments, marks and variations.

use crate::api::AskedGame;
use crate::api::question::{VariationText, WriteQuestion};
use crate::api::refusal::Refusal;
use cli::visible;
use formats::pdn::{PdnGame, PdnLine, PdnStyle, Turn, write};
use games::Game;
use games::checkers::Position;

/// The most variations within each other, as a reader takes them.
const DEEPEST: usize = 20;

/// Writes the game of a question.
pub fn pdn_text(question: &WriteQuestion) -> Result<String, Refusal> {
    let played = question.line.whole::<Position>()?;
    let mut game = PdnGame::starting_at(played.positions()[0]);
    for (name, value) in &question.tags {
        let is_plain =
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_plain {
            let name = visible::cut(name, 40);
            return Err(Refusal::new(format!(
                "\"{name}\" is not the name of a tag; names have letters and digits only"
            )));
        }
        game.set_tag(name, value.as_str());
    }
    if let Some(result) = &question.result {
        game.set_tag("Result", result.as_str());
    }
    game.line.turns = played.moves().iter().copied().map(Turn::plain).collect();
    comment(&mut game.line, question);
    add_variations(&mut game.line, played.positions(), 0, &question.variations, 0)?;
    Ok(write(&game, PdnStyle::default()))
}

fn comment(line: &mut PdnLine, question: &WriteQuestion) {
    for (&ply, text) in &question.comments.0 {
        match ply.checked_sub(1) {
            None => line.comments.push(text.clone()),
            Some(index) => {
                if let Some(turn) = line.turns.get_mut(index) {
                    turn.comments.push(text.clone());
                }
            }
        }
    }
    for (&ply, sign) in &question.marks.0 {
        let turn = ply.checked_sub(1).and_then(|index| line.turns.get_mut(index));
        if let (Some(turn), Some(number)) = (turn, annotation(sign)) {
            turn.annotations.push(number);
        }
    }
}

/// The numeric annotation of a sign.
fn annotation(sign: &str) -> Option<u8> {
    let signs = ["!", "?", "!!", "??", "!?", "?!"];
    signs.into_iter().zip(1..).find(|(known, _)| *known == sign).map(|(_, number)| number)
}

/// Adds variations to a line whose first position has `plies` plies before it.
fn add_variations(
    line: &mut PdnLine,
    positions: &[Position],
    plies: usize,
    variations: &[VariationText],
    depth: usize,
) -> Result<(), Refusal> {
    if depth > DEEPEST {
        return Err(Refusal::new(format!("variations are nested more than {DEEPEST} deep")));
    }
    for variation in variations {
        let index = variation.at.checked_sub(plies);
        let turn = index.and_then(|index| line.turns.get_mut(index).zip(positions.get(index)));
        let Some((turn, &start)) = turn else {
            let at = variation.at;
            return Err(Refusal::new(format!(
                "a variation leaves the line after {at} plies, where the line has no move to replace"
            )));
        };
        let (mut inner, mut reached) = (PdnLine::default(), vec![start]);
        for (text, ply) in variation.moves.iter().zip(variation.at + 1..) {
            let here = reached[reached.len() - 1];
            let mv = here
                .read_played(text)
                .map_err(|error| Refusal::new(format!("a variation, ply {ply}: {error}")))?;
            inner.turns.push(Turn::plain(mv));
            reached.push(here.play(mv));
        }
        add_variations(&mut inner, &reached, variation.at, &variation.variations, depth + 1)?;
        turn.variations.push(inner);
    }
    Ok(())
}
