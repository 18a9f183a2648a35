//! `crownhead analyze`: what our player says of positions and games of checkers.
//!
//! | file | job |
//! |---|---|
//! | `args.rs`, `selection.rs` | the options |
//! | `input.rs`, `journal.rs`, `forms.rs`, `board_form.rs` | what is to be analyzed, whatever its form |
//! | `source.rs` | one game or position |
//! | `searching.rs` | a position is searched, and the user sees how far |
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
use crate::evaluations::{BestLines, Work, evaluate_all};
use input::Input;
use printer::Printer;
use reviewed::ReviewedGame;
use searching::analyze;
use source::Source;
use std::io::{Write, stderr};
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

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
        print_after(&sources, moves, args, &mut printer)?;
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
    Ok(())
}

/// Prints the position of each game after so many moves.
fn print_after(
    sources: &[Source],
    moves: usize,
    args: &AnalyzeArgs,
    printer: &mut Printer,
) -> Result<(), AppError> {
    for source in sources {
        let number = source.number;
        let (position, history) = source.position_after(moves).ok_or_else(|| {
            let (first, last) = (source.opening, source.opening + source.played.moves().len());
            AppError::Usage(format!(
                "--after {moves}: game {number} has positions after {first} to {last} moves"
            ))
        })?;
        let plural = if moves == 1 { "" } else { "s" };
        let title = format!("Game {number}, after {moves} move{plural}");
        let analysis = analyze(&position, &history, args);
        printer.position((number, Some(&title)), &analysis)?;
    }
    Ok(())
}

/// Prints every game and position in its order; games next to each other are searched at a time.
fn print_all(
    sources: &[Source],
    args: &AnalyzeArgs,
    kept_in: Option<&Path>,
    printer: &mut Printer,
) -> Result<(), AppError> {
    let is_alone = sources.len() == 1;
    for group in sources.chunk_by(|one, other| one.is_position() == other.is_position()) {
        if !group[0].is_position() {
            print_games(group, args, kept_in, printer)?;
            continue;
        }
        for source in group {
            let (number, title) = (source.number, format!("Position {}", source.number));
            let title = (!is_alone).then_some(title.as_str());
            let Some((position, history)) = source.position_after(0) else { continue };
            printer.position((number, title), &analyze(&position, &history, args))?;
        }
    }
    Ok(())
}

fn print_games(
    sources: &[Source],
    args: &AnalyzeArgs,
    kept_in: Option<&Path>,
    printer: &mut Printer,
) -> Result<(), AppError> {
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let effort = args.effort_in_game();
    let jobs = args.jobs.unwrap_or_else(cores);
    let work = Work { effort, jobs, kept_in, best_lines: BestLines::Needed };
    let games: Vec<_> = sources.iter().map(|source| (source.number, &source.played)).collect();
    evaluate_all(&games, work, &mut |index, evaluations, progress| {
        let game = ReviewedGame::new(&sources[index], evaluations, effort);
        printer.game(&game, progress)
    })
}
