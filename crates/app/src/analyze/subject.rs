//! One game or position to analyze, whatever it was read from, and the review of a game.

use crate::effort::Effort;
use analysis::{
    Accuracy, GameEvaluations, GameReview, MistakeMark, PlayedGame, PointShare, RecordedResult,
    summary,
};
use formats::pdn::{PdnGame, PdnResult};
use games::board::Side;
use games::checkers::{Move, Position, Square};
use search::KeyHistory;

/// A game, or a position, which is a game without moves.
#[derive(Clone, Debug)]
pub struct Subject {
    /// From 1 in a file; in a journal the number of the game there.
    pub number: u32,
    /// With its tags, from its first position on.
    pub game: PdnGame,
    /// The number of opening moves before those that are analyzed.
    pub opening: usize,
    /// The moves that are analyzed.
    pub played: PlayedGame,
    /// The end of the game in the words of the referee.
    pub ending: Option<String>,
}

impl Subject {
    pub fn position(number: u32, position: Position) -> Self {
        Subject::game(number, PdnGame::starting_at(position))
    }

    pub fn game(number: u32, game: PdnGame) -> Self {
        let moves = game.line.turns.iter().map(|turn| turn.mv).collect();
        let played = PlayedGame::by_our_rules(game.start, moves);
        Subject { number, game, opening: 0, played, ending: None }
    }

    /// True if it has no moves.
    pub fn is_position(&self) -> bool {
        self.played.moves().is_empty()
    }

    /// A position of the game, with its history for the draw rules; `None` beyond its end.
    pub fn position_after(&self, moves: usize) -> Option<(Position, KeyHistory)> {
        let index = moves.checked_sub(self.opening)?;
        let position = *self.played.positions().get(index)?;
        Some((position, self.played.history(index)))
    }

    /// The number and the move of this index, as in `12. 22-18` or `12... 22-18`.
    pub fn label(&self, index: usize) -> String {
        let (number, is_second) = self.place(index);
        let dots = if is_second { "..." } else { "." };
        format!("{number}{dots} {}", self.move_text(index))
    }

    /// The number of the move of this index, and true if it is the second with this number.
    pub fn place(&self, index: usize) -> (usize, bool) {
        let ply = self.opening + index;
        (ply / 2 + 1, ply % 2 == 1)
    }

    /// The move of this index by the numbers of its squares.
    pub fn move_text(&self, index: usize) -> String {
        number_text(self.played.moves()[index])
    }

    /// The players' names, Black first; `None` for a name that the file does not give.
    pub fn names(&self) -> [Option<&str>; 2] {
        let known = |name: &&str| !matches!(name.trim(), "" | "?");
        ["Black", "White"].map(|tag| self.game.tag(tag).filter(known))
    }

    /// What the file calls it: the event, or else the players.
    pub fn title(&self) -> Option<String> {
        let event = self.game.tag("Event").filter(|text| !matches!(text.trim(), "" | "?"));
        let players = || match self.names() {
            [Some(black), Some(white)] => Some(format!("{black} - {white}")),
            _ => None,
        };
        event.map(str::to_string).or_else(players).map(|title| visible::cut(&title, 70))
    }

    pub fn result(&self) -> RecordedResult {
        match self.game.outcome() {
            Some(PdnResult::Won(side)) => RecordedResult::Won(side),
            Some(PdnResult::Drawn) => RecordedResult::Drawn,
            None => RecordedResult::Unknown,
        }
    }

    pub fn opening_text(&self) -> String {
        let moves = self.game.line.turns.iter().take(self.opening).map(|turn| turn.mv);
        line_text(&moves.collect::<Vec<_>>(), number_text)
    }
}

/// A position that is to be searched: one of the input, or one of a game.
#[derive(Debug)]
pub struct PositionTask {
    /// The number of the position or game in the input.
    pub number: u32,
    pub title: Option<String>,
    pub position: Position,
    /// The game up to it, for the draw rules.
    pub history: KeyHistory,
}

impl PositionTask {
    /// A position of the input, with the title that the file gives it. Without one it needs none if
    /// it is alone there.
    pub fn of(subject: &Subject, is_alone: bool) -> Self {
        let (position, history) = (subject.played.positions()[0], subject.played.history(0));
        let number = subject.number;
        let title = match (subject.title(), is_alone) {
            (Some(title), true) => Some(title),
            (Some(title), false) => Some(format!("Position {number}: {title}")),
            (None, true) => None,
            (None, false) => Some(format!("Position {number}")),
        };
        PositionTask { number, title, position, history }
    }

    /// The position of a game after this many moves of either side; `None` beyond its end.
    pub fn after(subject: &Subject, moves: usize) -> Option<Self> {
        let (position, history) = subject.position_after(moves)?;
        let number = subject.number;
        let plural = if moves == 1 { "" } else { "s" };
        let end = if subject.played.is_drawn_at(moves - subject.opening) {
            ": drawn here by a rule; this holds if it goes on"
        } else {
            ""
        };
        let title = Some(format!("Game {number}, after {moves} move{plural}{end}"));
        Some(PositionTask { number, title, position, history })
    }
}

/// A game, evaluated and reviewed.
#[derive(Debug)]
pub struct ReviewedGame<'a> {
    pub subject: &'a Subject,
    pub evaluations: GameEvaluations,
    pub review: GameReview,
    /// The limits of each search.
    pub effort: Effort,
}

impl<'a> ReviewedGame<'a> {
    pub fn new(subject: &'a Subject, evaluations: GameEvaluations, effort: Effort) -> Self {
        let review = GameReview::new(&subject.played, &evaluations);
        ReviewedGame { subject, evaluations, review, effort }
    }

    /// The course of the game in a few sentences.
    pub fn summary(&self) -> String {
        summary(&self.review, self.subject.result(), |index| self.subject.label(index))
    }

    /// The number of moves of a side with each mark, in the order of [`MistakeMark::ALL`].
    pub fn marks(&self, side: Side) -> [usize; 3] {
        let of_side = |mark: MistakeMark| {
            let moves = self.review.moves.iter();
            moves.filter(|mv| mv.by == side && mv.mark() == Some(mark)).count()
        };
        MistakeMark::ALL.map(of_side)
    }

    /// Accuracy and marks of a side, as in `91.2 (2 ?!, 0 ?, 1 ??)`.
    pub fn accuracy_text(&self, side: Side) -> String {
        let accuracy = self.review.accuracy(side).map(Accuracy::value);
        let Some(accuracy) = accuracy else { return "no choice".to_string() };
        let [small, middle, large] = self.marks(side);
        format!("{accuracy:.1} ({small} ?!, {middle} ?, {large} ??)")
    }

    /// The mark of a move; empty if it has none.
    pub fn mark_text(&self, index: usize) -> String {
        self.review.moves[index].mark().map(|mark| mark.to_string()).unwrap_or_default()
    }

    /// The loss of a move, as in `lost 12 %: from 55 % to 43 %`.
    pub fn loss_text(&self, index: usize) -> String {
        let mv = &self.review.moves[index];
        let [before, after] = [mv.before, mv.after].map(|share| percent(share.seen_by(mv.by)));
        format!("lost {} %: from {before} to {after}", mv.loss.hundredths())
    }

    /// The best line of the position of this index.
    pub fn line_at(&self, index: usize) -> &[Move] {
        self.evaluations.lines.get(index).map_or(&[], |line| &line.moves)
    }
}

/// A move by the numbers of its squares: `11-15`, or `1x10x19`.
pub fn number_text(mv: Move) -> String {
    move_text(mv, |square| square.number().to_string())
}

/// A move by the names of its squares: `c7-d6`, or `b8xd6xf4`.
pub fn name_text(mv: Move) -> String {
    move_text(mv, |square| square.to_string())
}

fn move_text(mv: Move, name: impl Fn(Square) -> String) -> String {
    let squares: Vec<_> = mv.squares().iter().map(|&square| name(square)).collect();
    squares.join(if mv.is_jump() { "x" } else { "-" })
}

/// A share in percent.
pub fn percent(share: PointShare) -> String {
    format!("{:.0} %", 100.0 * share.value())
}

/// A line of moves in one of the notations.
pub fn line_text(moves: &[Move], notation: fn(Move) -> String) -> String {
    moves.iter().map(|&mv| notation(mv)).collect::<Vec<_>>().join(" ")
}
