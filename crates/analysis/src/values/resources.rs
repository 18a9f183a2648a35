//! What a program knows of checkers beside the network: endgame tables and the opening book.
//!
//! A program has them compiled in. The engine in a page begins with small ones and is handed larger
//! ones as bytes, so each analysis says with what.

use evaluation::checkers::book::{BOOK, Book};
use evaluation::checkers::endgame::{TableError, Tablebases};

/// Endgame tables and an opening book. The default is what is compiled in.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    pub tables: Tablebases<'static>,
    pub book: Book<'static>,
}

impl Default for Resources {
    fn default() -> Self {
        Resources { tables: Tablebases::built_in(), book: BOOK }
    }
}

impl Resources {
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
}
