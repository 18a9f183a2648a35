//! The checks of an agent that plays through files, as a table that is text: `checkers.txt`.
//!
//! A check is a paragraph, as in the tables of the text programs: `[GROUP] NAME`, a sentence that
//! says what is asked, and steps. MODE, SIDE and SECONDS stand in `input.txt` as they are written;
//! BOARD is its rows joined by `/`, or `start`.
//!
//! | step | the referee |
//! |---|---|
//! | `ask MODE SIDE SECONDS BOARD` | asks, and expects a legal move within the clock |
//! | `next` | asks for the next move of this game, after a reply that leaves many moves |
//! | `end MODE SIDE SECONDS BOARD` | asks; it need not or cannot move, but must end by itself |
//! | `calibrate` | runs `calibrate`, which must leave its file |
//!
//! Before one of these, for this run:
//!
//! | step | |
//! |---|---|
//! | `crlf`, `blanks`, `no-line-end` | another spelling of `input.txt` |
//! | `hopeless` | the clock is so short that a late answer does not fail the check |
//! | `file NAME CONTENT` | puts a file there: `garbage`, `empty`, `binary`, `huge`, `long-answer` |
//! | `half NAME`, `missing NAME` | cuts the file, or removes it |
//! | `folder NAME`, `unreadable NAME` | puts a folder in its place, or takes the right to read it |
//! | `read-only` | nothing can be written in the directory |
//!
//! Behind `ask`, of its answer:
//!
//! | step | |
//! |---|---|
//! | `quick` | it used a second of CPU time at most |
//! | `thrifty` | using more than half of the time earns a remark, but is not a failure |
//! | `exact` | `output.txt` is the lines of the move; only the last line end may be missing |
//! | `usual-files` | it leaves only files that the assignment names |

use crate::checks::file_question::{FileQuestion, Spelling, question};
use crate::checks::setup::{FileContent, SetupStep};
use crate::checks::test_result::CheckTitle;
use crate::checks::text::text_case::paragraphs;
use crate::error::ClassError;
use std::sync::LazyLock;

/// All checks, in the order in which they are run.
pub static CHECKS: LazyLock<Vec<FileCheck>> =
    LazyLock::new(|| parse(include_str!("checkers.txt")).expect("a test reads all tables"));

#[derive(Debug)]
pub struct FileCheck {
    pub title: CheckTitle,
    pub steps: Vec<FileStep>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FileStep {
    Ask(FileQuestion),
    Next,
    End(FileQuestion),
    Calibrate,
    Spelled(Spelling),
    Hopeless,
    Setup(SetupStep),
    Expect(Expectation),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    Quick,
    Thrifty,
    ExactLines,
    UsualFiles,
}

/// Reads a table; the error names the check and the line.
pub fn parse(table: &'static str) -> Result<Vec<FileCheck>, ClassError> {
    paragraphs(table)?
        .into_iter()
        .map(|(title, lines)| {
            let read =
                |line| step(line).ok_or_else(|| format!("{}: `{line}` is no step", title.name));
            Ok(FileCheck { title, steps: lines.into_iter().map(read).collect::<Result<_, _>>()? })
        })
        .collect()
}

fn step(line: &'static str) -> Option<FileStep> {
    let words: Vec<&'static str> = line.split(' ').collect();
    Some(match words[..] {
        ["ask", mode, side, clock, board] => FileStep::Ask(question([mode, side, clock], board)?),
        ["end", mode, side, clock, board] => FileStep::End(question([mode, side, clock], board)?),
        ["next"] => FileStep::Next,
        ["calibrate"] => FileStep::Calibrate,
        ["crlf"] => FileStep::Spelled(Spelling::Crlf),
        ["blanks"] => FileStep::Spelled(Spelling::TrailingBlanks),
        ["no-line-end"] => FileStep::Spelled(Spelling::NoFinalLineEnd),
        ["hopeless"] => FileStep::Hopeless,
        ["file", name, content] => {
            FileStep::Setup(SetupStep::File(name, FileContent::of(content)?))
        }
        ["half", name] => FileStep::Setup(SetupStep::Half(name)),
        ["missing", name] => FileStep::Setup(SetupStep::Missing(name)),
        ["folder", name] => FileStep::Setup(SetupStep::Folder(name)),
        ["unreadable", name] => FileStep::Setup(SetupStep::Unreadable(name)),
        ["read-only"] => FileStep::Setup(SetupStep::ReadOnly),
        ["quick"] => FileStep::Expect(Expectation::Quick),
        ["thrifty"] => FileStep::Expect(Expectation::Thrifty),
        ["exact"] => FileStep::Expect(Expectation::ExactLines),
        ["usual-files"] => FileStep::Expect(Expectation::UsualFiles),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::{PLAYDATA_FILE, Request};
    use games::Game;
    use games::board::Side;
    use games::checkers::{Move, Position, Square};
    use std::fs;

    fn questions(check: &FileCheck) -> impl Iterator<Item = &FileQuestion> {
        check.steps.iter().filter_map(|step| match step {
            FileStep::Ask(question) | FileStep::End(question) => Some(question),
            _ => None,
        })
    }

    fn question_of(name: &str) -> FileQuestion {
        let check = CHECKS.iter().find(|check| check.title.name == name).expect("a check");
        questions(check).next().expect("a question").clone()
    }

    fn board(name: &str) -> (Position, Vec<Move>) {
        let position = question_of(name).position;
        (position, position.move_list())
    }

    fn crowned(position: &Position) -> Position {
        let letters = position.rows_text('/').replace('w', "W").replace('b', "B");
        Position::from_rows(letters.split('/'), position.side_to_move()).expect("a board")
    }

    /// "Twelve or fewer" pieces a side, says the assignment, and a clock above zero. No man stands
    /// on the row where it is crowned.
    #[test]
    fn every_question_could_be_asked_in_a_game() {
        for check in CHECKS.iter() {
            let name = check.title.name;
            let is_next = check.steps.iter().position(|step| *step == FileStep::Next);
            assert!(is_next != Some(0), "{name}: nothing to go on from");
            for question in questions(check) {
                let position = question.position;
                let clock = question.text.lines().nth(2).and_then(|clock| clock.parse().ok());
                assert!(clock.is_some_and(|clock: f64| clock > 0.0), "{name}");
                assert!(
                    Side::ALL.iter().all(|&side| (1..=12).contains(&position.pieces(side).count())),
                    "{name}"
                );
                assert_eq!(position.count_moves() > 0, name != "no-legal-move", "{name}");
                let rows = position.rows_text('/');
                assert!(!rows[..8].contains('w') && !rows[63..].contains('b'), "{rows}");
            }
        }
    }

    /// Else an agent with an opening of its own would be accused of what cannot happen to it.
    #[test]
    fn what_the_assignment_asks_can_happen_in_the_assignment() {
        assert_eq!(checks_of("single").count(), 10, "a point each");
        for check in checks_of("single").chain(checks_of("assignment")) {
            let is_plain = |step: &FileStep| {
                matches!(step, FileStep::Ask(_) | FileStep::Next | FileStep::Expect(_))
                    || *step == FileStep::Hopeless
            };
            assert!(check.steps.iter().all(is_plain), "{} changes files", check.title.name);
            for question in questions(check) {
                let is_single = question.text.starts_with("SINGLE");
                assert!(is_single || question.position == Position::start());
                assert!(is_single || check.title.group != Some("single"));
            }
        }
    }

    fn checks_of(group: &str) -> impl Iterator<Item = &'static FileCheck> {
        CHECKS.iter().filter(move |check| check.title.group == Some(group))
    }

    #[test]
    fn the_examples_are_those_of_the_fixtures() {
        for (fixture, name) in [
            ("opening-single", "example-opening"),
            ("double-jump", "example-double-jump"),
            ("king-jumps-back", "example-king"),
            ("crowning", "example-crowning"),
            ("triple-jump", "example-triple-jump"),
        ] {
            let path = testing::fixture("homework").join(fixture).join("input.txt");
            let fixture = Request::parse(&fs::read_to_string(path).expect("a fixture"));
            let fixture = fixture.expect("a request");
            let asked = Request::parse(&question_of(name).text).expect("a request");
            assert_eq!((asked.position, asked.play), (fixture.position, fixture.play), "{name}");
        }
    }

    #[test]
    fn where_a_jump_must_be_played_there_are_steps_too() {
        let (position, legal) = board("must-jump");
        assert!(legal.len() == 1 && legal[0].is_jump());
        let is_free =
            |file, rank| Square::at(file, rank).is_some_and(|to| position.empty().has(to));
        let steps = Square::all().filter(|&square| position.own().has(square)).flat_map(|from| {
            [-1, 1].into_iter().filter(move |side| is_free(from.file() + side, from.rank() + 1))
        });
        assert!(steps.count() >= 6);
        let (position, legal) = board("men-jump-forward");
        assert!(legal.iter().all(|mv| !mv.is_jump()));
        assert!(crowned(&position).move_list().iter().all(|mv| mv.is_jump()));
    }

    #[test]
    fn chains_and_rounds_leave_no_other_move() {
        let (_, legal) = board("long-chain");
        assert_eq!(legal.iter().map(|mv| mv.captured().count()).collect::<Vec<_>>(), [6]);
        let (_, legal) = board("king-goes-round");
        assert!(legal.len() == 2 && legal.iter().all(|mv| mv.from() == mv.to()));
        let (_, legal) = board("same-square-twice");
        let passes_twice = |mv: &Move| {
            let squares = mv.squares();
            (1..squares.len()).any(|at| squares[..at].contains(&squares[at]))
        };
        assert!(!legal.is_empty() && legal.iter().all(passes_twice));
        assert!(legal.iter().all(|mv| mv.from() != mv.to()));
    }

    #[test]
    fn crowning_ends_a_turn_that_could_go_on_and_kings_go_backward() {
        let (position, legal) = board("crowning-ends-the-turn");
        let [mv] = legal[..] else { panic!("{legal:?}") };
        assert!(position.crowns(mv) && mv.captured().count() == 2);
        assert!(
            crowned(&position)
                .move_list()
                .iter()
                .any(|king| king.squares().starts_with(&mv.squares()[..]) && *king != mv)
        );
        let (_, legal) = board("kings-move-backward");
        assert!(!legal.is_empty() && legal.iter().all(|mv| mv.to().rank() < mv.from().rank()));
        assert_eq!(board("only-one-move").1.len(), 1);
    }

    #[test]
    fn what_is_wrong_in_a_table_is_named() {
        for (line, is_step) in [
            ("ask GAME BLACK 1 start", true),
            ("ask GAME RED 1 start", false),
            ("ask GAME BLACK -1 start", false),
            ("ask GAME BLACK 1 ../..", false),
            ("file playdata.txt nothing", false),
            ("jump", false),
        ] {
            assert_eq!(step(line).is_some(), is_step, "{line}");
        }
        let error = parse("[a] b\nAsks.\njump").expect_err("no step");
        assert_eq!(error.to_string(), "b: `jump` is no step");
        let half = FileStep::Setup(SetupStep::Half(PLAYDATA_FILE));
        assert_eq!(step("half playdata.txt"), Some(half));
    }
}
