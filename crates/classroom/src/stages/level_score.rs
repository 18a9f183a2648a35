//! What games against the levels of the reference agent earn.
//!
//! In the end, what a game that was not finished costs depends on whose doing that is:
//!
//! | game | costs |
//! |---|---|
//! | the referee failed in it | nothing: it is in no count |
//! | left out: no time was left | nothing |
//! | left out, and the agent has stalled (`round_times.rs`) | as a lost game |

use crate::scheme::ReferenceLevel;
use crate::stages::board_results::{BoardResults, points_in};
use crate::stages::games::side_of;
use crate::stages::round_times::Stall;
use games::GameName;
use referee::journal::{DrawRule, GameResult, Results};
use referee::rules::{DrawnGame, Ending};

/// An agent that took too much in this many games plays no tournament.
const MOST_HARM: usize = 2;

#[derive(Clone, Debug, Default)]
pub struct LevelGames {
    pub results: Results,
    pub stall: Option<Stall>,
    /// Why the referee can neither read its games nor play others.
    pub fault: Option<String>,
}

/// Whether the points of a level are out of all its games, or out of those that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelProgress {
    Running,
    Ended,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LevelScore {
    pub points: f64,
    /// Where draws are decided by time, none is drawn.
    games: BoardResults,
    drawn: DrawnGame,
    pub void: usize,
    pub planned: usize,
    pub out_of: usize,
}

impl LevelGames {
    pub fn against(&self, level: &ReferenceLevel) -> impl Iterator<Item = &GameResult> {
        let opponent = level.name();
        self.results.values().filter(move |game| side_of(game, &opponent).is_some())
    }

    pub fn void(&self) -> usize {
        self.results.values().filter(|game| game.is_void()).count()
    }

    /// Whether the agent took more of the machine than it may in several games: processes, disk or
    /// memory.
    pub fn is_harmful(&self) -> bool {
        use Ending::{TooManyProcesses, TooMuchDisk, TooMuchMemory};
        let is_such = |game: &&GameResult| {
            matches!(game.ending, TooManyProcesses | TooMuchDisk | TooMuchMemory)
        };
        self.results.values().filter(is_such).count() >= MOST_HARM
    }

    pub fn score(
        &self,
        name: &str,
        level: &ReferenceLevel,
        rule: DrawRule,
        progress: LevelProgress,
    ) -> LevelScore {
        let planned = level.games_each().0;
        let games = BoardResults::of(self.against(level), name, rule);
        let void = self.against(level).count() - games.played();
        let out_of = match (progress, self.stall) {
            (LevelProgress::Running, _) => planned,
            (LevelProgress::Ended, None) => games.played(),
            (LevelProgress::Ended, Some(_)) => planned.saturating_sub(void),
        };
        let share = games.points() / out_of.max(1) as f64;
        let points = match level.at_least {
            Some(least) if games.played() > 0 && share >= least.share() => level.points.number(),
            Some(_) => 0.0,
            None => level.points.number() * share,
        };
        let game = self.results.values().next().map_or(GameName::Checkers, |result| result.game);
        LevelScore { points, games, drawn: DrawnGame::of(game), void, planned, out_of }
    }
}

impl LevelScore {
    pub fn played(&self) -> usize {
        self.games.played()
    }

    /// True if the referee failed in all games that were played.
    pub fn is_all_void(&self) -> bool {
        self.void > 0 && self.played() == 0
    }

    /// Games that are neither finished nor void.
    pub fn left_out(&self) -> usize {
        self.planned.saturating_sub(self.played() + self.void)
    }

    /// `1.5 points in 2 games: 1 won, 1 drawn, 0 lost`.
    pub fn sentence(&self) -> String {
        format!("{}: {}", points_in(self.games.points(), self.played()), self.results())
    }

    /// `1 won, 1 drawn, 0 lost`, forfeits apart.
    pub fn results(&self) -> String {
        self.games.sentence(self.drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheme::scheme_values::{GradePoints, Percent};
    use games::board::Side;
    use referee::journal::{RecordedGame, results_of};
    use referee::rules::Ending;
    use referee::testing::random_record;
    use std::time::Duration;

    const LEVEL: ReferenceLevel = ReferenceLevel {
        depth: 1,
        games: 4,
        points: GradePoints::of(90),
        at_least: None,
        reference_seconds_per_move: None,
    };

    /// A game of Anna that has ended so; she is the side to move at the end, or the other one.
    fn game(number: u64, ending: Ending, is_to_move: bool) -> RecordedGame {
        let mut record = random_record(number, ending);
        let own = if is_to_move { record.to_move() } else { !record.to_move() };
        let names = if own == Side::Black { ["anna", "x"] } else { ["x", "anna"] };
        let [black, white] = names.map(|name| name.replace('x', &LEVEL.name()));
        (record.black.name, record.white.name) = (black.as_str().into(), white.as_str().into());
        (record.black.left, record.white.left) = (1.0, 1.0);
        record
    }

    fn games(records: &[RecordedGame], stall: Option<Stall>) -> LevelGames {
        LevelGames { results: results_of(records), stall, fault: None }
    }

    fn score(games: &LevelGames, level: &ReferenceLevel, progress: LevelProgress) -> LevelScore {
        games.score("anna", level, DrawRule::Time, progress)
    }

    /// Anna has won one game, another one has ended in some way, and two were left out. Three
    /// columns of points: of what was finished, as in a class; while games are to come; and after
    /// the time was over because she had stalled.
    #[test]
    fn every_ending_costs_what_its_own_doing_is() {
        let (running, ended) = (LevelProgress::Running, LevelProgress::Ended);
        let lost = [
            (Ending::NoPieces, true),
            (Ending::NoMoves, true),
            (Ending::ClockOverdrawn, true),
            (Ending::KilledInMove, true),
            (Ending::Hung, true),
            (Ending::NoOutput, true),
            (Ending::EmptyOutput, true),
            (Ending::Malformed, true),
            (Ending::ExitCode(1), true),
            (Ending::Signal(11), true),
            (Ending::NotStarted, true),
            (Ending::TooManyProcesses, true),
            (Ending::TooMuchDisk, true),
            (Ending::TooMuchMemory, true),
            (Ending::Tampered, true),
        ];
        let drawn = [Ending::Repetition, Ending::QuietTurns, Ending::MaxPlies];
        let won = lost.map(|(ending, _)| (ending, false));
        let drawn = drawn.map(|ending| (ending, true));
        let cases = lost.iter().map(|case| (case, [45.0, 22.5, 22.5]));
        let cases = cases.chain(won.iter().map(|case| (case, [90.0, 45.0, 45.0])));
        let cases = cases.chain(drawn.iter().map(|case| (case, [67.5, 33.75, 33.75])));
        let void = (Ending::RefereeFault, true);
        for (&(ending, is_to_move), points) in cases.chain([(&void, [90.0, 22.5, 30.0])]) {
            let first = game(1, Ending::NoOutput, false);
            let records = [first, game(2, ending, is_to_move)];
            let stalled = games(&records, Some(Stall::Idle(Duration::from_secs(60))));
            let found = [
                score(&games(&records, None), &LEVEL, ended).points,
                score(&games(&records, None), &LEVEL, running).points,
                score(&stalled, &LEVEL, ended).points,
            ];
            assert_eq!(found, points, "{ending}, {is_to_move}");
        }
    }

    #[test]
    fn an_agent_that_takes_too_much_in_two_games_is_harmful() {
        let memory = game(1, Ending::TooMuchMemory, true);
        let disk = game(2, Ending::TooMuchDisk, true);
        assert!(!games(&[memory.clone(), game(2, Ending::Malformed, true)], None).is_harmful());
        assert!(games(&[memory, disk], None).is_harmful());
    }

    #[test]
    fn a_part_of_the_points_may_be_needed_for_any() {
        let half = Some(Percent::try_from(50.0).expect("valid"));
        let level = ReferenceLevel { at_least: half, ..LEVEL };
        let one = games(&[game(1, Ending::NoOutput, false)], None);
        assert_eq!(score(&one, &level, LevelProgress::Running).points, 0.0);
        let ended = score(&one, &level, LevelProgress::Ended);
        assert_eq!((ended.points, ended.played(), ended.left_out()), (90.0, 1, 3));
        assert_eq!(
            ended.sentence(),
            "1 point in 1 game: 0 won, 0 drawn, 0 lost on the board; 1 game that the opponent forfeited"
        );
        let none = LevelGames::default();
        assert_eq!(score(&none, &level, LevelProgress::Ended).points, 0.0);
    }
}
