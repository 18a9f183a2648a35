//! Programs that live as long as a game, as its players; the games that they play.

use crate::error::MatchError;
use crate::play::match_game::{
    MatchGame, PlayerSetup, ProcessPlayer, ProgramLifetime, WantedClock,
};
use crate::players::program::Agent;
use crate::players::{DialoguePlace, GivenTime, TextPlayer, text_game};
use crate::rules::{AnswerForm, Ending, Profile, ReplyRules, TimeControl, moves_to};
use crate::schedule::{OpeningList, Seed, move_lists};
use games::{amazons, loa, tablut};
use runner::AgentDir;
use runner::process::IDLE_LIMIT;
use std::path::{Path, PathBuf};

impl<G: MatchGame> ProcessPlayer<G> for TextPlayer {
    const LIFETIME: ProgramLifetime = ProgramLifetime::Game;

    fn from_setup(setup: &PlayerSetup<'_, G::Move>) -> Result<TextPlayer, MatchError> {
        let game = text_game(G::PROGRAM)?;
        let time = setup.conditions.time.unwrap_or_default();
        let place = DialoguePlace {
            temp_root: setup.temp_root,
            sandbox_mode: setup.conditions.sandbox_mode,
            cores: setup.cores.clone(),
            idle_limit: IDLE_LIMIT,
            time: GivenTime {
                clock: setup.participant.clock,
                timing: setup.conditions.timing,
                per_move: time.move_seconds.map(|_| time.move_limit()),
            },
        };
        let run = TextPlayer::new(setup.participant, game, setup.side, place)?;
        let mut run = run.with_clock(time, setup.conditions.seed.0);
        let mut position = G::start();
        for &mv in setup.opening {
            if position.forced_pass().is_none() {
                run.tell(position.move_text(mv));
            }
            position = position.play(mv);
        }
        Ok(run)
    }

    fn opening(name: &str, start: &G) -> Option<Vec<G::Move>> {
        moves_to(name, start)
    }

    fn time_control(wanted: &WantedClock) -> Result<Option<TimeControl>, MatchError> {
        let WantedClock { replies, clock, move_seconds } = *wanted;
        let program = G::PROGRAM;
        let problem = if replies.profile != Profile::Spec {
            format!("--profile is for checkers; {program} has one way to count")
        } else if replies.answers == AnswerForm::Exact {
            format!("--answers is for checkers; a program of {program} announces its moves")
        } else {
            return Ok(Some(TimeControl { clock: clock.unwrap_or_default(), move_seconds }));
        };
        Err(MatchError::Correctable(problem))
    }

    fn failure(&self) -> Option<String> {
        self.channel.error().map(ToString::to_string)
    }

    fn take_failure(&mut self) -> Option<MatchError> {
        self.channel.take_error()
    }

    fn place(&self) -> (&Agent, &AgentDir) {
        (self.channel.agent(), self.channel.dir())
    }

    fn answer_fault(&self, _: Ending, _: AnswerForm) -> Option<String> {
        self.channel.fault()
    }

    fn whole_fault(&self, _: Ending, _: AnswerForm) -> Option<String> {
        self.channel.detail()
    }

    fn keep(&self, folder: &Path, _: ReplyRules, _: Ending) -> Result<PathBuf, MatchError> {
        self.channel.keep_evidence(folder)
    }
}

macro_rules! played_by_text_programs {
    ($($Position:ty: $program:literal, $seconds:literal),*) => {$(
        impl MatchGame for $Position {
            type Player = TextPlayer;
            const PROGRAM: &'static str = $program;
            const SECONDS: f64 = $seconds;
            const OPENINGS: &'static [&'static str] = &["balanced", "random"];
            const USUAL_OPENINGS: &'static str = "balanced";

            fn openings(name: &str, seed: Seed) -> Result<OpeningList, MatchError> {
                if name == "random" {
                    return Ok(move_lists::random::<Self>(seed));
                }
                let text = include_str!(concat!("../schedule/data/", $program, ".txt"));
                move_lists::read::<Self>(concat!($program, ".txt"), text)
            }

            fn openings_of_file(file: &str, text: &str) -> Result<OpeningList, MatchError> {
                move_lists::openings::<Self>(file, text).map(OpeningList::only::<Self>)
            }
        }
    )*};
}

// The texts of Tablut and Amazons allow three minutes for a game of a program against itself: half
// of it for each side. That of Lines of Action names no time; its `test-loa` allows a minute.
played_by_text_programs!(
    loa::Position: "loa", 60.0,
    tablut::Position: "tablut", 90.0,
    amazons::Position: "amazons", 90.0
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Opening, OpeningIndex};
    use games::board::Side;
    use games::{GameName, with_game};
    use std::collections::HashSet;

    /// A program can receive each opening, and the side that begins the game begins.
    fn can_be_told<G: MatchGame>() {
        let list = G::openings("balanced", Seed(1)).expect("our own file");
        assert!(list.size().get() > 200, "{}", G::PROGRAM);
        let begins = G::start().side_to_move();
        let mut boards = HashSet::new();
        for opening in list.all() {
            let start: G = opening.position().expect("a board");
            assert!(moves_to(&opening.name, &start).is_some(), "{}", opening.name);
            assert!(opening.begins == begins && boards.insert(&opening.board), "{}", opening.name);
        }
        assert_eq!(list.get(OpeningIndex::START).map(|start| &*start.name), Some("start"));
        let random = G::openings("random", Seed(1)).expect("made");
        assert_ne!(random, G::openings("random", Seed(2)).expect("made"));
        assert!(
            random.all().map(|Opening { begins, .. }| *begins).all(|side: Side| side == begins)
        );
    }

    #[test]
    fn the_openings_of_each_game_can_be_told() {
        for game in GameName::ALL.into_iter().filter(|game| *game != GameName::Checkers) {
            with_game!(game, Position => can_be_told::<Position>());
        }
    }
}
