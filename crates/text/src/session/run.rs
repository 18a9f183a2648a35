//! The loop of the program: automatic players move, manual players type, commands are
//! executed.
//!
//! A line is requested only when a manual player is to move or no game is on, and nothing is being
//! thought about; commands of the page are taken at any time.

use crate::dialect::Dialect;
use crate::help;
use crate::input::event::{Origin, PageCommand, SessionEvent};
use crate::players::auto_player::ChosenMove;
use crate::players::search_opinion::score_words;
use crate::session::state::{ExitReason, RunningSearch, Session, TurnPurpose};
use formats::FormatError;
use formats::commands::{GAME_IS_OVER, TextCommand};
use pages::{CommandReply, Hint};
use search::{Evaluator, Ply};
use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

impl<G: Dialect> Session<G> {
    /// Plays and executes commands until `quit` or the end of the input. Fails if the input cannot
    /// be read, or the output or log cannot be written.
    pub fn run(&mut self) -> io::Result<ExitReason> {
        self.greet()?;
        loop {
            if self.console.must_stop() {
                return Ok(ExitReason::Error);
            }
            if self.begin_what_is_due()?.is_break() {
                continue;
            }
            let Some(event) = self.next_event()? else { continue };
            let next = match event {
                SessionEvent::Line(line) => self.execute_line(line?)?,
                SessionEvent::Page(command) => self.execute_page(command)?,
                SessionEvent::Thought(number) => {
                    self.end_thinking(number)?;
                    ControlFlow::Continue(())
                }
                // Our player leaves no files.
                SessionEvent::PageOpened | SessionEvent::Files(..) => ControlFlow::Continue(()),
            };
            if next.is_break() {
                self.give_up_thinking();
                return Ok(ExitReason::Quit);
            }
        }
    }

    /// Plays a forced pass, which is `Break`, or begins the search of an automatic player. While
    /// the board is being set up nothing is due.
    fn begin_what_is_due(&mut self) -> io::Result<ControlFlow<()>> {
        let is_due = self.search.is_none() && !self.is_setting_up;
        let Some(side) = self.game.to_move().filter(|_| is_due) else {
            return Ok(ControlFlow::Continue(()));
        };
        if self.nobody_can_move() {
            return Ok(ControlFlow::Continue(())); // else passes would use up the limit
        }
        if let Some(pass) = self.game.position().forced_pass() {
            self.play(pass, "pass", None)?;
            return Ok(ControlFlow::Break(()));
        }
        if self.is_automatic(side) {
            let sides = [side, !side].into_iter().filter(|&side| self.is_automatic(side)).count();
            self.think_about_move(sides as u32)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn nobody_can_move(&self) -> bool {
        let position = self.game.position();
        let pass = position.forced_pass();
        pass.is_some_and(|pass| position.play(pass).forced_pass().is_some())
    }

    fn think_about_move(&mut self, sides: u32) -> io::Result<()> {
        let game = self.game.clone();
        let thinking = self.search_thread.start(move |player| player.choose(&game, sides))?;
        self.search = Some(RunningSearch { thinking, purpose: TurnPurpose::Move });
        self.publish(None);
        Ok(())
    }

    /// The next event; `None` where the board that was set is complete, and what is due comes
    /// first. A line that comes too early waits.
    fn next_event(&mut self) -> io::Result<Option<SessionEvent>> {
        loop {
            if self.search.is_none() {
                if let Some(line) = self.early_line.take() {
                    return Ok(Some(SessionEvent::Line(Ok(line))));
                }
                self.ask_for_line()?;
            }
            match self.wait()? {
                Some(SessionEvent::Line(line)) => {
                    self.is_reading = false;
                    let line = line?;
                    let plays_on = self.is_setting_up && plays_on::<G>(line.as_deref());
                    if self.search.is_none() && !plays_on {
                        return Ok(Some(SessionEvent::Line(Ok(line))));
                    }
                    self.early_line = Some(line);
                    if plays_on {
                        self.end_setting_up()?;
                        return Ok(None);
                    }
                }
                event => return Ok(event),
            }
        }
    }

    /// Waits for an event. Where none comes for a while, the board that was set is complete.
    fn wait(&mut self) -> io::Result<Option<SessionEvent>> {
        // A person takes his time, and ends it by `auto` or a move.
        if !self.is_setting_up || self.reader.is_editor() {
            // The session itself holds a sender: there is always another event to wait for.
            return self.events.recv().map(Some).map_err(io::Error::other);
        }
        match self.events.recv_timeout(PAUSE_AFTER_SET) {
            Ok(event) => Ok(Some(event)),
            Err(_) => {
                // Read as a script, the log has no pause.
                let to_move = self.game.position().side_to_move();
                if self.is_automatic(to_move) {
                    self.console.log_line(format_args!("auto {}", to_move.word()))?;
                }
                self.end_setting_up().map(|()| None)
            }
        }
    }

    fn end_setting_up(&mut self) -> io::Result<()> {
        self.is_setting_up = false;
        self.announce_result()
    }

    fn ask_for_line(&mut self) -> io::Result<()> {
        if self.is_reading {
            return Ok(());
        }
        let prompt = G::prompt(self.game.to_move());
        if !self.reader.is_editor() {
            self.console.prompt(prompt)?;
        }
        self.reader.ask(prompt);
        self.is_reading = true;
        Ok(())
    }

    fn end_thinking(&mut self, number: u64) -> io::Result<()> {
        // A search that was given up has left its event behind.
        let Some(search) = self.search.take_if(|search| search.thinking.number == number) else {
            return Ok(());
        };
        let time = search.thinking.time();
        let thought = search.thinking.finish();
        match search.purpose {
            TurnPurpose::Move => {
                let Some(thought) = thought else { return Ok(()) };
                let text = self.announce(thought.mv)?;
                self.play(thought.mv, &text, Some(time))
            }
            TurnPurpose::Hint(origin) => {
                let reply = self.hint_reply(thought);
                self.answer(origin, reply)
            }
        }
    }

    /// Ends the running search and drops its result.
    pub(super) fn give_up_thinking(&mut self) {
        let Some(search) = self.search.take() else { return };
        self.search_thread.stop(search.thinking);
        if let TurnPurpose::Hint(origin) = search.purpose {
            let message = "the hint was given up for another command; write hint again";
            let reply = CommandReply::message(message);
            // The terminal waits only for the next line.
            let _ = self.answer(origin, reply);
        }
    }

    fn execute_line(&mut self, line: Option<String>) -> io::Result<ControlFlow<()>> {
        let Some(line) = line else {
            self.announce_result()?;
            return Ok(ControlFlow::Break(()));
        };
        self.console.log_line(&line)?;
        let command = TextCommand::read(&line, G::command_form());
        self.announce_before(&command)?;
        match command {
            Ok(None) => {}
            Ok(Some(TextCommand::Quit)) => return Ok(ControlFlow::Break(())),
            Ok(Some(TextCommand::Hint)) => self.begin_hint(Origin::Terminal)?,
            Ok(Some(command)) => {
                let ends_setting_up = matches!(command, TextCommand::Auto(_));
                let reply = self.execute(command, &line, &Origin::Terminal)?;
                self.answer(Origin::Terminal, reply)?;
                if self.is_setting_up && ends_setting_up {
                    self.end_setting_up()?;
                }
            }
            Err(error) => self.answer(Origin::Terminal, CommandReply::error(error))?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Announces the result of a board that was set, unless the command sets it further.
    fn announce_before(
        &mut self,
        command: &Result<Option<TextCommand>, FormatError>,
    ) -> io::Result<()> {
        match command {
            Ok(None | Some(TextCommand::Set(..))) => Ok(()),
            _ => self.announce_result(),
        }
    }

    /// The log gets what the page has changed, so that it leads to the same game.
    fn execute_page(&mut self, command: PageCommand) -> io::Result<ControlFlow<()>> {
        let PageCommand { text, answer } = command;
        let origin = Origin::Page(answer);
        let mut reply = CommandReply::default();
        let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
        if first.trim().eq_ignore_ascii_case("load") {
            self.announce_result()?;
            reply = self.load_from_page(rest)?;
        } else {
            for line in text.lines() {
                let command = TextCommand::read(line, G::command_form());
                self.announce_before(&command)?;
                let next = match command {
                    Ok(None) => CommandReply::default(),
                    Ok(Some(TextCommand::Quit)) => {
                        self.console.log_line(line)?;
                        self.say_goodbye(origin)?;
                        return Ok(ControlFlow::Break(()));
                    }
                    Ok(Some(TextCommand::Hint)) => {
                        self.begin_hint(origin)?;
                        return Ok(ControlFlow::Continue(()));
                    }
                    Ok(Some(command)) => self.execute(command, line, &origin)?,
                    Err(error) => CommandReply::error(error),
                };
                reply.messages.extend(next.messages);
                reply.error = next.error;
                if reply.error.is_some() {
                    break;
                }
                self.console.log_line(line)?;
            }
        }
        self.answer(origin, reply)?;
        Ok(ControlFlow::Continue(()))
    }

    fn begin_hint(&mut self, origin: Origin) -> io::Result<()> {
        if self.game.to_move().is_none() {
            return self.answer(origin, CommandReply::error(GAME_IS_OVER));
        }
        if self.nobody_can_move() {
            let sentence = "nobody can move on this board; write set or new";
            return self.answer(origin, CommandReply::error(sentence));
        }
        self.give_up_thinking();
        let game = self.game.clone();
        let thinking = self.search_thread.start(move |player| player.hint(&game))?;
        // It changes nothing that the page shows.
        self.search = Some(RunningSearch { thinking, purpose: TurnPurpose::Hint(origin) });
        Ok(())
    }

    /// The page ends the program: it gets its answer first.
    fn say_goodbye(&mut self, origin: Origin) -> io::Result<()> {
        self.give_up_thinking();
        self.publish_end();
        self.answer(origin, CommandReply::default())?;
        if self.is_reading && self.reader.is_editor() {
            // Only the editor of lines can give the terminal back as it was.
            self.console.print("the page has ended the program; press Enter")?;
            while !matches!(self.events.recv(), Ok(SessionEvent::Line(_)) | Err(_)) {}
        } else {
            // The answer is on its way through the server, which ends with the program.
            std::thread::sleep(GOODBYE);
        }
        Ok(())
    }
}

/// True for a line that goes on from the board that was set, and for the end of the input.
fn plays_on<G: Dialect>(line: Option<&str>) -> bool {
    let Some(line) = line else { return true };
    use TextCommand::{Hint, Load, Move, New, Quit, Undo};
    let command = TextCommand::read(line, G::command_form());
    matches!(command, Ok(Some(Move(_) | New | Undo(_) | Hint | Load(_) | Quit)))
}

/// After so long without a command the board that was set is complete: far more than lies between
/// two lines of a script, and less than a script waits for a result.
const PAUSE_AFTER_SET: Duration = Duration::from_secs(1);
/// The time for the page to receive the last answer.
const GOODBYE: Duration = Duration::from_millis(200);

impl<G: Dialect> Session<G> {
    pub(super) fn reply_to(&self, question: &TextCommand) -> CommandReply {
        let position = self.game.position();
        let is_over = self.game.to_move().is_none();
        let message = match question {
            TextCommand::Moves | TextCommand::Eval if is_over => {
                return CommandReply::error(GAME_IS_OVER);
            }
            TextCommand::Dump => format!("===\n{}\n===", position.dump()),
            TextCommand::Moves => {
                let moves = position.move_list();
                let texts: Vec<_> = moves.iter().map(|&mv| position.move_text(mv)).collect();
                format!("{} moves: {}", texts.len(), texts.join(" "))
            }
            TextCommand::Eval => {
                let score = G::Evaluator::default().evaluate(position, Ply::ROOT);
                score_words(position, score)
            }
            _ => help::text::<G>(),
        };
        CommandReply::message(message)
    }

    pub(super) fn hint_reply(&self, thought: Option<ChosenMove<G::Move>>) -> CommandReply {
        let Some(ChosenMove { mv, about }) = thought else {
            return CommandReply::error("no move was found in time; write hint again");
        };
        let text = self.game.position().move_text(mv);
        let about = about.unwrap_or_else(|| "the plain opponent would play it".to_string());
        let message = format!("a good move is {text}: {about}");
        let hint = Hint { text, path: G::path(mv), about };
        CommandReply { error: None, messages: vec![message], hint: Some(hint) }
    }
}
