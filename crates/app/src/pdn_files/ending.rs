//! The ending of a game: which pieces stand on its last board.

use formats::pdn::Game;
use games::board::Side;
use games::checkers::Position;

/// The last position of a game.
pub fn last_position(game: &Game) -> Position {
    game.line.turns.iter().fold(game.start, |here, turn| games::Game::play(&here, turn.mv))
}

/// The pieces of both sides, Black's first: `2 kings 1 man - 1 king`.
pub fn material(position: &Position) -> String {
    Side::ALL.map(|side| pieces(position, side)).join(" - ")
}

fn pieces(position: &Position, side: Side) -> String {
    let word = |count: u32, one: &str, more: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        many => Some(format!("{many} {more}")),
    };
    let men = position.men(side).count();
    let kings = position.pieces(side).count() - men;
    let words = [word(kings, "king", "kings"), word(men, "man", "men")];
    let words: Vec<_> = words.into_iter().flatten().collect();
    if words.is_empty() { "nothing".to_string() } else { words.join(" ") }
}
