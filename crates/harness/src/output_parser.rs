//! What a program's output means, line by line.
//!
//! Every line loses all up to its last `>` and the blanks that follow: its prompts. What then
//! begins with `*` is an announcement, and nothing else may begin so. `===` and `===` bracket a
//! dump, whose lines are kept as they are. All the rest is for people and is dropped. Only text is
//! read here: no process, no clock.

use crate::announcement::Announcement;
use crate::game::TextGame;
use crate::limits::Limits;
use thiserror::Error;

/// What brackets a dump.
const BRACKET: &str = "===";

/// Something that matters in the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputItem {
    /// A whole dump with its brackets.
    Dump(Vec<String>),
    /// A move or a result.
    Announcement(Announcement),
}

/// A rule that the output broke.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OutputError {
    /// A line with a star that announces neither a move nor a result.
    #[error(
        "line {line} of its output is `{text}`, which is no announcement{}; write `* {}`, \
         `* White wins.` or `* Black wins.`, and no other line with a star",
        of_game(*game), example(*game)
    )]
    Unknown {
        /// Counted from 1.
        line: usize,
        /// The line without its prompts.
        text: String,
        /// The game, if it is known.
        game: Option<TextGame>,
    },
    /// An announcement inside a dump.
    #[error(
        "line {line} of its output is `{text}`, but the dump that begins in line {begun} has not \
         been closed by `===`"
    )]
    InDump {
        /// Counted from 1.
        line: usize,
        /// The announcement.
        text: String,
        /// The line in which the dump begins, counted from 1.
        begun: usize,
    },
    /// The output ends in a dump.
    #[error("the dump that begins in line {begun} of its output is never closed by `===`")]
    UnclosedDump {
        /// The line in which it begins, counted from 1.
        begun: usize,
    },
    /// More lines than this.
    #[error("it printed more than {0} lines")]
    TooManyLines(usize),
    /// A line longer than the limit.
    #[error("line {line} of its output is longer than {limit} bytes")]
    LineTooLong {
        /// Counted from 1.
        line: usize,
        /// In bytes.
        limit: usize,
    },
    /// More announcements than this that no directive asks for.
    #[error("it announced more than {0} moves and results that no directive asks for")]
    TooManyUnread(usize),
}

fn of_game(game: Option<TextGame>) -> String {
    game.map(|game| format!(" of {game}")).unwrap_or_default()
}

fn example(game: Option<TextGame>) -> &'static str {
    game.unwrap_or(TextGame::Loa).example()
}

/// A reader of one program's output.
#[derive(Debug)]
pub struct OutputParser {
    game: Option<TextGame>,
    limits: Limits,
    lines: usize,
    dump: Option<Dump>,
}

#[derive(Debug)]
struct Dump {
    begun: usize,
    lines: Vec<String>,
}

impl OutputParser {
    /// A parser at the first line. If the game is not given, the first move decides it.
    pub const fn new(game: Option<TextGame>, limits: Limits) -> Self {
        OutputParser { game, limits, lines: 0, dump: None }
    }

    /// The most bytes a line may have.
    pub const fn max_line_bytes(&self) -> usize {
        self.limits.max_line_bytes
    }

    const fn max_lines(&self) -> usize {
        match self.game {
            Some(TextGame::Amazons) => self.limits.max_lines_of_amazons,
            _ => self.limits.max_lines,
        }
    }

    /// Reads one line, without its end. The item that it completes, if any.
    ///
    /// # Errors
    /// The line breaks a rule; the rest of the output means nothing then.
    pub fn line(&mut self, raw: &[u8]) -> Result<Option<OutputItem>, OutputError> {
        self.lines += 1;
        if self.lines > self.max_lines() {
            return Err(OutputError::TooManyLines(self.max_lines()));
        }
        if raw.len() > self.limits.max_line_bytes {
            return Err(OutputError::LineTooLong {
                line: self.lines,
                limit: self.limits.max_line_bytes,
            });
        }
        let text = String::from_utf8_lossy(raw);
        let text = text.strip_suffix('\r').unwrap_or(&text);
        let said = without_prompts(text);
        match self.dump.take() {
            Some(dump) => self.in_dump(dump, text, said),
            None => self.outside(said),
        }
    }

    fn in_dump(
        &mut self,
        mut dump: Dump,
        text: &str,
        said: &str,
    ) -> Result<Option<OutputItem>, OutputError> {
        if said.starts_with('*') {
            let (line, text) = (self.lines, said.to_string());
            return Err(OutputError::InDump { line, text, begun: dump.begun });
        }
        if is_bracket(said) {
            dump.lines.push(BRACKET.to_string());
            return Ok(Some(OutputItem::Dump(dump.lines)));
        }
        dump.lines.push(text.to_string());
        self.dump = Some(dump);
        Ok(None)
    }

    fn outside(&mut self, said: &str) -> Result<Option<OutputItem>, OutputError> {
        if said.starts_with('*') {
            let announcement = Announcement::parse(said, &mut self.game);
            let (line, game) = (self.lines, self.game);
            let strange = || OutputError::Unknown { line, text: said.to_string(), game };
            return announcement
                .map(|announcement| Some(OutputItem::Announcement(announcement)))
                .ok_or_else(strange);
        }
        if is_bracket(said) {
            self.dump = Some(Dump { begun: self.lines, lines: vec![BRACKET.to_string()] });
        }
        Ok(None)
    }

    /// Checks the end of the output.
    ///
    /// # Errors
    /// It has ended within a dump.
    pub fn end(&self) -> Result<(), OutputError> {
        self.dump
            .as_ref()
            .map_or(Ok(()), |dump| Err(OutputError::UnclosedDump { begun: dump.begun }))
    }
}

fn without_prompts(text: &str) -> &str {
    text.rsplit_once('>').map_or(text, |(_, rest)| rest.trim_start())
}

fn is_bracket(said: &str) -> bool {
    said.trim_end() == BRACKET
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::announcement::GameResult;
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    fn read_with(limits: Limits, output: &str) -> Result<Vec<OutputItem>, OutputError> {
        read_of(None, limits, output)
    }

    fn read_of(
        game: Option<TextGame>,
        limits: Limits,
        output: &str,
    ) -> Result<Vec<OutputItem>, OutputError> {
        let mut parser = OutputParser::new(game, limits);
        let mut item = Vec::new();
        for line in output.lines() {
            item.extend(parser.line(line.as_bytes())?);
        }
        parser.end().map(|()| item)
    }

    fn read(output: &str) -> Result<Vec<OutputItem>, OutputError> {
        read_with(Limits::default(), output)
    }

    fn played(text: &str) -> OutputItem {
        OutputItem::Announcement(Announcement::Move(text.to_string()))
    }

    #[test]
    fn prompts_are_stripped_up_to_the_last() {
        for line in ["* c1-c3", "> * c1-c3", "b> w> -> \t * c1-c3  ", "x>*>* c1-c3", ">* c1-c3\r"] {
            assert_eq!(read(line), Ok(vec![played("c1-c3")]), "{line}");
        }
        for noise in ["", "> ", " * c1-c3", "* c1-c3> ", "welcome to * c1-c3", "====", " ==="] {
            assert_eq!(read(noise), Ok(Vec::new()), "{noise:?}");
        }
    }

    #[test]
    fn dumps_are_kept_as_they_are() {
        let dump = "===\n  - b  w\n\n# > x\nNext move: black\n===";
        let lines = dump.lines().map(str::to_string).collect::<Vec<_>>();
        let output = format!("hello\nb> {dump}  \n> * c1-c3\nb> > {dump}\n");
        let expected =
            vec![OutputItem::Dump(lines.clone()), played("c1-c3"), OutputItem::Dump(lines)];
        assert_eq!(read(&output), Ok(expected));
    }

    #[test]
    fn a_dump_must_be_closed() {
        assert_eq!(read("x\n===\n - -\n"), Err(OutputError::UnclosedDump { begun: 2 }));
        let error = read("===\n - -\n> * c1-c3\n").expect_err("an open dump");
        assert_eq!(error, OutputError::InDump { line: 3, text: "* c1-c3".to_string(), begun: 1 });
    }

    #[test]
    fn stars_only_announce() {
        let error = read("> * c1-c3\n> ** so there\n").expect_err("a strange line");
        let start = "line 2 of its output is `** so there`, which is no announcement of \
                     Lines of Action; write `* c1-c3`";
        assert!(error.to_string().starts_with(start), "{error}");
        assert!(read("* a1-4\n* c1-c3\n").is_err(), "moves of two games");
        let tie = OutputItem::Announcement(Announcement::Result(GameResult::Tie));
        assert_eq!(read("* Tie game.\n"), Ok(vec![tie]));
    }

    #[test]
    fn too_much_output_is_refused() {
        let limits = Limits { max_lines: 3, max_line_bytes: 10, ..Limits::default() };
        assert_eq!(read_with(limits, "a\nb\nc\n"), Ok(Vec::new()));
        assert_eq!(read_with(limits, "a\nb\nc\nd\n"), Err(OutputError::TooManyLines(3)));
        for game in [TextGame::Loa, TextGame::Tablut] {
            assert!(read_of(Some(game), limits, "a\nb\nc\nd\n").is_err());
        }
        assert_eq!(read_of(Some(TextGame::Amazons), limits, "a\nb\nc\nd\n"), Ok(Vec::new()));
        assert_eq!(
            read_with(limits, "\n12345678901"),
            Err(OutputError::LineTooLong { line: 2, limit: 10 })
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(lines in vec(vec(any::<u8>(), 0..30), 0..30)) {
            let mut parser = OutputParser::new(None, Limits::default());
            let item = lines.iter().map_while(|line| parser.line(line).ok()).flatten().count();
            prop_assert!(item <= lines.len());
        }

        #[test]
        fn text_before_the_last_prompt_does_not_matter(noise in "[^>\r\n]{0,20}") {
            let plain = read("* c1-c3");
            prop_assert_eq!(read(&format!("{noise}> * c1-c3")), plain);
        }
    }
}
