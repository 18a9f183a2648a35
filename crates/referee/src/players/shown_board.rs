//! The board that a text program shows, compared with the true one, in which blanks do not count;
//! and after which moves it is asked for one.

use crate::players::detail::quoted;
use crate::rules::Refereed;
use cli::visible;
use games::Walker;

/// Own moves from one board in mid-game to the next: the fewest, and how many lengths there are.
const BETWEEN_DUMPS: (usize, usize) = (3, 8);

/// The moves after which a program is asked for its board: a seed draws them, so that a program
/// cannot foresee them.
#[derive(Debug)]
pub(super) struct DumpMoves {
    walker: Walker,
    moves_left: usize,
}

impl DumpMoves {
    pub(super) fn drawn_by(seed: u64) -> Self {
        let mut moves = DumpMoves { walker: Walker::new(seed), moves_left: 0 };
        moves.draw();
        moves
    }

    pub(super) fn draw(&mut self) {
        let (least, more) = BETWEEN_DUMPS;
        self.moves_left = least + self.walker.below(more);
    }

    /// Counts a move; whether a board is due after it, until the next one is drawn.
    pub(super) fn is_due(&mut self) -> bool {
        self.moves_left = self.moves_left.saturating_sub(1);
        self.moves_left == 0
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WrongBoard {
    /// The first line that differs, for people.
    pub(super) line: String,
    /// Both boards, for the evidence.
    pub(super) both: String,
}

/// What is wrong with a dump, of which the first and the last line only bracket the board; `None`
/// if it is that of the position.
pub(super) fn wrong_board<G: Refereed>(position: &G, shown: &[String]) -> Option<WrongBoard> {
    let inner = shown.get(1..shown.len().saturating_sub(1)).unwrap_or_default();
    let found: Vec<&str> =
        inner.iter().map(|line| line.trim_end()).filter(|line| !line.is_empty()).collect();
    let dump = position.dump();
    let truth: Vec<&str> = dump.lines().collect();
    let differs = |at: &usize| words_at(&truth, *at) != words_at(&found, *at);
    let at = (0..truth.len().max(found.len())).find(differs)?;
    let (number, is, should) = (at + 1, line_at(&found, at), line_at(&truth, at));
    let shown: String = inner.iter().map(|line| visible::line(line).into_owned() + "\n").collect();
    Some(WrongBoard {
        line: format!("line {number} of its dump is {is}, and not {should}"),
        both: format!("the true board:\n{dump}\nits dump:\n{shown}"),
    })
}

pub fn shows<G: Refereed>(position: &G, shown: &[String]) -> bool {
    wrong_board(position, shown).is_none()
}

fn line_at(of: &[&str], at: usize) -> String {
    of.get(at).map_or("nothing".to_string(), |line| quoted(line))
}

fn words_at<'a>(of: &[&'a str], at: usize) -> Option<Vec<&'a str>> {
    of.get(at).map(|line| line.split_whitespace().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::loa::Position;
    use games::{BoardGame, Game, Notation};

    #[test]
    fn a_board_is_due_now_and_then() {
        for seed in 0..20 {
            let mut moves = DumpMoves::drawn_by(seed);
            let mut due = Vec::new();
            for mv in 1..=100 {
                if moves.is_due() {
                    due.push(mv);
                    moves.draw();
                }
            }
            assert!(due.windows(2).all(|two| (3..11).contains(&(two[1] - two[0]))), "{due:?}");
            assert!((9..=33).contains(&due.len()), "{due:?}");
        }
    }

    #[test]
    fn the_first_wrong_line_is_named_and_both_boards_are_kept() {
        let position = Position::start();
        let mut shown = vec!["===".to_string()];
        shown.extend(position.dump().lines().map(|line| line.replace(' ', "  ")));
        shown.push("===".to_string());
        assert_eq!(wrong_board(&position, &shown), None);
        shown[3] = "w - - - - - - -".to_string();
        let wrong = wrong_board(&position, &shown).expect("a piece is missing");
        let told = "line 3 of its dump is \"w - - - - - - -\", and not \"    w - - - - - - w\"";
        assert_eq!(wrong.line, told, "as the assignment indents it");
        assert!(wrong.both.contains(&position.board_text()), "{}", wrong.both);
        assert!(wrong.both.ends_with("Next  move:  black\n"), "{}", wrong.both);
        assert!(wrong_board(&position, &[]).is_some_and(|wrong| wrong.line.contains("nothing")));
    }
}
