//! Other games on the same board. Their moves look like those of English checkers, and some of
//! their games can even be played by its rules, so a name in the tags must be believed.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantName {
    English,
    /// Another game that is known.
    Other,
    /// A word that is not known.
    Unknown,
}

/// Parts of the names of other games. `checkers` alone is English, so these are looked for first.
const OTHERS: [&str; 40] = [
    "international",
    "russian",
    "shashki",
    "шаш",
    "brazil",
    "brasil",
    "frisian",
    "frysk",
    "fries",
    "italian",
    "dama",
    "spanish",
    "turkish",
    "türk",
    "czech",
    "pool",
    "canadian",
    "portuguese",
    "thai",
    "german",
    "breakthrough",
    "anti",
    "giveaway",
    "give-away",
    "suicide",
    "losing",
    "loser",
    "poddavki",
    "argentin",
    "malay",
    "dameo",
    "polish",
    "jamaican",
    "filipino",
    "kenyan",
    "armenian",
    "10x10",
    "12x12",
    "tanzanian",
    "chinese",
];

/// Parts of the names of English checkers.
const ENGLISH: [&str; 13] = [
    "english",
    "american",
    "anglo",
    "british",
    "checkers",
    "straight",
    "acf",
    "gayp",
    "go as you",
    "3-move",
    "three",
    "two-move",
    "11-man",
];

impl VariantName {
    pub fn read(value: &str) -> Self {
        let value = value.to_lowercase();
        match () {
            () if has_any(&value, &OTHERS) => VariantName::Other,
            () if has_any(&value, &ENGLISH) || value.trim().is_empty() || value.trim() == "?" => {
                VariantName::English
            }
            () => VariantName::Unknown,
        }
    }
}

fn has_any(value: &str, parts: &[&str]) -> bool {
    parts.iter().any(|part| value.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_games_are_distinguished_from_english_checkers() {
        for (value, meant) in [
            ("Russian", VariantName::Other),
            ("Pool checkers", VariantName::Other),
            ("International draughts", VariantName::Other),
            ("English draughts", VariantName::English),
            ("American Checkers", VariantName::English),
            ("3-Move Restriction", VariantName::English),
            ("Standard", VariantName::Unknown),
        ] {
            assert_eq!(VariantName::read(value), meant, "{value}");
        }
    }
}
