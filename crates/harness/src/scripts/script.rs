//! `.in` files: which program to start, what to send it, and when to wait for it.
//!
//! Each of the courses' testers had a format of its own. For Lines of Action and Tablut, a line
//! `#* COMMAND` names the program after blank and `#` lines, and directives begin with `#*`. For
//! Amazons the first line is the command itself, and directives begin with `*`.
//!
//! After the line that names the program, a line that begins with the format's mark is a directive;
//! every other one, blank lines and comments included, is sent to the program as it is. Line ends
//! of all systems and a byte order mark are understood. A directive with the mark of the other
//! format is refused: it would be sent to the program, and never carried out.

use crate::command::CommandLine;
use crate::error::HarnessError;
use crate::game::TextGame;
use crate::remark::{Reading, Remark};
use crate::scripts::directive::Directive;
use crate::scripts::script_format::ScriptFormat;
use cli::lines::lines;
use cli::{file, visible};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str;

/// The bytes of a script: more than any needs.
const LONGEST_SCRIPT: u64 = 16 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptStep {
    /// The first line of the file is 1.
    pub line: usize,
    /// The line end is cut off.
    pub text: String,
    pub action: Action,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Send,
    /// The harness waits, or sets limits.
    Directive(Directive),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    pub path: PathBuf,
    pub format: ScriptFormat,
    pub command: CommandLine,
    /// All lines below the one that names the program.
    pub steps: Vec<ScriptStep>,
    /// On the line that names the program, and on the first directive that is indented.
    pub remarks: Vec<Remark>,
}

/// A script whose line that names the program is missing, or comes too late. No program can be
/// started for it, and that is all that is wrong: it is not read further, and its test fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoProgram {
    pub path: PathBuf,
    /// Counted from 1; `None` if no single line is wrong.
    pub line: Option<usize>,
    pub message: String,
}

/// A script, or why no program can be started for it.
pub type ReadScript = Result<Script, NoProgram>;

impl Script {
    /// Reads a file. The error names the file, the line and the word.
    pub fn read(path: &Path, reading: Reading) -> Result<ReadScript, HarnessError> {
        let bytes = match file::read_bytes(path, LONGEST_SCRIPT) {
            Ok(bytes) => bytes.ok_or_else(|| "there is no such file".to_string()),
            Err(error) => Err(error.reason()),
        };
        let wrong = |what| HarnessError::Usage(format!("{}: {what}", visible::path(path)));
        Self::parse(path, &bytes.map_err(wrong)?, reading)
    }

    /// Reads the bytes of the file at `path`, which is only for messages. Never panics.
    pub fn parse(path: &Path, bytes: &[u8], reading: Reading) -> Result<ReadScript, HarnessError> {
        let text = str::from_utf8(bytes).map_err(|error| {
            let read = &bytes[..=error.valid_up_to()];
            let line = lines(&String::from_utf8_lossy(read)).count();
            wrong_line(path, line, "is not UTF-8 text; save the script as UTF-8")
        })?;
        let lines: Vec<_> = (1..).zip(lines(text)).collect();
        let format = ScriptFormat::of_first_line(lines.first().map_or("", |&(_, text)| text));
        let (above, command) = match find_command(path, format, reading, &lines) {
            Ok(found) => found,
            Err(no_program) => return Ok(Err(no_program)),
        };
        let mut steps = Vec::new();
        for &(line, text) in &lines[above..] {
            let action = action(format, reading, text);
            let action = action.map_err(|error| wrong_line(path, line, error))?;
            steps.push(ScriptStep { line, text: text.to_string(), action });
        }
        let remarks = remarks(format, lines[above - 1], &steps);
        Ok(Ok(Script { path: path.to_path_buf(), format, command, steps, remarks }))
    }

    /// The game it is about, if its command or its format decides it.
    pub fn game(&self) -> Option<TextGame> {
        let only_amazons = self.format == ScriptFormat::Star;
        TextGame::of_command(&self.command).or(only_amazons.then_some(TextGame::Amazons))
    }

    /// The first line that needs a second program.
    pub fn remote_line(&self) -> Option<usize> {
        let mut steps = self.steps.iter();
        steps
            .find(|step| matches!(step.action, Action::Directive(Directive::Remote(_))))
            .map(|step| step.line)
    }
}

fn wrong_line(path: &Path, line: usize, what: impl Display) -> HarnessError {
    HarnessError::Usage(format!("{}, line {line}: {what}", visible::path(path)))
}

/// The number of the line that names the program, from 1, and the command.
fn find_command(
    path: &Path,
    format: ScriptFormat,
    reading: Reading,
    lines: &[(usize, &str)],
) -> Result<(usize, CommandLine), NoProgram> {
    for &(line, text) in lines {
        let named = match format {
            ScriptFormat::Star => Some(text.trim_start()),
            ScriptFormat::Hash => {
                reading.begin(text).strip_prefix(format.mark()).map(str::trim_start)
            }
        };
        let is_comment = text.trim().is_empty() || text.trim_start().starts_with('#');
        let is_too_early = match named {
            Some(command) => is_directive(command) || command.starts_with('*'),
            None => !is_comment,
        };
        if is_too_early {
            let text = text.trim();
            let message = format!(
                "`{text}` stands before the line that names the program; write `#* COMMAND` above \
                 it"
            );
            return Err(NoProgram { path: path.to_path_buf(), line: Some(line), message });
        }
        if let Some(command) = named.and_then(CommandLine::split_at_blanks) {
            return Ok((line, command));
        }
    }
    let message = "names no program; write `#* COMMAND` as its first line".to_string();
    Err(NoProgram { path: path.to_path_buf(), line: None, message })
}

/// True if text in the place of the command is a directive.
fn is_directive(text: &str) -> bool {
    let text = text.strip_prefix('*').unwrap_or(text);
    Directive::parse(text).is_ok()
}

/// One on the line that names the program, if it is indented, and one on the first such directive.
/// In the star format the command stands anywhere in its line.
fn remarks(format: ScriptFormat, named: (usize, &str), steps: &[ScriptStep]) -> Vec<Remark> {
    let named = Some(named).filter(|_| format == ScriptFormat::Hash);
    let directives = steps.iter().filter(|step| matches!(step.action, Action::Directive(_)));
    let mut directives = directives.map(|step| (step.line, step.text.as_str()));
    let is_indented = |(_, text): &(usize, &str)| text.starts_with(char::is_whitespace);
    let found = [named.filter(is_indented), directives.find(is_indented)];
    let remarks = found.into_iter().flatten();
    remarks.map(|(line, text)| Remark::Indented { line, written: text.to_string() }).collect()
}

fn action(format: ScriptFormat, reading: Reading, text: &str) -> Result<Action, HarnessError> {
    let begun = reading.begin(text);
    if let Some(directive) = begun.strip_prefix(format.mark()) {
        return Directive::parse(directive).map(Action::Directive);
    }
    match begun.strip_prefix(format.other().mark()) {
        Some(rest) if Directive::parse(rest).is_ok() => Err(HarnessError::Usage(format!(
            "`{text}` is a directive of the other format; this script marks its own with `{}`",
            format.mark()
        ))),
        _ => Ok(Action::Send),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripts::directive::KeepResult;
    use proptest::collection::vec;
    use proptest::prelude::{
        Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest,
    };

    fn read(text: impl AsRef<[u8]>) -> Result<ReadScript, HarnessError> {
        Script::parse(Path::new("a.in"), text.as_ref(), Reading::Tolerant)
    }

    fn parse(text: impl AsRef<[u8]>) -> Result<Script, HarnessError> {
        read(text).map(|script| script.expect("it names its program"))
    }

    fn actions(script: &Script) -> Vec<(usize, &str, Action)> {
        script.steps.iter().map(|step| (step.line, step.text.as_str(), step.action)).collect()
    }

    #[test]
    fn the_hash_format_names_its_program_after_comments() {
        let script = parse("# a test\n\n#* java -ea loa.Main\nauto black\n#*move\n# said\n\nquit");
        let script = script.expect("a script");
        assert_eq!(script.command.to_string(), "java -ea loa.Main");
        assert_eq!(script.game(), Some(TextGame::Loa));
        let expected = [
            (4, "auto black", Action::Send),
            (5, "#*move", Action::Directive(Directive::Move)),
            (6, "# said", Action::Send),
            (7, "", Action::Send),
            (8, "quit", Action::Send),
        ];
        assert_eq!(actions(&script), expected);
    }

    #[test]
    fn the_star_format_begins_with_its_program() {
        let script = parse("amazons\r\n*remote move/win+\r\n# said\r\n").expect("a script");
        assert_eq!(script.format, ScriptFormat::Star);
        let remote = Action::Directive(Directive::Remote(KeepResult::Yes));
        let found = actions(&script);
        assert_eq!(found, [(2, "*remote move/win+", remote), (3, "# said", Action::Send)]);
        assert_eq!(script.remote_line(), Some(2));
    }

    #[test]
    fn line_ends_and_byte_order_marks_change_nothing() {
        let unix = "#* loa\nauto black\n#*move/win\n";
        for text in [
            unix.replace('\n', "\r\n"),
            unix.replace('\n', "\r"),
            format!("\u{feff}{unix}"),
            unix.trim().into(),
        ] {
            assert_eq!(parse(&text).expect("a script"), parse(unix).expect("a script"), "{text:?}");
        }
    }

    #[test]
    fn a_script_must_name_its_program() {
        for text in ["", "\n\n", "# nothing\n", "#*\n", "#* \n#\n"] {
            let wrong = read(text).expect(text).expect_err(text);
            assert_eq!((wrong.path.as_path(), wrong.line), (Path::new("a.in"), None), "{text:?}");
        }
        for (text, line) in [
            ("#*move\n#* loa\n", 1),
            ("#* move\n", 1),
            ("*move\namazons\n", 1),
            ("# a\nnew\n#* loa\n", 2),
            ("#***\n", 1),
            (" *\n", 1),
            (" *move\n", 1),
        ] {
            let wrong = read(text).expect(text).expect_err(text);
            assert_eq!(wrong.line, Some(line), "{text:?}");
            assert!(wrong.message.starts_with('`'), "{text:?}: {}", wrong.message);
        }
    }

    #[test]
    fn errors_name_file_line_and_word() {
        for (text, start) in [
            (&b"#* loa\nnew\n#*mvoe\n"[..], "a.in, line 3: `mvoe` is no directive"),
            (b"#* loa\n\n\xff\n", "a.in, line 3: is not UTF-8"),
            (b"#* loa\rne\xff\r", "a.in, line 2: is not UTF-8"),
            (b"amazons\n#*move\n", "a.in, line 2: `#*move` is a directive of the other format"),
            (b"#* loa\n*move\n", "a.in, line 2: `*move` is a directive of the other format"),
            (b"#* loa\n#* tablut\n", "a.in, line 2: `tablut` is no directive"),
        ] {
            let error = parse(text).expect_err(start).to_string();
            assert!(error.starts_with(start), "{error}");
        }
    }

    #[test]
    fn an_indented_mark_counts_unless_the_reading_is_strict() {
        let text = " #* loa\n #*move\n\t#*win+\n";
        let script = parse(text).expect("a script");
        let directives = [Directive::Move, Directive::Win].map(Action::Directive);
        assert!(script.steps.iter().map(|step| step.action).eq(directives));
        let lines = [(1, " #* loa"), (2, " #*move")];
        let remarks =
            lines.map(|(line, text)| Remark::Indented { line, written: text.to_string() });
        assert_eq!(script.remarks, remarks);
        let error = parse("#* loa\n *move\n").expect_err("of the other format").to_string();
        assert!(error.contains("of the other format"), "{error}");
        assert_eq!(parse(" amazons\n  *move\n").expect("a script").remarks.len(), 1);

        let strict =
            |text: &str| Script::parse(Path::new("a.in"), text.as_bytes(), Reading::Strict);
        assert!(strict(text).expect("a comment").is_err());
        let script = strict("#* loa\n #*move\n *move\n").expect("no error").expect("a script");
        assert!(script.steps.iter().all(|step| step.action == Action::Send));
        assert_eq!((script.remarks.len(), script.remote_line()), (0, None));
    }

    /// Bytes that look like scripts more often than chance allows.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        let words =
            ["#*", "*", "#", " ", "\n", "\r\n", "loa", "move/win+", "remote", "time", "1e9"];
        let word = prop_oneof![
            4 => (0..words.len()).prop_map(move |index| words[index].as_bytes().to_vec()),
            1 => vec(any::<u8>(), 0..4),
            1 => Just("\u{feff}".as_bytes().to_vec()),
        ];
        vec(word, 0..40).prop_map(|words| words.concat())
    }

    /// The script as it could have been written; with a byte order mark and line ends of Windows,
    /// since those are taken off once, whatever stands beside them.
    fn text(script: &Script) -> String {
        let words: Vec<_> = script.command.words().collect();
        // A mark that stands behind a blank is a part of the name of the program.
        let mark = if script.format == ScriptFormat::Hash { "#* " } else { " " };
        let command = format!("{mark}{}", words.join(" "));
        let lines = script.steps.iter().map(|step| step.text.as_str());
        let lines = [command.as_str()].into_iter().chain(lines);
        format!("\u{feff}{}", lines.map(|line| format!("{line}\r\n")).collect::<String>())
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_script_or_a_sentence(bytes in bytes()) {
            match read(&bytes) {
                Ok(Ok(script)) => {
                    let again = parse(text(&script)).expect("our own text");
                    let steps = [&again, &script].map(|script| {
                        let steps = script.steps.iter();
                        steps.map(|step| (step.text.clone(), step.action)).collect::<Vec<_>>()
                    });
                    prop_assert_eq!(&steps[0], &steps[1]);
                    prop_assert_eq!((again.command, again.format), (script.command, script.format));
                }
                Ok(Err(wrong)) => prop_assert_eq!(wrong.path, Path::new("a.in")),
                Err(error) => prop_assert!(error.to_string().starts_with("a.in")),
            }
        }

        #[test]
        fn lines_are_sent_as_they_stand(lines in vec("[a-z0-9 #>-]{0,12}", 1..20)) {
            let script = parse(format!("#* loa\n{}\n", lines.join("\n"))).expect("no marks in it");
            let printed: Vec<_> = script.steps.iter().map(|step| step.text.clone()).collect();
            prop_assert_eq!(printed, lines);
        }
    }
}
