//! A question to an agent that plays through files: the text of `input.txt`, and what it means.

use formats::{Play, Request, answer};
use games::Game;
use games::board::Side;
use games::checkers::{Move, Position};
use std::cmp::Reverse;
use std::time::Duration;

/// CPU time for an answer at a hopeless clock: enough for the slow start of a virtual machine, too
/// little for a search.
const HOPELESS_LIMIT: Duration = Duration::from_secs(2);
/// Legal moves that are shown; the others are counted.
const MOST_MOVES: usize = 8;
const FILES: &str = "   a b c d e f g h";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// As in the assignment.
    Plain,
    Crlf,
    /// Blanks at the ends of all lines, and blank lines at the end of the file.
    TrailingBlanks,
    NoFinalLineEnd,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FileQuestion {
    pub text: String,
    pub position: Position,
    pub clock: Duration,
    /// The CPU time after which the agent is killed; longer than a hopeless clock.
    pub limit: Duration,
}

pub fn question([mode, side, clock]: [&str; 3], board: &str) -> Option<FileQuestion> {
    let start = Position::start().rows_text('/');
    let board = if board == "start" { start.as_str() } else { board };
    let to_move = match side {
        "BLACK" => Side::Black,
        "WHITE" => Side::White,
        _ => return None,
    };
    let position = Position::from_rows(board.split('/'), to_move).ok()?;
    let time = Duration::try_from_secs_f64(clock.parse().ok()?).ok()?;
    let text = format!("{mode}\n{side}\n{clock}\n{}\n", board.replace('/', "\n"));
    Some(FileQuestion { text, position, clock: time, limit: time })
}

impl FileQuestion {
    pub fn spelled(mut self, spelling: Spelling) -> Self {
        self.text = match spelling {
            Spelling::Plain => self.text,
            Spelling::Crlf => self.text.replace('\n', "\r\n"),
            Spelling::TrailingBlanks => self.text.replace('\n', "  \n") + "\n  \n\n",
            Spelling::NoFinalLineEnd => self.text.trim_end().to_string(),
        };
        self
    }

    pub fn hopeless(self) -> Self {
        FileQuestion { limit: HOPELESS_LIMIT, ..self }
    }

    /// The game after a move and the reply that leaves the agent the most moves (with a single
    /// move, its `playdata.txt` would not matter). Among equals the first by its text. `None` if
    /// the game is over.
    pub fn next(&self, mv: Move, charge: Duration) -> Option<Self> {
        let after = self.position.play(mv);
        let mut replies = Vec::new();
        after.legal_moves(&mut replies);
        let choice =
            |&reply: &Move| (Reverse(after.play(reply).count_moves()), answer::text(reply));
        let position = after.play(replies.into_iter().min_by_key(choice)?);
        let clock = self.clock.saturating_sub(charge);
        let text = Request { play: Play::Game, remaining: clock, position }.text();
        Some(FileQuestion { text, position, clock, limit: clock })
    }

    /// For people who mend an agent: the side to move, the board with its squares, the legal moves.
    /// They show what was requested and what could have been answered.
    pub fn lines(&self) -> Vec<String> {
        let mut input = self.text.lines().map(str::trim);
        let [mode, side, clock] = [(); 3].map(|()| input.next().unwrap_or_default());
        let rows = self.position.rows_text('/');
        let row = |(number, row): (usize, &str)| {
            let squares: Vec<String> = row.chars().map(String::from).collect();
            format!("{number}  {}", squares.join(" "))
        };
        let mut lines = vec![format!("asked: {mode}, {side} to move, {clock} s")];
        lines.extend((1..=8).rev().zip(rows.split('/')).map(row));
        lines.extend([FILES.to_string(), legal(&self.position)]);
        lines
    }
}

fn legal(position: &Position) -> String {
    match &position.move_list()[..] {
        [] => "legal: no move".to_string(),
        &[only] => format!("legal: only {}", answer::in_one_line(only)),
        several => format!("legal: {}", answer::list(several, MOST_MOVES)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Notation;

    #[test]
    fn every_spelling_asks_the_same() {
        let question = question(["GAME", "BLACK", "30.0"], "start").expect("a question");
        let plain = Request::parse(&question.text).expect("the plain form");
        assert_eq!((plain.remaining, plain.position), (question.clock, question.position));
        let mut texts = vec![question.text.clone()];
        for spelling in [Spelling::Crlf, Spelling::TrailingBlanks, Spelling::NoFinalLineEnd] {
            let text = question.clone().spelled(spelling).text;
            assert_eq!(Request::parse(&text).expect("another spelling"), plain, "{text:?}");
            assert!(!texts.contains(&text), "{text:?}");
            texts.push(text);
        }
    }

    #[test]
    fn a_hopeless_clock_leaves_time_to_start_and_is_asked_as_it_is() {
        let question = question(["GAME", "BLACK", "0.001"], "start").expect("a question");
        let hopeless = question.clone().hopeless();
        assert_eq!((question.limit, hopeless.limit), (question.clock, HOPELESS_LIMIT));
        assert!(hopeless.limit > hopeless.clock);
        assert_eq!((hopeless.text, hopeless.clock), (question.text, question.clock));
    }

    #[test]
    fn a_game_goes_on_with_a_choice_and_less_time_until_it_is_won() {
        let start = question(["GAME", "BLACK", "10.0"], "start").expect("a question");
        let mv = start.position.read_move("9-14").expect("a legal move");
        let next = start.next(mv, Duration::from_millis(7_500)).expect("a reply");
        assert!(next.position.count_moves() > 1, "22-17 would force a jump");
        let read = Request::parse(&next.text).expect("a request");
        assert_eq!((read.position, read.remaining), (next.position, next.clock));
        assert_eq!((next.limit, next.clock), (next.clock, Duration::from_millis(2_500)));
        let rows = "......../......../......../......../.....b../....w.../......../........";
        let won = question(["GAME", "WHITE", "10.0"], rows).expect("a question");
        let legal = won.position.move_list();
        assert!(won.next(legal[0], Duration::ZERO).is_none());
    }

    #[test]
    fn a_question_shows_its_board_and_its_moves() {
        let rows = ".b.....b/b...b.b./.b...b.b/..b.w.../......../w...w.../.w.w...w/w...w.w.";
        let lines = question(["SINGLE", "BLACK", "6.6"], rows).expect("a question").lines();
        assert_eq!(lines[0], "asked: SINGLE, BLACK to move, 6.6 s");
        assert_eq!((lines[1].as_str(), lines[9].as_str()), ("8  . b . . . . . b", FILES));
        assert_eq!(lines[10], "legal: only J f6 d4, J d4 f2");
        let rows = "......../..W...W./......../......../.....W../......../.b....../........";
        let many = question(["GAME", "WHITE", "1"], rows).expect("a question");
        assert!(many.lines()[10].ends_with("; and 4 more"), "{:?}", many.lines());
    }
}
