//! The compilers and interpreters that builds and agents use, and where they are installed.
//!
//! In a sandbox only the system's folders can be read, and a compiler may lie in somebody's home
//! (rustup, pyenv). Of all programs of one name in PATH the first counts that every sandbox can
//! read. If there is none, the first one counts that says where it is installed, and that folder is
//! made readable. The name in PATH may be a small program that starts the real one, so the compiler
//! itself is asked where it is installed. No submission is involved in that.

use crate::build::libraries::Libraries;
use crate::error::ClassError;
use cli::visible;
use runner::interpreter::{Interpreter, answer, installation, is_program, is_python};
use runner::sandbox::Sandbox;
use runner::{USUAL_PATH, search_path};
use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

const NAMES: [&str; 9] =
    ["cargo", "rustc", "g++", "gcc", "make", "javac", "java", "python2", "python3"];

#[derive(Clone, Debug)]
pub struct Toolchain {
    /// The compilers, too: where each is installed outside of the system.
    tools: BTreeMap<&'static str, Interpreter>,
    /// Readable because the user says so.
    allowed: Vec<PathBuf>,
    pub libraries: Libraries,
}

impl Toolchain {
    /// Looks for all programs; `allowed` are folders that builds and agents may read besides,
    /// as they may the libraries.
    pub fn find(allowed: &[PathBuf], libraries: &[PathBuf]) -> Self {
        let libraries = Libraries::of(libraries);
        let allowed: Vec<_> = allowed.iter().filter_map(|path| path.canonicalize().ok()).collect();
        let search = search_path();
        let folders: Vec<PathBuf> = env::split_paths(&search).collect();
        let tools = NAMES.into_iter().filter_map(|name| {
            let tool = find(name, &folders, &|path| is_readable(path, &allowed))?;
            Some((name, tool))
        });
        Toolchain { tools: tools.collect(), allowed: allowed.clone(), libraries }
    }

    pub fn tool(&self, name: &str) -> Option<&Interpreter> {
        self.tools.get(name)
    }

    /// A program by its path, as a word of a shell.
    pub fn quoted(&self, name: &str) -> Result<String, ClassError> {
        let tool = self.tool(name).ok_or_else(|| format!("there is no {name} on this machine"))?;
        Ok(shell_words::quote(&tool.path.to_string_lossy()).into_owned())
    }

    /// The folders that a build may read beside the system's.
    pub fn readable(&self) -> Vec<PathBuf> {
        let installed = self.tools.values().flat_map(|tool| tool.folders.clone());
        installed.chain(self.allowed.clone()).chain(self.libraries.paths().to_vec()).collect()
    }

    /// The folders that agents may read beside the system's.
    pub fn readable_in_games(&self) -> Vec<PathBuf> {
        let interpreters =
            ["java", "python2", "python3"].into_iter().filter_map(|name| self.tool(name));
        let installed = interpreters.flat_map(|tool| tool.folders.clone());
        installed.chain(self.allowed.clone()).chain(self.libraries.paths().to_vec()).collect()
    }

    /// PATH for a build. The installations come first, since a name may mean another program behind
    /// them.
    pub fn search_path(&self) -> OsString {
        let outside = self.tools.values().filter(|tool| !tool.folders.is_empty());
        let own = outside.filter_map(|tool| tool.path.parent().map(Path::to_path_buf));
        let search = search_path();
        let usual = env::split_paths(&search).filter(|folder| is_readable(folder, &self.allowed));
        let mut folders: Vec<PathBuf> = own.collect();
        folders.dedup();
        folders.extend(usual);
        if folders.is_empty() {
            return USUAL_PATH.into();
        }
        // It fails for a folder with a colon in its name, which came from PATH and so has none.
        env::join_paths(folders).unwrap_or(search.clone())
    }

    /// What a build or a run may find, as texts: a result that is kept from other tools, or from
    /// other things to read, is not the result of these.
    pub fn key(&self) -> Vec<String> {
        let tools =
            self.tools.iter().map(|(name, tool)| format!("{name} {}", state_of(&tool.path)));
        let readable = self.readable_in_games();
        tools.chain(readable.iter().flat_map(|path| states_in(path))).collect()
    }

    pub fn programs(&self) -> impl Iterator<Item = &Path> {
        self.tools.values().map(|tool| tool.path.as_path())
    }

    /// One line for each program, for the log.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.tools.iter().map(|(name, tool)| format!("{name} is {}", visible::path(&tool.path)))
    }
}

/// A path, what it leads to, and its size and time: a program that is updated has others.
fn state_of(path: &Path) -> String {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let about = real.metadata().map(|about| (about.is_dir(), about.len(), about.modified().ok()));
    match about {
        Ok((false, bytes, time)) => {
            format!("{} {} {bytes} {time:?}", path.display(), real.display())
        }
        _ => format!("{} {}", path.display(), real.display()),
    }
}

/// The same of a file, or of a folder with the files in it; not of all below it, which may be many.
fn states_in(path: &Path) -> Vec<String> {
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let mut within: Vec<_> = entries.map(|entry| state_of(&entry.path())).collect();
    within.sort();
    within.insert(0, state_of(path));
    within
}

fn is_readable(path: &Path, allowed: &[PathBuf]) -> bool {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    is_in(&real, allowed) && is_in(path, allowed)
}

fn is_in(path: &Path, allowed: &[PathBuf]) -> bool {
    Sandbox::is_of_system(path) || allowed.iter().any(|folder| path.starts_with(folder))
}

fn find(
    name: &str,
    folders: &[PathBuf],
    is_readable: &dyn Fn(&Path) -> bool,
) -> Option<Interpreter> {
    let candidates: Vec<PathBuf> =
        folders.iter().map(|folder| folder.join(name)).filter(|path| is_program(path)).collect();
    let usual = candidates.iter().find(|path| is_readable(path));
    match usual {
        Some(path) => Some(Interpreter { path: path.clone(), folders: Vec::new() }),
        None => candidates.iter().find_map(|path| installed(name, path)),
    }
}

fn installed(name: &str, path: &Path) -> Option<Interpreter> {
    match name {
        "cargo" | "rustc" => {
            let rustc = path.with_file_name("rustc");
            let [root] = answer(&rustc, &["--print", "sysroot"]).ok()?.try_into().ok()?;
            let path = root.join("bin").join(name);
            let folders = installation(&root, &path);
            is_program(&path).then_some(Interpreter { path, folders })
        }
        name if is_python(name) => Interpreter::of_python(path).ok(),
        _ => {
            let real = path.canonicalize().ok()?;
            let holder = real.parent()?;
            let root = holder.parent().filter(|_| holder.ends_with("bin")).unwrap_or(holder);
            let folders = installation(root, &real);
            Some(Interpreter { path: real, folders })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use runner::folder::files::write_program;

    fn program(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        write_program(path, 0o755, &mut text.as_bytes()).expect("written");
    }

    #[test]
    fn the_first_readable_program_counts_and_else_the_installation_of_the_first() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path().canonicalize().expect("there");
        let (home, system) = (root.join("home/bin"), root.join("system/bin"));
        let folders = [home.clone(), system.clone()];
        let find = |name: &str| find(name, &folders, &|path| path.starts_with(&system));
        assert_eq!(find("g++"), None);
        program(&home.join("g++"), "");
        let at_home = Interpreter { path: home.join("g++"), folders: vec![root.join("home")] };
        assert_eq!(find("g++"), Some(at_home));
        program(&system.join("g++"), "");
        let found = find("g++");
        assert_eq!(found, Some(Interpreter { path: system.join("g++"), folders: Vec::new() }));
    }

    #[test]
    fn what_may_be_read_is_in_the_key() {
        let dir = tempfile::tempdir().expect("a folder");
        let of = |allowed: &[PathBuf]| Toolchain::find(&[], allowed).key();
        let libs = [dir.path().to_path_buf()];
        let (none, empty) = (of(&[]), of(&libs));
        fs::write(dir.path().join("a.jar"), "1").expect("written");
        let one = of(&libs);
        fs::write(dir.path().join("a.jar"), "12").expect("written");
        let keys = [none, empty, one, of(&libs)];
        assert!((0..4).all(|a| (0..a).all(|b| keys[a] != keys[b])), "{keys:?}");
        assert_eq!(of(&libs), keys[3]);
    }

    #[test]
    fn a_program_that_starts_the_real_one_is_asked_where_that_is() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path().canonicalize().expect("there");
        let (shims, real) = (root.join("shims"), root.join("toolchain"));
        program(&shims.join("rustc"), &format!("#!/bin/sh\necho '{}'\n", real.display()));
        program(&shims.join("cargo"), "#!/bin/sh\nexit 1\n");
        let find = |name: &str| find(name, std::slice::from_ref(&shims), &|_| false);
        assert_eq!(find("cargo"), None, "the installation lacks it");
        program(&real.join("bin/cargo"), "");
        assert_eq!(
            find("cargo"),
            Some(Interpreter { path: real.join("bin/cargo"), folders: vec![real.clone()] })
        );
    }
}
