//! The files of a project, as every check takes them.

use std::fs;
use std::path::Path;

/// A file: its path from the root, with `/` between folders, and its content, empty if no text.
pub struct File {
    pub path: String,
    pub text: String,
}

/// All files under `root`, but not what the lines of .gitignore that begin with `/` name.
pub fn files(root: &Path) -> Vec<File> {
    let ignored = fs::read_to_string(root.join(".gitignore")).unwrap_or_default();
    let is_ignored = |path: &str| ignored.lines().any(|line| line.strip_prefix('/') == Some(path));
    let (mut found, mut paths) = (Vec::new(), vec![String::new()]);
    while let Some(path) = paths.pop().map(|path| path.trim_start_matches('/').to_string()) {
        let whole = root.join(&path);
        let inside = |entry: fs::DirEntry| format!("{path}/{}", entry.file_name().display());
        match fs::read_dir(&whole) {
            _ if path == ".git" || whole.is_symlink() || is_ignored(&path) => {}
            Ok(folder) => paths.extend(folder.flatten().map(inside)),
            Err(_) => {
                let text = fs::read_to_string(whole).unwrap_or_default();
                found.push(File { path, text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

pub fn rust(files: &[File]) -> impl Iterator<Item = &File> {
    files.iter().filter(|file| file.path.ends_with(".rs"))
}

/// The cells of each row of the tables of a document. The first and the last are empty.
pub fn rows<'a>(files: &'a [File], document: &str) -> impl Iterator<Item = Vec<&'a str>> {
    let text = files.iter().find(|file| file.path == document).map_or("", |file| &file.text);
    let rows = text.lines().filter(|line| line.starts_with("| "));
    rows.map(|row| row.split('|').map(str::trim).collect())
}

/// The rows of all tables of three columns of a document that have a column of this name: the line
/// of each, and its cells. The first and the last are empty.
pub fn table<'a>(files: &'a [File], document: &str, column: &str) -> Vec<(usize, Vec<&'a str>)> {
    let text = files.iter().find(|file| file.path == document).map_or("", |file| &file.text);
    let (mut rows, mut is_inside) = (Vec::new(), false);
    for (index, line) in text.lines().enumerate() {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let is_row = cells.len() == 5;
        let is_header = is_row && cells.contains(&column);
        is_inside = is_header || is_inside && is_row;
        if is_inside && !is_header && !cells[1].starts_with("--") {
            rows.push((index + 1, cells));
        }
    }
    rows
}

pub fn code(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// A path that a file names, from the root; one above the root begins with `..`.
pub fn resolved(file: &str, path: &str) -> String {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        let is_above = part == ".." && parts.last().is_some_and(|last| *last != "..");
        if is_above {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}
