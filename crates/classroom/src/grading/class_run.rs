//! A class from its submissions to its grades: one stage after the other.
//!
//! | stage | done for | kept in |
//! |---|---|---|
//! | build | every submission | `agents/NAME.build.json`, `agents/NAME.build.log` |
//! | check | every agent | `agents/NAME.check.json` |
//! | gauntlet | those who passed the required checks | `gauntlet/NAME/journal.jsonl` |
//! | tournament | the same | `swiss/journal.jsonl` |
//! | grades, pages | all | `grades.csv`, `forms/`, `feedback/NAME.html` |
//!
//! Each stage first looks for the results of earlier runs. So the same command goes on with a class
//! that was broken off, in whatever way, and a submission that has changed costs its own stages and
//! the tournament.

use crate::build::Built;
use crate::error::ClassError;
use crate::files::make_folder;
use crate::grade::feedback::{MakePage, build_log, write_pages};
use crate::grade::forms::grade_form::{FormTarget, write_form};
use crate::grade::forms::graded_student::graded_student;
use crate::grade::grades::{GRADES_FILE, Grade, Performance, table};
use crate::intake::{Intake, intake};
use crate::stages::check_stage::{CheckMarks, check_all};
use crate::stages::class_guard::ClassGuard;
use crate::stages::class_lock::lock;
use crate::stages::diagnoses::{DiagnosisPrograms, diagnose_all};
use crate::stages::games::ClassGames;
use crate::stages::gauntlet::{Gauntlet, play_gauntlets};
use crate::stages::stage::{ClassLog, ClassSettings, Stages};
use crate::stages::submission::{COPIES, Student, build_all};
use crate::stages::swiss::{Swiss, play_swiss};
use cli::file;
use cli::visible;
use referee::players::{Agent, Entrant};
use runner::TempRoot;
use runner::process::Charging;

/// The folder of the forms of other places.
const FORMS: &str = "forms";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassSummary {
    pub students: usize,
    /// Students with an agent.
    pub built: usize,
    /// Students who played.
    pub played: usize,
    /// Games that do not count because the referee failed in them.
    pub void: usize,
    /// Students with a page.
    pub pages: usize,
}

/// Grades a class: writes all results into their folder. `forms` are those of other places, a file
/// of each for each student.
pub fn grade(
    settings: &ClassSettings,
    make_page: &MakePage<'_>,
    diagnoses: &DiagnosisPrograms<'_>,
    forms: &[FormTarget],
) -> Result<ClassSummary, ClassError> {
    make_folder(&settings.out)?;
    let _lock = lock(settings)?;
    let log = ClassLog::open(&settings.out)?;
    let Intake { submissions, left_out } =
        intake(&settings.class, &settings.out, settings.program())?;
    log.line(&format!("{} submissions in {}", submissions.len(), visible::path(&settings.class)));
    for sentence in left_out {
        log.line(&sentence);
        (settings.warn)(&sentence);
    }
    log.line(&format!("sandbox {}; {}", settings.sandbox_mode.level(), Charging::here()));
    for tool in settings.toolchain.lines() {
        log.line(&tool);
    }
    let temp_root = TempRoot::new()?.stopped_by(&settings.stop);
    let stages = Stages { settings, log: &log, temp_root: &temp_root };
    let submitted = submissions.iter().map(|submission| &submission.path);
    let guard = ClassGuard::new(&stages, submitted, &stages.folder(COPIES)?);
    let students = build_all(&stages, &submissions, &guard)?;
    let agents: Vec<_> = students.iter().filter_map(|student| student.agent.as_ref()).collect();
    guard.check_stage("builds", &agents)?;
    let marks = check_all(&stages, &students)?;
    guard.check_stage("checks", &agents)?;
    let played = play(&stages, &students, &marks)?;
    guard.check_stage("games", &agents)?;
    let performances = played.performances(&students, &marks);
    let grade = |performance| {
        let grade = Grade::of(&performance, &settings.scheme);
        (performance, grade)
    };
    let rows: Vec<_> = performances.into_iter().map(grade).collect();
    file::replace(&settings.out.join(GRADES_FILE), table(&rows, &settings.scheme))?;
    log.line(&format!("grades of {} students: {GRADES_FILE}", rows.len()));
    write_all_forms(&stages, &rows, forms)?;
    diagnose_all(&stages, &played.players, diagnoses)?;
    let pages = write_pages(&stages, &rows, played.swiss.journal.as_ref(), make_page)?;
    let is_built = |student: &&Student| matches!(student.built, Built::Ready { .. });
    let summary = ClassSummary {
        students: students.len(),
        built: students.iter().filter(is_built).count(),
        played: played.players.len(),
        void: played.void(),
        pages,
    };
    let ClassSummary { students, built, played, void, .. } = summary;
    log.line(&format!(
        "finished: {students} submissions, {built} built, {played} played, {void} void games"
    ));
    Ok(summary)
}

/// Writes the forms of all students.
fn write_all_forms(
    stages: &Stages<'_>,
    rows: &[(Performance<'_>, Grade)],
    forms: &[FormTarget],
) -> Result<(), ClassError> {
    if !forms.is_empty() {
        let folder = stages.folder(FORMS)?;
        for (performance, grade) in rows {
            let log = build_log(stages, &performance.student.name);
            let graded = graded_student(performance, grade, stages.scheme(), &log);
            for target in forms {
                write_form(&target.file_of_class(&graded, &folder))?;
            }
        }
        stages.log.line(&format!("forms of {} students in {FORMS}", rows.len()));
    }
    Ok(())
}

/// All games, with their players.
struct PlayedClass {
    players: Vec<Entrant>,
    /// In the order of the players.
    gauntlets: Vec<Gauntlet>,
    swiss: Swiss,
    /// The players in the order of the tournament, the strongest against the reference first.
    seeds: Vec<usize>,
}

/// Plays the gauntlets and the tournament of those who passed.
fn play(
    stages: &Stages<'_>,
    students: &[Student],
    marks: &[Option<CheckMarks>],
) -> Result<PlayedClass, ClassError> {
    let games = ClassGames::new(stages)?;
    let has_passed = |marks: &CheckMarks| marks.kept_out(&stages.scheme().checks).is_none();
    let passed =
        students.iter().zip(marks).filter(|(_, marks)| marks.as_ref().is_some_and(has_passed));
    let agents: Vec<_> = passed.filter_map(|(student, _)| student.agent.as_ref()).collect();
    // One at a time: nothing else may run.
    let entrant = |agent: &&Agent, _| games.entrant(stages, agent);
    let doing = ("agents calibrated", "calibrating");
    let players = stages.each(&agents, &[None], doing, |agent| &agent.name, &entrant)?;
    let gauntlets = play_gauntlets(stages, &games, &players)?;
    let seeds = seeds(stages, &players, &gauntlets);
    let seeded: Vec<Entrant> = seeds.iter().map(|&player| players[player].clone()).collect();
    let swiss = play_swiss(stages, &games, &seeded)?;
    Ok(PlayedClass { players, gauntlets, swiss, seeds })
}

/// The players by their points against the reference, the best first; among equals by name.
fn seeds(stages: &Stages<'_>, players: &[Entrant], gauntlets: &[Gauntlet]) -> Vec<usize> {
    let scheme = stages.scheme();
    let points = |player: usize| -> f64 {
        let name = &players[player].agent.name;
        let of = |level| gauntlets[player].points(name, level, scheme.games.draws).0;
        scheme.levels.iter().map(of).sum()
    };
    let mut seeds: Vec<usize> = (0..players.len()).collect();
    seeds.sort_by(|&one, &other| points(other).total_cmp(&points(one)));
    seeds
}

impl PlayedClass {
    fn performances<'a>(
        &'a self,
        students: &'a [Student],
        marks: &'a [Option<CheckMarks>],
    ) -> Vec<Performance<'a>> {
        let of = |(student, marks): (&'a Student, &'a Option<CheckMarks>)| {
            let player = self.players.iter().position(|one| one.agent.name == student.name);
            let seed = player.and_then(|player| self.seeds.iter().position(|one| *one == player));
            Performance {
                student,
                checks: marks.as_ref(),
                gauntlet: player.and_then(|player| self.gauntlets.get(player)),
                place: seed.and_then(|seed| self.swiss.places.get(seed).copied()),
                swiss: &self.swiss.results,
                players: self.players.len(),
            }
        };
        students.iter().zip(marks).map(of).collect()
    }

    /// Games that do not count.
    fn void(&self) -> usize {
        let gauntlets = self.gauntlets.iter().flat_map(|gauntlet| gauntlet.results.values());
        gauntlets.chain(self.swiss.results.values()).filter(|result| result.is_void()).count()
    }
}
