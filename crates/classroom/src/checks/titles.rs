//! What the checks of all games have in common: a name, a sentence, perhaps a group.

/// A check as people and schemes name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckTitle {
    /// Lower case with hyphens.
    pub name: &'static str,
    /// One sentence: what is asked and why.
    pub asks: &'static str,
    /// Schemes and `--only` name it, too.
    pub group: Option<&'static str>,
}

impl CheckTitle {
    /// True for the check's name, and for that of its group.
    pub fn is(&self, name: &str) -> bool {
        self.name == name || self.group == Some(name)
    }
}
