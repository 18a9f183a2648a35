//! What differs between the two kinds of opponents: an agent that is a process for each move, and
//! a text program that lives as long as the game.

use crate::play::agent::turn_files::TurnFiles;
use crate::shown_game::ShownGame;
use formats::{PLAYDATA_FILE, Play, Request};
use games::checkers;
use referee::MatchError;
use referee::play::MatchGame;
use referee::players::{FilePlayer, TextPlayer};
use referee::rules::{CheckedReply, GamePlayer, Refereed, TurnQuestion, check_reply};
use runner::folder::{Found, files};
use std::path::Path;
use std::{fs, io};

/// What an opponent says when the game is over by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndAnnouncement {
    Nothing,
    /// It announces the result and shows the board, and both must be right.
    Result,
}

/// How an opponent comes back to an earlier turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoOutcome {
    Done,
    /// It has to be started again and sent the moves.
    StartAgain,
}

pub trait Opponent<G: Refereed>: GamePlayer<G> {
    const END_ANNOUNCEMENT: EndAnnouncement;
    /// The words before the command that shows a bad move again.
    const SHOWS_AGAIN: &'static str;

    /// Asks for a move; also returns what a person may look at.
    fn answer(&mut self, question: &TurnQuestion<'_, G>) -> (CheckedReply<G::Move>, TurnFiles);

    /// Keeps in a file what it needs to come back to the turn that begins.
    fn save_turn(&self, copy: &Path) -> io::Result<()> {
        let _ = copy;
        Ok(())
    }

    /// Comes back to the turn whose beginning was kept in a file; without a file it has had
    /// no turn since.
    fn come_back(&mut self, copy: Option<&Path>) -> Result<UndoOutcome, MatchError>;
}

impl Opponent<checkers::Position> for FilePlayer {
    const END_ANNOUNCEMENT: EndAnnouncement = EndAnnouncement::Nothing;
    const SHOWS_AGAIN: &'static str = "Its files are kept; this asks it again";

    fn answer(
        &mut self,
        question: &TurnQuestion<'_, checkers::Position>,
    ) -> (CheckedReply<checkers::Move>, TurnFiles) {
        let (position, remaining) = (*question.state.position(), question.remaining());
        let request = Request { play: Play::Game, remaining, position };
        let reply = referee::rules::FileAgent::ask(self, &request);
        let files = TurnFiles::of_agent(self, &reply, question.replies().profile);
        (check_reply(reply, &position, remaining, question.replies()), files)
    }

    /// Copies its whole `playdata.txt`.
    fn save_turn(&self, copy: &Path) -> io::Result<()> {
        match files::open(&self.dir().path().join(PLAYDATA_FILE)) {
            Found::Regular(mut file) => io::copy(&mut file, &mut files::create(copy)?).map(drop),
            Found::Missing | Found::NotAFile(_) | Found::Unreadable(_) => files::remove(copy),
        }
    }

    fn come_back(&mut self, copy: Option<&Path>) -> Result<UndoOutcome, MatchError> {
        if let Some(copy) = copy {
            self.restore_playdata(fs::read(copy).ok().as_deref())?;
        }
        Ok(UndoOutcome::Done)
    }
}

impl<G: Refereed> Opponent<G> for TextPlayer {
    const END_ANNOUNCEMENT: EndAnnouncement = EndAnnouncement::Result;
    const SHOWS_AGAIN: &'static str = "All that was said is kept; this shows it";

    fn answer(&mut self, question: &TurnQuestion<'_, G>) -> (CheckedReply<G::Move>, TurnFiles) {
        let before = self.channel.conversation().text().len();
        let checked = self.play(question);
        let files = TurnFiles::of_program::<G>(&self.channel, before, &checked);
        (checked, files)
    }

    fn come_back(&mut self, _: Option<&Path>) -> Result<UndoOutcome, MatchError> {
        Ok(UndoOutcome::StartAgain)
    }
}

/// A game that a person plays against an agent.
pub trait PersonsGame: ShownGame + MatchGame<Player: Opponent<Self> + Send> {}

impl<G: ShownGame + MatchGame<Player: Opponent<G> + Send>> PersonsGame for G {}
