//! Prints positions and games in the form that the user wants, each as soon as it is there, and the
//! players' totals below all of them.

use crate::analyze::for_people::{self, LEGEND};
use crate::analyze::for_programs::{GameObject, PositionObject};
use crate::analyze::marked_game::marked_game;
use crate::analyze::position_text::position_text;
use crate::analyze::subject::{PositionTask, ReviewedGame, Subject};
use crate::streams::{json, print};
use analysis::{Accuracy, AnalyzedGame, Loss, MoveChoice, PositionAnalysis};
use cli::ProgramError;
use cli::command_line::{broken, window};
use cli::{ProgressLine, visible};
use formats::pdn::{self, PdnStyle};
use games::board::Side;
use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputForm {
    /// For people.
    Text,
    /// A line of JSON for each position or game.
    Json,
    /// Games in PDN, with comments and marks.
    Pdn,
}

#[derive(Debug)]
pub struct Printer {
    form: OutputForm,
    style: PdnStyle,
    /// Of the window.
    columns: usize,
    /// The number of positions and games that will come.
    expected: usize,
    printed: usize,
    games: usize,
    totals: PlayerTotals,
}

impl Printer {
    /// `style` is that of PDN.
    pub fn new(form: OutputForm, style: PdnStyle) -> Self {
        let (columns, totals) = (window().unwrap_or(usize::MAX), PlayerTotals::default());
        Printer { form, style, columns, expected: 0, printed: 0, games: 0, totals }
    }

    /// Announces further positions and games.
    pub const fn expect(&mut self, more: usize) {
        self.expected += more;
    }

    pub fn position<G: AnalyzedGame>(
        &mut self,
        task: &PositionTask<'_, G>,
        analysis: &PositionAnalysis<G>,
        progress: &ProgressLine,
    ) -> Result<(), ProgramError> {
        let text = match self.form {
            OutputForm::Json => json(&PositionObject::new(task, analysis))?,
            OutputForm::Text | OutputForm::Pdn => {
                position_text(task.title.as_deref(), analysis, self.columns)
            }
        };
        self.print(text, Some(progress))
    }

    /// Prints a game that is a position, in PDN as it is.
    pub fn without_moves<G: AnalyzedGame>(
        &mut self,
        subject: &Subject<G>,
    ) -> Result<(), ProgramError> {
        let text = subject.pdn.as_ref().map(|game| pdn::write(game, self.style));
        self.print(text.unwrap_or_default(), None)
    }

    pub fn game<G: AnalyzedGame>(
        &mut self,
        game: &ReviewedGame<'_, G>,
        progress: &ProgressLine,
    ) -> Result<(), ProgramError> {
        self.games += 1;
        self.totals.add(game);
        let text = match self.form {
            OutputForm::Text => for_people::game_text(game, self.columns),
            OutputForm::Json => json(&GameObject::new(game))?,
            OutputForm::Pdn => {
                marked_game(game).map_or_else(String::new, |game| pdn::write(&game, self.style))
            }
        };
        self.print(text, Some(progress))
    }

    /// Prints totals and legend.
    pub fn finish(self) -> Result<(), ProgramError> {
        if self.form != OutputForm::Text || self.games == 0 {
            return Ok(());
        }
        let mut text = String::new();
        if self.games > 1 {
            text.push_str(&format!("\nAll {} games\n\n{}", self.games, self.totals.text()));
        }
        text.push('\n');
        text.push_str(LEGEND);
        print(&self.fitted(text), None)
    }

    /// Text for people, with no line wider than the window.
    fn fitted(&self, text: String) -> String {
        match self.form {
            OutputForm::Text => text.lines().map(|line| broken(line, self.columns)).collect(),
            OutputForm::Json | OutputForm::Pdn => text,
        }
    }

    /// In a text, a stroke separates one from the next.
    fn print(&mut self, text: String, progress: Option<&ProgressLine>) -> Result<(), ProgramError> {
        let is_first = self.printed == 0;
        self.printed += 1;
        let text = self.fitted(text);
        if self.form == OutputForm::Text && !is_first && self.expected > 1 {
            return print(&format!("\n{}\n\n{text}", "-".repeat(self.columns.min(60))), progress);
        }
        print(&text, progress)
    }
}

#[derive(Clone, Debug, Default)]
struct PlayerTotal {
    games: usize,
    losses: Vec<Loss>,
    marks: [usize; 3],
}

/// The play of each player in all games together, by name.
#[derive(Clone, Debug, Default)]
struct PlayerTotals(BTreeMap<String, PlayerTotal>);

impl PlayerTotals {
    /// Counts a game. Players without a name are not counted.
    fn add<G: AnalyzedGame>(&mut self, game: &ReviewedGame<'_, G>) {
        for (side, name) in Side::ALL.into_iter().zip(game.subject.names()) {
            let Some(name) = name else { continue };
            let total = self.0.entry(visible::cut(name, 40)).or_default();
            total.games += 1;
            let choices = game.review.moves.iter();
            let choices = choices.filter(|mv| mv.by == side && mv.choice != MoveChoice::Forced);
            total.losses.extend(choices.map(|mv| mv.loss));
            for (sum, marks) in total.marks.iter_mut().zip(game.marks(side)) {
                *sum += marks;
            }
        }
    }

    /// The table, the most accurate player first; empty if no player has a name.
    fn text(&self) -> String {
        let mut rows: Vec<_> =
            self.0.iter().map(|(name, total)| (name, total, total.accuracy())).collect();
        if rows.is_empty() {
            return String::new();
        }
        rows.sort_by(|one, other| other.2.total_cmp(&one.2));
        let width = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!(
            "{:<width$}  {:>5}  {:>5}  {:>8}  {:>4}  {:>4}  {:>4}\n",
            "player", "games", "moves", "accuracy", "?!", "?", "??"
        );
        for (name, total, accuracy) in rows {
            let (games, moves) = (total.games, total.losses.len());
            let [small, middle, large] = total.marks;
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{name:<width$}  {games:>5}  {moves:>5}  {accuracy:>8.1}  {small:>4}  {middle:>4}  {large:>4}"
            );
        }
        text
    }
}

impl PlayerTotal {
    /// The mean over all moves that were a choice; 0 without any, so that the row comes last.
    fn accuracy(&self) -> f64 {
        Accuracy::of_moves(self.losses.iter().copied()).map_or(0.0, Accuracy::value)
    }
}
