//! Reads the language of the text programs line by line: what `save` and `--log` write, the
//! `games.txt` of a match, scripts of moves, dumps, lists of moves.
//!
//! A game begins with `new`, with `set` or with a dump that is not the board reached so far. Moves
//! stand alone, several in a line, or behind the star of an announcement. In a log, moves of an
//! automatic player are comments: a comment that is a legal move of an automatic side is played.
//! Commands that change nothing are skipped. What is wrong is reported with its line; the rest of
//! that game is left out.

use crate::api::caller::ApiError;
use crate::values::analyzed_game::AnalyzedGame;
use cli::lines::lines;
use cli::visible;
use formats::FormatError;
use formats::board_lines::side_of_line;
use formats::commands::{CommandForm, Comments, GameHistory, MoveWords, TextCommand};
use formats::pdn::PdnResult;
use games::board::Side;
use games::{GameLine, GameName, NotationError};
use std::fmt::Display;
use std::ops::ControlFlow;

/// The line before and after a board.
const FENCE: &str = "===";

/// Reads a text of one game.
pub fn read_text_games<G: AnalyzedGame>(text: &str) -> WrittenGames<G> {
    let mut reader = TextReader::new();
    let mut lines = lines(text).zip(1..);
    while let Some((line, place)) = lines.next() {
        if line.trim() == FENCE {
            let inner = lines.by_ref().map(|(line, _)| line);
            let inner: Vec<&str> = inner.take_while(|line| line.trim() != FENCE).collect();
            reader.board(&inner, place);
        } else if reader.line(line.trim(), place).is_break() {
            break;
        }
    }
    reader.finish()
}

struct TextReader<G: AnalyzedGame> {
    read: WrittenGames<G>,
    /// Games that have ended, those that cannot be read included.
    ended: u32,
    begun: BegunGame<G>,
    title: GameTitle,
}

struct BegunGame<G: AnalyzedGame> {
    game: GameHistory<G>,
    is_automatic: [bool; 2],
    /// The side that a line of its own says is to move.
    to_move: Option<Side>,
    is_broken: bool,
    /// A board was given that is still to be added, if no move follows.
    has_board: bool,
}

impl<G: AnalyzedGame> BegunGame<G> {
    fn at(first: G) -> Self {
        BegunGame {
            game: GameHistory::starting_at(first),
            is_automatic: [false; 2],
            to_move: None,
            is_broken: false,
            has_board: false,
        }
    }

    fn here(&self) -> &G {
        self.game.position()
    }

    fn has_moves(&self) -> bool {
        !self.game.line().moves().is_empty()
    }

    fn is_programs_turn(&self) -> bool {
        self.is_automatic[self.here().side_to_move().index()]
    }
}

/// Lines have several moves, and no positions of a game's own form.
const FORM: CommandForm = CommandForm {
    comments: Comments::Anywhere,
    move_words: MoveWords::All,
    is_position: |_| false,
};

#[derive(Debug)]
struct GameTitle {
    number: Option<u32>,
    names: Option<[String; 2]>,
    result: Option<PdnResult>,
    ending: Option<String>,
}

const NO_TITLE: GameTitle = GameTitle { number: None, names: None, result: None, ending: None };

impl<G: AnalyzedGame> TextReader<G> {
    fn new() -> Self {
        TextReader {
            read: WrittenGames { games: Vec::new(), faults: Vec::new() },
            ended: 0,
            begun: BegunGame::at(G::start()),
            title: NO_TITLE,
        }
    }

    fn finish(mut self) -> WrittenGames<G> {
        self.end_game(G::start());
        self.read
    }

    fn number(&self) -> u32 {
        self.title.number.unwrap_or(self.ended + 1)
    }

    /// The first error of a game is reported.
    fn error(&mut self, line: usize, error: impl Display) {
        if self.begun.is_broken {
            return;
        }
        let sentence = visible::cut(&error.to_string(), 300);
        self.read.faults.push(WrittenFault { number: self.number(), line, sentence });
        self.begun.is_broken = true;
    }

    /// Ends the game so far, which is added if it has moves or a board; the title of another is
    /// that of the next game, which begins at `next`.
    fn end_game(&mut self, next: G) {
        let number = self.number();
        let begun = std::mem::replace(&mut self.begun, BegunGame::at(next));
        if !begun.has_moves() && !begun.has_board && !begun.is_broken {
            return;
        }
        let title = std::mem::replace(&mut self.title, NO_TITLE);
        self.ended += 1;
        if begun.is_broken && !begun.has_moves() {
            return;
        }
        let GameTitle { names, result, ending, .. } = title;
        let line = begun.game.line().clone();
        self.read.games.push(WrittenGame { number, names, line, result, ending });
    }

    /// A board between two fences; the first one is in line `place`.
    fn board(&mut self, inner: &[&str], place: usize) {
        let next = inner.iter().find_map(|line| line.trim().strip_prefix("Next move:"));
        let to_move = self.begun.to_move.take();
        let said = next.and_then(|side| Side::of_word(side.trim())).or(to_move);
        let rows: Vec<&str> =
            inner.iter().filter(|line| !line.trim().starts_with("Next move:")).copied().collect();
        let side = said.unwrap_or(self.begun.here().side_to_move());
        match G::read_board(&rows.join("\n"), side).and_then(G::checked) {
            Ok(position) if position == *self.begun.here() && self.begun.has_moves() => {}
            Ok(position) if said.is_some() || position == *self.begun.here() => {
                self.end_game(position);
                self.begun.has_board = true;
            }
            Ok(_) => {
                self.end_game(G::start());
                self.error(place, "who is to move? write black or white in a line above the board");
            }
            Err(error) => {
                self.end_game(G::start());
                self.error(place, format!("this is no board of {}: {error}", G::TITLE));
            }
        }
    }

    /// `Break` where the program was left.
    fn line(&mut self, line: &str, place: usize) -> ControlFlow<()> {
        if let Some(comment) = line.strip_prefix('#') {
            self.comment(comment.trim());
        } else if let Some(said) = line.strip_prefix('*') {
            self.announcement(said.trim(), place);
        } else if let Some(side) = side_of_line(line) {
            self.begun.to_move = Some(side);
        } else {
            let line = line.split('#').next().unwrap_or(line).trim();
            return self.command(line, place);
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, comment: &str) {
        if let Some(title) = title_of(comment) {
            self.end_game(G::start());
            self.title = title;
        } else if let Some(result) = result_of(comment) {
            (self.title.result, self.title.ending) = (Some(result), Some(format!("{comment}.")));
        } else if self.begun.is_programs_turn() && !self.begun.is_broken {
            let _ = self.try_play(comment); // most comments are no moves
        }
    }

    fn announcement(&mut self, said: &str, place: usize) {
        match said {
            "Black wins." => self.title.result = Some(PdnResult::Won(Side::Black)),
            "White wins." => self.title.result = Some(PdnResult::Won(Side::White)),
            "Tie game." => self.title.result = Some(PdnResult::Drawn),
            // The directives of scripts of Amazons begin with a star, too.
            _ if !G::squares_of_text(said).is_empty() => self.play(said, place),
            _ => {}
        }
    }

    fn command(&mut self, line: &str, place: usize) -> ControlFlow<()> {
        if is_of_others(line) {
            return ControlFlow::Continue(());
        }
        match TextCommand::read(line, FORM) {
            Ok(Some(TextCommand::Quit)) => return ControlFlow::Break(()),
            Ok(Some(TextCommand::New)) => self.end_game(G::start()),
            _ if self.begun.is_broken => {}
            Ok(Some(TextCommand::Auto(side))) => self.begun.is_automatic[side.index()] = true,
            Ok(Some(TextCommand::Manual(side))) => self.begun.is_automatic[side.index()] = false,
            Ok(Some(TextCommand::Set(square, piece, side))) => {
                if self.begun.has_moves() {
                    self.end_game(self.begun.here().clone());
                }
                self.begun.has_board = true;
                let done = self.begun.game.set(&square, &piece, side, line);
                self.note(done, place);
            }
            Ok(Some(TextCommand::Limit(limit))) => {
                let done = self.begun.game.set_limit(limit);
                self.note(done, place);
            }
            Ok(Some(TextCommand::Undo(count))) => {
                let done = self.undo(count);
                self.note(done, place);
            }
            Ok(Some(TextCommand::Move(line))) => self.moves(&line, place),
            // The others change no board.
            Ok(_) => {}
            Err(error) => self.error(place, error),
        }
        ControlFlow::Continue(())
    }

    fn note(&mut self, done: Result<(), FormatError>, place: usize) {
        if let Err(error) = done {
            self.error(place, error);
        }
    }

    /// Takes steps back; without a count, those of automatic sides after the last other one, too.
    fn undo(&mut self, count: Option<u32>) -> Result<(), FormatError> {
        self.begun.game.undo(count.unwrap_or(1))?;
        let are_both = self.begun.is_automatic == [true; 2];
        while count.is_none() && !are_both && self.begun.is_programs_turn() {
            if self.begun.game.undo(1).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// A line with one move, or with several, which may be numbered. Words behind a move that
    /// name no square are ignored.
    fn moves(&mut self, line: &str, place: usize) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.len() == 1 || self.begun.here().read_text(line).is_ok() {
            return self.play(line, place);
        }
        let mut is_first = true;
        for word in words.into_iter().filter(|word| !is_number(word)) {
            if is_first || !G::squares_of_text(word).is_empty() {
                self.play(word, place);
            }
            is_first = false;
        }
    }

    fn play(&mut self, text: &str, place: usize) {
        if self.begun.is_broken {
            return;
        }
        if let Err(error) = self.try_play(text) {
            let hint = match self.begun.is_programs_turn() {
                true => {
                    "; moves of automatic players are missing: read what `save` or --log writes"
                }
                false => "",
            };
            self.error(place, format!("{error}{hint}"));
        }
    }

    /// Plays a move, and the pass where nothing else is possible after it, which is no command.
    fn try_play(&mut self, text: &str) -> Result<(), ApiError> {
        let here = self.begun.here().clone();
        let mv = here.read_text(text).map_err(|error| ApiError::new(words_of(error)))?;
        if here.outcome().is_some() {
            return Err(ApiError::new(format_args!("{text} comes after the end of the game")));
        }
        self.begun.game.play(mv);
        while self.begun.here().outcome().is_none()
            && let Some(pass) = self.begun.here().forced_pass()
        {
            self.begun.game.play(pass);
        }
        Ok(())
    }
}

/// A line that is no command is taken for a move, which it may not have been meant to be.
fn words_of(error: NotationError) -> String {
    match error {
        NotationError::Malformed { text, example } => format!(
            "\"{}\" is neither a command nor a move; write a move like {example}",
            visible::cut(&text, 60)
        ),
        NotationError::Illegal { .. } | NotationError::Other { .. } => error.to_string(),
    }
}

/// `12.`, before a move.
fn is_number(word: &str) -> bool {
    word.ends_with('.') && word.trim_end_matches('.').parse::<u32>().is_ok()
}

/// The line that starts a program, as a script has it, or a command of other programs.
fn is_of_others(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    let program = word.rsplit(['/', '\\']).next().unwrap_or(word).to_ascii_lowercase();
    matches!(&*program, "time" | "exit")
        || GameName::ALL.into_iter().any(|game| game.text() == program)
}

/// `game 3: loa (Black) against other --plain 2 (White)`.
fn title_of(comment: &str) -> Option<GameTitle> {
    let (number, names) = comment.strip_prefix("game ")?.split_once(": ")?;
    let (black, white) = names.split_once(" (Black) against ")?;
    let names = [black, white.strip_suffix(" (White)")?].map(str::to_string);
    Some(GameTitle { number: Some(number.parse().ok()?), names: Some(names), ..NO_TITLE })
}

/// `Black (loa) wins: White: no legal move`, `tied (limit of moves)`, in older files `drawn (...)`.
fn result_of(comment: &str) -> Option<PdnResult> {
    let winner = Side::ALL
        .into_iter()
        .find(|side| comment.starts_with(&format!("{side} (")) && comment.contains(") wins: "));
    winner.map(PdnResult::Won).or_else(|| is_tie(comment).then_some(PdnResult::Drawn))
}

fn is_tie(comment: &str) -> bool {
    ["tied (", "drawn ("].iter().any(|begin| comment.starts_with(begin))
}

/// The games of a text, and what is wrong in it.
#[derive(Clone, Debug)]
pub struct WrittenGames<G: AnalyzedGame> {
    /// In the order of the text.
    pub games: Vec<WrittenGame<G>>,
    /// At most one for each game, which is not in `games` then.
    pub faults: Vec<WrittenFault>,
}

/// A game, or a board, which is a game without moves.
#[derive(Clone, Debug)]
pub struct WrittenGame<G: AnalyzedGame> {
    /// The number that a comment gives it, else its place in the text, from 1.
    pub number: u32,
    /// Black's name, then White's, if a comment tells them.
    pub names: Option<[String; 2]>,
    /// From where the moves begin, under the limit that `limit` sets; with the passes, which the
    /// text leaves out.
    pub line: GameLine<G>,
    /// As the text tells it.
    pub result: Option<PdnResult>,
    /// The sentence in which the referee tells the end.
    pub ending: Option<String>,
}

/// What is wrong with a game of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFault {
    /// The number of the game.
    pub number: u32,
    /// The line, from 1.
    pub line: usize,
    /// Without a full stop.
    pub sentence: String,
}
