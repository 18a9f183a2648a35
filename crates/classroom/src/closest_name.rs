//! The name that a misspelled one may mean.

use strsim::osa_distance;

const MOST_EDITS: usize = 2;

/// The name that differs least from `word`, if it is near enough; of several the first.
pub fn closest(word: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let edits = names.map(|name| (osa_distance(word, name), name));
    let (least, name) = edits.min_by_key(|(edits, _)| *edits)?;
    (least <= MOST_EDITS).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_understood_and_another_word_is_not() {
        let meant = |word| closest(word, ["single", "must-jump", "robust"].into_iter());
        assert_eq!(meant("singel"), Some("single"));
        assert_eq!(meant("mustjump"), Some("must-jump"));
        assert_eq!(meant("jump"), None);
    }
}
