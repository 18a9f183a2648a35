//! The effect of each command.

use crate::dialect::Dialect;
use crate::input::event::Origin;
use crate::session::state::Session;
use cli::file;
use formats::FormatError;
use formats::commands::{
    GameHistory, GameStep, NOTHING_TO_TAKE_BACK, TextCommand, parse_record, shown_file,
};
use games::board::Side;
use pages::{CommandReply, PlayerKind};
use std::path::Path;
use std::time::Duration;
use std::{fs, io};

/// The bytes of a file that is loaded: more than any game needs.
const LONGEST_RECORD: u64 = 1 << 20;

struct GameChange {
    /// For the page, and for the terminal if the page has made the change.
    words: String,
    message: Option<String>,
}

/// A change, or a sentence that says why there was none.
type Done = Result<GameChange, CommandReply>;

fn change(words: impl Into<String>) -> GameChange {
    GameChange { words: words.into(), message: None }
}

impl<G: Dialect> Session<G> {
    /// Executes a command. `Quit` and `Hint` are the loop's own.
    pub(super) fn execute(
        &mut self,
        command: TextCommand,
        line: &str,
        origin: &Origin,
    ) -> io::Result<CommandReply> {
        let is_page = matches!(origin, Origin::Page(_));
        let done = match command {
            TextCommand::Save(_) | TextCommand::Load(_) if is_page => Err(CommandReply::error(
                "use the buttons of the page, which save and load by the browser",
            )),
            TextCommand::Save(file) => return Ok(self.save(&file)),
            TextCommand::Dump | TextCommand::Moves | TextCommand::Eval | TextCommand::Help => {
                return Ok(self.reply_to(&command));
            }
            TextCommand::Move(text) => return self.move_by_hand(&text, is_page),
            TextCommand::Undo(None) if is_page && self.can_bring_back() => {
                self.give_up_thinking();
                self.bring_back()?
            }
            command => {
                self.give_up_thinking();
                if is_page && command == TextCommand::New {
                    self.put_aside();
                }
                self.change(command, line)
            }
        };
        self.finish(done, is_page)
    }

    pub(super) fn load_from_page(&mut self, text: &str) -> io::Result<CommandReply> {
        let done = match parse_record::<G>(text) {
            Ok(game) => {
                self.give_up_thinking();
                self.log_loaded(&game)?;
                self.put_aside();
                Ok(self.take_over(game))
            }
            Err(error) => {
                let (place, sentence) = (error.place(), error.sentence);
                Err(CommandReply::error(format_args!("{place} of the file: {sentence}")))
            }
        };
        self.finish(done, true)
    }

    /// Keeps the game that a person leaves in the page, to be brought back.
    fn put_aside(&mut self) {
        if self.game.steps() > 0 {
            self.left_game = Some(self.game.clone());
        }
    }

    /// At the start of a game there is no move to take back, but the game before.
    fn can_bring_back(&self) -> bool {
        self.left_game.is_some() && !self.has_persons_turn()
    }

    /// A person has moved, or changed the board.
    fn has_persons_turn(&self) -> bool {
        self.game.turns().iter().any(|turn| turn.time.is_none())
    }

    fn bring_back(&mut self) -> io::Result<Done> {
        let Some(game) = self.left_game.take() else {
            return Ok(Err(CommandReply::error(NOTHING_TO_TAKE_BACK)));
        };
        self.log_loaded(&game)?;
        // Else an automatic player would move at once where a person wants to look.
        let message = "the game before is back".to_string();
        let change = self.take_over(game);
        Ok(Ok(GameChange { message: Some(message), ..change }))
    }

    /// Writes a game that comes without a file into the log: its moves, entered for both sides.
    fn log_loaded(&mut self, game: &GameHistory<G>) -> io::Result<()> {
        let automatic = Side::ALL.into_iter().filter(|&side| self.is_automatic(side));
        let names: Vec<_> = automatic.map(Side::word).collect();
        for side in &names {
            self.console.log_line(format_args!("manual {side}"))?;
        }
        self.console.log_line(game.record().trim_end())?;
        for side in &names {
            self.console.log_line(format_args!("auto {side}"))?;
        }
        Ok(())
    }

    pub(super) fn play(
        &mut self,
        mv: G::Move,
        text: &str,
        time: Option<Duration>,
    ) -> io::Result<()> {
        self.game.play_timed(mv, time);
        self.changed(text)
    }

    fn move_by_hand(&mut self, text: &str, is_page: bool) -> io::Result<CommandReply> {
        let mut next = self.game.clone();
        if let Err(error) = next.play_text(text) {
            return Ok(CommandReply::error(error));
        }
        self.give_up_thinking();
        self.is_setting_up = false;
        let played = next.last_turn().map(|turn| turn.step).filter(|_| is_page);
        if let Some(GameStep::Played(mv)) = played {
            // Only automatic moves are announced.
            let text = self.game.position().move_text(mv);
            self.console.print(format_args!("in the page: {text}"))?;
        }
        self.game = next;
        self.changed(text)?;
        Ok(CommandReply::default())
    }

    fn finish(&mut self, done: Done, is_page: bool) -> io::Result<CommandReply> {
        let GameChange { words, message } = match done {
            Ok(change) => change,
            Err(reply) => return Ok(reply),
        };
        if is_page {
            self.console.print(format_args!("in the page: {words}"))?;
        }
        self.changed(&words)?;
        Ok(CommandReply { messages: message.into_iter().collect(), ..CommandReply::default() })
    }

    fn change(&mut self, command: TextCommand, line: &str) -> Done {
        self.is_setting_up = match command {
            TextCommand::Set(..) => true,
            TextCommand::Manual(_) | TextCommand::Limit(_) | TextCommand::Seed(_) => {
                self.is_setting_up
            }
            _ => false,
        };
        match command {
            TextCommand::New => {
                self.game = GameHistory::default();
                self.search_thread.player().begin_game();
                Ok(change("new game"))
            }
            TextCommand::Auto(side) => {
                self.players[side.index()] = PlayerKind::Automatic;
                Ok(change(format!("the program plays {side}")))
            }
            TextCommand::Manual(side) => {
                self.players[side.index()] = PlayerKind::Manual;
                Ok(change(format!("moves of {side} are entered")))
            }
            TextCommand::Set(square, piece, next) => {
                self.game.set(&square, &piece, next, line).map_err(CommandReply::error)?;
                Ok(change("set"))
            }
            TextCommand::Position(text) => {
                self.game.set_position(&text).map_err(CommandReply::error)?;
                Ok(change("set"))
            }
            TextCommand::Limit(limit) => {
                self.game.set_limit(limit).map_err(CommandReply::error)?;
                Ok(change(format!("limit {limit}")))
            }
            TextCommand::Seed(seed) => {
                self.search_thread.player().seed(seed);
                Ok(change(format!("seed {seed}")))
            }
            TextCommand::Undo(count) => self.undo(count).map_err(CommandReply::error),
            TextCommand::Load(file) => self.load(&file),
            _ => Err(CommandReply::error("this command changes nothing")),
        }
    }

    /// Takes back `count` moves; without a count the last move, and an automatic player's answer to
    /// it as well. If both sides are automatic they pause: else the same moves would come again at
    /// once.
    fn undo(&mut self, count: Option<u32>) -> Result<GameChange, FormatError> {
        let mut next = self.game.clone();
        next.undo(count.unwrap_or(1))?;
        let taken_back = change("taken back");
        if Side::ALL.into_iter().all(|side| self.is_automatic(side)) {
            self.game = next;
            self.players = [PlayerKind::Manual; 2];
            let message = "both sides pause: their moves are entered now; auto black and auto \
                           white let the program go on";
            return Ok(GameChange { message: Some(message.to_string()), ..taken_back });
        }
        if count.is_none() {
            while self.is_automatic(next.position().side_to_move()) {
                next.undo(1).map_err(|_| {
                    let hint = "undo 1 takes back the program's move, and it moves again";
                    FormatError::new(format!("you have not moved yet; {hint}"))
                })?;
            }
        }
        self.game = next;
        Ok(taken_back)
    }

    fn save(&self, file: &str) -> CommandReply {
        // A pipe would wait for a reader.
        let is_special = fs::metadata(file).is_ok_and(|about| !about.is_file() && !about.is_dir());
        let written = if is_special {
            Err(io::Error::other("is not a regular file"))
        } else if self.console.is_in_use(Path::new(file)) {
            Err(io::Error::other("is the input, the output or the log"))
        } else {
            fs::write(file, self.game.record())
        };
        let error = written.err();
        let error = error.map(|error| format!("{}: {error}; name another file", shown_file(file)));
        CommandReply { error, ..CommandReply::default() }
    }

    /// Loads a game from a file. An error in it changes nothing.
    fn load(&mut self, file: &str) -> Done {
        let wrong = |reason| CommandReply::error(format_args!("{}: {reason}", shown_file(file)));
        let read = file::read(Path::new(file), LONGEST_RECORD).map_err(|error| error.reason());
        let text = read.and_then(|text| text.ok_or_else(|| "there is no such file".to_string()));
        let text = text.map_err(wrong)?;
        match parse_record::<G>(&text) {
            Ok(game) => Ok(self.take_over(game)),
            Err(error) => Err(CommandReply::error(format_args!("{file}, {error}"))),
        }
    }

    fn take_over(&mut self, game: GameHistory<G>) -> GameChange {
        self.game = game;
        self.announced = false;
        change("loaded")
    }
}
