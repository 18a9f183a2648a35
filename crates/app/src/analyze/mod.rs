//! `crownhead analyze`: what our player says of positions and games of checkers.
//!
//! | file | job |
//! |---|---|
//! | `args.rs` | the options |
//! | `input.rs` | reads files, folders and the command line, in whatever form the games are |
//! | `board_form.rs` | a board that a person types |
//! | `subject.rs` | one game or position, its moves in both notations, and a game's review |
//! | `searching.rs` | the searches of positions, with their progress |
//! | `printer.rs` | the forms of the output, and the players' totals |
//! | `for_people.rs` | positions and games as text |
//! | `for_programs.rs` | as JSON, and as PDN with comments and marks |
//!
//! The crate `analysis` computes; `evaluations/` keeps what was computed of games.

mod args;
mod board_form;
mod for_people;
mod for_programs;
mod input;
mod printer;
mod searching;
mod subject;

pub use args::AnalyzeArgs;

use crate::error::AppError;
use crate::evaluations::{BestLines, EvaluationWork, evaluate_all};
use crate::threads;
use input::{AnalysisInput, InputError};
use printer::Printer;
use searching::Searches;
use std::io::{Write, stderr};
use std::path::Path;
use subject::{PositionTask, ReviewedGame, Subject};

/// Analyzes what the user has named, and prints it.
pub fn run(args: &AnalyzeArgs) -> Result<(), AppError> {
    let AnalysisInput { subjects, errors, kept_in } = input::read(args.file.as_deref())?;
    let (subjects, errors) = selected(subjects, errors, args)?;
    for error in &errors {
        // The exit code says it too.
        let _ = writeln!(stderr(), "crownhead: {}", visible::lines(&error.sentence));
    }
    check_options(&subjects, args)?;
    let mut printer = Printer::new(args.form(), subjects.len());
    if let Some(moves) = args.after {
        print_positions(&positions_after(&subjects, moves)?, args, &mut printer)?;
    } else {
        let kept_in = args.keep.as_deref().or(kept_in.as_deref());
        print_all(&subjects, args, kept_in, &mut printer)?;
    }
    printer.finish()?;
    AppError::left_out(errors.len())
}

/// The games that `--games` names, and those of them that could not be read.
fn selected(
    mut subjects: Vec<Subject>,
    mut errors: Vec<InputError>,
    args: &AnalyzeArgs,
) -> Result<(Vec<Subject>, Vec<InputError>), AppError> {
    let Some(wanted) = &args.games else { return Ok((subjects, errors)) };
    let numbers = subjects.iter().map(|subject| subject.number);
    let numbers = numbers.chain(errors.iter().map(|error| error.number));
    let known = numbers.clone().min().zip(numbers.max());
    subjects.retain(|subject| wanted.has(subject.number));
    errors.retain(|error| wanted.has(error.number));
    match known {
        Some((first, last)) if subjects.is_empty() && errors.is_empty() => Err(AppError::Usage(
            format!("--games: there are no such games; their numbers are {first} to {last}"),
        )),
        _ => Ok((subjects, errors)),
    }
}

fn check_options(subjects: &[Subject], args: &AnalyzeArgs) -> Result<(), AppError> {
    let shows_position = args.after.is_some() || subjects.iter().any(Subject::is_position);
    if args.lines.is_some() && !shows_position && !subjects.is_empty() {
        return Err(AppError::Usage(
            "--lines is for positions; say which one of the game you mean: --after MOVES"
                .to_string(),
        ));
    }
    if args.pdn && shows_position {
        return Err(AppError::Usage(
            "--pdn is for games with moves; print positions as text, or with --json".to_string(),
        ));
    }
    let shows_game = args.after.is_none() && !subjects.iter().all(Subject::is_position);
    if args.keep.is_some() && !shows_game && !subjects.is_empty() {
        return Err(AppError::Usage(
            "--keep is for games with moves; of positions nothing is kept".to_string(),
        ));
    }
    Ok(())
}

/// The position of each game after so many moves.
fn positions_after(subjects: &[Subject], moves: usize) -> Result<Vec<PositionTask>, AppError> {
    let task = |subject: &Subject| {
        PositionTask::after(subject, moves).ok_or_else(|| {
            let (first, last) = (subject.opening, subject.opening + subject.played.moves().len());
            let number = subject.number;
            AppError::Usage(format!(
                "--after {moves}: game {number} has positions after {first} to {last} moves; name \
                 others with --games"
            ))
        })
    };
    subjects.iter().map(task).collect()
}

/// Prints every game and position in its order; neighbors of one kind are searched together.
fn print_all(
    subjects: &[Subject],
    args: &AnalyzeArgs,
    kept_in: Option<&Path>,
    printer: &mut Printer,
) -> Result<(), AppError> {
    let is_alone = subjects.len() == 1;
    for group in subjects.chunk_by(|one, other| one.is_position() == other.is_position()) {
        if group[0].is_position() {
            let tasks: Vec<_> = group.iter().map(|one| PositionTask::of(one, is_alone)).collect();
            print_positions(&tasks, args, printer)?;
        } else {
            print_games(group, args, kept_in, printer)?;
        }
    }
    Ok(())
}

fn print_positions(
    tasks: &[PositionTask],
    args: &AnalyzeArgs,
    printer: &mut Printer,
) -> Result<(), AppError> {
    let searches = Searches::new(tasks.len(), args);
    let work = |nth: usize| searches.analyze(&tasks[nth].position, &tasks[nth].history);
    threads::in_order(tasks.len(), args.threads(), work, |nth, analysis| {
        printer.position(&tasks[nth], &analysis, searches.progress())
    })
}

fn print_games(
    subjects: &[Subject],
    args: &AnalyzeArgs,
    kept_in: Option<&Path>,
    printer: &mut Printer,
) -> Result<(), AppError> {
    let (effort, jobs) = (args.effort_in_game(), args.threads());
    let work = EvaluationWork { effort, jobs, kept_in, best_lines: BestLines::Needed };
    let games: Vec<_> = subjects.iter().map(|subject| (subject.number, &subject.played)).collect();
    evaluate_all(&games, work, &mut |index, evaluations, progress| {
        let game = ReviewedGame::new(&subjects[index], evaluations, effort);
        printer.game(&game, progress)
    })
}
