//! The JSON of the page of a report: every game of a match in few bytes. Names, openings, endings
//! and start boards are lists; games hold indexes into them.
//!
//! Where the text of a move tells the next board, the page computes it; else `steps` says which
//! squares change. `report.js` reads this format.

use crate::rejected_move::rejected;
use crate::replayed_game::ReplayedGame;
use crate::report::feedback::FeedbackView;
use crate::report::mistakes::{MistakeView, mistakes};
use crate::shown_game::ShownGame;
use crate::standings::{clock_unit, standings};
use analysis::{Evaluation, GameEvaluations, GameReview, PlayedGame, TableVerdict};
use games::{GameName, NextBoard, board::Side};
use pages::{RejectedView, StandingView};
use referee::journal::{Color, RecordedGame, Records};
use referee::results::forfeit_text;
use referee::rules::EndingKind;
use serde::{Serialize, Serializer};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Debug, Serialize)]
pub struct ReportView {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feedback: Option<FeedbackView>,
    /// Of a file of games; else the players are the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// False where nobody has measured times, and nobody is rated.
    pub is_timed: bool,
    /// The best first.
    pub standings: Vec<StandingView>,
    /// False for a tournament, which has more than two players.
    pub is_match: bool,
    /// Seconds of what the clocks count.
    pub clock_unit: &'static str,
    /// Nodes of the search of each position.
    pub nodes: u64,
    /// Units of the evaluation that are one logit, for each game that was played.
    pub units_per_logit: BTreeMap<GameName, i32>,
    /// Of players. They come from untrusted programs: text, never markup.
    pub names: NumberedTexts,
    pub openings: NumberedTexts,
    pub endings: NumberedTexts,
    /// Boards from which games begin, as letters of all squares from the top row.
    pub boards: NumberedTexts,
    /// The games, in the order of their numbers.
    pub games: Vec<GameEntry>,
}

#[derive(Clone, Debug, Serialize)]
pub struct GameEntry {
    /// The number in the schedule.
    pub id: u32,
    pub game: GameName,
    /// Index of Black's name.
    pub black: usize,
    /// Index of White's name.
    pub white: usize,
    /// Index of the opening.
    pub opening: usize,
    /// Index of the ending.
    pub ending: usize,
    /// Index of the first board.
    pub board: usize,
    /// The side that moves first.
    pub begins: Color,
    /// `b`, `w` or `d` for a draw; `v` if the game does not count, `n` if nothing is told.
    pub result: char,
    /// A side has forfeited.
    pub forfeited: bool,
    /// The end of the game as a sentence.
    pub text: String,
    /// After a forfeit: its cause, and the command that shows it again.
    pub reproduce: Option<String>,
    /// Seconds on both clocks at the beginning.
    pub seconds: [f64; 2],
    /// Seconds charged for the run that ended the game without a legal move.
    pub last_charge: Option<f64>,
    /// The moves in the notation of the game, with spaces between them.
    pub moves: String,
    /// What each move does, where its text does not tell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepView>,
    /// Milliseconds charged for each move.
    pub charged: Vec<f64>,
    /// The evaluation of each position, for Black.
    pub scores: Vec<Evaluation>,
    /// The verdicts of the endgame tables on the last positions.
    pub tables: Vec<TableVerdict>,
    /// The mistakes of Black, then of White, the worst first.
    pub mistakes: [Vec<MistakeView>; 2],
    /// The move that the rules forbade, if one ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejected: Option<RejectedView>,
}

/// What a move does to the board.
#[derive(Clone, Debug, Serialize)]
pub struct StepView {
    /// The squares that it names.
    pub path: Vec<String>,
    /// The letters of the squares that change.
    pub changes: BTreeMap<String, char>,
}

impl ReportView {
    /// The page without its games.
    pub fn new(records: &Records, nodes: u64) -> Self {
        let (standings, is_match) = standings(records);
        ReportView {
            feedback: None,
            title: None,
            is_timed: true,
            standings,
            is_match,
            clock_unit: clock_unit(records),
            nodes,
            units_per_logit: BTreeMap::new(),
            names: NumberedTexts::default(),
            openings: NumberedTexts::default(),
            endings: NumberedTexts::default(),
            boards: NumberedTexts::default(),
            games: Vec::new(),
        }
    }

    /// The page of a file that tells no times, without its games.
    pub fn untimed(title: String, standings: Vec<StandingView>, nodes: u64) -> Self {
        let is_match = standings.len() == 2;
        let empty = ReportView::new(&Records::new(), nodes);
        ReportView { title: Some(title), is_timed: false, standings, is_match, ..empty }
    }

    /// Adds games of one kind.
    pub fn add<G: ShownGame>(
        &mut self,
        games: &[ReplayedGame<'_, G>],
        evaluated: &[GameEvaluations<G>],
    ) {
        for (game, evaluated) in games.iter().zip(evaluated) {
            self.add_game(GameFacts::of(game), &game.game, evaluated);
        }
    }

    /// Adds a game behind the others.
    pub fn add_game<G: ShownGame>(
        &mut self,
        facts: GameFacts,
        game: &PlayedGame<G>,
        evaluated: &GameEvaluations<G>,
    ) {
        self.units_per_logit.insert(G::NAME, G::UNITS_PER_LOGIT.0);
        let entry = self.entry(facts, game, evaluated);
        let place = self.games.partition_point(|other| other.id < entry.id);
        self.games.insert(place, entry);
    }

    fn entry<G: ShownGame>(
        &mut self,
        facts: GameFacts,
        game: &PlayedGame<G>,
        evaluated: &GameEvaluations<G>,
    ) -> GameEntry {
        let review = GameReview::new(game, evaluated);
        let [black, white] = facts.names.each_ref().map(|name| self.names.number(name));
        let moves: Vec<_> = game.positions().iter().zip(game.moves()).collect();
        let moves: Vec<_> = moves.iter().map(|&(at, &mv)| at.move_text(mv)).collect();
        GameEntry {
            id: facts.id,
            game: G::NAME,
            black,
            white,
            opening: self.openings.number(&facts.opening),
            ending: self.endings.number(&facts.ending),
            board: self.boards.number(&game.positions()[0].letters()),
            begins: facts.begins,
            result: facts.result,
            forfeited: facts.forfeited,
            text: facts.text,
            reproduce: facts.reproduce,
            seconds: facts.seconds,
            last_charge: facts.last_charge,
            moves: moves.join(" "),
            steps: steps(game),
            charged: facts.charged,
            scores: evaluated.scores.clone(),
            tables: evaluated.tables.clone(),
            mistakes: Side::ALL.map(|side| mistakes(game, evaluated, &review, side)),
            rejected: facts.rejected,
        }
    }
}

/// What is known of a game besides its moves; the fields are those of [`GameEntry`].
#[derive(Clone, Debug)]
pub struct GameFacts {
    pub id: u32,
    /// Black, then White.
    pub names: [String; 2],
    pub opening: String,
    pub ending: String,
    pub begins: Color,
    pub result: char,
    pub forfeited: bool,
    pub text: String,
    pub reproduce: Option<String>,
    pub rejected: Option<RejectedView>,
    pub seconds: [f64; 2],
    pub last_charge: Option<f64>,
    pub charged: Vec<f64>,
}

impl GameFacts {
    /// Those of a journal.
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

fn steps<G: ShownGame>(game: &PlayedGame<G>) -> Vec<StepView> {
    if G::NEXT_BOARD == NextBoard::FromMove {
        return Vec::new();
    }
    let boards = game.positions().windows(2).zip(game.moves());
    let step = |(boards, &mv): (&[G], &G::Move)| StepView {
        path: G::path(mv),
        changes: boards[0].changes(&boards[1]),
    };
    boards.map(step).collect()
}

/// Texts by their numbers. A tournament of strangers may have as many names as games.
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
