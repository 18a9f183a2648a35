//! One check: the question, the files around it, and what is expected.
//!
//! A question is constant data, so that a check is one entry of a table. The clock is kept as text,
//! because its spelling is part of the question (`300`, `3.4e-14`).

use crate::checks::setup::SetupStep;
use formats::{Play, Request, answer};
use games::Game;
use games::board::Side;
use games::checkers::{BoardError, Move, Position};
use std::cmp::Reverse;
use std::time::Duration;

/// One check: a question to an agent, and what is expected of it.
#[derive(Debug)]
pub struct Check {
    /// Lower case with hyphens.
    pub name: &'static str,
    pub group: CheckGroup,
    /// One sentence: what is asked and why.
    pub asks: &'static str,
    pub(crate) task: CheckTask,
}

/// Whose wish a check is. The checks of a group are run together, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckGroup {
    /// Single moves of the assignment, as it grades them: ten questions, each with all its time.
    Single,
    /// What else the assignment asks: first moves of games, the files of a move.
    Assignment,
    /// What the assignment rules out or leaves open, and what happens all the same.
    Robust,
}

impl CheckGroup {
    pub const ALL: [Self; 3] = [Self::Single, Self::Assignment, Self::Robust];

    /// As schemes and `--only` name it.
    pub const fn name(self) -> &'static str {
        match self {
            CheckGroup::Single => "single",
            CheckGroup::Assignment => "assignment",
            CheckGroup::Robust => "robust",
        }
    }
}

#[derive(Debug)]
pub enum CheckTask {
    Calibrate,
    /// It moves in each of these turns; all of them must succeed.
    Move(&'static [CheckTurn], Expect),
    /// It need not or cannot move, but must end by itself.
    End(CheckTurn),
}

/// One run of the agent.
#[derive(Debug)]
pub struct CheckTurn {
    /// Changes its directory before.
    pub setup: &'static [SetupStep],
    /// `None`: the next move of the same game, after the agent's own last move and a reply.
    pub question: Option<CheckQuestion>,
}

/// Expected of a run, beside a legal move within the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    Move,
    /// It uses at most [`QUICK`].
    QuickMove,
    /// Using more than half of the time earns a remark, but is not a failure.
    ThriftyMove,
    /// The answer is the lines of the move and nothing else; only the last line end may be missing.
    ExactLines,
    /// It leaves only files that the assignment names.
    NoOtherFile,
}

/// CPU time for a forced move: enough for a slow start, too little for a search.
pub const QUICK: Duration = Duration::from_secs(1);

impl Check {
    /// A check for one legal answer, in a directory as usual.
    pub const fn asking(
        group: CheckGroup,
        name: &'static str,
        asks: &'static str,
        turn: &'static [CheckTurn; 1],
    ) -> Self {
        Check { name, group, asks, task: CheckTask::Move(turn, Expect::Move) }
    }
}

impl CheckTurn {
    /// A question in a directory as usual.
    pub const fn asking(question: CheckQuestion) -> Self {
        CheckTurn { setup: &[], question: Some(question) }
    }
}

/// One question, as an entry of a table.
#[derive(Clone, Copy, Debug)]
pub struct CheckQuestion {
    pub play: Play,
    pub side: Side,
    pub clock: QuestionClock,
    /// The eight rows, the top one first, joined by `/`.
    pub board: &'static str,
    pub spelling: Spelling,
}

/// The third line of `input.txt`, as text: seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionClock {
    /// Using all of it fails the check, as it would lose a game.
    Binding(&'static str),
    /// So little that the start of a program may take more. A late answer would lose the game, but
    /// does not fail the check.
    Hopeless(&'static str),
}

/// CPU time for an answer at a hopeless clock: enough for the slow start of a virtual machine, too
/// little for a search.
pub const HOPELESS_LIMIT: Duration = Duration::from_secs(2);

/// The form of the lines of `input.txt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// As in the assignment.
    Plain,
    /// Lines end as on Windows.
    Crlf,
    /// Blanks at the ends of all lines, and blank lines at the end of the file.
    TrailingBlanks,
    /// The last line has no end.
    NoFinalLineEnd,
}

impl QuestionClock {
    pub fn time(self) -> Duration {
        let (QuestionClock::Binding(text) | QuestionClock::Hopeless(text)) = self;
        let seconds = text.parse::<f64>().expect("a test reads the clock of every check");
        Duration::from_secs_f64(seconds)
    }

    /// The CPU time after which the agent is killed.
    pub fn limit(self) -> Duration {
        match self {
            QuestionClock::Binding(_) => self.time(),
            QuestionClock::Hopeless(_) => HOPELESS_LIMIT,
        }
    }
}

impl CheckQuestion {
    pub const fn at(self, clock: QuestionClock) -> Self {
        CheckQuestion { clock, ..self }
    }

    pub const fn spelled(self, spelling: Spelling) -> Self {
        CheckQuestion { spelling, ..self }
    }

    /// A test reads the boards of all tables.
    pub fn position(&self) -> Result<Position, BoardError> {
        Position::from_rows(self.board.split('/'), self.side)
    }

    /// The text of `input.txt`.
    pub fn text(&self) -> String {
        let play = match self.play {
            Play::Single => "SINGLE",
            Play::Game => "GAME",
        };
        let side = match self.side {
            Side::Black => "BLACK",
            Side::White => "WHITE",
        };
        let (QuestionClock::Binding(clock) | QuestionClock::Hopeless(clock)) = self.clock;
        let plain = format!("{play}\n{side}\n{clock}\n{}\n", self.board.replace('/', "\n"));
        match self.spelling {
            Spelling::Plain => plain,
            Spelling::Crlf => plain.replace('\n', "\r\n"),
            Spelling::TrailingBlanks => plain.replace('\n', "  \n") + "\n  \n\n",
            Spelling::NoFinalLineEnd => plain.trim_end().to_string(),
        }
    }
}

/// A question as it is asked.
pub struct AskedQuestion {
    /// The text of `input.txt`.
    pub text: String,
    pub position: Position,
    pub clock: Duration,
    /// The CPU time after which the agent is killed; longer than a hopeless clock.
    pub limit: Duration,
}

/// The question of a turn; `None` if the game is over.
pub fn asked_question(turn: &CheckTurn, next: Option<AskedQuestion>) -> Option<AskedQuestion> {
    let Some(question) = turn.question else { return next };
    Some(AskedQuestion {
        text: question.text(),
        position: question.position().expect("a test reads the board of every check"),
        clock: question.clock.time(),
        limit: question.clock.limit(),
    })
}

/// The game after a move and the reply that leaves the agent the most moves (with a single move,
/// its `playdata.txt` would not matter). Among equals the first by its text.
pub fn next_question(position: &Position, mv: Move, left: Duration) -> Option<AskedQuestion> {
    let after = position.play(mv);
    let mut replies = Vec::new();
    after.legal_moves(&mut replies);
    let choice = |&reply: &Move| (Reverse(after.play(reply).count_moves()), answer::text(reply));
    let position = after.play(replies.into_iter().min_by_key(choice)?);
    let text = Request { play: Play::Game, remaining: left, position }.text();
    Some(AskedQuestion { text, position, clock: left, limit: left })
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Notation;

    const QUESTION: CheckQuestion = CheckQuestion {
        play: Play::Game,
        side: Side::White,
        clock: QuestionClock::Binding("2.5"),
        board: ".b.b.b.b/b.b.b.b./.b...b.b/....b.../......../w.w.w.w./.w.w.w.w/w.w.w.w.",
        spelling: Spelling::Plain,
    };

    #[test]
    fn every_spelling_asks_the_same() {
        let plain = Request::parse(&QUESTION.text()).expect("the plain form");
        assert_eq!(plain.remaining, Duration::from_millis(2_500));
        assert_eq!(plain.text(), QUESTION.text());
        let mut texts = vec![QUESTION.text()];
        for spelling in [Spelling::Crlf, Spelling::TrailingBlanks, Spelling::NoFinalLineEnd] {
            let text = QUESTION.spelled(spelling).text();
            assert_eq!(Request::parse(&text).expect("another spelling"), plain, "{text:?}");
            assert!(!texts.contains(&text), "{text:?}");
            texts.push(text);
        }
    }

    #[test]
    fn a_hopeless_clock_is_written_but_not_enforced() {
        let tiny = QuestionClock::Hopeless("3.49581474878846e-14");
        assert!(QUESTION.at(tiny).text().contains("\n3.49581474878846e-14\n"));
        assert_eq!((tiny.time(), tiny.limit()), (Duration::ZERO, HOPELESS_LIMIT));
        let ordinary = QuestionClock::Binding("300");
        assert_eq!(ordinary.time(), ordinary.limit());
    }

    #[test]
    fn a_game_goes_on_with_a_choice_and_less_time() {
        let start = Position::start();
        let mv = start.read_move("9-14").expect("a legal move");
        let next = next_question(&start, mv, Duration::from_millis(2_500)).expect("a reply");
        assert!(next.position.count_moves() > 1, "22-17 would force a jump");
        assert_eq!(next.position.side_to_move(), start.side_to_move());
        let read = Request::parse(&next.text).expect("a request");
        assert_eq!((read.position, read.remaining), (next.position, next.clock));
        assert_eq!(next.limit, next.clock);
    }

    #[test]
    fn a_game_that_is_won_does_not_go_on() {
        let rows = "......../......../......../......../.....b../....w.../......../........";
        let position = Position::from_rows(rows.split('/'), Side::White).expect("a board");
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        assert!(legal[0].is_jump());
        assert!(next_question(&position, legal[0], Duration::ZERO).is_none());
    }
}
