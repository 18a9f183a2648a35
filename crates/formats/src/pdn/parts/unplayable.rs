//! What stands among the moves and cannot be played: variations with null moves or prose, and the
//! move in which a file was cut off. They are found by their tokens, and kept as comments.

use crate::pdn::parts::sections::{is_move, is_square};
use crate::pdn::tokens::token::{PlacedToken, Token, is_hyphen};

/// The token that closes a variation, of those within it and behind it. `None` if none does.
pub fn closing(tokens: &[PlacedToken<'_>]) -> Option<usize> {
    let mut depth = 0_usize;
    for (index, placed) in tokens.iter().enumerate() {
        match placed.token {
            Token::Open => depth += 1,
            Token::Close if depth == 0 => return Some(index),
            Token::Close => depth -= 1,
            Token::TornTag { .. } | Token::OpenComment => return None,
            _ => {}
        }
    }
    None
}

/// True if no word has the form of a move.
pub fn is_prose(tokens: &[PlacedToken<'_>]) -> bool {
    !tokens.iter().any(|placed| matches!(&placed.token, Token::Word(word) if is_move(word)))
}

/// The beginning of a move, such as `22-` or `22`, if these tokens begin with it and nothing but
/// the end of the game follows.
pub fn cut_move<'s>(tokens: &'s [PlacedToken<'_>]) -> Option<&'s str> {
    let [PlacedToken { token: Token::Word(word), .. }, rest @ ..] = tokens else { return None };
    let is_part = word.ends_with(is_hyphen);
    let mut squares = word.trim_end_matches(is_hyphen).split(is_hyphen);
    let is_end = rest.iter().all(|placed| match placed.token {
        Token::Comment(_) => true,
        // A number before a result is something else.
        Token::Star { .. } | Token::Result(_) => is_part,
        _ => false,
    });
    let is_beginning = is_part || squares.clone().count() == 1;
    (is_beginning && is_end && squares.all(is_square)).then_some(word)
}
