//! Shared by the tests of several crates: programs of other crates, the fixtures, terminals, and
//! another program to compare with.
//!
//! Cargo tells a test where the programs of its own package are, but not those of another. So
//! [`program`] builds what it is asked for, and `cargo test -p` of one crate works on a clean
//! checkout. After `cargo test --workspace` nothing is left to compile: cargo chooses the features
//! of dependencies for all packages that it builds together, and [`program`] selects the same
//! packages.

#[cfg(unix)]
mod agents;
mod manuals;
mod page_program;
mod pydraughts;
#[cfg(unix)]
mod streams;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};
use std::{env, fs, thread};

#[cfg(unix)]
pub use agents::{SPIN_UNTIL, default_signals, holds_soon, toy};
pub use manuals::{ManualBlock, assert_manuals_parse, joined_lines, manual_blocks};
pub use page_program::{LONGEST_WAIT, PageProgram};
pub use pydraughts::pydraughts;
#[cfg(unix)]
pub use streams::{TerminalProgram, output_without_waiting};

/// The programs that this process has had built already.
static BUILT: Mutex<BTreeMap<String, PathBuf>> = Mutex::new(BTreeMap::new());

/// The path of a program of the workspace, built in the profile of this test. Tests may call it at
/// the same time: within a process they wait for each other here, and cargo lets processes wait.
///
/// # Panics
/// The program cannot be built; the message is what cargo prints.
pub fn program(name: &str) -> PathBuf {
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    built.entry(name.to_string()).or_insert_with(|| build(name)).clone()
}

fn build(name: &str) -> PathBuf {
    let profile_dir = profile_dir();
    let mut target_dir = profile_dir.parent().expect("a profile's folder lies in another");
    // Where the whole run is for a named target, the target folder has a folder of its name.
    if env::var_os("CARGO_BUILD_TARGET").is_some_and(|target| target_dir.ends_with(target)) {
        target_dir = target_dir.parent().expect("a target's folder lies in the target folder");
    }
    let profile = match profile_dir.file_name() {
        Some(dir) if dir == "debug" => OsStr::new("dev"),
        Some(dir) => dir,
        None => panic!("{} has no name", profile_dir.display()),
    };
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--locked", "--workspace", "--bin", name, "--profile"]).arg(profile);
    cargo.arg("--target-dir").arg(target_dir).current_dir(workspace());
    let output = cargo.output().expect("cargo can be started");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} cannot be built:\n{printed}");
    profile_dir.join(name).with_extension(env::consts::EXE_EXTENSION)
}

pub fn workspace() -> &'static Path {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates.and_then(Path::parent).expect("this crate lies two folders below the workspace")
}

/// A file or folder of `fixtures/`, as in `fixture("perft/loa.perft")`.
pub fn fixture(path: &str) -> PathBuf {
    workspace().join("fixtures").join(path)
}

/// Copies a folder with all that is in it; what is there already stays.
///
/// # Panics
/// A file cannot be read or written.
pub fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("copied");
        }
    }
}

/// Writes a program that a script is, in a folder that is made if necessary.
///
/// Another process writes it: the system refuses to execute a file as long as a handle for writing
/// is open, and what another test starts in this moment would keep ours for a while.
///
/// # Panics
/// It cannot be written.
#[cfg(unix)]
pub fn write_script(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    let mut shell = Command::new("sh");
    shell.args(["-c", r#"cat >"$0" && chmod 755 "$0""#]).arg(path);
    let output = output_of(&mut shell, text.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Copies a program to be started by a test; another process writes it, as in [`write_script`].
///
/// # Panics
/// It cannot be copied.
#[cfg(unix)]
pub fn copy_program(from: impl AsRef<Path>, to: &Path) {
    fs::create_dir_all(to.parent().expect("a folder")).expect("made");
    let status = Command::new("cp").arg(from.as_ref()).arg(to).status();
    assert!(status.expect("cp starts").success(), "{} is copied", from.as_ref().display());
}

/// Runs a program on an input to its end. It may leave early, without reading all of it.
///
/// # Panics
/// The program cannot be started.
pub fn output_of(command: &mut Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("its input");
    // Another thread writes: the program may print more than a pipe holds before it reads on.
    thread::scope(|scope| {
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().expect("it ends")
    })
}

/// The folder of this test's profile, `target/debug` for example. The test lies in `deps` below it.
fn profile_dir() -> PathBuf {
    let test = env::current_exe().expect("a test knows its own path");
    let deps = test.parent().expect("a program lies in a folder");
    deps.parent().expect("tests lie in a folder of the profile's").to_path_buf()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_built_and_found_at_the_same_time() {
        thread::scope(|scope| {
            for name in ["harness", "harness"] {
                scope.spawn(move || {
                    let mut version = Command::new(program(name));
                    let output = version.arg("--version").output().expect("it was built");
                    assert!(String::from_utf8_lossy(&output.stdout).starts_with(name));
                });
            }
        });
    }

    #[test]
    fn fixtures_are_found() {
        assert!(fixture("scripts/loa").is_dir());
    }

    #[cfg(unix)]
    #[test]
    fn a_program_can_be_started_as_soon_as_it_is_written() {
        let dir = tempfile::tempdir().expect("a folder");
        let script = |name: String| {
            let path = dir.path().join(name);
            write_script(&path, "#!/bin/sh\nexit 0\n");
            path
        };
        let start = |program: &Path| {
            let status = Command::new(program).status().expect("it starts");
            assert!(status.success(), "{status}");
        };
        let other = script("other".to_string());
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..300).for_each(|_| start(&other)));
            }
            for nth in 0..100 {
                start(&script(format!("script-{nth}")));
                let copy = dir.path().join(format!("copy-{nth}"));
                copy_program(&other, &copy);
                start(&copy);
            }
        });
    }
}
