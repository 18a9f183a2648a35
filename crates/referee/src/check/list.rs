//! All checks, in the order in which they are made.

use crate::check::case::Check;
use crate::check::examples::EXAMPLES;
use crate::check::games::{CALIBRATE, GAMES};
use crate::check::homes::{FILES, WRITING};
use crate::check::inputs::{CLOCKS, SPELLINGS};
use crate::check::rules::RULES;

/// One table for each theme.
const THEMES: [&[Check]; 8] =
    [&[CALIBRATE], &EXAMPLES, &RULES, &SPELLINGS, &CLOCKS, &GAMES, &FILES, &WRITING];

/// Every check there is.
pub fn list() -> impl Iterator<Item = &'static Check> {
    THEMES.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::case::{Asked, Task, Turn};
    use crate::check::finding::NAME_WIDTH;
    use crate::check::question::Clock;
    use games::Game;
    use games::board::Side;

    fn turns(check: &Check) -> &[Turn] {
        match &check.task {
            Task::Calibrate => &[],
            Task::Move(turns, _) => turns,
            Task::End(turn) => std::slice::from_ref(turn),
        }
    }

    #[test]
    fn names_are_plain_words_and_no_two_are_equal() {
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
                let can_move = !matches!(check.task, Task::End(_)) || !turn.scene.is_empty();
                assert_eq!(position.count_moves() > 0, can_move, "{}", check.name);
                let (Clock::Binding(clock) | Clock::Hopeless(clock)) = question.clock;
                assert!(clock.parse::<f64>().is_ok_and(|clock| clock > 0.0), "{}", check.name);
            }
        }
    }

    /// A man on the row where it would have been crowned comes from no game.
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
