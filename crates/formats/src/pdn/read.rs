//! Reads games from a text, one after the other.

use crate::pdn::error::{PdnError, Reason, TextPlace};
use crate::pdn::game::{PdnGame, PdnLine, PdnResult, Turn};
use crate::pdn::game_type::GameType;
use crate::pdn::squares::move_of;
use crate::pdn::token::{Lexer, Token};
use games::Game as _;
use games::board::Side;
use games::checkers::Position;

/// Variations within variations: deeper ones are an error, so that no file exhausts the stack.
const MOST_DEPTH: usize = 64;

/// The games of a text. After a game that cannot be read, the next one is looked for.
#[derive(Clone, Debug)]
pub struct Games<'t> {
    lexer: Lexer<'t>,
    /// The token that was read but belongs to what comes next.
    next: Option<(TextPlace, Token<'t>)>,
}

/// The games of a text.
pub fn read(text: &str) -> Games<'_> {
    Games { lexer: Lexer::new(text), next: None }
}

impl Games<'_> {
    /// How many bytes of the text have been read, for progress.
    pub fn offset(&self) -> usize {
        self.lexer.offset()
    }
}

impl<'t> Iterator for Games<'t> {
    type Item = Result<PdnGame, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.game();
        // A tag that ended the moves begins the next game already.
        let is_at_next = matches!(self.next, Some((_, Token::Tag { .. })));
        if found.is_err() && !is_at_next {
            self.next = None;
            self.lexer.skip_game();
        }
        found.transpose()
    }
}

/// A line that is being read: the moves so far, and the position after each.
struct Open {
    line: PdnLine,
    /// The position before the last move, and the one after it.
    before: Position,
    here: Position,
    /// Where it was opened.
    place: TextPlace,
}

impl Open {
    fn at(here: Position, place: TextPlace) -> Self {
        Open { line: PdnLine::default(), before: here, here, place }
    }
}

impl<'t> Games<'t> {
    fn token(&mut self) -> Result<Option<(TextPlace, Token<'t>)>, PdnError> {
        match self.next.take() {
            Some(token) => Ok(Some(token)),
            None => self.lexer.next().transpose(),
        }
    }

    fn game(&mut self) -> Result<Option<PdnGame>, PdnError> {
        let mut game = PdnGame::starting_at(Position::start());
        let mut place_of_start = self.lexer.place();
        let mut is_there = false;
        let mut names = GameType::USUAL;
        let mut set_up = None;
        while let Some((place, token)) = self.token()? {
            let at = |reason| PdnError { place, reason };
            match token {
                Token::Tag { name, value } => {
                    match name {
                        "GameType" => names = GameType::read(&value).map_err(at)?,
                        "FEN" => set_up = Some((place, value.clone())),
                        _ => {}
                    }
                    game.tags.push((name.to_string(), value));
                }
                other => {
                    self.next = Some((place, other));
                    place_of_start = place;
                    is_there = true;
                    break;
                }
            }
        }
        if !is_there && game.tags.is_empty() {
            return Ok(None);
        }
        game.start = self.start(set_up, &names)?;
        (game.line, game.end) = self.moves(game.start, place_of_start, &names)?;
        Ok(Some(game))
    }

    /// The position at which the game begins. Some files let White begin without a word.
    fn start(
        &self,
        set_up: Option<(TextPlace, String)>,
        names: &GameType,
    ) -> Result<Position, PdnError> {
        if let Some((place, fen)) = set_up {
            return Position::from_fen(&fen)
                .map_err(|error| PdnError { place, reason: Reason::Fen(error) });
        }
        // The start position seen from the other side: White is to move.
        let whites = Position::start().mirrored();
        if names.begins == Side::White {
            return Ok(whites);
        }
        let first = self.clone().first_move()?;
        let is_whites = first.is_some_and(|word| {
            move_of(&Position::start(), &word, names).is_err()
                && move_of(&whites, &word, names).is_ok()
        });
        Ok(if is_whites { whites } else { Position::start() })
    }

    fn first_move(mut self) -> Result<Option<String>, PdnError> {
        while let Some((_, token)) = self.token()? {
            match token {
                Token::Word(word) => return Ok(Some(word)),
                Token::Comment(_) | Token::MoveNumber(_) => {}
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// The moves up to the result, the next tag or the end of the text.
    fn moves(
        &mut self,
        start: Position,
        place: TextPlace,
        names: &GameType,
    ) -> Result<(PdnLine, Option<PdnResult>), PdnError> {
        let mut open = vec![Open::at(start, place)];
        let mut end = None;
        while let Some((place, token)) = self.token()? {
            let at = |reason| PdnError { place, reason };
            let depth = open.len();
            let Some(current) = open.last_mut() else { break };
            match token {
                Token::Word(word) => {
                    let mv = move_of(&current.here, &word, names).map_err(at)?;
                    current.before = current.here;
                    current.here = current.here.play(mv);
                    current.line.turns.push(Turn::plain(mv));
                }
                Token::Comment(text) => match current.line.turns.last_mut() {
                    Some(turn) => turn.comments.push(text),
                    None => current.line.comments.push(text),
                },
                Token::Annotation(number) => {
                    // Before the first move it belongs to nothing.
                    if let Some(turn) = current.line.turns.last_mut() {
                        turn.annotations.push(number);
                    }
                }
                Token::Open => {
                    if current.line.turns.is_empty() {
                        return Err(at(Reason::VariationWithoutMove));
                    }
                    if depth > MOST_DEPTH {
                        return Err(at(Reason::TooDeep { most: MOST_DEPTH }));
                    }
                    let before = current.before;
                    open.push(Open::at(before, place));
                }
                Token::Close => close(&mut open).map_err(at)?,
                Token::MoveNumber(_) => {}
                Token::Result(_) | Token::Star { .. } if depth > 1 => {}
                Token::Star { is_glued: true } if self.goes_on()? => {}
                Token::Star { .. } => break,
                Token::Result(text) => {
                    end = PdnResult::read(text);
                    break;
                }
                Token::Tag { .. } => {
                    self.next = Some((place, token));
                    break;
                }
            }
        }
        let unclosed = (open.len() > 1).then(|| open.pop()).flatten();
        match (unclosed, open.pop()) {
            (Some(Open { place, .. }), _) => Err(PdnError { place, reason: Reason::OpenVariation }),
            (None, main) => Ok((main.map(|main| main.line).unwrap_or_default(), end)),
        }
    }

    /// Does another move follow in this game? Then a star is a sign for the move before it.
    fn goes_on(&self) -> Result<bool, PdnError> {
        let mut ahead = self.clone();
        while let Some((_, token)) = ahead.token()? {
            match token {
                Token::Word(_) => return Ok(true),
                Token::Comment(_) | Token::Annotation(_) => {}
                // The first number begins another game.
                Token::MoveNumber(number) if number != Some(1) => {}
                _ => return Ok(false),
            }
        }
        Ok(false)
    }
}

/// Ends the innermost variation.
fn close(open: &mut Vec<Open>) -> Result<(), Reason> {
    if open.len() < 2 {
        return Err(Reason::CloseWithoutOpen);
    }
    let inner = open.pop();
    let turn = open.last_mut().and_then(|outer| outer.line.turns.last_mut());
    if let (Some(inner), Some(turn)) = (inner, turn) {
        turn.variations.push(inner.line);
    }
    Ok(())
}
