//! The boards that a text program is asked for, while no clock runs.

use crate::players::text::live_run::LiveRun;
use crate::rules::Ending;
use crate::rules::Refereed;
use crate::rules::TurnQuestion;
use std::time::{Duration, Instant};

/// CPU time for the start, for the moves of the opening and for a dump.
const PREPARATION: Duration = Duration::from_secs(20);

impl LiveRun {
    /// Before the clock starts: the opening, and a dump, by which it shows that it is ready.
    pub(super) fn introduce<G: Refereed>(&mut self, position: &G) -> Result<(), Ending> {
        self.dialogue.process.clock.begin_free_turn(PREPARATION);
        self.send_pending();
        self.dump(position)
    }

    /// Asks for the board, while no clock runs. The program is to do nothing else meanwhile, so
    /// that it can take its time.
    fn dump<G: Refereed>(&mut self, position: &G) -> Result<(), Ending> {
        let shown = self.dialogue.show_board(position, PREPARATION);
        self.dialogue.process.clock.end_turn(Instant::now());
        shown.map_err(|ending| match ending {
            Ending::KilledInMove => {
                let most = PREPARATION.as_secs();
                let detail = format!("it showed no board in {most} s of CPU time");
                self.dialogue.blame(Ending::Hung, detail)
            }
            ending => ending,
        })
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
        self.dialogue.process.clock.begin_free_turn(PREPARATION);
        self.dump(after.position())
    }
}
