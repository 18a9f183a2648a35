//! What a program knows of checkers beside the network: endgame tables and the opening book.
//!
//! A program has them compiled in. The engine in a page begins with small ones and is handed larger
//! ones as bytes, so each analysis says with what.

use evaluation::checkers::book::{BOOK, Book};
use evaluation::checkers::endgame::{CursedTables, TableError, Tablebases};

/// Endgame tables and an opening book. The default is what is compiled in.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// Under the rule of 50 quiet turns.
    pub tables: Tablebases<'static>,
    /// What changes without it.
    pub cursed: CursedTables<'static>,
    pub book: Book<'static>,
}

impl Default for Resources {
    fn default() -> Self {
        let (tables, cursed) = (Tablebases::built_in(), CursedTables::built_in());
        Resources { tables, cursed, book: BOOK }
    }
}

impl Resources {
    /// The tables for games with this limit of quiet plies.
    pub const fn tables_under(&self, limit: Option<u32>) -> Tablebases<'static> {
        match limit {
            None => self.tables.without_limit(self.cursed),
            Some(_) => self.tables,
        }
    }

    /// The same with the book of this file.
    #[must_use]
    pub fn with_book(self, file: &'static [u8]) -> Self {
        Resources { book: Book::from_bytes(file), ..self }
    }

    /// The same with the results (WDL) of this file, if it has more of them.
    ///
    /// # Errors
    /// The file is damaged, or another one.
    pub fn with_larger_wdl(self, file: &'static [u8]) -> Result<Self, TableError> {
        Ok(Resources { tables: self.tables.with_larger_wdl(file)?, ..self })
    }

    /// The same with the distances (DTC) of this file, if it has more of them.
    ///
    /// # Errors
    /// The file is damaged, or another one.
    pub fn with_larger_dtc(self, file: &'static [u8]) -> Result<Self, TableError> {
        Ok(Resources { tables: self.tables.with_larger_dtc(file)?, ..self })
    }

    /// The same with this file of results of cursed wins.
    ///
    /// # Errors
    /// The file is damaged, or another one.
    pub fn with_cursed_wdl(self, file: &'static [u8]) -> Result<Self, TableError> {
        Ok(Resources { cursed: self.cursed.with_wdl(file)?, ..self })
    }

    /// The same with this file of distances of cursed wins.
    ///
    /// # Errors
    /// The file is damaged, or another one.
    pub fn with_cursed_dtc(self, file: &'static [u8]) -> Result<Self, TableError> {
        Ok(Resources { cursed: self.cursed.with_dtc(file)?, ..self })
    }
}
