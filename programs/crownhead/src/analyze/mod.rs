//! `crownhead analyze`: what our player says of positions and games.
//!
//! | file | job |
//! |---|---|
//! | `args.rs` | the options |
//! | `source.rs` | finds files, folders, standard input and the command line |
//! | `read_game.rs` | the positions and games of a text or a journal |
//! | `subject.rs` | how a game is written; one game or position, its moves in both notations, and a game's review |
//! | `searching.rs` | the searches of positions, with their progress |
//! | `printer.rs` | the forms of the output, and the players' totals |
//! | `for_people.rs` | positions and games as text |
//! | `for_programs.rs` | as JSON, and as PDN with comments and marks |
//!
//! The crate `analysis` computes; `evaluations/` keeps what was computed of games.

mod args;
mod for_people;
mod for_programs;
mod printer;
mod read_game;
mod searching;
mod source;
mod subject;

pub use args::AnalyzeArgs;
use cli::{pool, visible};

use crate::error::left_out;
use crate::evaluations::{EvaluationWork, evaluate_all};
use analysis::AnalyzedGame;
use cli::ProgramError;
use games::{GameName, with_game};

use printer::Printer;
use read_game::AnalysisInput;
use searching::Searches;
use source::Source;
use std::io::{Write, stderr};
use std::path::Path;
use subject::{PositionTask, ReviewedGame, Subject};

/// Analyzes what the user has named, and prints it.
pub fn run(args: &AnalyzeArgs) -> Result<(), ProgramError> {
    let source = source::source(args)?;
    let mut printer = Printer::new(args.form());
    let mut counts = SourceCounts::default();
    for game in source.games() {
        let (printer, counts) = (&mut printer, &mut counts);
        match game {
            GameName::Checkers => {
                print_source(source.read_checkers()?, &source, args, printer, counts)
            }
            game => with_game!(game, Position => {
                print_source(source.read::<Position>()?, &source, args, printer, counts)
            }),
        }?;
    }
    if let (0, Some([first, last])) = (counts.chosen, counts.numbers) {
        return Err(ProgramError::Usage(format!(
            "--games: there are no such games; their numbers are {first} to {last}"
        )));
    }
    printer.finish()?;
    left_out(counts.errors)
}

/// What was found of all games.
#[derive(Clone, Copy, Debug, Default)]
struct SourceCounts {
    errors: usize,
    /// Positions and games that were chosen.
    chosen: usize,
    /// The first and the last number, of all games that there are.
    numbers: Option<[u32; 2]>,
}

/// Analyzes what the source has of one game.
fn print_source<G: AnalyzedGame>(
    AnalysisInput { mut subjects, mut errors }: AnalysisInput<G>,
    source: &Source,
    args: &AnalyzeArgs,
    printer: &mut Printer,
    counts: &mut SourceCounts,
) -> Result<(), ProgramError> {
    let numbers = subjects.iter().map(|subject| subject.number);
    for number in numbers.chain(errors.iter().map(|error| error.number)) {
        let [first, last] = counts.numbers.unwrap_or([number; 2]);
        counts.numbers = Some([first.min(number), last.max(number)]);
    }
    if let Some(wanted) = &args.games {
        subjects.retain(|subject| wanted.has(subject.number));
        errors.retain(|error| wanted.has(error.number));
    }
    for error in &errors {
        // The exit code says it too.
        let _ = writeln!(stderr(), "crownhead: {}", visible::lines(&error.sentence));
    }
    counts.errors += errors.len();
    counts.chosen += subjects.len() + errors.len();
    check_options(&subjects, args)?;
    printer.expect(subjects.len());
    if let Some(moves) = args.after {
        return print_positions(&positions_after(&subjects, moves)?, args, printer);
    }
    let beside = source.kept_in();
    print_all(&subjects, args, args.keep.as_deref().or(beside.as_deref()), printer)
}

fn check_options<G: AnalyzedGame>(
    subjects: &[Subject<G>],
    args: &AnalyzeArgs,
) -> Result<(), ProgramError> {
    if args.pdn && subjects.iter().any(|one| one.pdn.is_none() && !one.is_position()) {
        return Err(ProgramError::Usage(format!(
            "--pdn is for checkers; print games of {} as text, or with --json",
            G::TITLE
        )));
    }
    let shows_position = args.after.is_some() || subjects.iter().any(Subject::is_position);
    if args.lines.is_some() && !shows_position && !subjects.is_empty() {
        return Err(ProgramError::Usage(
            "--lines is for positions; say which one of the game you mean: --after MOVES"
                .to_string(),
        ));
    }
    if args.pdn && shows_position {
        return Err(ProgramError::Usage(
            "--pdn is for games with moves; print positions as text, or with --json".to_string(),
        ));
    }
    let shows_game = args.after.is_none() && !subjects.iter().all(Subject::is_position);
    if args.keep.is_some() && !shows_game && !subjects.is_empty() {
        return Err(ProgramError::Usage(
            "--keep is for games with moves; of positions nothing is kept".to_string(),
        ));
    }
    Ok(())
}

/// The position of each game after this number of moves.
fn positions_after<G: AnalyzedGame>(
    subjects: &[Subject<G>],
    moves: usize,
) -> Result<Vec<PositionTask<G>>, ProgramError> {
    let tasks = subjects.iter().map(|subject| {
        PositionTask::after(subject, moves).ok_or_else(|| {
            let first = subject.opening.len();
            let last = first + subject.played.moves().len();
            let number = subject.number;
            ProgramError::Usage(format!(
                "--after {moves}: game {number} has positions after {first} to {last} moves; name \
                 others with --games"
            ))
        })
    });
    tasks.collect()
}

/// Prints every game and position in its order; neighbors of one kind are searched together.
fn print_all<G: AnalyzedGame>(
    subjects: &[Subject<G>],
    args: &AnalyzeArgs,
    kept_in: Option<&Path>,
    printer: &mut Printer,
) -> Result<(), ProgramError> {
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

fn print_positions<G: AnalyzedGame>(
    tasks: &[PositionTask<G>],
    args: &AnalyzeArgs,
    printer: &mut Printer,
) -> Result<(), ProgramError> {
    let searches = Searches::new(tasks.len(), args);
    pool::in_order(
        tasks.len(),
        args.threads(),
        |nth| searches.analyze(&tasks[nth].position, &tasks[nth].history),
        |nth, analysis| printer.position(&tasks[nth], &analysis, searches.progress()),
    )
}

fn print_games<G: AnalyzedGame>(
    subjects: &[Subject<G>],
    args: &AnalyzeArgs,
    kept_in: Option<&Path>,
    printer: &mut Printer,
) -> Result<(), ProgramError> {
    let (limits, jobs) = (args.limits_in_game(), args.threads());
    let work = EvaluationWork { limits, jobs, kept_in };
    let games: Vec<_> = subjects.iter().map(|subject| (subject.number, &subject.played)).collect();
    evaluate_all(&games, work, &mut |index, evaluations, progress| {
        let game = ReviewedGame::new(&subjects[index], evaluations, limits);
        printer.game(&game, progress)
    })
}
