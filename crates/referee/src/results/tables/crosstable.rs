//! The table of a contest of any number of players: meetings, points, tie-breaks, ratings.
//!
//! Rows are ordered as the course did: by points where a draw is a win for the side with more time
//! left. Among equal points the tie-breaks of `points.rs` decide, then the least CPU time a game.
//! Remaining ties stand in the order of the names: a table depends on its games only.

use crate::journal::{DrawRule, GameResult, Results};
use crate::results::plan_facts::PlanFacts;
use crate::results::tables::player_row::PlayerRow;
use crate::results::tables::points::{Points, ScoredGame};
use games::board::Side;
use runner::process::ClockKind;
use statistics::{GameScore, PairComparison, Ratings};
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

/// The most players that are rated. The cost grows with the third power of their number, and a
/// untrusted journal can hold as many players as games.
pub const MOST_RATED: usize = 1_000;

#[derive(Clone, Debug, PartialEq)]
pub struct Crosstable {
    /// One for each player, the best first.
    pub rows: Vec<PlayerRow>,
    /// In the order of the rows.
    pub points: Vec<Points>,
    /// The games that count, by number.
    pub games: Vec<TableGame>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableGame {
    pub id: u32,
    pub pair: u32,
    /// The first player has Black. Players are numbered by their rows.
    pub scored: ScoredGame,
}

/// All games of two players, as the player of the lower row sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Meeting {
    /// On the board or by forfeit.
    pub wins: u64,
    pub draws: u64,
    /// On the board or by forfeit.
    pub losses: u64,
    pub course: f64,
}

impl Meeting {
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub fn reversed(&self) -> Self {
        let Meeting { wins, draws, losses, course } = *self;
        Meeting { wins: losses, draws, losses: wins, course: self.games() as f64 - course }
    }

    /// Counts one more game, by its result on the board and the course's.
    pub fn count(&mut self, board: GameScore, course: GameScore) {
        match board {
            GameScore::Win => self.wins += 1,
            GameScore::Draw => self.draws += 1,
            GameScore::Loss => self.losses += 1,
        }
        self.course += course.points();
    }
}

/// The meetings of a contest by their two rows, the lower number first.
pub type Meetings = BTreeMap<(usize, usize), Meeting>;

impl Crosstable {
    pub fn of<'a>(results: impl IntoIterator<Item = &'a GameResult>) -> Self {
        Crosstable::of_plan(results, None)
    }

    pub fn clock(&self) -> ClockKind {
        let mut clocks = self.rows.iter().map(|row| row.clock);
        clocks.find(|&clock| clock == ClockKind::Wall).unwrap_or_default()
    }

    /// The table of these games, with a row for each agent of the plan and the points of its byes.
    pub fn of_plan<'a>(
        results: impl IntoIterator<Item = &'a GameResult>,
        plan: Option<&PlanFacts>,
    ) -> Self {
        let mut players = PlayerRows::default();
        for agent in plan.iter().flat_map(|plan| &plan.agents) {
            players.number(agent);
        }
        let mut games = Vec::new();
        for record in results {
            games.extend(players.count(record));
        }
        let mut byes = vec![0.0; players.rows.len()];
        for bye in plan.iter().flat_map(|plan| &plan.byes) {
            if let Some(&player) = players.numbers.get(&bye.agent) {
                byes[player] += bye.points;
            }
        }
        Crosstable::ordered(players.rows, games, &byes)
    }

    pub fn ordered(rows: Vec<PlayerRow>, mut games: Vec<TableGame>, byes: &[f64]) -> Self {
        let scored: Vec<ScoredGame> = games.iter().map(|game| game.scored).collect();
        let points = Points::of_all(rows.len(), &scored, byes);
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by(|&one, &other| {
            points[one].order(&points[other]).then_with(|| after_ties(&rows[one], &rows[other]))
        });
        let mut place = vec![0; rows.len()];
        for (row, &player) in order.iter().enumerate() {
            place[player] = row;
        }
        for game in &mut games {
            game.scored.players = game.scored.players.map(|player| place[player]);
        }
        games.sort_by_key(|game| game.id);
        let points = order.iter().map(|&player| points[player]).collect();
        let mut rows: Vec<Option<PlayerRow>> = rows.into_iter().map(Some).collect();
        let rows = order.iter().filter_map(|&player| rows[player].take()).collect();
        Crosstable { rows, points, games }
    }

    pub fn meetings(&self) -> Meetings {
        let mut meetings = Meetings::new();
        for ScoredGame { players: [black, white], board, course } in
            self.games.iter().map(|game| game.scored)
        {
            let [of_white, course_of_white] = [board, course].map(GameScore::reversed);
            match black.cmp(&white) {
                Ordering::Less => {
                    meetings.entry((black, white)).or_default().count(board, course);
                }
                Ordering::Greater => {
                    meetings.entry((white, black)).or_default().count(of_white, course_of_white);
                }
                // A game of a player against itself says nothing about others.
                Ordering::Equal => {}
            }
        }
        meetings
    }

    /// The ratings of the rows, from the results on the board; none if there are more than
    /// 1,000 rows.
    pub fn ratings(&self, meetings: &Meetings) -> Ratings {
        if self.rows.len() > MOST_RATED {
            return Ratings { players: vec![None; self.rows.len()], components: 0, draws: None };
        }
        let comparisons: Vec<PairComparison> = meetings
            .iter()
            .map(|(&(first, second), &Meeting { wins, draws, losses, .. })| PairComparison {
                first,
                second,
                wins,
                draws,
                losses,
            })
            .collect();
        Ratings::of(self.rows.len(), &comparisons)
    }
}

/// The order of players with equal points and tie-breaks.
fn after_ties(one: &PlayerRow, other: &PlayerRow) -> Ordering {
    let [time_of_one, time_of_other] =
        [one, other].map(|row| row.seconds_a_game().unwrap_or_default());
    let time = time_of_one.total_cmp(&time_of_other);
    time.then_with(|| one.name.cmp(&other.name))
}

/// The players met so far, in the order in which they appeared.
#[derive(Default)]
struct PlayerRows {
    rows: Vec<PlayerRow>,
    numbers: HashMap<String, usize>,
}

impl PlayerRows {
    fn number(&mut self, name: &str) -> usize {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        self.rows.push(PlayerRow::new(name));
        self.numbers.insert(name.to_string(), self.rows.len() - 1);
        self.rows.len() - 1
    }

    /// Counts a game; `None` if it does not count.
    fn count(&mut self, record: &GameResult) -> Option<TableGame> {
        let players = Side::ALL.map(|side| {
            let number = self.number(&record.player(side).name);
            self.rows[number].count(record, side);
            number
        });
        let (board, course) = (
            record.score(Side::Black, DrawRule::Half)?,
            record.score(Side::Black, DrawRule::Time)?,
        );
        let scored = ScoredGame { players, board, course };
        Some(TableGame { id: record.id, pair: record.pair, scored })
    }
}

#[derive(Clone, Debug)]
pub struct RatedTable {
    pub table: Crosstable,
    pub meetings: Meetings,
    /// In the order of the rows.
    pub ratings: Ratings,
}

impl RatedTable {
    /// The table of these games, with a row for each agent of the plan and the points of its byes.
    pub fn of(results: &Results, plan: Option<&PlanFacts>) -> Self {
        let table = Crosstable::of_plan(results.values(), plan);
        let meetings = table.meetings();
        let ratings = table.ratings(&meetings);
        RatedTable { table, meetings, ratings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::random::random_record;
    use crate::journal::results_of;
    use crate::results::plan_facts::{Bye, example};
    use crate::results::tables::example_tables::rounds;
    use crate::rules::Ending;
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    const ENDINGS: [Ending; 5] = [
        Ending::NoMoves,
        Ending::Repetition,
        Ending::Malformed,
        Ending::RefereeFault,
        Ending::MaxPlies,
    ];

    proptest! {
        #[test]
        fn every_counted_game_gives_one_point(seeds in proptest::collection::vec(any::<u8>(), 0..20)) {
            let names = ["alpha", "beta", "gamma"];
            let records: Vec<_> = seeds.iter().enumerate().map(|(id, &seed)| {
                let mut record = random_record(id as u64, ENDINGS[usize::from(seed) % 5]);
                record.black.name = names[usize::from(seed) % 3].into();
                record.white.name = names[(usize::from(seed) + 1) % 3].into();
                record
            }).collect();
            let table = Crosstable::of(results_of(&records).values());
            let counted = records.iter().filter(|record| record.ending != Ending::RefereeFault);
            let counted = counted.count() as f64;
            prop_assert_eq!(table.rows.iter().map(PlayerRow::board_points).sum::<f64>(), counted);
            prop_assert_eq!(table.rows.iter().map(PlayerRow::course_points).sum::<f64>(), counted);
            // The points of the games and those of the rows are counted in two ways.
            for (row, points) in table.rows.iter().zip(&table.points) {
                prop_assert_eq!(row.board_points(), points.board);
                prop_assert_eq!(row.course_points(), points.course);
            }
            prop_assert!(table.points.is_sorted_by(|one, other| one.order(other).is_le()));
            let meetings = table.meetings();
            prop_assert_eq!(meetings.values().map(Meeting::games).sum::<u64>() as f64, counted);
            let results = results_of(&records);
            prop_assert_eq!(&Crosstable::of(results.values().rev()), &table, "the order of the games says nothing");
        }
    }

    #[test]
    fn the_best_player_comes_first() {
        let mut record = random_record(2, Ending::NoMoves);
        record.turns.truncate(4);
        let table = Crosstable::of(results_of(&[record]).values());
        let names: Vec<_> = table.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["beta", "alpha"], "Black was to move and could not");
    }

    #[test]
    fn too_many_players_are_ranked_and_not_rated() {
        let table = rounds(MOST_RATED + 2, 1);
        let ratings = table.ratings(&table.meetings());
        assert_eq!(ratings.players, vec![None; MOST_RATED + 2]);
        assert!(rounds(12, 1).ratings(&rounds(12, 1).meetings()).players[0].is_some());
    }

    #[test]
    fn draws_count_as_the_course_counts_them() {
        // Drawn: White (beta) has more time left. Then alpha wins on the board.
        let mut won = random_record(1, Ending::NoMoves);
        won.turns.truncate(5);
        let table =
            Crosstable::of(results_of(&[random_record(0, Ending::Repetition), won]).values());
        assert_eq!((table.rows[0].name.as_str(), table.points[0].course), ("alpha", 1.0));
        assert_eq!((table.points[0].board, table.points[1].board), (1.5, 0.5));
    }

    #[test]
    fn agents_of_the_plan_have_rows_and_byes_count() {
        let mut plan = example();
        plan.byes.push(Bye { agent: "delta".to_string(), round: 2, points: 9.0 });
        let record = random_record(0, Ending::Repetition);
        let table = Crosstable::of_plan(results_of(&[record]).values(), Some(&plan));
        let names: Vec<_> = table.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["gamma", "beta", "alpha"], "two points for a bye");
        assert_eq!((table.points[0].course, table.rows[0].games()), (2.0, 0));
        let ratings = table.ratings(&table.meetings());
        assert_eq!(ratings.players[0], None, "it has not played");
        assert!(ratings.players[1].is_some());
    }
}
