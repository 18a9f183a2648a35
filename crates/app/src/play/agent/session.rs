//! The thread that owns the game: it takes messages one after the other, asks the agent, runs the
//! person's clock and publishes a view after each change.

use crate::play::agent::game::{End, Game, Terms};
use crate::play::agent::opponent::{Answer, Opponent};
use crate::play::agent::recorder::{self, PERSON, RecordError, Saved};
use crate::play::agent::site::Message;
use crate::play::agent::terminal;
use crate::play::agent::turn_files::TurnFiles;
use crate::play::agent::view::{Scene, view};
use games::board::Side;
use pages::Feed;
use pages::Reply;
use referee::game::{Ending, EndingKind, Timing};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// What commands there are.
const HELP: [&str; 6] = [
    "11-15     a move: square to square, with x for a capture, as in 15x22",
    "undo      take back your last move and the answer (only with --untimed)",
    "resign    give the game up",
    "new       another game; `new black` or `new white` chooses your pieces",
    "help      this list",
    "quit      end the program",
];

/// No move has more characters, and nothing longer is repeated in an answer.
const LONGEST_MOVE: usize = 60;

/// The last that a page hears.
const ENDED: &str = "The program has ended; this page may be closed.";

/// How long nothing happens at most: nobody waits for it.
const IDLE: Duration = Duration::from_secs(3600);

/// A person's games against an agent, one after the other.
#[derive(Debug)]
pub struct Session {
    game: Game,
    opponent: Opponent,
    out: PathBuf,
    feed: Arc<Feed>,
    messages: Sender<Message>,
    /// By the index of the turn; one more if the last answer was no move.
    files: Vec<Option<TurnFiles>>,
    /// The agent was asked at turns before this one, counted from 0: their `playdata.txt` is kept.
    asked: usize,
    /// The number of the last request; answers to earlier ones are not wanted.
    request: u64,
    version: u64,
    message: Option<String>,
    /// When the side to move began to think; `None` before a page is open.
    turn_begun: Option<Instant>,
    is_page_open: bool,
}

impl Session {
    /// A session that begins with a game by these terms. `messages` lead to its own thread.
    pub fn new(
        terms: Terms,
        opponent: Opponent,
        out: PathBuf,
        feed: Arc<Feed>,
        messages: Sender<Message>,
    ) -> Self {
        let mut session = Session {
            game: Game::new(terms),
            opponent,
            out,
            feed,
            messages,
            files: Vec::new(),
            asked: 0,
            request: 0,
            version: 0,
            message: None,
            turn_begun: None,
            is_page_open: false,
        };
        session.begin(terms);
        session.publish();
        session
    }

    /// Takes messages until the program is to end.
    pub fn run(mut self, messages: &Receiver<Message>) {
        loop {
            let next = match messages.recv_timeout(self.patience()) {
                Ok(message) => self.take(message),
                Err(RecvTimeoutError::Timeout) => self.look_at_the_clock(),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if next.is_break() {
                return;
            }
        }
    }

    /// How long the person may think.
    fn patience(&self) -> Duration {
        match self.person_is_running() {
            Some(time) => self.game.left(self.game.terms().person).saturating_sub(time),
            None => IDLE,
        }
    }

    /// The time the person has thought about this turn, if a clock counts it.
    fn person_is_running(&self) -> Option<Duration> {
        let counts = self.game.is_persons_turn() && self.game.terms().timing == Timing::Clocks;
        self.turn_begun.filter(|_| counts).map(|begun| begun.elapsed())
    }

    fn look_at_the_clock(&mut self) -> ControlFlow<()> {
        let left = self.game.left(self.game.terms().person);
        if self.person_is_running().is_some_and(|time| time >= left) {
            self.game.flag_falls();
            self.go_on();
            self.publish();
        }
        ControlFlow::Continue(())
    }

    fn take(&mut self, message: Message) -> ControlFlow<()> {
        match message {
            Message::Command(text, sender) => return self.command(text.trim(), &sender),
            Message::Files(turn, sender) => {
                let kept = turn.checked_sub(1).and_then(|index| self.files.get(index));
                let json = kept.and_then(Option::as_ref).map(TurnFiles::json);
                let _ = sender.send(json);
            }
            Message::PageOpened if !self.is_page_open => {
                self.is_page_open = true;
                self.turn_begun = Some(Instant::now());
                self.publish();
            }
            Message::PageOpened => {}
            Message::Answered(request) if request == self.request => {
                if let Some(answer) = self.opponent.answer() {
                    self.answered(answer);
                }
                self.publish();
            }
            Message::Answered(_) => {}
        }
        ControlFlow::Continue(())
    }

    fn command(&mut self, text: &str, sender: &Sender<Reply>) -> ControlFlow<()> {
        let mut words = text.split_whitespace();
        let parts = [words.next(), words.next(), words.next()];
        let done = match parts {
            [Some("quit" | "exit"), None, _] => {
                self.drop_request();
                let messages = vec![ENDED.to_string()];
                let _ = sender.send(Reply { messages, ..Reply::default() });
                return ControlFlow::Break(());
            }
            [Some("help"), None, _] => Ok(HELP.map(str::to_string).to_vec()),
            [Some("undo"), None, _] => self.take_back(),
            [Some("resign"), None, _] => self.resign(),
            [Some("new"), None, _] => self.restart(self.game.terms().person),
            [Some("new"), Some("black"), None] => self.restart(Side::Black),
            [Some("new"), Some("white"), None] => self.restart(Side::White),
            _ => self.person_moves(text),
        };
        let reply = match done {
            Ok(mut messages) => {
                // A page shows what it has been answered instead of what the view says.
                messages.extend(self.message.clone().filter(|_| messages.is_empty()));
                Reply { messages, ..Reply::default() }
            }
            Err(error) => Reply { error: Some(error), ..Reply::default() },
        };
        self.publish();
        let _ = sender.send(reply);
        ControlFlow::Continue(())
    }

    fn person_moves(&mut self, text: &str) -> Result<Vec<String>, String> {
        if self.game.end().is_some() {
            return Err("The game is over; `new` begins another one.".into());
        }
        if !self.game.is_persons_turn() {
            return Err(format!("It is {}'s turn.", self.opponent.entrant.agent.name));
        }
        if text.len() > LONGEST_MOVE || text.contains(char::is_control) {
            return Err("That is not a move; `help` shows how one is written.".into());
        }
        let time = self.turn_begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        self.game.person_moves(text, time)?;
        self.message = None;
        self.go_on();
        Ok(Vec::new())
    }

    fn resign(&mut self) -> Result<Vec<String>, String> {
        if self.game.end().is_some() {
            return Err("The game is over already.".into());
        }
        self.drop_request();
        self.game.resign();
        let text = "A game that was resigned is not recorded: the journal has no such ending.";
        self.message = Some(text.into());
        Ok(Vec::new())
    }

    fn restart(&mut self, person: Side) -> Result<Vec<String>, String> {
        let terms = Terms { person, ..self.game.terms() };
        self.message = None;
        self.begin(terms);
        Ok(Vec::new())
    }

    fn take_back(&mut self) -> Result<Vec<String>, String> {
        if self.game.terms().timing == Timing::Clocks {
            return Err("Moves cannot be taken back while clocks run; see --untimed.".into());
        }
        let was_thinking = self.drop_request();
        if self.game.take_back() == 0 {
            if was_thinking {
                self.go_on();
            }
            return Err("There is no move of yours to take back.".into());
        }
        let kept = self.game.turns().len();
        self.files.truncate(kept);
        self.message = None;
        self.turn_begun = Some(Instant::now());
        // The agent may have been asked after the person's move, the first one taken back.
        let asked = kept + 1;
        if asked < self.asked {
            self.opponent.restore_playdata(asked).map_err(|error| {
                format!("The agent's playdata.txt is not what it was then: {error}")
            })?;
            self.asked = asked;
        }
        Ok(Vec::new())
    }

    /// Ends the run whose answer is not wanted any more; returns whether there was one.
    fn drop_request(&mut self) -> bool {
        self.request += 1;
        self.opponent.stop()
    }

    fn begin(&mut self, terms: Terms) {
        self.drop_request();
        self.game = Game::new(terms);
        self.files.clear();
        self.asked = 0;
        match self.opponent.new_game() {
            Ok(()) => self.go_on(),
            Err(error) => self.fault(&error.to_string()),
        }
    }

    fn fault(&mut self, error: &str) {
        self.game.agent_answers(Opponent::absent());
        self.message = Some(format!("The agent cannot be run, which is not its fault: {error}"));
    }

    /// After a change: the agent's turn, the person's turn, or the end.
    fn go_on(&mut self) {
        self.turn_begun = self.is_page_open.then(Instant::now);
        if self.game.end().is_some() {
            self.finish();
        } else if !self.game.is_persons_turn() {
            self.turn_begun = Some(Instant::now());
            self.keep_playdata();
            self.request += 1;
            let (request, messages) = (self.request, self.messages.clone());
            let done = move || drop(messages.send(Message::Answered(request)));
            self.opponent.ask(self.game.request(), done);
        }
    }

    /// What a takeback needs.
    fn keep_playdata(&mut self) {
        if self.game.terms().timing == Timing::Clocks {
            return;
        }
        let turn = self.game.turns().len();
        self.asked = turn + 1;
        if let Err(error) = self.opponent.keep_playdata(turn) {
            self.message = Some(format!("This turn cannot be taken back whole: {error}"));
        }
    }

    fn answered(&mut self, answer: Answer) {
        let Answer { reply, files, error } = answer;
        self.files.resize_with(self.game.turns().len(), || None);
        self.files.push(Some(files));
        self.game.agent_answers(reply);
        if let Some(error) = error {
            self.fault(&error);
        } else {
            self.go_on();
        }
    }

    /// Records the game and says what there is to say besides the result.
    fn finish(&mut self) {
        self.turn_begun = None;
        let saved = recorder::record(&self.game, &self.opponent, &self.out);
        self.message = saved_text(saved, self.verdict());
        self.tell_terminal();
    }

    /// Why the agent has lost without losing on the board.
    fn verdict(&self) -> Option<String> {
        let Some(End::Ending(ending)) = self.game.end() else { return None };
        let is_agents = self.game.turn_side() != self.game.terms().person;
        let forfeited = ending.kind() == EndingKind::Forfeited;
        let name = &self.opponent.entrant.agent.name;
        (forfeited && is_agents && ending != Ending::RefereeFault)
            .then(|| format!("{name} has forfeited the game: {ending}."))
    }

    /// The names of the players, Black first.
    fn names(&self) -> [&str; 2] {
        let agent = self.opponent.entrant.agent.name.as_str();
        match self.game.terms().person {
            Side::Black => [PERSON, agent],
            Side::White => [agent, PERSON],
        }
    }

    fn tell_terminal(&self) {
        for line in self.game.result(self.names()).iter().chain(&self.message) {
            terminal::say(line);
        }
    }

    fn publish(&mut self) {
        self.version += 1;
        let has_files = |index: usize| self.files.get(index).is_some_and(Option::is_some);
        let view = view(
            &self.game,
            Scene {
                version: self.version,
                names: self.names(),
                running: self.turn_begun.map(|begun| begun.elapsed()),
                is_thinking: self.opponent.is_thinking(),
                has_files: &has_files,
                message: self.message.as_deref(),
            },
        );
        match serde_json::to_string(&view) {
            Ok(json) => self.feed.publish(json),
            Err(error) => self.message = Some(error.to_string()),
        }
    }
}

fn saved_text(
    saved: Result<Option<Saved>, RecordError>,
    verdict: Option<String>,
) -> Option<String> {
    let recorded = match saved {
        Ok(None) => None,
        Ok(Some(Saved { replay, bad_move: None })) => {
            Some(format!("The game is recorded: {replay}"))
        }
        Ok(Some(Saved { bad_move: Some(again), .. })) => {
            Some(format!("Its files are kept; this asks it again: {again}"))
        }
        Err(error) => Some(format!("The game is not recorded: {error}")),
    };
    let texts: Vec<String> = verdict.into_iter().chain(recorded).collect();
    (!texts.is_empty()).then(|| texts.join(" "))
}
