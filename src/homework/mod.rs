//! Floor 6: one move for the judge, whatever is in the directory.
//!
//! A ladder of answers: a legal move is on disk before any search, and it stays there if it is the only
//! one, known to be best or a move of the book; the best move found replaces it by a rename; a panic, a
//! file that cannot be written or any other surprise falls back to the rung below. Files other than
//! `input.txt` are a help, never a condition: whatever is wrong with them costs one line on standard error.

mod complaint;
mod effort;
mod opening;
mod opponent;
mod plan;
mod recall;
mod tables;

use crate::homework::complaint::complain;
use crate::player;
use crate::player::{Choice, Question};
use crate::time::{Clock, CpuClock};
use evaluation::checkers::endgame::is_in_dtc_table;
use evaluation::checkers::network::NETWORK;
use evaluation::checkers::{BuiltInTuning, CheckersEvaluator};
use formats::{
    FileError, INPUT_FILE, OUTPUT_FILE, Play, Request, RequestError, answer, file, request,
};
use games::Game;
use games::checkers::{Move, Position};
use search::TableSnapshot;
use std::io::{Write, stdout};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

pub use effort::Effort;

/// What `homework --help` prints.
pub const HELP: &str = include_str!("help.txt");

/// How a run ended; the number is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// A legal move was written.
    Answered = 0,
    /// `input.txt` cannot be understood.
    Unreadable = 2,
    /// The side to move has no legal move: it has lost.
    NoMove = 3,
    /// There is a move, but `output.txt` cannot be written.
    Unwritable = 4,
}

/// Answers the request in `dir`.
pub fn run(dir: &Path, effort: Effort) -> Exit {
    let clock = CpuClock::start();
    let request = match read_request(dir) {
        Ok(request) => request,
        Err(error) => {
            file::remove(&dir.join(OUTPUT_FILE));
            complain(&error);
            return Exit::Unreadable;
        }
    };
    play(dir, &request, clock, effort, |question, clock, left| {
        let mut evaluator = CheckersEvaluator::new(&NETWORK, tables::find(), BuiltInTuning);
        effort.choose(dir, question, clock, left, &mut evaluator)
    })
}

/// Climbs the ladder: what needs no search, be it only the first thought, is on disk before one
/// begins; then, whatever may happen there, comes a better move. Where the clock is a part of the game,
/// a move of the book needs none.
fn play(
    dir: &Path,
    request: &Request,
    clock: CpuClock,
    effort: Effort,
    think: impl FnOnce(Question<'_, Position>, CpuClock, &TableSnapshot) -> Option<Choice<Move>>,
) -> Exit {
    let position = &request.position;
    let Some(thought) = player::fallback_move(position, &mut CheckersEvaluator::built_in()) else {
        file::remove(&dir.join(OUTPUT_FILE));
        let side = position.side_to_move();
        complain(&format!("{side} has no legal move and has lost; there is nothing to answer"));
        return Exit::NoMove;
    };
    let game = unless_it_panics(|| recall::recall(dir, request));
    let by_clock = request.play == Play::Game && effort.minds_the_clock();
    let from_the_book = || unless_it_panics(|| opening::from_the_book(position)).flatten();
    let obvious = game
        .as_ref()
        .and_then(|game| obvious_move(position, game))
        .or_else(|| by_clock.then(from_the_book).flatten());
    let first = obvious.unwrap_or(thought);
    let written = file::replace_or_overwrite(&dir.join(OUTPUT_FILE), answer::text(first));
    let mut answer = Answer { dir, mv: first, written };
    if let Some(mut game) = game {
        let lead = if by_clock { game.lead() } else { 0.0 };
        game.value_draws(player::worth_of_a_draw(lead));
        let think = obvious.is_none().then_some(think);
        unless_it_panics(|| improve(&mut answer, request, game, clock, think));
    }
    answer.exit()
}

/// What the work makes; none, with a word about it, if it panics: the rung below has to do.
fn unless_it_panics<T>(work: impl FnOnce() -> T) -> Option<T> {
    let done = panic::catch_unwind(AssertUnwindSafe(work)).ok();
    if done.is_none() {
        complain(&"an internal error: please report it with this input.txt");
    }
    done
}

fn obvious_move(position: &Position, game: &recall::Game) -> Option<Move> {
    unless_it_panics(|| {
        player::obvious_move(
            position,
            &game.path().doubting_the_limit(),
            &CheckersEvaluator::built_in(),
        )
    })
    .flatten()
}

/// Thinks, if there is something to think about, answers, and remembers.
fn improve(
    answer: &mut Answer<'_>,
    request: &Request,
    mut game: recall::Game,
    mut clock: CpuClock,
    think: Option<
        impl FnOnce(Question<'_, Position>, CpuClock, &TableSnapshot) -> Option<Choice<Move>>,
    >,
) {
    if let Some(think) = think {
        let task = plan::task(request, clock.used(), game.overhead(), game.spent());
        let path = game.path().doubting_the_limit();
        let question = Question { position: &request.position, path, task };
        if let Some(choice) = think(question, clock.clone(), &game.snapshot) {
            answer.improve(choice.best);
            if request.play == Play::Game {
                choice.leave(&mut game.snapshot);
            }
        }
    } else if is_in_dtc_table(&request.position) {
        // Nothing will be searched any more.
        game.snapshot = TableSnapshot::default();
    }
    if request.play == Play::Game {
        recall::remember(answer.dir, game, request, answer.mv, &clock);
    }
}

/// The answer as it stands on disk.
struct Answer<'a> {
    dir: &'a Path,
    mv: Move,
    written: Result<(), FileError>,
}

impl Answer<'_> {
    /// Puts a better move in the place of the one that stands there. A legal answer on disk is never
    /// put at risk: it is replaced whole or it stays.
    fn improve(&mut self, best: Move) {
        if best == self.mv {
            return;
        }
        match file::replace(&self.dir.join(OUTPUT_FILE), answer::text(best)) {
            Ok(()) => (self.mv, self.written) = (best, Ok(())),
            Err(error) if self.written.is_ok() => {
                complain(&format!("{error}; the first legal move found stays in {OUTPUT_FILE}"));
            }
            Err(_) => self.mv = best,
        }
    }

    /// What to tell the judge; prints the move if there is no file to read it from.
    fn exit(self) -> Exit {
        let Err(error) = self.written else { return Exit::Answered };
        complain(&format!("{error}; the move is printed on standard output instead"));
        // A closed standard output is the judge's own choice.
        let _ = stdout().write_all(answer::text(self.mv).as_bytes());
        Exit::Unwritable
    }
}

fn read_request(dir: &Path) -> Result<Request, RequestError> {
    let text = file::read(&dir.join(INPUT_FILE), request::SIZE_LIMIT)?;
    Request::parse(&text.ok_or(RequestError::Missing)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Plays the start position in a directory of its own with `think` as the top rung.
    fn played(
        prepare: impl FnOnce(&Path),
        think: impl FnOnce(&[Move]) -> Option<Move>,
    ) -> (Exit, Option<Move>) {
        let dir = tempfile::tempdir().expect("a folder");
        prepare(dir.path());
        let position = Position::start();
        let request = Request { play: Play::Game, remaining: Duration::from_secs(1), position };
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let exit = play(dir.path(), &request, CpuClock::start(), Effort::Depth(1), |_, _, _| {
            think(&legal).map(Choice::without_search)
        });
        let text = std::fs::read_to_string(dir.path().join(OUTPUT_FILE)).ok();
        (exit, text.and_then(|text| answer::find(&text, &legal).expect("well formed")))
    }

    #[test]
    fn the_best_move_replaces_the_first_thought() {
        for choice in 0..7 {
            let mut chosen = None;
            let (exit, found) = played(
                |_| {},
                |legal| {
                    chosen = Some(legal[choice]);
                    chosen
                },
            );
            assert_eq!((exit, found), (Exit::Answered, chosen));
        }
    }

    #[test]
    fn a_panic_in_the_search_leaves_the_first_thought() {
        let (exit, found) = played(|_| {}, |_| panic!("on purpose"));
        assert_eq!(exit, Exit::Answered);
        assert_eq!(
            found,
            player::fallback_move(&Position::start(), &mut CheckersEvaluator::built_in())
        );
    }

    #[test]
    fn an_answer_that_cannot_be_replaced_whole_stays() {
        let block = |dir: &Path| {
            std::fs::write(dir.join(OUTPUT_FILE), "old").expect("written");
            std::fs::create_dir(dir.join("output.txt.tmp")).expect("made");
        };
        let first = player::fallback_move(&Position::start(), &mut CheckersEvaluator::built_in());
        let other = |legal: &[Move]| legal.iter().copied().find(|&mv| Some(mv) != first);
        let (exit, found) = played(block, other);
        assert_eq!((exit, found), (Exit::Answered, first), "written in place, and not improved");
    }

    #[test]
    fn a_search_without_a_result_leaves_the_first_thought() {
        let (exit, found) = played(|_| {}, |_| None);
        assert_eq!(
            (exit, found),
            (
                Exit::Answered,
                player::fallback_move(&Position::start(), &mut CheckersEvaluator::built_in())
            )
        );
    }

    #[test]
    fn a_name_that_cannot_be_written_is_told_by_the_exit_code() {
        let make_directory = |dir: &Path| std::fs::create_dir(dir.join(OUTPUT_FILE)).expect("made");
        let (exit, found) = played(make_directory, |legal| legal.first().copied());
        assert_eq!((exit, found), (Exit::Unwritable, None));
    }
}
