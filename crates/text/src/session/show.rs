//! The output on terminal and page.
//!
//! What is done on the page appears in the terminal in lines that begin with `in the page:`. Moves
//! of automatic players alone are announced, as the assignments require.

use crate::dialect::{Dialect, announcement};
use crate::display::{self, BoardStyle, Marks};
use crate::input::event::Origin;
use crate::page;
use crate::page::PageState;
use crate::session::state::{Session, TerminalBoard, TurnPurpose};
use formats::commands::GameStep;
use games::GameEnd;
use pages::{CommandReply, GameView, PageControl, PlayerKind, PlayerView};
use std::io;

impl<G: Dialect> Session<G> {
    pub(super) fn greet(&mut self) -> io::Result<()> {
        if self.board == TerminalBoard::Shown {
            let title = G::TITLE;
            self.console.print(format_args!(
                "{title}. Write a move; hint for advice, help for all commands, quit to leave."
            ))?;
        }
        self.draw("")
    }

    /// Announces the move of an automatic player. In the log it is a comment: a log that is
    /// read as a script lets the player move by itself.
    pub(super) fn announce(&mut self, mv: G::Move) -> io::Result<String> {
        let text = self.game.position().move_text(mv);
        self.console.print(format_args!("* {text}"))?;
        self.console.log_line(format_args!("# {text}"))?;
        Ok(text)
    }

    /// Shows a change, and announces the end of the game. The end of a board that is being set is
    /// announced when it is known that no other `set` follows.
    pub(super) fn changed(&mut self, caption: &str) -> io::Result<()> {
        self.announced &= self.game.end().is_some();
        let last = self.game.last_turn().map(|turn| turn.step);
        if !matches!(last, Some(GameStep::Set(_))) {
            self.announce_result()?;
        }
        self.publish(None);
        self.draw(caption)
    }

    /// Announces the end of the game if it is over, once.
    pub(super) fn announce_result(&mut self) -> io::Result<()> {
        if let Some(end) = self.game.end().filter(|_| !self.announced) {
            self.console.print(format_args!("* {}", announcement(end.winner)))?;
            self.announced = true;
        }
        Ok(())
    }

    fn draw(&mut self, caption: &str) -> io::Result<()> {
        if self.board == TerminalBoard::Hidden {
            return Ok(());
        }
        let end = self.game.end().map(|end| announcement(end.winner));
        let caption = end.map_or_else(|| caption.to_string(), |end| format!("{caption}: {end}"));
        let caption = display::caption(self.game.to_move(), &caption);
        let marks = self.game.last_turn().and_then(|turn| match turn.step {
            GameStep::Played(mv) => Some(Marks::of_move(turn.before, mv, turn.after)),
            _ => None,
        });
        let style = BoardStyle::of_terminal(&io::stdout());
        let board = display::board(self.game.position(), &marks.unwrap_or_default(), style);
        self.console.print(format_args!("{board}{caption}"))
    }

    pub(super) fn answer(&mut self, origin: Origin, reply: CommandReply) -> io::Result<()> {
        match origin {
            Origin::Page(answer) => {
                // A page that is gone wants no answer.
                let _ = answer.send(reply);
            }
            Origin::Terminal => {
                for message in &reply.messages {
                    self.console.print(message)?;
                }
                if let Some(error) = &reply.error {
                    self.console.report_error(error);
                }
                let message = reply.error.or_else(|| reply.messages.into_iter().next());
                if message.is_some() {
                    self.publish(message);
                }
            }
        }
        Ok(())
    }

    pub(super) fn publish(&mut self, message: Option<String>) {
        self.show_page(message, |_| ());
    }

    pub(super) fn publish_end(&mut self) {
        self.show_page(Some("The program has ended.".to_string()), |view| {
            view.controls.clear();
            view.moves.clear();
        });
    }

    fn show_page(&mut self, message: Option<String>, change: impl FnOnce(&mut GameView)) {
        let Some(page) = &self.page else { return };
        let purpose = self.search.as_ref().map(|search| &search.purpose);
        let is_alone = self.players.contains(&PlayerKind::Automatic);
        let players = self.players.map(|kind| {
            let name = match kind {
                PlayerKind::Automatic => self.program,
                PlayerKind::Manual if is_alone => "You",
                PlayerKind::Manual => "Player",
            };
            PlayerView { name: name.to_string(), kind, clock: None }
        });
        let [black, white] = players.each_ref().map(|player| &player.name);
        let turns = page::history_turns(&self.game);
        let steps = self.game.turns();
        let start = steps.first().map_or(self.game.position(), |turn| turn.before);
        let mut view = page::view(
            start,
            turns,
            self.game.position(),
            PageState {
                title: title::<G>(black, white),
                players,
                result: self.game.end().map(result_text),
                is_thinking: matches!(purpose, Some(TurnPurpose::Move)),
                controls: controls::<G>(),
                message,
            },
        );
        change(&mut view);
        page.publish(view, Some(self.game.record()));
    }
}

/// The end with its reason, for the page: terminals and scripts get the bare words of the
/// assignments.
fn result_text(end: GameEnd) -> String {
    match end.winner {
        Some(side) => format!("{side} wins: {end}."),
        None => format!("Tie game: {end}."),
    }
}

/// Black is named first in all games, and moves first in all but Amazons.
fn title<G: Dialect>(black: &str, white: &str) -> String {
    if black == white {
        G::TITLE.to_string()
    } else {
        format!("{}: {black} (Black) against {white} (White)", G::TITLE)
    }
}

fn controls<G: Dialect>() -> Vec<PageControl> {
    use PageControl::{Eval, Hint, Limit, Load, New, Players, Quit, Save, Seed, Undo};
    let mut controls = vec![New, Undo, Players, Seed];
    if G::HAS_LIMIT {
        controls.push(Limit);
    }
    controls.extend([Hint, Eval, Save, Load, Quit]);
    controls
}
