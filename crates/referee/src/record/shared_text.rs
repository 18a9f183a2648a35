//! Texts that many games have in common: names, digests, openings. A thread keeps equal ones in
//! memory once: the results of a million games then fit into half a gigabyte. What is hidden in one
//! is shown when it is read.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Borrow;
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// The number of texts that are remembered. Openings that differ in every pair must not stay in
/// memory when their games are gone.
const MOST_KNOWN: usize = 1 << 16;

thread_local! {
    static KNOWN: RefCell<HashSet<SharedText>> = RefCell::default();
}

/// An immutable text: cheap to copy, and eight bytes where it is used.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SharedText(Arc<Box<str>>);

impl From<&str> for SharedText {
    fn from(text: &str) -> Self {
        KNOWN.with_borrow_mut(|known| {
            if let Some(text) = known.get(text) {
                return text.clone();
            }
            if known.len() >= MOST_KNOWN {
                known.clear();
            }
            let new = SharedText(Arc::new(text.into()));
            known.insert(new.clone());
            new
        })
    }
}

impl From<String> for SharedText {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl Deref for SharedText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// Lets a set of shared texts be searched by a plain text.
impl Borrow<str> for SharedText {
    fn borrow(&self) -> &str {
        self
    }
}

impl fmt::Display for SharedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

impl fmt::Debug for SharedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl Serialize for SharedText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for SharedText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor)
    }
}

struct TextVisitor;

impl Visitor<'_> for TextVisitor {
    type Value = SharedText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<SharedText, E> {
        Ok((&*visible::line(text)).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_kept_once_and_no_number_of_texts_fills_the_memory() {
        let read = |text: &str| serde_json::from_str::<SharedText>(text).expect("a text");
        let (one, other) = (read("\"a \\\"b\\\"\""), SharedText::from("a \"b\"".to_string()));
        assert!(Arc::ptr_eq(&one.0, &other.0));
        assert_ne!(one, read("\"a\""));
        for number in 0..=MOST_KNOWN {
            assert_eq!(*SharedText::from(number.to_string()), *number.to_string());
        }
        assert!(KNOWN.with_borrow(HashSet::len) <= MOST_KNOWN);
        assert_eq!(SharedText::from("a \"b\""), one, "equal, if not the same");
    }
}
