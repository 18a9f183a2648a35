//! Reads games from a text, one after the other.

use crate::error::{FormatError, TextPlace};
use crate::pdn::game::PdnGame;
use crate::pdn::parts::section_doubts::SectionWarnings;
use crate::pdn::parts::section_game::game;
use crate::pdn::parts::sections::Sections;
use crate::pdn::tokens::place::PlaceCounter;
use crate::pdn::tokens::token::Lexer;
use crate::pdn::warning::PdnWarning;
use std::ops::Range;

/// The games of a text. Reading goes on after a game that cannot be read.
#[derive(Clone, Debug)]
pub struct Games<'t> {
    text: &'t str,
    sections: Sections<'t>,
    places: PlaceCounter<'t>,
    /// The places of beginnings: a counter that goes forward counts each character once.
    begins: PlaceCounter<'t>,
    /// Where the last game begins: an offset.
    begin: usize,
    warnings: Vec<PdnWarning>,
}

/// Reads the games of a text, one after the other.
pub fn read(text: &str) -> Games<'_> {
    let (sections, places) = (Sections::new(text), PlaceCounter::new(text));
    Games { text, sections, begins: places.clone(), places, begin: 0, warnings: Vec::new() }
}

/// Where each game that can be read lies in the text, with the blanks behind it. Lines that begin
/// with `%` belong to no game where they stand between two.
pub fn places(text: &str) -> Vec<Range<usize>> {
    let mut games = read(text);
    let mut begins = Vec::new();
    while let Some(game) = games.next() {
        begins.push((games.begin, game.is_ok()));
    }
    let ends = begins.iter().skip(1).map(|&(begin, _)| begin).chain([text.len()]);
    let pairs = begins.iter().zip(ends).filter(|((_, is_game), _)| *is_game);
    pairs.map(|(&(begin, _), end)| begin..begin + length(&text[begin..end])).collect()
}

/// The bytes of a game, without what no token is behind its last one.
fn length(text: &str) -> usize {
    let mut tokens = Lexer::new(text);
    let mut end = 0;
    while tokens.next().is_some() {
        end = tokens.offset();
    }
    text.len() - text[end..].trim_start().len()
}

impl Games<'_> {
    /// Bytes of the text read so far, to show progress.
    pub fn offset(&self) -> usize {
        self.sections.offset()
    }

    /// Where the last game begins: its first tag, comment or move.
    pub fn place(&mut self) -> TextPlace {
        self.begins.place(self.begin)
    }

    /// What is doubtful in the last game, in the order of the text. An error has no warnings beside
    /// it.
    pub fn warnings(&self) -> &[PdnWarning] {
        &self.warnings
    }
}

impl Iterator for Games<'_> {
    type Item = Result<PdnGame, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.warnings.clear();
        let section = self.sections.next()?;
        let mut warnings = SectionWarnings::default();
        self.begin = section.begin();
        Some(match game(self.text, section, &mut warnings) {
            Ok(game) => {
                self.warnings = warnings.in_order(&mut self.places);
                Ok(game)
            }
            Err((at, error)) => Err(error.at(self.places.place(at))),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn places_are_those_of_games_without_what_cannot_be_read() {
        let [first, broken, last] = [
            "[Black \"A\"]\n% in it\n1. 11-15 {% too} *\n\n",
            "[Black \"B\"]\n1. 1-2 *\n\n",
            "{c} 9-14 *",
        ];
        let text = format!("% before\n{first}% between\n\n{broken}{last}\n% behind\n");
        let found: Vec<_> = places(&text).into_iter().map(|place| &text[place]).collect();
        assert_eq!(found, [first, &format!("{last}\n")]);
    }
}
