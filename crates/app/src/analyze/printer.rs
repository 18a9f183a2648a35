//! Prints positions and games in the form that the user wants, each as soon as it is there.

use crate::analyze::json_game::JsonGame;
use crate::analyze::json_position::JsonPosition;
use crate::analyze::marked_game::marked_game;
use crate::analyze::position_task::PositionTask;
use crate::analyze::reviewed::ReviewedGame;
use crate::analyze::text_game::{self, LEGEND};
use crate::analyze::text_position;
use crate::analyze::totals::Totals;
use crate::error::AppError;
use crate::output::{json, print};
use analysis::PositionAnalysis;
use formats::pdn::{self, PdnStyle};
use progress::Progress;

/// A form of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputForm {
    /// For people.
    Text,
    /// A line of JSON for each position or game.
    Json,
    /// Games in PDN, with comments and marks.
    Pdn,
}

/// Prints one after the other.
#[derive(Debug)]
pub struct Printer {
    form: OutputForm,
    /// How many positions and games there will be.
    expected: usize,
    printed: usize,
    games: usize,
    totals: Totals,
}

impl Printer {
    /// A printer of so many positions and games.
    pub fn new(form: OutputForm, expected: usize) -> Self {
        Printer { form, expected, printed: 0, games: 0, totals: Totals::default() }
    }

    /// Prints a position.
    ///
    /// # Errors
    /// Standard output cannot be written, as for all that is printed here.
    pub fn position(
        &mut self,
        task: &PositionTask,
        analysis: &PositionAnalysis,
        progress: &Progress,
    ) -> Result<(), AppError> {
        let text = match self.form {
            OutputForm::Json => json(&JsonPosition::new(task.number, analysis))?,
            OutputForm::Text | OutputForm::Pdn => {
                text_position::text(task.title.as_deref(), analysis)
            }
        };
        self.print(text, Some(progress))
    }

    /// Prints a game.
    pub fn game(&mut self, game: &ReviewedGame<'_>, progress: &Progress) -> Result<(), AppError> {
        self.games += 1;
        self.totals.add(game);
        let text = match self.form {
            OutputForm::Text => text_game::text(game),
            OutputForm::Json => json(&JsonGame::new(game))?,
            OutputForm::Pdn => pdn::write(&marked_game(game), PdnStyle::default()),
        };
        self.print(text, Some(progress))
    }

    /// Prints what comes below all of them.
    pub fn finish(self) -> Result<(), AppError> {
        if self.form != OutputForm::Text || self.games == 0 {
            return Ok(());
        }
        let mut text = String::new();
        if self.games > 1 {
            text.push_str(&format!("\nAll {} games\n\n{}", self.games, self.totals.text()));
        }
        text.push('\n');
        text.push_str(LEGEND);
        print(&text, None)
    }

    /// Prints; in a text an empty line with a stroke stands between two.
    fn print(&mut self, text: String, progress: Option<&Progress>) -> Result<(), AppError> {
        let is_first = self.printed == 0;
        self.printed += 1;
        if self.form == OutputForm::Text && !is_first && self.expected > 1 {
            return print(&format!("\n{}\n\n{text}", "-".repeat(60)), progress);
        }
        print(&text, progress)
    }
}
