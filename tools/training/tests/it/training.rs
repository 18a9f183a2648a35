//! `training` as a user runs it: endings solved, packed, and read again; games played and learned
//! from.

use evaluation::checkers::book::Book;
use evaluation::checkers::endgame::dtc::SHORT_ROUNDS;
use evaluation::checkers::endgame::{DtcTable, Material, TableIndex, Tablebases, WdlTable};
use games::Game;
use games::checkers::Position;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn training(folder: &Path, words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_training"));
    command.args(words.split(' ')).current_dir(folder).output().expect("it starts")
}

#[track_caller]
fn text(output: &Output, code: i32) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{errors}");
    String::from_utf8_lossy(if code == 0 { &output.stdout } else { &output.stderr }).into_owned()
}

/// The counts in the line of endings with this number of pieces.
fn counts(table: &str, pieces: &str) -> Vec<u64> {
    let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let line = table.lines().map(words).find(|words| words[0] == pieces).expect("a line");
    line[1..].iter().map(|word| word.parse().expect("a number")).collect()
}

#[test]
fn endings_are_solved_once_packed_and_read_again() {
    let dir = tempfile::tempdir().expect("a folder");
    let table = text(&training(dir.path(), "tables --pieces 3 --threads 2"), 0);
    assert_eq!(counts(&table, "2"), [3_488, 716, 402, 2_370, 12]);
    assert_eq!(counts(&table, "3"), [196_032, 100_250, 87_305, 8_477, 34]);
    let file = dir.path().join("tables-work/2k-1k.states");
    let made = fs::metadata(&file).and_then(|about| about.modified()).expect("it is kept");
    assert_eq!(text(&training(dir.path(), "tables --pieces 3"), 0), table);
    let now = fs::metadata(&file).and_then(|about| about.modified()).expect("it is kept");
    assert_eq!(made, now, "what is solved is not solved again");

    text(&training(dir.path(), "pack --pieces 3 --wdl r --dtc d"), 0);
    let (results, distances) = (fs::read(dir.path().join("r")), fs::read(dir.path().join("d")));
    let (results, distances) = (results.expect("written"), distances.expect("written"));
    let results = WdlTable::from_bytes(&results).expect("a table");
    let distances = DtcTable::from_bytes(&distances).expect("a table");
    let tables = Tablebases::built_in();
    // No ending of three pieces needs more than 50 quiet turns: the agent's tables say the same.
    for material in (2..=3).flat_map(Material::all) {
        let mut unpacked = Vec::new();
        for (index, table_index) in TableIndex::all(material).enumerate() {
            let Some(position) = table_index.map(TableIndex::position) else { continue };
            let Some(known) = tables.probe_quiet(&position) else { continue };
            let asked = TableIndex::of(&position);
            assert_eq!(results.stored(asked), Some(known), "{position:?}");
            if known == games::Outcome::Loss {
                let rounds = distances.probe(material, index, &mut unpacked).expect("a distance");
                let plies =
                    tables.dtc_probe().plies_to_conversion_when_lost(&position).expect("known");
                let is_short = plies <= 2 * u32::from(SHORT_ROUNDS);
                assert!(is_short || u32::from(rounds) == plies.div_ceil(2), "{position:?}");
            }
        }
    }
}

#[test]
fn tables_are_held_against_the_solved_endings() {
    let dir = tempfile::tempdir().expect("a folder");
    text(&training(dir.path(), "tables --pieces 3"), 0);
    let printed = text(&training(dir.path(), "pack --pieces 3 --wdl all --verbose"), 0);
    let bytes = |name: &str| fs::read(dir.path().join(name)).expect("written");
    assert!(printed.ends_with(&format!("all: {} bytes\n", bytes("all").len())), "{printed}");
    let printed = text(&training(dir.path(), "pack --check all"), 0);
    assert!(printed.ends_with("positions agree, 0 endings are left out\n"), "{printed}");
    let few = "pack --pieces 3 --wdl few --only 2k-1k,1k-2k";
    text(&training(dir.path(), few), 0);
    let printed = text(&training(dir.path(), "pack --check few"), 0);
    assert!(printed.ends_with("positions agree, 10 endings are left out\n"), "{printed}");
    text(&training(dir.path(), "pack --pieces 3 --wdl rest --except 2k-1k,1k-2k"), 0);
    let printed = text(&training(dir.path(), "pack --check rest"), 0);
    assert!(printed.ends_with("positions agree, 2 endings are left out\n"), "{printed}");
    let both = "pack --pieces 3 --wdl rest --only 2k-1k --except 1k-2k";
    assert!(text(&training(dir.path(), both), 2).contains("cannot be used with"));

    let mut damaged = bytes("all");
    let end = damaged.len();
    damaged[end / 2..end - 8].iter_mut().for_each(|byte| *byte ^= 0x55);
    fs::write(dir.path().join("damaged"), damaged).expect("written");
    let printed = text(&training(dir.path(), "pack --check damaged"), 1);
    assert!(printed.contains("not those of the solved endings"), "{printed}");
    let mut older_form = bytes("all");
    older_form[..8].copy_from_slice(b"CHwld 1\n");
    for other in [b"something else".to_vec(), older_form] {
        fs::write(dir.path().join("damaged"), other).expect("written");
        let printed = text(&training(dir.path(), "pack --check damaged"), 1);
        assert!(printed.contains("damaged: this is not a file of endgame tables"), "{printed}");
    }
    let printed = text(&training(dir.path(), "pack --wdl few --only 9k-1k"), 2);
    assert!(printed.contains("such as 2m1k-3k"), "{printed}");
}

/// A limit of ten quiet turns makes many wins of three pieces cursed; 50 make none.
#[test]
fn cursed_wins_are_what_a_limit_draws_and_its_lack_decides() {
    let dir = tempfile::tempdir().expect("a folder");
    text(&training(dir.path(), "tables --pieces 3 --folder none"), 0);
    text(&training(dir.path(), "tables --pieces 3 --quiet-turns 10 --folder ten"), 0);
    text(&training(dir.path(), "pack --pieces 3 --folder none --wdl all"), 0);
    text(&training(dir.path(), "pack --pieces 3 --folder ten --quiet-turns 10 --wdl ruled"), 0);
    let cursed = "pack --pieces 3 --folder ten --quiet-turns 10 --cursed none --wdl c --dtc d";
    text(&training(dir.path(), &format!("{cursed} --check c")), 0);
    let read = |name: &str| fs::read(dir.path().join(name)).expect("written");
    let (all, ruled, cursed, distances) = (read("all"), read("ruled"), read("c"), read("d"));
    let [all, ruled, cursed] =
        [&all, &ruled, &cursed].map(|bytes| WdlTable::from_bytes(bytes).expect("a table"));
    let distances = DtcTable::from_bytes(&distances).expect("a table");
    let mut won = 0;
    for material in (2..=3).flat_map(Material::all) {
        let mut unpacked = Vec::new();
        for (index, table_index) in TableIndex::all(material).enumerate() {
            let Some(position) = table_index.map(TableIndex::position) else { continue };
            if games::checkers::movegen::can_jump(&position) {
                continue;
            }
            let asked = TableIndex::of(&position);
            let (with, without) = (ruled.stored(asked), all.stored(asked));
            if with != Some(games::Outcome::Draw) {
                assert_eq!(with, without, "a win under the rule is one without it");
                continue;
            }
            assert_eq!(cursed.stored(asked), without);
            if without == Some(games::Outcome::Loss) {
                let mut probe = Tablebases::built_in().dtc_probe();
                let plies = probe.plies_to_conversion_when_lost(&position).expect("known");
                if plies.div_ceil(2) > u32::from(SHORT_ROUNDS) {
                    let rounds = distances.probe(material, index, &mut unpacked);
                    assert_eq!(rounds.map(u32::from), Some(plies.div_ceil(2)), "{position:?}");
                    won += 1;
                }
            }
        }
    }
    assert!(won > 1_000, "{won}");
}

#[test]
fn results_without_distances_pack_to_the_same_bytes_and_are_kept_over_a_restart() {
    let dir = tempfile::tempdir().expect("a folder");
    let solve = "tables --pieces 3 --verbose --folder results --results-from 3";
    let table = text(&training(dir.path(), solve), 0);
    assert_eq!(counts(&table, "3"), [196_032, 100_250, 87_305, 8_477, 34]);
    let path = |name: &str| dir.path().join("results").join(name);
    assert!(path("1k-1k.states").exists() && !path("2k-1k.states").exists());
    let whole = fs::read(path("2k-1k.results")).expect("it is kept");
    fs::remove_file(path("1k-2k.results")).expect("one of the two is lost");
    let again = text(&training(dir.path(), solve), 0);
    assert_eq!(again, table, "figures of endings that are kept are printed again");
    let indices = Material::all(3).find(|material| material.to_string() == "2k-1k");
    let bytes = indices.expect("a material").size().div_ceil(5);
    assert_eq!(fs::read(path("2k-1k.results")).expect("solved again"), whole);
    assert!((bytes..bytes + 200).contains(&whole.len()), "{} bytes", whole.len());

    text(&training(dir.path(), "tables --pieces 3 --folder states"), 0);
    for folder in ["states", "results"] {
        let words = format!("pack --pieces 3 --folder {folder} --wdl {folder}.wdl");
        text(&training(dir.path(), &words), 0);
    }
    let packed = |name: &str| fs::read(dir.path().join(name)).expect("written");
    assert_eq!(packed("results.wdl"), packed("states.wdl"));
    let keep = "pack --pieces 3 --folder results --keep-from 3 --wdl";
    text(&training(dir.path(), &format!("{keep} first")), 0);
    let runs = fs::read(path("2k-1k.runs")).expect("it is kept");
    fs::remove_file(path("1k-2k.runs")).expect("it is kept");
    text(&training(dir.path(), &format!("{keep} second")), 0);
    assert_eq!([packed("first"), packed("second")], [(); 2].map(|()| packed("states.wdl")));
    fs::write(path("2k-1k.runs"), &runs[..runs.len() - 1]).expect("written");
    let printed = text(&training(dir.path(), &format!("{keep} third")), 1);
    assert!(printed.contains("2k-1k.runs") && printed.contains("remove it"), "{printed}");
    let printed = text(&training(dir.path(), "pack --folder results --check states.wdl"), 0);
    assert!(printed.ends_with("positions agree, 0 endings are left out\n"), "{printed}");
    let printed = text(&training(dir.path(), "pack --pieces 3 --folder results --dtc d"), 1);
    assert!(printed.contains(".results") && printed.contains("--results-from"), "{printed}");

    fs::write(path("2k-1k.results"), &whole[..whole.len() - 1]).expect("written");
    let printed = text(&training(dir.path(), solve), 1);
    assert!(printed.contains("2k-1k.results") && printed.contains("remove it"), "{printed}");
}

#[test]
fn endings_in_which_a_side_is_far_ahead_can_be_left_out() {
    let dir = tempfile::tempdir().expect("a folder");
    let table = text(&training(dir.path(), "tables --pieces 3 --ahead 0"), 0);
    assert_eq!(counts(&table, "2"), [3_488, 716, 402, 2_370, 12]);
    assert_eq!(counts(&table, "3"), [0; 5]);
    assert!(!dir.path().join("tables-work/2k-1k.states").exists());
    let printed = text(&training(dir.path(), "pack --pieces 3 --wdl near"), 1);
    assert!(printed.contains("1k-2k is not solved in tables-work"), "{printed}");
    text(&training(dir.path(), "pack --pieces 3 --ahead 0 --wdl near"), 0);
    let printed = text(&training(dir.path(), "pack --check near"), 0);
    assert!(printed.ends_with("positions agree, 12 endings are left out\n"), "{printed}");
    let table = text(&training(dir.path(), "tables --pieces 3 --ahead 1"), 0);
    assert_eq!(counts(&table, "3"), [196_032, 100_250, 87_305, 8_477, 34]);
}

#[test]
fn what_is_wrong_is_reported_with_the_name_of_the_file_and_what_to_do() {
    let dir = tempfile::tempdir().expect("a folder");
    let printed = text(&training(dir.path(), "pack --pieces 2 --wdl r"), 1);
    assert!(printed.contains("not solved in tables-work: run training tables"), "{printed}");
    assert!(!dir.path().join("r").exists() && !dir.path().join("tables-work").exists());
    text(&training(dir.path(), "tables --pieces 2"), 0);
    let printed = text(&training(dir.path(), "tables --pieces 2 --quiet-turns 50"), 1);
    assert!(printed.contains("limit of quiet turns"), "{printed}");
    let file = dir.path().join("tables-work/1k-1k.states");
    let whole = fs::read(&file).expect("it is kept");
    fs::write(&file, &whole[..whole.len() - 1]).expect("written");
    let printed = text(&training(dir.path(), "tables --pieces 2"), 1);
    assert!(printed.contains("1k-1k.states") && printed.contains("remove it"), "{printed}");
    let printed = text(&training(dir.path(), "pack --pieces 2 --wdl none/r"), 1);
    assert!(printed.contains("1k-1k.states") || printed.contains("none"), "{printed}");
}

#[test]
fn games_are_played_once_and_the_same_positions_teach_the_same() {
    let dir = tempfile::tempdir().expect("a folder");
    let selfplay = "selfplay --shards 2 --nodes 20 --evaluator hand-crafted --folder games";
    text(&training(dir.path(), selfplay), 0);
    let second = dir.path().join("games/shard-00001");
    let played = fs::read(&second).expect("it is kept");
    assert!(played.len() > 16 * 1_000 && played.len().is_multiple_of(16));
    fs::remove_file(&second).expect("removed");
    text(&training(dir.path(), &format!("{selfplay} --threads 1")), 0);
    assert_eq!(fs::read(&second).expect("played again"), played);

    let learned = |threads: u32| {
        let words = format!("fit games --passes 2 --threads {threads} --out net-{threads}");
        let printed = text(&training(dir.path(), &words), 0);
        assert!(printed.contains("pass   2: loss 0."), "{printed}");
        fs::read(dir.path().join(format!("net-{threads}"))).expect("written")
    };
    assert_eq!(learned(1), learned(2), "whatever the number of threads");
    let few = text(&training(dir.path(), "fit games --passes 1 --at-most 100 --out few"), 0);
    assert!(few.contains("learned from 100 examples"), "{few}");
    let printed = text(&training(dir.path(), "match net-1 hand-crafted --pairs 2 --nodes 50"), 0);
    assert!(printed.starts_with('+') && printed.contains("Elo"), "{printed}");
}

#[test]
fn games_of_other_kinds_are_not_mixed_and_nothing_is_learned_from_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    text(&training(dir.path(), "selfplay --shards 0 --nodes 20"), 0);
    let printed = text(&training(dir.path(), "selfplay --shards 0 --nodes 30"), 1);
    assert!(
        printed.contains("20 nodes") && printed.contains("choose another --folder"),
        "{printed}"
    );
    let printed = text(&training(dir.path(), "fit"), 1);
    assert!(printed.contains("run training selfplay first"), "{printed}");
    let printed = text(&training(dir.path(), "fit nowhere"), 1);
    assert!(printed.contains("nowhere") && !dir.path().join("nowhere").exists(), "{printed}");
    fs::write(dir.path().join("selfplay-work/shard-00000"), "no examples").expect("written");
    let printed = text(&training(dir.path(), "fit"), 1);
    assert!(printed.contains("shard-00000") && printed.contains("remove it"), "{printed}");
    fs::write(dir.path().join("net"), "no network").expect("written");
    let printed = text(&training(dir.path(), "match net hand-crafted --pairs 1"), 1);
    assert!(printed.contains("not a network of this version"), "{printed}");
}

#[test]
fn a_tuning_goes_on_where_it_was_broken_off_and_does_not_depend_on_threads() {
    let dir = tempfile::tempdir().expect("a folder");
    let tuned = |words: &str| text(&training(dir.path(), &format!("tune --nodes 20 {words}")), 0);
    let printed = tuned("--pairs 32 --state whole --threads 2");
    assert!(printed.contains("today  found") && printed.contains("aspiration"), "{printed}");
    tuned("--pairs 16 --state parts --threads 1");
    tuned("--pairs 32 --state parts --threads 1");
    let read = |name: &str| fs::read_to_string(dir.path().join(name)).expect("it is kept");
    assert_eq!(read("parts"), read("whole"));
    assert!(read("whole").ends_with("pairs = 32\n"));
    let refused = text(&training(dir.path(), "tune --nodes 30 --state parts"), 1);
    assert!(refused.contains("`20 nodes, seed 1`") && refused.contains("remove it"), "{refused}");
    tuned("--pairs 35 --state parts --threads 1");
    assert!(read("parts").ends_with("pairs = 35\n"));
    let result = tuned("--verify 4 --state parts");
    assert!(result.contains("Elo"), "{result}");
    assert!(read("parts").ends_with("pairs = 35\n"), "a trial does not tune");
}

#[test]
fn a_book_grows_and_goes_on_where_it_was_broken_off() {
    let dir = tempfile::tempdir().expect("a folder");
    let said = text(&training(dir.path(), "book --positions 300 --nodes 100 --threads 2"), 0);
    let bytes = fs::read(dir.path().join("book")).expect("written");
    let book = Book::from_bytes(&bytes);
    // A position whose value has fallen far below the score of its study is left out.
    assert!((250..=300).contains(&book.len()), "{}", book.len());
    assert!(said.contains(&format!("book: {} positions", book.len())), "{said}");
    assert_eq!(bytes.len(), 8 * book.len());
    assert!(!book.moves(&Position::start()).is_empty());

    text(&training(dir.path(), "book --positions 100 --nodes 100 --folder other --out less"), 0);
    let wanted = "book --positions 300 --nodes 100 --folder other --out more";
    text(&training(dir.path(), wanted), 0);
    let more = fs::read(dir.path().join("more")).expect("written");
    assert_eq!(more, bytes, "the same book, made in two parts");

    let refused = text(&training(dir.path(), "book --positions 300 --nodes 200"), 1);
    assert!(refused.contains("100 nodes") && refused.contains("--folder"), "{refused}");
    fs::write(dir.path().join("other/studies-00001"), "no study").expect("written");
    let refused = text(&training(dir.path(), wanted), 1);
    assert!(refused.contains("studies-00001") && refused.contains("remove it"), "{refused}");
}
