//! The three-move ballots as the openings of a match.

use crate::error::MatchError;
use crate::schedule::openings::{Opening, OpeningList};
use games::checkers::Position;
use games::checkers::ballots::{BallotStatus, deck};

/// The start position and the ballots in play across the board.
pub fn openings() -> Result<OpeningList, MatchError> {
    let playable = deck()?.into_iter().filter(|ballot| ballot.status == BallotStatus::Play);
    Ok(OpeningList::new::<Position>(
        playable.map(|ballot| Opening::new(ballot.moves, &ballot.position)).collect(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::openings::{OpeningIndex, OpeningOrder, Seed};
    use games::Game;
    use games::checkers::Position;
    use std::collections::HashSet;

    #[test]
    fn the_list_has_the_start_and_the_playable_ballots() {
        let list = openings().expect("the built-in deck");
        assert_eq!(list.size().get(), 145);
        let start = list.get(OpeningIndex::START).expect("always there");
        assert_eq!(start.position(), Ok(Position::start()));
        let others = deck()
            .expect("the built-in deck")
            .into_iter()
            .filter(|ballot| ballot.status != BallotStatus::Play);
        let barred: HashSet<_> = others.map(|ballot| ballot.moves).collect();
        for index in OpeningOrder::USUAL.indices(list.size(), Seed(1)) {
            assert!(!barred.contains(&list.get(index).expect("in the list").name));
        }
    }
}
