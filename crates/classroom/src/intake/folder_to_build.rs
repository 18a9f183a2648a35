//! Where below the folder of a submission something can be built: students hand in a folder that
//! holds a folder that holds the program. The search has an end in depth and number.

use crate::archives::listed::{files_in, folders_in};
use crate::archives::unpack::ArchiveKind;
use crate::build::language::is_source;
use crate::build::recipe::Recipe;
use std::path::{Path, PathBuf};

const DEEPEST: usize = 8;
const MOST_FOLDERS: usize = 500;

/// The folders that a recipe fits. In such a folder nothing else is looked for.
pub fn folders_to_build(
    folder: &Path,
    program: &'static str,
    command: Option<&str>,
) -> Vec<PathBuf> {
    found_below(folder, &|folder| fits(folder, program, command))
}

/// The folders with sources, whatever their names.
pub fn folders_with_source(folder: &Path) -> Vec<PathBuf> {
    found_below(folder, &|folder| files_in(folder).iter().any(|name| is_source(name)))
}

/// Whether `folder` itself can be built: the scheme's `command` fits any folder with a file.
pub fn fits(folder: &Path, program: &'static str, command: Option<&str>) -> bool {
    match command {
        Some(_) => files_in(folder).iter().any(|name| ArchiveKind::of(name).is_none()),
        None => Recipe::fits(folder, program),
    }
}

fn found_below(folder: &Path, is_it: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut look = Look { is_it, seen: 0, found: Vec::new() };
    look.below(folder, 0);
    look.found
}

struct Look<'a> {
    is_it: &'a dyn Fn(&Path) -> bool,
    seen: usize,
    found: Vec<PathBuf>,
}

impl Look<'_> {
    fn below(&mut self, folder: &Path, depth: usize) {
        self.seen += 1;
        if self.seen > MOST_FOLDERS {
            return;
        }
        if (self.is_it)(folder) {
            self.found.push(folder.to_path_buf());
        } else if depth < DEEPEST {
            for name in folders_in(folder) {
                self.below(&folder.join(name), depth + 1);
            }
        }
    }
}
