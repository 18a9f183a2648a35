//! Agents that are a process for each move, as the players of a game; checkers is one.

use crate::error::MatchError;
use crate::journal::{GameConditions, bad_move};
use crate::play::match_game::{
    MatchGame, PlayerSetup, ProcessPlayer, ProgramLifetime, WantedClock,
};
use crate::play::preflight_question::PreflightQuestion;
use crate::players::program::{Agent, HOMEWORK};
use crate::players::{FilePlayer, answer_detail, detail_of};
use crate::rules::{AnswerForm, Ending, FileGame, ReplyRules, TimeControl};
use crate::schedule::{OpeningList, Seed, ballots, positions};
use games::Game;
use games::board::Side;
use games::checkers::Position;
use runner::AgentDir;
use runner::process::ClockKind;
use std::path::{Path, PathBuf};

impl<G: FileGame> ProcessPlayer<G> for FilePlayer {
    const LIFETIME: ProgramLifetime = ProgramLifetime::Move;

    fn from_setup(setup: &PlayerSetup<'_, G::Move>) -> Result<FilePlayer, MatchError> {
        let GameConditions { sandbox_mode, limits, .. } = setup.conditions;
        let run = setup.participant.start(setup.temp_root, sandbox_mode, setup.cores.clone())?;
        Ok(run.with_grace(limits.replies.profile.grace()))
    }

    /// None: each request shows the board.
    fn opening(_: &str, _: &G) -> Option<Vec<G::Move>> {
        Some(Vec::new())
    }

    fn time_control(wanted: &WantedClock) -> Result<Option<TimeControl>, MatchError> {
        let problem = if wanted.clock == Some(ClockKind::Wall) {
            "--clock wall is for programs that live as long as a game: its agents are processes \
             for one move each, and the start of one must not cost more on a busy machine"
        } else if wanted.move_seconds.is_some() {
            "--move-time is for programs that live as long as a game; take --no-clock for a clock \
             that each move has anew"
        } else {
            return Ok(None);
        };
        Err(MatchError::Correctable(problem.to_string()))
    }

    fn failure(&self) -> Option<String> {
        self.error().map(ToString::to_string)
    }

    fn take_failure(&mut self) -> Option<MatchError> {
        self.take_error()
    }

    fn place(&self) -> (&Agent, &AgentDir) {
        (self.agent(), self.dir())
    }

    fn answer_fault(&self, ending: Ending, form: AnswerForm) -> Option<String> {
        answer_detail::<G>(self.dir(), ending, form)
    }

    fn whole_fault(&self, ending: Ending, form: AnswerForm) -> Option<String> {
        detail_of::<G>(self.dir(), ending, form).or_else(|| self.passed().map(str::to_string))
    }

    fn keep(
        &self,
        folder: &Path,
        rules: ReplyRules,
        ending: Ending,
    ) -> Result<PathBuf, MatchError> {
        bad_move::keep::<G>(folder, self, rules, ending)
    }
}

/// A board on which White has to jump twice with one man.
const DOUBLE_JUMP: &str = "......../......../...b..../......../.b....../w......./......../........";

impl MatchGame for Position {
    type Player = FilePlayer;
    const PROGRAM: &'static str = HOMEWORK;
    const SECONDS: f64 = 100.0;
    const OPENINGS: &'static [&'static str] = &["ballots"];

    fn questions() -> Vec<(PreflightQuestion, Self)> {
        let board = Position::from_rows(DOUBLE_JUMP.split('/'), Side::White);
        let jump = board.ok().map(|board| (PreflightQuestion::DoubleJump, board));
        [(PreflightQuestion::FirstMove, Self::start())].into_iter().chain(jump).collect()
    }

    fn openings(_: &str, _: Seed) -> Result<OpeningList, MatchError> {
        ballots::openings()
    }

    fn openings_of_file(file: &str, text: &str) -> Result<OpeningList, MatchError> {
        positions::openings(file, text).map(OpeningList::only::<Self>)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_question_has_one_move_of_two_jumps() {
        let moves = Position::questions()[1].1.move_list();
        let jumped: Vec<_> = moves.iter().map(|mv| mv.captured().count()).collect();
        assert_eq!(jumped, [2]);
    }
}
