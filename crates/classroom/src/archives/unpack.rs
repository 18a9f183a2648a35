//! Unpacks an archive that was handed in: a ZIP, or a tar archive, which may be packed by gzip.
//!
//! What is made of it, and its limits: `unpacked_folder.rs`. The tests here are the attacks: bombs,
//! links, names that leave the folder, equal names, directories of a million entries.

use crate::archives::entries::{untar, unzip};
use crate::archives::unpacked_folder::{MOST_BYTES, UnpackedFolder};
use crate::error::ClassError;
use std::fs::File;
use std::io;
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchiveKind {
    Zip,
    Tar,
    TarGz,
}

const ENDS: [(&str, ArchiveKind); 4] = [
    (".zip", ArchiveKind::Zip),
    (".tar.gz", ArchiveKind::TarGz),
    (".tgz", ArchiveKind::TarGz),
    (".tar", ArchiveKind::Tar),
];

impl ArchiveKind {
    /// The kind of archive that a file's name tells of, and the name without its end.
    pub fn of(name: &str) -> Option<(Self, &str)> {
        ENDS.iter().find_map(|&(end, kind)| {
            let (stem, found) = name.split_at_checked(name.len().checked_sub(end.len())?)?;
            (found.eq_ignore_ascii_case(end) && !stem.is_empty()).then_some((kind, stem))
        })
    }
}

/// Unpacks `archive` into the empty folder `to`; returns a sentence for each entry that was left
/// out. It may hold too much, or not be readable.
pub fn unpack(archive: &Path, kind: ArchiveKind, to: &Path) -> Result<Vec<String>, ClassError> {
    let file = File::open(archive).map_err(broken)?;
    let bytes = file.metadata().map_err(broken)?.len();
    if bytes > MOST_BYTES {
        return Err(format!("it has more than {} MB", MOST_BYTES >> 20).into());
    }
    let mut unpacked = UnpackedFolder::new(to, bytes);
    match kind {
        ArchiveKind::Zip => unzip(file, &mut unpacked)?,
        ArchiveKind::Tar => untar(file, &mut unpacked)?,
        ArchiveKind::TarGz => untar(flate2::read::MultiGzDecoder::new(file), &mut unpacked)?,
    }
    Ok(unpacked.sentences())
}

fn broken(error: io::Error) -> ClassError {
    ClassError::Correctable(format!("it cannot be read: {error}"))
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use proptest::prelude::{any, proptest};
    use std::fs;
    use std::io::Write;
    use tar::{Builder, EntryType, Header};
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    /// Bytes of the record at the end of a ZIP.
    const END_BYTES: usize = 22;

    #[test]
    fn the_end_of_a_name_tells_the_kind() {
        assert_eq!(ArchiveKind::of("kim_1234.ZIP"), Some((ArchiveKind::Zip, "kim_1234")));
        assert_eq!(ArchiveKind::of("kim.tar.gz"), Some((ArchiveKind::TarGz, "kim")));
        assert_eq!(ArchiveKind::of("a.b.tgz"), Some((ArchiveKind::TarGz, "a.b")));
        assert_eq!(ArchiveKind::of("kim.tar"), Some((ArchiveKind::Tar, "kim")));
        for other in [".zip", "kim.gz", "kim", "", "zip", "é"] {
            assert_eq!(ArchiveKind::of(other), None, "{other}");
        }
    }

    pub fn zip_of(files: &[(&str, &[u8], u32)]) -> Vec<u8> {
        let mut writer = ZipWriter::new(io::Cursor::new(Vec::new()));
        for (name, text, mode) in files {
            let options = SimpleFileOptions::default().unix_permissions(*mode);
            if name.ends_with('/') {
                writer.add_directory(*name, options).expect("added");
            } else {
                writer.start_file(*name, options).expect("begun");
                writer.write_all(text).expect("written");
            }
        }
        writer.finish().expect("finished").into_inner()
    }

    /// What the folder holds after unpacking these bytes, or the error, with the sentences.
    fn unpacked(bytes: &[u8]) -> (Result<Vec<String>, ClassError>, Vec<String>) {
        let dir = tempfile::tempdir().expect("a folder");
        let (archive, to) = (dir.path().join("kim.zip"), dir.path().join("to"));
        fs::write(&archive, bytes).expect("written");
        fs::create_dir(&to).expect("made");
        let result = unpack(&archive, ArchiveKind::Zip, &to);
        let beside: Vec<_> = fs::read_dir(dir.path()).expect("there").flatten().collect();
        assert_eq!(beside.len(), 2, "nothing is written elsewhere");
        (result, names_in(&to, Path::new("")))
    }

    fn names_in(folder: &Path, within: &Path) -> Vec<String> {
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let name = within.join(entry.file_name());
            let kind = entry.file_type().expect("known");
            assert!(kind.is_dir() || kind.is_file(), "{name:?} is neither");
            if kind.is_dir() {
                names.extend(names_in(&entry.path(), &name));
            } else {
                names.push(name.to_string_lossy().into_owned());
            }
        }
        names.sort();
        names
    }

    #[test]
    fn files_are_unpacked_and_what_systems_add_is_not() {
        let bytes = zip_of(&[
            ("kim/", b"", 0o755),
            ("kim/build.sh", b"#!/bin/sh\n", 0o755),
            ("kim/src/main.py", b"print()", 0o600),
            ("__MACOSX/kim/._build.sh", b"x", 0o644),
            ("kim/.DS_Store", b"x", 0o644),
            ("win\\a.py", b"x", 0o644),
        ]);
        let (result, names) = unpacked(&bytes);
        assert_eq!(result, Ok(Vec::new()));
        assert_eq!(names, ["kim/build.sh", "kim/src/main.py", "win/a.py"]);
    }

    #[test]
    fn files_keep_the_times_of_the_archive() {
        let day = zip::DateTime::from_date_and_time(2026, 1, 2, 3, 4, 6).expect("a day");
        let mut writer = ZipWriter::new(io::Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().last_modified_time(day);
        writer.start_file("a.c", options).expect("begun");
        let zip = writer.finish().expect("finished").into_inner();
        let dir = tempfile::tempdir().expect("a folder");
        let seconds = 1_767_323_046; // 2026-01-02T03:04:06Z
        let mut header = Header::new_gnu();
        header.set_size(0);
        header.set_mtime(seconds);
        let mut tar = Builder::new(Vec::new());
        tar.append_data(&mut header, "a.c", io::empty()).expect("added");
        let tar = tar.into_inner().expect("whole");
        for (kind, bytes) in [(ArchiveKind::Zip, zip), (ArchiveKind::Tar, tar)] {
            let (archive, to) = (dir.path().join("kim"), dir.path().join(format!("{kind:?}")));
            fs::write(&archive, bytes).expect("written");
            fs::create_dir(&to).expect("made");
            unpack(&archive, kind, &to).expect("unpacked");
            let time =
                fs::metadata(to.join("a.c")).and_then(|about| about.modified()).expect("there");
            let since = time.duration_since(std::time::UNIX_EPOCH).expect("later");
            assert_eq!(since.as_secs(), seconds, "{kind:?}");
        }
    }

    #[test]
    fn names_that_leave_and_links_are_left_out() {
        let bytes = zip_of(&[
            ("../outside", b"x", 0o644),
            ("/absolute", b"x", 0o644),
            ("a\nb", b"x", 0o644),
            ("kept", b"x", 0o644),
        ]);
        let mut writer = ZipWriter::new_append(io::Cursor::new(bytes)).expect("opened");
        let options = SimpleFileOptions::default();
        writer.add_symlink("link", "/etc/passwd", options).expect("added");
        let bytes = writer.finish().expect("finished").into_inner();
        let (result, names) = unpacked(&bytes);
        assert_eq!(names, ["kept"]);
        let sentences = result.expect("the rest is unpacked");
        assert_eq!(sentences.len(), 4, "{sentences:?}");
        assert!(sentences[0].contains("../outside, whose name leads out"), "{sentences:?}");
        assert!(sentences[3].contains("link, which is a link"), "{sentences:?}");
    }

    #[test]
    fn a_bomb_stops_at_its_limit() {
        let zeros = vec![0_u8; 21 << 20];
        let bytes = zip_of(&[("zeros", &zeros, 0o644)]);
        assert!(bytes.len() < 100_000, "{}", bytes.len());
        let error = unpacked(&bytes).0.expect_err("too large").to_string();
        assert!(error.starts_with("its files have more than 20 MB"), "{error}");
    }

    /// The record at the end says so; the directory is not read.
    #[test]
    fn too_many_entries_are_refused_before_they_are_read() {
        let mut bytes = zip_of(&[("a", b"x", 0o644)]);
        let end = bytes.len() - END_BYTES;
        bytes[end + 8..end + 12].copy_from_slice(&[0xff; 4]);
        let error = unpacked(&bytes).0.expect_err("too many").to_string();
        assert_eq!(error, "it holds more than 10000 files and folders");
    }

    #[test]
    fn equal_names_and_names_that_differ_in_capitals_cost_no_file_of_another() {
        let mut bytes = zip_of(&[("aaaa", b"1", 0o644), ("bbbb", b"2", 0o644)]);
        for place in 0..bytes.len() - 4 {
            if bytes[place..].starts_with(b"bbbb") {
                bytes[place..place + 4].copy_from_slice(b"aaaa");
            }
        }
        assert!(
            unpacked(&bytes)
                .0
                .is_err_and(|error| error.to_string().contains("two entries of one name"))
        );
        let both = [("Main.py", &b"1"[..], 0o644), ("main.py", b"2", 0o644)];
        match unpacked(&zip_of(&both)) {
            (Ok(_), names) => assert_eq!(names, ["Main.py", "main.py"]),
            (Err(error), _) => assert!(error.to_string().contains("differ in capitals"), "{error}"),
        }
    }

    #[test]
    fn encrypted_and_broken_ones_are_named() {
        let mut bytes = zip_of(&[("a", b"x", 0o644)]);
        for mark in [&b"PK\x03\x04"[..], b"PK\x01\x02"] {
            let flags = if mark == b"PK\x03\x04" { 6 } else { 8 };
            let at = bytes.windows(4).position(|four| four == mark).expect("there");
            bytes[at + flags] |= 1;
        }
        assert!(
            unpacked(&bytes).0.is_err_and(|error| error.to_string().starts_with("it is encrypted"))
        );
        for broken in [&b""[..], b"Rar!", b"PK\x03\x04 and no end"] {
            let error = unpacked(broken).0.expect_err("broken").to_string();
            assert!(error.starts_with("it is no ZIP archive, or damaged"), "{error}");
        }
    }

    proptest! {
        #[test]
        fn arbitrary_changes_end_in_files_within_the_folder_or_a_sentence(
            changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 0..8),
            cut in any::<usize>(),
        ) {
            let mut bytes = zip_of(&[
                ("kim/homework.py", b"print('x')\n".repeat(40).as_slice(), 0o755),
                ("kim/data/", b"", 0o755),
                ("../b", b"y", 0o644),
            ]);
            let length = bytes.len();
            for (place, byte) in changes {
                bytes[place % length] = byte;
            }
            bytes.truncate(length - if cut % 4 == 0 { cut / 4 % length } else { 0 });
            let (result, names) = unpacked(&bytes);
            assert!(result.is_ok() || names.len() <= 4, "{result:?} {names:?}");
        }
    }

    fn tar_gz() -> Vec<u8> {
        let mut builder = Builder::new(GzEncoder::new(Vec::new(), Compression::default()));
        for (name, text) in [("kim/homework.py", "print()"), ("kim/data", "x")] {
            let mut header = Header::new_gnu();
            header.set_size(text.len() as u64);
            header.set_mode(if name.ends_with(".py") { 0o755 } else { 0o644 });
            builder.append_data(&mut header, name, text.as_bytes()).expect("added");
        }
        let mut link = Header::new_gnu();
        link.set_entry_type(EntryType::Symlink);
        link.set_size(0);
        builder.append_link(&mut link, "kim/link", "/etc/passwd").expect("added");
        let mut outside = Header::new_gnu();
        outside.set_size(1);
        outside.as_mut_bytes()[..9].copy_from_slice(b"../x/y.py");
        outside.set_cksum();
        builder.append(&outside, &b"x"[..]).expect("added");
        builder.into_inner().expect("whole").finish().expect("packed")
    }

    fn untarred(bytes: &[u8]) -> (Result<Vec<String>, ClassError>, bool) {
        let dir = tempfile::tempdir().expect("a folder");
        let (archive, to) = (dir.path().join("kim.tgz"), dir.path().join("to"));
        fs::write(&archive, bytes).expect("written");
        fs::create_dir(&to).expect("made");
        let result = unpack(&archive, ArchiveKind::TarGz, &to);
        assert!(!dir.path().join("x").exists(), "nothing is written elsewhere");
        assert!(!is_there(&to, "kim/link"));
        (
            result,
            is_there(&to, "kim/homework.py")
                && is_there(&to, Path::new("kim/data").to_str().expect("")),
        )
    }

    fn is_there(to: &Path, name: &str) -> bool {
        to.join(name).symlink_metadata().is_ok()
    }

    #[test]
    fn files_of_a_tar_are_unpacked_and_what_leaves_is_not() {
        let (result, has_files) = untarred(&tar_gz());
        let sentences = result.expect("unpacked");
        assert!(has_files && sentences.len() == 2, "{sentences:?}");
    }

    /// A name is held in memory, so that no more of it is read than the limit.
    #[test]
    fn a_tar_whose_name_is_longer_than_the_limit_is_cut_off() {
        let mut name = Header::new_gnu();
        name.set_entry_type(EntryType::GNULongName);
        let bytes = 48 << 20;
        name.set_size(bytes);
        name.set_cksum();
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(name.as_bytes()).expect("packed");
        io::copy(&mut io::Read::take(io::repeat(b'a'), bytes), &mut packed).expect("packed");
        let (result, _) = untarred(&packed.finish().expect("packed"));
        assert!(result.is_err_and(|error| error.to_string().starts_with("it is no tar archive")));
    }

    #[test]
    fn a_broken_tar_is_named() {
        let whole = tar_gz();
        let cut = &whole[..whole.len() / 2];
        for bytes in [cut, b"no archive"] {
            assert!(untarred(bytes).0.is_err(), "{} bytes", bytes.len());
        }
    }
}
