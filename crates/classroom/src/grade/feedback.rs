//! One page for each student: what failed, the command that shows it again, and all games.
//!
//! Each student has a folder with a journal of its own games and `feedback.json`, and beside it one
//! page that can be mailed. `crownhead` makes the page from them; without it there is none.
//!
//! Classmates read these pages over each other's shoulders: no page names another student.
//!
//! In the student's journal, the numbers of tournament games follow those of the other games, after
//! an even number: the two games of a pair stay a pair.

use crate::error::{ClassError, make_folder};
use crate::grade::feedback_text::{feedback_json, feedback_of};
use crate::grade::student_results::StudentResults;
use crate::grade::submission_grade::SubmissionGrade;
use crate::stages::diagnoses::diagnosis_link;
use crate::stages::games::side_of;
use crate::stages::stage;
use crate::stages::stage::{ClassRun, InputDigest};
use cli::{counted, file};
use games::board::Side;
use referee::journal::journal_scan::JournalScan;
use referee::journal::{JOURNAL, RecordedGame, journal_scan, write_line};
use std::path::Path;

/// The file with everything but the games, in the folder of a student.
const FEEDBACK_FILE: &str = "feedback.json";
/// The file beside it with the key of the page.
const PAGE_KEY_FILE: &str = "page.json";

/// Makes the page of a student's folder: folder, page, nodes for each position.
pub type MakePage<'a> = dyn Fn(&Path, &Path, u64) -> Result<(), ClassError> + Sync + 'a;

/// Makes all pages that are not there yet, and says how many there are. `swiss` is the journal of
/// the tournament.
pub fn write_pages(
    run: &ClassRun<'_>,
    rows: &[(StudentResults, SubmissionGrade)],
    swiss: Option<&JournalScan>,
    make_page: &MakePage<'_>,
) -> Result<usize, ClassError> {
    let doing = ("pages", "the page of");
    let made = run.each(rows, &[None], doing, |row| &row.0.name, &|(results, grade), _| {
        write_page(run, results, grade, swiss, make_page)
    })?;
    let pages = made.iter().filter(|made| **made == PageMade::Yes).count();
    run.log.line(&format!("{} in feedback", counted(pages, "page")));
    Ok(pages)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PageMade {
    Yes,
    No,
}

fn write_page(
    run: &ClassRun<'_>,
    results: &StudentResults,
    grade: &SubmissionGrade,
    swiss: Option<&JournalScan>,
    make_page: &MakePage<'_>,
) -> Result<PageMade, ClassError> {
    let name = &results.name;
    let folder = run.folder("feedback")?.join(name);
    make_folder(&folder)?;
    let [gauntlet, swiss] = games(run, results, swiss)?;
    let games = [gauntlet, without_names(swiss, name)];
    let records = games.concat();
    write_journal(&records, &folder)?;
    let games = games.each_ref().map(Vec::as_slice);
    let diagnosis = diagnosis_link(run, name);
    let feedback = feedback_of(results, grade, run.scheme(), games, diagnosis);
    let text = feedback_json(&feedback);
    file::replace(&folder.join(FEEDBACK_FILE), &text)?;
    let nodes = run.scheme().feedback.nodes;
    let key = InputDigest::with(&[&text], &(nodes, &records));
    let page = folder.with_file_name(format!("{name}.html"));
    let done = folder.join(PAGE_KEY_FILE);
    if page.is_file() && stage::load::<()>(&done, &key).is_some() {
        return Ok(PageMade::Yes);
    }
    if let Err(why) = make_anew(&page, &done, || make_page(&folder, &page, nodes)) {
        run.go_on()?;
        run.log.line(&format!("{name}: no page: {why}"));
        // No key is stored: the next run tries again.
        return Ok(PageMade::No);
    }
    stage::store(&done, &key, &())?;
    Ok(PageMade::Yes)
}

/// Makes a page. If that fails there is none, so that nobody reads what was true before.
fn make_anew(
    page: &Path,
    done: &Path,
    make: impl FnOnce() -> Result<(), ClassError>,
) -> Result<(), ClassError> {
    file::remove(done);
    file::remove(page);
    make()
}

/// The games with `classmate 1`, `classmate 2`, and so on in place of the opponents' names and
/// commands, in the order in which they first met, and without the opponents' own words.
fn without_names(mut games: Vec<RecordedGame>, own: &str) -> Vec<RecordedGame> {
    games.iter_mut().for_each(|game| drop_words_of_others(game, own));
    let mut met: Vec<String> = Vec::new();
    // A student may be called `classmate 2`.
    let labels: Vec<String> = (1..)
        .map(|number| format!("classmate {number}"))
        .filter(|label| label != own)
        .take(games.len())
        .collect();
    for player in games.iter_mut().flat_map(|game| [&mut game.black, &mut game.white]) {
        if *player.name == *own {
            continue;
        }
        let at = met.iter().position(|name| **name == *player.name).unwrap_or_else(|| {
            met.push(player.name.to_string());
            met.len() - 1
        });
        player.command = labels[at].as_str().into();
        player.name = labels[at].as_str().into();
    }
    games
}

/// Drops what the opponent's program has printed or answered, and where its files are. The ending
/// remains.
fn drop_words_of_others(game: &mut RecordedGame, own: &str) {
    let to_move = game.to_move();
    let told_of = game.ending.loser(to_move).unwrap_or(to_move);
    if *game.player(told_of).name != *own {
        (game.detail, game.evidence) = (None, None);
    }
    let is_own = Side::ALL.map(|side| *game.player(side).name == *own);
    game.remarks.retain(|of| is_own[of.side.index()]);
}

/// The games against the reference and those of the tournament, numbered through.
fn games(
    run: &ClassRun<'_>,
    results: &StudentResults,
    swiss: Option<&JournalScan>,
) -> Result<[Vec<RecordedGame>; 2], ClassError> {
    let name = &results.name;
    let mut gauntlet = Vec::new();
    if results.games.as_ref().is_some_and(|games| !games.results.is_empty()) {
        let path = run.settings.out.join("gauntlet").join(name).join(JOURNAL);
        let from = Path::new("../../gauntlet").join(name);
        gauntlet = games_of(&journal_scan::scan(&path)?, name, 0, &from)?;
    }
    let before = gauntlet.last().map_or(0, |record| record.id).next_multiple_of(2);
    let from = Path::new("../../swiss");
    let swiss = swiss.map(|swiss| games_of(swiss, name, before, from)).transpose()?;
    Ok([gauntlet, swiss.unwrap_or_default()])
}

/// The games of a player in a journal, in order, `before` added to their numbers. `folder` is the
/// journal's as seen from the student's folder: the evidence is named by it.
fn games_of(
    journal: &JournalScan,
    name: &str,
    before: u32,
    folder: &Path,
) -> Result<Vec<RecordedGame>, ClassError> {
    let own = journal.results.values().filter(|result| side_of(result, name).is_some());
    let mut records = Vec::new();
    for result in own {
        let Some(record) = journal.record(result.id)? else { continue };
        let mut record = record.with_evidence_in(folder);
        record.id += before;
        record.pair += before / 2;
        records.push(record);
    }
    Ok(records)
}

fn write_journal(records: &[RecordedGame], folder: &Path) -> Result<(), ClassError> {
    let lines: String = records.iter().map(write_line).collect::<Result<_, _>>()?;
    Ok(file::replace(&folder.join(JOURNAL), lines)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::rules::TurnSide::Waiting;
    use referee::rules::{Ending, GameRemark, RunRemark};
    use referee::testing::random_record;
    use std::fs;

    #[test]
    fn a_page_names_no_classmate() {
        let mut games: Vec<_> = (1..=3).map(|n| random_record(n, Ending::NoOutput)).collect();
        for (game, opponent) in games.iter_mut().zip(["bea", "cleo", "bea"]) {
            game.black.name = "anna".into();
            game.white.name = opponent.into();
            game.white.command = format!("/out/agents/{opponent}/homework").as_str().into();
        }
        let shown = without_names(games, "anna");
        let opponents: Vec<&str> = shown.iter().map(|game| &*game.white.name).collect();
        assert_eq!(opponents, ["classmate 1", "classmate 2", "classmate 1"]);
        assert!(shown.iter().all(|game| &*game.black.name == "anna"));
        let lines: String = shown.iter().map(|game| write_line(game).expect("a line")).collect();
        assert!(!lines.contains("bea") && !lines.contains("cleo"), "{lines}");
    }

    #[test]
    fn a_page_has_no_words_of_a_classmates_program() {
        for ending in [Ending::ExitCode(1), Ending::WrongResult(Waiting), Ending::RefereeFault] {
            let mut game = random_record(1, ending);
            game.detail = Some("it printed \"I am bea\"".to_string());
            game.evidence = Some("the game of bea".to_string());
            let side = ending.loser(game.to_move()).unwrap_or(game.to_move());
            for own in Side::ALL {
                let mut game = game.clone();
                let [black, white] =
                    if own == Side::Black { ["anna", "bea"] } else { ["bea", "anna"] };
                (game.black.name, game.white.name) = (black.into(), white.into());
                for of in Side::ALL {
                    GameRemark::count(&mut game.remarks, of, RunRemark::StillRunning);
                }
                let shown = &without_names(vec![game.clone()], "anna")[0];
                let line = write_line(shown).expect("a line");
                assert_eq!(line.contains("bea"), own == side, "{line}");
                assert_eq!(shown.ending, ending);
                let remarked: Vec<_> = shown.remarks.iter().map(|of| of.side).collect();
                assert_eq!(remarked, [own]);
            }
        }
    }

    #[test]
    fn a_page_that_cannot_be_made_anew_is_gone() {
        let dir = tempfile::tempdir().expect("a folder");
        let [page, done] = ["anna.html", "page.json"].map(|name| dir.path().join(name));
        fs::write(&page, "the old marks").expect("written");
        fs::write(&done, "{}").expect("written");
        assert_eq!(make_anew(&page, &done, no_program), no_program());
        assert!(!page.exists() && !done.exists());
        assert_eq!(
            make_anew(&page, &done, || fs::write(&page, "the new marks")
                .map_err(ClassError::system("write", &page))),
            Ok(())
        );
        assert!(page.exists());
    }

    fn no_program() -> Result<(), ClassError> {
        Err("no program".to_string().into())
    }

    #[test]
    fn the_games_of_one_player_keep_their_pairs_and_their_evidence() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut all: Vec<_> = (1..=6).map(|n| random_record(n, Ending::NoOutput)).collect();
        for record in &mut all {
            record.pair = record.id.div_ceil(2);
            record.evidence = Some(format!("evidence/game-{}/move.json", record.id));
        }
        all[2].black.name = "other".into();
        all[2].white.name = "another".into();
        write_journal(&all, dir.path()).expect("written");
        let scan = journal_scan::scan(&dir.path().join(JOURNAL)).expect("a journal");
        let name = all[0].black.name.clone();
        let own = games_of(&scan, &name, 4, Path::new("../../swiss")).expect("read");
        assert!(own.iter().all(|record| record.pair == record.id.div_ceil(2)), "{own:?}");
        let ids: Vec<_> = own.iter().map(|record| record.id).collect();
        assert_eq!(ids, [5, 6, 8, 9, 10]);
        assert_eq!(own[0].evidence.as_deref(), Some("../../swiss/evidence/game-1/move.json"));
        write_journal(&own, dir.path()).expect("written over the old one");
        let again = journal_scan::scan(&dir.path().join(JOURNAL)).expect("a journal");
        let again: Result<Vec<_>, _> = again.records().expect("there").collect();
        assert_eq!(again.expect("whole"), own);
    }
}
