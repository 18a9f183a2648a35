//! Why a build has failed, in one line: of all that compilers print, the line that helps.

use cli::visible;

/// Characters of a remark.
const LONGEST_REASON: usize = 200;

/// The reason, from the output of the build and the sources that were linked; `None` if there is
/// no output.
pub fn reason(log: &[u8], linked: &[&str]) -> Option<String> {
    let text = String::from_utf8_lossy(log);
    let Some(fault) = link_fault(&text) else { return first_error_line(&text) };
    let linked = match linked {
        [] => String::new(),
        [only] => format!("; linked was {only} alone"),
        all => format!("; linked were {}", all.join(", ")),
    };
    Some(visible::cut(&(fault + &linked), LONGEST_REASON))
}

/// What the linker misses, if no compiler has found an error before.
fn link_fault(text: &str) -> Option<String> {
    let is_of_linker = |line: &str| {
        ["collect2:", "ld:", "clang:", "linker command failed"].iter().any(|of| line.contains(of))
    };
    if text.lines().any(|line| line.contains("error:") && !is_of_linker(line)) {
        return None;
    }
    let quoted = |line: &str, before: &str| {
        let name = line.split_once(before)?.1.trim_start_matches(['`', '\'', '"', ' ']);
        let end = name.rfind(['\'', '"']).unwrap_or(name.len());
        Some(name[..end].to_string())
    };
    let mut lines = text.lines();
    lines.find_map(|line| {
        let undefined = quoted(line, "undefined reference to ")
            .or_else(|| line.contains("\", referenced from").then(|| quoted(line, "\""))?);
        let double = || quoted(line.split("; ").next()?, "multiple definition of ");
        let main = |name: &str| {
            if name == "main" { ", the function that a program begins with" } else { "" }
        };
        undefined
            .map(|name| format!("no source defines {name}{}", main(&name)))
            .or_else(|| double().map(|name| format!("two sources define {name}")))
    })
}

/// The line that says what was wrong: the first one with the word `error`, else the last one that
/// is neither blank nor a command that the shell repeats.
fn first_error_line(text: &str) -> Option<String> {
    let lines: Vec<&str> =
        text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('+')).collect();
    let line = lines
        .iter()
        .find(|line| line.contains("error:") || line.contains("error["))
        .or(lines.last())?;
    Some(visible::cut(line.trim(), LONGEST_REASON))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_the_first_error_or_the_last_line() {
        let line = |log: &str| reason(log.as_bytes(), &[]);
        let compiler = "+ g++ homework.cpp\nhomework.cpp: In function\nhomework.cpp:3:5: error: \
                        expected ';'\n    3 | }\n";
        assert_eq!(line(compiler).as_deref(), Some("homework.cpp:3:5: error: expected ';'"));
        let cargo = "   Compiling a\nerror[E0425]: cannot find value `x`\nerror: could not compile";
        assert_eq!(line(cargo).as_deref(), Some("error[E0425]: cannot find value `x`"));
        let python = "Traceback\n  File x\nSyntaxError: invalid syntax\n\n";
        assert_eq!(line(python).as_deref(), Some("SyntaxError: invalid syntax"));
        assert_eq!(line("+ make\n"), None);
        assert!(line(&"x".repeat(9_999)).is_some_and(|line| line.len() == LONGEST_REASON + 3));
    }

    #[test]
    fn the_linker_is_heard_where_no_compiler_finds_an_error() {
        let log = "+ g++ -o homework homework.cpp board.cpp\n/usr/bin/ld: /tmp/ccA.o: in function \
                   `main':\nhomework.cpp:(.text+0x5): undefined reference to `best(Board const&)'\n\
                   collect2: error: ld returned 1 exit status\n";
        assert_eq!(
            reason(log.as_bytes(), &["homework.cpp", "board.cpp"]).as_deref(),
            Some("no source defines best(Board const&); linked were homework.cpp, board.cpp")
        );
        let log = "/usr/bin/ld: /tmp/b.o: in function `f()':\nb.cpp:(.text+0x0): multiple \
                   definition of `f()'; /tmp/a.o:a.cpp:(.text+0x0): first defined here\n\
                   collect2: error: ld returned 1 exit status\n";
        assert_eq!(reason(log.as_bytes(), &[]).as_deref(), Some("two sources define f()"));
        let log = "Undefined symbols for architecture arm64:\n  \"_best\", referenced from:\n\
                   clang: error: linker command failed with exit code 1\n";
        let only = reason(log.as_bytes(), &["homework.c"]);
        assert_eq!(only.as_deref(), Some("no source defines _best; linked was homework.c alone"));
        let log = "a.cpp:1:1: error: what\nundefined reference to `x'\n";
        assert_eq!(reason(log.as_bytes(), &[]).as_deref(), Some("a.cpp:1:1: error: what"));
    }
}
