//! Walking the tree: every text file of the project, and what none of them may say.
//!
//! Git's own folder and the folders that `.gitignore` names are left out, links are not followed,
//! and a file that is not UTF-8 is data, not text. Paths are relative to the root, with `/` between folders.

use std::fs;
use std::path::Path;

/// A text file of the project.
pub struct Text {
    pub path: String,
    pub text: String,
}

/// Where home folders and work folders of single machines begin. Written apart, so that this
/// file obeys its own law.
const MACHINES: [&str; 4] =
    [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/"), concat!("/Us", "ers/")];

/// All text files under `root`, in order of their paths.
pub fn texts(root: &Path) -> Vec<Text> {
    let ignored = fs::read_to_string(root.join(".gitignore")).unwrap_or_default();
    let mut left_out: Vec<&str> =
        ignored.lines().filter_map(|line| line.strip_prefix('/')).collect();
    left_out.push(".git");
    let mut found = Vec::new();
    collect(root, "", &left_out, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn collect(folder: &Path, prefix: &str, left_out: &[&str], found: &mut Vec<Text>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() && !left_out.contains(&path.as_str()) {
            collect(&entry.path(), &format!("{path}/"), left_out, found);
        } else if kind.is_file()
            && let Ok(text) = fs::read_to_string(entry.path())
        {
            found.push(Text { path, text });
        }
    }
}

/// Law: no file names a path of one machine.
pub fn no_file_names_a_machine(texts: &[Text]) -> Vec<String> {
    let breach = |path: &str, (index, line): (usize, &str)| {
        let machine = MACHINES.iter().find(|machine| begins_a_path(line, machine))?;
        let advice = "build the path from the manifest's folder, a temporary one or an argument";
        Some(format!("{path}:{}: names `{machine}` of one machine; {advice}", index + 1))
    };
    let in_text = |text: &Text| {
        text.text
            .lines()
            .enumerate()
            .filter_map(|line| breach(&text.path, line))
            .collect::<Vec<_>>()
    };
    texts.iter().flat_map(in_text).collect()
}

/// Whether `folder` stands in `line` as the beginning of a path, not in the middle of one.
fn begins_a_path(line: &str, folder: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || "._-/}".contains(c);
    line.match_indices(folder).any(|(at, _)| !line[..at].ends_with(inside))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(line: &str) -> Vec<String> {
        no_file_names_a_machine(&[Text { path: "a.md".into(), text: format!("\n{line}\n") }])
    }

    #[test]
    fn the_machines_are_the_usual_ones() {
        let backward = ["krow", "toor", "emoh", "sresU"];
        let forward = backward.map(|name| format!("/{}/", name.chars().rev().collect::<String>()));
        assert_eq!(MACHINES, forward.each_ref().map(String::as_str));
    }

    #[test]
    fn paths_of_a_machine_are_found_at_their_line() {
        for machine in MACHINES {
            for line in
                [format!("cd {machine}main"), format!("\"{machine}x\""), machine.to_string()]
            {
                let found = found(&line);
                assert!(found.len() == 1 && found[0].starts_with("a.md:2: "), "{line}: {found:?}");
            }
        }
    }

    #[test]
    fn folders_in_the_middle_of_a_path_are_no_machine() {
        for machine in MACHINES {
            for before in ["target", "https://a.org", "a.", "b_", "c-", "d/", "${e}"] {
                let line = format!("{before}{machine}x");
                assert_eq!(found(&line), [""; 0], "{line}");
            }
        }
    }

    #[test]
    fn the_walk_finds_text_and_leaves_alone_what_git_ignores() {
        let root = std::env::temp_dir().join(format!("tidy-walk-{}", std::process::id()));
        for (path, bytes) in [
            ("src/a/b.rs", b"b".as_slice()),
            (".ci/run", b"run"),
            (".gitignore", b"/out\n/fuzz/out\n"),
            ("out/c.rs", b"c"),
            ("fuzz/out/c.rs", b"c"),
            (".git/d", b"d"),
            ("data.bin", b"\xff\xfe\x00"),
        ] {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("has a folder")).expect("folder is made");
            fs::write(path, bytes).expect("file is written");
        }
        let found = texts(&root);
        fs::remove_dir_all(&root).expect("folder is removed");
        let paths: Vec<_> = found.iter().map(|text| text.path.as_str()).collect();
        assert_eq!(paths, [".ci/run", ".gitignore", "src/a/b.rs"]);
    }
}
