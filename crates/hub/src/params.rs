//! The parameters that a GUI may set: what each is called, may hold, and means.
//!
//! Names are those of Scan where it has them. A value takes effect with the next `init` or search.

use crate::error::Reason;
use crate::position::PositionFormat;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// The only game.
const VARIANT: &str = "english";
/// Powers of two that the table may have entries; 16 bytes each, so 1 MB to 4 GB.
const TABLE_SIZES: RangeInclusive<u32> = 16..=28;
const BYTES_PER_ENTRY: usize = 16;
/// Pieces of the endings whose tables may be used.
const TABLE_PIECES: RangeInclusive<u32> = 0..=6;

/// What the GUI has asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// Whether moves of the opening book are played without a search.
    pub book: bool,
    /// Whether the GUI lets us think in the opponent's time: then each move may take more of ours.
    pub ponder: bool,
    /// The power of two of entries of the transposition table.
    table_size: u32,
    /// The endgame tables are asked for positions of at most this number of pieces.
    pub table_pieces: u32,
    /// A file of larger endgame tables, or its folder; `None` for the one beside the program.
    pub tables: Option<PathBuf>,
    /// How positions are written.
    pub format: PositionFormat,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            book: true,
            ponder: false,
            table_size: 22,
            table_pieces: *TABLE_PIECES.end(),
            tables: None,
            format: PositionFormat::default(),
        }
    }
}

/// What the engine tells about one parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// What it may hold.
    pub kind: Kind,
}

/// What a parameter may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number of this range.
    Int(RangeInclusive<u32>),
    /// One of these words.
    Enum(Vec<&'static str>),
    /// Any text.
    Text,
}

impl Params {
    /// The bytes of the transposition table.
    pub const fn table_bytes(&self) -> usize {
        BYTES_PER_ENTRY << self.table_size
    }

    /// All parameters with their values.
    pub fn declared(&self) -> [Declared; 7] {
        let declared = |name, value: String, kind| Declared { name, value, kind };
        let formats = PositionFormat::ALL.map(PositionFormat::name).to_vec();
        let tables = self.tables.as_ref().map(|path| path.display().to_string());
        [
            declared("variant", VARIANT.into(), Kind::Enum(vec![VARIANT])),
            declared("book", self.book.to_string(), Kind::Bool),
            declared("ponder", self.ponder.to_string(), Kind::Bool),
            declared("tt-size", self.table_size.to_string(), Kind::Int(TABLE_SIZES)),
            declared("bb-size", self.table_pieces.to_string(), Kind::Int(TABLE_PIECES)),
            declared("tables", tables.unwrap_or_default(), Kind::Text),
            declared("position", self.format.name().into(), Kind::Enum(formats)),
        ]
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// There is no such parameter, or the value is not of its kind; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Reason> {
        match name {
            "variant" if value == VARIANT => {}
            "variant" => return Err(unwanted("variant", value, &Kind::Enum(vec![VARIANT]))),
            "book" => self.book = truth("book", value)?,
            "ponder" => self.ponder = truth("ponder", value)?,
            "tt-size" => self.table_size = number("tt-size", value, TABLE_SIZES)?,
            "bb-size" => self.table_pieces = number("bb-size", value, TABLE_PIECES)?,
            "tables" => self.tables = (!value.is_empty()).then(|| PathBuf::from(value)),
            "position" => self.format = format(value)?,
            _ => {
                let known = self.declared().map(|declared| declared.name).join(", ");
                return Err(Reason::Parameter { name: name.to_string(), known });
            }
        }
        Ok(())
    }
}

fn truth(name: &'static str, value: &str) -> Result<bool, Reason> {
    value.parse().map_err(|_| unwanted(name, value, &Kind::Bool))
}

fn number(name: &'static str, value: &str, range: RangeInclusive<u32>) -> Result<u32, Reason> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| unwanted(name, value, &Kind::Int(range)))
}

fn format(value: &str) -> Result<PositionFormat, Reason> {
    let found = PositionFormat::ALL.into_iter().find(|format| format.name() == value);
    let names = || Kind::Enum(PositionFormat::ALL.map(PositionFormat::name).to_vec());
    found.ok_or_else(|| unwanted("position", value, &names()))
}

fn unwanted(name: &'static str, value: &str, kind: &Kind) -> Reason {
    let wanted = match kind {
        Kind::Bool => "true or false".to_string(),
        Kind::Int(range) => format!("a whole number from {} to {}", range.start(), range.end()),
        Kind::Enum(words) => words.join(" or "),
        Kind::Text => "a text".to_string(),
    };
    Reason::Value { name, value: value.to_string(), wanted }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_that_is_declared_can_be_set_again() {
        let mut params = Params::default();
        for Declared { name, value, kind } in params.declared() {
            assert_eq!(params.set(name, &value), Ok(()), "{name}");
            let values = match kind {
                Kind::Bool => vec!["true", "false"],
                Kind::Int(_) | Kind::Text => vec![],
                Kind::Enum(words) => words,
            };
            for value in values {
                assert_eq!(params.set(name, value), Ok(()), "{name} {value}");
                let now = params.declared().into_iter().find(|declared| declared.name == name);
                assert_eq!(now.map(|declared| declared.value).as_deref(), Some(value));
            }
        }
    }

    #[test]
    fn the_table_has_a_power_of_two_of_entries() {
        let mut params = Params::default();
        for (size, bytes) in [("16", 1 << 20), ("24", 256 << 20), ("28", 4 << 30)] {
            assert_eq!(params.set("tt-size", size), Ok(()));
            assert_eq!(params.table_bytes(), bytes);
        }
    }

    #[test]
    fn what_cannot_be_set_changes_nothing_and_is_explained() {
        let mut params = Params::default();
        let wrong = [
            ("variant", "normal", "english"),
            ("book", "yes", "true or false"),
            ("tt-size", "29", "from 16 to 28"),
            ("tt-size", "-1", "from 16 to 28"),
            ("bb-size", "7", "from 0 to 6"),
            ("position", "", "pydraughts or pdn"),
            ("threads", "2", "variant, book"),
        ];
        for (name, value, words) in wrong {
            let reason = params.set(name, value).expect_err("wrong").to_string();
            assert!(reason.contains(words), "{reason}");
            assert_eq!(params, Params::default());
        }
    }
}
