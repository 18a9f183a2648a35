//! The response to `problems`: positions in which one move is right.

use crate::values::analyzed_game::AnalyzedGame;
use evaluation::problems::{AMAZONS_WINS, LOA_WINS, MISTAKES, TABLUT_WINS, TACTICS};
use games::{
    BoardGame, GameName, amazons,
    board::Side,
    checkers::{self, Square},
    loa, tablut,
};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct ProblemsResponse {
    suites: Vec<SuiteResponse>,
}

#[derive(Debug, Serialize)]
struct SuiteResponse {
    id: &'static str,
    title: &'static str,
    about: &'static str,
    game: GameName,
    problems: Vec<ProblemResponse>,
}

#[derive(Debug, Serialize)]
struct ProblemResponse {
    id: String,
    start: String,
    /// All right moves; without them the engine decides.
    answers: Option<Vec<String>>,
    /// Plies to a forced win of the side to move.
    plies: Option<u32>,
}

/// All suites. A line of a file that is no problem is left out; a test proves that none is.
pub fn problems() -> ProblemsResponse {
    let wins = "One side wins by force. Find the way to the end; the engine defends.";
    ProblemsResponse {
        suites: vec![
            suite(
                "tactics",
                "Checkers: shots",
                "One or two moves win material that all others leave.",
                GameName::Checkers,
                read_all("tactics", TACTICS, tactic),
            ),
            suite(
                "mistakes",
                "Checkers: hard to see",
                "Positions of games between strong programs in which one of them went wrong.",
                GameName::Checkers,
                read_all("mistakes", MISTAKES, mistake),
            ),
            suite(
                "loa-wins",
                "Lines of Action: forced wins",
                wins,
                GameName::Loa,
                read_all("loa-wins", LOA_WINS, win::<loa::Position>),
            ),
            suite(
                "tablut-wins",
                "Tablut: forced wins",
                wins,
                GameName::Tablut,
                read_all("tablut-wins", TABLUT_WINS, win::<tablut::Position>),
            ),
            suite(
                "amazons-wins",
                "Amazons: forced wins",
                wins,
                GameName::Amazons,
                read_all("amazons-wins", AMAZONS_WINS, win::<amazons::Position>),
            ),
        ],
    }
}

const fn suite(
    id: &'static str,
    title: &'static str,
    about: &'static str,
    game: GameName,
    problems: Vec<ProblemResponse>,
) -> SuiteResponse {
    SuiteResponse { id, title, about, game, problems }
}

fn read_all(
    suite: &str,
    text: &str,
    read: impl Fn(&str) -> Option<ProblemResponse>,
) -> Vec<ProblemResponse> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = lines.zip(1..).filter_map(|(line, number): (_, u32)| {
        Some(ProblemResponse { id: format!("{suite}-{number}"), ..read(line)? })
    });
    read.collect()
}

fn problem<G: AnalyzedGame>(
    position: &G,
    answers: Option<Vec<String>>,
    plies: Option<u32>,
) -> ProblemResponse {
    ProblemResponse { id: String::new(), start: position.start_text(), answers, plies }
}

/// `ROWS SIDE FROM-TO[/FROM-TO]`, squares by number.
fn tactic(line: &str) -> Option<ProblemResponse> {
    let mut words = line.split_whitespace();
    let (rows, side, moves) = (words.next()?, words.next()?, words.next()?);
    let rows: Vec<_> = rows.split('/').collect();
    let position = checkers::Position::of_rows(&rows, Side::of_word(side)?).ok()?;
    let answers: Vec<_> = moves.split('/').flat_map(|ends| between(&position, ends)).collect();
    Some(problem(&position, Some(answers), None))
}

fn between(position: &checkers::Position, ends: &str) -> Vec<String> {
    let Some((from, to)) = ends.split_once('-') else { return Vec::new() };
    let ends = [from, to].map(|number| Square::from_number(number.parse().ok()?));
    let legal = crate::api::requested_line::legal_moves(position).into_iter().filter(|mv| {
        let squares = mv.squares();
        [squares.first().copied(), squares.last().copied()] == ends
    });
    legal.map(|mv| games::Notation::move_text(position, mv)).collect()
}

/// `FEN PLAYED COST BETTER`: other moves may be as good as the better one.
fn mistake(line: &str) -> Option<ProblemResponse> {
    let position = checkers::Position::read_start(line.split_whitespace().next()?).ok()?;
    Some(problem(&position, None, None))
}

/// `SIDE PLIES BOARD`, the rows of the board between slashes.
fn win<G: AnalyzedGame>(line: &str) -> Option<ProblemResponse> {
    let (side, rest) = line.split_once(' ')?;
    let (plies, board) = rest.split_once(' ')?;
    let position = G::read_board(&board.replace('/', "\n"), Side::of_word(side)?).ok()?;
    Some(problem(&position, None, Some(plies.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_fixtures_is_a_problem() {
        let texts = [TACTICS, MISTAKES, LOA_WINS, TABLUT_WINS, AMAZONS_WINS];
        for (suite, text) in problems().suites.iter().zip(texts) {
            let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            assert_eq!(suite.problems.len(), lines.count(), "{}", suite.id);
        }
    }

    #[test]
    fn every_tactic_has_its_answers() {
        let tactics = &problems().suites[0].problems;
        for one in tactics {
            assert!(one.answers.as_ref().is_some_and(|all| !all.is_empty()));
        }
    }
}
