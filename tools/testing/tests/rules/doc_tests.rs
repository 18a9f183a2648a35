//! A library is searched for examples in its documentation exactly if it has any: for each one
//! without, the search would cost the tests a second.

use crate::files::{File, rust};

/// The manifests that say `doctest = false` without need, or lack it.
pub fn searched(files: &[File]) -> Vec<String> {
    let manifests = files.iter().filter_map(|file| {
        let folder = file.path.strip_suffix("Cargo.toml")?;
        let source = format!("{folder}src/");
        let is_library = files.iter().any(|file| file.path == format!("{source}lib.rs"));
        (is_library && !folder.starts_with("tools/fuzz/")).then_some((file, source))
    });
    let wrong = manifests.filter_map(|(manifest, source)| {
        let mut sources = rust(files).filter(|file| file.path.starts_with(&source));
        let has_examples = sources.any(|file| has_example(&file.text));
        let is_searched = !manifest.text.contains("\ndoctest = false\n");
        let advice = if has_examples { "must not say" } else { "must say, below [lib]," };
        (has_examples != is_searched)
            .then(|| format!("{}: {advice} doctest = false", manifest.path))
    });
    wrong.collect()
}

fn has_example(text: &str) -> bool {
    let fence = |line: &'_ str| -> Option<String> {
        let line = line.trim_start();
        let comment = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))?;
        comment.trim().strip_prefix("```").map(str::to_string)
    };
    let mut opening = text.lines().filter_map(fence).step_by(2);
    let is_run = |info: String| {
        ["", "rust", "should_panic", "no_run", "compile_fail"].iter().any(|kind| *kind == info)
    };
    opening.any(is_run)
}
