//! One page for each student: what failed, the command that shows it again, and all games.
//!
//! Each student has a folder with a journal of its own games and `feedback.json`, and beside it one
//! page that can be mailed. The program that shows boards makes the page; without it a plain page
//! is made here. Every text of a page may come from a student, so that all of them are escaped.

use crate::class::error::ClassError;
use crate::class::feedback_games::{games_of, write_journal};
use crate::class::feedback_text::Feedback;
use crate::class::games::JOURNAL;
use crate::class::grades::{Grade, Performance};
use crate::class::settings::{Stages, made};
use crate::class::stage::{self, StageKey};
use crate::record::journal_scan::JournalScan;
use crate::record::{RecordedGame, journal_scan};
use formats::file;
use progress::Progress;
use std::fs;
use std::io;
use std::path::Path;

/// The file with everything but the games, in the folder of a student.
const FEEDBACK_FILE: &str = "feedback.json";

/// The file beside it that says what the page was made from.
const PAGE_KEY_FILE: &str = "page.json";

/// Who makes the pages.
#[derive(Clone, Copy)]
pub struct Pages<'a> {
    /// Makes the page of a student's folder with so many nodes for each position; the error says
    /// why there is none.
    pub make: &'a dyn Fn(&Path, &Path, u64) -> Result<(), String>,
}

impl std::fmt::Debug for Pages<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pages")
    }
}

/// Makes all pages that are not there yet. `swiss` is the journal of the tournament.
///
/// # Errors
/// A file cannot be written.
pub(super) fn write_pages(
    stages: &Stages<'_>,
    rows: &[(Performance<'_>, Grade)],
    swiss: Option<&JournalScan>,
    pages: &Pages<'_>,
) -> Result<(), ClassError> {
    let progress = Progress::new(rows.len() as u64, "pages");
    for (performance, grade) in rows {
        stages.go_on()?;
        progress.task(performance.student.name.clone());
        write_page(stages, performance, grade, swiss, pages)?;
        progress.add(1);
    }
    progress.finish();
    stages.log.line(&format!("{} pages in feedback", rows.len()));
    Ok(())
}

fn write_page(
    stages: &Stages<'_>,
    performance: &Performance<'_>,
    grade: &Grade,
    swiss: Option<&JournalScan>,
    pages: &Pages<'_>,
) -> Result<(), ClassError> {
    let name = &performance.student.name;
    let folder = stages.folder("feedback")?.join(name);
    made(&folder)?;
    let games = games(stages, performance, swiss)?;
    let records = games.concat();
    write_journal(&records, &folder)?;
    let log = build_log(stages, name);
    let [gauntlet, swiss] = &games;
    let feedback = Feedback::of(performance, grade, stages.scheme(), &log, [gauntlet, swiss]);
    let text = feedback.json();
    write(&folder.join(FEEDBACK_FILE), &text)?;
    let nodes = stages.scheme().feedback.nodes;
    let key = StageKey::with(&[&text], &(nodes, &records));
    let page = folder.with_file_name(format!("{name}.html"));
    let done = folder.join(PAGE_KEY_FILE);
    if page.is_file() && stage::load::<()>(&done, &key).is_some() {
        return Ok(());
    }
    file::remove(&done);
    if let Err(why) = (pages.make)(&folder, &page, nodes) {
        stages.go_on()?;
        stages.log.line(&format!("{name}: a plain page without boards: {why}"));
        // It is made again by the next run, when boards can perhaps be shown.
        return write(&page, &feedback.html());
    }
    stage::store(&done, &key, &())
}

/// The games against the reference and those of the tournament, numbered through.
fn games(
    stages: &Stages<'_>,
    performance: &Performance<'_>,
    swiss: Option<&JournalScan>,
) -> Result<[Vec<RecordedGame>; 2], ClassError> {
    let name = &performance.student.name;
    let mut gauntlet = Vec::new();
    if performance.gauntlet.is_some_and(|gauntlet| !gauntlet.results.is_empty()) {
        let path = stages.settings.out.join("gauntlet").join(name).join(JOURNAL);
        let from = Path::new("../../gauntlet").join(name);
        gauntlet = games_of(&journal_scan::scan(&path)?, name, 0, &from)?;
    }
    let before = gauntlet.last().map_or(0, |record| record.id).next_multiple_of(2);
    let from = Path::new("../../swiss");
    let swiss = swiss.map(|swiss| games_of(swiss, name, before, from)).transpose()?;
    Ok([gauntlet, swiss.unwrap_or_default()])
}

/// What the build has printed, bytes that are not UTF-8 replaced; empty if there is no log.
fn build_log(stages: &Stages<'_>, name: &str) -> String {
    let path = stages.settings.out.join("agents").join(format!("{name}.build.log"));
    String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
}

fn write(path: &Path, text: &str) -> Result<(), ClassError> {
    let written = file::replace(path, text);
    written.map_err(|error| ClassError::system("write", path, io::Error::other(error)))
}
