//! Names of agents: short, one line, and without hidden characters, as they are made and as they
//! are read.
//!
//! A name is the key of an agent in journals, plans and tables, so it is made visible before
//! anything is written, and again where an untrusted file may hold another one.

use cli::visible;
use serde::{Deserialize, Deserializer};

/// The most characters of a name that is made here; a longer one is cut.
const LONGEST_MADE: usize = 60;
/// The most characters of a name that is read: numbers may follow one that was made here.
const LONGEST_READ: usize = 200;

pub fn short_name(command: &str) -> String {
    let line = command.split_whitespace().collect::<Vec<_>>().join(" ");
    visible::cut(&line, LONGEST_MADE)
}

/// A name of a file: what is hidden is shown, and what is too long is cut off.
pub fn read_name(name: &str) -> String {
    visible::cut(name, LONGEST_READ)
}

/// [`read_name`] for a field of a file.
pub fn name_field<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(|name| read_name(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_command_of_several_lines_has_a_short_name_of_one() {
        let name = short_name(&format!("bash -c first\n  second {}", "é".repeat(80)));
        assert!(name.starts_with("bash -c first second é") && name.ends_with("é..."), "{name}");
        assert_eq!(name.chars().count(), LONGEST_MADE + 3);
    }

    #[test]
    fn what_is_hidden_is_shown_and_a_name_is_read_as_it_was_made() {
        let made = short_name("a\u{1b}[2J \u{202e}b");
        assert_eq!(made, "a\\u{1b}[2J \\u{202e}b");
        let long = short_name(&"\u{200b}".repeat(500)) + " #1234567";
        assert_eq!((read_name(&made), read_name(&long)), (made.clone(), long));
        assert_eq!(read_name(&"x".repeat(1 << 20)), "x".repeat(LONGEST_READ) + "...");
    }
}
