//! `workshop` as a user runs it: endings solved, packed, and read again.

use crownhead::games::checkers::endgame::{
    Distances, Gauge, Material, Placement, Results, quiet_result,
};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn workshop(folder: &Path, words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_workshop"));
    command.args(words.split(' ')).current_dir(folder).output().expect("it starts")
}

#[track_caller]
fn text(output: &Output, code: i32) -> String {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{complaint}");
    String::from_utf8_lossy(if code == 0 { &output.stdout } else { &output.stderr }).into_owned()
}

/// The figures of a line of the census.
fn figures(census: &str, pieces: &str) -> Vec<u64> {
    let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let line = census.lines().map(words).find(|words| words[0] == pieces).expect("a line");
    line[1..].iter().map(|word| word.parse().expect("a number")).collect()
}

#[test]
fn endings_are_solved_once_packed_and_read_again() {
    let dir = tempfile::tempdir().expect("a folder");
    let census = text(&workshop(dir.path(), "tables --pieces 3 --threads 2"), 0);
    assert_eq!(figures(&census, "2"), [3_488, 716, 402, 2_370, 12]);
    assert_eq!(figures(&census, "3"), [196_032, 100_250, 87_305, 8_477, 34]);
    let file = dir.path().join("tables-work/2k-1k.states");
    let made = fs::metadata(&file).and_then(|about| about.modified()).expect("it is kept");
    assert_eq!(text(&workshop(dir.path(), "tables --pieces 3"), 0), census);
    let now = fs::metadata(&file).and_then(|about| about.modified()).expect("it is kept");
    assert_eq!(made, now, "what is solved is not solved again");

    text(&workshop(dir.path(), "pack --pieces 3 --results r --distances d"), 0);
    let (results, distances) = (fs::read(dir.path().join("r")), fs::read(dir.path().join("d")));
    let (results, distances) = (results.expect("written"), distances.expect("written"));
    let results = Results::read(&results).expect("a table");
    let distances = Distances::read(&distances).expect("a table");
    // No ending of three pieces needs more than 50 quiet turns: the agent's tables say the same.
    for material in (2..=3).flat_map(Material::all) {
        let mut unpacked = Vec::new();
        for (index, placement) in Placement::all(material).enumerate() {
            let Some(position) = placement.map(Placement::position) else { continue };
            let Some(known) = quiet_result(&position) else { continue };
            assert_eq!(results.at(material, index), Some(known), "{position:?}");
            if known == crownhead::game::Outcome::Loss {
                let rounds = distances.at(material, index, &mut unpacked).expect("a distance");
                let plies = Gauge::default().plies_of_lost(&position).expect("known");
                assert_eq!(u32::from(rounds), plies.div_ceil(2), "{position:?}");
            }
        }
    }
}

#[test]
fn what_is_wrong_is_told_with_the_name_of_the_file_and_what_to_do() {
    let dir = tempfile::tempdir().expect("a folder");
    let told = text(&workshop(dir.path(), "pack --pieces 2 --results r"), 1);
    assert!(told.contains("run workshop tables first"), "{told}");
    assert!(!dir.path().join("r").exists());
    text(&workshop(dir.path(), "tables --pieces 2"), 0);
    let told = text(&workshop(dir.path(), "tables --pieces 2 --quiet-turns 50"), 1);
    assert!(told.contains("limit of quiet turns"), "{told}");
    let file = dir.path().join("tables-work/1k-1k.states");
    let whole = fs::read(&file).expect("it is kept");
    fs::write(&file, &whole[..whole.len() - 1]).expect("written");
    let told = text(&workshop(dir.path(), "tables --pieces 2"), 1);
    assert!(told.contains("1k-1k.states") && told.contains("remove it"), "{told}");
    let told = text(&workshop(dir.path(), "pack --pieces 2 --results none/r"), 1);
    assert!(told.contains("1k-1k.states") || told.contains("none"), "{told}");
}
