//! The moves of a game, with comments, annotations, variations and the result, by the rules.

use crate::error::FormatError;
use crate::pdn::game::{PdnGame, PdnLine, Turn};
use crate::pdn::parts::section_doubts::SectionWarnings;
use crate::pdn::parts::sections::is_move;
use crate::pdn::parts::squares::{ambiguous, decided, moves_of, squares_of};
use crate::pdn::parts::unplayable::{closing, cut_move, is_prose};
use crate::pdn::tokens::token::{PlacedToken, Token, is_hyphen, is_set_up, one_line};
use crate::pdn::values::game_type::GameType;
use crate::pdn::values::result_text::{PdnResult, ResultText};
use crate::pdn::warning::PdnWarningKind;
use cli::visible;
use games::checkers::{Move, Position};
use games::{Game as _, Notation};

/// The deepest nesting of variations. Deeper ones are comments, or a file could exhaust the stack;
/// JSON with these variations nests no deeper than its readers allow.
pub const MOST_NESTED: usize = 50;

/// A line being read: the moves so far, and the position after each.
struct OpenLine {
    line: PdnLine,
    /// The positions before and after the last move.
    before: Position,
    here: Position,
    /// The offset of its opening parenthesis.
    at: usize,
}

impl OpenLine {
    fn at(here: Position, at: usize) -> Self {
        OpenLine { line: PdnLine::default(), before: here, here, at }
    }

    fn comment(&mut self, text: String) {
        match self.line.turns.last_mut() {
            Some(turn) => turn.comments.push(text),
            None => self.line.comments.push(text),
        }
    }

    fn play(&mut self, mv: Move) {
        self.before = self.here;
        self.here = self.here.play(mv);
        self.line.turns.push(Turn::plain(mv));
    }
}

/// The tokens of a game, and what was made of them.
pub struct MoveText<'s, 't> {
    /// The whole file.
    file: &'s str,
    tokens: &'s [PlacedToken<'t>],
    names: GameType,
    /// The main line, and variations that are open, each within the one before.
    open: Vec<OpenLine>,
    end: Option<PdnResult>,
    /// The offset and the text of a result behind the moves.
    end_text: Option<(usize, String)>,
    is_cut: bool,
}

impl<'s, 't> MoveText<'s, 't> {
    pub fn new(
        file: &'s str,
        tokens: &'s [PlacedToken<'t>],
        names: GameType,
        start: Position,
    ) -> Self {
        let open = vec![OpenLine::at(start, 0)];
        MoveText { file, tokens, names, open, end: None, end_text: None, is_cut: false }
    }

    /// Reads all tokens. Tags are done already: those of `game`.
    pub fn read(
        &mut self,
        game: &PdnGame,
        warnings: &mut SectionWarnings,
    ) -> Result<(), (usize, FormatError)> {
        let tokens = self.tokens;
        let mut next = 0;
        while let Some(PlacedToken { at, token }) = tokens.get(next) {
            let index = next;
            next += 1;
            let read = match token {
                Token::Word(word) => self.word(index, word, warnings),
                Token::Open => self.open(*at),
                Token::Close => self.close(),
                Token::Odd(_) | Token::OpenComment | Token::TornTag { .. } => {
                    token.fault().map_or(Ok(()), Err)
                }
                other => {
                    self.other(*at, other);
                    Ok(())
                }
            };
            if let Err(error) = read {
                if let Some(close) = self.without_variation(index, &error, warnings) {
                    next = close + 1;
                    continue;
                }
                if self.take_cut_move(index, game, warnings) {
                    continue;
                }
                let Some(text) = self.last_words(index, game) else { return Err((*at, error)) };
                self.end_with(*at, &text);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Makes a variation that cannot be played a comment. Returns the index of the token that
    /// closes it; `None` if no variation is open here, or none is closed.
    fn without_variation(
        &mut self,
        index: usize,
        error: &FormatError,
        warnings: &mut SectionWarnings,
    ) -> Option<usize> {
        let begins = self.tokens[index].token == Token::Open;
        if !begins && self.open.len() < 2 {
            return None;
        }
        let rest = &self.tokens[index + usize::from(begins)..];
        let inside = closing(rest)?;
        let close = &rest[inside];
        let has_move = self.open.last().is_some_and(|line| !line.line.turns.is_empty());
        let at = match begins {
            // Where no move stands before, a move in it is in the wrong place.
            true if !has_move && !is_prose(&rest[..inside]) => return None,
            true => self.tokens[index].at,
            false => self.open.pop()?.at,
        };
        let text = one_line(&self.file[at..=close.at]).replace('{', "(").replace('}', ")");
        self.comment(&text);
        let reason = &error.sentence;
        let sentence = format!("this variation is kept as a comment: {reason}");
        warnings.add(self.tokens[index].at, PdnWarningKind::Variation, sentence);
        Some(index + usize::from(begins) + inside)
    }

    /// Makes the beginning of a move at the end of a game a comment: the game was cut off there.
    fn take_cut_move(
        &mut self,
        index: usize,
        game: &PdnGame,
        warnings: &mut SectionWarnings,
    ) -> bool {
        let is_main = self.open.len() == 1 && !self.open[0].line.turns.is_empty();
        let Some(word) = cut_move(&self.tokens[index..]).filter(|_| is_main) else { return false };
        if game.tag("Result").is_some_and(|tag| tag.trim() == word) {
            return false;
        }
        let sentence = format!("the game is cut off in the move `{word}`; it is kept as a comment");
        warnings.add(self.tokens[index].at, PdnWarningKind::NoEnd, sentence);
        self.comment(word);
        self.is_cut = true;
        true
    }

    fn line(&mut self) -> Option<&mut OpenLine> {
        self.open.last_mut()
    }

    fn word(
        &mut self,
        index: usize,
        word: &str,
        warnings: &mut SectionWarnings,
    ) -> Result<(), FormatError> {
        let (names, depth) = (self.names, self.open.len());
        let Some(line) = self.open.last() else { return Ok(()) };
        let expected = line.line.turns.len() / 2 + 1;
        if depth == 1 && word.parse() == Ok(expected) {
            // A number without its point.
            return Ok(());
        }
        let here = line.here;
        let (word, glued) = match squares_of(word, &names) {
            Some(_) => (word, None),
            None => without_glued(word),
        };
        let moves = moves_of(&here, word, &names)?;
        let mv = match moves[..] {
            [only] => only,
            ref several => {
                let next = self.next_words(index);
                let mv = decided(&here, several, next, &names)
                    .ok_or_else(|| ambiguous(&here, word, several))?;
                let meant = here.move_text(mv);
                let sentence =
                    format!("`{word}` could be several moves; by those that follow it is {meant}");
                warnings.add(self.tokens[index].at, PdnWarningKind::Ambiguous, sentence);
                mv
            }
        };
        if let Some(line) = self.line() {
            line.play(mv);
            if let Some(text) = glued {
                line.comment(text.to_string());
            }
        }
        if let Some(text) = glued {
            let sentence = format!("`{text}` is glued to the move {word}; it is kept as a comment");
            warnings.add(self.tokens[index].at, PdnWarningKind::Glued, sentence);
        }
        Ok(())
    }

    fn next_words(&self, index: usize) -> impl Iterator<Item = &'s str> + use<'s, 't> {
        let mut depth = 0_usize;
        let mut rest = self.tokens[index + 1..].iter();
        std::iter::from_fn(move || {
            loop {
                match &rest.next()?.token {
                    Token::Open => depth += 1,
                    Token::Close => depth = depth.checked_sub(1)?,
                    Token::Word(word) if depth == 0 && is_move(word) => return Some(&**word),
                    _ => {}
                }
            }
        })
    }

    fn open(&mut self, at: usize) -> Result<(), FormatError> {
        if self.open.len() > MOST_NESTED {
            let sentence = format!("variations are nested more than {MOST_NESTED} deep");
            return Err(FormatError::new(sentence));
        }
        match self.open.last().filter(|line| !line.line.turns.is_empty()) {
            Some(line) => {
                let before = line.before;
                self.open.push(OpenLine::at(before, at));
                Ok(())
            }
            None => Err(FormatError::new(
                "a variation stands after the move that it replaces; here is none",
            )),
        }
    }

    fn close(&mut self) -> Result<(), FormatError> {
        if self.open.len() < 2 {
            return Err(FormatError::new("here a variation is closed that was not opened"));
        }
        let inner = self.open.pop();
        let turn = self.open.last_mut().and_then(|outer| outer.line.turns.last_mut());
        if let (Some(inner), Some(turn)) = (inner, turn) {
            turn.variations.push(inner.line);
        }
        Ok(())
    }

    fn other(&mut self, at: usize, token: &Token<'_>) {
        let is_main = self.open.len() == 1;
        match token {
            Token::Result(text) if is_main => self.end_with(at, text),
            Token::Comment(text) => self.comment(text),
            // It is of the variation only.
            Token::Result(text) => self.comment(text),
            Token::Annotation(number) => {
                // Before the first move, an annotation belongs to nothing.
                let turn = self.line().and_then(|line| line.line.turns.last_mut());
                if let Some(turn) = turn {
                    turn.annotations.push(*number);
                }
            }
            _ => {}
        }
    }

    fn comment(&mut self, text: &str) {
        if let Some(line) = self.line() {
            line.comment(text.to_string());
        }
    }

    /// Takes a result behind the moves; of several the first that is known.
    fn end_with(&mut self, at: usize, text: &str) {
        let known = PdnResult::read(text);
        if self.end_text.is_none() || self.end.is_none() && known.is_some() {
            self.end = known;
            self.end_text = Some((at, text.to_string()));
        }
    }

    /// The words from here on, if they can be an unknown result: nothing follows them, and
    /// they do not look like moves, or the tag says the same.
    fn last_words(&self, index: usize, game: &PdnGame) -> Option<String> {
        let is_after_number =
            index > 0 && matches!(self.tokens[index - 1].token, Token::MoveNumber(Some(_)));
        let is_game = self.open[0].line.turns.len() + game.tags.len() > 0;
        if is_after_number || !is_game || self.open.len() > 1 {
            return None;
        }
        let mut words = Vec::new();
        for placed in &self.tokens[index..] {
            match &placed.token {
                Token::Word(word) => words.push(word.to_string()),
                Token::Odd(text) if is_set_up(text) => return None,
                Token::Odd(text) if !text.contains(visible::is_hidden) => {
                    words.push(text.to_string());
                }
                Token::Comment(_) => {}
                // A full stop.
                Token::MoveNumber(None) => words.last_mut()?.push('.'),
                _ => return None,
            }
        }
        let text = words.join(" ");
        let is_tag = game.tag("Result").is_some_and(|tag| tag.trim() == text);
        let has_move = words.iter().any(|word| is_move(word) || word.starts_with('['));
        (is_tag || !has_move).then_some(text)
    }

    /// Puts the moves into the game. Returns its last position.
    pub fn finish(
        mut self,
        game: &mut PdnGame,
        has_end: bool,
        warnings: &mut SectionWarnings,
    ) -> Result<Position, (usize, FormatError)> {
        if let Some(unclosed) = self.open.get(1..).and_then(<[OpenLine]>::last) {
            let sentence = "this variation is not closed; it ends with )";
            return Err((unclosed.at, FormatError::new(sentence)));
        }
        let last_at = self.tokens.last().map_or(0, |placed| placed.at);
        game.end = self.end;
        if let Some((at, text)) = self.end_text.take() {
            self.check_end(at, &text, game, warnings);
        } else if !has_end && !self.is_cut && !self.open[0].line.turns.is_empty() {
            let sentence = "the moves end without a result or *; the game may be cut off";
            warnings.add(last_at, PdnWarningKind::NoEnd, sentence);
        }
        let main = self.open.swap_remove(0);
        game.line = main.line;
        Ok(main.here)
    }

    /// Keeps a result that is not known, and tells one that differs from the tag.
    fn check_end(
        &mut self,
        at: usize,
        text: &str,
        game: &mut PdnGame,
        warnings: &mut SectionWarnings,
    ) {
        let tag = game.tag("Result").map(str::to_string);
        match (ResultText::read(text), tag) {
            (ResultText::Unknown, None) => {
                game.set_tag("Result", text);
                warnings.add_unknown_result(at, text);
            }
            (ResultText::Unknown, Some(tag)) if tag.trim() != text => {
                self.comment(text);
                warnings.add_unknown_result(at, text);
            }
            (ResultText::Known(end), Some(tag)) => {
                let differs = PdnResult::read(&tag).is_some_and(|result| result != end);
                if differs {
                    let sentence = format!(
                        "the tag says {tag}, and the moves end with {text}; the tag counts"
                    );
                    warnings.add(at, PdnWarningKind::ResultsDiffer, sentence);
                }
            }
            _ => {}
        }
    }
}

/// A word without letters that are glued to the move in it, and these letters.
fn without_glued(word: &str) -> (&str, Option<&str>) {
    let begin = word.char_indices().skip(1).map(|(at, _)| at).find(|&at| {
        let (head, tail) = word.split_at(at);
        head.contains(is_hyphen)
            && is_move(head)
            && tail.len() > 1
            && tail.starts_with(|c: char| c.is_alphabetic() && !is_hyphen(c))
    });
    match begin.map(|at| word.split_at(at)) {
        Some((head, tail)) => (head, Some(tail)),
        None => (word, None),
    }
}
