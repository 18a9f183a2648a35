//! Why a build has failed, in one line: of all that compilers print, the line that helps.

use cli::visible;
use runner::process::{RunEnd, memory_kills};

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

/// Whether a process of the build got a SIGKILL that the referee had not sent, and the kernel has
/// ended processes since it had ended `before`: a build can also kill itself. Compilers that start
/// others, and `make`, say so in their output.
pub fn was_killed_by_system(end: RunEnd, log: &[u8], before: Option<u64>) -> bool {
    was_killed(end, log) && before.is_none_or(|before| memory_kills() != Some(before))
}

fn was_killed(end: RunEnd, log: &[u8]) -> bool {
    let says_so = |line: &str| {
        ["Killed signal terminated program", "(signal: 9, SIGKILL", "] Killed", "] Error 137"]
            .iter()
            .any(|words| line.contains(words))
    };
    match end {
        RunEnd::Signaled(libc::SIGKILL) | RunEnd::Exited(137) => true,
        RunEnd::Exited(code) if code != 0 => String::from_utf8_lossy(log).lines().any(says_so),
        _ => false,
    }
}

/// What the linker misses, if no compiler has found an error before.
fn link_fault(text: &str) -> Option<String> {
    if text.lines().any(|line| line.contains("error:") && !is_of_linker(line)) {
        return None;
    }
    let mut lines = text.lines();
    lines.find_map(|line| {
        let undefined = quoted(line, "undefined reference to ")
            .or_else(|| line.contains("\", referenced from").then(|| quoted(line, "\""))?);
        undefined
            .map(|name| match name.as_str() {
                "main" => "no source defines main, the function that a program begins with".into(),
                _ => format!("no source defines {name}"),
            })
            .or_else(|| {
                quoted(line.split("; ").next()?, "multiple definition of ")
                    .map(|name| format!("two sources define {name}"))
            })
    })
}

fn quoted(line: &str, before: &str) -> Option<String> {
    let name = line.split_once(before)?.1.trim_start_matches(['`', '\'', '"', ' ']);
    let end = name.rfind(['\'', '"']).unwrap_or(name.len());
    Some(name[..end].to_string())
}

fn is_of_linker(line: &str) -> bool {
    ["collect2:", "ld:", "clang:", "linker command failed"].iter().any(|of| line.contains(of))
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
        let compiler = "+ g++ homework.cpp\nhomework.cpp: In function\nhomework.cpp:3:5: error: \
                        expected ';'\n    3 | }\n";
        assert_eq!(reason_of(compiler).as_deref(), Some("homework.cpp:3:5: error: expected ';'"));
        let cargo = "   Compiling a\nerror[E0425]: cannot find value `x`\nerror: could not compile";
        assert_eq!(reason_of(cargo).as_deref(), Some("error[E0425]: cannot find value `x`"));
        let python = "Traceback\n  File x\nSyntaxError: invalid syntax\n\n";
        assert_eq!(reason_of(python).as_deref(), Some("SyntaxError: invalid syntax"));
        assert_eq!(reason_of("+ make\n"), None);
        assert!(reason_of(&"x".repeat(9_999)).is_some_and(|text| text.len() == LONGEST_REASON + 3));
    }

    #[test]
    fn a_killed_compiler_is_no_fault_of_the_sources() {
        let killed = |end, log: &str| was_killed_by_system(end, log.as_bytes(), None);
        assert!(killed(RunEnd::Signaled(libc::SIGKILL), ""));
        assert!(killed(RunEnd::Exited(137), "+ javac homework.java\nKilled\n"));
        let gcc = "g++: fatal error: Killed signal terminated program cc1plus\n";
        assert!(killed(RunEnd::Exited(1), gcc));
        assert!(killed(RunEnd::Exited(2), "make: *** [Makefile:2: homework] Killed\n"));
        assert!(killed(RunEnd::Exited(101), "Caused by:\n  rustc (signal: 9, SIGKILL: kill)\n"));
        assert!(!killed(RunEnd::Exited(1), "a.cpp:1:1: error: 'Killed' was not declared\n"));
        assert!(!killed(RunEnd::Exited(0), gcc));
        assert!(!killed(RunEnd::TooMuchMemory, ""));
        let itself = was_killed_by_system(RunEnd::Signaled(libc::SIGKILL), b"", memory_kills());
        assert!(!itself || memory_kills().is_none(), "nothing was short of memory meanwhile");
    }

    fn reason_of(log: &str) -> Option<String> {
        reason(log.as_bytes(), &[])
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
