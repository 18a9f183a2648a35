//! The three-move ballots: the first three moves that are drawn by lot in tournaments of checkers,
//! because the best games from the start position are all drawn.
//!
//! `ballots.tsv` holds the deck of the American Checker Federation as numbers, moves and status
//! (`ballots.md` says where it comes from). Positions are not stored: the moves are replayed by our
//! own rules, so that the deck can say nothing else than they do.

use crate::openings::{Book, Opening};
use games::checkers::Position;
use games::{Game, Notation, NotationError};
use thiserror::Error;

/// One ballot a line: number, moves and status, separated by tabs.
const DECK: &str = include_str!("ballots.tsv");

/// Where a ballot may be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// In play across the board.
    Play,
    /// In play by mail only.
    Mail,
    /// Nowhere: too one-sided.
    Barred,
}

/// One ballot of the deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ballot {
    /// Its number in the deck, from 1.
    pub number: u32,
    /// Where it may be drawn.
    pub status: Status,
    /// Its moves as a name, and the position after them.
    pub opening: Opening,
}

/// Why a deck cannot be read. The built-in one can, as a test shows.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BallotError {
    /// A line has too few or too many words.
    #[error("ballots.tsv, line {line}: a ballot is a number, its moves and its status, with tabs")]
    Words {
        /// The line, from 1.
        line: usize,
    },
    /// A word is no number or no status.
    #[error("ballots.tsv, line {line}: \"{found}\" is no {wanted}")]
    Word {
        /// The line, from 1.
        line: usize,
        /// What was read.
        found: String,
        /// What should stand there.
        wanted: &'static str,
    },
    /// A move cannot be played.
    #[error("ballots.tsv, line {line}: {error}")]
    Move {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: NotationError,
    },
}

/// The whole deck, in the order of its numbers.
///
/// # Errors
/// The deck is damaged.
pub fn deck() -> Result<Vec<Ballot>, BallotError> {
    parse(DECK)
}

/// The book of the ballots that are drawn in play across the board.
///
/// # Errors
/// The deck is damaged.
pub fn book() -> Result<Book, BallotError> {
    let playable = deck()?.into_iter().filter(|ballot| ballot.status == Status::Play);
    Ok(Book::new(playable.map(|ballot| ballot.opening).collect()))
}

fn parse(text: &str) -> Result<Vec<Ballot>, BallotError> {
    (1..).zip(text.lines()).map(|(line, text)| ballot(line, text)).collect()
}

fn ballot(line: usize, text: &str) -> Result<Ballot, BallotError> {
    let words: Vec<_> = text.split('\t').collect();
    let [number, moves, status] = words[..] else { return Err(BallotError::Words { line }) };
    let wrong = |found: &str, wanted| BallotError::Word { line, found: found.to_string(), wanted };
    let position = moves
        .split(' ')
        .try_fold(Position::start(), |position, text| Ok(position.play(position.read_move(text)?)))
        .map_err(|error| BallotError::Move { line, error })?;
    Ok(Ballot {
        number: number.parse().map_err(|_| wrong(number, "number"))?,
        status: read_status(status)
            .ok_or_else(|| wrong(status, "status; write PLAY, MAIL or BARRED"))?,
        opening: Opening { name: moves.to_string(), position },
    })
}

fn read_status(text: &str) -> Option<Status> {
    match text {
        "PLAY" => Some(Status::Play),
        "MAIL" => Some(Status::Mail),
        "BARRED" => Some(Status::Barred),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::{OpeningIndex, Seed, order};
    use games::board::Side;
    use std::collections::HashSet;

    fn whole() -> Vec<Ballot> {
        deck().expect("the built-in deck")
    }

    #[test]
    fn the_deck_is_whole() {
        let numbers: Vec<_> = whole().iter().map(|ballot| ballot.number).collect();
        assert_eq!(numbers, (1..=174).collect::<Vec<_>>());
        let count = |status| whole().iter().filter(|ballot| ballot.status == status).count();
        assert_eq!([Status::Play, Status::Mail, Status::Barred].map(count), [144, 12, 18]);
    }

    /// The hash (FNV-1a, 64 bits) of all boards and sides as the source gives them; `ballots.md`
    /// has the command. Replaying our moves must give the very same text.
    #[test]
    fn replayed_positions_are_those_of_the_source() {
        let mut hash = 0xCBF2_9CE4_8422_2325_u64;
        for ballot in whole() {
            assert_eq!(ballot.opening.position.side_to_move(), Side::White);
            let line = format!("{} WHITE\n", ballot.opening.position.rows_text('/'));
            for byte in line.bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
            }
        }
        assert_eq!(hash, 0x37B9_7A11_D241_271A);
    }

    #[test]
    fn ballots_are_different_positions_out_of_all_after_three_moves() {
        let mut level = vec![Position::start()];
        for _ in 0..3 {
            let replies = level.iter().flat_map(|position| {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                moves.into_iter().map(|mv| position.play(mv))
            });
            level = replies.collect();
        }
        let all: HashSet<_> = level.iter().map(|position| position.rows_text('/')).collect();
        assert_eq!((level.len(), all.len()), (302, 216));
        let ours: HashSet<_> =
            whole().iter().map(|ballot| ballot.opening.position.rows_text('/')).collect();
        assert_eq!(ours.len(), 174);
        assert!(ours.is_subset(&all));
    }

    #[test]
    fn the_book_has_the_start_and_the_playable_ballots() {
        let book = book().expect("the built-in deck");
        assert_eq!(book.size().get(), 145);
        let start = book.get(OpeningIndex::START).expect("always there");
        assert_eq!(start.position, Position::start());
        let others = whole().into_iter().filter(|ballot| ballot.status != Status::Play);
        let barred: HashSet<_> = others.map(|ballot| ballot.opening.name).collect();
        for index in order(book.size(), Seed(1)) {
            assert!(!barred.contains(&book.get(index).expect("in the book").name));
        }
    }

    #[test]
    fn damage_is_told_with_the_line() {
        let message = |text: &str| parse(text).expect_err("damaged").to_string();
        assert!(message("1\t9-13 21-17 5-9").starts_with("ballots.tsv, line 1: a ballot is"));
        assert!(message("1\t9-13\tPLAY\tmore").starts_with("ballots.tsv, line 1: a ballot is"));
        assert!(message("1\t9-13\tPLAY\nx\t9-13\tPLAY").contains("line 2: \"x\" is no number"));
        assert!(message("1\t9-13\tplay").contains("line 1: \"play\" is no status"));
        assert!(message("1\t9-13 9-14\tPLAY").contains("line 1: 9-14 is not legal here"));
    }
}
