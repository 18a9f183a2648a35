//! The state of a session.

use crate::dialect::Dialect;
use crate::input::console::Console;
use crate::input::event::{Origin, SessionEvent};
use crate::input::line_reader::{LineReader, LineSource};
use crate::page::BoardSite;
use crate::players::auto_player::{AutoPlayer, ChosenMove};
use crate::players::search_player::StopFlag;
use crate::players::search_thread::{RunningTask, SearchThread};
use formats::commands::GameHistory;
use games::board::Side;
use pages::PlayerKind;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalBoard {
    /// After each change: a person types.
    Shown,
    /// Only when `dump` asks for it.
    Hidden,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitReason {
    /// With `quit` or the end of the input.
    Quit,
    /// With the first error, as `--strict` wants it.
    Error,
}

pub struct SessionParts {
    pub console: Console,
    pub input: LineSource,
    pub player: AutoPlayer,
    /// The flag that the player was made with.
    pub stop: StopFlag,
    /// Both ends, because the page holds the first, too.
    pub events: (Sender<SessionEvent>, Receiver<SessionEvent>),
    pub page: Option<Arc<BoardSite>>,
    pub board: TerminalBoard,
}

pub struct Session<G: Dialect> {
    pub(super) game: GameHistory<G>,
    /// The game that was left in the page for another one.
    pub(super) left_game: Option<GameHistory<G>>,
    pub(super) players: [PlayerKind; 2],
    pub(super) search_thread: SearchThread<AutoPlayer>,
    /// The name of the player that plays automatic sides.
    pub(super) program: &'static str,
    pub(super) search: Option<RunningSearch<G::Move>>,
    pub(super) console: Console,
    pub(super) reader: LineReader,
    pub(super) events: Receiver<SessionEvent>,
    /// A line was requested and has not come.
    pub(super) is_reading: bool,
    /// A line that came when none was needed any more.
    pub(super) early_line: Option<Option<String>>,
    pub(super) page: Option<Arc<BoardSite>>,
    pub(super) board: TerminalBoard,
    pub(super) announced: bool,
    /// `set` has changed the board, and nothing has gone on from there yet.
    pub(super) is_setting_up: bool,
}

pub(super) struct RunningSearch<M> {
    pub thinking: RunningTask<Option<ChosenMove<M>>>,
    pub purpose: TurnPurpose,
}

#[derive(Debug)]
pub(super) enum TurnPurpose {
    Move,
    Hint(Origin),
}

impl<G: Dialect> Session<G> {
    /// A program at its start: a game is on, the first to move is manual, the other automatic.
    /// Fails if the system has no thread for reading lines.
    pub fn new(parts: SessionParts) -> io::Result<Self> {
        let (sender, events) = parts.events;
        let reader = LineReader::start(parts.input, sender.clone())?;
        let mut session = Session {
            game: GameHistory::default(),
            left_game: None,
            players: [PlayerKind::Automatic; 2],
            program: parts.player.name(),
            search_thread: SearchThread::new(parts.player, parts.stop, sender),
            search: None,
            console: parts.console,
            reader,
            events,
            is_reading: false,
            early_line: None,
            page: parts.page,
            board: parts.board,
            announced: false,
            is_setting_up: false,
        };
        session.set_manual(G::start().side_to_move());
        session.publish(None);
        Ok(session)
    }

    /// The same with moves of this side entered, and the other side automatic.
    #[must_use]
    pub fn with_person(mut self, side: Side) -> Self {
        self.set_manual(side);
        self.publish(None);
        self
    }

    fn set_manual(&mut self, side: Side) {
        self.players = [PlayerKind::Automatic; 2];
        self.players[side.index()] = PlayerKind::Manual;
    }

    pub(super) fn is_automatic(&self, side: Side) -> bool {
        self.players[side.index()] == PlayerKind::Automatic
    }
}
