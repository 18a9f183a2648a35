//! The one line of a program's standard error that says most.
//!
//! Java prints the exception first and the stack below it; Python prints the stack first and the
//! exception below it; Rust and C++ print a sentence and perhaps more lines. Of all this only the
//! exception is kept. The forms are those of Java 17, Python 3.11, Rust 1.73 and later, and GCC's
//! C++ library; the tests hold what these programs printed.

/// The first line of an exception in Python.
const TRACEBACK: &str = "Traceback (most recent call last):";

/// The line that names the error; the last one with a letter if none does; `None` if there is no
/// text at all.
pub fn cause_line(stderr: &str) -> Option<&str> {
    let lines: Vec<&str> = stderr.lines().collect();
    let told = java_cause(&lines)
        .or_else(|| python_error(&lines))
        .or_else(|| first_error(&lines))
        .or_else(|| java_error(&lines))
        .or_else(|| lines.iter().rfind(|line| line.contains(char::is_alphabetic)).copied())
        .or_else(|| lines.iter().rfind(|line| !line.trim().is_empty()).copied());
    told.map(str::trim)
}

/// Where the program was when it failed, as `homework.py, line 12`; `None` if the text does not say
/// it, or if the line of the error does already.
pub fn cause_place(stderr: &str) -> Option<String> {
    let lines: Vec<&str> = stderr.lines().map(str::trim).collect();
    python_place(&lines).or_else(|| java_place(&lines)).or_else(|| rust_place(&lines))
}

/// The last line of Python's stack that is in a file of the program's own, else the last one. Of
/// several exceptions that of the last.
fn python_place(lines: &[&str]) -> Option<String> {
    let begin = lines.iter().rposition(|line| *line == TRACEBACK)?;
    let places: Vec<_> = lines[begin..]
        .iter()
        .filter_map(|line| {
            let (file, rest) = line.strip_prefix("File \"")?.split_once("\", line ")?;
            let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
            Some((file.to_string(), number))
        })
        .collect();
    let (file, line) = places
        .iter()
        .rfind(|(file, _)| {
            !file.starts_with('<') && !file.contains("/lib/") && !file.contains("/lib64/")
        })
        .or(places.last())?;
    Some(format!("{}, line {line}", file.rsplit('/').next().unwrap_or(file)))
}

/// The first line of a Java stack that is not the library's.
fn java_place(lines: &[&str]) -> Option<String> {
    let line = lines.iter().find(|line| {
        line.starts_with("at ") && !line.starts_with("at java.") && line.contains(".java:")
    })?;
    let (_, place) = line.trim_end_matches(')').rsplit_once('(')?;
    let (file, number) = place.split_once(':')?;
    Some(format!("{file}, line {number}"))
}

fn rust_place(lines: &[&str]) -> Option<String> {
    let line = lines.iter().find(|line| line.starts_with("thread '"))?;
    let (_, place) = line.split_once("panicked at ")?;
    let mut parts = place.trim_end_matches(':').splitn(3, ':');
    let (file, number) = (parts.next()?, parts.next()?);
    let is_number = !number.is_empty() && number.chars().all(|it| it.is_ascii_digit());
    is_number.then(|| format!("{file}, line {number}"))
}

/// The cause of a Java exception, which stands below it and says more; the last of several.
fn java_cause<'a>(lines: &[&'a str]) -> Option<&'a str> {
    lines.iter().rfind(|line| line.trim_start().starts_with("Caused by:")).copied()
}

/// The first line of a Python exception: the one below the stack, whose lines are indented. Of
/// several exceptions, each raised while one was handled, the last.
fn python_error<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let begin = lines.iter().rposition(|line| line.trim_end() == TRACEBACK)?;
    lines[begin + 1..]
        .iter()
        .find(|line| !line.trim().is_empty() && !line.starts_with([' ', '\t']))
        .copied()
}

/// The first line by which Java, C++, Rust or a sanitizer tells that the program ends, or the next
/// one where the message stands there.
fn first_error<'a>(lines: &[&'a str]) -> Option<&'a str> {
    lines.iter().enumerate().find_map(|(number, &line)| {
        let next = lines.get(number + 1).copied().unwrap_or_default();
        let says_more = match line.trim_start() {
            // The quote tells Java from Python, which tells the exception of a thread by a stack.
            begin if begin.starts_with("Exception in thread \"") => false,
            // Of clap, after which come the usage and a hint.
            begin if begin.starts_with("error: ") => false,
            begin if begin.contains("AddressSanitizer") => false,
            begin if begin.starts_with("terminate called") => {
                next.trim_start().starts_with("what():")
            }
            // An empty message is followed by how to get a backtrace, or by the backtrace.
            begin if begin.starts_with("thread ") && begin.contains("panicked at") => {
                !next.trim().is_empty()
                    && !["note:", "stack backtrace:"].iter().any(|no| next.starts_with(no))
            }
            _ => return None,
        };
        Some(if says_more { next } else { line })
    })
}

/// The line above the first line of a Java stack.
fn java_error<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let first = lines.iter().position(|line| line.starts_with("\tat ") && line.ends_with(')'))?;
    lines.get(first.checked_sub(1)?).copied().filter(|line| !line.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::{cause_line, cause_place};
    use proptest::prelude::{any, proptest};

    #[track_caller]
    fn tells(stderr: &str, line: &str) {
        assert_eq!(cause_line(stderr), Some(line));
    }

    #[test]
    fn a_wrong_command_line_is_told_by_its_first_line() {
        let hint = "\nFor more information, try '--help'.\n";
        tells(
            &format!("error: invalid value 'x' for '--depth'\n{hint}"),
            "error: invalid value 'x' for '--depth'",
        );
    }

    #[test]
    fn java_names_the_exception_or_its_cause() {
        let exception = "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 8 \
                         out of bounds for length 8";
        tells(&format!("{exception}\n\tat Board.at(Board.java:12)\n"), exception);
        let lines = "Exception in thread \"main\" java.lang.RuntimeException: first line\nsecond line\n\
                     \tat A.main(A.java:10)\n";
        tells(lines, "Exception in thread \"main\" java.lang.RuntimeException: first line");
        let caused = "java.lang.RuntimeException: no\n\tat A.main(A.java:2)\nCaused by: \
                      java.io.FileNotFoundException: input.txt\n\t... 1 more\n";
        tells(caused, "Caused by: java.io.FileNotFoundException: input.txt");
        let printed = "trying\njava.io.IOException: full\n\tat A.main(A.java:2)\n";
        tells(printed, "java.io.IOException: full");
        let no_class = "Error: Could not find or load main class Main\n\
                        Caused by: java.lang.ClassNotFoundException: Main\n";
        tells(no_class, "Caused by: java.lang.ClassNotFoundException: Main");
    }

    #[test]
    fn python_names_the_exception_below_the_stack() {
        let stack = "Traceback (most recent call last):\n  File \"homework.py\", line 3, in <module>\n    \
                     main()\n    ^^^^^^\n";
        tells(&format!("{stack}ValueError: no moves\n"), "ValueError: no moves");
        tells(&format!("{stack}ValueError: first line\nsecond line\n"), "ValueError: first line");
        let chain = format!(
            "{stack}KeyError: 'c3'\n\nDuring handling of the above exception, another exception \
             occurred:\n\n{stack}RuntimeError: while reading\n"
        );
        tells(&chain, "RuntimeError: while reading");
        let thread = format!("Exception in thread Thread-1 (run):\n{stack}ValueError: no moves\n");
        tells(&thread, "ValueError: no moves");
        let group = "  + Exception Group Traceback (most recent call last):\n  | ExceptionGroup: several \
                     (1 sub-exception)\n  +-+---------------- 1 ----------------\n    | TypeError: b\n    \
                     +------------------------------------\n";
        tells(group, "| TypeError: b");
        let syntax = "  File \"homework.py\", line 1\n    def f(:\n          ^\nSyntaxError: invalid syntax\n";
        tells(syntax, "SyntaxError: invalid syntax");
    }

    #[test]
    fn rust_names_the_message_of_the_first_panic() {
        let note =
            "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n";
        let place = "thread 'main' (1234) panicked at src/main.rs:4:9:";
        let message = "index out of bounds: the len is 1 but the index is 7";
        tells(&format!("\n{place}\n{message}\n{note}"), message);
        let traced = format!("\n{place}\n{message}\nstack backtrace:\n   0: rust_begin_unwind\n");
        tells(&traced, message);
        tells(&format!("\n{place}\n\n{note}"), place);
        let inner = "\nthread '<unnamed>' (7) panicked at src/main.rs:9:1:\ninner\n";
        tells(
            &format!("{inner}{note}\n{place}\ncalled `Result::unwrap()` on an `Err` value\n"),
            "inner",
        );
        let old = "thread 'main' panicked at 'no moves', src/main.rs:4:9";
        tells(&format!("{old}\n{note}"), old);
    }

    #[test]
    fn cpp_names_the_text_of_the_exception_or_its_type() {
        let range = "terminate called after throwing an instance of 'std::out_of_range'\n  what():  \
                     vector::_M_range_check\n";
        tells(range, "what():  vector::_M_range_check");
        let int = "terminate called after throwing an instance of 'int'";
        tells(&format!("{int}\n./run: line 2: 7 Aborted ./c\n"), int);
        let failed = "c: c.cpp:11: int main(int, char**): Assertion `x' failed.";
        tells(&format!("{failed}\n"), failed);
        let sanitizer = "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60";
        tells(&format!("=====\n{sanitizer}\nREAD of size 4\n==7==ABORTING\n"), sanitizer);
    }

    #[test]
    fn the_place_is_the_last_one_in_the_program_itself() {
        let python = "Traceback (most recent call last):\n  File \"/tmp/a/homework.py\", line 7, in \
                      <module>\n    main()\n  File \"/tmp/a/homework.py\", line 12, in main\n    1/0\n  \
                      File \"/usr/lib/python3.11/enum.py\", line 3, in f\n    x\nZeroDivisionError: x\n";
        assert_eq!(cause_place(python).as_deref(), Some("homework.py, line 12"));
        let java = "Exception in thread \"main\" java.lang.RuntimeException: no\n\tat \
                    java.base/java.util.A.b(A.java:1)\n\tat Board.at(Board.java:12)\n";
        assert_eq!(cause_place(java).as_deref(), Some("Board.java, line 12"));
        let rust = "\nthread 'main' (1234) panicked at src/main.rs:4:9:\nno moves\n";
        assert_eq!(cause_place(rust).as_deref(), Some("src/main.rs, line 4"));
        for other in ["", "Segmentation fault", "thread 'main' panicked at 'no', a"] {
            assert_eq!(cause_place(other), None, "{other}");
        }
    }

    #[test]
    fn other_texts_tell_their_last_line() {
        tells("one\ntwo\n\n", "two");
        tells("---\n", "---");
        assert_eq!(cause_line(" \n"), None);
        assert_eq!(cause_line("Traceback (most recent call last):\n  File"), Some("File"));
    }

    proptest! {
        #[test]
        fn a_line_is_one_of_the_text(text in any::<String>()) {
            let _ = cause_place(&text);
            if let Some(line) = cause_line(&text) {
                assert!(!line.is_empty() && text.contains(line));
            }
        }
    }
}
