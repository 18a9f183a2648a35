//! A table with its ratings. Both take long for many games, so a caller that shows several things
//! makes them once.

use crate::journal::Results;
use crate::results::plan_facts::PlanFacts;
use crate::results::tables::crosstable::{Crosstable, Meetings};
use statistics::Ratings;

/// A table, its meetings, and the ratings that follow.
#[derive(Clone, Debug)]
pub struct RatedTable {
    /// The players in the order of their places.
    pub table: Crosstable,
    /// The meetings of each two rows.
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
