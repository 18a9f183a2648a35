//! Writes a game so that every reader understands it.
//!
//! PDN 3.0: the moves end with `*`, the result is a tag whose first number is Black's, a capture is
//! its first and last square unless that names several moves, lines are shorter than 80 characters.
//! A game from another position has the tags `SetUp` and `FEN`, the squares one by one, because
//! older readers know no ranges. Tags keep their order.
//!
//! Where White begins, his move has the number `1.`, as Black's has else, and after a variation no
//! number stands again: PDN 3.0 leaves both open, and one of the readers tried (pydraughts) takes
//! the number after `1...` for a move, and destroys `12.` where `2.` stands twice.

use crate::pdn::game::{PdnGame, PdnLine, Turn};
use crate::pdn::values::game_type::Squares;
use crate::pdn::values::result_text::PdnResult;
use crate::pdn::written_tags::written_tags;
use cli::visible;
use games::Game as _;
use games::checkers::{Move, Position, Square};
use std::fmt::Write;

/// Lines wrap before this column.
const WIDTH: usize = 79;

/// The style of the moves, where readers differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PdnStyle {
    pub squares: Squares,
    pub terminator: Terminator,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Terminator {
    /// `*`, as PDN 3.0 demands.
    #[default]
    Star,
    /// The result, as PDN 2.0 had it.
    Result,
}

/// Writes a game, followed by an empty line.
pub fn write(game: &PdnGame, style: PdnStyle) -> String {
    let outcome = game.outcome();
    let result = outcome.map_or("*", PdnResult::text);
    let mut text = String::new();
    for (name, value) in written_tags(game, result, style.squares) {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
    let mut words = GameWords { style, words: Vec::new() };
    words.line(&game.line, game.start, 0);
    if game.line.turns.is_empty() {
        // One reader takes a game without a number and a point for the end of the file. The text
        // after `%` is not part of the game.
        text.push_str("% No move was played.*\n");
    }
    // A tag whose text is kept leaves the result to the last word.
    let is_in_tag = game.unknown_result().is_none();
    words.words.push(match style.terminator {
        Terminator::Star if is_in_tag => "*".to_string(),
        Terminator::Star | Terminator::Result => result.to_string(),
    });
    wrap(&words.words, &mut text);
    text.push('\n');
    text
}

struct GameWords {
    style: PdnStyle,
    words: Vec<String>,
}

impl GameWords {
    /// Adds a line that begins after `plies` plies of the game.
    fn line(&mut self, line: &PdnLine, start: Position, plies: usize) {
        self.comments(&line.comments);
        let mut here = start;
        for (turn, ply) in line.turns.iter().zip(plies..) {
            let number = ply / 2 + 1;
            let number = match ply % 2 {
                0 => format!("{number}. "),
                // Only at the beginning of a variation: one reader does not accept a number twice.
                _ if ply == plies => format!("{number}... "),
                _ => String::new(),
            };
            self.turn(turn, &here, &number);
            self.comments(&turn.comments);
            for variation in &turn.variations {
                self.variation(variation, here, ply);
            }
            here = here.play(turn.mv);
        }
    }

    fn variation(&mut self, line: &PdnLine, start: Position, plies: usize) {
        let first = self.words.len();
        self.line(line, start, plies);
        if self.words.len() == first {
            self.words.push(String::new());
        }
        self.words[first].insert(0, '(');
        if let Some(last) = self.words.last_mut() {
            last.push(')');
        }
    }

    /// Adds a move. Its number and the move are one word, so no line ends between them.
    fn turn(&mut self, turn: &Turn, here: &Position, number: &str) {
        let text = match self.style.squares {
            Squares::Numbers => short_text(here, turn.mv),
            Squares::Names => names(here, turn.mv),
        };
        self.words.push(format!("{number}{text}"));
        self.words.extend(turn.annotations.iter().map(|number| format!("${number}")));
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            let clean = one_line(comment).replace('{', "(").replace('}', ")");
            self.words.extend(format!("{{{clean}}}").split(' ').map(str::to_string));
        }
    }
}

/// The move by the numbers of its squares: the first and the last, or all of them if those two fit
/// another move as well.
pub fn short_text(position: &Position, mv: Move) -> String {
    text_of(position, mv, |square| square.number().to_string())
}

fn names(position: &Position, mv: Move) -> String {
    text_of(position, mv, |square| square.to_string())
}

fn text_of(position: &Position, mv: Move, name: impl Fn(Square) -> String) -> String {
    let legal = position.move_list();
    let squares = match legal
        .iter()
        .filter(|other| other.from() == mv.from() && other.to() == mv.to())
        .count()
    {
        1 => vec![mv.from(), mv.to()],
        _ => mv.squares().to_vec(),
    };
    let hyphen = if mv.is_jump() { "x" } else { "-" };
    squares.into_iter().map(name).collect::<Vec<_>>().join(hyphen)
}

/// Joins lines and removes doubled spaces; what is hidden in them is shown.
fn one_line(text: &str) -> String {
    visible::line(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

fn wrap(words: &[String], text: &mut String) {
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text.push('\n');
}
