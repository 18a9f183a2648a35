//! Floor 6: one move for the judge, whatever is in the directory.
//!
//! A ladder of answers: a legal move is on disk before any long thought; the best move replaces it
//! by a rename; a panic, a file that cannot be written or any other surprise falls back to the
//! rung below. Files other than `input.txt` are a help, never a condition: whatever is wrong with
//! them costs one line on standard error.

mod complaint;
mod plan;
mod recall;

use crate::games::checkers::{Move, Position};
use crate::homework::complaint::complain;
use crate::player::{self, Question};
use crate::time::{Clock, CpuClock};
use crate::wire::{
    ANSWER_FILE, FileError, Play, REQUEST_FILE, Request, RequestError, answer, file, request,
};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

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
pub fn run(dir: &Path) -> Exit {
    let clock = CpuClock::start();
    let request = match read_request(dir) {
        Ok(request) => request,
        Err(error) => {
            file::remove(&dir.join(ANSWER_FILE));
            complain(&error);
            return Exit::Unreadable;
        }
    };
    play(dir, &request, clock, |question, clock| {
        player::choose(question, || plan::machine(dir), clock).map(|choice| choice.best())
    })
}

/// Climbs the ladder; `think` is its top rung.
fn play(
    dir: &Path,
    request: &Request,
    mut clock: CpuClock,
    think: impl FnOnce(Question<'_, Position>, CpuClock) -> Option<Move>,
) -> Exit {
    let position = &request.position;
    let Some(first) = player::first_thought(position) else {
        file::remove(&dir.join(ANSWER_FILE));
        let side = position.side_to_move();
        complain(&format!("{side} has no legal move and has lost; there is nothing to answer"));
        return Exit::NoMove;
    };
    let first_written = write_answer(dir, first);
    let game = recall::recall(dir, request);
    let question = Question {
        position,
        path: game.path(),
        task: plan::task(request, clock.used()),
        overhead: game.overhead(),
    };
    let thought = panic::catch_unwind(AssertUnwindSafe(|| think(question, clock.clone())));
    let best = thought.unwrap_or_else(|_| {
        complain(&"the search failed: a bug, please report it with this input.txt");
        None
    });
    let best = best.unwrap_or(first);
    let exit = settle(dir, first, best, first_written);
    if request.play == Play::Game {
        recall::remember(dir, game, request, best, clock.used());
    }
    exit
}

/// Puts the best move in the place of the first one, where they differ.
fn settle(dir: &Path, first: Move, best: Move, first_written: Result<(), FileError>) -> Exit {
    let replaced =
        if best != first || first_written.is_err() { write_answer(dir, best) } else { Ok(()) };
    match (replaced, first_written) {
        (Ok(()), _) => Exit::Answered,
        (Err(error), Ok(())) => {
            complain(&format!("{error}; the first legal move found stays in {ANSWER_FILE}"));
            Exit::Answered
        }
        (Err(error), Err(_)) => {
            complain(&format!("{error}; the move is printed on standard output instead"));
            print!("{}", answer::text(best));
            Exit::Unwritable
        }
    }
}

fn write_answer(dir: &Path, mv: Move) -> Result<(), FileError> {
    file::replace(&dir.join(ANSWER_FILE), &answer::text(mv))
}

fn read_request(dir: &Path) -> Result<Request, RequestError> {
    let text = file::read(&dir.join(REQUEST_FILE), request::SIZE_LIMIT)?;
    Request::parse(&text.ok_or(RequestError::Missing)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
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
        let exit = play(dir.path(), &request, CpuClock::start(), |_, _| think(&legal));
        let text = std::fs::read_to_string(dir.path().join(ANSWER_FILE)).unwrap_or_default();
        (exit, answer::find(&text, &legal).expect("well formed"))
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
        assert_eq!(found, player::first_thought(&Position::start()));
    }

    #[test]
    fn a_search_without_a_result_leaves_the_first_thought() {
        let (exit, found) = played(|_| {}, |_| None);
        assert_eq!((exit, found), (Exit::Answered, player::first_thought(&Position::start())));
    }

    #[test]
    fn a_name_that_cannot_be_written_is_told_by_the_exit_code() {
        let make_directory = |dir: &Path| std::fs::create_dir(dir.join(ANSWER_FILE)).expect("made");
        let (exit, found) = played(make_directory, |legal| legal.first().copied());
        assert_eq!((exit, found), (Exit::Unwritable, None));
    }
}
