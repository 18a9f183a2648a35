//! The thread that owns the game: it takes events one after the other, asks the agent, runs the
//! person's clock and publishes a view after each change.
//!
//! The loop is not the one of `text`: that reads commands of a terminal, of which a game with
//! clocks and a referee has none but `new`, `undo` and moves, and these have other rules here.

use crate::play::agent::game::{GameSettings, PersonGame};
use crate::play::agent::opponent::{EndAnnouncement, Opponent, PersonsGame};
use crate::play::agent::player::{AgentAnswer, AgentPlayer};
use crate::play::agent::recorder::{self, PERSON};
use crate::play::agent::session_text::{help, saved_text, say};
use crate::play::agent::turn_files::TurnFiles;
use crate::play::agent::view::{ViewState, view};
use games::board::Side;
use pages::CommandReply;
use referee::rules::{Ending, EndingKind, Timing};
use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};
use text::input::event::SessionEvent;
use text::page::BoardSite;
use text::players::search_thread::{RunningTask, SearchThread};

/// No move has more characters, and nothing longer is repeated in an answer.
const LONGEST_MOVE: usize = 60;

const ENDED: &str = "The program has ended; this page may be closed.";

/// The wait for an event while no clock of the person runs; nothing happens at its end.
const IDLE: Duration = Duration::from_secs(3600);

/// A person's games against an agent, one after the other.
#[derive(Debug)]
pub struct AgentSession<G: PersonsGame> {
    game: PersonGame<G>,
    search_thread: SearchThread<AgentPlayer<G>>,
    /// The agent's task, while it chooses a move or says how the game has ended.
    thinking: Option<RunningTask<AgentAnswer<G::Move>>>,
    /// Turns that the agent has heard of.
    told: usize,
    agent_name: String,
    out: PathBuf,
    site: Arc<BoardSite>,
    /// By the index of the turn; one more if the last answer was no move.
    files: Vec<Option<TurnFiles>>,
    /// The agent had its turns before this one, counted from 0: their `playdata.txt` is kept.
    asked: usize,
    message: Option<String>,
    /// Of the answer by which the agent has lost.
    fault: Option<String>,
    /// When the side to move began to think; `None` before a page is open.
    turn_begun: Option<Instant>,
    is_page_open: bool,
}

impl<G: PersonsGame> AgentSession<G> {
    /// A session that begins with a game by these settings.
    pub fn new(
        settings: GameSettings,
        search_thread: SearchThread<AgentPlayer<G>>,
        out: PathBuf,
        site: Arc<BoardSite>,
    ) -> Self {
        let agent_name = search_thread.player().participant.agent.name.clone();
        let mut session = AgentSession {
            game: PersonGame::new(settings),
            search_thread,
            thinking: None,
            told: 0,
            agent_name,
            out,
            site,
            files: Vec::new(),
            asked: 0,
            message: None,
            fault: None,
            turn_begun: None,
            is_page_open: false,
        };
        session.begin(settings);
        session.publish();
        session
    }

    /// Takes events until the program is to end.
    pub fn run(mut self, events: &Receiver<SessionEvent>) {
        loop {
            let next = match events.recv_timeout(self.patience()) {
                Ok(event) => self.take(event),
                Err(RecvTimeoutError::Timeout) => self.look_at_the_clock(),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if next.is_break() {
                return;
            }
        }
    }

    fn patience(&self) -> Duration {
        match self.person_is_running() {
            Some(time) => self.game.left(self.game.settings().person).saturating_sub(time),
            None => IDLE,
        }
    }

    /// The time the person has thought about this turn, if a clock counts it.
    fn person_is_running(&self) -> Option<Duration> {
        let counts = self.game.is_persons_turn() && self.game.settings().timing == Timing::Clocks;
        self.turn_begun.filter(|_| counts).map(|begun| begun.elapsed())
    }

    fn look_at_the_clock(&mut self) -> ControlFlow<()> {
        let left = self.game.left(self.game.settings().person);
        if self.person_is_running().is_some_and(|time| time >= left) {
            self.game.flag_falls();
            self.go_on();
            self.publish();
        }
        ControlFlow::Continue(())
    }

    fn take(&mut self, event: SessionEvent) -> ControlFlow<()> {
        match event {
            SessionEvent::Page(command) => {
                return self.command(command.text.trim(), &command.answer);
            }
            SessionEvent::Files(turn, sender) => {
                let kept = turn.checked_sub(1).and_then(|index| self.files.get(index));
                let json = kept.and_then(Option::as_ref).map(TurnFiles::json);
                let _ = sender.send(json);
            }
            SessionEvent::PageOpened if !self.is_page_open => {
                self.is_page_open = true;
                self.turn_begun = Some(Instant::now());
                self.publish();
            }
            SessionEvent::Thought(number) => {
                // A run that was given up has left its event behind.
                let answered = self.thinking.take_if(|thinking| thinking.number == number);
                if let Some(thinking) = answered {
                    self.answered(thinking.finish());
                    self.publish();
                }
            }
            SessionEvent::PageOpened | SessionEvent::Line(_) => {}
        }
        ControlFlow::Continue(())
    }

    fn command(&mut self, text: &str, sender: &Sender<CommandReply>) -> ControlFlow<()> {
        let mut words = text.split_whitespace();
        let parts = [words.next(), words.next(), words.next()];
        let done = match parts {
            [Some("quit" | "exit"), None, _] => {
                self.stop_thinking();
                let _ = sender.send(CommandReply::message(ENDED));
                return ControlFlow::Break(());
            }
            [Some("help"), None, _] => Ok(help::<G>()),
            [Some("undo"), None, _] => self.take_back(),
            [Some("resign"), None, _] => self.resign(),
            [Some("new"), None, _] => self.restart(self.game.settings().person),
            [Some("new"), Some("black"), None] => self.restart(Side::Black),
            [Some("new"), Some("white"), None] => self.restart(Side::White),
            _ => self.person_moves(text),
        };
        let reply = match done {
            Ok(mut messages) => {
                // A page shows what it has been answered instead of what the view says.
                messages.extend(self.message.clone().filter(|_| messages.is_empty()));
                CommandReply { messages, ..CommandReply::default() }
            }
            Err(error) => error,
        };
        self.publish();
        let _ = sender.send(reply);
        ControlFlow::Continue(())
    }

    fn person_moves(&mut self, text: &str) -> Result<Vec<String>, CommandReply> {
        if self.game.end().is_some() {
            return Err(CommandReply::error("The game is over; `new` begins another one."));
        }
        if !self.game.is_persons_turn() {
            return Err(CommandReply::error(format_args!("It is {}'s turn.", self.agent_name)));
        }
        if text.len() > LONGEST_MOVE || text.contains(char::is_control) {
            return Err(CommandReply::error(
                "That is not a move; `help` shows how one is written.",
            ));
        }
        let time = self.turn_begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        self.game.person_moves(text, time).map_err(CommandReply::error)?;
        self.message = None;
        self.go_on();
        Ok(Vec::new())
    }

    fn resign(&mut self) -> Result<Vec<String>, CommandReply> {
        if self.game.end().is_some() {
            return Err(CommandReply::error("The game is over already."));
        }
        self.stop_thinking();
        self.game.resign();
        let text = "A game that was resigned is not recorded: the journal has no such ending.";
        self.message = Some(text.into());
        Ok(Vec::new())
    }

    fn restart(&mut self, person: Side) -> Result<Vec<String>, CommandReply> {
        let settings = GameSettings { person, ..self.game.settings() };
        self.message = None;
        self.begin(settings);
        Ok(Vec::new())
    }

    fn take_back(&mut self) -> Result<Vec<String>, CommandReply> {
        if self.game.settings().timing == Timing::Clocks {
            return Err(CommandReply::error(
                "Moves cannot be taken back while clocks run; see --no-clock.",
            ));
        }
        if self.game.to_take_back() == 0 {
            return Err(CommandReply::error("There is no move of yours to take back."));
        }
        self.stop_thinking();
        self.game.take_back();
        let kept = self.game.plies();
        self.files.truncate(kept);
        self.message = None;
        self.turn_begun = Some(Instant::now());
        // The agent may have begun a turn after the person's move, the first one taken back.
        let asked = kept + 1;
        let was_asked = (asked < self.asked).then_some(asked);
        let (settings, moves) = (self.game.settings(), self.game.game().state().line().moves());
        let back = self.search_thread.player().come_back(was_asked, settings, moves);
        back.map_err(|error| {
            CommandReply::error(format_args!("The agent is not what it was then: {error}"))
        })?;
        self.told = kept;
        self.asked = self.asked.min(asked);
        Ok(Vec::new())
    }

    /// Ends the agent's task, whose answer is not needed any more. A game that has ended is
    /// recorded without it.
    fn stop_thinking(&mut self) {
        let Some(thinking) = self.thinking.take() else { return };
        self.search_thread.stop(thinking);
        if self.game.end().is_some() {
            self.finish();
        }
    }

    fn begin(&mut self, settings: GameSettings) {
        self.stop_thinking();
        self.game = PersonGame::new(settings);
        self.files.clear();
        (self.asked, self.told) = (0, 0);
        let begun = self.search_thread.player().begin_game(settings, &[]);
        match begun {
            Ok(()) => self.go_on(),
            Err(error) => self.fault(&error),
        }
    }

    fn fault(&mut self, error: &dyn Display) {
        self.game.referee_fails();
        self.message = Some(format!("The agent cannot be run, which is not its fault: {error}"));
    }

    /// After a change: the agent's turn, the person's turn, or the end.
    fn go_on(&mut self) {
        self.turn_begun = self.is_page_open.then(Instant::now);
        if self.game.end().is_some() {
            self.hear_last_word();
        } else if !self.game.is_persons_turn() {
            self.turn_begun = Some(Instant::now());
            self.keep_playdata();
            self.tell_moves();
            let game = self.game.game().clone();
            match self.search_thread.start(move |player| player.answer(&game)) {
                Ok(thinking) => self.thinking = Some(thinking),
                Err(error) => self.fault(&error),
            }
        }
    }

    /// Tells the agent of the moves that it has not heard of.
    fn tell_moves(&mut self) {
        let mut player = self.search_thread.player();
        for (before, mv, _) in self.game.turns().skip(self.told) {
            player.see(before, mv);
        }
        self.told = self.game.plies();
    }

    /// The game is over. An agent that has to say so does it before the game is recorded.
    fn hear_last_word(&mut self) {
        let by_rules = self.game.ending().filter(|ending| {
            let is_by_rules = matches!(ending.kind(), EndingKind::Decided | EndingKind::Drawn);
            // Only the referee knows its limit of plies.
            is_by_rules && *ending != Ending::MaxPlies
        });
        let is_asked = <G::Player as Opponent<G>>::END_ANNOUNCEMENT == EndAnnouncement::Result;
        let Some(ending) = by_rules.filter(|_| is_asked) else { return self.finish() };
        self.turn_begun = None;
        self.tell_moves();
        let position = self.game.position().clone();
        match self.search_thread.start(move |player| player.conclude(&position, ending)) {
            Ok(thinking) => self.thinking = Some(thinking),
            Err(_) => self.finish(),
        }
    }

    fn keep_playdata(&mut self) {
        if self.game.settings().timing == Timing::Clocks {
            return;
        }
        let turn = self.game.plies();
        self.asked = turn + 1;
        let kept = self.search_thread.player().save_turn(turn);
        if let Err(error) = kept {
            self.message = Some(format!("This turn cannot be taken back whole: {error}"));
        }
    }

    fn answered(&mut self, answer: AgentAnswer<G::Move>) {
        match answer {
            AgentAnswer::Move { checked, files, error } => {
                self.files.resize_with(self.game.plies(), || None);
                self.files.push(files);
                self.game.answered(checked);
                match error {
                    Some(error) => self.fault(&error),
                    None => self.go_on(),
                }
            }
            AgentAnswer::EndAnnouncement(said, error) => {
                if let Err(fault) = said {
                    self.game.agent_is_wrong(fault);
                }
                match error {
                    Some(error) => self.fault(&error),
                    None => self.finish(),
                }
            }
        }
    }

    /// Records the game; the message says where, and why an agent has forfeited it.
    fn finish(&mut self) {
        self.turn_begun = None;
        self.fault = recorder::fault(&self.game, &self.search_thread.player());
        let saved = recorder::record(&self.game, &self.search_thread.player(), &self.out);
        let again = <G::Player as Opponent<G>>::SHOWS_AGAIN;
        self.message = saved_text(saved, self.verdict(), again);
        self.tell_terminal();
    }

    /// Why the agent has lost without losing on the board.
    fn verdict(&self) -> Option<String> {
        let ending = self.game.agents_forfeit()?;
        Some(format!("{} has forfeited the game: {ending}.", self.agent_name))
    }

    fn names(&self) -> [&str; 2] {
        let agent = self.agent_name.as_str();
        match self.game.settings().person {
            Side::Black => [PERSON, agent],
            Side::White => [agent, PERSON],
        }
    }

    fn tell_terminal(&self) {
        for line in self.game.result(self.names()).iter().chain(&self.message) {
            say(line);
        }
    }

    fn publish(&self) {
        let view = view(
            &self.game,
            ViewState {
                names: self.names(),
                running: self.turn_begun.map(|begun| begun.elapsed()),
                is_thinking: self.thinking.is_some() && self.game.end().is_none(),
                has_files: &|index| self.files.get(index).is_some_and(Option::is_some),
                message: self.message.as_deref(),
                fault: self.fault.as_deref(),
            },
        );
        self.site.publish(view, None);
    }
}
