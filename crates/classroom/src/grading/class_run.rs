//! A class from its submissions to its grades: one stage after the other.
//!
//! | stage | done for | kept in |
//! |---|---|---|
//! | build | every submission | `agents/NAME.build.json`, `agents/NAME.build.log` |
//! | check | every agent | `agents/NAME.check.json` |
//! | levels | those who passed the required checks | `gauntlet/NAME/journal.jsonl` |
//! | tournament | the same | `swiss/journal.jsonl` |
//! | grades, pages | all | `grades.csv`, `forms/`, `feedback/NAME.html` |
//!
//! Each stage first looks for the results of earlier runs. So the same command goes on with a class
//! that was broken off, in whatever way, and a submission that has changed costs its own stages and
//! the tournament.

use crate::error::{ClassError, make_folder};
use crate::grade::feedback::{MakePage, write_pages};
use crate::grade::forms::grade_form::{FormTarget, write_form};
use crate::grade::late::LateList;
use crate::grade::missing_package::missing_packages;
use crate::grade::same_program::same_programs;
use crate::grade::student_results::{GradedIn, StudentResults};
use crate::grade::submission_grade::SubmissionGrade;
use crate::grade::tables::class_grades::{ClassGrades, GRADES_JSON, StudentGrade};
use crate::grade::tables::gradebook::GradebookTarget;
use crate::grade::tables::grades_csv::table;
use crate::grading::before_builds::can_build;
use crate::intake::{CourseRecord, Intake, Submission, intake};
use crate::scheme::Scheme;
use crate::stages::check_stage::{CheckResults, check_all};
use crate::stages::class_files::ClassFiles;
use crate::stages::diagnoses::{DiagnosisPrograms, diagnose_all};
use crate::stages::estimate::Estimate;
use crate::stages::games::{ClassGames, side_of};
use crate::stages::level_score::{LevelGames, LevelProgress};
use crate::stages::levels::play_levels_of_all;
use crate::stages::stage::{ClassLog, ClassRun, ClassSettings, GRADES_FILE, MOST_NAMES};
use crate::stages::submission::{COPIES, Student, build_all, build_log};
use crate::stages::swiss::{Swiss, kept_swiss, play_swiss};
use cli::{counted, file, visible};
use games::with_game;
use referee::play::MatchGame;
use referee::players::Participant;
use runner::TempRoot;
use runner::process::Charging;
use runner::sandbox::keep_private;
use std::collections::BTreeMap;
use std::path::Path;

const FORMS: &str = "forms";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassSummary {
    pub students: usize,
    /// Students with an agent.
    pub built: usize,
    pub played: usize,
    /// Games that do not count because the referee failed in them.
    pub void: usize,
    /// Students of whom the machine or the referee could not grade a part.
    pub not_graded: usize,
    pub pages: usize,
}

/// What is written beside the grades and pages.
#[derive(Clone, Copy, Debug)]
pub struct ClassForms<'a> {
    /// Forms of other places, a file of each for each student.
    pub forms: &'a [FormTarget],
    /// Tables of course systems, to be filled in.
    pub gradebooks: &'a [GradebookTarget],
}

/// Grades a class: writes all results into their folder.
pub fn grade(
    settings: &ClassSettings,
    make_page: &MakePage<'_>,
    diagnoses: &DiagnosisPrograms<'_>,
    forms: ClassForms<'_>,
) -> Result<ClassSummary, ClassError> {
    make_folder(&settings.out)?;
    let _lock = settings.lock()?;
    let log = ClassLog::open(&settings.out)?;
    let temp_root = TempRoot::new()?.stopped_by(&settings.stop);
    can_build(&settings.out, &temp_root)?;
    let run = ClassRun { settings, log: &log, temp_root: &temp_root };
    keep_private([settings.class.clone(), settings.out.clone()]);
    let late = settings.scheme.late.list()?;
    forms.gradebooks.iter().try_for_each(|target| target.check(&settings.out))?;
    let submissions = submissions(&run)?;
    refuse_another_class(&settings.out, &submissions)?;
    let records: BTreeMap<String, CourseRecord> =
        submissions.iter().map(|one| (one.name.clone(), one.record.clone())).collect();
    tell(&run, unknown_names(&late, &submissions).into_iter());
    let chosen = chosen(&settings.only, submissions)?;
    if settings.only.is_empty() {
        let estimate = Estimate::new(&settings.scheme, chosen.len(), settings.cores.len());
        run.tell(&estimate.sentence());
    } else {
        refuse_first(&settings.out)?;
    }
    tell(
        &run,
        chosen.iter().filter_map(|one| {
            let is_unsure = settings.scheme.late.is_unsure(&one.name, &one.record, &late);
            let hint =
                "is late by its name and counts as one day late; name the days in [late] list";
            is_unsure.then(|| format!("{} {hint}", one.name))
        }),
    );
    let (mut results, files) = built_and_checked(&run, &chosen)?;
    let played = play(&run, &results)?;
    let agents: Vec<_> = results.iter().filter_map(StudentResults::agent).collect();
    files.check_stage("games", &agents)?;
    results.iter_mut().for_each(|one| played.add_to(one));
    let grade = |results: StudentResults| {
        let mut grade = results.grade(&run, GradedIn::Class);
        let (name, points) = (&results.name, [grade.total(), settings.scheme.most_points()]);
        grade.late = settings.scheme.late.deduction(name, &records[name], &late, points);
        (results, grade)
    };
    let rows: Vec<_> = results.into_iter().map(grade).collect();
    write_tables(&run, &rows, &records, forms)?;
    diagnose_all(&run, &played.players, diagnoses)?;
    let pages = write_pages(&run, &rows, played.swiss.journal.as_ref(), make_page)?;
    let (students, built) = (rows.len(), rows.iter().filter(|(one, _)| one.agent().is_some()));
    let (built, players, void) = (built.count(), played.players.len(), played.void());
    let not_graded = rows.iter().filter(|(_, grade)| !grade.not_graded().is_empty()).count();
    log.line(&format!(
        "finished: {}, {built} built, {players} played, {}",
        counted(students, "submission"),
        counted(void, "void game")
    ));
    Ok(ClassSummary { students, built, played: players, void, not_graded, pages })
}

/// What a class has in it and how long it takes, in lines; nothing is written. `only` names the
/// students to grade, if not all.
pub fn preview(
    (class, out): (&Path, &Path),
    scheme: &Scheme,
    only: &[String],
    jobs: usize,
) -> Result<String, ClassError> {
    let program = with_game!(scheme.game, G => <G as MatchGame>::PROGRAM);
    let Intake { submissions, left_out } = intake(class, out, program)?;
    let late = scheme.late.list()?;
    let unknown = unknown_names(&late, &submissions);
    let submissions = chosen(only, submissions)?;
    let shown = |one: &Submission| {
        let id = one.record.id.as_ref().map(|id| format!(", number {id}")).unwrap_or_default();
        let days = scheme.late.deduction(&one.name, &one.record, &late, [0.0; 2]);
        let days = days.map(|late| format!(", {} late", counted(late.days as usize, "day")));
        let days = days.unwrap_or_default();
        format!("{}: handed in as {}{id}{days}", one.name, one.handed_in)
    };
    let lines = submissions.iter().map(shown).chain(left_out).chain(unknown);
    let estimate = Estimate::new(scheme, submissions.len(), jobs).sentence();
    Ok(lines.chain([estimate]).map(|line| visible::line(&line).into_owned() + "\n").collect())
}

/// The names of the list of late days that no student has, with one that differs in capitals only.
fn unknown_names(late: &LateList, submissions: &[Submission]) -> Vec<String> {
    let is_known = |name: &str| submissions.iter().any(|one| one.name == name);
    let sentence = |name: &str| {
        let close = submissions.iter().find(|one| one.name.eq_ignore_ascii_case(name));
        let close = close.map(|one| format!("; write {}, who has", one.name)).unwrap_or_default();
        format!("the list of late days names {name}, who has handed in nothing{close}")
    };
    late.unknown(is_known).map(sentence).collect()
}

fn tell(run: &ClassRun<'_>, sentences: impl Iterator<Item = String>) {
    sentences.for_each(|sentence| run.tell(&sentence));
}

fn submissions(run: &ClassRun<'_>) -> Result<Vec<Submission>, ClassError> {
    let settings = run.settings;
    let Intake { submissions, left_out } =
        intake(&settings.class, &settings.out, settings.program())?;
    let class = visible::path(&settings.class);
    run.log.line(&format!("{} in {class}", counted(submissions.len(), "submission")));
    tell(run, left_out.into_iter());
    let (log, level) = (run.log, settings.sandbox_mode.level());
    log.line(&format!("sandbox {level}; {}", Charging::here()));
    for tool in settings.toolchain.lines() {
        log.line(&tool);
    }
    for path in settings.toolchain.readable_in_games() {
        log.line(&format!("readable in games: {}", visible::path(&path)));
    }
    Ok(submissions)
}

/// The grades of one class are not written over those of another.
fn refuse_another_class(out: &Path, submissions: &[Submission]) -> Result<(), ClassError> {
    let Ok(earlier) = ClassGrades::read(&out.join(GRADES_JSON)) else { return Ok(()) };
    let mut known = earlier.students.iter().map(|student| &student.name);
    let is_another = !earlier.students.is_empty()
        && !submissions.is_empty()
        && !known.any(|name| submissions.iter().any(|one| one.name == *name));
    if !is_another {
        return Ok(());
    }
    let names: Vec<&str> = earlier.students.iter().map(|one| one.name.as_str()).collect();
    Err(ClassError::Correctable(format!(
        "{} holds the grades of another class ({}); name another folder: --out FOLDER",
        visible::path(out),
        visible::cut(&names.join(", "), MOST_NAMES)
    )))
}

/// Some students alone are graded over the grades of a class, or where there is no table yet.
fn refuse_first(out: &Path) -> Result<(), ClassError> {
    if out.join(GRADES_FILE).exists() && !out.join(GRADES_JSON).exists() {
        return Err(ClassError::Correctable(format!(
            "{} holds {GRADES_FILE} of an earlier version without {GRADES_JSON}; grade the whole \
             class once, then use --only",
            visible::path(out)
        )));
    }
    Ok(())
}

/// The submissions that `only` names; all, if it names none.
fn chosen(only: &[String], all: Vec<Submission>) -> Result<Vec<Submission>, ClassError> {
    let is = |one: &Submission, name: &String| one.name == *name || one.handed_in == *name;
    if let Some(unknown) = only.iter().find(|name| !all.iter().any(|one| is(one, name))) {
        let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
        return Err(ClassError::Correctable(format!(
            "--only {unknown}: there is no such submission; there are {}",
            visible::cut(&names.join(", "), MOST_NAMES)
        )));
    }
    let is_chosen = |one: &Submission| only.is_empty() || only.iter().any(|name| is(one, name));
    Ok(all.into_iter().filter(is_chosen).collect())
}

fn built_and_checked<'a>(
    run: &'a ClassRun<'a>,
    submissions: &[Submission],
) -> Result<(Vec<StudentResults>, ClassFiles<'a>), ClassError> {
    let submitted = submissions.iter().map(|submission| &submission.path);
    let copies = run.folder(COPIES)?;
    let files = ClassFiles::new(run, submitted, &copies);
    let students = build_all(run, submissions, &files)?;
    let agents: Vec<_> = students.iter().filter_map(|student| student.agent.as_ref()).collect();
    files.check_stage("builds", &agents)?;
    let folders: Vec<_> =
        students.iter().map(|one| (one.name.as_str(), copies.join(&one.name))).collect();
    let folders = folders.iter().map(|(name, folder)| (*name, folder.as_path()));
    tell(run, same_programs(folders).into_iter());
    let checks = check_all(run, &students)?;
    files.check_stage("checks", &agents)?;
    let results: Vec<StudentResults> = students
        .into_iter()
        .zip(checks)
        .map(|(student, checks)| results_of(run, student, checks))
        .collect();
    tell(run, missing_packages(&results, run.program()).into_iter());
    Ok((results, files))
}

fn results_of(
    run: &ClassRun<'_>,
    student: Student,
    checks: Option<CheckResults>,
) -> StudentResults {
    let name = student.name.clone();
    let kept_out = checks.as_ref().and_then(|checks| checks.kept_out(&run.scheme().checks));
    StudentResults {
        build_log: build_log(run, &name),
        name,
        student: Some(student),
        checks: checks.unwrap_or_default(),
        kept_out,
        ..StudentResults::default()
    }
}

/// The grades of these students, over those of earlier runs if only some are graded.
fn write_tables(
    run: &ClassRun<'_>,
    rows: &[(StudentResults, SubmissionGrade)],
    records: &BTreeMap<String, CourseRecord>,
    forms: ClassForms<'_>,
) -> Result<(), ClassError> {
    let (out, scheme) = (&run.settings.out, run.scheme());
    let new = rows.iter().map(|(one, grade)| StudentGrade::of(one, grade, &records[&one.name]));
    let mut grades = ClassGrades::new(new.collect());
    if !run.settings.only.is_empty()
        && let Some(earlier) = ClassGrades::read_if_there(&out.join(GRADES_JSON))?
    {
        grades = grades.over(earlier);
    }
    grades.write(out)?;
    file::replace(&out.join(GRADES_FILE), table(&grades, scheme))?;
    run.log.line(&format!("grades of {}: {GRADES_FILE}", counted(rows.len(), "student")));
    for target in forms.gradebooks {
        let filled = target.filled(&grades, scheme.most_points())?;
        let place = target.place(out);
        file::refuse_device(&place)?;
        file::replace(&place, &filled.text)?;
        let shown = visible::path(&place);
        run.log.line(&format!("{shown}: the grades are filled in"));
        tell(run, filled.notes.iter().map(|note| format!("{shown} {note}")));
    }
    write_all_forms(run, rows, forms.forms)
}

fn write_all_forms(
    run: &ClassRun<'_>,
    rows: &[(StudentResults, SubmissionGrade)],
    forms: &[FormTarget],
) -> Result<(), ClassError> {
    if !forms.is_empty() {
        let folder = run.folder(FORMS)?;
        for (_, grade) in rows {
            for target in forms {
                write_form(&target.file_of_class(grade, &folder))?;
            }
        }
        run.log.line(&format!("forms of {} in {FORMS}", counted(rows.len(), "student")));
    }
    Ok(())
}

struct PlayedClass {
    players: Vec<Participant>,
    levels: Vec<LevelGames>,
    swiss: Swiss,
}

/// Plays the games of those who passed: against the levels, then the tournament.
fn play(run: &ClassRun<'_>, students: &[StudentResults]) -> Result<PlayedClass, ClassError> {
    let games = ClassGames::new(run)?;
    let passed = students.iter().filter(|one| one.kept_out.is_none());
    let agents: Vec<_> = passed.filter_map(StudentResults::agent).collect();
    let doing = ("agents calibrated", "calibrating");
    // One at a time: nothing else may run.
    let players = run.each(&agents, &[None], doing, |agent| &agent.name, &|agent, _| {
        games.participant(run, agent)
    })?;
    let levels = play_levels_of_all(run, &games, &players)?;
    // A tournament of some alone would be another one: theirs is that of the whole class.
    let swiss = if run.settings.only.is_empty() {
        let seeds = seeds(run, &players, &levels);
        let harmless = seeds.into_iter().filter(|&player| !levels[player].is_harmful());
        let seeded: Vec<Participant> = harmless.map(|player| players[player].clone()).collect();
        play_swiss(run, &games, &seeded)?
    } else {
        kept_swiss(run)?
    };
    Ok(PlayedClass { players, levels, swiss })
}

/// The players by their points against the reference, the best first; among equals by name.
fn seeds(run: &ClassRun<'_>, players: &[Participant], games: &[LevelGames]) -> Vec<usize> {
    let scheme = run.scheme();
    let points = |player: usize| -> f64 {
        let name = &players[player].agent.name;
        let (rule, ended) = (scheme.games.draws, LevelProgress::Ended);
        scheme.levels.iter().map(|level| games[player].score(name, level, rule, ended).points).sum()
    };
    let mut seeds: Vec<usize> = (0..players.len()).collect();
    seeds.sort_by(|&one, &other| points(other).total_cmp(&points(one)));
    seeds
}

impl PlayedClass {
    fn add_to(&self, results: &mut StudentResults) {
        let name = results.name.as_str();
        let Some(player) = self.players.iter().position(|one| one.agent.name == name) else {
            return;
        };
        let own = self.swiss.results.iter().filter(|(_, game)| side_of(game, name).is_some());
        results.swiss = own.map(|(id, game)| (*id, game.clone())).collect();
        results.games = self.levels.get(player).cloned();
        results.place = self.swiss.places.get(name).copied();
        results.players = self.swiss.places.len();
    }

    fn void(&self) -> usize {
        let levels: usize = self.levels.iter().map(LevelGames::void).sum();
        levels + self.swiss.results.values().filter(|result| result.is_void()).count()
    }
}
