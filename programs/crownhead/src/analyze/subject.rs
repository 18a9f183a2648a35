//! One game or position to analyze, whatever it was read from, the review of a game, and how moves,
//! positions and results of a game are written.

use analysis::api::texts;
use analysis::{
    Accuracy, AnalyzedGame, GameEvaluations, GameReview, MistakeMark, PlayedGame, PointShare,
    RuleEnd, SearchLimits, summary,
};
use cli::{counted, visible};
use formats::pdn::{PdnGame, PdnResult};
use games::GameName;
use games::board::Side;
use search::KeyHistory;

/// A game, or a position, which is a game without moves.
#[derive(Clone, Debug)]
pub struct Subject<G: AnalyzedGame> {
    /// Its file, where several are named.
    pub file: Option<String>,
    /// From 1 in a file; in a journal the number of the game there.
    pub number: u32,
    /// Names and values, such as the players.
    pub tags: Vec<(String, String)>,
    /// The first position of the file.
    pub start: G,
    /// The moves from there to the first that is analyzed.
    pub opening: Vec<G::Move>,
    pub played: PlayedGame<G>,
    pub result: Option<PdnResult>,
    /// The end of the game in the words of the referee.
    pub ending: Option<String>,
    /// The game in PDN, if the game has that form.
    pub pdn: Option<PdnGame>,
}

impl<G: AnalyzedGame> Subject<G> {
    /// A game of which nothing but its moves is known.
    pub fn played(number: u32, played: PlayedGame<G>) -> Self {
        let opening = played.opening().to_vec();
        let start = if opening.is_empty() { played.positions()[0].clone() } else { G::start() };
        let tags = Vec::new();
        Subject {
            file: None,
            number,
            tags,
            start,
            opening,
            played,
            result: None,
            ending: None,
            pdn: None,
        }
    }

    /// `game 3`, with its file where there are several.
    pub fn name(&self) -> String {
        let item = if self.is_position() { "position" } else { "game" };
        let file = self.file.as_ref().map_or(String::new(), |file| format!("{file}, "));
        format!("{file}{item} {}", self.number)
    }

    pub fn is_position(&self) -> bool {
        self.played.moves().is_empty()
    }

    /// A position of the game, with its history for the draw rules; `None` beyond its end.
    pub fn position_after(&self, moves: usize) -> Option<(G, KeyHistory)> {
        let index = moves.checked_sub(self.opening.len())?;
        let position = self.played.positions().get(index)?.clone();
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
        let ply = self.opening.len() + index;
        (ply / 2 + 1, ply % 2 == 1)
    }

    /// The move of this index in the notation of the game.
    pub fn move_text(&self, index: usize) -> String {
        self.played.positions()[index].move_text(self.played.moves()[index])
    }

    /// The players' names, Black first; `None` for a name that the file does not give.
    pub fn names(&self) -> [Option<&str>; 2] {
        ["Black", "White"].map(|tag| {
            let (_, name) = self.tags.iter().find(|(name, _)| name == tag)?;
            (!matches!(name.trim(), "" | "?")).then_some(name.as_str())
        })
    }

    /// What the file calls it: the event, or else the players.
    pub fn title(&self) -> Option<String> {
        let event = self.tags.iter().find(|(name, _)| name == "Event").map(|(_, value)| value);
        let event = event.filter(|text| !matches!(text.trim(), "" | "?")).cloned();
        event
            .or_else(|| match self.names() {
                [Some(black), Some(white)] => Some(format!("{black} - {white}")),
                _ => None,
            })
            .map(|title| visible::cut(&title, 70))
    }

    pub fn opening_name(&self) -> Option<&'static str> {
        let mut positions = vec![self.start.clone()];
        for &mv in &self.opening {
            positions.push(positions[positions.len() - 1].play(mv));
        }
        positions.extend(self.played.positions().iter().skip(1).cloned());
        G::opening_name(&positions)
    }

    pub fn opening_text(&self) -> String {
        line_text(&self.start, &self.opening)
    }
}

/// A position that is to be searched: one of the input, or one of a game.
#[derive(Debug)]
pub struct PositionTask<'a, G: AnalyzedGame> {
    pub subject: &'a Subject<G>,
    pub title: Option<String>,
    pub position: G,
    /// The game up to it, for the draw rules.
    pub history: KeyHistory,
}

impl<'a, G: AnalyzedGame> PositionTask<'a, G> {
    /// A position of the input, with the title that the file gives it. Without one it needs none if
    /// it is alone there.
    pub fn of(subject: &'a Subject<G>, is_alone: bool) -> Self {
        let position = subject.played.positions()[0].clone();
        let history = subject.played.history(0);
        let name = capital(&subject.name());
        let title = match (subject.title(), is_alone && subject.file.is_none()) {
            (Some(title), true) => Some(title),
            (Some(title), false) => Some(format!("{name}: {title}")),
            (None, true) => None,
            (None, false) => Some(name),
        };
        PositionTask { subject, title, position, history }
    }

    /// The position of a game after this many moves of either side; `None` beyond its end.
    pub fn after(subject: &'a Subject<G>, moves: usize) -> Option<Self> {
        let (position, history) = subject.position_after(moves)?;
        let name = capital(&subject.name());
        let end = match subject.played.rule_at(moves - subject.opening.len()) {
            Some(RuleEnd::Drawn) => ": drawn here by a rule; this holds if it goes on",
            Some(RuleEnd::Won(_)) => ": a rule ends it here; this holds if it goes on",
            None => "",
        };
        let title = Some(format!("{name}, after {}{end}", counted(moves, "move")));
        Some(PositionTask { subject, title, position, history })
    }
}

#[derive(Debug)]
pub struct ReviewedGame<'a, G: AnalyzedGame> {
    pub subject: &'a Subject<G>,
    pub evaluations: GameEvaluations<G>,
    pub review: GameReview,
    pub limits: SearchLimits,
    /// The name of its opening.
    pub opening: Option<&'static str>,
}

impl<'a, G: AnalyzedGame> ReviewedGame<'a, G> {
    pub fn new(
        subject: &'a Subject<G>,
        evaluations: GameEvaluations<G>,
        limits: SearchLimits,
    ) -> Self {
        let review = GameReview::new(&subject.played, &evaluations);
        let opening = subject.opening_name();
        ReviewedGame { subject, evaluations, review, limits, opening }
    }

    /// The course of the game in a few sentences.
    pub fn summary(&self) -> String {
        summary(&self.review, self.subject.result, |index| self.subject.label(index))
    }

    /// The number of moves of a side with each mark, in the order of [`MistakeMark::ALL`].
    pub fn marks(&self, side: Side) -> [usize; 3] {
        MistakeMark::ALL.map(|mark| {
            let moves = self.review.moves.iter();
            moves.filter(|mv| mv.by == side && mv.mark() == Some(mark)).count()
        })
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
    pub fn line_at(&self, index: usize) -> &[G::Move] {
        self.evaluations.lines.get(index).map_or(&[], |line| &line.moves)
    }
}

/// Of a file only what stands behind its name has a capital letter.
pub fn capital(name: &str) -> String {
    match name.chars().next().filter(|_| !name.contains(", ")) {
        Some(first) => first.to_uppercase().chain(name.chars().skip(1)).collect(),
        None => name.to_string(),
    }
}

pub fn percent(share: PointShare) -> String {
    format!("{:.0} %", 100.0 * share.value())
}

/// A move in a second notation, by the names of its squares, where the first one is another.
pub fn by_names<G: AnalyzedGame>(mv: G::Move) -> Option<String> {
    let between = if G::is_compulsory(mv) { "x" } else { "-" };
    (G::NAME == GameName::Checkers).then(|| G::path(mv).join(between))
}

/// A result as files of the game have it.
pub fn result_text<G: AnalyzedGame>(result: PdnResult) -> &'static str {
    match result {
        _ if G::NAME == GameName::Checkers => result.text(),
        PdnResult::Won(Side::Black) => "Black won",
        PdnResult::Won(Side::White) => "White won",
        PdnResult::Drawn => "a tie",
    }
}

/// A line of moves from a position in the notation of the game.
pub fn line_text<G: AnalyzedGame>(position: &G, moves: &[G::Move]) -> String {
    texts(position, moves).join(" ")
}
