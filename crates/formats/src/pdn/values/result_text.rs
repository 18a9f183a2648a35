//! The spellings of a result: `1-0`, `1/2-1/2`, `½–½`, `1 - 0`, `0:1`, `1/2`, `2-0`, `draw`.
//!
//! The first number is Black's. Some clubs count two points for a win (`2-0`, `1-1`), some give
//! half a point more for a win on points (`1 1/2 - 1/2`): that one gets a warning and is not read.
//! `0-0` is a game without a winner.

use games::board::Side;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PdnResult {
    Won(Side),
    Drawn,
}

impl PdnResult {
    /// Reads a result, in which the first number is Black's. `None` for `*` and everything else.
    pub fn read(text: &str) -> Option<Self> {
        match ResultText::read(text) {
            ResultText::Known(result) => Some(result),
            ResultText::Open | ResultText::Unknown => None,
        }
    }

    pub fn text(self) -> &'static str {
        match self {
            PdnResult::Won(Side::Black) => "1-0",
            PdnResult::Won(Side::White) => "0-1",
            PdnResult::Drawn => "1/2-1/2",
        }
    }
}

/// What a person wrote as a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultText {
    Known(PdnResult),
    /// None: `*`, `?`, nothing, or `0-0`.
    Open,
    Unknown,
}

/// The points of one side, in halves of a point, longest spelling first.
const POINTS: [(&str, u8); 11] = [
    ("1 1/2", 3),
    ("1 ½", 3),
    ("1½", 3),
    ("1.5", 3),
    ("1,5", 3),
    ("1/2", 1),
    ("½", 1),
    ("0.5", 1),
    ("0,5", 1),
    ("2", 4),
    ("1", 2),
];

impl ResultText {
    /// Reads the value of the tag `Result`, or the word after the last move.
    pub fn read(text: &str) -> Self {
        let text = text.trim();
        if leading_result(text) == Some(text.len()) {
            return match points(text) {
                Some((2, 0) | (4, 0)) => ResultText::Known(PdnResult::Won(Side::Black)),
                Some((0, 2) | (0, 4)) => ResultText::Known(PdnResult::Won(Side::White)),
                Some((1, 1) | (2, 2)) | None => ResultText::Known(PdnResult::Drawn),
                Some((0, 0)) => ResultText::Open,
                Some(_) => ResultText::Unknown,
            };
        }
        match text.to_lowercase().as_str() {
            "" | "*" | "?" | "-" | "?-?" => ResultText::Open,
            "draw" | "drawn" => ResultText::Known(PdnResult::Drawn),
            "black wins" | "black won" | "red wins" | "red won" => {
                ResultText::Known(PdnResult::Won(Side::Black))
            }
            "white wins" | "white won" => ResultText::Known(PdnResult::Won(Side::White)),
            _ => ResultText::Unknown,
        }
    }
}

/// The bytes of the result in points that the text begins with, if no other word goes on there.
pub fn leading_result(text: &str) -> Option<usize> {
    // Nearly every word is a move such as 11-15, and no points have two digits.
    if text.as_bytes().get(1).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    let (length, _) = points_of_both(text).or_else(|| {
        ["1/2", "½"].iter().find(|half| text.starts_with(*half)).map(|half| (half.len(), (1, 1)))
    })?;
    let after = text[length..].chars().next();
    let then = text[length..].trim_start_matches([' ', '\t']).chars().next();
    let is_alone = !after.is_some_and(|c| c.is_alphanumeric() || is_dash(c) || "/+".contains(c))
        && !then.is_some_and(is_dash);
    is_alone.then_some(length)
}

/// The points of both sides; `None` for a lone half.
fn points(text: &str) -> Option<(u8, u8)> {
    points_of_both(text).map(|(_, points)| points)
}

fn points_of_both(text: &str) -> Option<(usize, (u8, u8))> {
    let blanks = [' ', '\t', '\u{a0}'];
    let (first, rest) = points_of_one(text)?;
    let rest = rest.trim_start_matches(blanks);
    let mut letters = rest.chars();
    letters.next().filter(|&c| is_dash(c) || c == ':')?;
    let (second, rest) = points_of_one(letters.as_str().trim_start_matches(blanks))?;
    matches!(first + second, 0 | 2 | 4).then_some((text.len() - rest.len(), (first, second)))
}

fn points_of_one(text: &str) -> Option<(u8, &str)> {
    let found = POINTS.iter().chain(&[("0", 0)]);
    found
        .into_iter()
        .find_map(|&(spelled, points)| text.strip_prefix(spelled).map(|rest| (points, rest)))
}

/// True for a hyphen, and the strokes that people and programs write for one.
pub fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2014}' | '\u{2212}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(side: Side) -> ResultText {
        ResultText::Known(PdnResult::Won(side))
    }

    #[test]
    fn spellings_of_results() {
        for text in
            ["1-0", "1 - 0", "1\u{2013}0", "1:0", "2-0", "2 \u{2212} 0", "Black wins", "Red won"]
        {
            assert_eq!(ResultText::read(text), won(Side::Black), "{text}");
        }
        for text in ["0-1", "0 : 1", "0-2", "0\u{2014}1", " 0-1 "] {
            assert_eq!(ResultText::read(text), won(Side::White), "{text}");
        }
        for text in [
            "1/2-1/2",
            "1/2",
            "½",
            "½-½",
            "½\u{2013}½",
            "1-1",
            "0.5-0.5",
            "0,5:0,5",
            "1/2 - 1/2",
            "draw",
        ] {
            assert_eq!(ResultText::read(text), ResultText::Known(PdnResult::Drawn), "{text}");
        }
        for text in ["*", "", "?", "0-0"] {
            assert_eq!(ResultText::read(text), ResultText::Open, "{text}");
        }
        for text in ["1 1/2 - 1/2", "½-1½", "0.5-1.5", "3-1", "+-", "resigns", "1-0F"] {
            assert_eq!(ResultText::read(text), ResultText::Unknown, "{text}");
        }
    }

    #[test]
    fn moves_and_numbers_do_not_begin_with_a_result() {
        for text in [
            "1-05", "1-6", "2-7", "1. 11-15", "1.5-9", "1.5-1", "2-1", "1-0-1", "1/2-6", "1 11-15",
            "0-1x2", "1-1/3", "1/2 - 7",
        ] {
            assert_eq!(leading_result(text), None, "{text}");
        }
        assert_eq!(leading_result("1 - 0 {so}"), Some(5));
        assert_eq!(leading_result("1-0[Event"), Some(3));
    }
}
