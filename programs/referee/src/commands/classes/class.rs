//! `referee class`: builds, checks, plays and grades a folder of submissions.

use crate::commands::board_program::{BoardProgram, find_program};
use crate::commands::class_args::{ClassArgs, ClassCommand};
use crate::commands::classes::check;
use crate::commands::cores::{self, Binding};
use crate::commands::interrupt::CtrlC;
use crate::commands::outcome::{CommandExit, say, unreadable, warn};
use crate::commands::prepare;
use crate::commands::readable::{Readable, sandbox_mode};
use classroom::{
    BaseScheme, ClassError, ClassForms, ClassGrades, ClassSettings, ClassSummary, DiagnoseRule,
    DiagnosisPrograms, GRADES_FILE, Graded, Scheme, Toolchain, changes_text, grade, preview,
    scheme_text,
};
use cli::ProgramError;
use cli::{counted, visible};
use games::{GameName, with_game};
use runner::StopFlag;
use std::fs;
use std::io::ErrorKind;
use std::path::{self, Path, PathBuf};

pub fn grade_class(args: &ClassArgs, interrupt: &mut CtrlC) -> Result<CommandExit, ProgramError> {
    if let Some(ClassCommand::Compare { old, new }) = &args.command {
        say(changes_text(&ClassGrades::read(old)?, &ClassGrades::read(new)?))?;
        return Ok(CommandExit::Success);
    }
    let Some(folder) = args.folder.as_ref().filter(|_| !args.print_scheme) else {
        let base = args.scheme.as_deref().and_then(named_scheme).unwrap_or_default();
        say(scheme_text(args.game.unwrap_or(GameName::Checkers), base))?;
        return Ok(CommandExit::Success);
    };
    let scheme = class_scheme(args)?;
    let class = class_folder(folder)?;
    let cores = cores::cores(args.jobs, Binding::OwnCore);
    if args.dry_run {
        let out = path::absolute(&args.out).map_err(unreadable(&args.out))?;
        readable(args.allow_read.iter().chain(&scheme.build.libraries))?;
        say(preview((&class, &out), &scheme, &args.only, cores.len())?)?;
        return Ok(CommandExit::Success);
    }
    let places = (class.as_path(), args.out.as_path(), args.allow_read.as_slice());
    let settings = class_settings(scheme, places, cores, args.no_sandbox)?;
    let settings = ClassSettings { only: args.only.clone(), ..settings };
    interrupt.sets(&settings.stop);
    match graded(args, &settings) {
        Err(ClassError::Stopped) => {
            let again = interrupt.command();
            warn(format_args!("stopped; what is finished stays; go on with: {again}"));
            Ok(CommandExit::Stopped)
        }
        graded => told(args, &graded?, settings.scheme.most_points()),
    }
}

fn graded(args: &ClassArgs, settings: &ClassSettings) -> Result<ClassSummary, ClassError> {
    let program = BoardProgram::find();
    let make = |folder: &Path, page: &Path, nodes: u64| match &program {
        Ok(program) => program.report(folder, page, nodes),
        Err(error) => Err(ClassError::Failed(error.to_string())),
    };
    let diagnosis = |folder: &Path, nodes: u64| match &program {
        Ok(program) => program.diagnosis(folder, nodes),
        Err(error) => Err(ClassError::Failed(error.to_string())),
    };
    if let Err(error) = &program {
        warn(format_args!("there will be no pages: {error}"));
    }
    let diagnoses = DiagnosisPrograms { homework: find_program("homework"), page: &diagnosis };
    let forms = ClassForms { forms: &args.forms, gradebooks: &args.gradebooks };
    grade(settings, &make, &diagnoses, forms)
}

/// Says what has been graded, and where it is.
fn told(args: &ClassArgs, summary: &ClassSummary, most: f64) -> Result<CommandExit, ProgramError> {
    let &ClassSummary { students, built, played, void, not_graded, pages } = summary;
    let out = visible::path(&args.out);
    say(format!(
        "{}, {built} built, {played} played; the most is {most} points\n\
         grades: {out}/{GRADES_FILE}\n",
        counted(students, "submission")
    ))?;
    if pages > 0 {
        say(format!("pages:  {out}/feedback/NAME.html\n"))?;
    }
    if not_graded > 0 {
        let students = counted(not_graded, "student");
        let file = format!("{out}/{GRADES_FILE}");
        warn(format_args!(
            "{students} not graded in all parts, through no fault of their own; {file} says why"
        ));
    }
    if void > 0 {
        warn(format_args!(
            "{} not counted because the referee failed; see {out}/class.log, and run the command \
             again to play those against the reference",
            counted(void, "game")
        ));
    }
    let is_whole = void == 0 && not_graded == 0;
    Ok(if is_whole { CommandExit::Success } else { CommandExit::RefereeFault })
}

fn class_scheme(args: &ClassArgs) -> Result<Scheme, ProgramError> {
    let mut scheme = scheme_of(args.scheme.as_deref(), args.game)?;
    if args.diagnose {
        scheme.feedback.diagnose = DiagnoseRule::Yes;
    }
    if args.diagnose && scheme.game != GameName::Checkers {
        return Err(ProgramError::Usage("--diagnose is for checkers".to_string()));
    }
    scheme.build.libraries.extend(args.libraries.iter().cloned());
    Ok(scheme)
}

fn class_folder(folder: &Path) -> Result<PathBuf, ProgramError> {
    let class = folder.canonicalize().map_err(unreadable(folder))?;
    if class.is_dir() {
        return Ok(class);
    }
    Err(ProgramError::Usage(format!(
        "{}: this is not a folder; a class is a folder with a folder or an archive of each \
         student, and one submission alone is graded by: referee grade",
        visible::path(folder)
    )))
}

fn readable<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Result<(), ProgramError> {
    for path in paths {
        path.metadata().map_err(unreadable(path))?;
    }
    Ok(())
}

/// The settings of a class, or of one submission: the folder around it, that of the results, and
/// what builds and agents may read besides.
pub fn class_settings(
    scheme: Scheme,
    (class, out, allow_read): (&Path, &Path, &[PathBuf]),
    cores: Vec<Option<usize>>,
    no_sandbox: bool,
) -> Result<ClassSettings, ProgramError> {
    readable(allow_read.iter().chain(&scheme.build.libraries))?;
    let scripts = scheme.checks.scripts.as_deref();
    let scripts = scripts.map(|path| check::scripts(path, scheme.game)).transpose()?;
    let opponent = with_game!(scheme.game, G => <G as Graded>::OPPONENT);
    let toolchain = Toolchain::find(allow_read, &scheme.build.libraries);
    let out = prepare::folder(out)?;
    let added = Readable::in_class(&toolchain.readable(), [class, &out]);
    Ok(ClassSettings {
        class: class.to_path_buf(),
        scheme,
        scripts,
        out,
        cores,
        date: prepare::today(),
        sandbox_mode: sandbox_mode(no_sandbox, &added),
        toolchain,
        reference: find_program(opponent),
        stop: StopFlag::default(),
        warn: |sentence| warn(sentence),
        only: Vec::new(),
    })
}

fn named_scheme(path: &Path) -> Option<BaseScheme> {
    match path.to_str() {
        Some("assignment") => Some(BaseScheme::Assignment),
        Some("classic") => Some(BaseScheme::Classic),
        _ => None,
    }
}

/// The scheme of a file or of a name, or the default one of the game.
pub fn scheme_of(file: Option<&Path>, game: Option<GameName>) -> Result<Scheme, ProgramError> {
    let Some(path) = file else {
        return Ok(Scheme::parse(Path::new("the default scheme"), "", game)?);
    };
    if let Some(base) = named_scheme(path) {
        let text = scheme_text(game.unwrap_or(GameName::Checkers), base);
        return Ok(Scheme::parse(path, &text, game)?);
    }
    let text = fs::read_to_string(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => ProgramError::Usage(format!(
            "{}: there is no such file; schemes that have names are assignment and classic",
            visible::path(path)
        )),
        ErrorKind::IsADirectory => ProgramError::Usage(format!(
            "{}: this is a folder; name a file, which --print-scheme begins",
            visible::path(path)
        )),
        _ => unreadable(path)(error),
    })?;
    Ok(Scheme::parse(path, &text, game)?)
}
