//! The automatic player of a session, for one side or for both: our search, or the plain opponent.

use crate::dialect::Dialect;
use crate::input::event::InputEnd;
use crate::players::plain_player::PlainPlayer;
use crate::players::search_player::{SearchPlayer, StopFlag, TimeLimits};
use formats::commands::GameHistory;

#[derive(Debug)]
pub enum AutoPlayer {
    /// The program at its best.
    Search(SearchPlayer),
    /// The opponent of `--plain`.
    Plain(Box<PlainPlayer>),
}

#[derive(Clone, Debug)]
pub struct ChosenMove<M> {
    pub mv: M,
    /// Score, depth and line of a hint, if the player knows them.
    pub about: Option<String>,
}

impl AutoPlayer {
    /// A player of these limits, or the plain opponent of a depth; the flag stops both.
    pub fn new(limits: TimeLimits, plain: Option<u32>, stop: &StopFlag) -> Self {
        let stop = StopFlag::clone(stop);
        match plain {
            Some(depth) => AutoPlayer::Plain(Box::new(PlainPlayer::new(depth).stopped_by(stop))),
            None => AutoPlayer::Search(SearchPlayer::new(limits).stopped_by(stop)),
        }
    }

    /// The same, in a hurry once the input has ended.
    #[must_use]
    pub fn hurried_after(self, end: InputEnd) -> Self {
        match self {
            AutoPlayer::Search(player) => AutoPlayer::Search(player.hurried_after(end)),
            // Its depth is fixed.
            AutoPlayer::Plain(player) => AutoPlayer::Plain(player),
        }
    }

    pub const fn name(&self) -> &'static str {
        match self {
            AutoPlayer::Search(_) => "Crownhead",
            AutoPlayer::Plain(_) => "Plain opponent",
        }
    }

    /// The move to play. `sides`, 1 or 2, is how many sides it plays. `None` if it was stopped.
    pub fn choose<G: Dialect>(
        &mut self,
        game: &GameHistory<G>,
        sides: u32,
    ) -> Option<ChosenMove<G::Move>> {
        let mv = match self {
            AutoPlayer::Plain(player) => player.choose(game),
            AutoPlayer::Search(player) => player.choose(game, sides),
        };
        mv.map(|mv| ChosenMove { mv, about: None })
    }

    /// A move to recommend. `None` if it was stopped before one was found.
    pub fn hint<G: Dialect>(&mut self, game: &GameHistory<G>) -> Option<ChosenMove<G::Move>> {
        let AutoPlayer::Search(player) = self else { return self.choose(game, 1) };
        let found = player.consider(game, 1)?;
        Some(ChosenMove { mv: found.mv, about: Some(found.about(game.position())) })
    }

    /// Makes its choices repeat.
    pub fn seed(&mut self, seed: i64) {
        match self {
            AutoPlayer::Search(player) => player.seed(seed),
            AutoPlayer::Plain(player) => player.seed(seed),
        }
    }

    pub fn begin_game(&mut self) {
        if let AutoPlayer::Search(player) = self {
            player.begin_game();
        }
    }
}
