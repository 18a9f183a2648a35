//! `input.txt`: the referee's question.
//!
//! ```text
//! GAME               SINGLE or GAME
//! BLACK              the side to play
//! 299.93             seconds left
//! .b.b.b.b           eight rows of . w W b B, row 8 first
//! ...
//! ```
//!
//! The parser is generous: it accepts line ends of Unix, Windows and old Macs, blank lines, blanks
//! and control characters around words, any case of the two words, any spelling of the number (also
//! `299,93`), UTF-16, and ignores anything after the board. Errors name line and column.

use crate::INPUT_FILE;
use crate::error::FormatError;
use cli::{lines::lines, visible};
use games::Game;
use games::board::Side;
use games::checkers::Position;
use std::borrow::Cow;
use std::fmt::Display;
use std::time::Duration;

/// The largest file that is read, in bytes. A request has about 100, and there may be blanks around
/// them.
pub const SIZE_LIMIT: u64 = 64 * 1024;

/// The scope of the time left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// `SINGLE`: only this move.
    Single,
    /// `GAME`: the rest of the game.
    Game,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub play: Play,
    pub remaining: Duration,
    /// With our side to move.
    pub position: Position,
}

/// The error if there is no request.
pub const MISSING: &str = "there is no input.txt in this directory: write SINGLE or GAME, BLACK or \
                           WHITE, the seconds left and eight rows of the board into it";
/// The most seconds of a game; a larger number is cut down to it.
const MOST_SECONDS: f64 = 3_600.0;
/// The seconds of a game whose clock is infinite: those of the course.
const ENDLESS_SECONDS: f64 = 300.0;

/// A line that is not blank, with its place.
#[derive(Clone, Copy)]
struct RequestLine<'a> {
    file: &'a str,
    number: usize,
    column: usize,
    text: &'a str,
}

impl RequestLine<'_> {
    fn error(self, column: usize, what: impl Display) -> FormatError {
        let RequestLine { file, number, .. } = self;
        FormatError::new(format!("{file}, line {number}, column {column}: {what}"))
    }
}

impl Request {
    pub fn parse(text: &str) -> Result<Self, FormatError> {
        Request::parse_file(INPUT_FILE, text)
    }

    /// Reads the text of a file, which errors call `file`.
    pub fn parse_file(file: &str, text: &str) -> Result<Self, FormatError> {
        match Request::parse_for_any_clock(file, text)? {
            (request, Ok(())) => Ok(request),
            (_, Err(error)) => Err(error),
        }
    }

    /// As [`Request::parse_file`], but for a player that must move: if the seconds left are no
    /// number, there are none, and the error stands beside the request.
    pub fn parse_for_any_clock(
        file: &str,
        text: &str,
    ) -> Result<(Self, Result<(), FormatError>), FormatError> {
        let mut filled = lines(text).enumerate().filter_map(|(index, line)| {
            let text = line.trim_start_matches(is_around);
            let indent = &line[..line.len() - text.len()];
            let (number, column) = (index + 1, indent.chars().count() + 1);
            let text = text.trim_end_matches(is_around);
            (!text.is_empty()).then_some(RequestLine { file, number, column, text })
        });
        let last = lines(text).count();
        let mut next = |part| {
            filled.next().ok_or_else(|| {
                FormatError::new(format!("{file} ends after line {last}; next should come {part}"))
            })
        };
        let play = play(next("SINGLE or GAME")?)?;
        let side = side(next("BLACK or WHITE")?)?;
        let remaining = seconds(next("the number of seconds left")?);
        let rows = (0..8).map(|_| next("a row of the board, like .b.b.b.b"));
        let position = rows.collect::<Result<Vec<_>, _>>().and_then(|rows| position(&rows, side));
        match (position, remaining) {
            (Ok(position), Ok(remaining)) => Ok((Request { play, remaining, position }, Ok(()))),
            (Ok(position), Err(error)) => {
                Ok((Request { play, remaining: Duration::ZERO, position }, Err(error)))
            }
            // The first error of the file.
            (Err(_), Err(error)) | (Err(error), Ok(_)) => Err(error),
        }
    }

    /// Writes the request, for referees and tests.
    pub fn text(&self) -> String {
        let play = match self.play {
            Play::Single => "SINGLE",
            Play::Game => "GAME",
        };
        let side = match self.position.side_to_move() {
            Side::Black => "BLACK",
            Side::White => "WHITE",
        };
        let seconds = self.remaining.as_secs_f64();
        format!("{play}\n{side}\n{seconds}\n{}\n", self.position.rows_text('\n'))
    }
}

/// The text of the file's bytes: UTF-8, where bytes that are none become replacement characters, or
/// UTF-16, as Notepad and PowerShell write it.
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] | [1..=0xff, 0, 1..=0xff, 0, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] | [0, 1..=0xff, 0, 1..=0xff, ..] => u16::from_be_bytes,
        _ => return String::from_utf8_lossy(bytes),
    };
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let characters = char::decode_utf16(units);
    characters.map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect::<String>().into()
}

fn is_around(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

fn wrong(line: RequestLine<'_>, what: &str) -> FormatError {
    // Only the beginning of a long line, which keeps the message on one line of a terminal.
    let found: String = line.text.chars().take(40).collect();
    let found = visible::line(&found).into_owned();
    line.error(line.column, format_args!("\"{found}\" is not a {what}"))
}

fn play(line: RequestLine<'_>) -> Result<Play, FormatError> {
    match line.text.to_ascii_uppercase().as_str() {
        "SINGLE" => Ok(Play::Single),
        "GAME" => Ok(Play::Game),
        _ => Err(wrong(line, "kind of play; write SINGLE or GAME")),
    }
}

fn side(line: RequestLine<'_>) -> Result<Side, FormatError> {
    match line.text.to_ascii_uppercase().as_str() {
        "BLACK" => Ok(Side::Black),
        "WHITE" => Ok(Side::White),
        _ => Err(wrong(line, "side; write BLACK or WHITE")),
    }
}

/// Reads the time left. Zero and negative numbers mean none: a legal move may still be requested.
fn seconds(line: RequestLine<'_>) -> Result<Duration, FormatError> {
    // Half of the world writes a comma for the point.
    let text = match line.text.split_once(',') {
        Some((whole, part)) if !part.contains(['.', ',']) && !whole.contains('.') => {
            Cow::Owned(format!("{whole}.{part}"))
        }
        _ => Cow::Borrowed(line.text),
    };
    match text.parse::<f64>() {
        Ok(f64::INFINITY) => Ok(Duration::from_secs_f64(ENDLESS_SECONDS)),
        Ok(seconds) if !seconds.is_nan() => {
            Ok(Duration::from_secs_f64(seconds.clamp(0.0, MOST_SECONDS)))
        }
        _ => Err(wrong(line, "number of seconds; write it like 299.93")),
    }
}

fn position(rows: &[RequestLine<'_>], side: Side) -> Result<Position, FormatError> {
    let texts = rows.iter().map(|row| row.text);
    Position::from_rows(texts, side).map_err(|error| {
        let line = rows[error.row().unwrap_or(1) - 1];
        line.error(line.column + error.column().unwrap_or(1) - 1, &error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{ProptestConfig, any, prop, proptest};

    const START: &str = "GAME\nBLACK\n300.0\n.b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\nw.w.w.w.\n.w.w.w.w\nw.w.w.w.\n";

    #[test]
    fn the_plain_form_is_read_and_written_back() {
        let request = Request::parse(START).expect("the plain form");
        assert_eq!(request.position, Position::start());
        assert_eq!(request.remaining, Duration::from_secs(300));
        assert_eq!(Request::parse(&request.text()).expect("our own text"), request);
    }

    #[test]
    fn line_ends_blanks_case_and_blank_lines_do_not_matter() {
        let plain = Request::parse(START).expect("the plain form");
        let spread =
            START.replace('\n', " \t\r\n\r\n").replace("GAME", "  game").replace("BLACK", "Black");
        assert_eq!(Request::parse(&spread).expect("spread out"), plain);
        assert_eq!(Request::parse(&START.replace('\n', "\r")).expect("old line ends"), plain);
        let no_end = START.trim_end();
        assert_eq!(Request::parse(no_end).expect("no last line end"), plain);
        for end in ["\0", "\u{1a}", "\0\0\u{1a}\r"] {
            assert_eq!(Request::parse(&format!("{no_end}{end}")).expect("a mark of an end"), plain);
        }
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            let marked: Vec<u8> =
                format!("\u{feff}{START}").encode_utf16().flat_map(order).collect();
            for bytes in [&marked[..], &marked[2..]] {
                assert_eq!(Request::parse(&text(bytes)).expect("UTF-16"), plain);
            }
        }
        let more = format!("\u{FEFF}{START}\nsomething else\n");
        assert_eq!(Request::parse(&more).expect("something behind it"), plain);
    }

    #[test]
    fn every_spelling_of_a_number_is_read() {
        for (text, seconds) in [
            ("300", 300.0),
            ("1e1", 10.0),
            ("0.220000000000065", 0.220_000_000),
            ("3.49581474878846e-14", 0.0),
            ("299,93", 299.93),
            (",5", 0.5),
            (".5", 0.5),
            ("+5.", 5.0),
            ("0", 0.0),
            ("-3", 0.0),
            ("1e9", MOST_SECONDS),
            ("1e400", ENDLESS_SECONDS),
            ("inf", ENDLESS_SECONDS),
        ] {
            let request = Request::parse(&START.replace("300.0", text)).expect(text);
            assert!((request.remaining.as_secs_f64() - seconds).abs() < 1e-9, "{text}");
        }
    }

    fn message(text: &str) -> String {
        Request::parse(text).expect_err("a fault").to_string()
    }

    #[test]
    fn faults_name_the_file_that_was_given() {
        let renamed = Request::parse_file("a copy", "").expect_err("a fault").to_string();
        assert!(renamed.starts_with("a copy ends after line 0; next should come"), "{renamed}");
    }

    #[test]
    fn faults_name_line_and_column() {
        assert_eq!(
            message(&START.replace("BLACK", "  GREEN")),
            "input.txt, line 2, column 3: \"GREEN\" is not a side; write BLACK or WHITE"
        );
        assert!(message(&START.replace("300.0", "soon")).contains("line 3, column 1: \"soon\""));
        for wrong in ["nan", "1,000.5", "1,2,3", "3.0,5", ","] {
            let found = message(&START.replace("300.0", wrong));
            assert!(found.contains("line 3, column 1: "), "{found}");
        }
        let raw = message(&START.replace("300.0", "3\u{1b}[2J"));
        assert!(raw.contains("\"3\\u{1b}[2J\""), "{raw}");
        let piece = message(&START.replace("b.b.b.b.\n", "\n b.b.x.b.\n"));
        assert!(piece.starts_with("input.txt, line 6, column 6: 'x' is not a piece"), "{piece}");
        let light = message(&START.replace("w.w.w.w.", "ww......"));
        assert!(light.starts_with("input.txt, line 9, column 2: 'w' stands on a light"), "{light}");
        let short = message("GAME\nBLACK\n1\n.b.b.b.b\n");
        let holds = short.starts_with("input.txt ends after line 4; next should come a row");
        assert!(holds, "{short}");
        assert!(message("").contains("next should come SINGLE or GAME"));
    }

    #[test]
    fn a_clock_that_is_no_number_is_an_error_beside_the_request() {
        for clock in ["nan", "0.2s", "0.2 0.3", "soon"] {
            let text = START.replace("300.0", clock);
            let (request, clock_error) =
                Request::parse_for_any_clock(INPUT_FILE, &text).expect("a good board");
            assert_eq!(request.position, Position::start());
            assert_eq!(request.remaining, Duration::ZERO);
            let found = clock_error.expect_err("no number");
            assert_eq!(found, Request::parse(&text).expect_err("no number"));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_bytes_make_the_parser_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Request::parse(&text(&bytes));
        }

        #[test]
        fn no_edit_of_a_request_makes_the_parser_panic(at in 0..START.len(), byte in any::<u8>()) {
            let mut bytes = START.as_bytes().to_vec();
            bytes[at] = byte;
            let _ = Request::parse(&String::from_utf8_lossy(&bytes));
        }
    }
}
