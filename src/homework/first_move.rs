//! Can a game begin with this request?
//!
//! Without `playdata.txt` either the game begins, or the file is lost. At the beginning both sides
//! have the same time; later nothing is known of the opponent's clock, and to believe that it shows
//! what ours shows would be wrong by all that both have used.
//!
//! There are two pieces of evidence, the time and the board, and one of them is enough for a
//! beginning. If both are absent in a game that does begin (an ending, half a second), we use more
//! time than a thrifty opponent, and may lose draws; if one is present in a game that does not,
//! both clocks are believed to begin anew.

use formats::Request;
use games::board::Side;
use games::checkers::{Position, Square};

/// A side that began with eleven or twelve men hardly ever has fewer in an opening.
const LEAST_MEN: u32 = 10;
/// At most this many men of a side have left their three rows after four moves.
const MOST_ADVANCED_MEN: usize = 2;
/// Men start on this many rows.
const HOME_ROWS: i32 = 3;

/// Can a game begin with this request? If not, the opponent has used an unknown time.
///
/// A user who sets a game up at another board (an ending, a side with three men less) gives a whole
/// number of seconds. After the first move the clock shows one only by chance, or before a referee
/// that charges whole seconds.
pub fn may_begin_a_game(request: &Request) -> bool {
    request.remaining.subsec_nanos() == 0 || is_an_opening(&request.position)
}

/// Is this the start, what follows from it by a ballot of three moves and the opponent's first
/// move, or what follows by three moves from a start without a man of each side (but for three of
/// these boards in a thousand)?
///
/// That also holds for the first moves of a game whose file was lost; there the mistake is small,
/// because little time is gone.
pub fn is_an_opening(position: &Position) -> bool {
    let no_king = position.kings().is_empty();
    no_king && Side::ALL.into_iter().all(|side| are_men_of_an_opening(position, side))
}

fn are_men_of_an_opening(position: &Position, side: Side) -> bool {
    let men = position.men(side);
    let advanced = men.into_iter().filter(|&man| rows_from_home(man, side) >= HOME_ROWS);
    men.count() >= LEAST_MEN && advanced.count() <= MOST_ADVANCED_MEN
}

/// The number of rows from the first row of this side to a square.
const fn rows_from_home(square: Square, side: Side) -> i32 {
    match side {
        Side::White => square.rank(),
        Side::Black => 7 - square.rank(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::Play;
    use games::checkers::PieceKind;
    use games::{Game, Walker};
    use std::time::Duration;

    /// Calls `visit` with each position within this many moves.
    fn within(position: &Position, moves: u32, visit: &mut impl FnMut(&Position)) {
        visit(position);
        let legal = position.move_list();
        for mv in legal.into_iter().filter(|_| moves > 0) {
            within(&position.play(mv), moves - 1, visit);
        }
    }

    /// The start position without the men on these squares.
    fn start_without(missing: &[Square]) -> Position {
        let start = Position::start();
        let pieces =
            Square::all().filter(|&square| !missing.contains(&square)).filter_map(|square| {
                let (side, _) = start.at(square)?;
                Some((side, PieceKind::Man, square))
            });
        Position::new(pieces, start.side_to_move())
    }

    /// A ballot of three moves, and our opponent's first move.
    #[test]
    fn what_follows_the_start_within_four_moves_is_an_opening() {
        within(&Position::start(), 4, &mut |at| assert!(is_an_opening(at), "{at:?}"));
    }

    /// Two random moves; after our opponent's first move three boards of 1,000 have
    /// a king, or less than ten men of a side.
    #[test]
    fn what_follows_an_eleven_man_ballot_is_an_opening() {
        let start = Position::start();
        let (mut all, mut others) = (0, 0);
        for black in start.men(Side::Black) {
            for white in start.men(Side::White) {
                let ballot = start_without(&[black, white]);
                within(&ballot, 2, &mut |at| assert!(is_an_opening(at), "{at:?}"));
                within(&ballot, 3, &mut |at| {
                    all += 1;
                    others += u32::from(!is_an_opening(at));
                });
            }
        }
        assert!(others * 1_000 <= all * 3, "{others} of {all}");
    }

    #[test]
    fn boards_with_a_king_or_few_or_far_men_are_no_openings() {
        let rows = |rows: &str| Position::from_rows(rows.split('/'), Side::Black).expect("a board");
        for board in [
            ".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.W.",
            ".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.....w./.w.w.w.w/w.w...w.",
            ".b.b.b.b/b.b.b.b./.b....../......../......../w.w.w.w./.w.w.w.w/w.w.w...",
            ".b.b.b.b/b.b.b.b./...b..../..b...b./.b....../w.w.w.w./.w.w.w.w/w.w.w.w.",
        ] {
            let (few, far) = (rows(board), rows(board).mirrored());
            assert!(!is_an_opening(&far), "{board}");
            assert_eq!(is_an_opening(&few), is_an_opening(&far), "{board}");
        }
    }

    /// Games begin anywhere, but with a whole number of seconds.
    #[test]
    fn late_in_a_game_only_whole_seconds_begin_one() {
        let ended = |seed| Walker::new(seed).game(Position::start(), 40);
        for position in (0..50).filter_map(|seed| ended(seed).get(30).copied()) {
            let begins =
                |remaining| may_begin_a_game(&Request { play: Play::Game, remaining, position });
            assert!(begins(Duration::from_secs(300)));
            assert!(!begins(Duration::from_secs_f64(299.93)), "{position:?}");
        }
        let (remaining, position) = (Duration::from_millis(500), Position::start());
        assert!(may_begin_a_game(&Request { play: Play::Game, remaining, position }));
    }
}
