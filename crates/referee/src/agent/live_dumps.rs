//! The boards that a text program is asked for, while no clock runs.

use crate::agent::live_run::LiveRun;
use crate::agent::shown_board::wrong_board;
use crate::game::{Ending, Refereed, TurnQuestion};
use harness::OutputItem;
use std::time::{Duration, Instant};

/// CPU time for the start, for the moves of the opening and for a dump.
const PREPARATION: Duration = Duration::from_secs(20);

impl LiveRun {
    /// Before the clock starts: the opening, and a dump, by which it shows that it is ready.
    pub(super) fn introduce<G: Refereed>(&mut self, position: &G) -> Result<(), Ending> {
        self.process.clock.begin_free_turn(PREPARATION);
        self.send_pending();
        self.dump(position)
    }

    /// Asks for the board, while no clock runs. The program is to do nothing else meanwhile, so
    /// that it can take its time.
    fn dump<G: Refereed>(&mut self, position: &G) -> Result<(), Ending> {
        self.process.send("dump");
        let shown = match self.next(PREPARATION) {
            Ok(OutputItem::Dump(lines)) => lines,
            Ok(OutputItem::Announcement(said)) => return Err(self.unasked(&said)),
            Err(Ending::KilledInMove) => {
                let most = PREPARATION.as_secs();
                self.detail = Some(format!("it showed no board in {most} s of CPU time"));
                return Err(Ending::Hung);
            }
            Err(ending) => return Err(ending),
        };
        self.process.clock.end_turn(Instant::now());
        if self.has_shown(position, &shown) { Ok(()) } else { Err(Ending::WrongDump) }
    }

    /// Now and then, after its own move, asks for the board: before the other side is asked, so
    /// that nobody has moved meanwhile. Not where the game is over, or where it is to move again.
    pub(super) fn dump_at_times<G: Refereed>(
        &mut self,
        question: &TurnQuestion<'_, G>,
        mv: G::Move,
    ) -> Result<(), Ending> {
        if !self.dumps.is_due() {
            return Ok(());
        }
        let mut after = question.state.clone();
        after.play(mv);
        if after.ended().is_some() || after.position().forced_pass().is_some() {
            return Ok(());
        }
        self.dumps.draw();
        self.process.clock.begin_free_turn(PREPARATION);
        self.dump(after.position())
    }

    /// Whether a dump is that of the position.
    pub(super) fn has_shown<G: Refereed>(&mut self, position: &G, shown: &[String]) -> bool {
        self.wrong = wrong_board(position, shown);
        if let Some(wrong) = &self.wrong {
            self.detail = Some(wrong.line.clone());
        }
        self.wrong.is_none()
    }
}
