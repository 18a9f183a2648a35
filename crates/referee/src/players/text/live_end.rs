//! The end of a game for a text program: the result that it must announce, once, and its last
//! board.

use crate::players::text::live_run::LiveRun;
use crate::rules::Conclusion;
use crate::rules::Refereed;
use crate::rules::{EndFault, Ending};
use std::time::{Duration, Instant};

/// CPU time, and wall time on a machine that is not busy, to announce the result.
const RESULT_TIME: Duration = Duration::from_secs(5);

impl LiveRun {
    /// Hears the result and the last board, and checks both.
    pub(super) fn concluded<G: Refereed>(
        &mut self,
        conclusion: &Conclusion<'_, G>,
    ) -> Result<(), EndFault> {
        self.dialogue.process.clock.begin_free_turn(RESULT_TIME);
        self.send_pending();
        let (dialogue, position) = (&mut self.dialogue, conclusion.position);
        let result = dialogue.announce_result(conclusion.winner, RESULT_TIME);
        let checked = match result.map(|()| dialogue.show_board(position, RESULT_TIME)) {
            Ok(Ok(())) => Ok(()),
            Err(Ending::RefereeFault) | Ok(Err(Ending::RefereeFault)) => Err(EndFault::Referee),
            Err(_) | Ok(Err(Ending::OutOfTurn | Ending::WrongResult(_))) => Err(EndFault::Result),
            Ok(Err(_)) => Err(EndFault::Dump),
        };
        self.dialogue.process.clock.end_turn(Instant::now());
        checked
    }
}
