//! The three-move ballots: openings of three moves that tournaments of checkers draw by lot,
//! because good play from the start position always ends in a draw.
//!
//! `ballots.tsv` holds the deck of the American Checker Federation as numbers, moves, status and
//! names (source: `ballots.md`). Positions are not stored; replaying the moves by our own rules
//! gives them, so that they cannot contradict the rules.

use crate::checkers::position::Position;
use crate::game::{Game, Notation, NotationError};

/// One ballot a line: number, moves, status and name, separated by tabs.
const DECK: &str = include_str!("ballots.tsv");

/// Where a ballot may be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BallotStatus {
    /// In play across the board.
    Play,
    /// In play by mail only.
    Mail,
    /// Not in play: one side is too strong.
    Barred,
}

/// One ballot of the deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ballot {
    /// From 1, in the order of the deck.
    pub number: u32,
    #[expect(missing_docs, reason = "the type says it")]
    pub status: BallotStatus,
    /// Its moves, such as `9-13 21-17 5-9`.
    pub moves: String,
    /// `None` for most of them.
    pub name: Option<String>,
    /// The position after them; White is to move.
    pub position: Position,
}

impl Ballot {
    /// Its moves, and its name if it has one: `9-14 23-18 14x23 (Double Cross)`.
    pub fn title(&self) -> String {
        match &self.name {
            Some(name) => format!("{} ({name})", self.moves),
            None => self.moves.clone(),
        }
    }
}

/// The whole deck, in the order of its numbers. A test shows that it can be read.
pub fn deck() -> Result<Vec<Ballot>, NotationError> {
    parse(DECK)
}

fn parse(text: &str) -> Result<Vec<Ballot>, NotationError> {
    let ballots = (1..).zip(text.lines()).map(|(line, text)| {
        ballot(text).map_err(|why| NotationError::new(format!("ballots.tsv, line {line}: {why}")))
    });
    ballots.collect()
}

/// The error is a sentence.
fn ballot(text: &str) -> Result<Ballot, String> {
    let fields: Vec<_> = text.split('\t').collect();
    let [number, moves, status, name] = fields[..] else {
        return Err("a ballot is number, moves, status and name, separated by tabs".to_string());
    };
    let position = moves
        .split(' ')
        .try_fold(Position::start(), |position, text| Ok(position.play(position.read_move(text)?)))
        .map_err(|error: NotationError| error.to_string())?;
    Ok(Ballot {
        number: number.parse().map_err(|_| no_value(number, "number"))?,
        status: read_status(status)
            .ok_or_else(|| no_value(status, "status; write PLAY, MAIL or BARRED"))?,
        moves: moves.to_string(),
        name: (!name.is_empty()).then(|| name.to_string()),
        position,
    })
}

fn no_value(found: &str, wanted: &str) -> String {
    format!("\"{found}\" is not a {wanted}")
}

fn read_status(text: &str) -> Option<BallotStatus> {
    match text {
        "PLAY" => Some(BallotStatus::Play),
        "MAIL" => Some(BallotStatus::Mail),
        "BARRED" => Some(BallotStatus::Barred),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use std::collections::HashSet;

    fn whole() -> Vec<Ballot> {
        deck().expect("the built-in deck")
    }

    #[test]
    fn the_deck_is_whole() {
        let numbers: Vec<_> = whole().iter().map(|ballot| ballot.number).collect();
        assert_eq!(numbers, (1..=174).collect::<Vec<_>>());
        let found = [BallotStatus::Play, BallotStatus::Mail, BallotStatus::Barred]
            .map(|status| whole().iter().filter(|ballot| ballot.status == status).count());
        assert_eq!(found, [144, 12, 18]);
    }

    /// The hash (FNV-1a, 64 bits) of all boards and sides as the source gives them; `ballots.md`
    /// has the command. Replaying our moves must give the very same text.
    #[test]
    fn replayed_positions_are_those_of_the_source() {
        let mut hash = 0xCBF2_9CE4_8422_2325_u64;
        for ballot in whole() {
            assert_eq!(ballot.position.side_to_move(), Side::White);
            let line = format!("{} WHITE\n", ballot.position.rows_text('/'));
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
                let moves = position.move_list();
                moves.into_iter().map(|mv| position.play(mv))
            });
            level = replies.collect();
        }
        let all: HashSet<_> = level.iter().map(|position| position.rows_text('/')).collect();
        assert_eq!((level.len(), all.len()), (302, 216));
        let ours: HashSet<_> =
            whole().iter().map(|ballot| ballot.position.rows_text('/')).collect();
        assert_eq!(ours.len(), 174);
        assert!(ours.is_subset(&all));
    }

    #[test]
    fn a_title_has_the_moves_and_the_name() {
        let deck = whole();
        let titles = [0, 4].map(|index: usize| deck[index].title());
        assert_eq!(titles, ["9-13 21-17 5-9", "9-13 22-18 6-9 (Dreaded Edinburgh)"]);
        assert_eq!(deck.iter().filter(|ballot| ballot.name.is_some()).count(), 24);
    }

    #[test]
    fn an_error_names_the_line() {
        assert!(message("1\t9-13 21-17 5-9\tPLAY").starts_with("ballots.tsv, line 1: a ballot is"));
        assert!(message("1\t9-13\tPLAY\t\tmore").starts_with("ballots.tsv, line 1: a ballot is"));
        assert!(
            message("1\t9-13\tPLAY\t\nx\t9-13\tPLAY\t").contains("line 2: \"x\" is not a number")
        );
        assert!(message("1\t9-13\tplay\t").contains("line 1: \"play\" is not a status"));
        assert!(message("1\t9-13 9-14\tPLAY\t").contains("line 1: 9-14 is not legal here"));
    }

    fn message(text: &str) -> String {
        parse(text).expect_err("damaged").to_string()
    }
}
