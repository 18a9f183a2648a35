//! The interpreter behind a name in PATH.
//!
//! Managers of versions (pyenv, asdf) put a script called `python3` into a folder `shims`; it looks
//! for the version that is wanted and starts that one. Such a script costs each move of an agent
//! some 80 ms, and in a sandbox, without the manager's files, it fails. So the interpreter is
//! asked once where it is, and is started itself. Where it does not say, that is a fault of the
//! machine and not of the agent.

use crate::fork::starting;
use crate::home::holds_home;
use crate::sandbox::Sandbox;
use crate::search_path::search_path;
use cli::visible;
use std::env;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Prints where Python is installed; for any version.
const ASK_PYTHON: &str = "import sys; sys.stdout.write('\\n'.join([sys.executable, sys.prefix, \
                          getattr(sys, 'base_prefix', sys.prefix)]))";
/// Bytes of a script in which its first line is looked for.
const LONGEST_LINE: u64 = 512;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interpreter {
    pub path: PathBuf,
    pub folders: Vec<PathBuf>,
}

impl Interpreter {
    /// The Python that the program at `path` is or starts; else what it printed.
    pub fn of_python(path: &Path) -> io::Result<Self> {
        let mut lines = answer(path, &["-c", ASK_PYTHON])?;
        let folders = lines.split_off(1);
        let path = lines.pop().filter(|path| is_program(path));
        let path = path.ok_or_else(|| io::Error::other("it names no program"))?;
        let folders = folders.iter().flat_map(|folder| installation(folder, &path)).collect();
        Ok(Interpreter { path, folders })
    }
}

/// What an agent may read of a tool that is installed in `root`: all of it, but never a home. Of a
/// folder of private files in a home, such as `.local`, it is the program and its libraries.
pub fn installation(root: &Path, program: &Path) -> Vec<PathBuf> {
    if holds_home(root) {
        return vec![program.to_path_buf()];
    }
    if root.parent().is_some_and(holds_home) && is_hidden(root) {
        let libraries = ["lib", "lib64", "libexec", "include"].map(|name| root.join(name));
        let there = libraries.into_iter().filter(|folder| folder.is_dir());
        return [program.to_path_buf()].into_iter().chain(there).collect();
    }
    vec![root.to_path_buf()]
}

fn is_hidden(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

pub fn is_python(name: &str) -> bool {
    let version = name.strip_prefix("python");
    version.is_some_and(|version| version.chars().all(|c| c.is_ascii_digit() || c == '.'))
}

/// The shim that a shell would start for the first word of a command of Python.
pub fn shim_of(command: &str) -> Option<PathBuf> {
    let name = command.split_whitespace().next().filter(|name| is_python(name))?;
    let folders = search_path();
    let mut places = env::split_paths(&folders).map(|folder| folder.join(name));
    places.find(|path| is_program(path)).filter(|path| is_shim(path))
}

/// True for a script that only looks for the program to start.
pub fn is_shim(path: &Path) -> bool {
    path.parent().is_some_and(|folder| folder.ends_with("shims")) && first_line(path).is_some()
}

/// The program that the first line of a script asks the system to look for in PATH, as in
/// `#!/usr/bin/env python3`.
pub fn searched_by(script: &Path) -> Option<String> {
    let line = first_line(script)?;
    let mut words = line.split_whitespace();
    words.next().filter(|program| program.ends_with("/env"))?;
    let name = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    (!name.contains('/')).then(|| name.to_string())
}

/// The program that a script asks the system for, and where it is, if no agent in a sandbox finds
/// it there: only the system's folders are in an agent's PATH.
pub fn out_of_sight(script: &Path) -> Option<(String, PathBuf)> {
    let name = searched_by(script)?;
    let folders = search_path();
    let places = env::split_paths(&folders).map(|folder| folder.join(&name));
    let mut found = places.filter(|path| is_program(path)).peekable();
    let first = found.peek().cloned()?;
    (!found.any(|path| Sandbox::is_of_system(&path))).then_some((name, first))
}

/// The first line of a script without its mark, with the line end of Windows if it has one.
pub fn first_line(script: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    File::open(script).ok()?.take(LONGEST_LINE).read_to_end(&mut bytes).ok()?;
    let line = bytes.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    Some(String::from_utf8_lossy(line).trim_start().to_string())
}

/// The lines that a program prints, as paths; else what it said.
pub fn answer(program: &Path, args: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut command = Command::new(program);
    // Not in the current folder: a file there may choose another version.
    command.args(args).current_dir("/").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = starting(|| command.spawn()).and_then(Child::wait_with_output);
    let output = output?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let line = said.lines().find(|line| !line.trim().is_empty());
        let line = visible::cut(line.unwrap_or("it fails and says nothing"), 200);
        return Err(io::Error::other(line));
    }
    let lines = String::from_utf8_lossy(&output.stdout).lines().map(PathBuf::from).collect();
    Some(lines)
        .filter(|lines: &Vec<_>| !lines.is_empty())
        .ok_or_else(|| io::Error::other("it says nothing"))
}

/// True for a file that may be run; links are followed.
pub fn is_program(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::files::write_program;

    fn program(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        write_program(path, 0o755, &mut text.as_bytes()).expect("written");
    }

    #[test]
    fn a_shim_is_asked_for_the_program_behind_it() {
        let dir = tempfile::tempdir().expect("a folder");
        let (shim, real) = (dir.path().join("shims/python3"), dir.path().join("real/bin/python3"));
        program(&real, "");
        let prefix = dir.path().join("real");
        let says = format!("#!/bin/sh\nprintf '%s\\n' {real:?} {prefix:?} {prefix:?}\n");
        program(&shim, &says);
        assert!(is_shim(&shim) && !is_shim(&real));
        let found = Interpreter::of_python(&shim).expect("it says so");
        assert_eq!(found, Interpreter { path: real, folders: vec![prefix.clone(), prefix] });
        program(&shim, "#!/bin/sh\necho 'pyenv: python3: command not found' >&2\nexit 127\n");
        let said = Interpreter::of_python(&shim).expect_err("it does not");
        assert_eq!(said.to_string(), "pyenv: python3: command not found");
    }

    #[test]
    fn names_and_first_lines_are_read() {
        assert!(["python", "python3", "python3.12"].into_iter().all(is_python));
        assert!(["pythonw", "pypy3", "sh"].into_iter().all(|name| !is_python(name)));
        let dir = tempfile::tempdir().expect("a folder");
        let script = dir.path().join("homework");
        assert_eq!(
            searched(&script, "#!/usr/bin/env python3\nprint()").as_deref(),
            Some("python3")
        );
        assert_eq!(searched(&script, "#!/usr/bin/env -S python3 -u\n").as_deref(), Some("python3"));
        assert_eq!(searched(&script, "#!/usr/bin/python3\n"), None);
        assert_eq!(searched(&script, "print()"), None);
        fs::write(&script, "#!/bin/sh\r\n").expect("written");
        assert_eq!(first_line(&script).as_deref(), Some("/bin/sh\r"));
    }

    fn searched(script: &Path, text: &str) -> Option<String> {
        fs::write(script, text).expect("written");
        searched_by(script)
    }
}
