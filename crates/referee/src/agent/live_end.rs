//! The end of a game for a text program: the result that it must announce, once, and its last
//! board.

use crate::agent::detail::quoted;
use crate::agent::live_run::LiveRun;
use crate::game::{Conclusion, EndFault, Ending, Refereed};
use games::board::Side;
use harness::{AnnouncedResult, Announcement, OutputItem};
use std::time::{Duration, Instant};

/// CPU time, and wall time on a machine that is not busy, to announce the result.
const RESULT_TIME: Duration = Duration::from_secs(5);

impl LiveRun {
    /// Hears the result and the last board, and checks both.
    pub(super) fn concluded<G: Refereed>(
        &mut self,
        conclusion: &Conclusion<'_, G>,
    ) -> Result<(), EndFault> {
        self.process.clock.begin_free_turn(RESULT_TIME);
        self.send_pending();
        let checked = self.checked_result(conclusion).and_then(|()| {
            self.process.send("dump");
            self.checked_dump(conclusion.position)
        });
        self.process.clock.end_turn(Instant::now());
        checked
    }

    fn checked_result<G: Refereed>(
        &mut self,
        conclusion: &Conclusion<'_, G>,
    ) -> Result<(), EndFault> {
        let truth = match conclusion.winner {
            Some(Side::Black) => AnnouncedResult::Black,
            Some(Side::White) => AnnouncedResult::White,
            None => AnnouncedResult::Tie,
        };
        match self.next(RESULT_TIME) {
            Ok(OutputItem::Announcement(Announcement::Result(said))) if said == truth => Ok(()),
            Ok(item) => {
                let said = match item {
                    OutputItem::Announcement(said) => quoted(&said.to_string()),
                    OutputItem::Dump(_) => "no result".to_string(),
                };
                let truth = truth.words();
                self.detail = Some(format!("it announced {said}, and not \"* {truth}\""));
                Err(EndFault::Result)
            }
            Err(Ending::RefereeFault) => Err(EndFault::Referee),
            Err(ending) => {
                self.detail = Some(format!("it announced no result: {ending}"));
                Err(EndFault::Result)
            }
        }
    }

    fn checked_dump<G: Refereed>(&mut self, position: &G) -> Result<(), EndFault> {
        match self.next(RESULT_TIME) {
            Ok(OutputItem::Dump(lines)) if self.has_shown(position, &lines) => Ok(()),
            Ok(OutputItem::Dump(_)) => Err(EndFault::Dump),
            Ok(OutputItem::Announcement(said)) => {
                self.detail =
                    Some(format!("after the result it announced {}", quoted(&said.to_string())));
                Err(EndFault::Result)
            }
            Err(Ending::RefereeFault) => Err(EndFault::Referee),
            Err(ending) => {
                self.detail = Some(format!("it showed no board: {ending}"));
                Err(EndFault::Dump)
            }
        }
    }
}
