//! The content of `input.txt` in a check: a board, a clock, and how the file is spelled.
//!
//! A question is constant data, so that a check is one entry of a table. The clock is kept as text,
//! because its spelling is part of the question (`300`, `3.4e-14`).

use formats::Play;
use games::board::Side;
use games::checkers::{BoardError, Position};
use std::time::Duration;

/// One question, as an entry of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckQuestion {
    /// Whether the time is for a single move or for a game.
    pub(super) play: Play,
    /// Whose turn it is.
    pub(super) side: Side,
    /// The time left.
    pub(super) clock: QuestionClock,
    /// The eight rows, the top one first, joined by `/`.
    pub(super) board: &'static str,
    /// How the lines are written.
    pub(super) spelling: Spelling,
}

/// The third line of `input.txt`, as text: seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuestionClock {
    /// Using this much loses on time, as in a game.
    Binding(&'static str),
    /// So little that the start of a program may take more. Being late would lose the game, but
    /// does not fail the check.
    Hopeless(&'static str),
}

/// CPU time for an answer at a hopeless clock: enough for the slow start of a virtual machine, too
/// little for a search.
pub(super) const HOPELESS_LIMIT: Duration = Duration::from_secs(2);

/// How the lines of a question are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
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
    /// The time as written.
    pub(super) fn time(self) -> Duration {
        let (QuestionClock::Binding(text) | QuestionClock::Hopeless(text)) = self;
        let seconds = text.parse::<f64>().expect("a test reads the clock of every check");
        Duration::from_secs_f64(seconds)
    }

    /// The CPU time after which the agent is killed.
    pub(super) fn limit(self) -> Duration {
        match self {
            QuestionClock::Binding(_) => self.time(),
            QuestionClock::Hopeless(_) => HOPELESS_LIMIT,
        }
    }
}

impl CheckQuestion {
    /// The same with another clock.
    pub(super) const fn at(self, clock: QuestionClock) -> Self {
        CheckQuestion { clock, ..self }
    }

    /// The same in another spelling.
    pub(super) const fn spelled(self, spelling: Spelling) -> Self {
        CheckQuestion { spelling, ..self }
    }

    /// The board with its side to move.
    ///
    /// # Errors
    /// The board of the table is not valid; a test reads them all.
    pub(super) fn position(&self) -> Result<Position, BoardError> {
        Position::from_rows(self.board.split('/'), self.side)
    }

    /// The text of `input.txt`.
    pub(super) fn text(&self) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use formats::Request;

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
}
