//! Reads the file of a scheme: what it leaves out is as in the default scheme of its game, and what
//! its game does not have is an error that names the line.

use crate::checks;
use crate::checks::CheckTitle;
use crate::error::ClassError;
use crate::scheme::graded::Graded;
use crate::scheme::{BaseScheme, CheckScheme, DiagnoseRule, OpeningChoice, Scheme};
use cli::visible;
use games::{GameName, with_game};
use referee::play::MatchGame;
use serde::Deserialize;
use std::mem;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

impl Scheme {
    /// Reads a scheme; `path` is named in errors. What it leaves out is as in the default scheme of
    /// its game, which it names itself, or `game` does; if both do, they must agree.
    pub fn parse(path: &Path, text: &str, game: Option<GameName>) -> Result<Self, ClassError> {
        let own = DeTable::parse(text).map_err(|error| wrong(path, text, error))?;
        let head = SchemeHead::deserialize(Deserializer::from(own.clone()))
            .map_err(|error| wrong(path, text, error))?;
        let line_of =
            |word: &str| text.lines().position(|line| line.contains(word)).unwrap_or(0) + 1;
        if let (Some(named), Some(game)) = (head.game, game)
            && named != game
        {
            let message = format!("the scheme is for {named} and --game is {game}; name one game");
            return Err(error_at(path, line_of("game"), &message));
        }
        let game = head.game.or(game).unwrap_or(GameName::Checkers);
        let defaults = scheme_text(game, head.base);
        let mut all = DeTable::parse(&defaults).map_err(|error| wrong(path, text, error))?;
        forget_weights(all.get_mut(), own.get_ref());
        merge(all.get_mut(), own.into_inner());
        let mut scheme = Scheme::deserialize(Deserializer::from(all))
            .map_err(|error| wrong(path, text, error))?;
        if let Some((word, message)) = scheme.wrong() {
            return Err(error_at(path, line_of(&word), &message));
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        scheme.checks.scripts = scheme.checks.scripts.map(|scripts| folder.join(scripts));
        if let Some(list) = scheme.late.list.as_mut() {
            let line = line_of(&list.to_string_lossy());
            *list = folder.join(&*list);
            if !list.exists() {
                let message = format!("there is no file {}", visible::path(list));
                let hint = "name the list of days late, or remove the line";
                return Err(at_line(path, line, &message, hint));
            }
        }
        scheme.build.libraries.iter_mut().for_each(|path| *path = folder.join(&*path));
        Ok(scheme)
    }

    /// What does not fit the game: a word of the file, and a sentence.
    fn wrong(&self) -> Option<(String, String)> {
        let game = self.game;
        let titles = checks::titles(game);
        let CheckScheme { weights, required, only, scripts, .. } = &self.checks;
        let names = weights.keys().chain(required.names()).chain(only.iter().flatten());
        let known = with_game!(game, G => <G as MatchGame>::OPENINGS);
        let openings = self.games.openings;
        if let Some(name) =
            names.into_iter().find(|name| !titles.iter().any(|title| title.is(name.text())))
        {
            let name = name.text();
            return Some((name.to_string(), format!("{game} has no check \"{name}\"")));
        }
        if openings != OpeningChoice::Start && !known.contains(&openings.text()) {
            let text = format!("{game} has no such openings; write {} or start", known.join(", "));
            return Some(("openings".to_string(), text));
        }
        if scripts.is_some() && !titles.contains(&checks::SCRIPTS) {
            return Some(("scripts".to_string(), format!("{game} has no scripts")));
        }
        let counts = |title: &CheckTitle| {
            self.checks.wants(title.name) && self.checks.weight_of(title.name) > 0.0
        };
        if self.checks.points.number() > 0.0 && !titles.iter().any(counts) {
            let text = "no check that is run has a weight, so nobody can earn the points of \
                        [checks]; write one in [checks.weights]";
            return Some(("[checks".to_string(), text.to_string()));
        }
        if self.game != GameName::Checkers && self.feedback.diagnose == DiagnoseRule::Yes {
            return Some(("diagnose".to_string(), "diagnose = true is for checkers".to_string()));
        }
        let key = "reference_seconds_per_move";
        let is_charged = self.levels.iter().any(|level| !level.surcharge().is_zero());
        if self.game != GameName::Checkers && is_charged {
            return Some((
                key.to_string(),
                format!("{key} is for checkers; a tie has no winner on time"),
            ));
        }
        let (moves, clock) = (self.games.max_plies / 2, self.games.seconds.time());
        if self.levels.iter().any(|level| level.surcharge().saturating_mul(moves) >= clock) {
            let text = format!(
                "{key} must be less than the seconds of a side for the {moves} moves that a game \
                 may have; otherwise the reference loses on time"
            );
            return Some((key.to_string(), text));
        }
        let refused = with_game!(game, G => <G as Graded>::refused(&self.games))?;
        Some((refused.split(' ').next().unwrap_or_default().to_string(), refused.to_string()))
    }
}

fn wrong(path: &Path, text: &str, error: toml::de::Error) -> ClassError {
    let begin = error.span().map_or(0, |span| span.start.min(text.len()));
    let line = text.as_bytes()[..begin].iter().filter(|byte| **byte == b'\n').count() + 1;
    let message = RUST_TYPES.iter().fold(error.message().to_string(), |text, (rust, plain)| {
        text.replace(&format!("expected {rust}"), &format!("expected {plain}"))
    });
    error_at(path, line, &message)
}

/// Types as the reader of TOML names them, and as a grader does.
const RUST_TYPES: [(&str, &str); 6] = [
    ("f64", "a number"),
    ("usize", "a whole number"),
    ("u64", "a whole number"),
    ("u32", "a whole number"),
    ("a sequence", "a list in []"),
    ("a boolean", "true or false"),
];

fn error_at(path: &Path, line: usize, message: &str) -> ClassError {
    at_line(path, line, message, "see the keys with: referee class --print-scheme")
}

fn at_line(path: &Path, line: usize, message: &str, hint: &str) -> ClassError {
    ClassError::Correctable(format!("{}, line {line}: {message}; {hint}", visible::path(path)))
}

/// A scheme that has a name, as a file to begin from.
pub fn scheme_text(game: GameName, base: BaseScheme) -> String {
    let seconds = format!("{:.1}", with_game!(game, G => <G as MatchGame>::SECONDS));
    let text = with_game!(game, G => <G as Graded>::scheme(base)).replace("GAME", game.text());
    text.replace("SECONDS", &seconds)
}

#[derive(Deserialize)]
struct SchemeHead {
    #[serde(default)]
    base: BaseScheme,
    game: Option<GameName>,
}

/// The scheme that holds without a file.
impl Default for Scheme {
    fn default() -> Self {
        let built_in = Path::new("scheme.toml");
        Scheme::parse(built_in, "", None).expect("a test reads the schemes of all games")
    }
}

/// Who says what a check weighs says it for all that have no weight of their own.
fn forget_weights(all: &mut DeTable<'_>, own: &DeTable<'_>) {
    let checks = own.get("checks").and_then(|checks| checks.get_ref().as_table());
    if checks.is_some_and(|checks| checks.contains_key("weight"))
        && let Some(DeValue::Table(checks)) = all.get_mut("checks").map(Spanned::get_mut)
    {
        checks.insert(
            Spanned::new(0..0, "weights".into()),
            Spanned::new(0..0, DeValue::Table(DeTable::new())),
        );
    }
}

/// Puts what `own` says in the place of what is there.
fn merge<'t>(all: &mut DeTable<'t>, own: DeTable<'t>) {
    for (key, mut value) in own {
        match (all.get_mut(&key).map(Spanned::get_mut), value.get_mut()) {
            (Some(DeValue::Table(inner)), DeValue::Table(own)) => merge(inner, mem::take(own)),
            _ => {
                // The key with its place, too: errors name it.
                all.remove(&key);
                all.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Scheme, ClassError> {
        Scheme::parse(Path::new("class.toml"), text, None)
    }

    /// Ten single moves of one point, nine games of ten points, the first move in five.
    #[test]
    fn the_points_are_those_of_the_assignment() {
        let scheme = Scheme::default();
        let weights = checks::titles(GameName::Checkers);
        let weights = weights.iter().map(|title| scheme.checks.weight_of(title.name));
        assert_eq!(weights.sum::<f64>(), scheme.checks.points.number());
        let [level] = &scheme.levels[..] else { panic!("one level") };
        assert_eq!((level.games_each().0, level.points.number()), (9, 90.0));
        assert_eq!(scheme.swiss.first_place(), 0.0);
    }

    #[test]
    fn every_named_scheme_of_every_game_says_its_name_and_a_hundred_points() {
        for game in GameName::ALL {
            for base in [BaseScheme::Assignment, BaseScheme::Classic] {
                let scheme = parse(&scheme_text(game, base)).expect("valid");
                assert_eq!((scheme.base, scheme.game), (base, game));
                assert_eq!(scheme.most_points(), 100.0, "{game}");
                let text = format!(
                    "base = \"{}\"",
                    if base == BaseScheme::Classic { "classic" } else { "assignment" }
                );
                let named = Scheme::parse(Path::new("t"), &text, Some(game)).expect("valid");
                assert_eq!(named, scheme, "what is printed holds without a file");
            }
        }
    }

    /// The scheme that was printed before groups had weights.
    #[test]
    fn a_whole_scheme_of_earlier_days_weighs_as_it_did() {
        let old = "[checks]\npoints = 40.0\nweight = 1.0\nmost_hangs = 3\n\
                   required = [\"example-opening\"]\n[checks.weights]\n";
        let checks = parse(old).expect("valid").checks;
        let found = (checks.weight_of("trailing-blanks"), checks.weight_of("must-jump"));
        assert_eq!(found, (1.0, 1.0));
        assert!(checks.requires("example-opening") && !checks.requires("must-jump"));
        let classic = parse("base = \"classic\"\n[checks]\npoints = 20").expect("valid");
        assert!(classic.checks.requires("must-jump") && classic.levels.len() == 3);
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
            (
                "[checks]\nonly = [\"singel\"]",
                "line 2: there is no check \"singel\" in any game; did you mean \"single\"?",
            ),
            ("[late]\nlist = \"gone.csv\"", "line 2: there is no file gone.csv"),
            ("[checks.weights]\njump = 2", "line 2: there is no check \"jump\""),
            ("[swiss]\ngames = 3", "line 2: 3 games of each pairing are not even; write 4"),
            ("[checks]\nrequired = \"all\"", "line 2: \"all\" is not \"one-legal-move\""),
            ("[checks]\nonly = [\"robust\"]", "line 1: no check that is run has a weight"),
            ("base = \"new\"", "line 1: unknown variant `new`"),
            ("[checks]\npoints = -1", "line 2: -1 is not 0 or more"),
            ("levels = [{ depth = 1, games = 2 }]", "line 1: missing field `points`"),
            ("levels = [{ depth = 13, games = 2, points = 1 }]", "line 1: depth 13 is too much"),
            (
                "[[levels]]\ndepth = 1\ngames = 2\npoints = 1\n[[levels]]\ndepth = 1\ngames = 4\n\
                 points = 1",
                "line 1: two levels have depth 1",
            ),
            ("[grade]\ncolumns = [\"nmae\"]", "line 2: unknown variant `nmae`"),
            ("[games]\nseconds = \"x\"", "line 2: invalid type: string \"x\", expected a number"),
        ];
        for (text, expected) in cases {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.starts_with(&format!("class.toml, {expected}")), "{text}: {error}");
            let names_file = expected.contains("there is no file");
            assert!(names_file || error.ends_with("--print-scheme"), "{error}");
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
