//! The endgame tables that are compiled in, against the rules of the game alone.
//!
//! The endings of two and three pieces are solved again whole, by another method that knows neither
//! indices nor tables. Of the larger ones random positions are held against their successors: a
//! result must be the best of what the moves lead to, and a distance one more than the best of
//! theirs. Since every distance is finite, tables that agree everywhere are right everywhere.
//! Up to five pieces everything is known, of six pieces a part. Textbook problems of both are read
//! from `fixtures/problems`.

mod again;
mod cursed;
mod gould;
mod reachable;
mod samples;
mod searches;
mod six_pieces;

use evaluation::checkers::endgame::{DtcProbe, Tablebases};
use games::Outcome;
use games::checkers::Position;
use std::sync::LazyLock;

static TABLES: LazyLock<Tablebases<'static>> = LazyLock::new(Tablebases::built_in);

fn result(position: &Position) -> Option<Outcome> {
    TABLES.probe(position)
}

fn dtc_probe() -> DtcProbe<'static> {
    TABLES.dtc_probe()
}
