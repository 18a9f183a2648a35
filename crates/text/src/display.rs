//! The board as a picture in the terminal.
//!
//! The sides differ by shape as well as by color: filled and hollow signs in a terminal with
//! colors, letters elsewhere. Brackets mark the squares of the last move, `x` its captures. Nothing
//! is cleared: a picture is a few lines among others.
//!
//! | sign | letter | meaning |
//! |---|---|---|
//! | filled, hollow circle | `b`, `w` | a piece of Black, of White |
//! | filled, hollow crown | `B`, `W` | a king of checkers |
//! | hollow crown | `k` | Tablut's king |
//! | cross | `+` | Tablut's empty throne |
//! | filled square | `s` | a spear of Amazons |

use games::{BoardGame, GameName, Named, board::Side};
use std::env;
use std::ffi::OsString;
use std::io::IsTerminal;

const LIGHT: &str = "\x1b[48;5;180m";
const DARK: &str = "\x1b[48;5;137m";
const THRONE: &str = "\x1b[48;5;95m";
const MARKED: &str = "\x1b[48;5;107m";
const BLACK_INK: &str = "\x1b[38;5;16m";
const WHITE_INK: &str = "\x1b[1;38;5;231m";
const PLAIN_INK: &str = "\x1b[0m";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// Signs of Unicode on colored squares.
    Color,
    /// Letters, without control sequences.
    Letters,
}

impl BoardStyle {
    /// The style for `stream`: colors for a terminal, unless `NO_COLOR` is set and not empty
    /// (no-color.org) or `TERM` is `dumb`; letters for a file or a pipe.
    pub fn of_terminal(stream: &impl IsTerminal) -> Self {
        if stream.is_terminal() {
            BoardStyle::of_environment(|name| env::var_os(name))
        } else {
            BoardStyle::Letters
        }
    }

    fn of_environment(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let is_dumb = variable("TERM").is_some_and(|term| term == "dumb");
        let has_no_color = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
        if is_dumb || has_no_color { BoardStyle::Letters } else { BoardStyle::Color }
    }
}

/// The squares that the last move has changed, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// From the first to the last square of the piece, and the square of a spear.
    pub moved: Vec<String>,
    pub captured: Vec<String>,
}

impl Marks {
    /// Those of `mv`, which was played in `before` and led to `after`.
    pub fn of_move<G: BoardGame>(before: &G, mv: G::Move, after: &G) -> Self {
        let moved = G::path(mv);
        let squares = (0..G::SIZE).flat_map(|row| (0..G::SIZE).map(move |file| (file, row)));
        let taken = squares.filter(|&(file, row)| {
            before.letter_at(file, row) != '.' && after.letter_at(file, row) == '.'
        });
        let taken = taken.map(|(file, row)| name(file, row));
        let captured = taken.filter(|name| !moved.contains(name)).collect();
        Marks { moved, captured }
    }
}

fn name(file: usize, row: usize) -> String {
    format!("{}{}", file_letter(file), row + 1)
}

fn file_letter(file: usize) -> char {
    ('a'..='z').nth(file).unwrap_or('?')
}

/// The board with its coordinates on all sides, each line with its end.
pub fn board<G: BoardGame + Named>(position: &G, marks: &Marks, style: BoardStyle) -> String {
    let files: String = (0..G::SIZE).map(|file| format!(" {} ", file_letter(file))).collect();
    let files = format!("    {}\n", files.trim_end());
    let mut drawn = files.clone();
    for row in (0..G::SIZE).rev() {
        let cells = (0..G::SIZE).map(|file| cell(position, file, row, marks, style));
        drawn += &format!(" {:>2} {} {}\n", row + 1, cells.collect::<String>(), row + 1);
    }
    drawn + &files
}

/// Three columns of the terminal.
fn cell<G: BoardGame + Named>(
    position: &G,
    file: usize,
    row: usize,
    marks: &Marks,
    style: BoardStyle,
) -> String {
    let name = name(file, row);
    let is_moved = marks.moved.contains(&name);
    let letter = match position.letter_at(file, row) {
        '.' if marks.captured.contains(&name) => 'x',
        // A spear, which `x` stands for elsewhere.
        'x' => 's',
        '.' if is_throne(G::NAME, file, row) => '+',
        letter => letter,
    };
    let sign = if style == BoardStyle::Color { sign(letter) } else { letter };
    let [left, right] = if is_moved { ['[', ']'] } else { [' ', ' '] };
    if style == BoardStyle::Letters {
        return format!("{left}{sign}{right}");
    }
    let ground = match (file + row).is_multiple_of(2) {
        _ if is_moved => MARKED,
        _ if is_throne(G::NAME, file, row) => THRONE,
        true => DARK,
        false => LIGHT,
    };
    let ink = if matches!(letter, 'w' | 'W' | 'k') { WHITE_INK } else { BLACK_INK };
    format!("{ground}{ink}{left}{sign}{right}{PLAIN_INK}")
}

/// The sign for a letter, one column wide.
const fn sign(letter: char) -> char {
    match letter {
        'b' => '\u{25cf}',
        'w' => '\u{25cb}',
        'B' => '\u{265a}',
        'W' | 'k' => '\u{2654}',
        's' => '\u{25a0}',
        '.' => ' ',
        letter => letter,
    }
}

fn is_throne(game: GameName, file: usize, row: usize) -> bool {
    game == GameName::Tablut && (file, row) == (4, 4)
}

/// The last event, and whose turn it is.
pub fn caption(to_move: Option<Side>, last: &str) -> String {
    match to_move {
        Some(side) => format!("{last}{}{side} to move", if last.is_empty() { "" } else { "; " }),
        None => last.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Game, Walker, checkers, tablut, with_game};

    /// Without colors there is nothing but letters, whatever the position; with them, the same
    /// number of lines.
    fn letters_need_no_control_sequence<G: BoardGame + Named>() {
        for position in Walker::new(3).game(G::start(), 30) {
            let drawn = board(&position, &Marks::default(), BoardStyle::Letters);
            assert!(drawn.is_ascii() && !drawn.contains('\x1b'), "{drawn}");
            assert_eq!(drawn.lines().count(), G::SIZE + 2);
            let colored = board(&position, &Marks::default(), BoardStyle::Color);
            assert_eq!(colored.lines().count(), G::SIZE + 2);
            let has_black = position.letters().contains(['b', 'B']);
            let holds = !has_black || colored.contains(['\u{25cf}', '\u{265a}']);
            assert!(holds, "Black's are filled");
        }
    }

    #[test]
    fn all_games_are_drawn_in_letters() {
        for game in GameName::ALL {
            with_game!(game, Position => letters_need_no_control_sequence::<Position>());
        }
    }

    #[test]
    fn each_line_of_letters_shows_its_row_and_the_squares_in_order() {
        let drawn = board(&tablut::Position::start(), &Marks::default(), BoardStyle::Letters);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "     a  b  c  d  e  f  g  h  i");
        assert_eq!(lines[0], lines[10]);
        assert_eq!(lines[1], "  9  .  .  .  b  b  b  .  .  .  9");
        assert_eq!(lines[5], "  5  b  b  w  w  k  w  w  b  b  5");
    }

    #[test]
    fn the_last_move_is_marked_and_the_throne_stays_visible() {
        let start = tablut::Position::start();
        let mv = games::Notation::read_move(&start, "a4-3").expect("legal");
        let after = start.play(mv);
        let marks = Marks::of_move(&start, mv, &after);
        assert_eq!((&marks.moved[..], marks.captured.len()), (&["a4".into(), "a3".into()][..], 0));
        let drawn = board(&after, &marks, BoardStyle::Letters);
        assert!(drawn.contains("  3 [b]") && drawn.contains("  4 [.]"), "{drawn}");
        let throne = tablut::rules::THRONE;
        let left = BoardGame::set(&after, &throne.to_string(), "-", Side::Black).expect("a square");
        assert!(board(&left, &marks, BoardStyle::Letters).contains(" + "));
    }

    #[test]
    fn captured_pieces_are_crossed() {
        let mut seen = 0;
        for seed in 0..20 {
            let game = Walker::new(seed).game(checkers::Position::start(), 60);
            for position in game {
                let Some(mv) = Walker::new(seed).step(&position) else { continue };
                let after = position.play(mv);
                let marks = Marks::of_move(&position, mv, &after);
                let [before, after_it] =
                    [&position, &after].map(|at| at.letters().replace('.', "").len());
                assert_eq!(before - after_it, marks.captured.len());
                seen += marks.captured.len();
                let drawn = board(&after, &marks, BoardStyle::Letters);
                assert_eq!(drawn.matches('x').count(), marks.captured.len());
            }
        }
        assert!(seen > 0, "no capture was played");
    }

    fn style(variables: &[(&str, &str)]) -> BoardStyle {
        BoardStyle::of_environment(|name| {
            let found = variables.iter().find(|(set, _)| *set == name);
            found.map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn the_environment_decides_about_colors() {
        assert_eq!(style(&[("TERM", "xterm-256color")]), BoardStyle::Color);
        assert_eq!(style(&[("TERM", "xterm"), ("NO_COLOR", "")]), BoardStyle::Color);
        assert_eq!(style(&[("TERM", "xterm"), ("NO_COLOR", "1")]), BoardStyle::Letters);
        assert_eq!(style(&[("TERM", "dumb")]), BoardStyle::Letters);
    }
}
