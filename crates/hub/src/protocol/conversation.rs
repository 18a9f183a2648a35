//! The conversation with a GUI, as a state machine: a line or an event of the engine goes in,
//! reactions come out. It knows no thread, no file and no clock, so that a test can hold any
//! conversation.
//!
//! While a search runs, `ping`, `stop`, `ponder-hit` and `quit` are obeyed at once. Any other
//! command ends the search, as in Scan, and waits until the result is out.

use crate::engine::{BestMove, EngineEvent, EngineOrder, Root, SearchLimits};
use crate::engine::{SearchPurpose, SearchTask};
use crate::protocol::command::HubCommand;
use crate::protocol::line::{LineError, Word};
use crate::protocol::params::Params;
use crate::protocol::position::read_game;
use crate::protocol::read_line::LONGEST_LINE;
use crate::protocol::{answer, level};
use games::Game as _;
use games::board::Side;
use std::collections::VecDeque;
use std::mem;

/// What is to be done next.
#[derive(Clone, Debug)]
pub enum Reaction {
    /// Write this line to the GUI.
    Say(String),
    /// Hand this to the engine, and its events to [`Conversation::heard`].
    Order(EngineOrder),
    /// End the search, if one runs, and leave.
    Quit,
}

/// A conversation.
#[derive(Debug)]
pub struct Conversation {
    params: Params,
    /// `None` after a position that could not be read: no move for another one may be answered.
    root: Option<Root>,
    limits: SearchLimits,
    is_searching: bool,
    /// The number of lines so far.
    lines: usize,
    /// Lines that wait for the end of the search, with their numbers.
    held: VecDeque<(usize, String)>,
}

impl Conversation {
    /// A conversation that begins with these parameters.
    pub fn new(params: Params) -> Self {
        Conversation {
            params,
            root: Some(Root::default()),
            limits: SearchLimits::default(),
            is_searching: false,
            lines: 0,
            held: VecDeque::new(),
        }
    }

    /// Was a search ordered that has not ended yet?
    pub const fn is_searching(&self) -> bool {
        self.is_searching
    }

    /// The next line, without its end.
    pub fn line(&mut self, text: &str) -> Vec<Reaction> {
        self.lines += 1;
        let mut reactions = Vec::new();
        self.obey(self.lines, text, &mut reactions);
        reactions
    }

    /// The next line is longer than [`LONGEST_LINE`] and was left out.
    pub fn too_long(&mut self) -> Vec<Reaction> {
        self.lines += 1;
        let message = format!("the line is longer than {LONGEST_LINE} bytes and is left out");
        vec![refusal(self.lines, &LineError::new(LONGEST_LINE + 1, message))]
    }

    /// The engine has reported something.
    pub fn heard(&mut self, event: &EngineEvent) -> Vec<Reaction> {
        let mut reactions = vec![Reaction::Say(match event {
            EngineEvent::Ready => "ready".to_string(),
            EngineEvent::Problem(problem) => answer::problem(problem),
            EngineEvent::Info(info) => answer::info(info),
            EngineEvent::Done(best) => answer::done(best),
        })];
        if matches!(event, EngineEvent::Done(_)) {
            self.is_searching = false;
            for (number, text) in mem::take(&mut self.held) {
                self.obey(number, &text, &mut reactions);
            }
        }
        reactions
    }

    /// Obeys a line, or says what is wrong with it.
    fn obey(&mut self, number: usize, text: &str, reactions: &mut Vec<Reaction>) {
        let read = match HubCommand::read(text) {
            Ok(None) => return,
            Ok(Some(read)) => read,
            Err(error) => return reactions.push(refusal(number, &error)),
        };
        if self.must_wait(&read.command) {
            if self.held.is_empty() {
                reactions.push(Reaction::Order(EngineOrder::Stop));
            }
            return self.held.push_back((number, text.to_string()));
        }
        reactions.extend(read.left_over.map(|error| refusal(number, &error)));
        let is_search = matches!(read.command, HubCommand::Go(_));
        if let Err(error) = self.carry_out(read.command, reactions) {
            reactions.push(refusal(number, &error));
            // As in Scan, so that nobody waits for a move.
            let nothing = || Reaction::Say(answer::done(&BestMove::default()));
            reactions.extend(is_search.then(nothing));
        }
    }

    /// Must the command wait for the end of the search? Once one does, later ones do as well.
    fn must_wait(&self, command: &HubCommand<'_>) -> bool {
        let is_for_a_search = matches!(
            command,
            HubCommand::Ping | HubCommand::Stop | HubCommand::PonderHit | HubCommand::Quit
        );
        self.is_searching && !(is_for_a_search && self.held.is_empty())
    }

    fn carry_out(
        &mut self,
        command: HubCommand<'_>,
        reactions: &mut Vec<Reaction>,
    ) -> Result<(), LineError> {
        let reaction = match command {
            HubCommand::Hub => {
                let params = self.params.all().into_iter().map(|param| answer::param(&param));
                let lines = [answer::id()].into_iter().chain(params).chain(["wait".to_string()]);
                reactions.extend(lines.map(Reaction::Say));
                return Ok(());
            }
            HubCommand::Ping => Reaction::Say("pong".to_string()),
            HubCommand::Quit => Reaction::Quit,
            HubCommand::Init => Reaction::Order(EngineOrder::Prepare(self.params.options.clone())),
            HubCommand::NewGame => Reaction::Order(EngineOrder::NewGame),
            // Outside of a search there is nothing to stop.
            HubCommand::Stop | HubCommand::PonderHit if !self.is_searching => return Ok(()),
            HubCommand::Stop => Reaction::Order(EngineOrder::Stop),
            HubCommand::PonderHit => Reaction::Order(EngineOrder::PonderHit),
            HubCommand::SetParam { name, value } => {
                let wrong = if self.params.has(name.text) { value } else { name };
                let set = self.params.set(name.text, value.text);
                return set.map_err(|message| wrong.error(message));
            }
            HubCommand::Pos { from, moves } => return self.set_up(from, moves),
            HubCommand::Level(mut line) => {
                self.limits = level::limited_by(self.limits, &mut line)?;
                return line.left_over("level", level::KNOWN).map_or(Ok(()), Err);
            }
            HubCommand::Go(purpose) => {
                Reaction::Order(EngineOrder::Search(Box::new(self.search(purpose)?)))
            }
        };
        reactions.push(reaction);
        Ok(())
    }

    /// A position also forgets the limits of the search before.
    fn set_up(&mut self, from: Option<Word<'_>>, moves: Option<Word<'_>>) -> Result<(), LineError> {
        self.limits = SearchLimits::default();
        self.root = None;
        self.root = Some(read_game(self.params.format, from, moves)?);
        Ok(())
    }

    /// A search, for which alone the limits hold.
    fn search(&mut self, purpose: SearchPurpose) -> Result<SearchTask, LineError> {
        let limits = mem::take(&mut self.limits);
        let no_position = || LineError::new(1, "no position: the last `pos` was refused");
        let root = self.root.clone().ok_or_else(no_position)?;
        if !root.position().can_move() {
            let side = match root.position().side_to_move() {
                Side::White => "White",
                Side::Black => "Black",
            };
            let message = format!("{side} has no legal move: the game is over");
            return Err(LineError::new(1, message));
        }
        self.is_searching = true;
        Ok(SearchTask { root, limits, purpose, options: self.params.options.clone() })
    }
}

/// The answer to a line that is not obeyed, or not entirely.
fn refusal(line: usize, error: &LineError) -> Reaction {
    Reaction::Say(answer::error(&format!("line {line}, {error}")))
}
