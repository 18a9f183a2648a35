//! The last steps of a build, after its last process: scripts that start an interpreter, what Cargo
//! has built, and whether there is a program at all. What the build has left is looked at without
//! following links: one might lead to the program of another student.

use crate::archives::listed::begin_of;
use crate::build::java_package::start_package;
use crate::build::recipe::{Recipe, is_program};
use crate::build::source_file::SourceFile;
use crate::build::toolchain::Toolchain;
use crate::error::ClassError;
use runner::folder::dir_fd::{Folder, Lock};
use runner::folder::{Found, files};
use std::ffi::{OsStr, OsString};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

const MOST_BUILT: usize = 10_000;

/// Makes the scripts that start an interpreter, moves what Cargo has built, and checks that there
/// is a `program`. Returns a sentence if it had to be made executable.
pub fn finish(
    dir: &Path,
    program: &str,
    recipe: &Recipe,
    toolchain: &Toolchain,
) -> Result<Option<String>, ClassError> {
    if let Some(source) = recipe.source() {
        write_wrapper(dir, source, toolchain)?;
    }
    if *recipe == Recipe::Cargo {
        take_from_cargo(dir, program)?;
    }
    if let Some(text) = start_package(dir, program, toolchain)? {
        write_program(dir, program, &text)?;
    }
    let made = dir.join(program);
    let by = recipe.text();
    let mended = make_executable(&made);
    if !is_program(&made) {
        let made = match files::open(&made) {
            Found::NotAFile(_) if matches!(recipe, Recipe::Package(_)) => {
                return Err(
                    format!("{program} holds no class Main of the package {program}").into()
                );
            }
            Found::NotAFile(kind) => format!("{kind} instead of an executable {program}"),
            Found::Regular(_) | Found::Unreadable(_) => {
                format!("a {program} that is not executable")
            }
            Found::Missing => format!("no executable {program}"),
        };
        return Err(format!("{by} has left {made} in the folder itself").into());
    }
    Ok(mended.then(|| format!("{by} has left a {program} that was not executable; now it is")))
}

/// Lets a script or a compiled program be run that has lost, or never had, the permission.
fn make_executable(path: &Path) -> bool {
    let is_startable =
        [&b"#!"[..], b"\x7fELF"].iter().any(|begin| begin_of(path, 4).starts_with(begin));
    if is_program(path) || !is_startable {
        return false;
    }
    // The open file is the one that was looked at, whatever its name leads to now.
    let Found::Regular(file) = files::open(path) else { return false };
    let mode = file.metadata().map_or(0o600, |about| about.permissions().mode());
    file.set_permissions(Permissions::from_mode(mode | 0o500)).is_ok()
}

/// Makes the script that starts the interpreter, where the source needs one.
pub fn write_wrapper(
    dir: &Path,
    source: &SourceFile,
    toolchain: &Toolchain,
) -> Result<(), ClassError> {
    match source.wrapper(dir, toolchain)? {
        Some((name, text)) => write_program(dir, name, &text),
        None => Ok(()),
    }
}

fn write_program(dir: &Path, name: &str, text: &str) -> Result<(), ClassError> {
    let path = dir.join(name);
    let written = files::write_program(&path, 0o755, &mut text.as_bytes());
    Ok(written.map_err(|error| format!("cannot write {name}: {error}"))?)
}

/// Takes the programs that Cargo has made: `program`, or the only one, and `calibrate`. The build
/// may have put a link to the folder of another student in the place of any folder.
fn take_from_cargo(dir: &Path, program: &str) -> Result<(), ClassError> {
    let copy = Folder::open(dir).map_err(nothing_built)?;
    let release = copy.folder(OsStr::new("target"), Lock::Keep).map_err(nothing_built)?;
    let release = release.folder(OsStr::new("release"), Lock::Keep).map_err(nothing_built)?;
    let is_one =
        |name: &OsString| !name.to_string_lossy().contains('.') && release.is_program(name);
    let names = release.names(MOST_BUILT).map_err(nothing_built)?;
    let programs: Vec<OsString> = names.into_iter().filter(is_one).collect();
    let others: Vec<_> = programs.iter().filter(|name| *name != "calibrate").collect();
    let made = match others.as_slice() {
        [only] => only.as_os_str(),
        all if all.iter().any(|name| *name == program) => OsStr::new(program),
        [] => return Err("cargo has built no program".to_string().into()),
        _ => {
            let names: Vec<_> = programs.iter().map(|name| name.to_string_lossy()).collect();
            let built = names.join(", ");
            return Err(format!("cargo has built {built}; call one {program}").into());
        }
    };
    for (from, to) in [(made, program), (OsStr::new("calibrate"), "calibrate")] {
        if programs.iter().any(|name| name == from) {
            let to = OsStr::new(to);
            let moved = copy.remove(to).and_then(|()| release.rename_to(from, &copy, to));
            let from = from.to_string_lossy();
            moved.map_err(|error| format!("cannot take {from} from cargo: {error}"))?;
        }
    }
    // The rest is of no use, and large.
    let removed = copy.remove(OsStr::new("target"));
    Ok(removed.map_err(|error| format!("cannot remove target: {error}"))?)
}

fn nothing_built(_: std::io::Error) -> String {
    "cargo has built no program".to_string()
}
