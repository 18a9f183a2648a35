//! The parameters that a GUI may set: what each is called, may hold, and means.
//!
//! Names are those of Scan where it has them. A value takes effect with the next `init` or search.

use crate::engine::EngineOptions;
use crate::protocol::line::{LineError, Word, quoted};
use crate::protocol::position::PositionFormat;
use games::checkers::rules::QuietTurnRule;
use std::ops::RangeInclusive;
use std::path::PathBuf;

const VARIANT: &str = "english";
/// Powers of two that the table may have entries; 16 bytes each, so 1 MB to 4 GB.
const TABLE_SIZES: RangeInclusive<u32> = 16..=28;
const BYTES_PER_ENTRY: usize = 16;
/// Pieces of the endings whose tables may be used.
const TABLE_PIECES: RangeInclusive<u32> = 0..=7;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    pub options: EngineOptions,
    pub format: PositionFormat,
}

impl Default for Params {
    fn default() -> Self {
        let options = EngineOptions {
            book: true,
            ponder: false,
            table_bytes: BYTES_PER_ENTRY << 22,
            table_pieces: *TABLE_PIECES.end(),
            draw_rule: QuietTurnRule::None,
            tables: None,
        };
        Params { options, format: PositionFormat::default() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    pub name: &'static str,
    pub value: String,
    pub kind: ParamKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamKind {
    Bool,
    Int(RangeInclusive<u32>),
    Enum(Vec<&'static str>),
    Text,
}

impl ParamKind {
    fn allows(&self, value: &str) -> bool {
        match self {
            ParamKind::Bool => value.parse::<bool>().is_ok(),
            ParamKind::Int(range) => value.parse().is_ok_and(|number| range.contains(&number)),
            ParamKind::Enum(words) => words.contains(&value),
            ParamKind::Text => true,
        }
    }

    fn description(&self) -> String {
        match self {
            ParamKind::Bool => "true or false".to_string(),
            ParamKind::Int(range) => {
                format!("a whole number from {} to {}", range.start(), range.end())
            }
            ParamKind::Enum(words) => words.join(" or "),
            ParamKind::Text => "a text".to_string(),
        }
    }
}

impl Param {
    const fn new(name: &'static str, value: String, kind: ParamKind) -> Self {
        Param { name, value, kind }
    }
}

impl Params {
    pub fn all(&self) -> [Param; 8] {
        let EngineOptions { book, ponder, table_bytes, table_pieces, draw_rule, tables } =
            &self.options;
        let table_size = (table_bytes / BYTES_PER_ENTRY).ilog2();
        let tables = tables.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
        let rules = QuietTurnRule::ALL.map(QuietTurnRule::word).to_vec();
        let formats = PositionFormat::ALL.map(PositionFormat::name).to_vec();
        [
            Param::new("variant", VARIANT.into(), ParamKind::Enum(vec![VARIANT])),
            Param::new("book", book.to_string(), ParamKind::Bool),
            Param::new("ponder", ponder.to_string(), ParamKind::Bool),
            Param::new("tt-size", table_size.to_string(), ParamKind::Int(TABLE_SIZES)),
            Param::new("bb-size", table_pieces.to_string(), ParamKind::Int(TABLE_PIECES)),
            Param::new("draw-rule", draw_rule.word().into(), ParamKind::Enum(rules)),
            Param::new("tables", tables, ParamKind::Text),
            Param::new("position", self.format.name().into(), ParamKind::Enum(formats)),
        ]
    }

    /// Sets a parameter as `NAME=VALUE` does, where the columns of an error are counted.
    ///
    /// # Errors
    /// There is no such parameter, or it may not hold the value; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), LineError> {
        let column = name.chars().count() + 2;
        self.set_words(Word { text: name, column: 1 }, Word { text: value, column })
    }

    /// Sets a parameter. An error has the column of the word that is wrong.
    ///
    /// # Errors
    /// As [`Self::set`].
    pub(super) fn set_words(&mut self, name: Word<'_>, value: Word<'_>) -> Result<(), LineError> {
        let all = self.all();
        let Some(Param { kind, .. }) = all.iter().find(|param| param.name == name.text) else {
            let known = all.map(|param| param.name).join(", ");
            let text = quoted(name.text);
            return Err(name.error(format!("there is no parameter {text}; there are {known}")));
        };
        if !kind.allows(value.text) {
            let (name, wanted, found) = (name.text, kind.description(), quoted(value.text));
            return Err(value.error(format!("`{name}` should be {wanted}, not {found}")));
        }
        let (name, value) = (name.text, value.text);
        let (is_true, number) = (value == "true", value.parse().unwrap_or_default());
        match name {
            "book" => self.options.book = is_true,
            "ponder" => self.options.ponder = is_true,
            "tt-size" => self.options.table_bytes = BYTES_PER_ENTRY << number,
            "bb-size" => self.options.table_pieces = number,
            "draw-rule" => {
                let named = QuietTurnRule::ALL.into_iter().find(|rule| rule.word() == value);
                self.options.draw_rule = named.unwrap_or_default();
            }
            "tables" => self.options.tables = (!value.is_empty()).then(|| PathBuf::from(value)),
            "position" => {
                self.format = PositionFormat::ALL
                    .into_iter()
                    .find(|format| format.name() == value)
                    .unwrap_or_default();
            }
            // There is only one variant.
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_that_is_declared_can_be_set_again() {
        let mut params = Params::default();
        for Param { name, value, kind } in params.all() {
            assert_eq!(params.set(name, &value), Ok(()), "{name}");
            let values = match kind {
                ParamKind::Bool => vec!["true", "false"],
                ParamKind::Int(_) | ParamKind::Text => vec![],
                ParamKind::Enum(words) => words,
            };
            for value in values {
                assert_eq!(params.set(name, value), Ok(()), "{name} {value}");
                let now = params.all().into_iter().find(|param| param.name == name);
                assert_eq!(now.map(|param| param.value).as_deref(), Some(value));
            }
        }
    }

    #[test]
    fn the_table_has_a_power_of_two_of_entries() {
        let mut params = Params::default();
        for (size, bytes) in [("16", 1 << 20), ("24", 256 << 20), ("28", 4 << 30)] {
            assert_eq!(params.set("tt-size", size), Ok(()));
            assert_eq!(params.options.table_bytes, bytes);
        }
    }

    #[test]
    fn what_cannot_be_set_changes_nothing_and_is_explained() {
        let mut params = Params::default();
        let wrong = [
            ("variant", "normal", 9, "english"),
            ("book", "yes", 6, "true or false"),
            ("tt-size", "29", 9, "from 16 to 28"),
            ("tt-size", "-1", 9, "from 16 to 28"),
            ("bb-size", "8", 9, "from 0 to 7"),
            ("position", "", 10, "pydraughts or pdn"),
            ("threads", "2", 1, "variant, book"),
        ];
        for (name, value, column, words) in wrong {
            let error = params.set(name, value).expect_err("wrong");
            assert_eq!(error.column, column, "{name}={value}: {error}");
            assert!(error.message.contains(words), "{error}");
            assert_eq!(params, Params::default());
        }
    }
}
