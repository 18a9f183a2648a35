//! A text program in its directory, and what is said: lines to it, and from it moves, results and
//! boards, each of which may be a fault.

use crate::error::MatchError;
use crate::players::detail::{PrintedCause, in_one_line, quoted};
use crate::players::file_player::{blamed, ending_of, is_to_blame, spec_of};
use crate::players::idle_time::{IDLE_IN_GAME, longest_wall};
use crate::players::interpreter::why_not_started;
use crate::players::program::Agent;
use crate::players::room::found_room;
use crate::players::shown_board::{WrongBoard, wrong_board};
use crate::players::text::dialogue_place::DialoguePlace;
use crate::players::text::silence::{UNFINISHED, silence};
use crate::players::text::text_process::{TextProcess, Transcript};
use crate::rules::{Ending, Refereed, RuleViolation, TurnSide};
use games::board::Side;
use harness::{
    AnnouncedResult, Announcement, Limits, OutputEnd, OutputItem, OutputParser, OutputQueue,
    OutputQueues, Reading, SignalFlag, TextGame, WaitDeadline, WaitEnd, WaitLimit,
};
use runner::process::RunSpec;
use runner::{AgentDir, RunnerError, STDERR_FILE};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The conversation, among the evidence.
pub const CONVERSATION_FILE: &str = "conversation.txt";
/// The true board and the shown one.
const BOARDS_FILE: &str = "boards.txt";
/// How long a program that has closed its output may take to end.
const CLOSED: Duration = Duration::from_secs(1);
/// How long it may take to read what a program that has ended had printed.
const LAST_OUTPUT: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub struct TextChannel {
    agent: Agent,
    pub process: TextProcess,
    spec: RunSpec,
    detail: Option<String>,
    ended: Option<Ending>,
    error: Option<MatchError>,
    wrong: Option<WrongBoard>,
    /// The result that it has announced of this game.
    result: Option<AnnouncedResult>,
    dir: AgentDir,
}

impl TextChannel {
    /// Starts the program in its directory.
    ///
    /// # Errors
    /// The sandbox, the pipes or a thread cannot be made.
    pub fn start(
        agent: &Agent,
        game: TextGame,
        dir: AgentDir,
        place: DialoguePlace<'_>,
    ) -> Result<Self, MatchError> {
        let limits = Limits::default();
        let own = Arc::new(OutputQueue::new(limits.max_unread, SignalFlag::default()));
        let queues = OutputQueues { own, other: None };
        let parser = OutputParser::new(Some(game), limits, Reading::Strict);
        Self::start_into(agent, (parser, queues), dir, place)
    }

    /// The same with a parser and queues of somebody else.
    ///
    /// # Errors
    /// As [`TextChannel::start`].
    pub fn start_into(
        agent: &Agent,
        output: (OutputParser, OutputQueues),
        mut dir: AgentDir,
        place: DialoguePlace<'_>,
    ) -> Result<Self, MatchError> {
        dir.program.clone_from(&agent.directory);
        let DialoguePlace { temp_root, sandbox_mode, cores, idle_limit, time } = place;
        let mut spec = spec_of(agent, &dir, temp_root, sandbox_mode, cores)?;
        spec.args = agent.args.iter().map(|argument| time.fill(argument).into()).collect();
        spec.variables = time.variables();
        spec.idle_limit = idle_limit;
        spec.wall_limit = Duration::MAX;
        spec.idle_total = IDLE_IN_GAME;
        let process = TextProcess::start(spec.clone(), &dir, output).map_err(|source| {
            MatchError::Failed(format!("cannot start a text program: {source}"))
        })?;
        Ok(TextChannel {
            agent: agent.clone(),
            process,
            spec,
            detail: None,
            ended: None,
            error: None,
            wrong: None,
            result: None,
            dir,
        })
    }

    pub const fn agent(&self) -> &Agent {
        &self.agent
    }

    pub const fn dir(&self) -> &AgentDir {
        &self.dir
    }

    /// Whether all games are to end.
    pub fn is_stopped(&self) -> bool {
        self.spec.is_stopped()
    }

    /// Why the referee could not run it, if that happened.
    pub const fn error(&self) -> Option<&MatchError> {
        self.error.as_ref()
    }

    /// The same, once.
    pub const fn take_error(&mut self) -> Option<MatchError> {
        self.error.take()
    }

    /// What exactly it has said wrongly, if it has.
    pub fn fault(&self) -> Option<String> {
        self.detail.clone()
    }

    /// The same, else what it has printed on standard error.
    pub fn detail(&self) -> Option<String> {
        self.detail.clone().or_else(|| Some(self.printed_error()?.to_string()))
    }

    /// What it has printed on standard error.
    pub fn printed_error(&self) -> Option<PrintedCause> {
        PrintedCause::of(&self.dir)
    }

    /// Writes the conversation, and what it has printed as errors, into `folder`; returns the file
    /// of the conversation.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn keep_evidence(&self, folder: &Path) -> Result<PathBuf, MatchError> {
        if let Some(errors) = self.dir.read(STDERR_FILE) {
            put(folder, STDERR_FILE, &errors)?;
        }
        if let Some(wrong) = &self.wrong {
            put(folder, BOARDS_FILE, wrong.both.as_bytes())?;
        }
        put(folder, CONVERSATION_FILE, self.process.conversation.text().as_bytes())
    }

    pub fn send(&mut self, line: &str) {
        self.process.send(line);
    }

    pub fn end_input(&mut self) {
        self.process.end_input();
    }

    pub const fn conversation(&self) -> &Transcript {
        &self.process.conversation
    }

    /// A new game: no result of it was announced.
    pub const fn begin_game(&mut self) {
        self.result = None;
    }

    /// Work for which the program has this CPU time, and in which it may not be idle for long.
    pub fn timed<T>(&mut self, cpu: Duration, work: impl FnOnce(&mut Self) -> T) -> T {
        self.process.clock.begin_free_turn(cpu, cpu);
        let done = work(self);
        self.process.clock.end_turn(Instant::now());
        done
    }

    /// Waits for its end; the ending unless it is one with code 0.
    ///
    /// # Errors
    /// As [`TextChannel::show_board`].
    pub fn expect_end(&mut self, patience: Duration) -> Result<(), Ending> {
        let has_ended = self.process.clock.has_ended_within(patience);
        let ending = self.end_of_run(Duration::ZERO);
        // Its last line may have no end, and be read only now.
        let read = WaitDeadline::from_now(WaitLimit::Patience(LAST_OUTPUT));
        let _ = self.process.output.wait_for_end(read);
        match ending {
            Ending::Left if has_ended => Ok(()),
            Ending::Left => {
                let wait = patience.as_secs();
                Err(self.blame(Ending::Hung, format!("it did not end within {wait} s")))
            }
            ending => Err(ending),
        }
    }

    pub fn note(&mut self, detail: String) {
        self.detail = Some(detail);
    }

    /// Notes what exactly was wrong, and returns the ending.
    pub fn blame(&mut self, ending: Ending, detail: String) -> Ending {
        self.detail = Some(detail);
        ending
    }

    /// Asks for the board, within this CPU time: it must be that of the position, and nothing may
    /// have been announced before.
    ///
    /// # Errors
    /// The ending that this is; the detail says more.
    pub fn show_board<G: Refereed>(&mut self, position: &G, cpu: Duration) -> Result<(), Ending> {
        let lines = self.board_lines(cpu)?;
        self.compare(position, &lines)
    }

    /// Asks for the board; the lines of the dump.
    ///
    /// # Errors
    /// As [`TextChannel::show_board`].
    pub fn board_lines(&mut self, cpu: Duration) -> Result<Vec<String>, Ending> {
        self.process.send("dump");
        self.next_board(cpu)
    }

    /// The lines of the dump that must come next.
    ///
    /// # Errors
    /// As [`TextChannel::show_board`].
    pub fn next_board(&mut self, cpu: Duration) -> Result<Vec<String>, Ending> {
        match self.next_item(cpu) {
            Ok(OutputItem::Dump(lines)) => Ok(lines),
            Ok(OutputItem::Announcement(said)) => Err(self.unasked(&said)),
            Err(ending) => Err(self.explain(ending, "showed no board", cpu)),
        }
    }

    /// The result that it announces within this CPU time must be the true one.
    ///
    /// # Errors
    /// As [`TextChannel::show_board`].
    pub fn announce_result(&mut self, winner: Option<Side>, cpu: Duration) -> Result<(), Ending> {
        let truth = match winner {
            Some(Side::Black) => AnnouncedResult::Black,
            Some(Side::White) => AnnouncedResult::White,
            None => AnnouncedResult::Tie,
        };
        let said = match self.next_item(cpu) {
            Ok(OutputItem::Announcement(Announcement::Result(said))) if said == truth => {
                self.result = Some(said);
                return Ok(());
            }
            Ok(OutputItem::Announcement(said)) => quoted(&said.to_string()),
            Ok(OutputItem::Dump(_)) => "no result".to_string(),
            Err(ending) => return Err(self.explain(ending, "announced no result", cpu)),
        };
        let detail = format!("it announced {said}, and not \"* {}\"", truth.words());
        Err(self.blame(Ending::WrongResult(TurnSide::ToMove), detail))
    }

    /// The ending of a program that said nothing, with `what` it did not do as its detail, if it
    /// has none. One that has ended needs none.
    pub fn explain(&mut self, ending: Ending, what: &str, cpu: Duration) -> Ending {
        let is_silent = matches!(ending, Ending::Hung | Ending::KilledInMove);
        if is_silent && self.detail.is_none() {
            self.detail = Some(silence(ending, what, cpu, &self.conversation().lines('<')));
        }
        ending
    }

    /// Whether a dump is that of the position. Blanks do not count.
    ///
    /// # Errors
    /// [`Ending::WrongDump`].
    pub fn compare<G: Refereed>(&mut self, position: &G, shown: &[String]) -> Result<(), Ending> {
        self.wrong = wrong_board(position, shown);
        let Some(wrong) = &self.wrong else { return Ok(()) };
        self.detail = Some(wrong.line.clone());
        Err(Ending::WrongDump)
    }

    /// What the program says next, within this CPU time.
    ///
    /// # Errors
    /// As [`TextChannel::show_board`].
    pub fn next_item(&mut self, cpu: Duration) -> Result<OutputItem, Ending> {
        // The watch ends a program that is idle long before.
        let wall = longest_wall(cpu).min(Duration::from_secs(1_000_000));
        match self.process.output.next(WaitDeadline::from_now(WaitLimit::Patience(wall))) {
            Ok(item) => match self.passed_limit() {
                None => Ok(item),
                Some(ending) => Err(self.explain(ending, UNFINISHED, cpu)),
            },
            Err(WaitEnd::Ended(OutputEnd::Invalid(fault))) => {
                self.detail = Some(fault);
                Err(Ending::BadOutput)
            }
            Err(WaitEnd::Ended(OutputEnd::Closed)) => Err(self.end_of_run(CLOSED)),
            Err(_) => {
                self.end_of_run(Duration::ZERO);
                Err(Ending::Hung)
            }
        }
    }

    /// The ending of a program that says no more.
    pub fn end_of_run(&mut self, patience: Duration) -> Ending {
        let is_stopped = self.is_stopped();
        let ending = match (self.process.report(patience), self.ended) {
            (None, known) => known.unwrap_or(Ending::Left),
            (Some(Ok(run)), _) => match ending_of(&run) {
                None => Ending::Left,
                // It had closed its output, and was then ended by us.
                Some(Ending::RefereeFault) if !is_stopped => Ending::Left,
                Some(ending) => blamed(ending, &self.spec),
            },
            (Some(Err(error)), _) => self.not_started(error),
        };
        let found = found_room(ending, &self.spec.dir, self.process.begun);
        let ending = found.map_or_else(|error| self.failed(error), |()| ending);
        *self.ended.insert(ending)
    }

    /// The limit by which the program was ended when it had answered: perhaps the end has completed
    /// a line that it had not, or one process of a pipeline answers when another was ended.
    pub fn passed_limit(&mut self) -> Option<Ending> {
        let is_killed = self.process.clock.is_killed();
        is_killed.then(|| self.end_of_run(CLOSED)).filter(|ending| {
            !matches!(ending, Ending::Left | Ending::ExitCode(_) | Ending::Signal(_))
        })
    }

    fn failed(&mut self, error: MatchError) -> Ending {
        self.error = Some(error);
        Ending::RefereeFault
    }

    fn not_started(&mut self, error: RunnerError) -> Ending {
        match error {
            RunnerError::Start { source, .. } if is_to_blame(&self.spec, &source) => {
                self.detail = Some(in_one_line(&why_not_started(&self.spec.program, &source)));
                Ending::NotStarted
            }
            error => self.failed(error.into()),
        }
    }

    /// The ending after an announcement that nobody has asked for.
    pub(super) fn unasked(&mut self, said: &Announcement) -> Ending {
        let (when, ending) = match said {
            Announcement::Move(_) => ("", Ending::OutOfTurn),
            Announcement::Result(said) => match self.result {
                None => (" in mid-game", Ending::EarlyResult),
                Some(known) if known == *said => {
                    (" a second time", Ending::WrongResult(TurnSide::ToMove))
                }
                Some(_) => (" after another result", Ending::WrongResult(TurnSide::ToMove)),
            },
        };
        self.blame(ending, format!("it announced {}{when}", quoted(&said.to_string())))
    }

    /// The move that it announces in its turn.
    ///
    /// # Errors
    /// As [`TextChannel::show_board`].
    pub fn announced(&mut self, left: Duration) -> Result<String, Ending> {
        loop {
            let next = self.next_item(left);
            let next = next.map_err(|ending| self.explain(ending, "announced no move", left));
            match next? {
                OutputItem::Dump(_) => {}
                OutputItem::Announcement(Announcement::Move(text)) => return Ok(text),
                OutputItem::Announcement(said) => return Err(self.unasked(&said)),
            }
        }
    }

    /// The move that a text means.
    ///
    /// # Errors
    /// It is not legal.
    pub fn legal<G: Refereed>(&mut self, position: &G, text: String) -> Result<G::Move, Ending> {
        position.read_move(&text).map_err(|_| {
            self.detail = Some(text);
            Ending::Illegal(RuleViolation::NotLegal)
        })
    }
}

fn put(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf, MatchError> {
    let path = folder.join(name);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, bytes));
    written.map_err(MatchError::system("write", &path))?;
    Ok(path)
}
