//! What a check puts into `input.txt`: a board, a clock, and how the file is spelled.
//!
//! A question is data, so that a check is one entry of a table. The clock is kept as it is written,
//! because its spelling is part of what is asked (`300`, `3.4e-14`).

use formats::Play;
use games::board::Side;
use games::checkers::{BoardError, Position};
use std::time::Duration;

/// One question, before it is a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// What the time is for.
    pub(super) play: Play,
    /// Whose turn it is.
    pub(super) side: Side,
    /// The time left.
    pub(super) clock: Clock,
    /// The eight rows, the top one first, joined by `/`.
    pub(super) board: &'static str,
    /// How the lines are written.
    pub(super) spelling: Spelling,
}

/// The third line, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clock {
    /// Who uses that much has lost on time.
    Binding(&'static str),
    /// So little that the start of a program may take more: who is late has lost the game, but not
    /// the check.
    Hopeless(&'static str),
}

/// What an agent may use where its clock is hopeless, and where the time is not the question: a
/// slow start of a virtual machine, and not a search.
pub(super) const LENIENCE: Duration = Duration::from_secs(2);

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

impl Clock {
    /// The time that is written down.
    pub(super) fn time(self) -> Duration {
        let (Clock::Binding(text) | Clock::Hopeless(text)) = self;
        let seconds = text.parse::<f64>().expect("a test reads the clock of every check");
        Duration::from_secs_f64(seconds)
    }

    /// What may be used before the agent is stopped.
    pub(super) fn limit(self) -> Duration {
        match self {
            Clock::Binding(_) => self.time(),
            Clock::Hopeless(_) => LENIENCE,
        }
    }
}

impl Question {
    /// The same at another clock.
    pub(super) const fn at(self, clock: Clock) -> Self {
        Question { clock, ..self }
    }

    /// The same in another spelling.
    pub(super) const fn spelled(self, spelling: Spelling) -> Self {
        Question { spelling, ..self }
    }

    /// The board with its side to move.
    ///
    /// # Errors
    /// The board of the table is none; a test reads them all.
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
        let (Clock::Binding(clock) | Clock::Hopeless(clock)) = self.clock;
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

    const QUESTION: Question = Question {
        play: Play::Game,
        side: Side::White,
        clock: Clock::Binding("2.5"),
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
            assert_eq!(Request::parse(&text).expect("read generously"), plain, "{text:?}");
            assert!(!texts.contains(&text), "{text:?}");
            texts.push(text);
        }
    }

    #[test]
    fn a_hopeless_clock_is_written_but_not_enforced() {
        let tiny = Clock::Hopeless("3.49581474878846e-14");
        assert!(QUESTION.at(tiny).text().contains("\n3.49581474878846e-14\n"));
        assert_eq!((tiny.time(), tiny.limit()), (Duration::ZERO, LENIENCE));
        let ordinary = Clock::Binding("300");
        assert_eq!(ordinary.time(), ordinary.limit());
    }
}
