//! Paths among the arguments of an agent, which it may read: a file or folder, or a list of them as
//! one argument, as `build:lib/ucb.jar` is for Java.

use std::fs;
use std::path::{Path, PathBuf};

/// An argument that names paths by their absolute texts, and what they name; `None` for another.
pub(super) fn absolute_argument(arg: &str) -> Option<(String, Vec<PathBuf>)> {
    let single = fs::canonicalize(arg).ok().filter(|_| is_path(arg));
    let single = single.map(|path| (path.to_string_lossy().into_owned(), vec![path]));
    single.or_else(|| absolute_list(arg))
}

/// Whether an argument looks like a path. `4` does not, even where a file is called `4`.
fn is_path(arg: &str) -> bool {
    arg.contains(['/', '.'])
}

/// The list with absolute paths for the parts that there are, and what they name; `None` for an
/// argument that is no list of paths. `lib/*` are the archives in a folder.
fn absolute_list(arg: &str) -> Option<(String, Vec<PathBuf>)> {
    if !arg.contains(':') && !arg.ends_with("/*") {
        return None;
    }
    let equals = arg.find('=').filter(|_| arg.starts_with('-')).map_or(0, |at| at + 1);
    let (option, list) = arg.split_at(equals);
    let mut named = Vec::new();
    let parts = list.split(':').map(|part| match named_by(part) {
        Some((path, text)) => {
            named.push(path);
            text
        }
        None => part.to_string(),
    });
    let list: Vec<String> = parts.collect();
    (!named.is_empty()).then(|| (format!("{option}{}", list.join(":")), named))
}

/// What a part names, and its absolute text. A word without a dot or slash is a folder: `4` and
/// `a:b` are no paths, even where there is a file of that name.
fn named_by(part: &str) -> Option<(PathBuf, String)> {
    let (within, all) = part.strip_suffix("/*").map_or((part, ""), |folder| (folder, "/*"));
    let is_path = !within.is_empty() && (is_path(within) || Path::new(within).is_dir());
    let path = fs::canonicalize(within).ok().filter(|_| is_path)?;
    let text = format!("{}{all}", path.display());
    Some((path, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_list_are_named() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path().canonicalize().expect("there");
        fs::create_dir(root.join("lib")).expect("made");
        fs::write(root.join("ucb.jar"), "").expect("written");
        let text = root.display();
        let (lib, jar) = (format!("{text}/lib/../lib"), format!("{text}/ucb.jar"));
        let all = [root.join("lib"), root.join("ucb.jar")];
        for (arg, list) in [
            (format!("{lib}:{jar}"), format!("{text}/lib:{jar}")),
            (format!("-cp={lib}/*:none.jar:{jar}"), format!("-cp={text}/lib/*:none.jar:{jar}")),
        ] {
            assert_eq!(absolute_list(&arg), Some((list, all.to_vec())), "{arg}");
        }
        for other in ["a:b", "4", "http://localhost:80", &jar, "--depth=4"] {
            assert_eq!(absolute_list(other), None, "{other}");
        }
    }
}
