//! A file that is compiled in lies in the folder of its crate: a package on crates.io has no other.

use crate::files::{File, resolved, rust};

/// Files of the crates that are published, compiled in from outside of their crates.
pub fn inside(files: &[File]) -> Vec<String> {
    let published = rust(files).filter_map(|file| Some((file, packed_folder(&file.path)?)));
    let wrong = published.flat_map(|(file, folder)| {
        let outside = included(before_tests(&file.text))
            .filter(move |path| !resolved(&file.path, path).starts_with(folder.as_str()));
        outside.map(|path| format!("{}: {path} is outside of the crate", file.path))
    });
    wrong.collect()
}

/// Where what a file compiles in must lie; `None` for what is never in a package. That of the agent
/// holds two folders of the root.
fn packed_folder(path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split('/').collect();
    match parts.as_slice() {
        [top @ ("crates" | "data" | "programs"), name, "src", ..] => Some(format!("{top}/{name}/")),
        [folder @ ("src" | "calibrate"), ..] => Some(format!("{folder}/")),
        _ => None,
    }
}

/// Tests in a file are never run from a package.
fn before_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text)
}

fn included(text: &str) -> impl Iterator<Item = &str> {
    let calls = ["include_str!", "include_bytes!"].into_iter();
    let after = calls.flat_map(move |call| text.split(call).skip(1));
    after.filter_map(|after| after.split('"').nth(1))
}
