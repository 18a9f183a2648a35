//! `crownhead analyze`: what our player says of positions and games.
//!
//! | file | job |
//! |---|---|
//! | `args.rs` | the options |
//! | `source.rs` | finds files, folders, standard input and the command line |
//! | `read_game.rs` | the positions and games of a text or a journal |
//! | `refusals.rs` | what could not be read, for people |
//! | `subject.rs` | how a game is written; one game or position, its moves in both notations, and a game's review |
//! | `searching.rs` | the searches of positions, with their progress |
//! | `printer.rs` | the forms of the output, and the players' totals |
//! | `for_people.rs` | games as text |
//! | `position_text.rs` | positions as text |
//! | `for_programs.rs` | as JSON |
//! | `marked_game.rs` | games in PDN with comments, marks and better lines |
//!
//! The crate `analysis` computes; `evaluations/` keeps what was computed of games.

mod args;
mod for_people;
mod for_programs;
mod marked_game;
mod position_text;
mod printer;
mod read_game;
mod refusals;
mod searching;
mod source;
mod subject;

pub use args::AnalyzeArgs;
use cli::{pool, visible};

use crate::error::left_out;
use crate::evaluations::{EvaluationWork, GameEvaluator, progress_line};
use analysis::AnalyzedGame;
use cli::ProgramError;
use games::{GameName, with_game};

use printer::Printer;
use read_game::AnalysisInput;
use refusals::refusals;
use searching::Searches;
use signal_hook::consts::SIGINT;
use signal_hook::flag::{register, register_conditional_default};
use source::Source;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use subject::{PositionTask, ReviewedGame, Subject};

/// Analyzes what the user has named, and prints it.
pub fn run(args: &AnalyzeArgs) -> Result<(), ProgramError> {
    if args.style.is_given() && !args.pdn {
        return Err(ProgramError::Usage("--squares and --end are for --pdn".to_string()));
    }
    let paths = source::paths(args);
    watch_ctrl_c(args.keep.clone());
    let is_alone = paths.len() == 1;
    let printer = Printer::new(args.form(), args.style.style());
    let mut run = AnalysisRun { args, is_alone, printer, errors: 0, chosen: 0, numbers: None };
    for path in &paths {
        if let Some(source) = run.readable(source::source(path, args))? {
            run.print_source(&source)?;
        }
    }
    if let (0, Some([first, last])) = (run.chosen, run.numbers) {
        return Err(ProgramError::Usage(format!(
            "--games: there are no such games; their numbers are {first} to {last}"
        )));
    }
    run.printer.finish()?;
    left_out(run.errors)
}

struct AnalysisRun<'a> {
    args: &'a AnalyzeArgs,
    /// One file is named. Of several, one that cannot be read does not stop the others.
    is_alone: bool,
    printer: Printer,
    errors: usize,
    /// Positions and games that were chosen.
    chosen: usize,
    /// The first and the last number, of all games that there are.
    numbers: Option<[u32; 2]>,
}

impl AnalysisRun<'_> {
    fn readable<T>(&mut self, read: Result<T, ProgramError>) -> Result<Option<T>, ProgramError> {
        match read {
            Err(ProgramError::Failed(sentence) | ProgramError::Usage(sentence))
                if !self.is_alone =>
            {
                self.refuse(&sentence, 1);
                Ok(None)
            }
            other => other.map(Some),
        }
    }

    /// Tells what is left out: games, positions or files.
    fn refuse(&mut self, sentence: &str, wrong: usize) {
        // The exit code says it too.
        let _ = writeln!(stderr(), "crownhead: {}", visible::lines(sentence));
        self.errors += wrong;
    }

    fn print_source(&mut self, source: &Source) -> Result<(), ProgramError> {
        let wanted = self.args.games.as_ref();
        for game in source.games() {
            match game {
                GameName::Checkers => {
                    let rule = self.args.rule.draw_rule;
                    if let Some(input) = self.readable(source.read_checkers(wanted, rule))? {
                        self.print_input(input, source)?;
                    }
                }
                game => with_game!(game, Position => {
                    if let Some(input) = self.readable(source.read::<Position>(wanted))? {
                        self.print_input(input, source)?;
                    }
                }),
            }
        }
        Ok(())
    }

    /// Analyzes what the source has of one game.
    fn print_input<G: AnalyzedGame>(
        &mut self,
        AnalysisInput { mut subjects, errors, numbers }: AnalysisInput<G>,
        source: &Source,
    ) -> Result<(), ProgramError> {
        if let Some([first, last]) = numbers {
            let [least, most] = self.numbers.unwrap_or([first, last]);
            self.numbers = Some([first.min(least), last.max(most)]);
        }
        self.chosen += subjects.len() + errors.len();
        let name = source.name();
        for line in refusals(&name, source.item(), &errors) {
            self.refuse(&line, 0);
        }
        self.errors += errors.len();
        let fits = check_options(&subjects, self.args, self.is_alone);
        if !self.is_alone {
            if let Err(error) = fits {
                self.refuse(&format!("{name}: {error}"), 1);
                return Ok(());
            }
            subjects.iter_mut().for_each(|subject| subject.file = Some(name.clone()));
        } else {
            fits?;
        }
        self.printer.expect(subjects.len());
        if let Some(moves) = self.args.after {
            let tasks = self.positions_after(&subjects, moves)?;
            return print_positions(&tasks, self.args, &mut self.printer);
        }
        let beside = source.kept_in();
        let kept_in = self.args.keep.as_deref().or(beside.as_deref());
        print_all(&subjects, self.args, kept_in, &mut self.printer)
    }

    /// The position of each game after this number of moves. Games without it are left out, if
    /// there are others.
    fn positions_after<'a, G: AnalyzedGame>(
        &mut self,
        subjects: &'a [Subject<G>],
        moves: usize,
    ) -> Result<Vec<PositionTask<'a, G>>, ProgramError> {
        let mut tasks = Vec::new();
        for subject in subjects {
            match PositionTask::after(subject, moves) {
                Some(task) => tasks.push(task),
                None if self.is_alone && subjects.len() == 1 => {
                    return Err(ProgramError::Usage(beyond_end(subject, moves)));
                }
                None => self.refuse(&beyond_end(subject, moves), 1),
            }
        }
        Ok(tasks)
    }
}

fn beyond_end<G: AnalyzedGame>(subject: &Subject<G>, moves: usize) -> String {
    let first = subject.opening.len();
    let last = first + subject.played.moves().len();
    let name = subject.name();
    format!("--after {moves}: {name} has positions after {first} to {last} moves")
}

/// Ctrl-C ends the program, and says how to go on.
fn watch_ctrl_c(keep: Option<PathBuf>) {
    let flag = Arc::new(AtomicBool::new(false));
    // The second one ends it at once; without a handler the first does.
    let is_watched = register_conditional_default(SIGINT, flag.clone()).is_ok()
        && register(SIGINT, flag.clone()).is_ok();
    if !is_watched {
        return;
    }
    thread::spawn(move || {
        while !flag.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(50));
        }
        let how = match keep {
            Some(_) => "finished games are kept; the same command goes on with the others",
            None => "with --keep FILE finished games are kept; beside a journal they always are",
        };
        // A closed standard error changes nothing.
        let _ = writeln!(stderr(), "\ncrownhead: stopped; {how}");
        exit(i32::from(ProgramError::STOPPED));
    });
}

/// Whether the options fit what was read. Of several files, each takes those that are for it.
fn check_options<G: AnalyzedGame>(
    subjects: &[Subject<G>],
    args: &AnalyzeArgs,
    is_alone: bool,
) -> Result<(), ProgramError> {
    if args.pdn && subjects.iter().any(|one| one.pdn.is_none()) {
        return Err(ProgramError::Usage(format!(
            "--pdn is for checkers; print games of {} as text, or with --json",
            G::TITLE
        )));
    }
    let shows_position = args.after.is_some() || subjects.iter().any(Subject::is_position);
    if is_alone && args.lines.is_some() && !shows_position && !subjects.is_empty() {
        return Err(ProgramError::Usage(
            "--lines is for positions; say which one of the game you mean: --after MOVES"
                .to_string(),
        ));
    }
    let shows_game = args.after.is_none() && !subjects.iter().all(Subject::is_position);
    if is_alone && args.keep.is_some() && !shows_game && !subjects.is_empty() {
        return Err(ProgramError::Usage(
            "--keep is for games with moves; of positions nothing is kept".to_string(),
        ));
    }
    Ok(())
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
        if group[0].is_position() && args.pdn {
            group.iter().try_for_each(|one| printer.without_moves(one))?;
        } else if group[0].is_position() {
            let tasks: Vec<_> = group.iter().map(|one| PositionTask::of(one, is_alone)).collect();
            print_positions(&tasks, args, printer)?;
        } else {
            print_games(group, args, kept_in, printer)?;
        }
    }
    Ok(())
}

fn print_positions<G: AnalyzedGame>(
    tasks: &[PositionTask<'_, G>],
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
    let progress = progress_line(&games);
    GameEvaluator::open(work)?.evaluate(&games, &progress, &mut |index, evaluations, progress| {
        let game = ReviewedGame::new(&subjects[index], evaluations, limits);
        printer.game(&game, progress)
    })
}
