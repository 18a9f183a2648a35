//! The name of a student, from the name of what was handed in.
//!
//! A name is a word of tables, a folder of the results and a player of games, so it has 60 plain
//! characters at most. Nobody's name stops a class: characters that cannot be in it become `_`, a
//! long one is cut, and what Moodle (`Lee Kim_12345_assignsubmission_file_`) and Canvas
//! (`leekim_12345_67890_`) add falls away. Two
//! that would be equal, or differ in capitals alone, are told apart by six digits of the digest of
//! their full names: those do not depend on who else hands in.

use cli::visible;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use unicode_normalization::UnicodeNormalization;

/// The most characters of a name: it is a name in tables too.
pub const LONGEST_NAME: usize = 60;
/// Digits of a digest behind a name that would not be the only one; more where somebody has made
/// the few equal.
const DIGITS: [usize; 2] = [6, 32];
/// The endings of files about a submission: they follow its name.
const TAKEN_ENDS: [&str; 4] = [".json", ".log", ".html", ".diagnosis"];
/// What stands between the student's number and the file's name in Moodle.
const MOODLE: &str = "_assignsubmission_";
/// Of a student whose name has no usable character.
const NAMELESS: &str = "student";

/// What Moodle has made of a student and a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoodleName<'a> {
    pub student: &'a str,
    /// The participant's number, as worksheets for grades have it.
    pub id: &'a str,
    /// `file`, or `onlinetext` for what was typed into a form.
    pub kind: &'a str,
    /// The file's own name; empty for a folder.
    pub file: &'a str,
}

impl<'a> MoodleName<'a> {
    /// `Lee Kim_12345_assignsubmission_file_homework.py`; `None` for any other name.
    pub fn read(name: &'a str) -> Option<Self> {
        let (before, after) = name.split_once(MOODLE)?;
        let (student, id) = before.rsplit_once('_')?;
        let (kind, file) = after.split_once('_').unwrap_or((after, ""));
        (is_number(id) && !student.is_empty()).then_some(MoodleName { student, id, kind, file })
    }

    /// Whether it is a text that was typed into a form.
    pub fn is_typed(&self) -> bool {
        self.kind == ONLINE_TEXT
    }
}

/// What Moodle calls a text that was typed into a form.
const ONLINE_TEXT: &str = "onlinetext";

/// The numbers of students who have handed in files in Moodle, from the names of all files.
pub fn moodle_files<'a>(names: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let files = names.filter_map(MoodleName::read).filter(|it| !it.is_typed());
    files.map(|it| it.id.to_string()).collect()
}

/// What Canvas has made of a student and a file: `kimlee_LATE_12345_67890_hw2-1.zip`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanvasName<'a> {
    pub student: &'a str,
    /// The student's number.
    pub id: &'a str,
    pub is_late: bool,
    /// The file's own name.
    pub file: String,
    /// 0 for what was handed in first; Canvas counts later ones in the name.
    pub attempt: u32,
}

impl<'a> CanvasName<'a> {
    pub fn read(name: &'a str) -> Option<Self> {
        let (student, rest) = name.split_once('_').filter(|(student, _)| !student.is_empty())?;
        let in_time = rest.strip_prefix("LATE_");
        let (id, rest) = in_time.unwrap_or(rest).split_once('_')?;
        let (submission, file) = rest.split_once('_').filter(|(_, file)| !file.is_empty())?;
        let are_numbers = [id, submission].iter().all(|text| is_number(text));
        let (file, attempt) = without_attempt(file);
        let is_late = in_time.is_some();
        are_numbers.then_some(CanvasName { student, id, is_late, file, attempt })
    }
}

/// The name without the attempt before its ending, and the attempt.
fn without_attempt(file: &str) -> (String, u32) {
    let stem_length = file.find('.').unwrap_or(file.len());
    let (stem, end) = file.split_at(stem_length);
    let counted = stem.rsplit_once('-').filter(|(stem, _)| !stem.is_empty());
    match counted.and_then(|(stem, digits)| Some((stem, digits.parse::<u32>().ok()?))) {
        Some((stem, attempt)) => (format!("{stem}{end}"), attempt),
        None => (file.to_string(), 0),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The name as Unicode composes it: macOS writes letters and their marks apart, Linux as one (NFC
/// of Unicode Standard Annex 15).
pub fn composed(name: &str) -> String {
    name.nfc().collect()
}

/// A name for each of these: first what it would be called, then all of what it is called, by
/// which equal ones are told apart.
pub fn names(full: &[(String, String)]) -> Vec<String> {
    let plain: Vec<String> = full.iter().map(|(name, _)| plain(name)).collect();
    DIGITS.iter().fold(plain, |names, &digits| told_apart(names, full, digits))
}

/// The name of one that is alone.
pub fn name_of(full: &str) -> String {
    names(&[(full.to_string(), full.to_string())]).remove(0)
}

/// The names, of which equal ones get digits of the digest of the full name.
fn told_apart(names: Vec<String>, full: &[(String, String)], digits: usize) -> Vec<String> {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for name in &names {
        *count.entry(name.to_lowercase()).or_insert(0) += 1;
    }
    let own = |(name, (_, whole)): (String, &(String, String))| {
        if count[&name.to_lowercase()] == 1 { name } else { with_digits(&name, whole, digits) }
    };
    names.into_iter().zip(full).map(own).collect()
}

fn plain(name: &str) -> String {
    let words: Vec<String> = composed(name)
        .split_whitespace()
        .map(|word| word.chars().map(|c| if is_plain(c) { c } else { '_' }).collect())
        .collect();
    let text = words.join(" ");
    // They mean something else to other programs.
    let mut text = text.trim_start_matches(['-', '+', '@', ' ', '.']).trim_end();
    while let Some(shorter) = TAKEN_ENDS.iter().find_map(|end| text.strip_suffix(end)) {
        text = shorter.trim_end();
    }
    if text.trim_matches('_').is_empty() {
        return NAMELESS.to_string();
    }
    // The reference agent has such a name.
    let text = match text.strip_prefix("reference ") {
        Some(rest) => format!("reference_{rest}"),
        None => text.to_string(),
    };
    if text.chars().count() > LONGEST_NAME { with_digits(&text, name, DIGITS[0]) } else { text }
}

fn is_plain(c: char) -> bool {
    c.is_alphanumeric() && !visible::is_hidden(c) || " -_.+@,'()#".contains(c)
}

/// The name, cut so that digits of the digest of `whole` fit behind it.
fn with_digits(name: &str, whole: &str, digits: usize) -> String {
    let digest = cli::hex(Sha256::digest(whole));
    let begin: String = name.chars().take(LONGEST_NAME - digits - 1).collect();
    format!("{}-{}", begin.trim_end(), &digest[..digits])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};

    #[test]
    fn plain_names_stay_and_others_become_plain() {
        for name in ["anna", "Müller, Jörg", "team #3 (late)", "o'neill-2.1"] {
            assert_eq!(name_of(name), name);
        }
        for (name, plain) in [
            ("a\nb", "a b"),
            ("-rf", "rf"),
            ("a.json", "a"),
            ("<b>", "_b_"),
            ("reference depth 1", "reference_depth 1"),
            (" a  b ", "a b"),
            ("a\"b", "a_b"),
            ("..", "student"),
            ("???", "student"),
            ("Mu\u{308}ller", "Müller"),
        ] {
            assert_eq!(name_of(name), plain, "{name:?}");
        }
    }

    #[test]
    fn names_of_canvas_have_a_student_a_number_and_an_attempt() {
        let read = |name| {
            let CanvasName { student, id, is_late, file, attempt } = CanvasName::read(name)?;
            Some((student, id, is_late, file, attempt))
        };
        let zip = |is_late, attempt| Some(("kimlee", "12", is_late, "hw2.zip".into(), attempt));
        assert_eq!(read("kimlee_12_345_hw2.zip"), zip(false, 0));
        assert_eq!(read("kimlee_LATE_12_345_hw2.zip"), zip(true, 0));
        assert_eq!(read("kimlee_12_346_hw2-1.zip"), zip(false, 1));
        let two_ends = Some(("kimlee", "12", false, "a_b.tar.gz".into(), 12));
        assert_eq!(read("kimlee_12_346_a_b-12.tar.gz"), two_ends);
        for other in ["kim_1234.zip", "kim_12_hw2.zip", "_1_2_a.py", "kim_1_2_", "kim.py"] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn a_long_name_keeps_its_begin_and_two_long_ones_differ() {
        let both = [long_name("a"), long_name("b")].map(|name| (name.clone(), name));
        let made = names(&both);
        assert!(made.iter().all(|name| name.chars().count() <= LONGEST_NAME), "{made:?}");
        assert!(made[0].starts_with("Maximiliane Maximiliane") && made[0] != made[1], "{made:?}");
        assert_eq!(name_of(&long_name("a")), made[0], "it does not depend on the others");
    }

    fn long_name(end: &str) -> String {
        "Maximiliane ".repeat(6) + end
    }

    #[test]
    fn equal_names_are_told_apart_by_their_full_ones() {
        let full = ["kim", "Kim", "lee"].map(|name| (name.to_string(), format!("{name}.zip")));
        let made = names(&full);
        assert!(made[0].starts_with("kim-") && made[1].starts_with("Kim-"), "{made:?}");
        assert_eq!(made[2], "lee");
        assert_ne!(made[0][4..], made[1][4..]);
    }

    #[test]
    fn moodle_is_read() {
        for end in ["", "_"] {
            let name = format!("Lee Kim_12345_assignsubmission_file{end}");
            assert_eq!(MoodleName::read(&name), moodle_name("Lee Kim", "12345", ["file", ""]));
        }
        let flat = MoodleName::read("Lee Kim_12345_assignsubmission_file_my_homework.py");
        assert_eq!(flat, moodle_name("Lee Kim", "12345", ["file", "my_homework.py"]));
        let typed = MoodleName::read("L_1_assignsubmission_onlinetext_");
        assert_eq!(typed, moodle_name("L", "1", ["onlinetext", ""]));
        for other in ["kim_1234", "a_b_assignsubmission_file_", "_1_assignsubmission_file_", ""] {
            assert_eq!(MoodleName::read(other), None, "{other}");
        }
    }

    fn moodle_name<'a>(
        student: &'a str,
        id: &'a str,
        [kind, file]: [&'a str; 2],
    ) -> Option<MoodleName<'a>> {
        Some(MoodleName { student, id, kind, file })
    }

    proptest! {
        #[test]
        fn every_name_becomes_one_that_can_be_used(one in any::<String>(), other in any::<String>()) {
            let made = names(&[(one.clone(), one.clone()), (other.clone(), other.clone())]);
            for name in &made {
                assert!(name.chars().all(is_plain) && !name.is_empty(), "{name:?}");
                assert!(name.chars().count() <= LONGEST_NAME, "{name:?}");
                assert!(!name.starts_with(['-', '+', '@', ' ', '.']), "{name:?}");
                assert!(!TAKEN_ENDS.iter().any(|end| name.ends_with(end)), "{name:?}");
                assert!(!name.starts_with("reference "), "{name:?}");
            }
            assert!(one == other || made[0] != made[1], "{made:?}");
        }
    }
}
