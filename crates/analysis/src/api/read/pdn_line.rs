//! The moves of a game in PDN with what stands beside them: comments, clocks, signs, variations.

use crate::api::game_texts::LineNotes;
use crate::api::request::VariationText;
use formats::pdn::{PdnGame, PdnLine};
use games::board::Side;
use games::checkers::Position;
use games::{Game, Notation};

/// The main line of a game.
#[derive(Default)]
pub struct PdnLineTexts {
    pub moves: Vec<String>,
    pub clocks: Vec<Option<f64>>,
    pub notes: LineNotes,
    pub variations: Vec<VariationText>,
}

impl PdnLineTexts {
    pub fn of(game: &PdnGame) -> Self {
        let VariationText { moves, notes, variations, .. } = variation(&game.line, game.start, 0);
        let turns = game.line.turns.iter().zip(game.positions());
        let clocks = turns.map(|(turn, here)| {
            turn.comments.iter().find_map(|text| clock(text, here.side_to_move()))
        });
        PdnLineTexts { clocks: clocks.collect(), moves, notes, variations }
    }
}

/// A line that begins after `at` plies. The reader of PDN bounds how deep variations nest.
fn variation(line: &PdnLine, start: Position, at: usize) -> VariationText {
    let (mut here, mut moves, mut variations) = (start, Vec::new(), Vec::new());
    for (turn, ply) in line.turns.iter().zip(at..) {
        variations.extend(turn.variations.iter().map(|line| variation(line, here, ply)));
        moves.push(here.move_text(turn.mv));
        here = here.play(turn.mv);
    }
    VariationText { at, moves, notes: LineNotes::of(line, at), variations }
}

/// The seconds left by `[%clk 1:02:03]` or `[%clock w0:10:00 B0:09:58]`, of this side. A time
/// without a letter is of the side that has moved.
fn clock(text: &str, side: Side) -> Option<f64> {
    let (_, rest) = text.split_once("[%clk").or_else(|| text.split_once("[%clock"))?;
    let (times, _) = rest.split_once(']')?;
    let letter = match side {
        Side::Black => 'b',
        Side::White => 'w',
    };
    let own = times.split_whitespace().find_map(|time| {
        let first = time.chars().next()?.to_ascii_lowercase();
        let is_own = first.is_ascii_digit() || first == letter;
        is_own.then(|| time.trim_start_matches(|c: char| c.is_ascii_alphabetic()))
    })?;
    own.split(':').try_fold(0.0, |sum, part| {
        let number: f64 = part.trim().parse().ok()?;
        (0.0..1e6).contains(&number).then_some(sum * 60.0 + number)
    })
}

fn seconds(game: &PdnGame, tag: &str) -> Option<f64> {
    game.tag(tag)?.trim().parse().ok()
}

/// The clocks of a game of the referee, whose comments are the seconds charged for each move.
pub fn clocks_by_charges(game: &PdnGame) -> Option<Vec<Option<f64>>> {
    let mut left = [seconds(game, "BlackSeconds")?, seconds(game, "WhiteSeconds")?];
    let mut here = game.start;
    let mut clocks = Vec::with_capacity(game.line.turns.len());
    for turn in &game.line.turns {
        let side = here.side_to_move().index();
        let charge = turn.comments.first().and_then(|text| text.trim().parse::<f64>().ok());
        left[side] -= charge.unwrap_or(0.0);
        clocks.push(charge.map(|_| (left[side] * 1_000.0).round() / 1_000.0));
        here = here.play(turn.mv);
    }
    clocks.iter().any(Option::is_some).then_some(clocks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_of_the_side_that_has_moved() {
        for (text, black, white) in [
            ("so [%clk 0:01:05] far", Some(65.0), Some(65.0)),
            ("[%clock w0:10:00 B0:09:58]", Some(598.0), Some(600.0)),
            ("[%clk b0:00:10.5]", Some(10.5), None),
            ("[%clock 0:49:11]", Some(2951.0), Some(2951.0)),
            ("[%emt 0:01]", None, None),
            ("[%clk x]", None, None),
        ] {
            let found = [Side::Black, Side::White].map(|side| clock(text, side));
            assert_eq!(found, [black, white], "{text}");
        }
    }
}
