//! The contract of a game in the language of the text programs: what differs between the games.

use games::checkers::Square;
use games::{BoardGame, Named, NotationError, amazons, checkers, loa, tablut};

/// The places where `#` begins a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comments {
    /// Only as the first character of a line that is not a blank.
    WholeLines,
    Anywhere,
}

impl Comments {
    /// The part of a line that is not a comment.
    pub fn strip(self, line: &str) -> &str {
        match self {
            Comments::WholeLines if line.trim_start().starts_with('#') => "",
            Comments::WholeLines => line,
            Comments::Anywhere => line.split('#').next().unwrap_or(""),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveWords {
    /// The first; others are ignored.
    First,
    /// All; one too many makes the move malformed.
    All,
}

#[derive(Clone, Copy, Debug)]
pub struct CommandForm {
    pub comments: Comments,
    pub move_words: MoveWords,
    pub is_position: fn(&str) -> bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveLimit {
    /// The game has no such rule, and no `limit` command.
    Unsupported,
    /// None until the `limit` command sets one, and none again after `new`.
    Off,
    /// This many, until the `limit` command sets another; again this many after `new`.
    Moves(u32),
}

impl MoveLimit {
    pub const fn at_start(self) -> Option<u32> {
        match self {
            MoveLimit::Unsupported | MoveLimit::Off => None,
            MoveLimit::Moves(moves) => Some(moves),
        }
    }
}

/// A game in the language of the text programs. The defaults are what most assignments ask for.
pub trait CommandGame: BoardGame + Named {
    const LIMIT: MoveLimit = MoveLimit::Off;
    /// True if there is a `limit` command; else the game's own limit of quiet plies holds.
    const HAS_LIMIT: bool = !matches!(Self::LIMIT, MoveLimit::Unsupported);
    const COMMENTS: Comments = Comments::Anywhere;
    const MOVE_WORDS: MoveWords = MoveWords::All;
    /// For people. It begins with a move of the start of the game, before `,`, `:` or ` or `.
    const MOVE_FORM: &'static str;

    fn command_form() -> CommandForm {
        CommandForm {
            comments: Self::COMMENTS,
            move_words: Self::MOVE_WORDS,
            is_position: |line| Self::read_position(line).is_some(),
        }
    }

    /// Reads a legal move as people write it: by default in the game's notation alone.
    fn read_text(&self, text: &str) -> Result<Self::Move, NotationError> {
        self.read_move(text.trim())
    }

    /// Reads a legal move out of a game in print: `3. 11\u{2013}15!` is `11-15`.
    fn read_printed(&self, text: &str) -> Result<Self::Move, NotationError> {
        let plain = text.trim().trim_end_matches(['!', '?']);
        let number = plain.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let plain = if number.starts_with('.') { number.trim_start_matches('.') } else { plain };
        let dashes = ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];
        self.read_text(&plain.replace(dashes, "-").replace('\u{d7}', "x"))
    }

    /// A move in a second notation, if the game has one.
    fn other_text(mv: Self::Move) -> Option<String> {
        let _ = mv;
        None
    }

    /// The position that a line shows in a notation of whole positions; `None` if the game has none
    /// or the line is not in it.
    fn read_position(line: &str) -> Option<Result<Self, NotationError>> {
        let _ = line;
        None
    }
}

impl CommandGame for loa::Position {
    const LIMIT: MoveLimit = MoveLimit::Moves(loa::rules::MOVES_EACH);
    const COMMENTS: Comments = Comments::WholeLines;
    const MOVE_WORDS: MoveWords = MoveWords::First;
    const MOVE_FORM: &'static str = "b8-b6: from, to";
}

impl CommandGame for tablut::Position {
    const MOVE_FORM: &'static str = "a4-3 or a4-b: from, the new row or column";
}

impl CommandGame for amazons::Position {
    const LIMIT: MoveLimit = MoveLimit::Unsupported;
    const MOVE_FORM: &'static str = "d1-d7(g7) or d1 d7 g7: from, to, spear";
}

/// It has no text program of its own; its page takes the commands.
impl CommandGame for checkers::Position {
    const LIMIT: MoveLimit = MoveLimit::Unsupported;
    const MOVE_FORM: &'static str = "11-15, 15x22 or f6-g5: from, each square of a jump";

    /// By the numbers of squares or by their names, with `-`, `x`, `:` or blanks between them.
    fn read_text(&self, text: &str) -> Result<checkers::Move, NotationError> {
        use games::Notation;
        let text = text.trim();
        let lower = text.to_ascii_lowercase();
        let words = lower.split(['-', 'x', ':', ' ']).filter(|word| !word.is_empty());
        let square = |word: &str| {
            Square::from_name(word).or_else(|| Square::from_number(word.parse().ok()?))
        };
        match words.map(square).collect::<Option<Vec<Square>>>() {
            None => self.read_move(text),
            Some(squares) => {
                let numbers = squares.iter().map(|square| square.number().to_string());
                self.read_move(&numbers.collect::<Vec<_>>().join("-"))
            }
        }
    }

    /// As agents write it.
    fn other_text(mv: checkers::Move) -> Option<String> {
        Some(crate::answer::text(mv).trim_end().to_string())
    }

    fn read_position(line: &str) -> Option<Result<Self, NotationError>> {
        crate::pdn::is_fen(line).then(|| {
            checkers::Position::from_fen(line)
                .map_err(|error| NotationError::new(format!("FEN: {error}")))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Game, Notation, Walker};

    #[test]
    fn comments_are_stripped_where_the_game_has_them() {
        assert_eq!(Comments::WholeLines.strip("  # auto black"), "");
        assert_eq!(Comments::WholeLines.strip("b8-b6 # good"), "b8-b6 # good");
        assert_eq!(Comments::Anywhere.strip("b8-b6 # good"), "b8-b6 ");
        assert_eq!(Comments::Anywhere.strip("# good"), "");
    }

    #[test]
    fn every_move_of_checkers_is_read_by_numbers_and_by_names() {
        for position in Walker::new(3).game(checkers::Position::start(), 80) {
            let moves = position.move_list();
            for &mv in &moves {
                let names: Vec<_> = mv.squares().iter().map(Square::to_string).collect();
                for text in [position.move_text(mv), names.join("-"), names.join("x")] {
                    assert_eq!(position.read_text(&text), Ok(mv), "{text}");
                }
                assert_eq!(position.read_text(&names.join(" ").to_uppercase()), Ok(mv));
            }
        }
        assert!(checkers::Position::start().read_text("c3-e5").is_err());
    }

    #[test]
    fn moves_in_print_are_read() {
        let start = checkers::Position::start();
        let texts =
            ["f6 e5", "F6-E5", "11\u{2013}15", "11-15!", " 1. 11-15?! ", "1...11 - 15", "11 15"];
        for text in texts {
            assert_eq!(start.read_printed(text), start.read_text("11-15"), "{text}");
        }
        let loa = loa::Position::start();
        assert_eq!(loa.read_printed("1. b8\u{2014}b6!!"), loa.read_text("b8-b6"));
        assert!(start.read_printed("11!15").is_err() && start.read_printed("!").is_err());
    }
}
