//! Laws of the report, on random games.

use crate::crosstable::CROSSTABLE;
use crate::diagnosis_page;
use crate::draw_rule::DrawRuleArgs;
use crate::report::folder_report::FolderReport;
use crate::report::view::{ReportFrame, ReportView};
use crate::report::{FEEDBACK, ReportArgs, read_feedback, run};
use crate::shown_game::{ReplayedGame, ShownGame};
use analysis::{GameEvaluations, Resources, SearchLimits, SearchPlace, Unwatched};
use classroom::diagnose::EvidencePaths;
use cli::ProgramError;
use formats::feedback::StudentFeedback;
use games::checkers::Position;
use games::{Game as _, GameName, NextBoard, Notation as _, with_game};
use maud::{Markup, html};
use referee::journal::{
    JOURNAL, Journal, RecordedGame, Records, journal_scan, results_of, write_line,
};
use referee::rules::{Ending, RuleViolation};
use referee::testing::random_record_of;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

const NODES: u64 = 50;
/// A name that would be markup if it were not text.
const HOSTILE: &str = "</script><script>alert(1)</script>";

/// A random game of `turns` turns at most.
fn random_record<G: ShownGame>(id: u32, turns: usize, ending: Ending) -> RecordedGame {
    random_record_of::<G>(id, turns, ["alpha", HOSTILE], ending)
}

fn random_records<G: ShownGame>(games: u32) -> Records {
    (1..=games).map(|id| (id, random_record::<G>(id, 12, Ending::MaxPlies))).collect()
}

fn replayed<G: ShownGame>(records: &Records) -> Vec<ReplayedGame<'_, G>> {
    records.values().map(|record| ReplayedGame::new(record).expect("legal moves")).collect()
}

fn data_of(html: &str) -> Value {
    let (_, rest) = html.split_once("id=\"data\">").expect("data");
    let (json, _) = rest.split_once("</script>").expect("its end");
    serde_json::from_str(json).expect("JSON")
}

fn page_of(
    records: &Records,
    (feedback, section): (Option<StudentFeedback>, Markup),
    folder: &Path,
    nodes: u64,
) -> String {
    let path = folder.join(JOURNAL);
    let lines = records.values().map(|record| write_line(record).expect("plain data"));
    fs::write(&path, lines.collect::<String>()).expect("written");
    let scan = journal_scan::scan(&path).expect("a journal");
    let report = FolderReport { folder, nodes, jobs: NonZeroUsize::MIN, feedback };
    let page = report.write(Some(&scan), &section, || Ok(Vec::new())).expect("a page");
    String::from_utf8(page).expect("text")
}

fn gives_back_the_games<G: ShownGame>() {
    let dir = tempfile::tempdir().expect("a folder");
    let records = random_records::<G>(3);
    let games = replayed::<G>(&records);
    let limits = SearchLimits::of_nodes(NODES);
    let evaluated: Vec<_> = games
        .iter()
        .map(|one| {
            GameEvaluations::of(
                &Resources::default(),
                &one.game,
                limits.table_bytes(SearchPlace::Program),
                || limits.control(Unwatched),
            )
        })
        .collect();
    let above = (None, html! { section { "above" } });
    let html = page_of(&records, above, dir.path(), NODES);
    assert!(html.contains("<section>above</section>"));
    assert!(!html.contains("<script>alert"), "a name became markup");
    let data = data_of(&html);
    let mut view = ReportView::new(ReportFrame::new(&results_of(records.values()), NODES));
    view.add(&games, &evaluated, EvidencePaths::Shown);
    assert_eq!(data, serde_json::to_value(view).expect("JSON"));
    for (entry, record) in data["games"].as_array().expect("games").iter().zip(records.values()) {
        let names = ["black", "white"]
            .map(|side| &data["names"][entry[side].as_u64().expect("an index") as usize]);
        assert_eq!(names, ["alpha", HOSTILE]);
        let moves: Vec<&str> = record.turns.iter().map(|turn| turn.mv.as_str()).collect();
        assert_eq!(entry["moves"].as_str(), Some(moves.join(" ").as_str()));
        assert_eq!(entry["scores"].as_array().map(Vec::len), Some(moves.len() + 1));
        assert_eq!(entry["game"], G::NAME.text());
        assert_eq!(data["units_per_logit"][G::NAME.text()], G::UNITS_PER_LOGIT.0);
        let positions = record.positions::<G>().expect("legal");
        let boards: Vec<String> = positions.iter().map(G::letters).collect();
        assert_eq!(shown_boards(&data, entry, positions[0].clone()), boards);
    }
}

/// The boards that a page makes: of the changes of each move, or of the moves alone.
pub(crate) fn shown_boards<G: ShownGame>(data: &Value, entry: &Value, start: G) -> Vec<String> {
    let first = &data["boards"][entry["board"].as_u64().expect("an index") as usize];
    let mut boards = vec![first.as_str().expect("letters").to_string()];
    let mut position = start;
    for (turn, text) in entry["moves"].as_str().expect("moves").split_whitespace().enumerate() {
        position = position.play(position.read_move(text).expect("a legal move"));
        if G::NEXT_BOARD == NextBoard::FromMove {
            boards.push(position.letters());
            continue;
        }
        let mut letters: Vec<char> = boards[turn].chars().collect();
        let changes: BTreeMap<String, char> =
            serde_json::from_value(entry["steps"][turn]["changes"].clone()).expect("changes");
        for (name, letter) in changes {
            let (file, row) = (usize::from(name.as_bytes()[0] - b'a'), &name[1..]);
            let row: usize = row.parse().expect("a number");
            letters[(G::SIZE - row) * G::SIZE + file] = letter;
        }
        boards.push(letters.into_iter().collect());
    }
    boards
}

#[test]
fn the_data_of_the_page_gives_back_the_games() {
    for game in GameName::ALL {
        with_game!(game, Position => gives_back_the_games::<Position>());
    }
}

/// A person's games against agents of several games are in one journal.
#[test]
fn a_journal_of_several_games_makes_one_page_in_the_order_of_its_numbers() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut records = random_records::<games::tablut::Position>(3);
    records.insert(2, random_record::<Position>(2, 5, Ending::MaxPlies));
    let data = data_of(&page_of(&records, (None, html! {}), dir.path(), NODES));
    let entries = data["games"].as_array().expect("games");
    let kinds: Vec<_> = entries.iter().map(|entry| (&entry["id"], &entry["game"])).collect();
    let tablut = Value::from("tablut");
    assert_eq!(kinds[1], (&2.into(), &"checkers".into()));
    assert_eq!((kinds[0], kinds[2]), ((&1.into(), &tablut), (&3.into(), &tablut)));
    let kept = fs::read_to_string(dir.path().join("evaluations.jsonl")).expect("kept");
    assert_eq!(kept.lines().count(), 3);
    let again = page_of(&records, (None, html! {}), dir.path(), NODES);
    assert_eq!(data_of(&again), data, "from what was kept");
    assert_eq!(fs::read_to_string(dir.path().join("evaluations.jsonl")).expect("kept"), kept);
}

fn report_args(dir: &Path) -> ReportArgs {
    let html = dir.join("page.html");
    ReportArgs {
        dir: dir.to_path_buf(),
        html,
        nodes: 50,
        jobs: None,
        rule: DrawRuleArgs::default(),
    }
}

/// An agent that was not let play has a page nevertheless; without feedback there is nothing to
/// show.
#[test]
fn feedback_makes_a_page_of_no_games_and_its_texts_are_no_markup() {
    let dir = tempfile::tempdir().expect("a folder");
    let args = report_args(dir.path());
    assert!(run(&args).expect_err("nothing there").to_string().contains("there is no journal"));
    let item = json!({"text": HOSTILE, "status": "failed", "command": HOSTILE});
    let sections = json!([{"title": HOSTILE, "items": [item]}]);
    let feedback = json!({"version": 1, "title": HOSTILE, "sections": sections});
    fs::write(dir.path().join(FEEDBACK), feedback.to_string()).expect("written");
    run(&args).expect("a page");
    fs::write(dir.path().join("journal.jsonl"), "").expect("written");
    run(&args).expect("a page");
    let html = fs::read_to_string(&args.html).expect("a page");
    assert!(!html.contains("<script>alert"), "a text became markup");
    let data = data_of(&html);
    assert_eq!(data["feedback"]["sections"][0]["items"][0]["text"], HOSTILE);
    assert_eq!(data["games"].as_array().map(Vec::len), Some(0));
    assert!(!html.contains("id=\"diagnosis\""), "there is none");
    let found = analysis::diagnosis::diagnose(HOSTILE, &[], &[], vec![HOSTILE.to_string()]);
    diagnosis_page::write(dir.path(), &found).expect("written");
    run(&args).expect("a page");
    let html = fs::read_to_string(&args.html).expect("a page");
    assert!(html.contains("id=\"diagnosis\"") && !html.contains("<script>alert"));
    fs::write(dir.path().join(FEEDBACK), "{}").expect("written");
    let error = run(&args).expect_err("a bad file").to_string();
    assert!(error.contains("feedback.json: missing field `version`"), "{error}");
}

#[test]
fn a_mistake_in_the_feedback_is_reported_with_its_field_and_line() {
    let text = "{\"version\": 1, \"title\": \"alpha\",\n\"sections\": [{\"title\": \"Checks\",\n\
        \"items\": [{\"text\": \"a\", \"status\": \"passed\"}]}]}\n";
    assert!(read_feedback(text).is_ok());
    for (right, wrong, told) in [
        ("\"alpha\"", "3", "title: invalid type: integer `3`, expected a string at line 1 column"),
        ("\"passed\"", "\"ok\"", "sections[0].items[0].status: unknown variant `ok`"),
        ("\"text\": \"a\"", "\"text\": []", "sections[0].items[0].text: invalid type: sequence"),
        ("\"text\"", "\"txt\"", "sections[0].items[0].txt: unknown field `txt`"),
        ("\n\"items\"", "\n\"items\": 3, \"more\"", "sections[0].items: invalid type: integer"),
        ("}]}]}", "}]}", "sections: EOF while parsing a list at line 4 column 0"),
        ("}]}]}", "}]}]}]", "trailing characters at line 3 column"),
    ] {
        let error = read_feedback(&text.replace(right, wrong)).expect_err(wrong).to_string();
        assert!(error.contains(told), "{wrong}: {error}");
    }
}

fn table_of(names: &[&str], feedback: Option<&str>) -> Option<String> {
    let dir = tempfile::tempdir().expect("a folder");
    let mut journal = Journal::open(&dir.path().join("journal.jsonl")).expect("new");
    for (id, name) in names.iter().enumerate() {
        let mut record = random_record::<Position>(id as u32 + 1, 4, Ending::MaxPlies);
        record.black.name = (*name).into();
        journal.append(&record).expect("written");
    }
    if let Some(text) = feedback {
        fs::write(dir.path().join(FEEDBACK), text).expect("written");
    }
    run(&report_args(dir.path())).expect("a page");
    let table = fs::read_to_string(dir.path().join(CROSSTABLE)).ok()?;
    assert!(table.contains("<title>3 agents, 2 games</title>"), "{table}");
    assert!(!table.contains("<script"), "a name became markup");
    let named = ReportArgs { html: dir.path().join(CROSSTABLE), ..report_args(dir.path()) };
    let error = run(&named).expect_err("the table has that name").to_string();
    assert!(error.contains("name another"), "{error}");
    Some(table)
}

/// A student's page is about one agent among many, and a match of two has its result in the page.
#[test]
fn a_tournament_has_a_table_and_a_match_or_a_students_folder_has_none() {
    assert!(table_of(&["alpha", "beta"], None).is_some());
    assert!(table_of(&["alpha", "alpha"], None).is_none());
    let feedback = json!({"version": 1, "title": "alpha", "sections": []}).to_string();
    assert!(table_of(&["alpha", "beta"], Some(&feedback)).is_none());
}

fn named(folder: &Path, name: &str) -> ReportArgs {
    ReportArgs { dir: folder.join(name), ..report_args(folder) }
}

/// A game that cannot be read is left out, and makes the exit code that of a wrong file.
#[test]
fn a_file_of_games_becomes_a_page_and_what_holds_none_is_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let (file, html) = (dir.path().join("games.pdn"), dir.path().join("page.html"));
    let good = format!("[Black \"{HOSTILE}\"]\n[Result \"1-0\"]\n1. 11-15 22-18 15x22 1-0\n\n");
    fs::write(&file, format!("{good}[White \"beta\"]\n1. 11-15 15-18 *\n\n{good}"))
        .expect("written");
    let error = run(&named(dir.path(), "games.pdn")).expect_err("one is wrong");
    assert!(matches!(error, ProgramError::Told), "{error}");
    let html = fs::read_to_string(&html).expect("a page of the others");
    assert!(!html.contains("<script>alert"), "a name became markup");
    let data = data_of(&html);
    let games = data["games"].as_array().expect("games");
    assert_eq!(games.iter().map(|game| &game["id"]).collect::<Vec<_>>(), [&json!(1), &json!(3)]);
    assert_eq!((&data["is_timed"], &data["title"]), (&json!(false), &json!("games.pdn")));
    assert_eq!(
        (&data["standings"][0]["name"], &data["standings"][0]["wins"]),
        (&json!(HOSTILE), &json!(2))
    );
    assert_eq!(games[0]["scores"].as_array().map(Vec::len), Some(4));
    for (name, text, told) in [
        ("none.txt", "Nobody has played.", "holds no game of checkers in PDN"),
        ("plan.jsonl", "{}", "name the folder of the match"),
    ] {
        fs::write(dir.path().join(name), text).expect("written");
        let error = run(&named(dir.path(), name)).expect_err(name).to_string();
        assert!(error.contains(told) && error.contains(name) | (name == "plan.jsonl"), "{error}");
    }
}

#[test]
fn the_page_of_a_student_has_no_path_of_the_graders_machine() {
    let mut record = random_record::<Position>(1, 6, Ending::Malformed);
    record.evidence = Some("/grader/out/evidence/game-1".to_string());
    record.detail = Some("line 1: what".to_string());
    let records: Records = [(1, record)].into_iter().collect();
    let causes = [
        None,
        Some(
            json!({ "version": 1, "title": "alpha", "sections": [{ "title": "a", "items": [] }] }),
        ),
    ];
    let causes = causes.map(|feedback| {
        let dir = tempfile::tempdir().expect("a folder");
        let feedback = feedback.map(|text| read_feedback(&text.to_string()).expect("read"));
        let html = page_of(&records, (feedback, html! {}), dir.path(), NODES);
        data_of(&html)["games"][0]["reproduce"].to_string()
    });
    assert!(causes[0].contains("referee replay /grader/"), "{causes:?}");
    let cause = "malformed output.txt: line 1: what";
    assert!(causes[1].contains(cause) && !causes[1].contains("/grader/"), "{causes:?}");
}

/// The page and the terminal must not name two strengths of one player.
#[test]
fn the_elo_of_a_tournament_is_the_rating_of_the_table() {
    let mut records = random_records::<Position>(6);
    for (id, record) in &mut records {
        let name = if id % 2 == 0 { "gamma" } else { "delta" };
        record.black.name = name.into();
        record.ending = if *id < 4 { Ending::NoMoves } else { Ending::MaxPlies };
    }
    let results = results_of(records.values());
    let table = referee::results::RatedTable::of(&results, None);
    let (rows, is_match) = crate::standings::standings(&results);
    assert!(!is_match && rows.len() == 3);
    for (row, rating) in rows.iter().zip(&table.ratings.players) {
        let rating = rating.expect("each has played");
        let (low, high) = (rating.elo - rating.error, rating.elo + rating.error);
        assert_eq!(row.elo, [Some(rating.elo), Some(low), Some(high)]);
    }
    assert!(rows.iter().any(|row| row.elo[0] != Some(0.0)), "they differ");
}

/// The better move of a mistake is legal there, and what our player would have played.
#[test]
fn a_mistake_comes_with_a_better_move_and_an_illegal_answer_with_the_legal_ones() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut records: Records =
        (1..=4).map(|id| (id, random_record::<Position>(id, 60, Ending::MaxPlies))).collect();
    let rejected = random_record::<Position>(9, 4, Ending::Illegal(RuleViolation::MissedJump));
    let rejected = RecordedGame { detail: Some("E c3 d4".into()), ..rejected };
    let replayed = ReplayedGame::<Position>::new(&rejected).expect("legal moves");
    let legal = replayed.game.positions()[4].count_moves();
    records.insert(9, rejected.clone());
    let html = page_of(&records, (None, html! {}), dir.path(), 500);
    let data = data_of(&html);
    let mut seen = 0;
    for (entry, record) in data["games"].as_array().expect("games").iter().zip(records.values()) {
        let positions = record.positions::<Position>().expect("legal");
        for mistake in entry["mistakes"]
            .as_array()
            .expect("two")
            .iter()
            .flat_map(|of| of.as_array().expect("a list"))
        {
            let ply = mistake["ply"].as_u64().expect("a ply") as usize;
            let better = mistake["better"].as_str().expect("a line");
            let first = better.split(' ').next().expect("a move");
            assert!(positions[ply - 1].read_move(first).is_ok(), "{mistake}");
            assert_ne!(first, &*record.turns[ply - 1].mv);
            assert!(mistake["loss"].as_u64().expect("a loss") >= 10);
            seen += 1;
        }
    }
    assert!(seen > 0, "random games have mistakes");
    let told = &data["games"][4]["rejected"];
    assert_eq!((&told["path"], &told["text"]), (&json!(["c3", "d4"]), &json!("E c3 d4")));
    assert_eq!(told["legal_count"], json!(legal));
    assert!(data["games"][0]["rejected"].is_null());
}
