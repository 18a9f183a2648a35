//! A page that is written game by game: those of a long match need not be in memory at once.

use crate::report::view::{GameEntry, ReportFrame};
use cli::ProgramError;
use maud::Markup;
use pages::{ReportPage, page_data};
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;

pub struct PageFile<'a> {
    out: &'a mut dyn Write,
    after: String,
    games: usize,
}

impl<'a> PageFile<'a> {
    /// Begins a page with a section above the games.
    pub fn begin(out: &'a mut dyn Write, section: &Markup) -> Result<Self, ProgramError> {
        let ReportPage { before, after } = ReportPage::new(section).map_err(page_failed)?;
        let mut page = PageFile { out, after, games: 0 };
        page.write(&before)?;
        page.write("{\"games\":[")?;
        Ok(page)
    }

    pub fn add(&mut self, game: &GameEntry) -> Result<(), ProgramError> {
        let comma = if self.games == 0 { "" } else { "," };
        self.games += 1;
        let text = comma.to_string() + &data(game)?;
        self.write(&text)
    }

    pub fn end(mut self, frame: &ReportFrame) -> Result<(), ProgramError> {
        // An object whose first member, the games, is written already.
        let frame = data(frame)?;
        let text = ["],", frame.strip_prefix('{').unwrap_or(&frame), &self.after].concat();
        self.write(&text)
    }

    fn write(&mut self, text: &str) -> Result<(), ProgramError> {
        self.out.write_all(text.as_bytes()).map_err(page_failed)
    }
}

pub fn page_failed(error: impl Display) -> ProgramError {
    ProgramError::Failed(format!("the page: {error}"))
}

fn data(part: &impl Serialize) -> Result<String, ProgramError> {
    Ok(page_data(&serde_json::to_string(part).map_err(page_failed)?))
}
