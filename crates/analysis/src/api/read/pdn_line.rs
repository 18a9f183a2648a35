//! The moves of a game in PDN with what stands beside them: comments, clocks, marks, variations.

use crate::api::request::{SIGNS, VariationText};
use cli::visible;
use formats::pdn::{PdnGame, PdnLine};
use games::checkers::Position;
use games::{Game, Notation};
use std::collections::BTreeMap;

/// What stands beside the moves of the main line.
#[derive(Default)]
pub struct PdnLineReader {
    pub moves: Vec<String>,
    pub clocks: Vec<Option<f64>>,
    pub comments: BTreeMap<usize, String>,
    pub marks: BTreeMap<usize, &'static str>,
}

/// The most variations within each other.
const DEEPEST: usize = 20;

impl PdnLineReader {
    /// Reads the main line, which begins after `plies` plies; its variations are returned.
    pub fn read(&mut self, line: &PdnLine, start: Position, plies: usize) -> Vec<VariationText> {
        let (mut here, mut variations) = (start, Vec::new());
        self.comment(plies, &line.comments);
        for (turn, ply) in line.turns.iter().zip(plies..) {
            variations.extend(turn.variations.iter().map(|line| variation(line, here, ply, 0)));
            self.moves.push(here.move_text(turn.mv));
            self.clocks.push(turn.comments.iter().find_map(|text| clock(text)));
            self.comment(ply + 1, &turn.comments);
            if let Some(sign) = turn.annotations.iter().find_map(|&number| sign(number)) {
                self.marks.insert(ply + 1, sign);
            }
            here = here.play(turn.mv);
        }
        variations
    }

    fn comment(&mut self, ply: usize, comments: &[String]) {
        let words = comments.iter().map(|text| without_commands(text));
        let words: Vec<String> = words.filter(|text| !text.is_empty()).collect();
        if !words.is_empty() {
            self.comments.insert(ply, visible::cut(&words.join(" "), 2_000));
        }
    }
}

fn variation(line: &PdnLine, start: Position, at: usize, depth: usize) -> VariationText {
    let mut response = VariationText { at, moves: Vec::new(), variations: Vec::new() };
    let mut here = start;
    for (turn, ply) in line.turns.iter().zip(at..) {
        if depth < DEEPEST {
            let inner = turn.variations.iter().map(|line| variation(line, here, ply, depth + 1));
            response.variations.extend(inner);
        }
        response.moves.push(here.move_text(turn.mv));
        here = here.play(turn.mv);
    }
    response
}

fn sign(number: u8) -> Option<&'static str> {
    SIGNS.get(usize::from(number.checked_sub(1)?)).copied()
}

/// A comment without its commands to programs, such as `[%clk 0:01:00]`.
fn without_commands(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, command)) = rest.split_once("[%") {
        kept.push_str(before);
        rest = command.split_once(']').map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The seconds left by `[%clk 1:02:03]`.
fn clock(text: &str) -> Option<f64> {
    let (_, rest) = text.split_once("[%clk")?;
    let (time, _) = rest.split_once(']')?;
    time.split(':').try_fold(0.0, |sum, part| {
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
