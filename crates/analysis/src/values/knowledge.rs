//! What a program knows of checkers beside the network: endgame tables and the opening book.
//!
//! A program has them compiled in. The engine in a page begins with small ones and is handed larger
//! ones as bytes, so whoever analyzes says with what.

use evaluation::checkers::book::{BOOK, Book};
use evaluation::checkers::endgame::Tablebases;

/// Endgame tables and an opening book. The default is what is compiled in.
#[expect(missing_docs, reason = "names that say it")]
#[derive(Clone, Copy, Debug)]
pub struct Knowledge {
    pub tables: Tablebases<'static>,
    pub book: Book<'static>,
}

impl Default for Knowledge {
    fn default() -> Self {
        Knowledge { tables: Tablebases::built_in(), book: BOOK }
    }
}
