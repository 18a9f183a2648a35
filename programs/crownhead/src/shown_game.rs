//! What the pages need of a game of the referee: rules, boards, its own notation, our player's
//! opinion; a game of its journal with its positions, and the move that the rules forbade and that
//! ended one.

use analysis::{AnalyzedGame, PlayedGame, RuleEnd};
use games::GameLine;
use pages::{MoveView, RejectedView};
use referee::JournalError;
use referee::journal::RecordedGame;
use referee::play::{MatchGame, ProcessPlayer as _};
use referee::rules::Ending;

/// A game that is refereed, shown and explained.
pub trait ShownGame: MatchGame + AnalyzedGame {}

impl<G: MatchGame + AnalyzedGame> ShownGame for G {}

#[derive(Debug)]
pub struct ReplayedGame<'a, G: ShownGame> {
    pub record: &'a RecordedGame,
    pub game: PlayedGame<G>,
}

impl<'a, G: ShownGame> ReplayedGame<'a, G> {
    /// Plays the moves of the record. Fails if they do not follow the rules.
    pub fn new(record: &'a RecordedGame) -> Result<Self, JournalError> {
        let line = record.line::<G>()?;
        let start = &line.positions()[0];
        let opening = G::Player::opening(&record.opening, start).unwrap_or_default();
        let first = if opening.is_empty() { start.clone() } else { G::start() };
        let count = opening.len();
        let moves = opening.into_iter().chain(line.moves().iter().copied());
        let line = GameLine::of_moves(first, moves).limited_to(G::turn_limit(record.quiet_turns));
        Ok(ReplayedGame { record, game: PlayedGame::new(line, count, rule_end(record)) })
    }
}

/// The rule that has ended the game, where the last board alone does not show the end.
fn rule_end(record: &RecordedGame) -> Option<RuleEnd> {
    match record.ending {
        Ending::Repetition | Ending::QuietTurns | Ending::MoveLimit => Some(RuleEnd::Drawn),
        Ending::Repeated => record.winner().map(RuleEnd::Won),
        _ => None,
    }
}

/// The most legal moves that a page gets; Amazons has thousands.
const TOLD: usize = 200;

/// The rejected move of a game that an illegal move, or none that can be read, has ended, on the
/// last board; else `None`.
pub fn rejected<G: ShownGame>(record: &RecordedGame, positions: &[G]) -> Option<RejectedView> {
    rejected_on(positions.last()?, record.ending, record.detail.as_deref())
}

/// The same on the board of this position; `detail` tells what was wrong.
pub fn rejected_on<G: ShownGame>(
    position: &G,
    ending: Ending,
    detail: Option<&str>,
) -> Option<RejectedView> {
    let text = match ending {
        Ending::Illegal(_) => detail.unwrap_or_default().to_string(),
        // Its detail tells the fault of the form, and not the answer.
        Ending::Malformed => String::new(),
        _ => return None,
    };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let legal = moves
        .iter()
        .take(TOLD)
        .map(|&mv| MoveView { text: position.move_text(mv), path: G::path(mv) });
    Some(RejectedView {
        path: squares_in(&text, G::SIZE),
        legal: legal.collect(),
        legal_count: moves.len(),
        text,
    })
}

/// The squares that an untrusted text names, in their order: `E c3 d4`, `a1-b2(c3)`.
fn squares_in(text: &str, size: usize) -> Vec<String> {
    let mut squares: Vec<String> = Vec::new();
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
        if is_square(word, size) && squares.last().is_none_or(|last| last != word) {
            squares.push(word.to_string());
        }
    }
    squares
}

fn is_square(word: &str, size: usize) -> bool {
    let Some((file, rank)) = word.split_at_checked(1) else { return false };
    let files = (b'a'..).take(size);
    let is_file = files.map(char::from).any(|name| file.starts_with(name));
    is_file && rank.parse().is_ok_and(|rank: usize| (1..=size).contains(&rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, size: usize) -> String {
        squares_in(text, size).join(" ")
    }

    #[test]
    fn squares_are_found_in_answers_of_all_forms_and_in_nothing_else() {
        assert_eq!(found("J a3 c5 J c5 e7", 8), "a3 c5 e7");
        assert_eq!(found("* d1-d7(g7)", 10), "d1 d7 g7");
        assert_eq!(found("j10-a1", 10), "j10 a1");
        assert_eq!(found("i9 a0 aé \u{e9}1 E Z9 a99", 8), "");
    }
}
