//! Texts of records as they are read. The file is untrusted, so nothing in them stays hidden.
//!
//! They end on terminals, in logs, tables and pages. The files of evidence beside a journal hold
//! what an agent really wrote.

use crate::players::read_name;
use cli::visible;
use serde::{Deserialize, Deserializer};

/// The name of a player, which is cut if no referee gives such a long one.
pub fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(|name| read_name(&name))
}

pub fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[String; 2], D::Error> {
    <[String; 2]>::deserialize(deserializer).map(|names| names.map(|name| read_name(&name)))
}

pub fn line<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(shown)
}

pub fn line_if_any<'de, D: Deserializer<'de>>(d: D) -> Result<Option<String>, D::Error> {
    Option::<String>::deserialize(d).map(|text| text.map(shown))
}

fn shown(text: String) -> String {
    if text.contains(visible::is_hidden) { visible::line(&text).into_owned() } else { text }
}
