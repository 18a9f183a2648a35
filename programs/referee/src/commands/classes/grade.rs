//! `referee grade`: one submission within a time, for the places where courses run.

use crate::commands::board_program::find_program;
use crate::commands::classes::check;
use crate::commands::classes::class::scheme_of;
use crate::commands::grade_args::GradeArgs;
use crate::commands::interrupt::CtrlC;
use crate::commands::outcome::{CommandExit, RefereeError, say, warn};
use crate::commands::prepare;
use crate::commands::prepare::Binding;
use classroom::{
    ClassError, ClassSettings, Graded, GradedSubmission, GradingProgress, LoneOrder, LoneSummary,
    TestVisibility, Toolchain, grade_one, report_text, within_time,
};
use games::with_game;
use runner::StopFlag;
use std::time::Duration;

pub fn grade(args: &GradeArgs, interrupt: &mut CtrlC) -> Result<CommandExit, RefereeError> {
    for path in &args.allow_read {
        path.metadata().map_err(RefereeError::file(path))?;
    }
    let time_cap = args.time_cap.map(Duration::from_secs_f64);
    let settings = settings(args, time_cap)?;
    interrupt.sets(&settings.stop);
    warn_of_time(&settings, time_cap);
    let order = LoneOrder {
        submission: &args.submission,
        name: args.name.as_deref(),
        time_cap,
        forms: &args.forms,
        visibility: &args.visibility,
    };
    let LoneSummary { graded, void } = match grade_one(&settings, &order) {
        Err(ClassError::Stopped) => {
            let again = interrupt.command();
            warn(format_args!("stopped; the points so far are written; go on with: {again}"));
            return Ok(CommandExit::Stopped);
        }
        graded => graded?,
    };
    say(for_the_grader(graded))?;
    if void > 0 {
        warn(format_args!("{void} games do not count, because the referee failed in them"));
        return Ok(CommandExit::RefereeFault);
    }
    Ok(CommandExit::Success)
}

/// The report without anything hidden: a student does not see this terminal.
fn for_the_grader(mut graded: GradedSubmission) -> String {
    for test in &mut graded.tests {
        test.visibility = TestVisibility::Visible;
    }
    let end = if graded.progress == GradingProgress::Finished { "" } else { ", not finished" };
    format!("{}{end}\n{}", graded.name, report_text(&graded))
}

fn settings(args: &GradeArgs, time_cap: Option<Duration>) -> Result<ClassSettings, RefereeError> {
    let scheme = within_time(scheme_of(args.scheme.as_deref(), args.game)?, time_cap);
    let scripts = scheme.checks.scripts.as_deref();
    let scripts = scripts.map(|path| check::scripts(path, scheme.game)).transpose()?;
    let opponent = with_game!(scheme.game, G => <G as Graded>::OPPONENT);
    let submission = &args.submission;
    let submission = submission.canonicalize().map_err(RefereeError::file(submission))?;
    let around = submission.parent().unwrap_or(&submission);
    Ok(ClassSettings {
        class: around.to_path_buf(),
        scheme,
        scripts,
        out: prepare::folder(&args.out)?,
        // One game at a time. Others may use the same machine, so no core is its own.
        cores: prepare::cores(Some(1), Binding::Unbound),
        date: prepare::today(),
        sandbox_mode: prepare::sandbox_mode(args.no_sandbox),
        toolchain: Toolchain::find(&args.allow_read),
        reference: find_program(opponent),
        stop: StopFlag::default(),
        warn: |sentence| warn(sentence),
    })
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
