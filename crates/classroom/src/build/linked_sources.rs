//! Which sources beside a program of C or C++ may belong to it.
//!
//! All in the same folder that neither have a `main` of their own (`calibrate.cpp`, a test) nor are
//! included by another one: they would be there twice. The text is looked at, not compiled; what
//! is taken wrongly costs nothing as long as the program alone can be linked.

use crate::archives::listed::{files_in, text_of};
use std::collections::BTreeSet;
use std::path::Path;

const MOST: usize = 200;

/// The sources beside `file` whose names have one of these ends.
pub fn linked_sources(dir: &Path, file: &str, ends: &[&str]) -> Vec<String> {
    let is_source =
        |name: &String| name.rsplit_once('.').is_some_and(|(_, end)| ends.contains(&end));
    let sources: Vec<(String, String)> = files_in(dir)
        .into_iter()
        .filter(is_source)
        .take(MOST)
        .map(|name| {
            let text = code(&text_of(&dir.join(&name)));
            (name, text)
        })
        .collect();
    let included: BTreeSet<&str> = sources.iter().flat_map(|(_, text)| included(text)).collect();
    sources
        .iter()
        .filter(|(name, text)| {
            name != file && !defines_main(text) && !included.contains(name.as_str())
        })
        .map(|(name, _)| name.clone())
        .collect()
}

/// Whether a source can be a program by itself.
pub fn has_main(text: &str, tool: &str) -> bool {
    match tool {
        "g++" | "gcc" => defines_main(&code(text)),
        "rustc" => text.contains("fn main("),
        "javac" => text.contains("static void main("),
        _ => text.contains("__main__"),
    }
}

/// The text without its comments. Texts in quotes stay, since an included file is one.
pub fn code(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            '"' | '\'' => quoted(rest, c),
            _ => c.len_utf8(),
        };
        if rest.starts_with("//") || rest.starts_with("/*") {
            code.push(' ');
        } else {
            code.push_str(&rest[..length]);
        }
        rest = &rest[length..];
    }
    code
}

/// The bytes of a text in quotes, which ends with its line.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (place, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return place,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return place + 1,
            _ => {}
        }
    }
    text.len()
}

/// The files that a source includes from its own folder.
fn included(code: &str) -> impl Iterator<Item = &str> {
    code.lines().filter_map(|line| {
        let directive = line.trim_start().strip_prefix('#')?.trim_start();
        let name = directive.strip_prefix("include")?.trim_start().strip_prefix('"')?;
        let name = name.split_once('"')?.0;
        Some(name.strip_prefix("./").unwrap_or(name))
    })
}

fn defines_main(code: &str) -> bool {
    code.match_indices("main").any(|(place, word)| {
        let (before, after) = (&code[..place], &code[place + word.len()..]);
        let kind = before.trim_end();
        let has_kind = ["int", "void", "auto", "signed"].iter().any(|name| {
            kind.strip_suffix(name)
                .is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
        });
        before.len() > kind.len() && has_kind && after.trim_start().starts_with('(')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn sources_with_a_main_and_included_ones_are_not_linked() {
        let dir = tempfile::tempdir().expect("a folder");
        for (name, text) in [
            ("homework.cpp", "#include \"rules.cpp\"\nint main() { return f(); }"),
            ("rules.cpp", "int f() { return 0; }"),
            ("board.cpp", "// int main()\nvoid domain(); const char *s = \"int m\"; "),
            ("calibrate.cpp", "int\nmain (int argc, char **argv) { }"),
            ("search.cc", "/* int main() {} */ int remain(int a);"),
            ("test.cxx", "auto main() -> int {}"),
            ("board.h", "int f();"),
        ] {
            fs::write(dir.path().join(name), text).expect("written");
        }
        let ends = ["cpp", "cc", "cxx"];
        assert_eq!(linked_sources(dir.path(), "homework.cpp", &ends), ["board.cpp", "search.cc"]);
        assert_eq!(linked_sources(dir.path(), "calibrate.cpp", &ends), ["board.cpp", "search.cc"]);
    }

    #[test]
    fn texts_in_quotes_hide_no_code_behind_them() {
        let text = "char q = '\"'; const char *u = \"// \\\" no comment\"; int main() {}";
        assert!(defines_main(&code(text)));
        assert!(!defines_main(&code("// it's\nint x;")));
        assert!(!defines_main(&code("#if 0 // don't\n/* open\nint main() {}")));
    }
}
