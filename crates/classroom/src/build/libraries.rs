//! Libraries that a course gives to all: archives and folders that builds and agents may read and
//! find without a name of their own.
//!
//! Java finds archives (`.jar`), the classes in a folder and the archives in it on its class path;
//! Python finds the modules in a folder or an archive. In a build both paths are in the
//! environment, where a Makefile's own compiler finds them.

use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Libraries(Vec<PathBuf>);

impl Libraries {
    /// These, by their absolute paths.
    pub fn of(paths: &[PathBuf]) -> Self {
        let absolute = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
        Libraries(paths.iter().map(absolute).collect())
    }

    pub fn paths(&self) -> &[PathBuf] {
        &self.0
    }

    /// What follows a class path, as a word of a shell: `:/course/ucb.jar:'/course/lib/*'`.
    pub fn behind_class_path(&self) -> String {
        self.classes().iter().map(|part| format!(":{}", shell_words::quote(part))).collect()
    }

    /// The class path of a build in `dir`, where the archives of the student lie in it or in `lib`.
    pub fn class_path(&self, dir: &Path) -> String {
        let dir = dir.to_string_lossy();
        let own = [".".to_string(), dir.to_string(), format!("{dir}/*"), format!("{dir}/lib/*")];
        [&own[..], &self.classes()].concat().join(":")
    }

    /// The paths in which Python looks for modules; `None` without libraries.
    pub fn python_path(&self) -> Option<String> {
        let paths: Vec<_> = self.0.iter().map(|path| path.to_string_lossy()).collect();
        (!paths.is_empty()).then(|| paths.join(":"))
    }

    fn classes(&self) -> Vec<String> {
        let parts = self.0.iter().flat_map(|path| {
            let text = path.to_string_lossy().into_owned();
            let within = path.is_dir().then(|| format!("{text}/*"));
            std::iter::once(text).chain(within)
        });
        parts.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_and_folders_are_on_the_class_path() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = dir.path().canonicalize().expect("there");
        let libraries = Libraries::of(&[folder.join("a.jar"), folder.clone()]);
        let text = folder.display();
        assert_eq!(libraries.behind_class_path(), format!(":{text}/a.jar:{text}:'{text}/*'"));
        let path = libraries.class_path(Path::new("/x"));
        assert_eq!(path, format!(".:/x:/x/*:/x/lib/*:{text}/a.jar:{text}:{text}/*"));
        assert_eq!(Libraries::default().behind_class_path(), "");
        assert_eq!(Libraries::default().python_path(), None);
    }
}
