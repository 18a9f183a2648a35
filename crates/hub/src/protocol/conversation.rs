//! The conversation with a GUI, as a state machine: a line or an event of the engine goes in,
//! reactions come out. It knows no thread, no file and no clock, so that a test can hold any
//! conversation.
//!
//! While a search runs, `ping`, `stop`, `ponder-hit` and `quit` are executed at once. Any other
//! line waits until the result is out, so a script may write all of its lines at once; a search
//! that has no limit of its own is ended for it, as in Scan. While the engine gets ready, every
//! line waits.

use crate::engine::{BestMove, EngineEvent, EngineOrder, SearchLimits, SearchPurpose, SearchTask};
use crate::protocol::command::HubCommand;
use crate::protocol::line::{LineError, Word};
use crate::protocol::params::Params;
use crate::protocol::position::read_game;
use crate::protocol::read_line::{InputLine, LONGEST_LINE};
use crate::protocol::{answer, level};
use games::checkers::Position;
use games::{Game as _, GameLine};
use std::collections::VecDeque;
use std::mem;

#[derive(Clone, Debug)]
pub enum Reaction {
    /// Write this line to the GUI.
    Say(String),
    /// Hand this to the engine, and its events to [`Conversation::heard`].
    Order(EngineOrder),
    /// End the search, if one runs, and leave.
    Quit,
}

#[derive(Debug)]
pub struct Conversation {
    params: Params,
    /// `None` after a position that could not be read: no move for another one may be answered.
    game: Option<GameLine<Position>>,
    limits: SearchLimits,
    activity: EngineActivity,
    lines: usize,
    /// Lines that wait for the engine, with their numbers.
    held: VecDeque<(usize, InputLine)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EngineActivity {
    Idle,
    /// It gets ready, as `init` asks.
    Preparing,
    Searching(SearchEnd),
}

/// What ends a search besides `stop`, `quit` and a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchEnd {
    Limit,
    /// A limit of its own, once the opponent has played the move that is pondered.
    LimitAfterHit,
    /// The next line that cannot be executed meanwhile.
    NextLine,
}

#[derive(Debug)]
enum LineOutcome {
    Executed,
    /// It waits for the engine.
    Waits(InputLine),
}

impl Conversation {
    pub fn new(params: Params) -> Self {
        Conversation {
            params,
            game: Some(GameLine::default()),
            limits: SearchLimits::default(),
            activity: EngineActivity::Idle,
            lines: 0,
            held: VecDeque::new(),
        }
    }

    pub const fn is_searching(&self) -> bool {
        matches!(self.activity, EngineActivity::Searching(_))
    }

    pub fn waiting_lines(&self) -> usize {
        self.held.len()
    }

    /// The next line, without its end.
    pub fn line(&mut self, text: &str) -> Vec<Reaction> {
        self.read(InputLine::Text(text.to_string()))
    }

    /// The next line, or the end of the input, which is executed when the lines before it are.
    pub fn read(&mut self, line: InputLine) -> Vec<Reaction> {
        self.lines += 1;
        let mut reactions = Vec::new();
        self.held.push_back((self.lines, line));
        if self.held.len() == 1 {
            self.execute_held(&mut reactions);
        }
        reactions
    }

    pub fn heard(&mut self, event: &EngineEvent) -> Vec<Reaction> {
        let mut reactions = vec![Reaction::Say(match event {
            EngineEvent::Ready => "ready".to_string(),
            EngineEvent::Problem(problem) => answer::problem(problem),
            EngineEvent::Info(info) => answer::info(info),
            EngineEvent::Done(best) => answer::done(best),
        })];
        if matches!(event, EngineEvent::Done(_) | EngineEvent::Ready) {
            self.activity = EngineActivity::Idle;
            self.execute_held(&mut reactions);
        }
        reactions
    }

    /// Executes the lines that waited, up to one that has to wait on. Lines after `quit` are not
    /// read: a search of theirs would never be ordered.
    fn execute_held(&mut self, reactions: &mut Vec<Reaction>) {
        while let Some((number, line)) = self.held.pop_front() {
            if let LineOutcome::Waits(line) = self.execute(number, line, reactions) {
                self.held.push_front((number, line));
                if self.is_ended_by_the_next_line() {
                    reactions.push(Reaction::Order(EngineOrder::Stop));
                }
                return;
            }
            if matches!(reactions.last(), Some(Reaction::Quit)) {
                return self.held.clear();
            }
        }
    }

    fn is_ended_by_the_next_line(&self) -> bool {
        self.is_searching() && self.activity != EngineActivity::Searching(SearchEnd::Limit)
    }

    /// Executes a line, or says what is wrong with it, unless it has to wait.
    fn execute(
        &mut self,
        number: usize,
        line: InputLine,
        reactions: &mut Vec<Reaction>,
    ) -> LineOutcome {
        let read = match &line {
            InputLine::Text(text) => HubCommand::read(text),
            InputLine::TooLong => Err(too_long()),
            InputLine::End if self.activity == EngineActivity::Idle => {
                reactions.push(Reaction::Quit);
                return LineOutcome::Executed;
            }
            InputLine::End => return LineOutcome::Waits(line),
        };
        match read {
            Ok(None) => {}
            Ok(Some(read)) if self.must_wait(&read.command) => return LineOutcome::Waits(line),
            Ok(Some(read)) => {
                reactions.extend(read.left_over.map(|error| refusal(number, &error)));
                self.execute_command(number, read.command, reactions);
            }
            Err(_) if self.must_wait_for_its_answer() => return LineOutcome::Waits(line),
            Err(error) => reactions.push(refusal(number, &error)),
        }
        LineOutcome::Executed
    }

    fn execute_command(
        &mut self,
        number: usize,
        command: HubCommand<'_>,
        reactions: &mut Vec<Reaction>,
    ) {
        let is_search = matches!(command, HubCommand::Go(_));
        if let Err(error) = self.carry_out(command, reactions) {
            reactions.push(refusal(number, &error));
            // As in Scan, so that the GUI does not wait for a move.
            reactions.extend(is_search.then(|| Reaction::Say(answer::done(&BestMove::default()))));
        }
    }

    const fn must_wait(&self, command: &HubCommand<'_>) -> bool {
        match self.activity {
            EngineActivity::Idle => false,
            EngineActivity::Preparing => true,
            EngineActivity::Searching(_) => !matches!(
                command,
                HubCommand::Ping | HubCommand::Stop | HubCommand::PonderHit | HubCommand::Quit
            ),
        }
    }

    /// A line that cannot be read ends no search, but is answered in its order.
    const fn must_wait_for_its_answer(&self) -> bool {
        matches!(
            self.activity,
            EngineActivity::Preparing | EngineActivity::Searching(SearchEnd::Limit)
        )
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
            HubCommand::Init => {
                self.activity = EngineActivity::Preparing;
                Reaction::Order(EngineOrder::Prepare(self.params.options.clone()))
            }
            HubCommand::NewGame => Reaction::Order(EngineOrder::NewGame),
            // Outside of a search there is nothing to stop.
            HubCommand::Stop | HubCommand::PonderHit if !self.is_searching() => return Ok(()),
            HubCommand::Stop => Reaction::Order(EngineOrder::Stop),
            HubCommand::PonderHit => {
                if self.activity == EngineActivity::Searching(SearchEnd::LimitAfterHit) {
                    self.activity = EngineActivity::Searching(SearchEnd::Limit);
                }
                Reaction::Order(EngineOrder::PonderHit)
            }
            HubCommand::SetParam { name, value } => {
                return self.params.set_words(name, value);
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
        self.game = None;
        self.game = Some(read_game(self.params.format, from, moves)?);
        Ok(())
    }

    /// A search, for which alone the limits hold.
    fn search(&mut self, purpose: SearchPurpose) -> Result<SearchTask, LineError> {
        let limits = mem::take(&mut self.limits);
        let game = self
            .game
            .clone()
            .ok_or_else(|| LineError::new(1, "no position: the last `pos` was refused"))?;
        if !game.position().can_move() {
            let side = game.position().side_to_move();
            let message = format!("{side} has no legal move: the game is over");
            return Err(LineError::new(1, message));
        }
        self.activity = EngineActivity::Searching(SearchEnd::of(&limits, purpose));
        Ok(SearchTask { game, limits, purpose, options: self.params.options.clone() })
    }
}

impl SearchEnd {
    fn of(limits: &SearchLimits, purpose: SearchPurpose) -> Self {
        match purpose {
            _ if *limits == SearchLimits::default() => SearchEnd::NextLine,
            SearchPurpose::Ponder => SearchEnd::LimitAfterHit,
            SearchPurpose::Think | SearchPurpose::Analyze => SearchEnd::Limit,
        }
    }
}

fn too_long() -> LineError {
    let message = format!("the line is longer than {LONGEST_LINE} bytes and is left out");
    LineError::new(LONGEST_LINE + 1, message)
}

/// The answer to a line that is not executed, or not entirely.
fn refusal(line: usize, error: &LineError) -> Reaction {
    Reaction::Say(answer::error(&format!("line {line}, {error}")))
}
