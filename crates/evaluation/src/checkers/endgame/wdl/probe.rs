//! Looking up a position of the game.
//!
//! A table holds positions whose side to move has no capture. Where it has one, it must capture,
//! and each capture leads to fewer pieces: the results there are probed instead.

use crate::checkers::endgame::index::material::{MAX_PIECES, Material};
use crate::checkers::endgame::index::table_index::TableIndex;
use crate::checkers::endgame::wdl::probe_cache::ProbeCache;
use crate::checkers::endgame::wdl::table::WdlTable;
use games::board::Side;
use games::checkers::movegen;
use games::checkers::position::{Position, crown_row};
use games::checkers::rules::QuietTurnRule;
use games::{Game, Outcome};

/// No ending of this many pieces or fewer needs 50 quiet turns.
pub const NEVER_CURSED: u32 = 3;

/// The results under one draw rule.
#[derive(Clone, Copy, Debug)]
pub struct ResultTables<'a> {
    /// Under the rule of 50 quiet turns.
    pub ruled: WdlTable<'a>,
    pub rule: QuietTurnRule,
    /// Without the rule, of the positions that it draws.
    pub cursed: Option<WdlTable<'a>>,
}

impl ResultTables<'_> {
    /// See [`Tablebases::probe_quiet`].
    ///
    /// [`Tablebases::probe_quiet`]: crate::checkers::endgame::Tablebases::probe_quiet
    #[inline(always)]
    pub fn probe_quiet(&self, position: &Position) -> Option<Outcome> {
        // Most nodes of most searches end here.
        if position.count() > MAX_PIECES as u32 { None } else { self.probe_few(position) }
    }

    /// The same by way of a cache, which must have seen no other tables.
    #[inline(always)]
    pub fn probe_quiet_cached(
        &self,
        position: &Position,
        cache: &mut ProbeCache,
    ) -> Option<Outcome> {
        if position.count() > MAX_PIECES as u32 {
            return None;
        }
        cache.get_or_probe(position.key(), || self.probe_few(position))
    }

    #[inline(never)]
    fn probe_few(&self, position: &Position) -> Option<Outcome> {
        let (pieces, most) = (position.count() as usize, self.ruled.pieces());
        // Only materials of the most pieces can be missing; that is cheaper to see than a capture.
        let is_held = pieces < most
            || pieces == most
                && Material::of(position).is_some_and(|material| self.ruled.holds(material));
        if is_held && !movegen::can_jump(position) { self.look_up(position) } else { None }
    }

    /// The result of any position; searches the captures.
    pub fn probe(&self, position: &Position) -> Option<Outcome> {
        if position.own().is_empty() {
            return Some(Outcome::Loss);
        }
        if position.count() > self.ruled.pieces() as u32 {
            return None;
        }
        let mut captures = Vec::new();
        movegen::jumps(position, &mut captures);
        if captures.is_empty() {
            return self.look_up(position);
        }
        let mut best = Outcome::Loss;
        for mv in captures {
            match self.probe(&position.play(mv))? {
                Outcome::Loss => return Some(Outcome::Win),
                Outcome::Draw => best = Outcome::Draw,
                Outcome::Win => {}
            }
        }
        Some(best)
    }

    /// The result of a position without a capture.
    fn look_up(&self, position: &Position) -> Option<Outcome> {
        let ruled = self.ruled.look_up(position)?;
        let may_be_cursed = self.rule == QuietTurnRule::None
            && ruled == Outcome::Draw
            && position.count() > NEVER_CURSED;
        if may_be_cursed { self.cursed?.look_up(position) } else { Some(ruled) }
    }
}

impl WdlTable<'_> {
    /// The result of a position without a capture. `None` also for two kinds of position without an
    /// index: a side without pieces, which has lost by the rules, and a man on the row where it is
    /// crowned, which no game brings about.
    pub fn look_up(&self, position: &Position) -> Option<Outcome> {
        if position.own().is_empty()
            || position.enemies().is_empty()
            || Side::ALL.into_iter().any(|side| (position.men(side) & crown_row(side)).any())
            || self.leaves_out(position)
        {
            return None;
        }
        self.stored(TableIndex::of(position))
    }

    /// Is the side to move threatened with a capture, and does the table leave such positions out?
    #[inline]
    fn leaves_out(&self, position: &Position) -> bool {
        !self.holds_threatened(position.count() as usize) && movegen::could_jump(position)
    }
}
