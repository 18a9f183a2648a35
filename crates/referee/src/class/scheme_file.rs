//! Reads the file of a scheme: what it leaves out is as in the default scheme of its game, and what
//! its game does not have is an error that names the line.

use crate::check;
use crate::class::error::ClassError;
use crate::class::graded::Graded;
use crate::class::scheme::{CheckScheme, DEEPEST, OpeningChoice, Scheme};
use crate::class::scheme_values::CheckName;
use crate::contest::Protocol;
use games::{GameName, with_game};
use std::path::Path;
use toml::Table;

impl Scheme {
    /// Reads a scheme; `path` is named in errors. What it leaves out is as in the default scheme of
    /// its game, which it names itself, or `game` does; if both do, they must agree.
    pub fn parse(path: &Path, text: &str, game: Option<GameName>) -> Result<Self, ClassError> {
        let at = |line: usize, message: &str| {
            ClassError::Correctable(format!(
                "{}, line {line}: {message}; see the keys with: referee class --print-scheme",
                visible::path(path)
            ))
        };
        let read: Result<Scheme, _> = toml::from_str(text);
        let read = read.map_err(|error: toml::de::Error| {
            let begin = error.span().map_or(0, |span| span.start.min(text.len()));
            let line = text.as_bytes()[..begin].iter().filter(|byte| **byte == b'\n').count() + 1;
            at(line, error.message())
        })?;
        let own: Table = toml::from_str(text).map_err(|error| at(1, error.message()))?;
        let named = own.contains_key("game").then_some(read.game);
        let line_of =
            |word: &str| text.lines().position(|line| line.contains(word)).unwrap_or(0) + 1;
        if let (Some(named), Some(game)) = (named, game)
            && named != game
        {
            let message = format!("the scheme is for {named} and --game is {game}; name one game");
            return Err(at(line_of("game"), &message));
        }
        let game = named.or(game).unwrap_or(read.game);
        let mut all: Table = toml::from_str(&default_scheme(game)).unwrap_or_default();
        merge(&mut all, own);
        let mut scheme: Scheme = all.try_into().map_err(|error| at(1, error.message()))?;
        if let Some((word, message)) = scheme.wrong() {
            return Err(at(line_of(&word), &message));
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        scheme.checks.scripts = scheme.checks.scripts.map(|scripts| folder.join(scripts));
        Ok(scheme)
    }

    /// What does not fit the game: a word of the file, and a sentence.
    fn wrong(&self) -> Option<(String, String)> {
        let game = self.game;
        let titles = check::titles(game);
        let CheckScheme { weights, required, only, scripts, .. } = &self.checks;
        let names = weights.keys().chain(required).chain(only.iter().flatten());
        let is_other = |name: &&CheckName| !titles.iter().any(|title| title.is(name.text()));
        let least = with_game!(game, G => <G as Graded>::LEAST_DEPTH);
        let known = with_game!(game, G => <G as Protocol>::OPENINGS);
        let openings = self.games.openings;
        if let Some(name) = names.into_iter().find(is_other) {
            let name = name.text();
            return Some((name.to_string(), format!("{game} has no check \"{name}\"")));
        }
        if let Some(level) = self.levels.iter().find(|level| level.depth < least) {
            let depth = level.depth;
            let text = format!("depth {depth} is too little; write {least} to {DEEPEST}");
            return Some(("depth".to_string(), text));
        }
        if openings != OpeningChoice::Start && !known.contains(&openings.text()) {
            let text = format!("{game} has no such openings; write {} or start", known.join(", "));
            return Some(("openings".to_string(), text));
        }
        if scripts.is_some() && !titles.contains(&check::SCRIPTS) {
            return Some(("scripts".to_string(), format!("{game} has no scripts")));
        }
        let refused = with_game!(game, G => <G as Graded>::refused(&self.games))?;
        Some((refused.split(' ').next().unwrap_or_default().to_string(), refused.to_string()))
    }
}

/// The default scheme of a game, as a file to begin from.
pub fn default_scheme(game: GameName) -> String {
    let seconds = format!("{:.1}", with_game!(game, G => <G as Protocol>::SECONDS));
    let text = with_game!(game, G => <G as Graded>::SCHEME).replace("GAME", game.text());
    text.replace("SECONDS", &seconds)
}

/// Puts what `own` says in the place of what is there.
fn merge(all: &mut Table, own: Table) {
    for (key, value) in own {
        match (all.get_mut(&key), value) {
            (Some(toml::Value::Table(inner)), toml::Value::Table(own)) => merge(inner, own),
            (_, value) => {
                all.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Scheme, String> {
        Scheme::parse(Path::new("class.toml"), text, None).map_err(|error| error.to_string())
    }

    #[test]
    fn the_printed_scheme_is_the_one_that_holds_without_a_file() {
        assert_eq!(parse(&default_scheme(GameName::Checkers)), Ok(Scheme::default()));
        assert_eq!(parse(""), Ok(Scheme::default()));
        assert_eq!(Scheme::default().most_points(), 100.0);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let cases = [
            ("[games]\nsecnds = 3", "line 2: unknown field `secnds`"),
            ("[games]\nseconds = 0", "line 2: 0 seconds are not possible"),
            ("\n\n[swis]", "line 3: unknown field `swis`"),
            (
                "[checks]\nrequired = [\"must-jump\", \"jump\"]",
                "line 2: there is no check \"jump\"",
            ),
            ("[checks.weights]\njump = 2", "line 2: there is no check \"jump\""),
            ("[checks]\npoints = -1", "line 2: -1 is not 0 or more"),
            ("levels = [{ depth = 1, games = 2 }]", "line 1: missing field `points`"),
            ("levels = [{ depth = 13, games = 2, points = 1 }]", "line 1: depth 13 is too much"),
            (
                "[[levels]]\ndepth = 1\ngames = 2\npoints = 1\n[[levels]]\ndepth = 1\ngames = 4\n\
                 points = 1",
                "line 1: two levels have depth 1",
            ),
            ("[grade]\ncolumns = [\"nmae\"]", "line 2: unknown variant `nmae`"),
            ("[games]\nseconds = \"x\"", "line 2: invalid type"),
        ];
        for (text, expected) in cases {
            let error = parse(text).expect_err(text);
            assert!(error.starts_with(&format!("class.toml, {expected}")), "{text}: {error}");
            assert!(error.ends_with("--print-scheme"), "{error}");
        }
    }

    #[test]
    fn a_weight_by_name_counts_before_the_one_for_all() {
        let scheme =
            parse("[checks]\nweight = 2\nonly = [\"must-jump\"]\n[checks.weights]\nmust-jump = 5");
        let checks = scheme.expect("valid").checks;
        assert_eq!((checks.weight_of("must-jump"), checks.weight_of("old-answer")), (5.0, 2.0));
        assert!(checks.wants("must-jump") && !checks.wants("old-answer"));
        assert!(!checks.requires("example-opening"), "a check that is not run is not required");
    }
}
