//! The differences between the text games: all that a new one has to describe.
//!
//! A game whose rules are in `games` and whose evaluator is in `evaluation` becomes a text program
//! by an `impl Dialect` in a file of its own, a `mod` line in `lib.rs`, and a `bin/` file of one
//! statement. Eight items have no default; the others follow what most assignments ask for. The
//! recipe with all places is in CONTRIBUTING.md.

use agent::time::Pace;
use formats::commands::{CommandForm, Comments, MoveWords};
use games::BoardGame;
use games::{
    MoveHints, NotationError,
    board::{Side, Square},
};
use search::Evaluator;
use std::fmt;

/// A game in its text program.
pub trait Dialect: MoveHints<Move: Send> + BoardGame + Send + 'static {
    /// The evaluator of the automatic player.
    type Evaluator: Evaluator<Self> + Default;

    const TITLE: &'static str;
    /// One line of `--help`.
    const ABOUT: &'static str;
    /// How a move is written, with examples, for help.
    const MOVE_FORM: &'static str;
    /// The words for pieces that `set` knows, for help and errors.
    const PIECES: &'static str;

    /// The limit of moves for each player.
    const LIMIT: MoveLimit = MoveLimit::Off;
    /// True if there is a `limit` command; else the game's own limit of quiet plies holds.
    const HAS_LIMIT: bool = !matches!(Self::LIMIT, MoveLimit::Unsupported);
    const COMMENTS: Comments = Comments::Anywhere;
    /// True if words after a move are ignored; else they make it malformed.
    const MOVE_IS_ONE_WORD: bool = false;
    /// The worth of a score of 1.00, which is 100 units of the evaluator.
    const SCORE_UNIT: &'static str = "1.00 wins three games of four";
    /// How much of its time the player takes for each move.
    const PACE: Pace = Pace::Steady(24);
    /// Nodes of a search after `seed`, at most: about a tenth of a second's work.
    const SEEDED_NODES: u64 = 150_000;

    /// How its lines are read as commands.
    fn command_form() -> CommandForm {
        CommandForm {
            comments: Self::COMMENTS,
            move_words: if Self::MOVE_IS_ONE_WORD { MoveWords::First } else { MoveWords::All },
            is_position: |line| Self::read_position(line).is_some(),
        }
    }

    /// The position with a piece placed on, or taken off, a square, and `next` to move. Most games
    /// read the words with [`parse_placement`]. The error is a sentence about the wrong word.
    fn set(&self, square: &str, piece: &str, next: Side) -> Result<Self, String>;

    /// A simple static evaluation for the plain opponent, in units of the game's own: the larger,
    /// the better for Black. Far below a million either way.
    fn simple_evaluation(&self) -> i32;

    /// Reads a legal move as players write it: by default in the game's notation alone.
    fn read_text(&self, text: &str) -> Result<Self::Move, NotationError> {
        self.read_move(text)
    }

    /// A move in a second notation, if the game has one.
    fn other_text(mv: Self::Move) -> Option<String> {
        let _ = mv;
        None
    }

    /// The prompt for a manual player, with `>` and a blank at its end; `to_move` is `None` while
    /// no game is on.
    fn prompt(to_move: Option<Side>) -> &'static str {
        let _ = to_move;
        "> "
    }

    /// The output of the `dump` command, with its `===` lines; see [`dump_of`].
    fn dump(&self) -> String {
        dump_of([self.board_text()])
    }

    /// Why the board has ended the game, as a clause.
    fn board_end(&self, end: GameEnd) -> String {
        let _ = end;
        "the board shows it".to_string()
    }

    /// The position that a line shows in a notation of whole positions; `None` if the game has none
    /// or the line is not in it. The error is a sentence.
    fn read_position(line: &str) -> Option<Result<Self, String>> {
        let _ = line;
        None
    }

    /// The pass, if the side to move can only pass. It is played without asking.
    fn forced_pass(&self) -> Option<Self::Move> {
        None
    }
}

/// A limit of moves for each player.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    Won(Side),
    Tie,
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameEnd::Won(side) => write!(f, "{side} wins."),
            GameEnd::Tie => f.write_str("Tie game."),
        }
    }
}

/// The square and the content that the words of `set` mean. `pieces` are the game's, each known
/// by its name or its first letter in any case; `-` takes a piece away. An error is a sentence that
/// lists `names`.
pub fn parse_placement<const N: usize, P: Copy>(
    square: &str,
    piece: &str,
    pieces: &[(&str, P)],
    names: &str,
) -> Result<(Square<N>, Option<P>), String> {
    let place = Square::from_name(square).ok_or_else(|| {
        let last = Square::<N>::from_index(Square::<N>::COUNT - 1);
        format!("set: \"{square}\" is not a square; write a1 to {last}")
    })?;
    let is_meant =
        |name: &str| piece.eq_ignore_ascii_case(name) || piece.eq_ignore_ascii_case(&name[..1]);
    match pieces.iter().find(|(name, _)| is_meant(name)) {
        Some(&(_, piece)) => Ok((place, Some(piece))),
        None if piece == "-" => Ok((place, None)),
        None => Err(format!("set: \"{piece}\" is not a piece; write {names}")),
    }
}

/// A dump of these rows: between two `===` lines.
pub fn dump_of(rows: impl IntoIterator<Item = String>) -> String {
    let rows: Vec<String> = rows.into_iter().collect();
    format!("===\n{}\n===", rows.join("\n"))
}
