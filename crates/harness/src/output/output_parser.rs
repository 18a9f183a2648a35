//! The meaning of a program's output, line by line.
//!
//! Every line loses all up to its last `>` and the blanks that follow: its prompts. What then
//! begins with `*` is an announcement, and nothing else may begin so. `===` and `===` bracket a
//! dump, whose lines are kept as they are. All the rest is for people and is dropped, but a
//! tolerant parser takes what is nearly an announcement. Only text is read here: no process, no
//! clock.

use crate::error::HarnessError;
use crate::game::TextGame;
use crate::limits::Limits;
use crate::output::announcement::Announcement;
use crate::output::near_form::{NearForm, Slip};
use crate::remark::{Reading, Remark};

/// The first and the last line of a dump.
const BRACKET: &str = "===";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputItem {
    /// A whole dump with its brackets.
    Dump(Vec<String>),
    Announcement(Announcement),
}

#[derive(Debug)]
pub struct OutputParser {
    game: Option<TextGame>,
    limits: Limits,
    reading: Reading,
    lines: usize,
    dump: Option<Dump>,
    /// Those that a remark was made on.
    slips: Vec<Slip>,
    remark: Option<Remark>,
}

#[derive(Debug)]
struct Dump {
    begun: usize,
    lines: Vec<String>,
}

impl OutputParser {
    /// A parser at the first line. If the game is not given, the first move decides it.
    pub const fn new(game: Option<TextGame>, limits: Limits, reading: Reading) -> Self {
        let slips = Vec::new();
        OutputParser { game, limits, reading, lines: 0, dump: None, slips, remark: None }
    }

    pub const fn max_line_bytes(&self) -> usize {
        self.limits.max_line_bytes
    }

    const fn max_lines(&self) -> usize {
        match self.game {
            Some(TextGame::Amazons) => self.limits.max_lines_of_amazons,
            _ => self.limits.max_lines,
        }
    }

    /// Reads one line, without its end. The item that it completes, if any; or the rule that it
    /// breaks, and then the rest of the output means nothing.
    pub fn line(&mut self, raw: &[u8]) -> Result<Option<OutputItem>, HarnessError> {
        self.lines += 1;
        if self.lines > self.max_lines() {
            return Err(broken(format!("it printed more than {} lines", self.max_lines())));
        }
        let most = self.limits.max_line_bytes;
        if raw.len() > most {
            let line = self.lines;
            return Err(broken(format!("line {line} of its output is longer than {most} bytes")));
        }
        let text = String::from_utf8_lossy(raw);
        let text = match self.lines {
            1 => text.trim_start_matches('\u{feff}'),
            _ => &text,
        };
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
    ) -> Result<Option<OutputItem>, HarnessError> {
        if said.starts_with('*') {
            let (line, begun) = (self.lines, dump.begun);
            return Err(broken(format!(
                "line {line} of its output is `{said}`, but the dump that begins in line {begun} \
                 has not been closed by `===`"
            )));
        }
        if is_bracket(said) {
            dump.lines.push(BRACKET.to_string());
            return Ok(Some(OutputItem::Dump(dump.lines)));
        }
        dump.lines.push(text.to_string());
        self.dump = Some(dump);
        Ok(None)
    }

    fn outside(&mut self, said: &str) -> Result<Option<OutputItem>, HarnessError> {
        if let Some(announcement) = self.announcement(said) {
            return Ok(Some(OutputItem::Announcement(announcement)));
        }
        if said.starts_with('*') {
            return Err(self.strange(said));
        }
        if is_bracket(said) {
            self.dump = Some(Dump { begun: self.lines, lines: vec![BRACKET.to_string()] });
        }
        Ok(None)
    }

    /// The announcement that a line is, or nearly is if that counts.
    fn announcement(&mut self, said: &str) -> Option<Announcement> {
        let exact = Announcement::parse(said, &mut self.game);
        if exact.is_some() || self.reading == Reading::Strict {
            return exact;
        }
        let NearForm { right, slips } = NearForm::of(said, self.game)?;
        let meant = Announcement::parse(&right, &mut self.game)?;
        if slips.iter().any(|slip| !self.slips.contains(slip)) {
            self.slips.extend(slips);
            let (line, written) = (self.lines, said.to_string());
            self.remark = Some(Remark::Announced { line, written, right });
        }
        Some(meant)
    }

    /// What is to be told of the last line. A line of which every slip was told is not told.
    pub const fn take_remark(&mut self) -> Option<Remark> {
        self.remark.take()
    }

    fn strange(&self, said: &str) -> HarnessError {
        let of_game = self.game.map(|game| format!(" of {game}")).unwrap_or_default();
        let example = self.game.unwrap_or(TextGame::Loa).example();
        broken(format!(
            "line {} of its output is `{said}`, which is no announcement{of_game}; write `* \
             {example}`, `* White wins.` or `* Black wins.`, and no other line with a star",
            self.lines
        ))
    }

    /// Checks that the output has not ended within a dump.
    pub fn end(&self) -> Result<(), HarnessError> {
        let Some(Dump { begun, .. }) = &self.dump else { return Ok(()) };
        Err(broken(format!(
            "the dump that begins in line {begun} of its output is never closed by `===`"
        )))
    }
}

/// The rule that the program breaks.
const fn broken(rule: String) -> HarnessError {
    HarnessError::Program(rule)
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
    use crate::output::announcement::AnnouncedResult;
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    fn read_with(limits: Limits, output: &str) -> Result<Vec<OutputItem>, HarnessError> {
        read_of(None, limits, output)
    }

    fn read_of(
        game: Option<TextGame>,
        limits: Limits,
        output: &str,
    ) -> Result<Vec<OutputItem>, HarnessError> {
        let mut parser = OutputParser::new(game, limits, Reading::Tolerant);
        let mut item = Vec::new();
        for line in output.lines() {
            item.extend(parser.line(line.as_bytes())?);
        }
        parser.end().map(|()| item)
    }

    fn read(output: &str) -> Result<Vec<OutputItem>, HarnessError> {
        read_with(Limits::default(), output)
    }

    fn played(text: &str) -> OutputItem {
        OutputItem::Announcement(Announcement::Move(text.to_string()))
    }

    #[test]
    fn prompts_are_stripped_up_to_the_last() {
        for line in
            ["* c1-c3", "> * c1-c3", "b> w> -> \t * c1-c3  ", "x>*>* c1-c3", "\u{feff}* c1-c3"]
        {
            assert_eq!(read(line), Ok(vec![played("c1-c3")]), "{line}");
        }
        for noise in ["", "> ", " * hello", "* c1-c3> ", "welcome to * c1-c3", "====", " ==="] {
            assert_eq!(read(noise), Ok(Vec::new()), "{noise:?}");
        }
    }

    /// The announcement of each line, and the line of each remark.
    fn heard(reading: Reading, output: &str) -> (Vec<Option<OutputItem>>, Vec<usize>) {
        let mut parser = OutputParser::new(None, Limits::default(), reading);
        let (mut items, mut lines) = (Vec::new(), Vec::new());
        for text in output.lines() {
            items.push(parser.line(text.as_bytes()).unwrap_or_default());
            if let Some(Remark::Announced { line, .. }) = parser.take_remark() {
                lines.push(line);
            }
        }
        (items, lines)
    }

    #[test]
    fn what_is_nearly_right_is_taken_unless_the_reading_is_strict() {
        let output = "b> *b1-b3\n* c1-c3\n*b2-b3\n * B1-B3\n *b1-b3\n* b1-b3 score 5\n* so there";
        let moves = ["b1-b3", "c1-c3", "b2-b3", "b1-b3", "b1-b3", "b1-b3"];
        let tolerant: Vec<_> =
            moves.map(|text| Some(played(text))).into_iter().chain([None]).collect();
        assert_eq!(heard(Reading::Tolerant, output), (tolerant, vec![1, 4, 6]), "no slip twice");
        let mut strict = vec![None; 7];
        strict[1] = Some(played("c1-c3"));
        assert_eq!(heard(Reading::Strict, output), (strict, Vec::new()));
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
        let unclosed = "the dump that begins in line 2 of its output is never closed by `===`";
        assert_eq!(read("x\n===\n - -\n"), Err(broken(unclosed.to_string())));
        let error = read("===\n - -\n> * c1-c3\n").expect_err("an open dump");
        let expected = "line 3 of its output is `* c1-c3`, but the dump that begins in line 1 has \
                        not been closed by `===`";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn stars_only_announce() {
        let error = read("> * c1-c3\n> ** so there\n").expect_err("a strange line").to_string();
        let start = "line 2 of its output is `** so there`, which is no announcement of \
                     Lines of Action; write `* c1-c3`";
        assert!(error.starts_with(start), "{error}");
        assert!(read("* a1-4\n* c1-c3\n").is_err(), "moves of two games");
        let tie = OutputItem::Announcement(Announcement::Result(AnnouncedResult::Tie));
        assert_eq!(read("* Tie game.\n"), Ok(vec![tie]));
    }

    #[test]
    fn too_much_output_is_refused() {
        let limits = Limits { max_lines: 3, max_line_bytes: 10, ..Limits::default() };
        assert_eq!(read_with(limits, "a\nb\nc\n"), Ok(Vec::new()));
        let too_many = Err(broken("it printed more than 3 lines".to_string()));
        assert_eq!(read_with(limits, "a\nb\nc\nd\n"), too_many);
        for game in [TextGame::Loa, TextGame::Tablut] {
            assert!(read_of(Some(game), limits, "a\nb\nc\nd\n").is_err());
        }
        assert_eq!(read_of(Some(TextGame::Amazons), limits, "a\nb\nc\nd\n"), Ok(Vec::new()));
        let found = read_with(limits, "\n12345678901");
        let too_long = "line 2 of its output is longer than 10 bytes".to_string();
        assert_eq!(found, Err(broken(too_long)));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(lines in vec(vec(any::<u8>(), 0..30), 0..30)) {
            let mut parser = OutputParser::new(None, Limits::default(), Reading::Tolerant);
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
