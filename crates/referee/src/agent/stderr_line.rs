//! The one line of a program's standard error that says most.
//!
//! Java prints the exception first and the stack below it; Python prints the stack first and the
//! exception last; Rust and C++ print a sentence and perhaps more lines. Whoever gets one line only
//! wants the exception.

/// The line that names the error; the last one that is not blank if none does; `None` if there is
/// nothing.
pub fn telling_line(stderr: &str) -> Option<&str> {
    let lines = || stderr.lines().map(str::trim).filter(|line| !line.is_empty());
    let last = lines().next_back()?;
    // The cause of a Java exception stands below it, and says more.
    let cause = lines().rfind(|line| line.starts_with("Caused by:"));
    let is_begin = |line: &&str| {
        line.starts_with("Exception in thread")
            || line.starts_with("terminate called")
            || line.contains("panicked at")
            || line.contains("AddressSanitizer")
    };
    let begin = || lines().enumerate().find(|(_, line)| is_begin(line));
    cause
        .or_else(|| {
            let (number, line) = begin()?;
            // Rust's message, and the text of a C++ exception, stand in the next line.
            let next = lines().nth(number + 1).filter(|next| !next.starts_with("at "));
            let goes_on = line.contains("panicked at") || line.starts_with("terminate called");
            Some(next.filter(|_| goes_on).unwrap_or(line))
        })
        .or_else(|| java_error(stderr))
        .or(Some(last))
}

/// The line above the first line of a Java stack.
fn java_error(stderr: &str) -> Option<&str> {
    let lines: Vec<&str> = stderr.lines().collect();
    let is_stack = |line: &str| line.starts_with("\tat ") && line.ends_with(')');
    let first = lines.iter().position(|line| is_stack(line))?;
    lines.get(first.checked_sub(1)?).map(|line| line.trim()).filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::telling_line;
    use proptest::prelude::{any, proptest};

    #[test]
    fn each_language_names_its_error_elsewhere() {
        let java = "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 8 \
                    out of bounds for length 8\n\tat Board.at(Board.java:12)\n\tat homework.main(homework.java:5)\n";
        assert!(telling_line(java).is_some_and(|line| line.contains("Index 8 out of bounds")));
        let caused = "java.lang.RuntimeException: no\n\tat A.main(A.java:2)\nCaused by: \
                      java.io.FileNotFoundException: input.txt\n\t... 1 more\n";
        assert_eq!(
            telling_line(caused),
            Some("Caused by: java.io.FileNotFoundException: input.txt")
        );
        let printed = "trying\njava.io.IOException: full\n\tat A.main(A.java:2)\n";
        assert_eq!(telling_line(printed), Some("java.io.IOException: full"));
        let python = "Traceback (most recent call last):\n  File \"homework.py\", line 3, in <module>\n    \
                      main()\nValueError: no moves\n";
        assert_eq!(telling_line(python), Some("ValueError: no moves"));
        let rust = "\nthread 'main' panicked at src/main.rs:4:9:\nindex out of bounds\nnote: run with \
                    `RUST_BACKTRACE=1` environment variable to display a backtrace\n";
        assert_eq!(telling_line(rust), Some("index out of bounds"));
        let cpp = "terminate called after throwing an instance of 'std::out_of_range'\n  what():  \
                   vector::_M_range_check\n";
        assert_eq!(telling_line(cpp), Some("what():  vector::_M_range_check"));
        assert_eq!(telling_line("one\ntwo\n\n"), Some("two"));
        assert_eq!(telling_line(" \n"), None);
    }

    proptest! {
        #[test]
        fn a_line_is_one_of_the_text(text in any::<String>()) {
            if let Some(line) = telling_line(&text) {
                assert!(!line.is_empty() && text.contains(line));
            }
        }
    }
}
