//! Games that endgame tables end before the rules do, where a contest wants it.
//!
//! The tables know the result with best play, for a board after which all 50 quiet turns are still
//! to come. So they are asked only after a capture or a crowning, which begins the count anew and
//! which no earlier board can repeat. Who has the tables is asked by [`EndgameTables`]: the referee
//! links no evaluation.

use crate::rules::ending::Ending;
use crate::rules::refereed::Refereed;
use crate::rules::state::GameState;
use games::board::Side;
use games::checkers::Position;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most pieces of a position that are asked about; no table of ours knows more.
pub const MOST_TABLE_PIECES: u32 = 6;

/// Which games are ended; part of the conditions of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableAdjudication {
    pub results: AdjudicatedResults,
    /// The most pieces of a position that the tables are asked about.
    pub pieces: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum AdjudicatedResults {
    /// Games that are won and games that are drawn
    Both,
    /// Games that one side has won
    #[value(alias = "win_loss")]
    WinLoss,
    /// Drawn games
    Draw,
}

/// The result of a position with best play under the rule of 50 quiet turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableResult {
    Won(Side),
    Drawn,
}

/// One that has endgame tables of checkers. Several games ask at the same time.
pub trait EndgameTables: fmt::Debug + Sync {
    /// `None` where the tables do not reach, or cannot be asked any more.
    fn result(&self, position: &Position) -> Option<TableResult>;
}

#[derive(Clone, Copy, Debug)]
pub struct Adjudicator<'a> {
    pub wanted: TableAdjudication,
    pub tables: &'a dyn EndgameTables,
}

impl Adjudicator<'_> {
    /// The ending of a game that the rules do not end here; `None` if it goes on.
    pub fn ending<G: Refereed>(&self, state: &GameState<G>) -> Option<Ending> {
        let position = state.position().in_endgame_tables()?;
        if state.plies() == 0 || state.line().quiet() > 0 || position.count() > self.wanted.pieces {
            return None;
        }
        self.wanted.results.ending(self.tables.result(position)?)
    }
}

impl AdjudicatedResults {
    /// The ending by a result of the tables, if games of this result are ended.
    const fn ending(self, result: TableResult) -> Option<Ending> {
        match (result, self) {
            (TableResult::Won(winner), Self::Both | Self::WinLoss) => {
                Some(Ending::TableWin(winner))
            }
            (TableResult::Drawn, Self::Both | Self::Draw) => Some(Ending::TableDraw),
            (TableResult::Won(_), Self::Draw) | (TableResult::Drawn, Self::WinLoss) => None,
        }
    }
}

/// A sentence without a full stop.
impl fmt::Display for TableAdjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = match self.results {
            AdjudicatedResults::Both => "games",
            AdjudicatedResults::WinLoss => "won games",
            AdjudicatedResults::Draw => "drawn games",
        };
        write!(f, "{games} of at most {} pieces are adjudicated by endgame tables", self.pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::profile::{GameLimits, ReplyRules};
    use games::Notation;
    use std::sync::Mutex;

    /// Says the same of every position, and notes each that it is asked about.
    #[derive(Debug)]
    struct ToldResult(Option<TableResult>, Mutex<Vec<String>>);

    impl EndgameTables for ToldResult {
        fn result(&self, position: &Position) -> Option<TableResult> {
            self.1.lock().expect("one thread").push(position.fen());
            self.0
        }
    }

    /// The endings on the boards of a game whose first and third move begin the count of quiet
    /// turns anew, and how often the tables were asked.
    fn endings(pieces: u32) -> (Vec<Option<Ending>>, usize) {
        let start = Position::from_fen("W:W14,29:B10,20").expect("a position");
        let limits = GameLimits { replies: ReplyRules::default(), quiet_turns: 50, plies: 300 };
        let tables = ToldResult(Some(TableResult::Drawn), Mutex::default());
        let wanted = TableAdjudication { results: AdjudicatedResults::Both, pieces };
        let adjudicator = Adjudicator { wanted, tables: &tables };
        let mut state = GameState::new(start, limits);
        let mut found = vec![adjudicator.ending(&state)];
        for text in ["14x7", "20-24", "7-3", "24-27"] {
            state.play(state.position().read_move(text).expect("legal"));
            found.push(adjudicator.ending(&state));
        }
        let asked = tables.1.lock().expect("one thread").len();
        (found, asked)
    }

    #[test]
    fn tables_are_asked_where_they_reach_after_a_capture_or_a_crowning() {
        let draw = Some(Ending::TableDraw);
        assert_eq!(endings(3), (vec![None, draw, None, draw, None], 2));
        assert_eq!(endings(2), (vec![None; 5], 0), "too many pieces");
    }

    #[test]
    fn only_results_that_are_wanted_end_a_game() {
        use AdjudicatedResults::{Both, Draw, WinLoss};
        let (won, drawn) = (TableResult::Won(Side::Black), TableResult::Drawn);
        let (lost, draw) = (Ending::TableWin(Side::Black), Ending::TableDraw);
        for (results, by_win, by_draw) in
            [(Both, Some(lost), Some(draw)), (WinLoss, Some(lost), None), (Draw, None, Some(draw))]
        {
            assert_eq!((results.ending(won), results.ending(drawn)), (by_win, by_draw));
        }
    }
}
