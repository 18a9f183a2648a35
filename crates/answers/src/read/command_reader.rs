//! Reads the language of the text programs line by line.
//!
//! A game begins with `new`, with `set` or with a dump that is not the board reached so far. Moves
//! stand alone, several in a line, or behind the star of an announcement. In a log, moves of an
//! automatic player are comments: a comment that is a legal move of an automatic side is played.
//! Commands that change nothing are skipped. What is wrong is told with its line; the rest of that
//! game is left out.

use crate::game::AskedGame;
use crate::read::placed::placed;
use crate::read::read_answer::{ReadAnswer, ReadGameAnswer, TextKind, known};
use games::board::Side;
use std::fmt::Display;
use std::ops::ControlFlow;

/// A text that is being read.
pub struct TextGameReader<G: AskedGame> {
    answer: ReadAnswer,
    start: G,
    /// Each position with the move that led to it, after `start`.
    played: Vec<(String, G)>,
    is_automatic: [bool; 2],
    /// The side that a line of its own says is to move.
    to_move: Option<Side>,
    names: [Option<String>; 2],
    event: Option<String>,
    result: &'static str,
    /// A line of this game was wrong.
    is_broken: bool,
    /// A board was given that is still to be told, if no move follows.
    has_board: bool,
}

/// Commands that change no board.
const SKIPPED: [&str; 17] = [
    "dump", "moves", "hint", "eval", "help", "h", "?", "seed", "limit", "save", "load", "loa",
    "tablut", "amazons", "checkers", "exit", "time",
];

impl<G: AskedGame> TextGameReader<G> {
    pub fn new() -> Self {
        TextGameReader {
            answer: ReadAnswer::new(TextKind::Games, G::NAME),
            start: G::start(),
            played: Vec::new(),
            is_automatic: [false; 2],
            to_move: None,
            names: [None, None],
            event: None,
            result: "*",
            is_broken: false,
            has_board: false,
        }
    }

    pub fn finish(mut self) -> ReadAnswer {
        self.end_game();
        self.answer.settled()
    }

    fn here(&self) -> &G {
        self.played.last().map_or(&self.start, |(_, position)| position)
    }

    fn error(&mut self, place: usize, error: impl Display) {
        self.answer.errors.push(visible::cut(&format!("line {place}: {error}."), 300));
        self.is_broken = true;
    }

    /// Ends the game so far, which is told if it has moves or a board. The next begins at `next`.
    fn begin(&mut self, next: G) {
        self.end_game();
        self.start = next;
    }

    /// A title without a game is that of the next one.
    fn end_game(&mut self) {
        let moves: Vec<String> = self.played.drain(..).map(|(text, _)| text).collect();
        let start = std::mem::replace(&mut self.start, G::start());
        let is_broken = std::mem::take(&mut self.is_broken);
        let has_board = std::mem::take(&mut self.has_board);
        self.is_automatic = [false; 2];
        if moves.is_empty() && !has_board && !is_broken {
            return;
        }
        let [black, white] = std::mem::take(&mut self.names);
        let (event, result) = (self.event.take(), std::mem::replace(&mut self.result, "*"));
        if !is_broken {
            let start = (start != G::start()).then(|| start.start_text());
            let result = result.to_string();
            let game =
                ReadGameAnswer { black, white, event, result, start, moves, ..Default::default() };
            self.answer.add(game);
        }
    }

    /// A board between two fences; the first one is in line `place`.
    pub fn board(&mut self, inner: &[&str], place: usize) {
        let next = inner.iter().find_map(|line| line.trim().strip_prefix("Next move:"));
        let said = next.and_then(|side| side_named(side.trim())).or(self.to_move.take());
        let is_row = |line: &&&str| !line.trim().starts_with("Next move:");
        let rows: Vec<&str> = inner.iter().filter(is_row).copied().collect();
        let side = said.unwrap_or(self.here().side_to_move());
        match G::read_board(&rows.join("\n"), side) {
            Ok(position) if position == *self.here() && !self.played.is_empty() => {}
            Ok(position) if said.is_some() || position == *self.here() => {
                self.begin(position);
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

    /// `Break` where the program was left.
    pub fn line(&mut self, line: &str, place: usize) -> ControlFlow<()> {
        if let Some(comment) = line.strip_prefix('#') {
            self.comment(comment.trim());
        } else if let Some(said) = line.strip_prefix('*') {
            self.announcement(said.trim(), place);
        } else if let Some(side) = side_to_move(line) {
            self.to_move = Some(side);
        } else {
            return self.command(line, place);
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, comment: &str) {
        if let Some((event, names)) = title_of(comment) {
            self.begin(G::start());
            (self.event, self.names) = (known(&event), names);
        } else if let Some(result) = result_of(comment) {
            self.result = result;
        } else if self.is_automatic[self.here().side_to_move().index()] {
            let _ = self.try_play(comment); // most comments are no moves
        }
    }

    fn announcement(&mut self, said: &str, place: usize) {
        match said {
            "Black wins." => self.result = "1-0",
            "White wins." => self.result = "0-1",
            "Tie game." => self.result = "1/2-1/2",
            // The directives of scripts of Amazons begin with a star, too.
            _ if !G::squares_of_text(said).is_empty() => self.play(said, place),
            _ => {}
        }
    }

    /// Plays a move, and the pass where nothing else is possible after it, which is no command.
    fn try_play(&mut self, text: &str) -> Result<(), String> {
        let here = self.here().clone();
        let mv = here.read_played(text).map_err(|error| error.to_string())?;
        if here.outcome().is_some() {
            return Err(format!("{text} comes after the end of the game"));
        }
        self.played.push((here.move_text(mv), here.play(mv)));
        while self.here().outcome().is_none()
            && let Some(pass) = forced_pass(self.here())
        {
            let here = self.here().clone();
            self.played.push((here.move_text(pass), here.play(pass)));
        }
        Ok(())
    }

    fn play(&mut self, text: &str, place: usize) {
        if self.is_broken {
            return;
        }
        if let Err(error) = self.try_play(text) {
            let is_automatic = self.is_automatic[self.here().side_to_move().index()];
            let hint = match is_automatic {
                true => {
                    "; moves of automatic players are missing: read what `save` or --log writes"
                }
                false => "",
            };
            self.error(place, format!("{error}{hint}"));
        }
    }

    fn command(&mut self, line: &str, place: usize) -> ControlFlow<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(first) = words.first() else { return ControlFlow::Continue(()) };
        let program = first.rsplit(['/', '\\']).next().unwrap_or(first);
        let word = program.to_ascii_lowercase();
        match (word.as_str(), &words[1..]) {
            ("quit", _) => return ControlFlow::Break(()),
            ("new", _) => self.new_game(),
            ("auto" | "manual", [side, ..]) => {
                if let Some(side) = side_named(side) {
                    self.is_automatic[side.index()] = word == "auto";
                }
            }
            ("set", [square, piece, side, ..]) => self.set([square, piece, side], place),
            ("undo", count) => {
                let count = count.first().and_then(|count| count.parse().ok()).unwrap_or(1);
                self.played.truncate(self.played.len().saturating_sub(count));
            }
            (word, _) if SKIPPED.contains(&word) => {}
            _ => self.moves(line, &words, place),
        }
        ControlFlow::Continue(())
    }

    /// A title that stands above `new` belongs to the game that it begins.
    fn new_game(&mut self) {
        if !self.played.is_empty() || self.has_board || self.is_broken {
            self.begin(G::start());
        }
    }

    fn set(&mut self, [square, piece, side]: [&str; 3], place: usize) {
        if !self.played.is_empty() {
            let here = self.here().clone();
            self.begin(here);
        }
        self.has_board = true;
        let side = side_named(side).ok_or_else(|| "set: the side to move is missing".to_string());
        match side.and_then(|side| placed(&self.start, square, piece, side)) {
            Ok(position) => self.start = position,
            Err(error) => self.error(place, error),
        }
    }

    /// A line with one move, or with several.
    fn moves(&mut self, line: &str, words: &[&str], place: usize) {
        let one = words.len() == 1 || self.here().read_played(line).is_ok();
        if one {
            return self.play(line, place);
        }
        for word in words.iter().filter(|word| !is_number(word)) {
            self.play(word, place);
        }
    }
}

/// `12.`, before a move.
fn is_number(word: &str) -> bool {
    word.ends_with('.') && word.trim_end_matches('.').parse::<u32>().is_ok()
}

fn forced_pass<G: AskedGame>(position: &G) -> Option<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    match moves[..] {
        [only] if G::path(only).is_empty() => Some(only),
        _ => None,
    }
}

fn side_named(word: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| side.to_string().eq_ignore_ascii_case(word))
}

/// `black`, `WHITE`, `White to move`.
fn side_to_move(line: &str) -> Option<Side> {
    let lower = line.to_ascii_lowercase();
    side_named(lower.strip_suffix(" to move").unwrap_or(&lower).trim())
}

/// `game 3: loa (Black) against other --plain 2 (White)`.
fn title_of(comment: &str) -> Option<(String, [Option<String>; 2])> {
    let (event, names) =
        comment.split_once(": ").filter(|(event, _)| event.starts_with("game "))?;
    let (black, white) = names.split_once(" (Black) against ")?;
    Some((event.to_string(), [known(black), known(white.strip_suffix(" (White)")?)]))
}

/// `Black (loa) wins: White: no legal move`, `drawn (limit of moves)`.
fn result_of(comment: &str) -> Option<&'static str> {
    if comment.starts_with("Black (") && comment.contains(") wins: ") {
        return Some("1-0");
    }
    if comment.starts_with("White (") && comment.contains(") wins: ") {
        return Some("0-1");
    }
    comment.starts_with("drawn (").then_some("1/2-1/2")
}
