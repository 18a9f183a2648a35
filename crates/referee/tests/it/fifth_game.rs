//! A fifth game, as a test of the contract: it is refereed without a line in the product.
//!
//! Three in a row on nine squares, in the shape of other assignments of the same kind: a process
//! for each move, an answer that is one square, both clocks in the request, and a limit of turns,
//! at which the side with more time left wins.

use games::board::{Key, KeyStream, Side};
use games::game::notation::legal_move;
use games::{BoardGame, EndReason, Finality, Game, Notation, NotationError, Outcome, Repetition};
use referee::MatchError;
use referee::journal::GameConditions;
use referee::play::{AgentGame, FinishedAgentGame, MatchGame};
use referee::players::{Agent, FilePlayer, Participant};
use referee::rules::{
    AnswerForm, DrawnGame, Ending, FileGame, GameLimits, OpeningMode, Refereed, ReplyRules,
    RuleViolation, Timing, TurnQuestion, result_text,
};
use referee::schedule::{OpeningList, OpeningOrder, Seed};
use runner::TempRoot;
use runner::sandbox::SandboxMode;
use std::time::Duration;
use testing::{SPIN_UNTIL, toy};

const TURNS: u32 = 6;
const ROWS: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

#[derive(Clone, Debug, PartialEq)]
struct Row {
    cells: [char; 9],
    side: Side,
}

fn letter(side: Side) -> char {
    if side == Side::Black { 'X' } else { 'O' }
}

impl Game for Row {
    type Move = usize;
    const NO_MOVES: Outcome = Outcome::Draw;
    const REPETITION: Repetition = Repetition::Ignored;
    const QUIET_LIMIT: Option<u32> = None;

    fn start() -> Self {
        Row { cells: ['.'; 9], side: Side::Black }
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let theirs = |square: &usize| self.cells[*square] == letter(!self.side);
        ROWS.iter().any(|row| row.iter().all(theirs)).then_some(Outcome::Loss)
    }

    fn legal_moves(&self, moves: &mut Vec<usize>) {
        moves.extend((0..9).filter(|&square| self.cells[square] == '.'));
    }

    fn play(&self, square: usize) -> Self {
        let mut cells = self.cells;
        cells[square] = letter(self.side);
        Row { cells, side: !self.side }
    }

    fn finality(&self, _: usize) -> Finality {
        Finality::Irreversible
    }

    fn key(&self) -> Key {
        let mixed = |sum: u64, &cell: &char| (sum << 2) + u64::from(u32::from(cell) % 4);
        KeyStream::new(self.cells.iter().fold(self.side.index() as u64, mixed)).next().0
    }
}

impl Notation for Row {
    fn move_text(&self, square: usize) -> String {
        ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"][square].to_string()
    }

    fn read_move(&self, text: &str) -> Result<usize, NotationError> {
        legal_move(self, text, (0..9).find(|&square| self.move_text(square) == text), "b2")
    }

    fn board_text(&self) -> String {
        self.cells.chunks(3).map(String::from_iter).collect::<Vec<_>>().join("\n")
    }

    fn read_board(text: &str, side: Side) -> Result<Self, NotationError> {
        let cells: Vec<char> = text.chars().filter(|cell| !cell.is_whitespace()).collect();
        Ok(Row {
            cells: cells.try_into().map_err(|_| NotationError::new("a board has nine cells"))?,
            side,
        })
    }
}

impl BoardGame for Row {
    const TITLE: &'static str = "Three in a row";
    const SIZE: usize = 3;
    const LETTERS: &'static str = ".bw";
    const PIECES: &'static [&'static str] = &["black", "white"];

    fn letter_at(&self, file: usize, row: usize) -> char {
        match self.cells[(2 - row) * 3 + file] {
            'X' => 'b',
            'O' => 'w',
            empty => empty,
        }
    }

    fn empty() -> Self {
        Self::start()
    }

    fn with_letter(&self, file: usize, row: usize, letter: char, next: Side) -> Option<Self> {
        let mut cells = self.cells;
        cells[(2 - row) * 3 + file] = match letter {
            'b' => 'X',
            'w' => 'O',
            empty => empty,
        };
        Some(Row { cells, side: next })
    }

    fn path(square: usize) -> Vec<String> {
        vec![Self::start().move_text(square)]
    }

    fn end_reason(&self) -> EndReason {
        EndReason::Connected
    }
}

impl Refereed for Row {
    const DRAWN: DrawnGame = DrawnGame::ToMoreTime;

    fn turn_limit(_: u32) -> Option<u32> {
        Some(TURNS)
    }
}

impl FileGame for Row {
    fn request(question: &TurnQuestion<'_, Self>) -> String {
        let position = question.state.position();
        let clock = |side: Side| question.left[side.index()].as_secs_f64();
        let (side, board) = (position.side, position.board_text());
        format!("{}\n{:.3} {:.3}\n{board}\n", letter(side), clock(side), clock(!side))
    }

    fn read_answer(&self, text: &str, _: AnswerForm) -> Result<usize, Ending> {
        match self.read_move(text.trim_end()) {
            _ if text.trim().is_empty() => Err(Ending::EmptyOutput),
            Err(NotationError::Illegal { .. }) => Err(Ending::Illegal(RuleViolation::NotLegal)),
            Err(_) => Err(Ending::Malformed),
            Ok(square) => Ok(square),
        }
    }

    fn form_problem(text: &str, _: AnswerForm) -> Option<String> {
        Some(format!("{text:?} is not a square"))
    }
}

impl MatchGame for Row {
    type Player = FilePlayer;
    const PROGRAM: &'static str = "player";
    const SECONDS: f64 = 5.0;

    fn openings_of_file(_: &str, _: &str) -> Result<OpeningList, MatchError> {
        Ok(OpeningList::start_only::<Self>())
    }
}

/// Plays the first of these squares that is free, after `deed`.
fn player(squares: &str, deed: &str) -> String {
    toy(&format!(
        r#"{SPIN_UNTIL}
        mapfile -t lines < input.txt
        [[ ${{lines[0]}} == [XO] && ${{lines[1]}} == [0-9]*' '[0-9]* ]] || exit 9
        {deed}
        for square in {squares}; do
            file=$((36#${{square:0:1}} - 10))
            row=${{lines[5 - ${{square:1:1}}]}}
            [[ ${{row:file:1}} != . ]] || {{ echo $square > output.txt; exit; }}
        done"#
    ))
}

fn played(temp_root: &TempRoot, players: [&str; 2]) -> FinishedAgentGame<Row> {
    played_by(temp_root, players.map(participant))
}

fn participant(command: &str) -> Participant {
    Participant {
        agent: Agent::find(command, Row::PROGRAM).expect("a command"),
        calibration: None,
        clock: Duration::from_secs_f64(Row::SECONDS),
        surcharge: Duration::ZERO,
    }
}

fn played_by(temp_root: &TempRoot, participants: [Participant; 2]) -> FinishedAgentGame<Row> {
    let limits = GameLimits { replies: ReplyRules::default(), quiet_turns: 50, plies: 400 };
    let game = AgentGame::<Row> {
        players: [&participants[0], &participants[1]],
        start: Row::start(),
        opening: Vec::new(),
        conditions: GameConditions {
            // For records, which are not made here.
            game: games::GameName::Checkers,
            limits,
            timing: Timing::Clocks,
            opening_mode: OpeningMode::Game,
            time: None,
            sandbox_mode: SandboxMode::best(),
            seed: Seed(1),
            opening_order: OpeningOrder::USUAL,
            adjudication: None,
        },
        temp_root,
        cores: None,
    };
    game.play(&mut |_, _| {}).expect("the referee is well")
}

/// The end of a game as people read it; who was to move follows from the number of turns.
fn told(game: &FinishedAgentGame<Row>) -> String {
    let turns = game.finished.turns.len();
    let to_move = if turns.is_multiple_of(2) { Side::Black } else { Side::White };
    let result =
        result_text(game.finished.ending, Row::DRAWN, to_move, game.finished.left, ["A", "B"]);
    let detail = game.detail(to_move, AnswerForm::Lenient);
    result + game.finished.ending.detail_text(detail.as_deref()).as_str()
}

const ROW: &str = "a1 b1 c1 a2 b2 c2 a3 b3 c3";
const ELSEWHERE: &str = "c3 a2 b3 a3 b2 c2";

#[test]
fn a_match_of_a_game_that_the_product_does_not_know() {
    let temp_root = TempRoot::new().expect("a folder");
    let (winner, loser) = (player(ROW, ""), player(ELSEWHERE, ""));
    let first = played(&temp_root, [&winner, &loser]);
    let found = (first.finished.ending, first.finished.turns.len());
    assert_eq!(found, (Ending::Connected(referee::rules::TurnSide::Waiting), 5));
    assert_eq!(told(&first), "Black (A) wins: White: the opponent's pieces are connected");
    let second = played(&temp_root, [&loser, &winner]);
    assert_eq!(second.finished.turns.len(), 6);
    assert!(told(&second).starts_with("White (B) wins: Black: the opponent's"), "colors exchanged");
    for side in Side::ALL {
        let spent = Duration::from_secs_f64(Row::SECONDS) - second.finished.left[side.index()];
        let moves = second.finished.turns.iter().skip(side.index()).step_by(2);
        assert_eq!(moves.map(|turn| turn.charge).sum::<Duration>(), spent);
    }
}

#[test]
fn both_clocks_are_in_the_request_and_decide_a_game_that_reaches_its_limit() {
    let temp_root = TempRoot::new().expect("a folder");
    let slow = player("a1 b2 a3 c2", "spin_until 300");
    let game = played(&temp_root, [&slow, &player("b1 c3 a2", "")]);
    assert_eq!(game.finished.ending, Ending::MoveLimit, "{}", told(&game));
    assert!(told(&game).ends_with("White (B) has more time left"), "{}", told(&game));
    let clocks = game.runs[1].asked().lines().nth(1).expect("a line").to_string();
    let (own, other) = clocks.split_once(' ').expect("two numbers");
    assert!(seconds(own) <= 5.0 && seconds(other) <= 4.1 && seconds(own) > seconds(other));
}

#[test]
fn a_player_with_a_surcharge_has_less_time_left() {
    let temp_root = TempRoot::new().expect("a folder");
    let charged = Participant {
        surcharge: Duration::from_millis(1_000),
        ..participant(&player("a1 b2 a3 c2", ""))
    };
    let game = played_by(&temp_root, [charged, participant(&player("b1 c3 a2", "spin_until 50"))]);
    assert!(told(&game).ends_with("White (B) has more time left"), "{}", told(&game));
    let own = game.finished.turns.iter().step_by(2);
    assert!(own.clone().all(|turn| turn.charge >= Duration::from_secs(1)) && own.count() > 0);
}

fn seconds(text: &str) -> f64 {
    text.parse::<f64>().expect("a number")
}

#[test]
fn every_bad_answer_is_an_ending_with_a_sentence() {
    let temp_root = TempRoot::new().expect("a folder");
    let honest = player(ROW, "");
    for (deed, sentence) in [
        ("while :; do :; done", "time used up in mid-move"),
        ("echo a1 > output.txt; exit", "illegal move: the rules do not allow it here: a1"),
        ("echo z9 > output.txt; exit", "malformed output.txt: \"z9\\n\" is not a square"),
        (": > output.txt; exit", "empty output.txt"),
        ("echo oh >&2; exit", "no output.txt; it printed \"oh\""),
        ("exit 7", "exit code 7"),
    ] {
        let told = told(&played(&temp_root, [&honest, &player(ROW, deed)]));
        assert!(told.starts_with("Black (A) wins: White: "), "{deed}: {told}");
        assert!(told.ends_with(sentence), "{deed}: {told}");
    }
}
