//! `crownhead analyze`: what our player says of positions and games of checkers.
//!
//! | file | job |
//! |---|---|
//! | `args.rs`, `selection.rs` | the options |
//! | `input.rs`, `journal.rs`, `forms.rs`, `board_form.rs` | what is to be analyzed, whatever its form |
//! | `source.rs` | one game or position |
//! | `position_task.rs`, `searching.rs` | positions are searched, and the user sees how far |
//! | `reviewed.rs`, `totals.rs` | a game, and all games together |
//! | `printer.rs` | in which form it is printed |
//! | `text_position.rs`, `text_game.rs`, `notation.rs` | for people |
//! | `json_position.rs`, `json_game.rs` | for programs |
//! | `marked_game.rs` | as PDN with comments and marks |
//!
//! The crate `analysis` computes; `evaluations/` keeps what was computed of games.

mod args;
mod board_form;
mod forms;
mod input;
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod journal;
mod json_game;
mod json_position;
mod marked_game;
mod notation;
mod position_task;
mod printer;
mod reviewed;
mod searching;
mod selection;
mod source;
mod text_game;
mod text_position;
mod totals;

pub use args::AnalyzeArgs;

use crate::error::AppError;
use crate::evaluations::{BestLines, EvaluationWork, evaluate_all};
use crate::threads;
use input::Input;
use position_task::PositionTask;
use printer::Printer;
use reviewed::ReviewedGame;
use searching::Searches;
use source::Source;
use std::io::{Write, stderr};
use std::path::Path;

/// Analyzes what the user has named, and prints it.
///
/// # Errors
/// [`AppError::File`]: it cannot be read, or a part of it cannot; [`AppError::Usage`]: the options
/// do not fit it.
pub fn run(args: &AnalyzeArgs) -> Result<(), AppError> {
    let Input { found, kept_in } = input::read(args.file.as_deref())?;
    let wrong = found.errors.len();
    for error in &found.errors {
        // The exit code tells it too.
        let _ = writeln!(stderr(), "crownhead: {error}");
    }
    let sources = selected(found.sources, args)?;
    check_options(&sources, args)?;
    let mut printer = Printer::new(args.form(), sources.len());
    if let Some(moves) = args.after {
        print_positions(&positions_after(&sources, moves)?, args, &mut printer)?;
    } else {
        let kept_in = args.keep.as_deref().or(kept_in.as_deref());
        print_all(&sources, args, kept_in, &mut printer)?;
    }
    printer.finish()?;
    AppError::left_out(wrong)
}

/// The games that `--games` names.
fn selected(sources: Vec<Source>, args: &AnalyzeArgs) -> Result<Vec<Source>, AppError> {
    let Some(wanted) = &args.games else { return Ok(sources) };
    let known: Vec<_> = sources.iter().map(|source| source.number).collect();
    let chosen: Vec<_> = sources.into_iter().filter(|source| wanted.has(source.number)).collect();
    if chosen.is_empty() && !known.is_empty() {
        let (first, last) = (known[0], known[known.len() - 1]);
        return Err(AppError::Usage(format!(
            "--games names no game that there is; their numbers are {first} to {last}"
        )));
    }
    Ok(chosen)
}

fn check_options(sources: &[Source], args: &AnalyzeArgs) -> Result<(), AppError> {
    let shows_position = args.after.is_some() || sources.iter().any(Source::is_position);
    if args.lines.is_some() && !shows_position && !sources.is_empty() {
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
    let shows_game = args.after.is_none() && !sources.iter().all(Source::is_position);
    if args.keep.is_some() && !shows_game && !sources.is_empty() {
        return Err(AppError::Usage(
            "--keep is for games with moves; of positions nothing is kept".to_string(),
        ));
    }
    Ok(())
}

/// The position of each game after so many moves.
fn positions_after(sources: &[Source], moves: usize) -> Result<Vec<PositionTask>, AppError> {
    let task = |source: &Source| {
        PositionTask::after(source, moves).ok_or_else(|| {
            let (first, last) = (source.opening, source.opening + source.played.moves().len());
            let number = source.number;
            AppError::Usage(format!(
                "--after {moves}: game {number} has positions after {first} to {last} moves; name \
                 others with --games"
            ))
        })
    };
    sources.iter().map(task).collect()
}

/// Prints every game and position in its order; those next to each other are searched at a time.
fn print_all(
    sources: &[Source],
    args: &AnalyzeArgs,
    kept_in: Option<&Path>,
    printer: &mut Printer,
) -> Result<(), AppError> {
    let is_alone = sources.len() == 1;
    for group in sources.chunk_by(|one, other| one.is_position() == other.is_position()) {
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
    sources: &[Source],
    args: &AnalyzeArgs,
    kept_in: Option<&Path>,
    printer: &mut Printer,
) -> Result<(), AppError> {
    let (effort, jobs) = (args.effort_in_game(), args.threads());
    let work = EvaluationWork { effort, jobs, kept_in, best_lines: BestLines::Needed };
    let games: Vec<_> = sources.iter().map(|source| (source.number, &source.played)).collect();
    evaluate_all(&games, work, &mut |index, evaluations, progress| {
        let game = ReviewedGame::new(&sources[index], evaluations, effort);
        printer.game(&game, progress)
    })
}
