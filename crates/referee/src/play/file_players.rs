//! Agents that are a process for each move, as the players of a game; checkers is one.

use crate::journal::bad_move;
use crate::journal::bad_move::BadMoveError;
use crate::play::conditions::GameConditions;
use crate::play::preflight_question::PreflightQuestion;
use crate::play::protocol::{PlayerProcess, Protocol, Seat, WantedClock};
use crate::players::program::{Agent, HOMEWORK};
use crate::players::{AgentRun, AgentRunError};
use crate::players::{answer_detail, detail_of};
use crate::rules::Ending;
use crate::rules::FileGame;
use crate::rules::Profile;
use crate::rules::TimeControl;
use crate::schedule::OpeningsError;
use crate::schedule::{OpeningList, Seed};
use crate::schedule::{ballots, positions};
use games::Game;
use games::board::Side;
use games::checkers::Position;
use runner::AgentDir;
use runner::process::ClockKind;
use std::path::{Path, PathBuf};

impl<G: FileGame> PlayerProcess<G> for AgentRun {
    fn seated(seat: &Seat<'_, G::Move>) -> Result<AgentRun, AgentRunError> {
        let GameConditions { sandbox_mode, limits, .. } = seat.conditions;
        let run = seat.entrant.start(seat.temp_root, sandbox_mode, seat.cores.clone())?;
        Ok(run.with_grace(limits.profile.grace()))
    }

    /// None: each request shows the board.
    fn opening(_: &str, _: &G) -> Option<Vec<G::Move>> {
        Some(Vec::new())
    }

    fn time_control(wanted: &WantedClock) -> Result<Option<TimeControl>, String> {
        if wanted.clock == Some(ClockKind::Wall) {
            let why = "its agents are processes for one move each, and the start of one must not \
                       cost more on a busy machine";
            return Err(format!("--clock wall is for programs that live as long as a game: {why}"));
        }
        if wanted.move_seconds.is_some() {
            let text = "--seconds-per-move is for programs that live as long as a game; take \
                        --untimed for a clock that each move has anew";
            return Err(text.to_string());
        }
        Ok(None)
    }

    fn failure(&self) -> Option<String> {
        self.error().map(ToString::to_string)
    }

    fn take_failure(&mut self) -> Option<AgentRunError> {
        self.take_error()
    }

    fn place(&self) -> (&Agent, &AgentDir) {
        (self.agent(), self.dir())
    }

    fn answer_fault(&self, ending: Ending, profile: Profile) -> Option<String> {
        answer_detail::<G>(self.dir(), ending, profile.form())
    }

    fn whole_fault(&self, ending: Ending, profile: Profile) -> Option<String> {
        let passed = || self.passed().map(str::to_string);
        detail_of::<G>(self.dir(), ending, profile.form()).or_else(passed)
    }

    fn keep(
        &self,
        folder: &Path,
        profile: Profile,
        ending: Ending,
    ) -> Result<PathBuf, BadMoveError> {
        bad_move::keep::<G>(folder, self, profile, ending)
    }
}

/// A board on which White has to jump twice with one man.
const DOUBLE_JUMP: &str = "......../......../...b..../......../.b....../w......./......../........";

impl Protocol for Position {
    type Player = AgentRun;
    const PROGRAM: &'static str = HOMEWORK;
    const SECONDS: f64 = 100.0;
    const OPENINGS: &'static [&'static str] = &["ballots"];

    fn questions() -> Vec<(PreflightQuestion, Self)> {
        let board = Position::from_rows(DOUBLE_JUMP.split('/'), Side::White);
        let jump = board.ok().map(|board| (PreflightQuestion::DoubleJump, board));
        [(PreflightQuestion::FirstMove, Self::start())].into_iter().chain(jump).collect()
    }

    fn openings(_: &str, _: Seed) -> Result<OpeningList, OpeningsError> {
        Ok(ballots::openings()?)
    }

    fn openings_of_file(file: &str, text: &str) -> Result<OpeningList, OpeningsError> {
        Ok(positions::read(file, text)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_question_has_one_move_of_two_jumps() {
        let mut moves = Vec::new();
        Position::questions()[1].1.legal_moves(&mut moves);
        let jumped: Vec<_> = moves.iter().map(|mv| mv.captured().count()).collect();
        assert_eq!(jumped, [2]);
    }
}
