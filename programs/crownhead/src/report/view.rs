//! The JSON of the page of a report: every game of a match in few bytes. Names, openings, endings
//! and start boards are lists; games hold indexes into them.
//!
//! Where the text of a move tells the next board, the page computes it; else `steps` says which
//! squares change. `report.js` reads this format.

use crate::shown_game::{ReplayedGame, ShownGame, rejected};
use crate::standings::{clock_unit, draws_go_to_time, standings};
use analysis::api::texts;
use analysis::{Evaluation, GameEvaluations, GameReview, MistakeMark, PlayedGame, TableVerdict};
use classroom::diagnose::EvidencePaths;
use cli::visible;
use formats::feedback::StudentFeedback;
use games::board::Side;
use games::{GameName, NextBoard, with_game};
use pages::{RejectedView, StandingRow};
use referee::JournalError;
use referee::journal::{RecordedGame, Results, results_of};
use referee::results::forfeit_text;
use referee::rules::EndingKind;
use serde::{Serialize, Serializer};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Debug, Serialize)]
pub struct ReportView {
    #[serde(flatten)]
    pub frame: ReportFrame,
    /// The games, in the order of their numbers.
    pub games: Vec<GameEntry>,
}

/// All but the games: of thousands, no more than one is in memory.
#[derive(Clone, Debug, Serialize)]
pub struct ReportFrame {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feedback: Option<StudentFeedback>,
    /// Of a file of games; else the players are the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// False where no times were measured, and no player is rated.
    pub is_timed: bool,
    /// The best first.
    pub standings: Vec<StandingRow>,
    /// False for a tournament, which has more than two players.
    pub is_match: bool,
    /// As for the page of a match that is being played.
    pub draws_go_to_time: bool,
    /// Seconds of what the clocks count.
    pub clock_unit: &'static str,
    pub nodes: u64,
    /// Units of the evaluation that are one logit, for each game that was played.
    pub units_per_logit: BTreeMap<GameName, i32>,
    /// Of players. They come from untrusted programs: text, never markup.
    pub names: NumberedTexts,
    pub openings: NumberedTexts,
    pub endings: NumberedTexts,
    /// Boards from which games begin, as letters of all squares from the top row.
    pub boards: NumberedTexts,
}

#[derive(Clone, Debug, Serialize)]
pub struct GameEntry {
    #[serde(flatten)]
    pub facts: GameFacts,
    pub game: GameName,
    pub black: usize,
    pub white: usize,
    pub opening: usize,
    pub ending: usize,
    pub board: usize,
    /// The moves in the notation of the game, with spaces between them.
    pub moves: String,
    /// What each move does, where its text does not tell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepView>,
    /// The evaluation of each position, for Black.
    pub scores: Vec<Evaluation>,
    /// The verdicts of the endgame tables on the last positions.
    pub tables: Vec<TableVerdict>,
    /// The mistakes of Black, then of White, the worst first.
    pub mistakes: [Vec<MistakeView>; 2],
}

/// What is known of a game besides its moves. Of its texts the entry has the numbers.
#[derive(Clone, Debug, Serialize)]
pub struct GameFacts {
    pub id: u32,
    /// Black, then White.
    #[serde(skip)]
    pub names: [String; 2],
    #[serde(skip)]
    pub opening: String,
    #[serde(skip)]
    pub ending: String,
    pub begins: Side,
    /// `b`, `w` or `d` for a draw; `v` if the game does not count, `n` if no result is given.
    pub result: char,
    pub forfeited: bool,
    /// The end of the game as a sentence.
    pub text: String,
    /// After a forfeit: its cause, and for the grader the command that shows it again.
    pub reproduce: Option<String>,
    /// The move that the rules forbade, if one ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejected: Option<RejectedView>,
    /// Seconds on both clocks at the beginning.
    pub seconds: [f64; 2],
    /// Seconds charged for the run that ended the game without a legal move.
    pub last_charge: Option<f64>,
    /// Milliseconds charged for each move.
    pub charged: Vec<f64>,
}

#[derive(Clone, Debug, Serialize)]
pub struct StepView {
    /// The squares that it names.
    pub path: Vec<String>,
    /// The letters of the squares that change.
    pub changes: BTreeMap<String, char>,
}

impl ReportFrame {
    pub fn new(results: &Results, nodes: u64) -> Self {
        let (standings, is_match) = standings(results);
        ReportFrame {
            feedback: None,
            title: None,
            is_timed: true,
            standings,
            is_match,
            draws_go_to_time: draws_go_to_time(results.values().map(|result| result.game)),
            clock_unit: clock_unit(results),
            nodes,
            units_per_logit: BTreeMap::new(),
            names: NumberedTexts::default(),
            openings: NumberedTexts::default(),
            endings: NumberedTexts::default(),
            boards: NumberedTexts::default(),
        }
    }

    /// The page of a file that tells no times.
    pub fn untimed(title: String, standings: Vec<StandingRow>, nodes: u64) -> Self {
        let is_match = standings.len() == 2;
        let empty = ReportFrame::new(&Results::new(), nodes);
        ReportFrame { title: Some(title), is_timed: false, standings, is_match, ..empty }
    }

    /// The entry of a game, whose texts are kept here.
    pub fn entry<G: ShownGame>(
        &mut self,
        facts: GameFacts,
        game: &PlayedGame<G>,
        evaluated: Option<&GameEvaluations<G>>,
    ) -> GameEntry {
        self.units_per_logit.insert(G::NAME, G::UNITS_PER_LOGIT.0);
        let [black, white] = facts.names.each_ref().map(|name| self.names.number(name));
        GameEntry {
            game: G::NAME,
            black,
            white,
            opening: self.openings.number(&facts.opening),
            ending: self.endings.number(&facts.ending),
            board: self.boards.number(&game.positions()[0].letters()),
            moves: texts(&game.positions()[0], game.moves()).join(" "),
            steps: steps(game),
            scores: evaluated.map(|one| one.scores.clone()).unwrap_or_default(),
            tables: evaluated.map(|one| one.tables.clone()).unwrap_or_default(),
            mistakes: evaluated.map(|one| mistakes_of_both(game, one)).unwrap_or_default(),
            facts,
        }
    }
}

impl ReportView {
    /// A page without games.
    pub const fn new(frame: ReportFrame) -> Self {
        ReportView { frame, games: Vec::new() }
    }

    pub fn add<G: ShownGame>(
        &mut self,
        games: &[ReplayedGame<'_, G>],
        evaluated: &[GameEvaluations<G>],
        evidence_paths: EvidencePaths,
    ) {
        for (game, evaluated) in games.iter().zip(evaluated) {
            self.add_game(GameFacts::for_page(game, evidence_paths), &game.game, Some(evaluated));
        }
    }

    /// A finished game of a match that is being played, alone and without evaluations. Fails if the
    /// record does not follow the rules.
    pub fn of_finished_game(record: &RecordedGame) -> Result<Self, JournalError> {
        let mut view = ReportView::new(ReportFrame::new(&results_of([record]), 0));
        with_game!(record.game, Position => {
            let game = ReplayedGame::<Position>::new(record)?;
            view.add_game(GameFacts::of(&game), &game.game, None);
        });
        Ok(view)
    }

    pub fn add_game<G: ShownGame>(
        &mut self,
        facts: GameFacts,
        game: &PlayedGame<G>,
        evaluated: Option<&GameEvaluations<G>>,
    ) {
        self.games.push(self.frame.entry(facts, game, evaluated));
    }
}

impl GameFacts {
    pub fn for_page<G: ShownGame>(game: &ReplayedGame<'_, G>, paths: EvidencePaths) -> Self {
        match paths {
            EvidencePaths::Shown => GameFacts::of(game),
            EvidencePaths::LeftOut => GameFacts::of(game).without_paths(game),
        }
    }

    fn of<G: ShownGame>(game: &ReplayedGame<'_, G>) -> Self {
        let record = game.record;
        GameFacts {
            id: record.id,
            names: record.names().map(str::to_string),
            opening: record.opening.to_string(),
            ending: record.ending.to_string(),
            begins: record.begins,
            result: result(record),
            forfeited: record.ending.kind() == EndingKind::Forfeited,
            text: record.result_text(),
            reproduce: reproduce(record),
            rejected: rejected(record, game.game.positions()),
            seconds: [record.black.seconds, record.white.seconds],
            last_charge: record.last_charge,
            charged: record.turns.iter().map(|turn| milliseconds(turn.charged)).collect(),
        }
    }
}

impl GameFacts {
    /// The same for a student, who has no files of the grader's machine.
    fn without_paths<G: ShownGame>(self, game: &ReplayedGame<'_, G>) -> Self {
        let record = game.record;
        let name = &record.player(record.forfeiter().unwrap_or(record.to_move())).name;
        let reproduce = self.reproduce.as_ref().map(|_| {
            let cause = match record.ending.kind() {
                EndingKind::Forfeited => {
                    format!("{name}: {}", record.ending.with_detail(record.detail.as_deref()))
                }
                _ => record.ending.to_string(),
            };
            visible::line(&cause).into_owned()
        });
        GameFacts { reproduce, ..self }
    }
}

fn steps<G: ShownGame>(game: &PlayedGame<G>) -> Vec<StepView> {
    if G::NEXT_BOARD == NextBoard::FromMove {
        return Vec::new();
    }
    let boards = game.positions().windows(2).zip(game.moves());
    boards
        .map(|(boards, &mv)| StepView { path: G::path(mv), changes: boards[0].changes(&boards[1]) })
        .collect()
}

/// Texts by their numbers. A tournament of unknown agents may have as many names as games.
#[derive(Clone, Debug, Default)]
pub struct NumberedTexts {
    texts: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl NumberedTexts {
    /// The number of `text`, which is added if need be.
    fn number(&mut self, text: &str) -> usize {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        self.numbers.insert(text.to_string(), self.texts.len());
        self.texts.push(text.to_string());
        self.texts.len() - 1
    }
}

impl Serialize for NumberedTexts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.texts.serialize(serializer)
    }
}

fn result(record: &RecordedGame) -> char {
    match (record.winner(), record.is_void()) {
        (_, true) => 'v',
        (Some(Side::Black), _) => 'b',
        (Some(Side::White), _) => 'w',
        (None, _) => 'd',
    }
}

fn reproduce(record: &RecordedGame) -> Option<String> {
    let name = &record.player(record.forfeiter().unwrap_or(record.to_move())).name;
    let detail = record.detail.as_deref();
    Some(forfeit_text(name, record.ending, detail, record.evidence.as_deref()?))
}

/// Milliseconds with one decimal: more would only make the file larger.
fn milliseconds(seconds: f64) -> f64 {
    (seconds * 10_000.0).round() / 10.0
}

/// Moves of a better line that are shown.
const TOLD: usize = 6;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MistakeView {
    /// The turn, from 1: it leads to the position of this index.
    pub ply: usize,
    /// Hundredths of the point lost.
    pub loss: u32,
    pub mark: MistakeMark,
    /// The moves that our player would have made, with spaces between them; empty if none is known.
    pub better: String,
    /// The squares of the first of them.
    pub better_path: Vec<String>,
}

fn mistakes_of_both<G: ShownGame>(
    game: &PlayedGame<G>,
    evaluated: &GameEvaluations<G>,
) -> [Vec<MistakeView>; 2] {
    let review = GameReview::new(game, evaluated);
    Side::ALL.map(|side| mistakes(game, evaluated, &review, side))
}

/// The marked moves of one side, the worst first.
pub fn mistakes<G: ShownGame>(
    game: &PlayedGame<G>,
    evaluations: &GameEvaluations<G>,
    review: &GameReview,
    side: Side,
) -> Vec<MistakeView> {
    review
        .mistakes()
        .into_iter()
        .filter_map(|index| {
            let reviewed = review.moves[index];
            let line = evaluations.lines.get(index).map_or(&[][..], |line| &line.moves[..]);
            Some(MistakeView {
                ply: index + 1,
                loss: reviewed.loss.hundredths(),
                mark: reviewed.mark().filter(|_| reviewed.by == side)?,
                better: texts(&game.positions()[index], &line[..line.len().min(TOLD)]).join(" "),
                better_path: line.first().map(|&mv| G::path(mv)).unwrap_or_default(),
            })
        })
        .collect()
}
