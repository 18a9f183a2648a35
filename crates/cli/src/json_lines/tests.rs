//! Laws of a journal: nothing whole is lost, nothing torn is left.

use super::*;
use std::fs;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Unit {
    unit: u32,
    text: String,
}

const BEGINNING: &str = "{\"unit\":";

fn unit(unit: u32) -> Unit {
    Unit { unit, text: "1 \"and\" 2".repeat(unit as usize) }
}

fn open_with(
    lock: fn(&File) -> Result<(), TryLockError>,
    path: &Path,
) -> Result<(JsonLines, Vec<Unit>), FileError> {
    let mut units = Vec::new();
    JsonLines::open_with(lock, path, BEGINNING, |line| line.read().map(|unit| units.push(unit)))
        .map(|journal| (journal, units))
}

fn open(path: &Path) -> Result<(JsonLines, Vec<Unit>), FileError> {
    open_with(File::try_lock, path)
}

fn written(path: &Path, units: &[Unit]) -> Vec<u8> {
    let (mut journal, _) = open(path).expect("a new journal");
    for unit in units {
        journal.append(unit).expect("written");
    }
    assert_eq!(journal.lines(), units.len());
    fs::read(path).expect("there")
}

#[test]
fn cut_anywhere_it_holds_the_whole_lines_and_goes_on_from_there() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("journal.jsonl");
    let units: Vec<_> = (0..4).map(unit).collect();
    let whole = written(&path, &units);
    for end in 0..=whole.len() {
        for zeros in [0, 3] {
            fs::write(&path, [&whole[..end], &vec![0; zeros][..]].concat()).expect("cut");
            let (mut journal, found) = open(&path).expect("a cut journal");
            let lines = whole[..end].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(found, units[..lines], "cut at {end}");
            for unit in &units[lines..] {
                journal.append(unit).expect("written");
            }
            drop(journal);
            assert_eq!(fs::read(&path).expect("there"), whole, "cut at {end}");
        }
    }
}

#[test]
fn a_second_writer_is_refused_and_a_reader_is_not() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("journal.jsonl");
    let (mut journal, _) = open(&path).expect("a new journal");
    let error = open(&path).expect_err("in use");
    assert!(matches!(error, FileError::InUse { .. }), "{error}");
    if cfg!(unix) {
        let mut lines = WholeLines::open(&path).expect("reading is allowed");
        assert!(lines.next_line().expect("read").is_none());
        journal.append(&unit(1)).expect("written");
        let line = lines.next_line().expect("read").expect("it follows");
        assert_eq!((line.number, line.start, line.read().expect("ours")), (1, 0, unit(1)));
    }
    drop(journal);
    open(&path).expect("free again");
}

fn no_lock(_: &File) -> Result<(), TryLockError> {
    Err(TryLockError::Error(io::ErrorKind::Unsupported.into()))
}

#[test]
fn without_locks_it_works_as_well() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("journal.jsonl");
    let (mut journal, _) = open_with(no_lock, &path).expect("a new journal");
    journal.append(&unit(1)).expect("written");
    assert_eq!(open_with(no_lock, &path).expect("another machine").1, [unit(1)]);
}

#[test]
fn a_file_of_another_kind_is_left_alone() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("games.pdn");
    let line = serde_json::to_string(&unit(1)).expect("JSON") + "\n";
    for (text, wanted) in [
        ("[Event \"a\"]", "games.pdn, line 1: this is a file of another kind"),
        (&format!("{line}{{\"other\":1"), "line 2: this is a file of another kind"),
        ("[Event \"a\"]\n", "games.pdn, line 1: expected value at line 1"),
        ("{\"unit\":1}\n{\"un", "games.pdn, line 1: missing field `text`"),
    ] {
        fs::write(&path, text).expect("written");
        let error = open(&path).expect_err(text).to_string();
        assert!(error.contains(wanted), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("there"), text);
    }
}

#[cfg(unix)]
#[test]
fn a_device_that_has_no_end_is_refused() {
    let error = open(Path::new("/dev/zero")).expect_err("no journal").to_string();
    assert!(error.contains("/dev/zero, line 1: this is a file of another kind"), "{error}");
}

#[test]
fn the_rest_of_a_file_is_read_with_its_numbers() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("journal.jsonl");
    let whole = written(&path, &[unit(0), unit(1), unit(2)]);
    let mut all = WholeLines::open(&path).expect("there");
    let first = all.next_line().expect("read").expect("a line").bytes.len();
    let file = File::open(&path).expect("there");
    let mut rest = WholeLines::after(&path, file, first as u64, 1).expect("there");
    while let Some(line) = rest.next_line().expect("read") {
        let same = all.next_line().expect("read").expect("a line");
        assert_eq!((line.number, line.start), (same.number, same.start));
        assert_eq!(line.bytes, &whole[line.start as usize..][..line.bytes.len()]);
    }
    assert!(all.next_line().expect("read").is_none());
}

#[test]
fn a_line_that_is_too_long_is_refused_with_its_length_and_without_its_bytes() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("journal.jsonl");
    let (longest, more) = (LONGEST as usize, 3 << 20);
    for end in ["\n", ""] {
        let long = "x".repeat(longest + more) + end;
        let text = format!("{BEGINNING}1,\"text\":\"\"}}\n{long}");
        fs::write(&path, &text).expect("written");
        let told = format!("line 2: it has {} bytes, and no line may have more", long.len());
        let error = open(&path).expect_err("too long").to_string();
        assert!(error.contains(&told), "{error}");
        let mut lines = WholeLines::open(&path).expect("there");
        assert_eq!(lines.next_line().expect("fine").map(|line| line.number), Some(1));
        assert!(matches!(lines.next_line(), Err(FileError::Line { .. })));
        assert_eq!(lines.bytes.capacity(), 0, "nothing is kept");
        assert_eq!(fs::read(&path).expect("there").len(), text.len(), "the file is as it was");
    }
    fs::write(&path, "x".repeat(longest - 1) + "\n").expect("written");
    let mut lines = WholeLines::open(&path).expect("there");
    assert_eq!(lines.next_line().expect("fits").map(|line| line.bytes.len()), Some(longest));
}

/// The test starts itself under a limit of the size of files.
#[cfg(unix)]
#[test]
fn a_line_that_does_not_fit_on_the_disk_leaves_whole_lines() {
    const PATH: &str = "TEST_OF_A_FULL_DISK";
    if let Some(path) = std::env::var_os(PATH) {
        return fill(Path::new(&path));
    }
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("journal.jsonl");
    let limited = "trap '' XFSZ; ulimit -f 4; exec \"$0\" --exact --nocapture \
                   json_lines::tests::a_line_that_does_not_fit_on_the_disk_leaves_whole_lines";
    let program = std::env::current_exe().expect("this program");
    let mut shell = std::process::Command::new("sh");
    let output = shell.args(["-c", limited]).arg(program).env(PATH, &path).output();
    let output = output.expect("a shell");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (mut journal, found) = open(&path).expect("whole lines");
    assert!(found.len() > 2 && found[..2] == [unit(8), unit(8)]);
    assert_eq!(found.last(), Some(&unit(0)), "a shorter line still had its place");
    journal.append(&unit(1)).expect("there is room again");
}

#[cfg(unix)]
fn fill(path: &Path) {
    let (mut journal, _) = open(path).expect("a new journal");
    let error = (0..).find_map(|_| journal.append(&unit(8)).err()).expect("it is full");
    assert!(error.to_string().contains("journal.jsonl: "), "{error}");
    let text = fs::read(path).expect("there");
    assert!(text.ends_with(b"\n"), "nothing torn is left");
    assert_eq!(text.len() % journal.lines(), 0, "equal lines");
    let length = text.len() / journal.lines();
    assert_ne!(2048 % length, 0, "the limit is not the end of a line");
    journal.append(&unit(8)).expect_err("still full");
    journal.append(&unit(0)).expect("a shorter one");
}
