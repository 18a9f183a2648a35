//! Random games with all that a file can hold beside the moves, for the tests of several crates.

use crate::pdn::game::{PdnGame, PdnLine, Turn};
use crate::pdn::values::result_text::PdnResult;
use games::checkers::Position;
use games::{Game as _, Walker};

const WORDS: [&str; 9] =
    ["good", "\"quoted\"", "back\\slash", "ä", "11-15", "[%emt", "[%clk 0:01:00]", "(!)", "$5;%*."];

const OUTCOMES: [Option<&str>; 4] = [None, Some("1/2-1/2"), Some("1-0"), Some("0-1")];

const NAMES: [&str; 8] = ["Event", "Black", "White", "Site", "Red", "MyTag", "Event", "Round"];

/// A game from any position, with tags in any order, comments, annotations and variations.
pub fn random_game(walker: &mut Walker) -> PdnGame {
    let starts = walker.game(Position::start(), 60);
    let start = match walker.below(3) {
        0 => Position::start(),
        1 => Position::start().mirrored(),
        _ => starts[walker.below(starts.len())],
    };
    let end = OUTCOMES[walker.below(OUTCOMES.len())].and_then(PdnResult::read);
    let mut game = PdnGame { end, ..PdnGame::starting_at(start) };
    let mut names = NAMES.to_vec();
    for _ in 0..walker.below(NAMES.len() + 1) {
        let name = names.swap_remove(walker.below(names.len()));
        game.tags.push((name.to_string(), words(walker)));
    }
    let most = walker.below(80);
    game.line = line(walker, start, most, 2);
    game
}

fn words(walker: &mut Walker) -> String {
    let count = walker.below(4);
    (0..count).map(|_| WORDS[walker.below(WORDS.len())]).collect::<Vec<_>>().join(" ")
}

fn comments(walker: &mut Walker) -> Vec<String> {
    (0..walker.below(6).saturating_sub(3)).map(|_| words(walker)).collect()
}

/// A line of at most `most` moves from `here`, with variations `depth` deep.
fn line(walker: &mut Walker, mut here: Position, most: usize, depth: usize) -> PdnLine {
    let mut line = PdnLine { comments: comments(walker), turns: Vec::new() };
    for _ in 0..most {
        let moves = here.move_list();
        let Some(&mv) = moves.get(walker.below(moves.len().max(1))) else { break };
        let mut turn = Turn::plain(mv);
        turn.comments = comments(walker);
        turn.annotations =
            (0..walker.below(5).saturating_sub(2)).map(|n| 4 * n as u8 + 3).collect();
        while depth > 0 && walker.below(6) == 0 {
            turn.variations.push(self::line(walker, here, 3, depth - 1));
        }
        line.turns.push(turn);
        here = here.play(mv);
    }
    line
}
