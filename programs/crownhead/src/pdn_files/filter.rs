//! `crownhead pdn filter`.

use crate::error::left_out;
use crate::pdn_files::reading::Files;
use crate::pdn_files::writing::{GameOutput, OutputArgs};
use crate::pdn_style::StyleArgs;
use clap::{Args, ValueEnum};
use cli::{ProgramError, visible};
use formats::pdn::{DateTag, PdnDate, PdnGame, PdnResult};
use games::Game as _;
use games::board::Side;
use games::checkers::Position;
use games::checkers::ballots::{Ballot, deck};
use games::checkers::openings::{opening_name, opening_names};
use std::collections::HashMap;
use std::io::{Write, stderr};
use std::str::FromStr;

/// Writes the games that match all conditions
#[derive(Debug, Args)]
pub struct FilterArgs {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    conditions: FilterConditions,
    /// Write the games that do not match instead
    #[arg(long)]
    invert: bool,
    #[command(flatten)]
    write: StyleArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Conditions on a game. Names and texts match in part, whatever their case.
#[derive(Debug, Args)]
struct FilterConditions {
    /// Name of a player
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Name of Black
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// Name of White
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// Event
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,
    /// Result
    #[arg(long, value_enum, value_name = "RESULT")]
    result: Option<ResultWord>,
    /// Opening: its name, or the number or the moves of a ballot, like "9-13 21-17 5-9"
    #[arg(long, value_name = "TEXT")]
    opening: Option<String>,
    /// First day: 1990, 1990.05 or 1990.05.31
    #[arg(long, value_name = "DATE", value_parser = date)]
    from: Option<PdnDate>,
    /// Last day
    #[arg(long, value_name = "DATE", value_parser = date)]
    to: Option<PdnDate>,
    /// Number of moves of both sides together: 40-80, 40- or -20
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    plies: Option<Range>,
    /// Number of pieces on the last board, like 2-6
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    pieces: Option<Range>,
    /// Position that occurs in the game, in FEN
    #[arg(long, value_name = "FEN", value_parser = position)]
    position: Option<Position>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ResultWord {
    /// Black has won
    Black,
    /// White has won
    White,
    /// A draw
    Draw,
    /// No result is known
    Unknown,
}

pub fn filter(args: &FilterArgs) -> Result<(), ProgramError> {
    let (mut output, style) = (GameOutput::open(&args.output)?, args.write.style());
    let openings = Openings::new()?;
    openings.check(args.conditions.opening.as_deref())?;
    let (mut kept, mut games, mut undated) = (0, 0, 0);
    let wrong = args.files.for_each(&mut |game| {
        games += 1;
        let is_undated = !matches!(date_of(&game), DateTag::Known(_));
        undated += usize::from(args.conditions.asks_date() && is_undated);
        if args.conditions.fit(&game, &openings) == args.invert {
            return Ok(());
        }
        kept += 1;
        output.game(&game, style)
    })?;
    output.finish()?;
    // A closed standard error does not matter: the games are written.
    let _ = writeln!(stderr(), "crownhead: {kept} of {games} games");
    if undated > 0 {
        let _ = writeln!(
            stderr(),
            "crownhead: {undated} of them have no date that can be read: --from and --to do not fit"
        );
    }
    left_out(wrong)
}

impl FilterConditions {
    fn fit(&self, game: &PdnGame, openings: &Openings) -> bool {
        let plies = game.line.turns.len();
        self.names_fit(game)
            && self.result.is_none_or(|word| word == ResultWord::of(game))
            && self.dates_fit(game)
            && self.plies.is_none_or(|range| range.has(plies))
            && self.opening.as_deref().is_none_or(|text| openings.fit(text, game))
            && self.pieces.is_none_or(|range| range.has(last_position(game).count() as usize))
            && self.position.is_none_or(|position| game.positions().contains(&position))
    }

    fn names_fit(&self, game: &PdnGame) -> bool {
        let conditions: [(_, &[&str]); 4] = [
            (&self.player, &["Black", "White"]),
            (&self.black, &["Black"]),
            (&self.white, &["White"]),
            (&self.event, &["Event"]),
        ];
        conditions.into_iter().all(|(part, tags)| {
            part.is_none()
                || tags.iter().any(|tag| game.tag(tag).zip(part.as_deref()).is_some_and(has_part))
        })
    }

    /// A date of which only a part is known may be within.
    fn dates_fit(&self, game: &PdnGame) -> bool {
        if !self.asks_date() {
            return true;
        }
        let DateTag::Known(date) = date_of(game) else { return false };
        self.from.is_none_or(|from| date.may_be_from(&from))
            && self.to.is_none_or(|to| date.may_be_until(&to))
    }

    fn asks_date(&self) -> bool {
        self.from.is_some() || self.to.is_some()
    }
}

fn date_of(game: &PdnGame) -> DateTag {
    DateTag::read(game.tag("Date").unwrap_or_default())
}

impl ResultWord {
    fn of(game: &PdnGame) -> Self {
        match game.outcome() {
            Some(PdnResult::Won(Side::Black)) => ResultWord::Black,
            Some(PdnResult::Won(Side::White)) => ResultWord::White,
            Some(PdnResult::Drawn) => ResultWord::Draw,
            None => ResultWord::Unknown,
        }
    }
}

fn has_part((text, part): (&str, &str)) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}

fn ballot_fits(text: &str, ballot: &Ballot) -> bool {
    match text.parse::<u32>() {
        Ok(number) => ballot.number == number,
        Err(_) => has_part((&ballot.title(), text)),
    }
}

/// Numbers from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    first: usize,
    last: usize,
}

impl Range {
    fn has(self, number: usize) -> bool {
        (self.first..=self.last).contains(&number)
    }
}

impl FromStr for Range {
    type Err = ProgramError;

    fn from_str(text: &str) -> Result<Self, ProgramError> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let range = number(first, 0).zip(number(last, usize::MAX));
        let is_empty = text.trim().trim_matches('-').is_empty();
        match range {
            Some((first, last)) if !is_empty && first <= last => Ok(Range { first, last }),
            _ => {
                let found = visible::cut(text, 40);
                let hint = "write 40-80, 40-, -20 or 12";
                Err(ProgramError::usage(format!("\"{found}\" is not a range; {hint}")))
            }
        }
    }
}

/// The number of an end of a range, which may be left out.
fn number(word: &str, missing: usize) -> Option<usize> {
    match word.trim() {
        "" => Some(missing),
        word => word.parse().ok(),
    }
}

fn position(text: &str) -> Result<Position, ProgramError> {
    Position::from_fen(text)
        .map_err(|error| ProgramError::usage(visible::cut(&error.to_string(), 200)))
}

/// Reads a date, or as much of it as is known.
fn date(text: &str) -> Result<PdnDate, ProgramError> {
    let hint = "write a date as 1990, 1990.05 or 1990.05.31";
    PdnDate::read(text).ok_or_else(|| ProgramError::usage(hint))
}

/// The moves of a ballot.
const PLIES: usize = 3;

/// The ballots by the positions they lead to, in FEN.
struct Openings {
    ballots: HashMap<String, Ballot>,
}

impl Openings {
    /// The openings of the deck. It is compiled in, and a test proves that it can be read.
    fn new() -> Result<Self, ProgramError> {
        let deck = deck().map_err(ProgramError::failed)?;
        let ballots =
            deck.into_iter().map(|ballot: Ballot| (ballot.position.fen(), ballot)).collect();
        Ok(Openings { ballots })
    }

    /// A name that no opening has would silently fit no game.
    fn check(&self, text: Option<&str>) -> Result<(), ProgramError> {
        let Some(text) = text.map(str::trim) else { return Ok(()) };
        let is_known = self.ballots.values().any(|ballot| ballot_fits(text, ballot))
            || opening_names().any(|name| has_part((name, text)));
        if is_known {
            return Ok(());
        }
        Err(ProgramError::Usage(format!(
            "--opening {}: no opening has this name, number or moves; write a name such as \
             \"Old Faithful\", a ballot's number from 1 to {}, or its moves, \"9-13 21-17 5-9\"",
            visible::cut(text, 40),
            self.ballots.len()
        )))
    }

    /// Did the game have the opening of this name, number or moves?
    fn fit(&self, text: &str, game: &PdnGame) -> bool {
        let text = text.trim();
        self.of(game).is_some_and(|ballot| ballot_fits(text, ballot))
            || opening_name(&game.positions()).is_some_and(|name| has_part((name, text)))
    }

    /// The ballot through whose position the game came, whatever the order of its moves, or from
    /// which it began.
    fn of(&self, game: &PdnGame) -> Option<&Ballot> {
        let plies = if game.start == Position::start() { PLIES } else { 0 };
        let position =
            game.line.turns.iter().take(plies).fold(game.start, |here, turn| here.play(turn.mv));
        self.ballots.get(&position.fen())
    }
}

fn last_position(game: &PdnGame) -> Position {
    game.line.turns.iter().fold(game.start, |here, turn| here.play(turn.mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, prop_assert_eq, proptest};

    fn range(text: &str) -> Result<Range, ProgramError> {
        text.parse()
    }

    #[test]
    fn ranges_may_lack_an_end() {
        assert_eq!(range("40-80"), Ok(Range { first: 40, last: 80 }));
        assert_eq!(range("-20"), Ok(Range { first: 0, last: 20 }));
        assert_eq!(range("40-"), Ok(Range { first: 40, last: usize::MAX }));
        assert_eq!(range("12"), Ok(Range { first: 12, last: 12 }));
        for wrong in ["", "-", "a-b", "9-7", "1-2-3", "--2"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }

    fn fits(date: &str, from: &str, to: &str) -> bool {
        let mut game = PdnGame::starting_at(Position::start());
        game.set_tag("Date", date);
        none().with_dates(PdnDate::read(from), PdnDate::read(to)).dates_fit(&game)
    }

    #[test]
    fn a_date_of_which_the_beginning_is_known_may_lie_within() {
        assert!(fits("1962.07.12", "1962", "1962.07.12"));
        assert!(!fits("1962.07.12", "1962.07.13", ""));
        assert!(fits("1962.??.??", "1962.07", "") && !fits("1961.??.??", "1962", ""));
        assert!(!fits("????.??.??", "1900", "") && fits("?", "", ""));
        assert!(fits("1842-??-??", "1842.01.01", "1842.12.31"));
        assert!(!fits("1962/07/12", "1962.12.01", "") && !fits("12.07.2005", "", "1990"));
        assert!(!fits("soon", "1900", "") && fits("soon", "", ""));
    }

    fn none() -> FilterConditions {
        FilterConditions {
            player: None,
            black: None,
            white: None,
            event: None,
            result: None,
            opening: None,
            from: None,
            to: None,
            plies: None,
            pieces: None,
            position: None,
        }
    }

    impl FilterConditions {
        fn with_dates(self, from: Option<PdnDate>, to: Option<PdnDate>) -> Self {
            FilterConditions { from, to, ..self }
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_a_condition_panic(text in any::<String>()) {
            let _ = (text.parse::<Range>(), position(&text));
            let mut game = PdnGame::starting_at(Position::start());
            game.set_tag("Date", text.clone());
            let fits = none().with_dates(PdnDate::read("1990.05"), None).dates_fit(&game);
            prop_assert_eq!(fits && date(&text).is_err(), false);
        }
    }
}
