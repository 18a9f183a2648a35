//! What differs between the games of the shell.

use games::board::{Side, Square};
use games::{MoveHints, Notation};
use search::Evaluator;
use std::fmt;

/// A game as its text program presents it.
pub trait Dialect: MoveHints + Notation + 'static {
    /// What the automatic player evaluates with.
    type Evaluator: Evaluator<Self> + Default;

    /// The program's name.
    const NAME: &'static str;
    /// One line of `--help`.
    const ABOUT: &'static str;
    /// The limit of moves for each player.
    const LIMIT: Limit;
    /// Where comments may stand.
    const COMMENTS: Comments;
    /// Whether words behind a move are ignored; else they make it malformed.
    const MOVE_IS_ONE_WORD: bool;
    /// The words for pieces that `set` knows, for help and errors.
    const PIECES: &'static str;
    /// Nodes of each search after `seed`.
    const SEEDED_NODES: u64;

    /// What a manual player is asked with, `>` and a blank included; `to_move` is none when no game
    /// is on.
    fn prompt(to_move: Option<Side>) -> String;

    /// What the `dump` command prints, the `===` lines included.
    fn dump(&self) -> String;

    /// The position with a piece placed on, or taken off, a square, and `next` to move.
    ///
    /// # Errors
    /// A word names no square or no piece; the text says which.
    fn set(&self, square: &str, piece: &str, next: Side) -> Result<Self, String>;

    /// A simple judgement for the plain opponent: the larger, the better for Black.
    fn simple(&self) -> i32;

    /// The move of a player who can do nothing but let the turn go by, if the game has such.
    fn forced_pass(&self) -> Option<Self::Move> {
        None
    }
}

/// A limit of moves for each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The game has no such rule.
    Unknown,
    /// None until the `limit` command sets one, and none after `new`.
    Off,
    /// So many until the `limit` command sets another, and again after `new`.
    Moves(u32),
}

impl Limit {
    /// The limit that a new game has.
    pub const fn at_start(self) -> Option<u32> {
        match self {
            Limit::Unknown | Limit::Off => None,
            Limit::Moves(moves) => Some(moves),
        }
    }
}

/// Where a `#` begins a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comments {
    /// As the first character of a line that is no blank.
    WholeLines,
    /// Anywhere in a line.
    Anywhere,
}

impl Comments {
    /// The part of a line that is no comment.
    pub fn strip(self, line: &str) -> &str {
        match self {
            Comments::WholeLines if line.trim_start().starts_with('#') => "",
            Comments::WholeLines => line,
            Comments::Anywhere => line.split('#').next().unwrap_or(""),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// A side has won.
    Won(Side),
    /// Nobody has.
    Tie,
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameResult::Won(side) => write!(f, "{side} wins."),
            GameResult::Tie => f.write_str("Tie game."),
        }
    }
}

/// A side by its name, in any case.
pub fn side_named(word: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| side.to_string().eq_ignore_ascii_case(word))
}

/// The square and the content that the words of `set` mean. `pieces` are the game's own, each known
/// by its name or the first letter of it in any case; `-` takes a piece away.
///
/// # Errors
/// A word names no square or none of `names`; the text says which.
pub fn placed<const N: usize, P: Copy>(
    square: &str,
    piece: &str,
    pieces: &[(&str, P)],
    names: &str,
) -> Result<(Square<N>, Option<P>), String> {
    let place = Square::from_name(square).ok_or_else(|| {
        let last = Square::<N>::from_index(Square::<N>::COUNT - 1);
        format!("set: \"{square}\" is no square; write a1 to {last}")
    })?;
    let is_meant =
        |name: &str| piece.eq_ignore_ascii_case(name) || piece.eq_ignore_ascii_case(&name[..1]);
    match pieces.iter().find(|(name, _)| is_meant(name)) {
        Some(&(_, piece)) => Ok((place, Some(piece))),
        None if piece == "-" => Ok((place, None)),
        None => Err(format!("set: \"{piece}\" is no piece; write {names}")),
    }
}

/// The lines of a dump: rows between two `===` lines.
pub fn bracketed(rows: impl IntoIterator<Item = String>) -> String {
    let rows: Vec<String> = rows.into_iter().collect();
    format!("===\n{}\n===", rows.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_stripped_where_the_game_has_them() {
        assert_eq!(Comments::WholeLines.strip("  # auto black"), "");
        assert_eq!(Comments::WholeLines.strip("b8-b6 # good"), "b8-b6 # good");
        assert_eq!(Comments::Anywhere.strip("b8-b6 # good"), "b8-b6 ");
        assert_eq!(Comments::Anywhere.strip("# good"), "");
    }

    #[test]
    fn sides_are_named_in_any_case() {
        assert_eq!(side_named("BLACK"), Some(Side::Black));
        assert_eq!(side_named("white"), Some(Side::White));
        assert_eq!(side_named("whit"), None);
    }
}
