//! The rules of docs/STYLE.md that neither the compiler nor clippy nor rustfmt can prove. Each
//! check takes the files of a project and returns one sentence for each violation.

pub mod imports;
pub mod layers;
pub mod packages;
pub mod text;

use std::fs;
use std::path::Path;

/// A text file: its path from the root, with `/` between folders, and its content.
pub struct File {
    pub path: String,
    pub text: String,
}

/// All text files under `root`, but not what the lines of .gitignore that begin with `/` name.
pub fn files(root: &Path) -> Vec<File> {
    let ignored = fs::read_to_string(root.join(".gitignore")).unwrap_or_default();
    let ignored = ignored.lines().filter_map(|line| line.strip_prefix('/'));
    let left_out: Vec<&str> = ignored.chain([".git"]).collect();
    let (mut found, mut folders) = (Vec::new(), vec![String::new()]);
    while let Some(prefix) = folders.pop() {
        let folder = root.join(&prefix);
        let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        for entry in entries.flatten() {
            let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if left_out.contains(&path.as_str()) {
                continue;
            }
            let kind = entry.file_type().unwrap_or_else(|e| panic!("{path}: {e}"));
            if kind.is_dir() {
                folders.push(format!("{path}/"));
            } else if kind.is_file() {
                found.extend(fs::read_to_string(entry.path()).map(|text| File { path, text }));
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn rust(files: &[File]) -> impl Iterator<Item = &File> {
    files.iter().filter(|file| file.path.ends_with(".rs"))
}
