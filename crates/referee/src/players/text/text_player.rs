//! A text program as a player: it is started once for a game and receives the moves.
//!
//! Both sides are set to `manual`, and the moves of the opening are sent. Then its own side is
//! `auto`, and each move of the other side is sent as a person would write it. What it announces
//! is checked by our rules, and so are its boards: before its first move, after some of its moves,
//! and at the end. Its clock runs from a question to the announcement; a board is shown between two
//! turns.

use crate::error::MatchError;
use crate::players::agent_files::AGENT_FILES;
use crate::players::participant::Participant;
use crate::players::shown_board::DumpMoves;
use crate::players::text::dialogue_place::DialoguePlace;
use crate::players::text::silence::UNFINISHED;
use crate::players::text::text_channel::TextChannel;
use crate::rules::{
    CheckedReply, Conclusion, EndFault, Ending, GamePlayer, Refereed, TimeControl, TurnQuestion,
};
use games::board::Side;
use harness::TextGame;
use runner::AgentDir;
use runner::process::{TurnCost, TurnTime};
use std::time::{Duration, Instant};

/// A text program that plays one side of a game.
#[derive(Debug)]
pub struct TextPlayer {
    pub channel: TextChannel,
    side: Side,
    time: TimeControl,
    pub(super) dumps: DumpMoves,
    pending: Vec<String>,
    stage: LiveStage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LiveStage {
    Started,
    /// Both sides are manual.
    Introduced,
    /// Its own side is automatic.
    Playing,
}

impl TextPlayer {
    /// Starts the program for one side. The moves of the opening are still to be seen.
    ///
    /// # Errors
    /// The directory, the sandbox, the pipes or a thread cannot be made.
    pub fn new(
        participant: &Participant,
        game: TextGame,
        side: Side,
        place: DialoguePlace<'_>,
    ) -> Result<Self, MatchError> {
        let dir = AgentDir::new(place.temp_root, AGENT_FILES, None)?;
        let channel = TextChannel::start(&participant.agent, game, dir, place)?;
        channel.process.clock.rest();
        let (pending, stage) = (Vec::new(), LiveStage::Started);
        let (time, dumps) = (TimeControl::default(), DumpMoves::drawn_by(0));
        Ok(TextPlayer { channel, side, time, dumps, pending, stage })
    }

    /// Sets what its clock counts; the seed draws the moves after which it is asked for its board.
    #[must_use]
    pub fn with_clock(mut self, time: TimeControl, seed: u64) -> Self {
        self.time = time;
        self.dumps = DumpMoves::drawn_by(seed);
        self
    }

    /// A move that was played and that the program has to hear of.
    pub fn tell(&mut self, mv: String) {
        self.pending.push(mv);
    }

    /// Sends what it has not heard of.
    pub(super) fn send_pending(&mut self) {
        if self.stage == LiveStage::Started {
            self.channel.process.send("manual black");
            self.channel.process.send("manual white");
            self.stage = LiveStage::Introduced;
        }
        for line in std::mem::take(&mut self.pending) {
            self.channel.process.send(&line);
        }
    }

    /// Whether a turn was in time. If not, says what took the time.
    fn is_in_time(&mut self, cost: TurnCost, remaining: Duration) -> bool {
        let (most, clock) = (self.time.move_limit(), self.time.clock);
        let (own, waiting) = (cost.own.as_secs_f64(), cost.waiting.as_secs_f64());
        let is_long = cost.own >= most;
        let is_late = is_long || cost.waiting + cost.own >= remaining;
        let took = format!("it took {own:.2} s of {clock} for this move");
        if is_long {
            self.channel.note(format!("{took}; {} s are allowed", most.as_secs_f64()));
        } else if is_late && cost.waiting > cost.own {
            self.channel.note(format!("it used {waiting:.2} s of CPU time since its last turn"));
        } else if is_late {
            let left = remaining.as_secs_f64();
            self.channel.note(format!("{took}; {left:.2} s of its clock were left"));
        }
        !is_late
    }

    /// Everything up to its clock.
    fn prepare<G: Refereed>(&mut self, position: &G) -> Result<(), Ending> {
        if self.channel.is_stopped() {
            return Err(Ending::RefereeFault);
        }
        if self.channel.process.clock.has_run_at_rest() {
            let detail = "it ran while the other side was to move, until it was killed for it";
            return Err(self.channel.blame(Ending::KilledInMove, detail.to_string()));
        }
        if let Some(said) = self.channel.process.output.unread() {
            return Err(self.channel.unasked(&said));
        }
        if self.stage == LiveStage::Started { self.introduce(position) } else { Ok(()) }
    }

    fn ask(&mut self) {
        self.send_pending();
        if self.stage == LiveStage::Introduced {
            self.channel.process.send(&format!("auto {}", self.side.to_string().to_lowercase()));
            self.stage = LiveStage::Playing;
        }
    }
}

impl<G: Refereed> GamePlayer<G> for TextPlayer {
    fn play(&mut self, question: &TurnQuestion<'_, G>) -> CheckedReply<G::Move> {
        let (position, remaining) = (question.state.position(), question.remaining());
        if let Err(ending) = self.prepare(position) {
            let charge = Duration::ZERO;
            return CheckedReply {
                charge,
                left: remaining,
                mv: Err(ending),
                remark: None,
                flaw: None,
            };
        }
        let (clock, most) = (self.time.clock, self.time.move_limit());
        self.channel.process.clock.begin_turn(TurnTime { clock, left: remaining, most });
        self.ask();
        let said = self.channel.announced(remaining);
        let cost = self.channel.process.clock.end_turn(Instant::now());
        let said = said.and_then(|text| match self.channel.passed_limit() {
            None => Ok(text),
            Some(ending) => Err(self.channel.explain(ending, UNFINISHED, remaining)),
        });
        let is_in_time = self.is_in_time(cost, remaining);
        let charge = cost.waiting + cost.own;
        let left = remaining.saturating_sub(charge);
        let mv = match said {
            Err(Ending::KilledInMove) => Err(Ending::KilledInMove),
            _ if !is_in_time => Err(Ending::ClockOverdrawn),
            said => said.and_then(|text| self.channel.legal(position, text)),
        };
        let mv = mv.and_then(|mv| self.dump_at_times(question, mv).map(|()| mv));
        self.channel.process.clock.rest();
        CheckedReply { charge, left, mv, remark: None, flaw: None }
    }

    /// Its own moves it knows, once it plays; a pass is no move for it.
    fn see(&mut self, before: &G, mv: G::Move) {
        let is_own = before.side_to_move() == self.side && self.stage == LiveStage::Playing;
        if !is_own && before.forced_pass().is_none() {
            self.tell(before.move_text(mv));
        }
    }

    fn conclude(&mut self, conclusion: &Conclusion<'_, G>) -> Result<(), EndFault> {
        self.concluded(conclusion)
    }
}

/// The text game of a name.
///
/// # Errors
/// `harness` does not know it.
pub fn text_game(name: &str) -> Result<TextGame, MatchError> {
    let sentence = "no text program plays this game";
    TextGame::named(name).ok_or_else(|| MatchError::Failed(sentence.to_string()))
}

/// CPU time for the start, for the moves of the opening and for a dump.
const PREPARATION: Duration = Duration::from_secs(20);
/// What of it no clock counts at the start: a virtual machine needs up to a second.
const FREE_START: Duration = Duration::from_secs(1);
/// The same for a dump.
const FREE_DUMP: Duration = Duration::from_millis(300);

impl TextPlayer {
    /// Before the clock starts: the opening, and a dump, by which it shows that it is ready.
    pub(super) fn introduce<G: Refereed>(&mut self, position: &G) -> Result<(), Ending> {
        self.channel.process.clock.begin_free_turn(PREPARATION, FREE_START);
        self.send_pending();
        self.dump(position)
    }

    /// Asks for the board, between two turns. The program is to do nothing else meanwhile, so
    /// that it can take its time.
    fn dump<G: Refereed>(&mut self, position: &G) -> Result<(), Ending> {
        let shown = self.channel.show_board(position, PREPARATION);
        self.channel.process.clock.end_turn(Instant::now());
        shown.map_err(Ending::outside_a_turn)
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
        self.channel.process.clock.begin_free_turn(PREPARATION, FREE_DUMP);
        self.dump(after.position())
    }
}

/// CPU time, and wall time on a machine that is not busy, to announce the result.
const RESULT_TIME: Duration = Duration::from_secs(5);

impl TextPlayer {
    /// Hears the result and the last board, and checks both.
    pub(super) fn concluded<G: Refereed>(
        &mut self,
        conclusion: &Conclusion<'_, G>,
    ) -> Result<(), EndFault> {
        self.channel.process.clock.begin_free_turn(RESULT_TIME, RESULT_TIME);
        self.send_pending();
        let (channel, position) = (&mut self.channel, conclusion.position);
        let result = channel.announce_result(conclusion.winner, RESULT_TIME);
        let checked = match result.map(|()| channel.show_board(position, RESULT_TIME)) {
            Ok(Ok(())) => Ok(()),
            Err(Ending::RefereeFault) | Ok(Err(Ending::RefereeFault)) => Err(EndFault::Referee),
            Err(_) | Ok(Err(Ending::OutOfTurn | Ending::EarlyResult | Ending::WrongResult(_))) => {
                Err(EndFault::Result)
            }
            Ok(Err(_)) => Err(EndFault::Dump),
        };
        self.channel.process.clock.end_turn(Instant::now());
        checked
    }
}
