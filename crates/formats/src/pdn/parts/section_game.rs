//! Makes a game of the tokens of its section: tags, the first position, moves by the rules.

use crate::error::FormatError;
use crate::pdn::game::PdnGame;
use crate::pdn::parts::move_text::MoveText;
use crate::pdn::parts::section_doubts::SectionWarnings;
use crate::pdn::parts::sections::GameSection;
use crate::pdn::parts::squares::move_of;
use crate::pdn::tokens::token::{PlacedToken, Token, one_line};
use crate::pdn::values::date::DateTag;
use crate::pdn::values::game_type::GameType;
use crate::pdn::values::result_text::{PdnResult, ResultText};
use crate::pdn::values::variant::VariantName;
use crate::pdn::warning::PdnWarningKind;
use cli::visible;
use games::Game as _;
use games::board::Side;
use games::checkers::Position;
use std::borrow::Cow;

struct BoardTags<'s> {
    names: GameType,
    /// The offset and the text of a position.
    fen: Option<(usize, &'s Cow<'s, str>)>,
    is_named: bool,
}

pub fn game(
    file: &str,
    section: GameSection<'_>,
    warnings: &mut SectionWarnings,
) -> Result<PdnGame, (usize, FormatError)> {
    let mut game = PdnGame::starting_at(Position::start());
    let tags = tags(&section.tokens, &mut game, warnings)?;
    game.start = start(&section.tokens, &tags)?;
    if section.is_joined {
        let sentence = "the first tags stand here again; it is read as another game, and the one \
                        before has no moves";
        warnings.add(section.begin(), PdnWarningKind::Repeated, sentence);
    }
    let first_word = first_word(&section.tokens);
    if let Some((at, word)) = first_word.filter(|_| !tags.is_named) {
        suspect(at, word, game.start, warnings);
    }
    if let Some(stray) = section.strays.first() {
        let text = strays_text(&section.strays);
        let sentence = format!("`{text}` is neither a game nor a comment; it was left out");
        warnings.add(stray.at, PdnWarningKind::Stray, sentence);
    }
    let mut text = MoveText::new(file, &section.tokens, tags.names, game.start);
    text.read(&game, warnings)?;
    let position = text.finish(&mut game, section.has_end, warnings)?;
    if let (Some(sentence), Some(last)) = (against_board(&game, &position), section.tokens.last()) {
        warnings.add(last.at, PdnWarningKind::AgainstBoard, sentence);
    }
    Ok(game)
}

/// Tells a result that the last board contradicts: the side to move has no move, so it has lost.
fn against_board(game: &PdnGame, last: &Position) -> Option<String> {
    let loser = last.side_to_move();
    let outcome = game.outcome()?;
    let is_over = last.count_moves() == 0;
    (is_over && outcome != PdnResult::Won(loser.opponent())).then(|| {
        let text = outcome.text();
        format!(
            "the result is {text}, but on the last board {loser} has lost; the first number of a \
             result is Black's"
        )
    })
}

/// Puts the tags into the game. Another game than English checkers is refused.
fn tags<'s>(
    tokens: &'s [PlacedToken<'_>],
    game: &mut PdnGame,
    warnings: &mut SectionWarnings,
) -> Result<BoardTags<'s>, (usize, FormatError)> {
    let mut tags = BoardTags { names: GameType::USUAL, fen: None, is_named: false };
    let mut unknown_variant = None;
    for PlacedToken { at, token } in tokens {
        let Token::Tag { name, value, value_at } = token else {
            if let (Token::TornTag { .. }, Some(error)) = (token, token.fault()) {
                return Err((*at, error));
            }
            continue;
        };
        let is_repeated = game.tags.iter().any(|(known, _)| is_tag(known, name));
        // Old files of ours name `SetUp` twice.
        if is_repeated && !is_tag(name, "SetUp") {
            let sentence = format!("the tag {name} stands twice; the first one counts");
            warnings.add(*at, PdnWarningKind::Repeated, sentence);
        } else if is_tag(name, "GameType") {
            tags.names = GameType::read(value).map_err(|error| (*at, error))?;
            tags.is_named = true;
        } else if is_tag(name, "Variant") {
            match VariantName::read(value) {
                VariantName::Other => {
                    return Err((*at, other_variant(value)));
                }
                VariantName::English => tags.is_named = true,
                VariantName::Unknown => unknown_variant = Some((*at, value.to_string())),
            }
        } else if is_tag(name, "FEN") {
            tags.fen = Some((*value_at, value));
        } else if is_tag(name, "Date") && DateTag::read(value) == DateTag::Unreadable {
            let form = "cannot be read; write it like 1962.07.12 or 1962.??.??";
            warnings.add(*at, PdnWarningKind::Date, format!("the date `{value}` {form}"));
        } else if is_tag(name, "Result") && ResultText::read(value) == ResultText::Unknown {
            warnings.add_unknown_result(*at, value);
        }
        game.tags.push((name.to_string(), value.to_string()));
    }
    if let Some((at, value)) = unknown_variant.filter(|_| !tags.is_named) {
        doubt_variant(at, &format!("the variant {value} is not known"), warnings);
        tags.is_named = true;
    }
    Ok(tags)
}

fn other_variant(value: &str) -> FormatError {
    FormatError::new(format!(
        "the tag Variant says {value}; only English checkers on 8 x 8 squares can be read: if it \
         is, correct the tag"
    ))
}

fn is_tag(name: &str, known: &str) -> bool {
    name.eq_ignore_ascii_case(known)
}

/// The position at which the game begins. In some files White begins although no tag says so.
fn start(
    tokens: &[PlacedToken<'_>],
    tags: &BoardTags<'_>,
) -> Result<Position, (usize, FormatError)> {
    let names = tags.names;
    if let Some((at, fen)) = tags.fen {
        return Position::from_fen_with(fen, &|word| names.square(word)).map_err(|error| {
            let before = fen
                .chars()
                .take(error.column().unwrap_or(1) - 1)
                .map(char::len_utf8)
                .sum::<usize>();
            // A value with escapes has other columns than the file.
            let before = if matches!(fen, Cow::Borrowed(_)) { before } else { 0 };
            (at + before, error.into())
        });
    }
    // The start position seen from the other side: White is to move.
    let whites = Position::start().mirrored();
    let is_whites = names.begins == Side::White
        || first_word(tokens).is_some_and(|(_, word)| {
            move_of(&Position::start(), word, &names).is_err()
                && move_of(&whites, word, &names).is_ok()
        });
    Ok(if is_whites { whites } else { Position::start() })
}

fn first_word<'s>(tokens: &'s [PlacedToken<'_>]) -> Option<(usize, &'s str)> {
    tokens.iter().find_map(|PlacedToken { at, token }| match token {
        Token::Word(word) => Some((*at, &**word)),
        _ => None,
    })
}

/// Tells a game that looks like another one. Its first moves are often legal in both.
fn suspect(at: usize, word: &str, start: Position, warnings: &mut SectionWarnings) {
    let is_by_name = word.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_whites = start.side_to_move() == Side::White && start == Position::start().mirrored();
    let reason = match (is_whites, is_by_name) {
        (true, true) => "White begins and squares have names, as in Russian draughts",
        (true, false) => "White begins",
        (false, _) => return,
    };
    doubt_variant(at, &format!("{reason}, and no tag says so"), warnings);
}

fn doubt_variant(at: usize, reason: &str, warnings: &mut SectionWarnings) {
    let doubt = "this may be another game than English checkers: a tag GameType tells";
    warnings.add(at, PdnWarningKind::Variant, format!("{reason}; {doubt}"));
}

fn strays_text(strays: &[PlacedToken<'_>]) -> String {
    let words = strays.iter().map(|placed| match &placed.token {
        Token::Word(word) => word.to_string(),
        Token::Odd(text) | Token::Result(text) => text.to_string(),
        Token::MoveNumber(Some(number)) => format!("{number}."),
        Token::MoveNumber(None) => "...".to_string(),
        Token::Open => "(".to_string(),
        Token::Close => ")".to_string(),
        Token::Annotation(number) => format!("${number}"),
        Token::Star { .. } => "*".to_string(),
        Token::OpenComment => "{ without }".to_string(),
        Token::Comment(_) | Token::Tag { .. } | Token::TornTag { .. } => String::new(),
    });
    visible::cut(&one_line(&words.collect::<Vec<_>>().join(" ")), 60)
}
