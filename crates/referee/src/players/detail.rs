//! What exactly was wrong with the last run of an agent, in a few words for people.
//!
//! An ending is one of a closed list, for tables. Who has to mend an agent wants the line of the
//! answer, the kind of the thing that took the place of a file, or the exception.

use crate::rules::{AnswerForm, Ending, FileGame, FormFlaw};
use cli::visible;
use formats::{CALIBRATION_FILE, INPUT_FILE, OUTPUT_FILE, PLAYDATA_FILE};
use games::checkers::Position;
use runner::{
    AgentDir, AgentOutput, OUTPUT_LIMIT, STDERR_FILE, STDOUT_FILE, cause_line, cause_place,
};
use serde::{Deserialize, Serialize};
use std::{fmt, fs};

/// Follows the flaw of an answer that the lenient reading takes.
const FORM_HINT: &str = "; with --answers lenient, or answers = \"lenient\" in a scheme, it counts";
/// Follows an exception about a file that lies elsewhere.
const PATH_HINT: &str = "; it runs in a folder of the referee's, where a relative path does not \
                         find the files beside the program";
/// Characters of a text that are shown.
const SHOWN: usize = 160;

/// The details of an ending, from the files that the run has left; `None` if the ending says all.
pub fn detail_of<G: FileGame>(dir: &AgentDir, ending: Ending, form: AnswerForm) -> Option<String> {
    match ending {
        Ending::Malformed | Ending::Illegal(_) => answer_detail::<G>(dir, ending, form),
        Ending::NoOutput | Ending::EmptyOutput => {
            let printed = PrintedCause::of(dir).map(|printed| printed.to_string());
            printed.or_else(|| left_instead(dir)).or_else(|| printed_instead(dir))
        }
        Ending::ExitCode(_) | Ending::Signal(_) => Some(PrintedCause::of(dir)?.to_string()),
        // The referee has written why.
        Ending::NotStarted => Some(in_one_line(&String::from_utf8_lossy(&dir.read(STDERR_FILE)?))),
        _ => None,
    }
}

/// What a run has printed on standard error: the line that says most, `ValueError: no moves`, and
/// where in the program that was, `loa.py, line 12`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintedCause {
    pub line: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<String>,
}

impl PrintedCause {
    /// `None` if there is no such line.
    pub fn of(dir: &AgentDir) -> Option<Self> {
        let stderr = dir.read(STDERR_FILE)?;
        let text = String::from_utf8_lossy(&stderr);
        let line = dir.without_paths(cause_line(&text)?);
        let place = cause_place(&text).map(|place| visible::cut(&place, SHOWN));
        Some(PrintedCause { line, place })
    }
}

impl fmt::Display for PrintedCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it printed {}", quoted(&self.line))?;
        self.place.iter().try_for_each(|place| write!(f, " ({place})"))?;
        f.write_str(path_hint(&self.line))
    }
}

/// `it left Output.txt`: a file that may be meant for the answer.
fn left_instead(dir: &AgentDir) -> Option<String> {
    let entries = fs::read_dir(dir.path()).ok()?.flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let is_similar = |name: &String| {
        ![OUTPUT_FILE, STDOUT_FILE].contains(&&**name) && name.to_lowercase().contains("output")
    };
    let mut names: Vec<String> = names.filter(is_similar).collect();
    names.sort();
    let name = names.first()?;
    Some(format!("it left {}, and the name is {OUTPUT_FILE}", visible::cut(name, SHOWN)))
}

/// `it printed "E a3 b4" on standard output`: the first line that may be meant for the file.
fn printed_instead(dir: &AgentDir) -> Option<String> {
    let stdout = dir.read(STDOUT_FILE)?;
    let text = String::from_utf8_lossy(&stdout);
    let line = text.lines().find(|line| !line.trim().is_empty())?;
    Some(format!("on standard output it printed {}", quoted(line)))
}

/// The sentence that explains why a program does not find its own file; empty for other lines.
pub fn path_hint(line: &str) -> &'static str {
    if misses_own_file(line) { PATH_HINT } else { "" }
}

/// Whether an exception names a file by a relative path, and none of the assignment's files.
fn misses_own_file(line: &str) -> bool {
    let says = ["FileNotFound", "NoSuchFileException", "No such file or directory"];
    // Dots stand for the folder of the program or of the run.
    let absolute = ["'/", "\"/", " /", ".../"];
    let assigned = [INPUT_FILE, OUTPUT_FILE, PLAYDATA_FILE, CALIBRATION_FILE];
    // A line without a name is of a program that cannot be started.
    let names_file = !line.starts_with("No such file");
    let [says, absolute, assigned] =
        [&says[..], &absolute, &assigned].map(|words| words.iter().any(|word| line.contains(word)));
    names_file && says && !absolute && !assigned
}

/// The same for checkers.
pub fn detail(dir: &AgentDir, ending: Ending, form: AnswerForm) -> Option<String> {
    detail_of::<Position>(dir, ending, form)
}

/// What exactly was wrong with the answer; `None` if the ending has another cause.
pub fn answer_detail<G: FileGame>(
    dir: &AgentDir,
    ending: Ending,
    form: AnswerForm,
) -> Option<String> {
    match ending {
        Ending::Malformed => malformed::<G>(dir, form),
        Ending::Illegal(_) => match dir.output() {
            Ok(AgentOutput::Text(text)) => Some(in_one_line(&text)),
            _ => None,
        },
        _ => None,
    }
}

fn malformed<G: FileGame>(dir: &AgentDir, form: AnswerForm) -> Option<String> {
    match dir.output().ok()? {
        AgentOutput::Text(text) => {
            let problem = G::form_problem(&text, form)?;
            let flaw = G::form_flaw(&text).map(|flaw: FormFlaw| format!("{flaw}{FORM_HINT}"));
            Some(flaw.unwrap_or(problem))
        }
        AgentOutput::TooLarge => Some(format!("it has more than {OUTPUT_LIMIT} bytes")),
        AgentOutput::NotAFile(kind) => Some(format!("it is {kind}, not a regular file")),
        AgentOutput::Unreadable => Some("it cannot be read".to_string()),
        AgentOutput::Missing | AgentOutput::Empty => None,
    }
}

/// A text as one line: line ends become commas. Control characters are escaped.
pub fn in_one_line(text: &str) -> String {
    visible::cut(&text.trim_end().replace('\n', ", "), SHOWN)
}

/// A text in quotes, with control characters escaped.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", visible::cut(text, SHOWN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::agent_files::AGENT_FILES;
    use proptest::prelude::{any, proptest};
    use runner::TempRoot;
    use std::os::unix::fs::symlink;

    #[test]
    fn each_kind_of_wrong_file_is_named() {
        let temp_root = TempRoot::new().expect("a folder");
        let mut dir = AgentDir::new(&temp_root, AGENT_FILES, None).expect("a directory");
        let output = dir.path().join(OUTPUT_FILE);
        assert_eq!(detail(&dir, Ending::NoOutput, AnswerForm::Exact), None);
        let error = format!("No file '{}/a' of /own/b\n", dir.path().display());
        fs::write(dir.path().join(STDERR_FILE), error).expect("written");
        dir.program = Some("/own".into());
        let shown = Some("it printed \"No file '.../a' of .../b\"".to_string());
        assert_eq!(detail(&dir, Ending::ExitCode(1), AnswerForm::Exact), shown);
        fs::write(dir.path().join(STDERR_FILE), "one\nValueError: two\u{7}\n").expect("written");
        let printed = Some("it printed \"ValueError: two\\u{7}\"".to_string());
        assert_eq!(detail(&dir, Ending::ExitCode(1), AnswerForm::Exact), printed);
        symlink("/etc/hostname", &output).expect("linked");
        let link = Some("it is a symbolic link, not a regular file".to_string());
        assert_eq!(detail(&dir, Ending::Malformed, AnswerForm::Exact), link);
        fs::remove_file(&output).expect("removed");
        fs::write(&output, "E b6 a9\n").expect("written");
        assert!(
            detail(&dir, Ending::Malformed, AnswerForm::Exact)
                .is_some_and(|text| text.starts_with("line 1: \"a9\""))
        );
        fs::write(&output, "E b6 a5 \n").expect("written");
        let blank = detail(&dir, Ending::Malformed, AnswerForm::Exact).expect("a blank");
        assert!(blank.starts_with("line 1 ends with a blank; "), "{blank}");
        assert_eq!(detail(&dir, Ending::Malformed, AnswerForm::Lenient), None);
        assert_eq!(detail(&dir, Ending::Hung, AnswerForm::Exact), None);
    }

    #[test]
    fn what_was_left_or_printed_instead_of_the_answer_is_named() {
        let temp_root = TempRoot::new().expect("a folder");
        let dir = AgentDir::new(&temp_root, AGENT_FILES, None).expect("a directory");
        let told = || detail(&dir, Ending::NoOutput, AnswerForm::Lenient);
        fs::write(dir.path().join(STDOUT_FILE), "\nE b6 a5\n").expect("written");
        assert_eq!(told().as_deref(), Some("on standard output it printed \"E b6 a5\""));
        fs::write(dir.path().join("Output.txt"), "E b6 a5\n").expect("written");
        assert_eq!(told().as_deref(), Some("it left Output.txt, and the name is output.txt"));
    }

    #[test]
    fn a_relative_path_is_explained_and_no_other() {
        for (line, is_own) in [
            ("FileNotFoundError: [Errno 2] No such file or directory: 'book.txt'", true),
            ("java.nio.file.NoSuchFileException: data/book.txt", true),
            ("java.io.FileNotFoundException: book.txt (No such file or directory)", true),
            ("FileNotFoundError: [Errno 2] No such file or directory: '/book.txt'", false),
            ("java.nio.file.NoSuchFileException: /book.txt", false),
            ("FileNotFoundError: [Errno 2] No such file or directory: 'playdata.txt'", false),
            ("No such file or directory (os error 2)", false),
            ("ValueError: book.txt", false),
        ] {
            assert_eq!(misses_own_file(line), is_own, "{line}");
        }
    }

    #[test]
    fn a_sequence_of_jumps_is_one_line() {
        assert_eq!(in_one_line("J f6 d4\nJ d4 f2\n"), "J f6 d4, J d4 f2");
        assert_eq!(quoted("E b6 a5\n\n"), "\"E b6 a5\\n\\n\"");
    }

    proptest! {
        #[test]
        fn no_text_moves_the_cursor_or_fills_the_screen(text in any::<String>()) {
            for shown in [in_one_line(&text), quoted(&text.repeat(50))] {
                assert!(!shown.chars().any(char::is_control), "{shown:?}");
                assert!(shown.chars().count() <= 10 * SHOWN + 5);
            }
        }
    }
}
