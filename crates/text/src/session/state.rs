//! What a session knows.

use crate::auto_player::{AutoPlayer, Thinker, Thinking};
use crate::console::Console;
use crate::dialect::Dialect;
use crate::event::{Event, Origin};
use crate::game_history::GameHistory;
use crate::line_reader::{Input, LineReader};
use crate::page::BoardSite;
use crate::search_player::StopFlag;
use games::board::Side;
use pages::PlayerKind;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

/// Whether the terminal shows the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalBoard {
    /// After each change: a person types.
    Shown,
    /// Only when `dump` asks for it.
    Hidden,
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitReason {
    /// With `quit` or the end of the input.
    Quit,
    /// With the first error, as `--strict` wants it.
    Error,
}

/// What a session is made of.
pub struct SessionParts {
    /// Where answers go.
    pub console: Console,
    /// Where lines come from.
    pub input: Input,
    /// Who plays the automatic sides.
    pub player: AutoPlayer,
    /// The flag that the player was made with.
    pub stop: StopFlag,
    /// What happens: the two ends, so that a page can be given the first.
    pub events: (Sender<Event>, Receiver<Event>),
    /// The page that shows the game, if there is one.
    pub page: Option<Arc<BoardSite>>,
    /// Whether the terminal shows the board.
    pub board: TerminalBoard,
}

/// A running program.
pub struct Session<G: Dialect> {
    pub(super) game: GameHistory<G>,
    pub(super) players: [PlayerKind; 2],
    pub(super) thinker: Thinker,
    /// The search that runs, if one does.
    pub(super) work: Option<Work<G::Move>>,
    pub(super) console: Console,
    pub(super) reader: LineReader,
    pub(super) events: Receiver<Event>,
    /// Whether a line was asked for and has not come.
    pub(super) is_reading: bool,
    /// A line that came while none was wanted any more.
    pub(super) early_line: Option<Option<String>>,
    pub(super) page: Option<Arc<BoardSite>>,
    pub(super) board: TerminalBoard,
    /// Whether the end of this game has been announced.
    pub(super) announced: bool,
    /// The number of views that the page was shown.
    pub(super) version: u64,
}

/// A search, and what its result is for.
pub(super) struct Work<M> {
    pub thinking: Thinking<M>,
    pub purpose: Purpose,
}

pub(super) enum Purpose {
    /// The move of an automatic player.
    Move,
    /// An answer to `hint`.
    Hint(Origin),
}

impl<G: Dialect> Session<G> {
    /// A program at its start: a game is on, the first to move is manual, the other automatic.
    ///
    /// # Errors
    /// The system has no thread for reading lines.
    pub fn new(parts: SessionParts) -> io::Result<Self> {
        let (sender, events) = parts.events;
        let reader = LineReader::start(parts.input, sender.clone())?;
        let mut session = Session {
            game: GameHistory::default(),
            players: [PlayerKind::Automatic; 2],
            thinker: Thinker::new(parts.player, parts.stop, sender),
            work: None,
            console: parts.console,
            reader,
            events,
            is_reading: false,
            early_line: None,
            page: parts.page,
            board: parts.board,
            announced: false,
            version: 0,
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
