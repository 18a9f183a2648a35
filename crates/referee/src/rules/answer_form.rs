//! How the text of an answer is read. A text has one reading or none, in both forms.
//!
//! The lenient reading is the exact one of a text in which blanks, line ends and the size of
//! letters are put right. So it takes whatever the exact one takes, as the same move; two moves,
//! half a line or other words are refused by both. Of the course's 127 agents that answered, 11
//! wrote such answers, and its referee took them.

use formats::FormatError;
use formats::answer::{self, AnswerLine};
use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerForm {
    /// Blanks, line ends, letter case and a byte order mark are only remarked
    #[default]
    Lenient,
    /// Every character counts; only the last line end may be missing
    Exact,
}

impl AnswerForm {
    /// The name in journals, schemes and command lines.
    pub const fn name(self) -> &'static str {
        match self {
            AnswerForm::Lenient => "lenient",
            AnswerForm::Exact => "exact",
        }
    }

    /// The words of a command line that ask for it; empty for the default.
    pub const fn options(self) -> &'static [&'static str] {
        match self {
            AnswerForm::Lenient => &[],
            AnswerForm::Exact => &["--answers", "exact"],
        }
    }

    pub fn read(self, text: &str) -> Result<Vec<AnswerLine>, FormatError> {
        match self {
            AnswerForm::Exact => answer::read(text),
            AnswerForm::Lenient => read_leniently(text),
        }
    }
}

/// Where an answer first leaves the form of the assignment, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormFlaw {
    /// From 1, blank lines included.
    pub line: usize,
    pub kind: FlawKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlawKind {
    ByteOrderMark,
    BlankLine,
    CarriageReturn,
    Tab,
    BlankBehind,
    BlankBefore,
    SeveralBlanks,
    SmallLetter,
    CapitalSquare,
}

impl FormFlaw {
    /// The flaw of an answer that only the lenient reading takes; `None` for other texts.
    pub fn of(text: &str) -> Option<Self> {
        if answer::read(text).is_ok() || read_leniently(text).is_err() {
            return None;
        }
        if text.starts_with(BYTE_ORDER_MARK) {
            return Some(FormFlaw { line: 1, kind: FlawKind::ByteOrderMark });
        }
        let lines = text.strip_suffix('\n').unwrap_or(text).split('\n').zip(1..);
        let mut flaws = lines.filter_map(|(of, line)| FlawKind::of(of).map(|kind| (line, kind)));
        flaws.next().map(|(line, kind)| FormFlaw { line, kind })
    }
}

impl FlawKind {
    fn of(line: &str) -> Option<Self> {
        let letter = line.trim_start_matches(BLANKS).chars().next();
        Some(match line {
            _ if line.trim_matches(BLANKS).is_empty() => FlawKind::BlankLine,
            _ if line.contains('\r') => FlawKind::CarriageReturn,
            _ if line.contains('\t') => FlawKind::Tab,
            _ if line.ends_with(' ') => FlawKind::BlankBehind,
            _ if line.starts_with(' ') => FlawKind::BlankBefore,
            _ if line.contains("  ") => FlawKind::SeveralBlanks,
            _ if letter.is_some_and(char::is_lowercase) => FlawKind::SmallLetter,
            _ if line.chars().skip(1).any(char::is_uppercase) => FlawKind::CapitalSquare,
            _ => return None,
        })
    }

    /// What is there, and what the form of the assignment has.
    const fn words(self) -> [&'static str; 2] {
        match self {
            FlawKind::ByteOrderMark => ["begins with a byte order mark", "none"],
            FlawKind::BlankLine => ["is blank", "no blank lines"],
            FlawKind::CarriageReturn => ["ends with a carriage return (\\r)", "a line feed alone"],
            FlawKind::Tab => ["has a tab", "single blanks between the words"],
            FlawKind::BlankBehind => ["ends with a blank", "none"],
            FlawKind::BlankBefore => ["begins with a blank", "none"],
            FlawKind::SeveralBlanks => ["has several blanks in a row", "one between two words"],
            FlawKind::SmallLetter => ["begins with a small letter", "E or J"],
            FlawKind::CapitalSquare => ["has a capital in a square", "small letters, like c3"],
        }
    }
}

/// `line 1 ends with a blank; the assignment's form has none`
impl fmt::Display for FormFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [found, wanted] = self.kind.words();
        write!(f, "line {} {found}; the assignment's form has {wanted}", self.line)
    }
}

const BYTE_ORDER_MARK: char = '\u{feff}';
/// What may stand around a line.
const BLANKS: [char; 3] = [' ', '\t', '\r'];

/// Reads the lines that are not blank in the form of the assignment. An error counts all lines.
fn read_leniently(text: &str) -> Result<Vec<AnswerLine>, FormatError> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let lines = text.split('\n').map(|line| line.trim_matches(BLANKS)).zip(1..);
    let (lines, numbers): (Vec<_>, Vec<usize>) = lines
        .filter(|(line, _)| !line.is_empty())
        .map(|(line, number)| (normalized(line), number))
        .unzip();
    answer::read(&lines.join("\n")).map_err(|error| {
        match error.line.and_then(|line| numbers.get(line - 1)) {
            Some(&number) => error.at_line(number),
            None => error,
        }
    })
}

/// The line with the letter in upper case, squares in lower case, and single blanks. Errors quote
/// other words as they are.
fn normalized(line: &str) -> String {
    let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    let letter = match words.next() {
        Some("e") => "E",
        Some("j") => "J",
        other => other.unwrap_or_default(),
    };
    let squares = words.map(|word| match word.len() {
        2 => format!(" {}", word.to_ascii_lowercase()),
        _ => format!(" {word}"),
    });
    letter.to_string() + &squares.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;
    use games::checkers::Position;
    use games::{Game, Walker};
    use proptest::prelude::{any, prop, proptest};

    #[test]
    fn the_name_is_that_of_files_and_of_the_command_line() {
        for &form in AnswerForm::value_variants() {
            let name = form.name();
            assert_eq!(serde_json::to_value(form).expect("a name"), name);
            assert_eq!(AnswerForm::from_str(name, false), Ok(form));
            let words = form.options();
            let is_default = form == AnswerForm::default();
            assert!(words.is_empty() == is_default && (is_default || words[1] == name));
        }
    }

    const JUMPS: &str = "J f6 d4\nJ d4 f2\n";

    #[test]
    fn each_deviation_is_read_and_named_with_its_line() {
        let none = "; the assignment's form has none";
        for (text, flaw) in [
            ("J f6 d4 \nJ d4 f2\n", format!("line 1 ends with a blank{none}")),
            ("J f6 d4\nJ d4 f2 ", format!("line 2 ends with a blank{none}")),
            (" J f6 d4\nJ d4 f2\n", format!("line 1 begins with a blank{none}")),
            ("\u{feff}J f6 d4\nJ d4 f2\n", format!("line 1 begins with a byte order mark{none}")),
            ("J f6 d4\nJ d4 f2\n\n", lacks("line 2 is blank", "no blank lines", 3)),
            ("\n\nJ f6 d4\nJ d4 f2\n", lacks("line 2 is blank", "no blank lines", 1)),
            ("J f6 d4\n \t\nJ d4 f2\n", lacks("line 2 is blank", "no blank lines", 2)),
            (
                "J f6 d4\r\nJ d4 f2\r\n",
                lacks("line 2 ends with a carriage return (\\r)", "a line feed alone", 1),
            ),
            (
                "J f6 d4\nJ\td4 f2\n",
                lacks("line 2 has a tab", "single blanks between the words", 2),
            ),
            (
                "J f6 d4\nJ d4  f2\n",
                lacks("line 2 has several blanks in a row", "one between two words", 2),
            ),
            ("j f6 d4\nJ d4 f2\n", lacks("line 2 begins with a small letter", "E or J", 1)),
            (
                "J f6 d4\nJ d4 F2",
                lacks("line 2 has a capital in a square", "small letters, like c3", 2),
            ),
        ] {
            assert_eq!(AnswerForm::Lenient.read(text), AnswerForm::Exact.read(JUMPS), "{text:?}");
            assert!(AnswerForm::Exact.read(text).is_err(), "{text:?}");
            assert_eq!(FormFlaw::of(text).map(|flaw| flaw.to_string()), Some(flaw), "{text:?}");
        }
    }

    fn lacks(found: &str, wanted: &str, line: usize) -> String {
        let found = found.replace("line 2", &format!("line {line}"));
        format!("{found}; the assignment's form has {wanted}")
    }

    #[test]
    fn the_last_line_end_may_be_missing_in_both_forms() {
        for form in [AnswerForm::Lenient, AnswerForm::Exact] {
            assert_eq!(form.read(JUMPS.trim_end()), form.read(JUMPS));
        }
        assert_eq!(FormFlaw::of(JUMPS.trim_end()), None);
    }

    #[test]
    fn what_could_be_read_in_two_ways_is_refused() {
        for text in [
            "E b6 a5\nE c5 d4\n",
            "E b6 a5 E c5 d4\n",
            "J f6 d4 J d4 f2\n",
            "J f6 d4 f2\n",
            "J f6 d4\rJ d4 f2\n",
            "E b6\n a5\n",
            "E b6\n",
            "b6 a5\n",
            "E b6-a5\n",
            "Eb6 a5\n",
            "E b6 a5.\n",
            "E b6 a5\nEND\n",
            "Move: E b6 a5\n",
            "E\u{a0}b6 a5\n",
            "E b6 a5\0\n",
            "E \u{ff42}6 a5\n",
        ] {
            assert!(AnswerForm::Lenient.read(text).is_err(), "{text:?}");
            assert_eq!(FormFlaw::of(text), None, "{text:?}");
        }
    }

    #[test]
    fn an_error_names_the_line_of_the_file_in_both_forms() {
        let text = "\n\nJ f6 d4\n\nK d4 f2\n";
        let line_of = |form: AnswerForm, text| form.read(text).expect_err("a wrong letter").line;
        assert_eq!(line_of(AnswerForm::Exact, text), Some(1), "a blank line is an error there");
        assert_eq!(line_of(AnswerForm::Lenient, text), Some(5));
        assert_eq!(line_of(AnswerForm::Lenient, "J f6 d4\nK d4 f2\n"), Some(2));
    }

    proptest! {
        /// Of all texts made of the pieces of answers: few are answers, and all kinds are near one.
        #[test]
        fn the_lenient_reading_takes_what_the_exact_one_takes(
            parts in prop::collection::vec(0..PARTS.len(), 0..9)
        ) {
            let text: String = parts.into_iter().map(|part| PARTS[part]).collect();
            let [exact, lenient] = [AnswerForm::Exact, AnswerForm::Lenient].map(|form| form.read(&text));
            assert!(exact.is_err() || lenient == exact, "{text:?}");
            assert_eq!(FormFlaw::of(&text).is_some(), exact.is_err() && lenient.is_ok(), "{text:?}");
        }

        #[test]
        fn a_legal_move_keeps_its_reading_whatever_its_blanks_and_letters(
            seed in any::<u64>(), changes in prop::collection::vec(0..CHANGES.len(), 0..5)
        ) {
            for position in Walker::new(seed).game(Position::start(), 60).into_iter().skip(50) {
                for mv in position.move_list() {
                    let plain = answer::text(mv);
                    let text = changes.iter().fold(plain.clone(), |text, &of| CHANGES[of](text));
                    assert_eq!(AnswerForm::Lenient.read(&text), AnswerForm::Exact.read(&plain), "{text:?}");
                }
            }
        }

        #[test]
        fn no_text_makes_the_reading_panic(text in any::<String>()) {
            let _ = AnswerForm::Lenient.read(&text);
            let _ = FormFlaw::of(&text);
        }
    }

    const PARTS: [&str; 16] = [
        "E b6 a5", "J f6 d4", "J d4 f2", "E", "J", "j", " ", " ", "b6", "A5", "\n", "\n", "\t",
        "\r", "\u{feff}", "K",
    ];

    const CHANGES: [fn(String) -> String; 8] = [
        |text| text.replace('\n', " \n"),
        |text| text.replace('\n', "\r\n"),
        |text| text.replace(' ', "\t "),
        |text| text.to_uppercase(),
        |text| text.to_lowercase(),
        |text| text + "\n",
        |text| text.trim_end().to_string(),
        |text| format!("\n {text}"),
    ];
}
