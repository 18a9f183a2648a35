//! All checks, in the order in which they are run.

use crate::check::case::Check;
use crate::check::examples::EXAMPLES;
use crate::check::found_files::{FILES, WRITING};
use crate::check::games::{CALIBRATE, GAMES};
use crate::check::inputs::{CLOCKS, SPELLINGS};
use crate::check::rules::RULES;

/// The tables, one for each subject.
const TABLES: [&[Check]; 8] =
    [&[CALIBRATE], &EXAMPLES, &RULES, &SPELLINGS, &CLOCKS, &GAMES, &FILES, &WRITING];

/// Every check there is.
pub fn list() -> impl Iterator<Item = &'static Check> {
    TABLES.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::case::{Asked, CheckTask, CheckTurn};
    use crate::check::finding::NAME_WIDTH;
    use crate::check::question::QuestionClock;
    use games::Game;
    use games::board::Side;

    fn turns(check: &Check) -> &[CheckTurn] {
        match &check.task {
            CheckTask::Calibrate => &[],
            CheckTask::Move(turns, _) => turns,
            CheckTask::End(turn) => std::slice::from_ref(turn),
        }
    }

    #[test]
    fn names_are_lower_case_and_no_two_are_equal() {
        let names: Vec<_> = list().map(|check| check.name).collect();
        for (index, name) in names.iter().enumerate() {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(name.chars().all(plain) && name.len() <= NAME_WIDTH, "{name}");
            assert!(!names[..index].contains(name), "{name} comes twice");
        }
    }

    #[test]
    fn what_is_asked_is_one_sentence() {
        for check in list() {
            let asks = check.asks;
            assert!(asks.ends_with('.') && !asks.contains("  ") && asks.len() < 160, "{asks}");
        }
    }

    /// "Twelve or fewer" pieces a side, says the assignment, and a clock above zero.
    #[test]
    fn every_question_could_be_asked_in_a_game() {
        for check in list() {
            for (nth, turn) in turns(check).iter().enumerate() {
                let Asked::Question(question) = turn.asked else {
                    assert!(nth > 0, "{}: nothing to go on from", check.name);
                    continue;
                };
                let position = question.position().expect(check.name);
                assert!(
                    Side::ALL.iter().all(|&side| (1..=12).contains(&position.pieces(side).count()))
                );
                let can_move = !matches!(check.task, CheckTask::End(_)) || !turn.setup.is_empty();
                assert_eq!(position.count_moves() > 0, can_move, "{}", check.name);
                let (QuestionClock::Binding(clock) | QuestionClock::Hopeless(clock)) =
                    question.clock;
                assert!(clock.parse::<f64>().is_ok_and(|clock| clock > 0.0), "{}", check.name);
            }
        }
    }

    /// In a game no man stands on the row where it is crowned.
    #[test]
    fn no_man_stands_where_it_would_be_a_king() {
        for turn in list().flat_map(turns) {
            if let Asked::Question(question) = turn.asked {
                let rows: Vec<_> = question.board.split('/').collect();
                assert!(!rows[0].contains('w') && !rows[7].contains('b'), "{}", question.board);
            }
        }
    }
}
