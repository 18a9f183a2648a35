//! `referee grade`: one submission within a time, for the places where courses run.

use crate::commands::class_args::GradeArgs;
use crate::commands::classes::class::{class_settings, scheme_of};
use crate::commands::cores::{self, Binding};
use crate::commands::interrupt::CtrlC;
use crate::commands::outcome::{CommandExit, say, unreadable, warn};
use classroom::{
    ClassError, ClassSettings, GradeOrder, GradeSummary, GradingProgress, SubmissionGrade,
    TestVisibility, grade_submission, report_text, within_time,
};
use cli::ProgramError;
use cli::counted;
use std::time::Duration;

pub fn grade(args: &GradeArgs, interrupt: &mut CtrlC) -> Result<CommandExit, ProgramError> {
    let time_cap = args.time_limit.map(Duration::from_secs_f64);
    let settings = settings(args, time_cap)?;
    interrupt.sets(&settings.stop);
    warn_of_time(&settings, time_cap);
    let order = GradeOrder {
        submission: &args.submission,
        name: args.name.as_deref(),
        time_limit: time_cap,
        forms: &args.forms,
        visibility: &args.visibility,
    };
    let GradeSummary { grade, void, missing } = match grade_submission(&settings, &order) {
        Err(ClassError::Stopped) => {
            let again = interrupt.command();
            warn(format_args!("stopped; the points so far are written; go on with: {again}"));
            return Ok(CommandExit::Stopped);
        }
        graded => graded?,
    };
    let is_whole = grade.not_graded().is_empty() && void == 0;
    say(for_the_grader(grade))?;
    if missing > 0 {
        warn(format_args!(
            "{} not played: the time was over; the tests say out of how many the points are",
            counted(missing, "planned game")
        ));
    }
    if void > 0 {
        let games = counted(void, "game");
        warn(format_args!("{games} not counted because the referee failed"));
    }
    Ok(if is_whole { CommandExit::Success } else { CommandExit::RefereeFault })
}

/// The report without anything hidden: a student does not see this terminal.
fn for_the_grader(mut grade: SubmissionGrade) -> String {
    for test in &mut grade.tests {
        test.visibility = TestVisibility::Visible;
    }
    let end = if grade.progress == GradingProgress::Finished { "" } else { ", not finished" };
    format!("{}{end}\n{}", grade.name, report_text(&grade))
}

fn settings(args: &GradeArgs, time_cap: Option<Duration>) -> Result<ClassSettings, ProgramError> {
    let mut scheme = within_time(scheme_of(args.scheme.as_deref(), args.game)?, time_cap);
    let submission = &args.submission;
    let submission = submission.canonicalize().map_err(unreadable(submission))?;
    let around = submission.parent().unwrap_or(&submission);
    // One game at a time. Others may use the same machine, so no core is its own.
    let cores = cores::cores(Some(1), Binding::Unbound);
    scheme.build.libraries.extend(args.libraries.iter().cloned());
    let places = (around, args.out.as_path(), args.allow_read.as_slice());
    class_settings(scheme, places, cores, args.no_sandbox)
}

/// Tells the grader before the first game if the clocks of the scheme are too long for the time.
fn warn_of_time(settings: &ClassSettings, time_cap: Option<Duration>) {
    let (levels, seconds) = (&settings.scheme.levels, settings.scheme.games.seconds.time());
    let round = 2 * seconds * u32::try_from(levels.len()).unwrap_or(u32::MAX);
    if let Some(cap) = time_cap.filter(|cap| round * 2 > *cap) {
        warn(format_args!(
            "one game against each level takes up to {} s, and there are {} s for everything: a \
             slow agent will play few games, or none against some levels; write fewer seconds in \
             [games] of the scheme",
            round.as_secs(),
            cap.as_secs()
        ));
    }
}
