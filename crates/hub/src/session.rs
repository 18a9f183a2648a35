//! The conversation with a GUI, as a state machine: a line goes in, steps come out. It knows no
//! thread, no file and no clock, so that a test can hold any conversation.
//!
//! While a search runs, `ping`, `stop`, `ponder-hit` and `quit` are obeyed at once. Any other
//! command ends the search, as in Scan, and waits until the result is told.

use crate::answer::{Answer, Found};
use crate::arguments::Arguments;
use crate::command::{Command, Purpose};
use crate::error::{LineError, Reason};
use crate::game::Game;
use crate::level::{self, Level};
use crate::line::Word;
use crate::params::Params;
use games::Game as _;
use std::collections::VecDeque;
use std::mem;

/// The most bytes of a line, the end not counted: more than the moves of any game.
pub const LONGEST_LINE: usize = 64 * 1024;

/// What is to be done next.
#[derive(Clone, Debug)]
pub enum Step {
    /// Tell this.
    Answer(Answer),
    /// Get ready with these parameters, and tell `ready`.
    Prepare(Params),
    /// Forget what earlier searches have found.
    NewGame,
    /// Search, and call [`Session::found`] in the end.
    Search(Box<Task>),
    /// End the search with what it has.
    Stop,
    /// From now on our clock runs.
    PonderHit,
    /// End the search, if one runs, and leave.
    Quit,
}

/// A search that is to be done.
#[derive(Clone, Debug)]
pub struct Task {
    /// The game; its last position has a legal move.
    pub game: Game,
    /// What limits the search.
    pub level: Level,
    /// What it is for.
    pub purpose: Purpose,
    /// What the GUI has set.
    pub params: Params,
}

/// A conversation.
#[derive(Debug)]
pub struct Session {
    params: Params,
    /// `None` after a position that could not be read: no move for another one must be told.
    game: Option<Game>,
    level: Level,
    is_searching: bool,
    /// The number of lines so far.
    lines: usize,
    /// Lines that wait for the end of the search, with their numbers.
    held: VecDeque<(usize, String)>,
}

impl Session {
    /// A conversation that begins with these parameters.
    pub fn new(params: Params) -> Self {
        Session {
            params,
            game: Some(Game::default()),
            level: Level::default(),
            is_searching: false,
            lines: 0,
            held: VecDeque::new(),
        }
    }

    /// The next line, without its end.
    pub fn line(&mut self, text: &str) -> Vec<Step> {
        self.lines += 1;
        let mut steps = Vec::new();
        self.obey(self.lines, text, &mut steps);
        steps
    }

    /// There are no more lines: as if the last one were `quit`.
    pub fn end(&mut self) -> Vec<Step> {
        self.line("quit")
    }

    /// The next line is longer than [`LONGEST_LINE`] and was left out.
    pub fn too_long(&mut self) -> Vec<Step> {
        self.lines += 1;
        let reason = Reason::TooLong { most: LONGEST_LINE };
        vec![told(self.lines, &LineError { column: LONGEST_LINE + 1, reason })]
    }

    /// The search has ended.
    pub fn found(&mut self, found: Found) -> Vec<Step> {
        self.is_searching = false;
        let mut steps = vec![Step::Answer(Answer::Done(found))];
        for (number, text) in mem::take(&mut self.held) {
            self.obey(number, &text, &mut steps);
        }
        steps
    }

    /// Obeys a line, or tells what is wrong with it.
    fn obey(&mut self, number: usize, text: &str, steps: &mut Vec<Step>) {
        let read = match Command::read(text) {
            Ok(None) => return,
            Ok(Some(read)) => read,
            Err(error) => return steps.push(told(number, &error)),
        };
        if self.must_wait(&read.command) {
            if self.held.is_empty() {
                steps.push(Step::Stop);
            }
            return self.held.push_back((number, text.to_string()));
        }
        steps.extend(read.left_over.map(|error| told(number, &error)));
        if let Err(error) = self.carry_out(number, read.command, steps) {
            steps.push(told(number, &error));
        }
    }

    /// Must the command wait for the end of the search? Once one does, later ones do as well.
    fn must_wait(&self, command: &Command<'_>) -> bool {
        let is_for_a_search =
            matches!(command, Command::Ping | Command::Stop | Command::PonderHit | Command::Quit);
        self.is_searching && !(is_for_a_search && self.held.is_empty())
    }

    fn carry_out(
        &mut self,
        number: usize,
        command: Command<'_>,
        steps: &mut Vec<Step>,
    ) -> Result<(), LineError> {
        match command {
            Command::Hub => steps.extend(self.introduction()),
            Command::Init => steps.push(Step::Prepare(self.params.clone())),
            Command::NewGame => steps.push(Step::NewGame),
            Command::Ping => steps.push(Step::Answer(Answer::Pong)),
            Command::Quit => steps.push(Step::Quit),
            // Outside of a search there is nothing to stop.
            Command::Stop => steps.extend(self.is_searching.then_some(Step::Stop)),
            Command::PonderHit => steps.extend(self.is_searching.then_some(Step::PonderHit)),
            Command::SetParam { name, value } => {
                let set = self.params.set(name.text, value.text);
                set.map_err(|reason| {
                    let is_name = matches!(reason, Reason::Parameter { .. });
                    LineError { column: if is_name { name.column } else { value.column }, reason }
                })?;
            }
            Command::Pos { from, moves } => return self.set_up(from, moves),
            Command::Level(arguments) => return self.limit(arguments),
            Command::Go(purpose) => self.search(number, purpose, steps),
        }
        Ok(())
    }

    fn introduction(&self) -> impl Iterator<Item = Step> {
        let params = self.params.declared().into_iter().map(Answer::Param);
        let all = [Answer::Id].into_iter().chain(params).chain([Answer::Wait]);
        all.map(Step::Answer)
    }

    /// A position also forgets the limits of the search before.
    fn set_up(&mut self, from: Option<Word<'_>>, moves: Option<Word<'_>>) -> Result<(), LineError> {
        self.level = Level::default();
        self.game = None;
        self.game = Some(Game::read(self.params.format, from, moves)?);
        Ok(())
    }

    fn limit(&mut self, mut arguments: Arguments<'_>) -> Result<(), LineError> {
        self.level = self.level.limited_by(&mut arguments)?;
        arguments.left_over("level", level::KNOWN).map_or(Ok(()), Err)
    }

    /// Begins a search; limits hold for one only. Without a position or a legal move the answer is
    /// an error and a `done` without a move, as in Scan, so that nobody waits.
    fn search(&mut self, number: usize, purpose: Purpose, steps: &mut Vec<Step>) {
        let level = mem::take(&mut self.level);
        let reason = match &self.game {
            None => Reason::NoPosition,
            Some(game) if game.position().can_move() => {
                self.is_searching = true;
                let (game, params) = (game.clone(), self.params.clone());
                steps.push(Step::Search(Box::new(Task { game, level, purpose, params })));
                return;
            }
            Some(game) => Reason::GameOver { side: game.position().side_to_move() },
        };
        steps.push(told(number, &LineError { column: 1, reason }));
        steps.push(Step::Answer(Answer::Done(Found::default())));
    }
}

fn told(line: usize, error: &LineError) -> Step {
    Step::Answer(Answer::Error(format!("line {line}, {error}")))
}
