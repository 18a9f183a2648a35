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
use crate::grade::missing_package::missing_packages;
use crate::grade::student_results::{GradedIn, StudentResults};
use crate::grade::submission_grade::SubmissionGrade;
use crate::grade::table::table;
use crate::intake::{Intake, intake};
use crate::stages::check_stage::{CheckResults, check_all};
use crate::stages::class_files::ClassFiles;
use crate::stages::diagnoses::{DiagnosisPrograms, diagnose_all};
use crate::stages::games::{ClassGames, side_of};
use crate::stages::level_score::{LevelGames, LevelProgress};
use crate::stages::levels::play_levels_of_all;
use crate::stages::stage::{ClassLog, ClassRun, ClassSettings, GRADES_FILE};
use crate::stages::submission::{COPIES, Student, build_all, build_log};
use crate::stages::swiss::{Swiss, play_swiss};
use cli::{counted, file, visible};
use referee::players::Participant;
use runner::TempRoot;
use runner::process::Charging;

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

/// Grades a class: writes all results into their folder. `forms` are those of other places, a file
/// of each for each student.
pub fn grade(
    settings: &ClassSettings,
    make_page: &MakePage<'_>,
    diagnoses: &DiagnosisPrograms<'_>,
    forms: &[FormTarget],
) -> Result<ClassSummary, ClassError> {
    make_folder(&settings.out)?;
    let _lock = settings.lock()?;
    let log = ClassLog::open(&settings.out)?;
    let Intake { submissions, left_out } =
        intake(&settings.class, &settings.out, settings.program())?;
    log.line(&format!(
        "{} in {}",
        counted(submissions.len(), "submission"),
        visible::path(&settings.class)
    ));
    for sentence in left_out {
        log.line(&sentence);
        (settings.warn)(&sentence);
    }
    log.line(&format!("sandbox {}; {}", settings.sandbox_mode.level(), Charging::here()));
    for tool in settings.toolchain.lines() {
        log.line(&tool);
    }
    let temp_root = TempRoot::new()?.stopped_by(&settings.stop);
    let run = ClassRun { settings, log: &log, temp_root: &temp_root };
    let submitted = submissions.iter().map(|submission| &submission.path);
    let files = ClassFiles::new(&run, submitted, &run.folder(COPIES)?);
    let students = build_all(&run, &submissions, &files)?;
    let agents: Vec<_> = students.iter().filter_map(|student| student.agent.as_ref()).collect();
    files.check_stage("builds", &agents)?;
    let checks = check_all(&run, &students)?;
    files.check_stage("checks", &agents)?;
    let mut results: Vec<StudentResults> = students
        .into_iter()
        .zip(checks)
        .map(|(student, checks)| results_of(&run, student, checks))
        .collect();
    for sentence in missing_packages(&results, run.program()) {
        log.line(&sentence);
        (settings.warn)(&sentence);
    }
    let played = play(&run, &results)?;
    let agents: Vec<_> = results.iter().filter_map(StudentResults::agent).collect();
    files.check_stage("games", &agents)?;
    results.iter_mut().for_each(|one| played.add_to(one));
    let grade = |results: StudentResults| {
        let grade = results.grade(&run, GradedIn::Class);
        (results, grade)
    };
    let rows: Vec<_> = results.into_iter().map(grade).collect();
    let lines: Vec<_> = rows.iter().map(|(one, grade)| (grade, one.place)).collect();
    file::replace(&settings.out.join(GRADES_FILE), table(&lines, &settings.scheme))?;
    log.line(&format!("grades of {}: {GRADES_FILE}", counted(rows.len(), "student")));
    write_all_forms(&run, &rows, forms)?;
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
    /// The players in the order of the tournament, the strongest against the reference first.
    seeds: Vec<usize>,
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
    let seeds = seeds(run, &players, &levels);
    let seeded: Vec<Participant> = seeds.iter().map(|&player| players[player].clone()).collect();
    let swiss = play_swiss(run, &games, &seeded)?;
    Ok(PlayedClass { players, levels, swiss, seeds })
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
        let seed = self.seeds.iter().position(|one| *one == player);
        let own = self.swiss.results.iter().filter(|(_, game)| side_of(game, name).is_some());
        results.swiss = own.map(|(id, game)| (*id, game.clone())).collect();
        results.games = self.levels.get(player).cloned();
        results.place = seed.and_then(|seed| self.swiss.places.get(seed).copied());
        results.players = self.players.len();
    }

    fn void(&self) -> usize {
        let levels: usize = self.levels.iter().map(LevelGames::void).sum();
        levels + self.swiss.results.values().filter(|result| result.is_void()).count()
    }
}
