//! Finds the games of a text by its tokens, before any of them is understood.
//!
//! ```text
//! section = { comment } { tag | comment } { move text } [ result ] { comment on its line }
//! ```
//!
//! A tag behind moves begins a new section. So does a tag that repeats, behind a blank line or
//! where the first two tags repeat in their order; else it stands twice in one section. Behind a
//! result, moves begin a section that has no tags. Each section is one game or one error, so a file
//! has as many of both together as it has groups of tags, and games without tags. Comments belong
//! to the game whose line they end, else to the next one. Words that are no moves, behind a result
//! or above the tags, are strays of a section.

use crate::pdn::tokens::token::{Lexer, PlacedToken, Token, is_hyphen, is_set_up};
use cli::lines::lines;
use std::mem::take;

#[derive(Debug, Default)]
pub struct GameSection<'t> {
    pub tokens: Vec<PlacedToken<'t>>,
    /// Words above its tags, and behind its result, that are neither moves nor comments.
    pub strays: Vec<PlacedToken<'t>>,
    /// True if a result or a star ends it.
    pub has_end: bool,
    /// True if its tags repeat those before it, and no blank line stands between.
    pub is_joined: bool,
}

impl GameSection<'_> {
    pub fn begin(&self) -> usize {
        self.tokens.iter().chain(&self.strays).map(|placed| placed.at).min().unwrap_or(0)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SectionPhase {
    #[default]
    Tags,
    Moves,
    /// Behind a result, at this offset.
    Ended(usize),
}

#[derive(Clone, Debug)]
pub struct Sections<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    /// Tokens of the next section that were read already.
    held: Vec<PlacedToken<'t>>,
    /// The next section begins where tags repeat.
    is_joined: bool,
}

#[derive(Default)]
struct GrowingSection<'t> {
    section: GameSection<'t>,
    phase: SectionPhase,
    names: Vec<&'t str>,
    /// The offset of the last tag.
    tag_at: usize,
    /// Variations that are open.
    depth: usize,
    number: u32,
    /// Comments behind the line of the result.
    loose: Vec<PlacedToken<'t>>,
}

enum TokenTaken<'t> {
    Yes,
    /// It begins the next section.
    Next(PlacedToken<'t>),
    /// It repeats the first tag and begins the next section.
    Again(PlacedToken<'t>),
}

impl<'t> Sections<'t> {
    pub fn new(text: &'t str) -> Self {
        Sections { text, lexer: Lexer::new(text), held: Vec::new(), is_joined: false }
    }

    /// Bytes of the text read so far.
    pub fn offset(&self) -> usize {
        self.lexer.offset()
    }

    fn next_token(&mut self) -> Option<PlacedToken<'t>> {
        let mut placed = self.lexer.next()?;
        if placed.token == (Token::Star { is_glued: true }) && goes_on(&self.lexer) {
            placed.token = Token::Annotation(ONLY_MOVE);
        }
        Some(placed)
    }
}

/// The numeric annotation of a move that is the only one: what a star behind it means.
const ONLY_MOVE: u8 = 7;

impl<'t> Iterator for Sections<'t> {
    type Item = GameSection<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut growing = GrowingSection::default();
        growing.section.is_joined = take(&mut self.is_joined);
        // They were held because they begin this section.
        let mut held = take(&mut self.held).into_iter();
        loop {
            let Some(placed) = held.next().or_else(|| self.next_token()) else {
                growing.take_loose();
                break;
            };
            let next = match growing.take(placed, self.text, &self.lexer) {
                TokenTaken::Yes => continue,
                TokenTaken::Next(placed) => placed,
                TokenTaken::Again(placed) => {
                    self.is_joined = true;
                    placed
                }
            };
            self.held = take(&mut growing.loose);
            self.held.push(next);
            break;
        }
        growing.finish()
    }
}

impl<'t> GrowingSection<'t> {
    fn take(&mut self, placed: PlacedToken<'t>, text: &str, lexer: &Lexer<'_>) -> TokenTaken<'t> {
        match &placed.token {
            Token::Tag { name, .. } | Token::TornTag { name, .. } => {
                if self.phase != SectionPhase::Tags {
                    return TokenTaken::Next(placed);
                }
                if self.is_repeated(name) {
                    if self.is_behind_gap(placed.at, text) {
                        return TokenTaken::Next(placed);
                    }
                    if self.is_first_again(name, lexer) {
                        return TokenTaken::Again(placed);
                    }
                }
                self.names.push(name);
                self.tag_at = placed.at;
            }
            Token::Comment(_) => {
                if self.is_loose(&placed, text) {
                    self.loose.push(placed);
                    return TokenTaken::Yes;
                }
            }
            token if self.is_stray(token, lexer) => {
                self.take_loose();
                self.follow(&placed.token);
                self.section.strays.push(placed);
                return TokenTaken::Yes;
            }
            token if matches!(self.phase, SectionPhase::Ended(_)) && !is_end(token) => {
                return TokenTaken::Next(placed);
            }
            Token::MoveNumber(Some(1)) if self.begins_again() => return TokenTaken::Next(placed),
            token => self.take_move_text(token, placed.at),
        }
        self.take_loose();
        self.section.tokens.push(placed);
        TokenTaken::Yes
    }

    fn take_move_text(&mut self, token: &Token<'_>, at: usize) {
        self.follow(token);
        if self.phase == SectionPhase::Tags && begins_moves(token) {
            self.phase = SectionPhase::Moves;
        }
        if is_end(token) && self.depth == 0 {
            self.phase = SectionPhase::Ended(at);
            self.section.has_end = true;
        }
    }

    /// True for a comment behind the line of the result.
    fn is_loose(&self, placed: &PlacedToken<'_>, text: &str) -> bool {
        let SectionPhase::Ended(end) = self.phase else { return false };
        !self.loose.is_empty() || text[end..placed.at].contains(['\n', '\r'])
    }

    /// True for the name of a tag that this section has. Old files of ours name `SetUp` twice.
    fn is_repeated(&self, name: &str) -> bool {
        !name.eq_ignore_ascii_case("SetUp")
            && !name.is_empty()
            && self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// True if a blank line stands before this offset and behind the last tag, or a tag or a
    /// comment that was cut off.
    fn is_behind_gap(&self, at: usize, text: &str) -> bool {
        let between = &text[self.tag_at..at];
        let mut lines = lines(between).skip(1).collect::<Vec<_>>();
        // The last one is the beginning of the line of this offset.
        if !between.ends_with(['\n', '\r']) {
            lines.pop();
        }
        let last = self.section.tokens.last().map(|placed| &placed.token);
        matches!(last, Some(Token::OpenComment | Token::TornTag { .. }))
            || lines.iter().any(|line| line.trim().is_empty())
    }

    /// True if this tag and the next one are the first two of the section again.
    fn is_first_again(&self, name: &str, lexer: &Lexer<'_>) -> bool {
        let mut tokens = lexer.clone().map(|placed| placed.token);
        let next = tokens.find(|token| !matches!(token, Token::Comment(_)));
        let (Some(Token::Tag { name: next, .. }), [first, second, ..]) = (next, &self.names[..])
        else {
            return false;
        };
        first.eq_ignore_ascii_case(name) && second.eq_ignore_ascii_case(next)
    }

    /// True for what is no move text: behind the result, and where nothing of a game was found yet.
    fn is_stray(&self, token: &Token<'_>, lexer: &Lexer<'_>) -> bool {
        let is_ended = match self.phase {
            SectionPhase::Ended(_) => true,
            SectionPhase::Tags if self.names.is_empty() => false,
            SectionPhase::Tags | SectionPhase::Moves => return false,
        };
        match token {
            Token::Odd(text) if is_set_up(text) => is_ended,
            _ if self.depth > 0 => true,
            Token::Word(word) => !is_move(word),
            Token::MoveNumber(number) => *number != Some(1) && !goes_on(lexer),
            Token::Result(_) | Token::Star { .. } => !is_ended,
            _ => true,
        }
    }

    fn follow(&mut self, token: &Token<'_>) {
        match token {
            Token::Open => self.depth += 1,
            Token::Close => self.depth = self.depth.saturating_sub(1),
            Token::MoveNumber(Some(number)) if self.depth == 0 => self.number = *number,
            _ => {}
        }
    }

    /// True if number 1 begins a new game here. Among tags no number is needed to tell games
    /// apart, and there it is a misprint.
    fn begins_again(&self) -> bool {
        self.phase == SectionPhase::Moves
            && self.names.is_empty()
            && self.depth == 0
            && self.number > 1
    }

    /// Comments behind the result belong to this section after all.
    fn take_loose(&mut self) {
        self.section.tokens.append(&mut self.loose);
    }

    /// The section; `None` if nothing but comments is in it. Strays that no tag and no move is
    /// beside are its text.
    fn finish(mut self) -> Option<GameSection<'t>> {
        let section = &mut self.section;
        if section.tokens.iter().all(is_comment) {
            section.tokens.append(&mut section.strays);
            section.tokens.sort_by_key(|placed| placed.at);
            section.has_end = section.tokens.iter().any(|placed| is_end(&placed.token));
        }
        let is_there = !section.tokens.iter().all(is_comment);
        is_there.then_some(self.section)
    }
}

/// True if a move follows behind this token, in this game.
fn goes_on(lexer: &Lexer<'_>) -> bool {
    let mut depth = 0_usize;
    for PlacedToken { token, .. } in lexer.clone() {
        match token {
            Token::Comment(_) | Token::Annotation(_) => {}
            Token::Open => depth += 1,
            Token::Close if depth > 0 => depth -= 1,
            Token::Tag { .. } | Token::TornTag { .. } => return false,
            _ if depth > 0 => {}
            Token::Word(word) => return is_move(&word),
            // Number 1 begins another game.
            Token::MoveNumber(number) if number != Some(1) => {}
            _ => return false,
        }
    }
    false
}

fn is_end(token: &Token<'_>) -> bool {
    matches!(token, Token::Result(_) | Token::Star { .. })
}

fn is_comment(placed: &PlacedToken<'_>) -> bool {
    matches!(placed.token, Token::Comment(_))
}

/// True for a token that only move text has.
fn begins_moves(token: &Token<'_>) -> bool {
    match token {
        Token::Word(word) => is_move(word),
        Token::MoveNumber(_) | Token::Open => true,
        _ => is_end(token),
    }
}

/// True for the name of a square, such as `a1`.
fn is_name(text: &str) -> bool {
    text.len() == 2
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.ends_with(|c: char| c.is_ascii_digit())
}

/// True for a name or a number.
pub fn is_square(text: &str) -> bool {
    is_name(text) || !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
}

/// True for a word that has the form of a move: two squares.
pub fn is_move(word: &str) -> bool {
    let mut parts = word.split(is_hyphen);
    match (parts.next(), parts.next()) {
        (Some(first), Some(second)) => is_square(first) && is_square(second),
        _ => word.is_ascii() && word.len() == 4 && is_name(&word[..2]) && is_name(&word[2..]),
    }
}
