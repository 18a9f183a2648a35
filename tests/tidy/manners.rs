//! How a single file behaves: its opening, its size, what it leaves unsaid or unfinished.
//!
//! Sizes are counted in lines as an editor shows them; a function runs from the line of its `fn`
//! to the line of its closing brace. Notes to oneself are looked for in comments and code, never in
//! strings, so that tests can speak of them.

use crate::house::House;
use crate::source::Source;
use crate::spans::{attributes, reads};

/// The longest file and the longest function allowed, in lines.
const FILE_LINES: usize = 400;
const FUNCTION_LINES: usize = 60;

/// How far above an `unsafe` its reason may stand.
const REASON_WITHIN: usize = 3;

fn in_every_file(house: &House, law: impl Fn(&Source) -> Vec<String>) -> Vec<String> {
    house.sources.iter().flat_map(law).collect()
}

/// Law: every file opens with `//!`.
pub fn files_open_with_an_essay(house: &House) -> Vec<String> {
    in_every_file(house, |source| {
        let opens = source.text.starts_with("//!");
        let advice = "opens without `//!`; say the file's job, contract and source there first";
        if opens { Vec::new() } else { vec![source.breach(1, advice)] }
    })
}

/// Law: no file is longer than 400 lines.
pub fn files_are_short(house: &House) -> Vec<String> {
    in_every_file(house, |source| {
        let lines = source.text.lines().count();
        let advice =
            format!("has {lines} lines; cut it in two along its jobs ({FILE_LINES} is the law)");
        if lines <= FILE_LINES { Vec::new() } else { vec![source.breach(lines, &advice)] }
    })
}

/// Law: no function is longer than 60 lines.
pub fn functions_are_short(house: &House) -> Vec<String> {
    in_every_file(house, |source| {
        let lines = |at: usize| source.line(at);
        let sized = source.functions.iter().map(|function| {
            let (first, last) = (lines(*function.span.start()), lines(*function.span.end()));
            (first, last - first + 1, &function.name)
        });
        let long = sized.filter(|&(_, length, _)| length > FUNCTION_LINES);
        let breach = |(line, length, name): (usize, usize, &String)| {
            let what = format!(
                "`{name}` has {length} lines; name its steps ({FUNCTION_LINES} is the law, 25 the aim)"
            );
            source.breach(line, &what)
        };
        long.map(breach).collect()
    })
}

/// Law: no glob import but `use super::*` inside a test module.
pub fn imports_name_what_they_take(house: &House) -> Vec<String> {
    let mut breaches = Vec::new();
    for (file, source) in house.sources.iter().enumerate() {
        for path in house.paths(file).iter().filter(|path| path.is_glob()) {
            let in_test_module =
                source.in_test(path.at) && source.modules_around(path.at).next().is_some();
            if !(in_test_module && path.segments == ["super"]) {
                let what = format!("imports `{}::*`; name what you take", path.segments.join("::"));
                breaches.push(source.breach(path.line, &what));
            }
        }
    }
    breaches
}

/// Law: every `unsafe` has its `SAFETY:` within the three lines above.
pub fn unsafe_gives_its_reason(house: &House) -> Vec<String> {
    in_every_file(house, |source| {
        let has_reason = |line: usize| {
            let above = line.saturating_sub(REASON_WITHIN)..line;
            let near = source.comments.iter().filter(|comment| above.contains(&comment.line));
            near.into_iter().any(|comment| comment.text.contains("SAFETY:"))
        };
        let lines = source.find(&["unsafe"]).map(|at| source.line(at));
        let advice =
            "`unsafe` without a `SAFETY:` comment above it; do without, or give the reason";
        lines.filter(|&line| !has_reason(line)).map(|line| source.breach(line, advice)).collect()
    })
}

/// Law: what meets the world never unwraps outside its tests.
pub fn faces_do_not_unwrap(house: &House) -> Vec<String> {
    in_every_file(house, |source| {
        let folders = ["wire", "homework", "player", "shell"].map(|name| format!("src/{name}"));
        let in_folder = |folder: &String| {
            let rest = source.path.strip_prefix(folder.as_str());
            rest.is_some_and(|rest| rest.starts_with('/') || rest == ".rs")
        };
        if !folders.iter().any(in_folder) {
            return Vec::new();
        }
        let calls = source.find(&["unwrap"]).filter(|&at| {
            let is_call = reads(&source.tokens, at + 1, "(") || reads(&source.tokens, at - 1, "::");
            is_call && !source.in_test(at)
        });
        let advice = "unwraps; return an error that is a sentence, or choose what to do without";
        calls.map(|at| source.breach(source.line(at), advice)).collect()
    })
}

/// Law: nothing unfinished: no placeholder macros, no notes to oneself, no ignored tests.
pub fn nothing_is_left_unfinished(house: &House) -> Vec<String> {
    in_every_file(house, |source| {
        let advice = "finish it, or take it out and write the plan down elsewhere";
        let sentence = |(line, what): (usize, String)| {
            source.breach(line, &format!("holds `{what}`; {advice}"))
        };
        let found = placeholders(source).into_iter().chain(notes(source)).chain(ignored(source));
        found.map(sentence).collect()
    })
}

fn placeholders(source: &Source) -> Vec<(usize, String)> {
    let calls = ["todo", "unimplemented", "dbg"].into_iter().flat_map(|name| {
        let lines: Vec<_> = source.find(&[name, "!"]).map(|at| source.line(at)).collect();
        lines.into_iter().map(move |line| (line, format!("{name}!")))
    });
    calls.collect()
}

fn notes(source: &Source) -> Vec<(usize, String)> {
    let comments = source.comments.iter().map(|comment| (comment.line, comment.text.as_str()));
    let words = source.tokens.iter().map(|token| (token.line, token.text.as_str()));
    let is_part = |c: char| c == '_' || c.is_alphanumeric();
    let marks = comments.chain(words).flat_map(|(line, text)| {
        let marks = text.split(move |c| !is_part(c)).filter(|word| ["FIXME", "XXX"].contains(word));
        marks.map(move |mark| (line, mark.to_string()))
    });
    marks.collect()
}

fn ignored(source: &Source) -> Vec<(usize, String)> {
    let of_tests = attributes(&source.tokens).into_iter().filter(|attribute| {
        source.tokens[attribute.clone()].iter().any(|token| token.is("ignore"))
    });
    of_tests.map(|attribute| (source.line(*attribute.start()), "#[ignore]".to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaches(law: fn(&House) -> Vec<String>, path: &str, text: &str) -> Vec<String> {
        law(&House::of(&[(path, text)]))
    }

    fn count(law: fn(&House) -> Vec<String>, text: &str) -> usize {
        breaches(law, "src/shell/a.rs", text).len()
    }

    #[test]
    fn openings() {
        assert_eq!(count(files_open_with_an_essay, "//! A.\n"), 0);
        for text in ["", "/// A.\n", "\n//! A.\n", "use a;\n//! A.\n", "// A.\n"] {
            assert_eq!(count(files_open_with_an_essay, text), 1, "{text:?}");
        }
    }

    #[test]
    fn long_files() {
        assert_eq!(count(files_are_short, &"//\n".repeat(400)), 0);
        let found = breaches(files_are_short, "src/a.rs", &"//\n".repeat(401));
        assert!(found.len() == 1 && found[0].starts_with("src/a.rs:401: has 401 lines"));
    }

    #[test]
    fn long_functions() {
        let body = |lines: usize| format!("\npub fn long()\n{{{}}}\n", "\n".repeat(lines - 2));
        assert_eq!(count(functions_are_short, &body(60)), 0);
        let found = breaches(functions_are_short, "src/a.rs", &body(61));
        assert!(found.len() == 1 && found[0].starts_with("src/a.rs:2: `long` has 61 lines"));
    }

    #[test]
    fn globs() {
        let law = imports_name_what_they_take;
        for text in [
            "use a::*;",
            "use super::*;",
            "use a::{b, c::*};",
            "pub use a::*;",
            "mod tests { use super::*; }",
            "#[cfg(test)] mod tests { use super::super::*; use a::b; }",
            "#[cfg(test)] mod tests { use crate::a::*; }",
            "#[cfg(test)] use super::*;",
        ] {
            assert_eq!(count(law, text), 1, "{text}");
        }
        assert_eq!(count(law, "#[cfg(test)] mod tests { use super::*; }"), 0);
        assert_eq!(count(law, "use a::b; const A: u8 = B * C;"), 0);
    }

    #[test]
    fn reasons() {
        let law = unsafe_gives_its_reason;
        assert_eq!(count(law, "// SAFETY: so.\n\n\nunsafe {}"), 0);
        assert_eq!(count(law, "// SAFETY: so.\n\n\n\nunsafe {}"), 1);
        assert_eq!(count(law, "unsafe {} // SAFETY: too late.\n"), 1);
        assert_eq!(count(law, "#![forbid(unsafe_code)] // unsafe\n\"unsafe\""), 0);
    }

    #[test]
    fn unwraps() {
        let law = faces_do_not_unwrap;
        assert_eq!(count(law, "fn f() { x.unwrap() }"), 1);
        assert_eq!(count(law, "fn f() { x.map(Option::unwrap) }"), 1);
        assert_eq!(count(law, "fn f() { x.unwrap_or(1) } // x.unwrap()\n"), 0);
        assert_eq!(count(law, "#[cfg(test)] mod tests { fn f() { x.unwrap() } }"), 0);
        assert_eq!(breaches(law, "src/search/a.rs", "fn f() { x.unwrap() }").len(), 0);
        for path in ["src/player.rs", "src/wire/a.rs", "src/homework/mod.rs", "src/player/b/c.rs"] {
            assert_eq!(breaches(law, path, "fn f() { x.unwrap() }").len(), 1, "{path}");
        }
    }

    #[test]
    fn unfinished_things() {
        let law = nothing_is_left_unfinished;
        for text in [
            "fn f() { todo!() }",
            "fn f() { unimplemented!(\"later\") }",
            "fn f() { dbg!(x); }",
            "// FIXME: later\n",
            "/* one\n XXX two */",
            "#[test] #[ignore] fn f() {}",
            "#[test] #[ignore = \"slow\"] fn f() {}",
            "#[cfg_attr(debug_assertions, ignore)] fn f() {}",
        ] {
            assert_eq!(count(law, text), 1, "{text}");
        }
        let fine = "fn todo() {} // XXXX, todo and ignore\nconst A: &str = \"FIXME todo!()\"; #[arg(ignore_case)]";
        assert_eq!(count(law, fine), 0);
    }
}
