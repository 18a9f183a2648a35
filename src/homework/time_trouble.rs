//! Time trouble: the time left no longer pays for a long game, and the side that runs out of time
//! loses. A draw is then worth as much as to a side that is ahead on time: even if a draw is lost
//! on time, the game would be lost as well. And moves are taken back if that costs little: if both
//! sides do so, the position occurs for the third time within eight plies.

use crate::homework::game_record::GameRecord;
use crate::homework::plan;
use crate::player;
use crate::time::Task;
use evaluation::checkers::endgame::{DrawCounts, Tablebases, drawing_moves};
use games::checkers::{Move, Position};
use games::{Game, Outcome};
use search::{Evaluator, Score};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimePressure {
    /// The clock does not matter.
    NoClock,
    /// The time left pays for a long game.
    Enough,
    /// It does not pay for one.
    Trouble,
}

/// We certainly have more time left than the opponent.
const CERTAIN_LEAD: f64 = 1.0;

impl TimePressure {
    /// The pressure of this task, if the clock matters at all.
    pub fn of(task: &Task, clock_matters: bool) -> Self {
        if clock_matters && task.is_in_time_trouble() {
            TimePressure::Trouble
        } else {
            TimePressure::without_trouble(clock_matters)
        }
    }

    pub const fn without_trouble(clock_matters: bool) -> Self {
        if clock_matters { TimePressure::Enough } else { TimePressure::NoClock }
    }

    /// Today's score of a draw: more than nothing if we are ahead on time, less if we are behind.
    /// In time trouble it is that of a certain lead, whichever side is ahead.
    pub fn worth_of_a_draw(self, game: &GameRecord) -> Score {
        match self {
            TimePressure::NoClock => Score::DRAW,
            TimePressure::Enough => player::worth_of_a_draw(game.lead()),
            TimePressure::Trouble => player::worth_of_a_draw(CERTAIN_LEAD),
        }
    }
}

/// The most that a repeating move may cost by the static evaluation, in units; a man is about 100.
const COST_OF_REPEATING: i32 = 30;
/// A side that is ahead by more than this, in units, plays on.
const AHEAD: i32 = 100;

/// In a drawn position of the table of distances, the move that brings a draw by repetition
/// nearest, of those that put our pieces where they have been; `None` if there is none.
pub fn drawing_move(position: &Position, game: &GameRecord) -> Option<Move> {
    let history = plan::history(game);
    let turns_left = history.turns_left();
    let counts = DrawCounts { turns_left, occurred: |key| history.occurrences(key) };
    let moves = drawing_moves(Tablebases::built_in(), position, &counts)?;
    let with_nearness = moves.into_iter().map(|mv| (mv, game.nearness_to_repetition(mv)));
    let repeating = with_nearness.filter(|(_, nearness)| nearness.own_pieces > 0);
    repeating.max_by_key(|&(_, nearness)| nearness).map(|(mv, _)| mv)
}

/// Without a search, the move that brings a draw by repetition nearest, of those that put our
/// pieces where they have been and cost at most 30 units by the static evaluation. `None` if there
/// is none, and if we are ahead: by more than 100 units, or by the endgame tables.
pub fn repeating_move(
    position: &Position,
    game: &GameRecord,
    evaluator: &mut impl Evaluator<Position>,
) -> Option<Move> {
    let scored = player::scored_moves(position, evaluator);
    let best = scored.iter().map(|(_, score)| score.units()).max()?;
    if best > AHEAD || evaluator.probe_wdl(position) == Some(Outcome::Win) {
        return None;
    }
    scored
        .into_iter()
        .filter(|(_, score)| score.units() >= best - COST_OF_REPEATING)
        .map(|(mv, score)| (mv, game.nearness_to_repetition(mv), score))
        .filter(|(_, nearness, _)| nearness.own_pieces > 0)
        .filter(|&(mv, ..)| evaluator.probe_wdl(&position.play(mv)) != Some(Outcome::Win))
        .max_by_key(|&(_, nearness, score)| (nearness, score))
        .map(|(mv, _, _)| mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::homework::plan::CpuTime;
    use crate::homework::{self, Exit, SearchLimit};
    use crate::playdata::PlayData;
    use crate::time::{OpponentClock, OpponentWaits};
    use cli::file;
    use evaluation::checkers::CheckersEvaluator;
    use formats::{INPUT_FILE, OUTPUT_FILE, Play, Request, answer};
    use games::Walker;
    use games::board::Side;
    use std::time::Duration;

    fn request(position: Position, milliseconds: u64) -> Request {
        let remaining = Duration::from_millis(milliseconds);
        Request { play: Play::Game, remaining, position }
    }

    /// The position after these moves, and the game so far for the side that is to move.
    fn after(rows: &str, side: Side, moves: &[&str]) -> (Position, GameRecord) {
        let mut positions = vec![Position::from_rows(rows.split('/'), side).expect("a board")];
        for text in moves {
            let here = positions[positions.len() - 1];
            positions.push(here.play(named(&here, text)));
        }
        let today = positions.pop().expect("it was pushed");
        let playdata = PlayData::of(today.side_to_move(), positions);
        let game = GameRecord::continued(playdata, &request(today, 10), Duration::ZERO);
        (today, game.expect("the moves are legal"))
    }

    fn named(position: &Position, text: &str) -> Move {
        let moves = position.move_list();
        let name = |mv: Move| format!("{}-{}", mv.from(), mv.to());
        moves.into_iter().find(|&mv| name(mv) == text).expect("a legal move")
    }

    fn repeating(rows: &str, moves: &[&str]) -> Option<Move> {
        let (position, game) = after(rows, Side::White, moves);
        repeating_move(&position, &game, &mut CheckersEvaluator::built_in())
    }

    #[test]
    fn there_is_time_trouble_only_if_the_clock_matters_and_is_short() {
        let pressure = |milliseconds, clock_matters| {
            let request = request(Position::start(), milliseconds);
            let game = GameRecord::beginning(&request);
            let start = Duration::from_millis(1);
            let task = plan::task(&request, &game, CpuTime { used: start, shown: start });
            TimePressure::of(&task, clock_matters)
        };
        assert_eq!(pressure(1, true), TimePressure::Trouble);
        assert_eq!(pressure(1, false), TimePressure::NoClock);
        assert_eq!(pressure(10_000, true), TimePressure::Enough);
        assert_eq!(pressure(10_000, false), TimePressure::NoClock);
    }

    #[test]
    fn in_time_trouble_a_draw_is_worth_as_much_as_to_a_side_that_is_ahead() {
        let second = Duration::from_secs(1);
        let waits = [50, 100].map(Duration::from_millis).into_iter();
        let waits = waits.fold(OpponentWaits::default(), |sum, wait| sum.with(wait, second));
        let worth = |pressure: TimePressure, left| {
            let positions = vec![Position::start()];
            let mv = Walker::new(1).step(&positions[0]).expect("a move");
            let opponent = OpponentClock { waits, ..OpponentClock::unseen(second) };
            let playdata = PlayData { opponent, ..PlayData::of(Side::White, positions) };
            let request = request(Position::start().play(mv), left);
            let game = GameRecord::continued(playdata, &request, Duration::ZERO);
            pressure.worth_of_a_draw(&game.expect("the move is legal"))
        };
        let ahead = player::worth_of_a_draw(CERTAIN_LEAD);
        for (left, by_lead) in [(1_000, ahead), (100, -ahead)] {
            assert_eq!(worth(TimePressure::NoClock, left), Score::DRAW);
            assert_eq!(worth(TimePressure::Enough, left), by_lead);
            assert_eq!(worth(TimePressure::Trouble, left), ahead);
        }
    }

    /// Two kings each, far apart.
    const DRAWN: &str = ".B.B..../......../......../......../......../......../......../....W.W.";
    /// Three kings each, far apart: too many for the tables of distances.
    const LEVEL: &str = ".B.B.B../......../......../......../......../......../......../..W.W.W.";

    #[test]
    fn a_drawn_ending_of_the_tables_is_repeated() {
        let (position, game) = after(DRAWN, Side::White, &["g1-f2", "b8-a7"]);
        assert_eq!(drawing_move(&position, &game), Some(named(&position, "f2-g1")));
        let (position, game) = after(DRAWN, Side::White, &["g1-f2", "b8-a7", "f2-g1"]);
        assert_eq!(drawing_move(&position, &game), Some(named(&position, "a7-b8")));
    }

    #[test]
    fn only_a_drawn_position_of_the_tables_is() {
        let won = ".B....../......../......../......../......../......../......../....W.W.";
        let (position, game) = after(won, Side::White, &["g1-f2", "b8-a7"]);
        assert_eq!(drawing_move(&position, &game), None);
        let (position, game) = after(LEVEL, Side::White, &["g1-f2", "b8-a7"]);
        assert_eq!(drawing_move(&position, &game), None);
    }

    #[test]
    fn a_move_that_nothing_speaks_against_is_taken_back() {
        let repeated = repeating(LEVEL, &["g1-h2", "b8-a7"]);
        assert_eq!(repeated.map(|mv| mv.to().to_string()).as_deref(), Some("g1"));
    }

    #[test]
    fn without_an_earlier_move_nothing_is_repeated() {
        let position = Position::from_rows(LEVEL.split('/'), Side::White).expect("a board");
        let game = GameRecord::beginning(&request(position, 10));
        let mut evaluator = CheckersEvaluator::built_in();
        assert_eq!(repeating_move(&position, &game, &mut evaluator), None);
    }

    #[test]
    fn a_move_that_loses_a_king_is_not_taken_back() {
        // On e3 the king would be taken by the one that has come to f4.
        let rows = ".B.B..../......../......../......B./......../....W.../......../W.W.....";
        let goes_back = |reply| {
            let moves = ["e3-d2", reply];
            let (position, _) = after(rows, Side::White, &moves);
            repeating(rows, &moves) == Some(named(&position, "d2-e3"))
        };
        assert!(goes_back("g5-h6"));
        assert!(!goes_back("g5-f4"));
    }

    /// With no time for a search on either side, level endings are over within a few moves.
    #[test]
    fn two_sides_in_time_trouble_soon_agree_on_a_draw() {
        for rows in [DRAWN, LEVEL] {
            // A clock that falls shows that a move costs something, even if ours shows nothing.
            let mut left = 50;
            let dirs = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
            let mut position = Position::from_rows(rows.split('/'), Side::White).expect("a board");
            let mut seen = vec![position];
            while seen.iter().filter(|&&earlier| earlier == position).count() < 3 {
                assert!(seen.len() < 40, "{rows}");
                let dir = dirs[position.side_to_move().index()].path();
                left -= 1;
                let text = request(position, left).text();
                file::replace(&dir.join(INPUT_FILE), text).expect("written");
                assert_eq!(homework::run(dir, SearchLimit::Clock), Exit::Answered);
                let text = std::fs::read_to_string(dir.join(OUTPUT_FILE)).expect("an answer");
                let legal = position.move_list();
                let mv = answer::find(&text, &legal).expect("well formed");
                position = position.play(mv.expect("legal"));
                seen.push(position);
            }
        }
    }

    #[test]
    fn who_is_ahead_plays_on() {
        let ahead = ".B.B.B../......../......../......../......../......../.W....../W.W.W.W.";
        assert_eq!(repeating(ahead, &["g1-h2", "b8-a7"]), None);
    }
}
