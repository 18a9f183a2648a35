//! Positions and games in the language of the text programs: what `save` and `--log` write, the
//! `games.txt` of a match, scripts of moves, dumps.
//!
//! A game begins with `new`, with `set` or with a dump that is not the board reached so far. Moves
//! stand alone or behind the star of an announcement. In a log, moves of an automatic player are
//! comments: a comment that is a legal move of an automatic side is played. Commands that change
//! nothing are skipped. What is wrong is told with its line; the rest of that game is left out.

use crate::analyze::input::{AnalysisInput, InputError};
use crate::analyze::printed_game::PrintedGame;
use crate::analyze::subject::Subject;
use analysis::{PlayedGame, RecordedResult};
use games::board::Side;
use text::command::TextCommand;
use text::dialect::side_named;
use text::game_history::{GameHistory, GameStep};

/// The line before and after a board.
const FENCE: &str = "===";

/// Reads a text; errors call it `name`. Fails if there is nothing in it.
pub fn read<G: PrintedGame>(name: &str, text: &str) -> Result<AnalysisInput<G>, String> {
    if text.trim().is_empty() {
        let (title, form) = (G::TITLE, G::MOVE_FORM);
        return Err(format!(
            "{name}: nothing is in it; write moves of {title} ({form}), one a line, or a dump"
        ));
    }
    let mut reader = CommandReader::new(name);
    let mut lines = text.lines().zip(1..);
    while let Some((line, place)) = lines.next() {
        if line.trim() == FENCE {
            let inner: Vec<&str> = lines
                .by_ref()
                .map(|(line, _)| line)
                .take_while(|line| line.trim() != FENCE)
                .collect();
            reader.board(&inner, place);
        } else if reader.line(line, place).is_break() {
            break;
        }
    }
    Ok(reader.finish())
}

/// A text that is being read.
struct CommandReader<'a, G: PrintedGame> {
    name: &'a str,
    input: AnalysisInput<G>,
    game: GameHistory<G>,
    /// Turns for each side, as `limit` sets them.
    limit: Option<u32>,
    /// Sides that a program plays, in a log.
    is_automatic: [bool; 2],
    /// The side that a line of its own says is to move.
    to_move: Option<Side>,
    title: GameTitle,
    /// A line of this game was wrong.
    is_broken: bool,
    /// A board was given that is still to be analyzed, if no move follows.
    has_board: bool,
}

/// What comments of `games.txt` say of a game.
#[derive(Clone, Debug)]
struct GameTitle {
    number: Option<u32>,
    names: Option<[String; 2]>,
    result: RecordedResult,
    ending: Option<String>,
}

const NO_TITLE: GameTitle =
    GameTitle { number: None, names: None, result: RecordedResult::Unknown, ending: None };

impl<'a, G: PrintedGame> CommandReader<'a, G> {
    fn new(name: &'a str) -> Self {
        CommandReader {
            name,
            input: AnalysisInput::default(),
            game: GameHistory::default(),
            limit: None,
            is_automatic: [false; 2],
            to_move: None,
            title: NO_TITLE,
            is_broken: false,
            has_board: false,
        }
    }

    fn error(&mut self, place: usize, error: impl std::fmt::Display) {
        let error = visible::cut(&error.to_string(), 300);
        let number = self.title.number.unwrap_or(self.input.subjects.len() as u32 + 1);
        let sentence = format!("{}, line {place}: {error}", self.name);
        self.input.errors.push(InputError { number, sentence });
        self.is_broken = true;
    }

    /// Ends the game so far, which becomes a subject if it has moves or a board.
    fn end_game(&mut self) {
        let game = std::mem::take(&mut self.game);
        let title = std::mem::replace(&mut self.title, NO_TITLE);
        let (is_broken, has_board) = (self.is_broken, self.has_board);
        (self.is_broken, self.has_board) = (false, false);
        let limit = self.limit.take().map_or(G::QUIET_LIMIT, |limit| Some(limit.saturating_mul(2)));
        let last_set = game.turns().rfind(|turn| !matches!(turn.step, GameStep::Played(_)));
        let first = game.turns().next().map_or(game.position(), |turn| turn.before);
        let start = last_set.map_or(first, |turn| turn.after).clone();
        let played = |step: &GameStep<G::Move>| match step {
            GameStep::Played(mv) => Some(*mv),
            _ => None,
        };
        let moves: Vec<_> = game.turns().rev().map_while(|turn| played(turn.step)).collect();
        let moves: Vec<_> = moves.into_iter().rev().collect();
        if is_broken || (moves.is_empty() && !has_board) {
            return;
        }
        let number = title.number.unwrap_or(self.input.subjects.len() as u32 + 1);
        let mut subject = Subject::played(number, PlayedGame::by_rules_with(start, moves, limit));
        let names =
            title.names.into_iter().flat_map(|names| ["Black", "White"].into_iter().zip(names));
        subject.tags = names.map(|(tag, name)| (tag.to_string(), name)).collect();
        (subject.result, subject.ending) = (title.result, title.ending);
        self.input.subjects.push(subject);
    }

    fn has_moves(&self) -> bool {
        self.game.turns().next_back().is_some_and(|turn| matches!(turn.step, GameStep::Played(_)))
    }

    fn finish(mut self) -> AnalysisInput<G> {
        self.end_game();
        self.input
    }

    /// A board between two fences; the first one is in line `place`.
    fn board(&mut self, inner: &[&str], place: usize) {
        let next = inner.iter().find_map(|line| line.trim().strip_prefix("Next move:"));
        let said = next.and_then(|side| side_named(side.trim())).or(self.to_move.take());
        let rows: Vec<&str> =
            inner.iter().copied().filter(|line| !line.trim().starts_with("Next move:")).collect();
        let now = self.game.position();
        match G::read_board(&rows.join("\n"), said.unwrap_or(now.side_to_move())) {
            Ok(position) if position == *now && self.has_moves() => {}
            Ok(position) if said.is_some() || position == *now => {
                self.end_game();
                self.game = GameHistory::starting_at(position);
                self.has_board = true;
            }
            Ok(_) => {
                self.end_game();
                self.error(place, "who is to move? write black or white in a line above the board");
            }
            Err(error) => {
                self.end_game();
                self.error(place, format!("this is no board of {}: {error}", G::TITLE));
            }
        }
    }

    fn line(&mut self, line: &str, place: usize) -> std::ops::ControlFlow<()> {
        let line = line.trim();
        if let Some(comment) = line.strip_prefix('#') {
            self.comment(comment.trim());
        } else if let Some(said) = line.strip_prefix('*') {
            self.announcement(said.trim(), place);
        } else if let Some(side) = side_to_move(line) {
            self.to_move = Some(side);
        } else if !is_program::<G>(line) {
            return self.command(line, place);
        }
        std::ops::ControlFlow::Continue(())
    }

    fn comment(&mut self, comment: &str) {
        if let Some(title) = title_of(comment) {
            self.end_game();
            self.title = title;
        } else if let Some(result) = result_of(comment) {
            (self.title.result, self.title.ending) = (result, Some(format!("{comment}.")));
        } else if self.game.to_move().is_some_and(|side| self.is_automatic[side.index()])
            && self.game.play_text(comment).is_ok()
        {
            self.play_passes();
        }
    }

    fn announcement(&mut self, said: &str, place: usize) {
        match said {
            "Black wins." => self.title.result = RecordedResult::Won(Side::Black),
            "White wins." => self.title.result = RecordedResult::Won(Side::White),
            "Tie game." => self.title.result = RecordedResult::Drawn,
            // The directives of scripts of Amazons begin with a star, too.
            _ if !G::squares_of_text(said).is_empty() => self.play(said, place),
            _ => {}
        }
    }

    fn play(&mut self, text: &str, place: usize) {
        if self.is_broken {
            return;
        }
        match self.game.play_text(text) {
            Ok(()) => self.play_passes(),
            Err(error) => {
                let side = self.game.position().side_to_move();
                let hint = if self.is_automatic[side.index()] {
                    "; moves of automatic players are missing: analyze what `save` or --log writes"
                } else {
                    ""
                };
                self.error(place, format!("{error}{hint}"));
            }
        }
    }

    /// A pass is no command: it is played where nothing else is possible.
    fn play_passes(&mut self) {
        while self.game.to_move().is_some()
            && let Some(pass) = text::dialect::Dialect::forced_pass(self.game.position())
        {
            self.game.play(pass);
        }
    }

    fn command(&mut self, line: &str, place: usize) -> std::ops::ControlFlow<()> {
        match TextCommand::read::<G>(line) {
            Ok(Some(TextCommand::Quit)) => return std::ops::ControlFlow::Break(()),
            Ok(Some(TextCommand::New)) => {
                let title = self.title.clone();
                let is_titled = !self.has_moves() && !self.has_board;
                self.end_game();
                if is_titled {
                    self.title = title;
                }
            }
            Ok(Some(TextCommand::Move(text))) => self.play(&text, place),
            Ok(Some(TextCommand::Auto(side))) => self.is_automatic[side.index()] = true,
            Ok(Some(TextCommand::Manual(side))) => self.is_automatic[side.index()] = false,
            Ok(Some(TextCommand::Set(square, piece, next))) => {
                if self.has_moves() {
                    let position = self.game.position().clone();
                    self.end_game();
                    self.game = GameHistory::starting_at(position);
                }
                self.has_board = true;
                if let Err(error) = self.game.set(&square, &piece, next, line) {
                    self.error(place, error);
                }
            }
            Ok(Some(TextCommand::Limit(limit))) => match self.game.set_limit(limit) {
                Ok(()) => self.limit = Some(limit),
                Err(error) => self.error(place, error),
            },
            Ok(Some(TextCommand::Undo(count))) => {
                if let Err(error) = self.game.undo(count.unwrap_or(1)) {
                    self.error(place, error);
                }
            }
            Ok(_) => {}
            Err(error) => self.error(place, error),
        }
        std::ops::ControlFlow::Continue(())
    }
}

/// The command of a script of Amazons, in its first line.
fn is_program<G: PrintedGame>(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    word.rsplit('/').next() == Some(G::NAME.text())
}

/// `black`, `WHITE`, `White to move`.
fn side_to_move(line: &str) -> Option<Side> {
    let lower = line.to_ascii_lowercase();
    side_named(lower.strip_suffix(" to move").unwrap_or(&lower).trim())
}

/// `game 3: loa (Black) against other --plain 2 (White)`.
fn title_of(comment: &str) -> Option<GameTitle> {
    let (number, names) = comment.strip_prefix("game ")?.split_once(": ")?;
    let (black, white) = names.split_once(" (Black) against ")?;
    let names = [black, white.strip_suffix(" (White)")?].map(str::to_string);
    Some(GameTitle { number: Some(number.parse().ok()?), names: Some(names), ..NO_TITLE })
}

/// `Black (loa) wins: White: no legal move`, `drawn (limit of moves)`.
fn result_of(comment: &str) -> Option<RecordedResult> {
    let side = |name: &str| Some(comment.strip_prefix(name)?.contains(") wins: "));
    if side("Black (") == Some(true) {
        return Some(RecordedResult::Won(Side::Black));
    }
    if side("White (") == Some(true) {
        return Some(RecordedResult::Won(Side::White));
    }
    comment.starts_with("drawn (").then_some(RecordedResult::Drawn)
}
