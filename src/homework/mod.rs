//! One move for the referee, whatever is in the directory, in seven steps: read, recall, decide,
//! answer, search, write, remember.
//!
//! A legal move is on disk before any search begins, and before the CPU clock is read. A better one
//! replaces it; after a panic, or if a file cannot be written, the earlier one stays. Files other
//! than `input.txt` are a help, never a condition: whatever is wrong with one of them costs one
//! warning.

pub mod book;
mod exit;
mod first_move;
mod game_record;
mod output;
mod panics;
mod plan;
mod recall;
mod remember;
mod search_limit;
pub mod tables;
mod time_trouble;

use crate::homework::game_record::GameRecord;
use crate::homework::output::{Output, Renewal};
use crate::homework::panics::unless_it_panics;
use crate::homework::plan::CpuTime;
use crate::homework::recall::recall;
use crate::homework::remember::remember;
use crate::homework::time_trouble::TimePressure;
use crate::player;
use crate::player::{Choice, Question};
use crate::signals;
use crate::time::{CpuClock, OuterLimits, WallClock};
use crate::warning::warn;
use cli::file;
use evaluation::checkers::endgame::is_in_dtc_table;
use evaluation::checkers::network::NETWORK;
use evaluation::checkers::{BuiltInTuning, CheckersEvaluator};
use formats::{FormatError, INPUT_FILE, Play, Request, request};
use games::Game;
use games::checkers::{Move, Position};
use search::Evaluator;
use std::path::Path;

pub use exit::Exit;
pub use search_limit::SearchLimit;

pub const HELP: &str = include_str!("help.txt");

/// Plays the move for which `input.txt` in `dir` asks. A signal that asks the process to end ends
/// the search, and its move is played.
pub fn run(dir: &Path, limit: SearchLimit) -> Exit {
    let played = play_move(dir, limit, |question, clock, better| {
        let clock = clock.within(OuterLimits::of_process(signals::stop_flag()));
        let mut evaluator = CheckersEvaluator::new(&NETWORK, tables::find(), BuiltInTuning);
        limit.search(dir, question, clock, &mut evaluator, better)
    });
    played.unwrap_or_else(|exit| exit)
}

/// The seven steps. An early end is an `Err`. The search tells each best move so far.
fn play_move(
    dir: &Path,
    limit: SearchLimit,
    search: impl FnOnce(Question<'_, Position>, CpuClock, &mut dyn FnMut(Move)) -> Option<Choice<Move>>,
) -> Result<Exit, Exit> {
    let mut output = Output::new(dir);

    // 1. Read.
    let request = read(dir).map_err(|error| output.withdraw(error, Exit::Unreadable))?;
    let position = &request.position;
    let clock_matters = request.play == Play::Game && limit.leaves_the_clock_in_the_game();

    // 2. Recall.
    let recalled = unless_it_panics(|| recall(dir, &request));
    let mut game = recalled.unwrap_or_else(|| GameRecord::beginning(&request));

    // 3. Decide, as far as that is possible without a search, and without a clock.
    let pressure = unless_it_panics(|| {
        let start = game.start_at_most();
        let task = plan::task(&request, &game, CpuTime { used: start, shown: start });
        let pressure = TimePressure::of(&task, clock_matters);
        game.value_draws(pressure.worth_of_a_draw(&game));
        pressure
    });
    let pressure = pressure.unwrap_or(TimePressure::without_trouble(clock_matters));
    let mut evaluator = CheckersEvaluator::built_in();
    let known = known_move(position, &game, pressure, &evaluator);
    let first = known
        .or_else(|| fallback_move(position, &game, pressure, &mut evaluator))
        .ok_or_else(|| {
            let side = position.side_to_move();
            let why =
                format_args!("{side} has no legal move and has lost; there is nothing to answer");
            output.withdraw(why, Exit::NoMove)
        })?;

    // 4. Answer. Only now look at the CPU clock, which a sandbox may forbid.
    output.write(first);
    let Some(mut clock) = unless_it_panics(CpuClock::start) else {
        warn("this system refuses to show any clock; the first sensible move is played");
        return Ok(output.exit());
    };

    // 5. Search, unless the move is known.
    let found = match known {
        Some(_) => None,
        None => unless_it_panics(|| {
            let question = plan::question(&request, &game, &mut clock);
            let mut renewal = Renewal::of(&mut output, WallClock::start());
            search(question, clock.clone(), &mut |mv| renewal.best_is(mv))
        }),
    };
    // A search that panics has perhaps put a better move there.
    let best_yet = output.mv().unwrap_or(first);
    let choice = found.flatten().unwrap_or(Choice::without_search(best_yet));

    // 6. Write.
    let played = output.write(choice.best);

    // 7. Remember.
    if request.play == Play::Game {
        unless_it_panics(|| {
            if known.is_some() && is_in_dtc_table(position) {
                // Nothing will be searched any more.
                game.snapshot.clear();
            } else {
                choice.save_snapshot(&mut game.snapshot);
            }
            remember(dir, game, &request, played, &clock);
        });
    }
    Ok(output.exit())
}

/// The request. Seconds that are no number are none, with a warning: a board is enough to move.
fn read(dir: &Path) -> Result<Request, FormatError> {
    let bytes = file::read_stream(&dir.join(INPUT_FILE), request::SIZE_LIMIT)
        .map_err(|error| FormatError::new(error.to_string()))?;
    let text = bytes.ok_or_else(|| FormatError::new(request::MISSING))?;
    let (request, clock) = Request::parse_for_any_clock(INPUT_FILE, &request::text(&text))?;
    if let Err(error) = clock {
        warn(format_args!("{error}; moving at once"));
    }
    Ok(request)
}

/// A legal move that is not absurd, and in time trouble leads to the end of the game; or, if the
/// evaluator panics, the first one.
fn fallback_move(
    position: &Position,
    game: &GameRecord,
    pressure: TimePressure,
    evaluator: &mut impl Evaluator<Position>,
) -> Option<Move> {
    let ending = match pressure {
        TimePressure::Trouble => {
            unless_it_panics(|| time_trouble::repeating_move(position, game, evaluator)).flatten()
        }
        TimePressure::NoClock | TimePressure::Enough => None,
    };
    if ending.is_some() {
        return ending;
    }
    let found = unless_it_panics(|| player::fallback_move(position, evaluator));
    found.unwrap_or_else(|| {
        let moves = position.move_list();
        moves.first().copied()
    })
}

/// The move for which no search is needed: the only one, the best by the endgame tables (in time
/// trouble the one that ends a drawn game soonest), or, where time counts, one of the opening book,
/// even if the tables panic.
fn known_move(
    position: &Position,
    game: &GameRecord,
    pressure: TimePressure,
    evaluator: &impl Evaluator<Position>,
) -> Option<Move> {
    let ending = unless_it_panics(|| match pressure {
        TimePressure::Trouble => time_trouble::drawing_move(position, game),
        TimePressure::NoClock | TimePressure::Enough => None,
    });
    let obvious = ending.flatten().or_else(|| {
        unless_it_panics(|| player::obvious_move(position, &plan::history(game), evaluator))
            .flatten()
    });
    obvious.or_else(|| {
        unless_it_panics(|| match pressure {
            TimePressure::NoClock => None,
            TimePressure::Enough | TimePressure::Trouble => book::book_move(position),
        })
        .flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use evaluation::checkers::book::BOOK;
    use formats::{OUTPUT_FILE, answer};
    use games::board::Key;
    use search::{Ply, Score};
    use std::time::Duration;

    /// Plays the start position in a directory of its own with `search` as the search.
    fn played(
        prepare: impl FnOnce(&Path),
        search: impl FnOnce(&[Move]) -> Option<Move>,
    ) -> (Exit, Option<Move>) {
        let dir = tempfile::tempdir().expect("a folder");
        let position = Position::start();
        let request = Request { play: Play::Game, remaining: Duration::from_secs(1), position };
        file::replace(&dir.path().join(INPUT_FILE), request.text()).expect("written");
        prepare(dir.path());
        let legal = position.move_list();
        let exit = play_move(dir.path(), SearchLimit::Depth(1), |_, _, _| {
            search(&legal).map(Choice::without_search)
        })
        .expect("a legal move");
        let text = std::fs::read_to_string(dir.path().join(OUTPUT_FILE)).ok();
        (exit, text.and_then(|text| answer::find(&text, &legal).expect("well formed")))
    }

    fn fallback() -> Option<Move> {
        player::fallback_move(&Position::start(), &mut CheckersEvaluator::built_in())
    }

    #[test]
    fn the_best_move_replaces_the_fallback() {
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
    fn the_fallback_is_on_disk_before_the_search_begins() {
        let dir = tempfile::tempdir().expect("a folder");
        let text = include_str!("../../fixtures/homework/beyond-the-book/input.txt");
        file::replace(&dir.path().join(INPUT_FILE), text).expect("written");
        let output = dir.path().join(OUTPUT_FILE);
        let mut seen = None;
        let search = |_: Question<'_, Position>, _, _: &mut dyn FnMut(Move)| {
            seen = file::read(&output, 100).expect("readable");
            None
        };
        assert_eq!(play_move(dir.path(), SearchLimit::Clock, search), Ok(Exit::Answered));
        assert!(seen.is_some());
        assert_eq!(seen, file::read(&output, 100).expect("readable"));
    }

    #[test]
    fn a_panic_in_the_search_leaves_the_best_move_until_then() {
        let dir = tempfile::tempdir().expect("a folder");
        let text = include_str!("../../fixtures/homework/beyond-the-book/input.txt");
        file::replace(&dir.path().join(INPUT_FILE), text).expect("written");
        let mut better = None;
        let search = |question: Question<'_, Position>, _, best_is: &mut dyn FnMut(Move)| {
            better = question.position.move_list().last().copied();
            std::thread::sleep(Duration::from_millis(40));
            best_is(better.expect("a legal move"));
            panic!("on purpose")
        };
        assert_eq!(play_move(dir.path(), SearchLimit::Clock, search), Ok(Exit::Answered));
        let text = std::fs::read_to_string(dir.path().join(OUTPUT_FILE)).expect("an answer");
        assert_eq!(Some(text), better.map(answer::text));
    }

    #[test]
    fn a_panic_in_the_search_leaves_the_fallback() {
        let (exit, found) = played(|_| {}, |_| panic!("on purpose"));
        assert_eq!((exit, found), (Exit::Answered, fallback()));
    }

    struct Broken;

    impl Evaluator<Position> for Broken {
        fn evaluate(&mut self, _: &Position, _: Ply) -> Score {
            panic!("on purpose")
        }

        fn probe_root(
            &self,
            _: &Position,
            _: Option<u32>,
            _: impl Fn(Key) -> usize,
        ) -> Option<Move> {
            panic!("on purpose")
        }
    }

    #[test]
    fn a_panic_in_the_evaluator_leaves_the_first_legal_move_and_the_book() {
        let position = Position::start();
        let legal = position.move_list();
        let request = Request { play: Play::Game, remaining: Duration::from_secs(1), position };
        let game = GameRecord::beginning(&request);
        for pressure in [TimePressure::NoClock, TimePressure::Enough, TimePressure::Trouble] {
            let fallback = fallback_move(&position, &game, pressure, &mut Broken);
            assert_eq!(fallback, legal.first().copied());
        }
        let known = |pressure| known_move(&position, &game, pressure, &Broken);
        for pressure in [TimePressure::Enough, TimePressure::Trouble] {
            assert!(known(pressure).is_some_and(|mv| BOOK.moves(&position).contains(&mv)));
        }
        assert_eq!(known(TimePressure::NoClock), None);
    }

    #[test]
    fn an_answer_that_cannot_be_replaced_whole_is_overwritten() {
        let block = |dir: &Path| {
            std::fs::write(dir.join(OUTPUT_FILE), "old").expect("written");
            std::fs::create_dir(dir.join("output.txt.tmp")).expect("made");
        };
        let mut better = None;
        let (exit, found) = played(block, |legal| {
            better = legal.iter().copied().find(|&mv| Some(mv) != fallback());
            better
        });
        assert_eq!((exit, found), (Exit::Answered, better), "in place, after the search");
    }

    #[test]
    fn a_search_without_a_result_leaves_the_fallback() {
        assert_eq!(played(|_| {}, |_| None), (Exit::Answered, fallback()));
    }

    #[test]
    fn a_name_that_cannot_be_written_has_its_exit_code() {
        let (exit, found) = played(
            |dir| std::fs::create_dir(dir.join(OUTPUT_FILE)).expect("made"),
            |legal| legal.first().copied(),
        );
        assert_eq!((exit, found), (Exit::Unwritable, None));
    }

    #[test]
    fn without_a_legal_answer_the_old_one_goes() {
        let rows = "........\n".repeat(7) + "b.......\n";
        for (input, exit) in [
            (None, Exit::Unreadable),
            (Some("nonsense".to_string()), Exit::Unreadable),
            (Some(format!("GAME\nWHITE\n5\n{rows}")), Exit::NoMove),
        ] {
            let dir = tempfile::tempdir().expect("a folder");
            let output = dir.path().join(OUTPUT_FILE);
            file::replace(&output, "E c3 d4\n").expect("written");
            if let Some(text) = &input {
                file::replace(&dir.path().join(INPUT_FILE), text).expect("written");
            }
            assert_eq!(run(dir.path(), SearchLimit::Clock), exit, "{input:?}");
            assert!(!output.exists(), "{input:?}");
        }
    }
}
