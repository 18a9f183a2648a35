//! Lines that nearly have the form of an announcement, such as ` * White wins` or `*B1-B3 score 5`.
//!
//! Only what can mean nothing else is taken: the star must be the first character but for blanks,
//! and behind it stands a move or a result. The form that is meant is read as any announcement.

use crate::game::TextGame;
use crate::output::announcement::AnnouncedResult;

/// The en dash, which word processors write for a hyphen.
const DASH: char = '\u{2013}';

/// A way in which a line differs from the form that is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// Blanks stand before the star.
    Indented,
    /// Behind the star there is not exactly one blank.
    Blanks,
    /// Capital letters in a move, or the wrong ones in a result.
    Capitals,
    /// A result without its full stop.
    FullStop,
    /// A dash for the hyphen.
    Dash,
    /// Words behind a move.
    MoreWords,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearForm {
    /// The form that is meant, with its star.
    pub right: String,
    pub slips: Vec<Slip>,
}

impl NearForm {
    /// `None` if the line has no star in front, or what follows is neither a result nor a move of
    /// the game: of any, if the game is not known.
    pub fn of(line: &str, game: Option<TextGame>) -> Option<Self> {
        let starred = line.trim_start();
        let behind = starred.strip_prefix('*')?;
        let words = behind.trim();
        let (right, mut slips) = result(words).or_else(|| played(words, game))?;
        if starred.len() < line.len() {
            if slips.contains(&Slip::MoreWords) {
                return None; // a line of a help, perhaps
            }
            slips.push(Slip::Indented);
        }
        if behind.strip_prefix(' ') != Some(behind.trim_start()) {
            slips.push(Slip::Blanks);
        }
        Some(NearForm { right: format!("* {right}"), slips })
    }
}

fn result(words: &str) -> Option<(String, Vec<Slip>)> {
    let whole = if words.ends_with('.') { words.to_string() } else { format!("{words}.") };
    let right = AnnouncedResult::ALL.into_iter().map(AnnouncedResult::words);
    let right = right.into_iter().find(|right| right.eq_ignore_ascii_case(&whole))?;
    let slips = [(Slip::Capitals, whole != right), (Slip::FullStop, whole != words)];
    Some((right.to_string(), made(slips)))
}

fn played(words: &str, game: Option<TextGame>) -> Option<(String, Vec<Slip>)> {
    let first = words.split_whitespace().next()?;
    let plain = words.to_ascii_lowercase().replace(DASH, "-");
    let right = plain.split_whitespace().next()?;
    // If the game is not known, `a1-c3 (c6)` may be a move of one game or of another.
    let joined: String = plain.split_whitespace().collect();
    if !is_move(right, game) || joined != right && is_move(&joined, game) {
        return None;
    }
    let slips = [
        (Slip::Capitals, first.contains(|c: char| c.is_ascii_uppercase())),
        (Slip::Dash, first.contains(DASH)),
        (Slip::MoreWords, joined != right),
    ];
    Some((right.to_string(), made(slips)))
}

fn is_move(text: &str, game: Option<TextGame>) -> bool {
    let mut games = TextGame::ALL.into_iter().filter(|one| game.is_none_or(|game| game == *one));
    games.any(|game| game.is_move(text))
}

fn made<const N: usize>(slips: [(Slip, bool); N]) -> Vec<Slip> {
    slips.into_iter().filter_map(|(slip, is_made)| is_made.then_some(slip)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_slip_is_told() {
        for (line, right, slips) in [
            ("* b1-b3", "* b1-b3", &[][..]),
            (" * White wins.", "* White wins.", &[Slip::Indented]),
            ("*b1-b3", "* b1-b3", &[Slip::Blanks]),
            ("*\t b1-b3 ", "* b1-b3", &[Slip::Blanks]),
            ("* B1-b3", "* b1-b3", &[Slip::Capitals]),
            ("* b1\u{2013}b3", "* b1-b3", &[Slip::Dash]),
            ("* white wins", "* White wins.", &[Slip::Capitals, Slip::FullStop]),
            ("*TIE GAME.", "* Tie game.", &[Slip::Capitals, Slip::Blanks]),
            ("* b1-b3 Score 5", "* b1-b3", &[Slip::MoreWords]),
            ("* A1-C3(C6) 12%", "* a1-c3(c6)", &[Slip::Capitals, Slip::MoreWords]),
        ] {
            let expected = NearForm { right: right.to_string(), slips: slips.to_vec() };
            assert_eq!(NearForm::of(line, None), Some(expected), "{line}");
        }
    }

    #[test]
    fn what_may_mean_something_else_is_not_taken() {
        for line in [
            "*",
            " * so there",
            "** b1-b3",
            "it says * b1-b3",
            "* b1 b3",
            "* b1 - b3",
            "* b1-b3.",
            "* b1-b9 1",
            "* White wins!",
            "* White wins a piece",
            "* a1-c3 (c6)",
            "* b1-b 3",
            "  * b1-b3 moves a piece",
        ] {
            assert_eq!(NearForm::of(line, None), None, "{line}");
        }
        let of_tablut = NearForm::of("* b1-b 3", Some(TextGame::Tablut));
        assert_eq!(of_tablut.map(|near| near.right).as_deref(), Some("* b1-b"));
        assert_eq!(NearForm::of("*b1-b3", Some(TextGame::Tablut)), None, "of another game");
    }
}
