//! The verdict of the endgame tables on a position in a game: the result with best play, if the
//! quiet turns that are left suffice for it.
//!
//! The tables count as if all 50 quiet turns were still to come. Where some are played and the
//! distance to the next capture or crowning is known, it tells whether a win comes in time.

use crate::values::share::PointShare;
use crate::values::table_verdict::TableVerdict;
use evaluation::checkers::endgame::{DtcProbe, Tablebases};
use games::board::Side;
use games::checkers::Position;
use games::checkers::rules::QUIET_TURNS;
use games::{Game, Outcome};
use std::fmt;

/// With this many quiet turns left or more, nothing is said of their being too few.
const ENOUGH_TURNS: u32 = QUIET_TURNS - 10;

/// The result with best play, the quiet turns that are left included.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Drawn,
    /// A side would win, but the quiet turns run out before.
    DrawnByQuietTurns {
        /// The side that would win.
        ahead: Side,
        /// Plies to the next capture or crowning with best play, at most one too many.
        plies: u32,
        /// Quiet turns (plies) that are left.
        left: u32,
    },
    Won {
        by: Side,
        /// Plies to the next capture or crowning with best play, at most one too many; 0 if the
        /// game is over. `None` if the tables do not hold the distance.
        plies: Option<u32>,
        /// The quiet turns that are left, where they may be too few.
        left: Option<u32>,
    },
}

impl Verdict {
    /// The verdict with this number of quiet turns (plies) left; `None` without a limit.
    pub fn of(table: TableVerdict, turns_left: Option<u32>) -> Self {
        let TableVerdict::Won { by, plies } = table else { return Verdict::Drawn };
        match (plies, turns_left) {
            // The distance may be one too many; a conversion on the last turn is in time.
            (Some(plies), Some(left)) if plies > left + 1 => {
                Verdict::DrawnByQuietTurns { ahead: by, plies, left }
            }
            (Some(plies), Some(left)) if plies <= left => {
                Verdict::Won { by, plies: Some(plies), left: None }
            }
            (Some(plies), left) => Verdict::Won { by, plies: Some(plies), left },
            (None, left) => {
                Verdict::Won { by, plies, left: left.filter(|&left| left < ENOUGH_TURNS) }
            }
        }
    }

    /// Black's share of the point.
    pub fn share(self) -> PointShare {
        match self {
            Verdict::Drawn | Verdict::DrawnByQuietTurns { .. } => PointShare::HALF,
            Verdict::Won { by, .. } => PointShare::WON.seen_by(by),
        }
    }
}

/// A sentence without a full stop.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Verdict::Drawn => f.write_str("drawn with best play"),
            Verdict::DrawnByQuietTurns { ahead, plies, left } => write!(
                f,
                "drawn under the {QUIET_TURNS}-turn rule: {ahead} would win, but needs {plies} \
                 plies to the next capture or crowning, and only {left} quiet turns are left"
            ),
            Verdict::Won { by, plies: Some(0), .. } => {
                write!(f, "{by} has won: {} has no legal move", !by)
            }
            Verdict::Won { by, plies, left } => {
                write!(f, "{by} wins")?;
                match plies {
                    Some(1) => f.write_str("; the next move captures, crowns or ends the game")?,
                    Some(plies) => write!(f, "; capture or crowning within {plies} plies")?,
                    None => {}
                }
                let told = left.map(|left| format!(", if the {left} quiet turns left suffice"));
                f.write_str(&told.unwrap_or_default())
            }
        }
    }
}

/// Asks endgame tables, by default those that are compiled in, and keeps what it has decompressed.
#[derive(Debug)]
pub struct TableReader {
    tables: Tablebases<'static>,
    probe: DtcProbe<'static>,
}

impl Default for TableReader {
    fn default() -> Self {
        TableReader::of(Tablebases::built_in())
    }
}

impl TableReader {
    /// Asks these tables.
    pub fn of(tables: Tablebases<'static>) -> Self {
        TableReader { tables, probe: tables.dtc_probe() }
    }

    /// The verdict of the tables; `None` where they do not reach.
    pub fn verdict(&mut self, position: &Position) -> Option<TableVerdict> {
        let side = position.side_to_move();
        Some(match self.tables.probe(position)? {
            Outcome::Draw => TableVerdict::Drawn,
            Outcome::Win => {
                let plies = self.probe.plies_to_conversion_when_won(position);
                TableVerdict::Won { by: side, plies }
            }
            Outcome::Loss => {
                let plies = self.probe.plies_to_conversion_when_lost(position);
                TableVerdict::Won { by: !side, plies }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::option;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    const BLACK: Side = Side::Black;

    fn won(plies: u32, left: u32) -> Verdict {
        Verdict::of(TableVerdict::Won { by: BLACK, plies: Some(plies) }, Some(left))
    }

    #[test]
    fn a_win_that_needs_more_quiet_turns_than_are_left_is_drawn() {
        assert_eq!(won(23, 30), Verdict::Won { by: BLACK, plies: Some(23), left: None });
        assert_eq!(won(23, 23), Verdict::Won { by: BLACK, plies: Some(23), left: None });
        assert_eq!(won(23, 22), Verdict::Won { by: BLACK, plies: Some(23), left: Some(22) });
        assert_eq!(won(23, 21), Verdict::DrawnByQuietTurns { ahead: BLACK, plies: 23, left: 21 });
    }

    fn unknown(left: u32) -> String {
        let table = TableVerdict::Won { by: BLACK, plies: None };
        Verdict::of(table, Some(left)).to_string()
    }

    #[test]
    fn a_win_of_unknown_distance_is_doubted_only_where_few_turns_are_left() {
        assert_eq!([50, 49, 40].map(unknown), ["Black wins"; 3]);
        assert_eq!(unknown(39), "Black wins, if the 39 quiet turns left suffice");
    }

    #[test]
    fn words_name_what_decides() {
        assert_eq!(won(23, 50).to_string(), "Black wins; capture or crowning within 23 plies");
        let drawn = won(23, 8).to_string();
        assert!(drawn.starts_with("drawn under the 50-turn rule: Black would win"), "{drawn}");
        assert!(drawn.contains("23 plies") && drawn.ends_with("only 8 quiet turns are left"));
        let over = won(0, 50).to_string();
        assert_eq!(over, "Black has won: White has no legal move");
    }

    proptest! {
        #[test]
        fn more_quiet_turns_never_hurt_the_winner(
            plies in option::of(0..200_u32),
            left in 0..200_u32,
        ) {
            let table = TableVerdict::Won { by: BLACK, plies };
            let [fewer, more, any] = [Some(left), Some(left + 1), None]
                .map(|left| Verdict::of(table, left).share());
            prop_assert!(fewer <= more);
            prop_assert_eq!(any, PointShare::WON);
            prop_assert_eq!(Verdict::of(TableVerdict::Drawn, Some(left)), Verdict::Drawn);
        }
    }
}
