//! Whatever one hands in, the others are graded: a submission is taken, or refused with a sentence
//! of its own, and never ends the class.

use super::{Content, Unpacking};
use crate::error::ClassError;
use crate::intake::intake;
use proptest::prelude::*;
use referee::players::HOMEWORK;
use runner::folder::files;
use std::fs::{self, Permissions};
use std::io::{self, Cursor, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

#[derive(Clone, Debug)]
enum Handed {
    File(Vec<u8>),
    Archive(Vec<(String, Vec<u8>)>, usize),
    Link(String),
    Folder,
    Socket,
}

fn name() -> impl Strategy<Value = String> {
    let names = prop_oneof![
        "[a-zA-Z0-9 ._-]{1,12}",
        "(homework|build|Makefile|Cargo|calibrate)(\\.(py|c|java|sh|toml|zip|tar\\.gz))?",
        "\\PC{1,9}",
    ];
    names.prop_filter("one new name", |name| !name.contains('/') && name != "." && name != "..")
}

/// Names in an archive lead anywhere, and may be as long as the format allows.
fn inner_name() -> impl Strategy<Value = String> {
    let long = (1_usize..2_100).prop_map(|parts| "a/".repeat(parts) + "homework.py");
    let wide = (1_usize..5_000).prop_map(|length| "x".repeat(length));
    prop_oneof![
        name(),
        "(\\.\\./){1,3}[a-z]{1,4}",
        "/[a-z]{1,4}",
        "[a-z]{1,3}/[a-z]{1,3}",
        long,
        wide
    ]
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..200)
}

fn handed() -> impl Strategy<Value = Handed> {
    let entries = proptest::collection::vec((inner_name(), bytes()), 0..5);
    prop_oneof![
        bytes().prop_map(Handed::File),
        (entries, any::<usize>()).prop_map(|(entries, cut)| Handed::Archive(entries, cut)),
        prop_oneof!["/etc/passwd", "\\.\\.", "\\.", "[a-z]{1,4}"].prop_map(Handed::Link),
        Just(Handed::Folder),
        Just(Handed::Socket),
    ]
}

/// What the system refuses, or is there, is not handed in.
fn lay(path: &Path, handed: &Handed, mode: u32) -> io::Result<()> {
    // Nothing outside is written, or given another mode, by what a link leads to.
    if path.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    match handed {
        Handed::File(bytes) => fs::write(path, bytes),
        Handed::Archive(entries, cut) => fs::write(path, zipped(entries, *cut)),
        Handed::Link(target) => return symlink(target, path),
        Handed::Folder => fs::create_dir_all(path),
        Handed::Socket => UnixListener::bind(path).map(drop),
    }?;
    fs::set_permissions(path, Permissions::from_mode(mode))
}

fn zipped(entries: &[(String, Vec<u8>)], cut: usize) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        if writer.start_file(name.as_str(), SimpleFileOptions::default()).is_ok() {
            writer.write_all(bytes).expect("in memory");
        }
    }
    let mut bytes = writer.finish().expect("in memory").into_inner();
    if cut.is_multiple_of(3) {
        bytes.truncate(cut / 3 % bytes.len().max(1));
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_one_hands_in_the_others_are_graded(
        top in (name(), handed(), 0_u32..0o10_000),
        files in proptest::collection::vec((name(), handed(), 0_u32..0o10_000), 0..5),
    ) {
        let dir = tempfile::tempdir().expect("a folder");
        let (class, out) = (dir.path().join("class"), dir.path().join("out"));
        let honest = class.join("anna/homework.py");
        fs::create_dir_all(honest.parent().expect("one")).expect("made");
        fs::write(&honest, "print()").expect("written");
        let _ = lay(&class.join(&top.0), &top.1, top.2);
        fs::create_dir_all(class.join("mallory")).expect("made");
        for (name, handed, mode) in &files {
            let _ = lay(&class.join("mallory").join(name), handed, *mode);
        }
        let found = intake(&class, &out, HOMEWORK);
        let submissions = found.expect("the class is read").submissions;
        prop_assert!(submissions.iter().any(|one| one.name == "anna"));
        for submission in &submissions {
            let unpacking = Unpacking { program: HOMEWORK, command: None, temp_root: dir.path() };
            let content = Content::of(submission, unpacking);
            let copied = content.and_then(|content| content.copy(&dir.path().join("copy")));
            prop_assert!(
                matches!(copied, Ok(()) | Err(ClassError::Correctable(_))),
                "{}: {copied:?}", submission.name
            );
            prop_assert!(copied.is_ok() || submission.name != "anna");
        }
        // Folders without permissions are removed, too.
        files::remove(dir.path()).expect("removed");
    }
}
