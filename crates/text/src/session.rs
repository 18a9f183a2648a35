//! The loop of the program: automatic players move, manual players are asked, commands are
//! executed.

use crate::command::Command;
use crate::console::Console;
use crate::dialect::Dialect;
use crate::display;
use crate::game_history::{GameHistory, PlayError};
use crate::plain_player::PlainPlayer;
use crate::search_player::SearchPlayer;
use search::{Evaluator, Ply};
use std::fmt::Display;
use std::fs;
use std::io;
use std::ops::ControlFlow;

/// How a side is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlayerKind {
    Manual,
    Automatic,
}

/// The automatic player, for one side or for both.
#[derive(Debug)]
pub enum AutoPlayer {
    /// The program at its best.
    Search(SearchPlayer),
    /// The opponent of `--plain`.
    Plain(Box<PlainPlayer>),
}

impl AutoPlayer {
    fn choose<G: Dialect>(&mut self, game: &GameHistory<G>, sides: u32) -> Option<G::Move> {
        match self {
            AutoPlayer::Search(player) => player.choose(game, sides),
            AutoPlayer::Plain(player) => player.choose(game),
        }
    }

    fn seed(&mut self, seed: i64) {
        match self {
            AutoPlayer::Search(player) => player.seed(seed),
            AutoPlayer::Plain(player) => player.seed(seed),
        }
    }

    fn begin_game(&mut self) {
        if let AutoPlayer::Search(player) = self {
            player.begin_game();
        }
    }
}

/// Whether the board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisplayMode {
    /// After each change.
    On,
    /// Never.
    Off,
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitReason {
    /// With `quit` or the end of the input.
    Quit,
    /// With the first error, as `--strict` wants it.
    Error,
}

/// A running program.
pub struct Session<G: Dialect> {
    game: GameHistory<G>,
    players: [PlayerKind; 2],
    auto_player: AutoPlayer,
    console: Console,
    display: DisplayMode,
    /// Whether the end of this game has been announced.
    announced: bool,
}

impl<G: Dialect> Session<G> {
    /// A program at its start: a game is on, the first to move is manual, the other automatic.
    pub fn new(console: Console, auto_player: AutoPlayer, display: DisplayMode) -> Self {
        let game = GameHistory::default();
        let first = G::start().side_to_move();
        let mut players = [PlayerKind::Automatic; 2];
        players[first.index()] = PlayerKind::Manual;
        Session { game, players, auto_player, console, display, announced: false }
    }

    /// Plays and executes commands until `quit` or the end of the input.
    ///
    /// # Errors
    /// The input cannot be read, or the output or log not be written.
    pub fn run(&mut self) -> io::Result<ExitReason> {
        self.draw("")?;
        loop {
            if self.console.must_stop() {
                return Ok(ExitReason::Error);
            }
            let to_move = self.game.to_move();
            if let Some(side) = to_move {
                if let Some(pass) = self.game.position().forced_pass() {
                    self.play(pass, "pass")?;
                    continue;
                }
                if self.players[side.index()] == PlayerKind::Automatic {
                    self.move_automatically()?;
                    continue;
                }
            }
            let Some(line) = self.console.read_line(G::prompt(to_move))? else {
                return Ok(ExitReason::Quit);
            };
            if self.execute_line(&line)?.is_break() {
                return Ok(ExitReason::Quit);
            }
        }
    }

    fn move_automatically(&mut self) -> io::Result<()> {
        let Some(mv) = self.auto_player.choose(&self.game, self.automatic_sides()) else {
            return Ok(());
        };
        let text = self.game.position().move_text(mv);
        self.console.print(format_args!("* {text}"))?;
        self.console.log_line(&text)?;
        self.play(mv, &text)
    }

    fn automatic_sides(&self) -> u32 {
        self.players.iter().filter(|&&player| player == PlayerKind::Automatic).count() as u32
    }

    fn play(&mut self, mv: G::Move, text: &str) -> io::Result<()> {
        self.game.play(mv);
        self.changed(text)
    }

    /// Announces the end of the game, once.
    fn changed(&mut self, caption: &str) -> io::Result<()> {
        let result = self.game.result();
        match result {
            Some(result) if !self.announced => self.console.print(format_args!("* {result}"))?,
            _ => {}
        }
        self.announced = result.is_some();
        self.draw(caption)
    }

    fn draw(&self, caption: &str) -> io::Result<()> {
        if self.display == DisplayMode::Off {
            return Ok(());
        }
        let end = self.game.result().map(|result| result.to_string());
        let caption = end.map_or_else(|| caption.to_string(), |end| format!("{caption}: {end}"));
        display::draw(self.game.position(), &display::caption(self.game.to_move(), &caption))
    }

    fn execute_line(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        match Command::read::<G>(line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Ok(ControlFlow::Break(())),
            Ok(Some(command)) => self.execute(command, line)?,
            Err(error) => self.console.report_error(error),
        }
        Ok(ControlFlow::Continue(()))
    }

    fn execute(&mut self, command: Command, line: &str) -> io::Result<()> {
        match command {
            Command::New => self.begin(),
            Command::Move(text) => {
                let done = self.game.play_text(&text);
                self.report(done, &text)
            }
            Command::Auto(side) => {
                self.players[side.index()] = PlayerKind::Automatic;
                Ok(())
            }
            Command::Manual(side) => {
                self.players[side.index()] = PlayerKind::Manual;
                Ok(())
            }
            Command::Set(square, piece, next) => {
                let done = self.game.set(&square, &piece, next, line);
                self.report(done, "set")
            }
            Command::Limit(limit) => match self.game.set_limit(limit) {
                Ok(()) => Ok(()),
                Err(error) => self.report_error(error),
            },
            Command::Undo(count) => {
                let done = self.undo(count);
                self.report(done, "taken back")
            }
            Command::Seed(seed) => {
                self.auto_player.seed(seed);
                Ok(())
            }
            Command::Save(file) => self.save(&file),
            Command::Load(file) => self.load(&file),
            question => self.answer(&question),
        }
    }

    /// Announces and shows a change, or reports the error because of which nothing changed.
    fn report(&mut self, done: Result<(), PlayError>, caption: &str) -> io::Result<()> {
        match done {
            Ok(()) => self.changed(caption),
            Err(error) => self.report_error(error),
        }
    }

    /// Answers a question; nothing changes.
    fn answer(&mut self, question: &Command) -> io::Result<()> {
        let position = self.game.position();
        match question {
            Command::Dump => self.console.print(position.dump()),
            Command::Moves => {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let texts: Vec<_> = moves.iter().map(|&mv| position.move_text(mv)).collect();
                let count = texts.len();
                self.console.print(format_args!("{count} moves: {}", texts.join(" ")))
            }
            Command::Eval => {
                let side = position.side_to_move();
                let score = G::Evaluator::default().evaluate(position, Ply::ROOT);
                self.console.print(format_args!("{score} for {side}, the side to move"))
            }
            Command::Hint => self.hint(),
            _ => self.console.print(help::<G>()),
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.game.to_move().is_none() {
            return self.report_error("the game is over; write new to begin another");
        }
        match self.auto_player.choose(&self.game, 1) {
            Some(mv) => {
                let text = self.game.position().move_text(mv);
                self.console.print(format_args!("a good move is {text}"))
            }
            None => self.report_error("there is no legal move"),
        }
    }

    /// Takes back `count` moves, or one; and if an automatic player has answered that one, its
    /// answer as well.
    fn undo(&mut self, count: Option<u32>) -> Result<(), PlayError> {
        if let Some(count) = count {
            return self.game.undo(count);
        }
        self.game.undo(1)?;
        let is_manual = |game: &GameHistory<G>| {
            let side = game.position().side_to_move();
            self.players[side.index()] == PlayerKind::Manual
        };
        if !is_manual(&self.game) && self.players.contains(&PlayerKind::Manual) {
            let mut further = self.game.clone();
            while !is_manual(&further) && further.undo(1).is_ok() {}
            if is_manual(&further) {
                self.game = further;
            }
        }
        Ok(())
    }

    fn begin(&mut self) -> io::Result<()> {
        self.game = GameHistory::default();
        self.auto_player.begin_game();
        self.changed("new game")
    }

    fn save(&mut self, file: &str) -> io::Result<()> {
        match fs::write(file, self.game.record()) {
            Ok(()) => Ok(()),
            Err(error) => self.report_error(format_args!("{file}: {error}; name another file")),
        }
    }

    /// Takes a game from a file. An error in it changes nothing.
    fn load(&mut self, file: &str) -> io::Result<()> {
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => return self.report_error(format_args!("{file}: {error}")),
        };
        match parse_record::<G>(&text) {
            Ok(game) => {
                self.game = game;
                self.announced = false;
                self.changed("loaded")
            }
            Err((line, error)) => self.report_error(format_args!("{file}, line {line}: {error}")),
        }
    }

    fn report_error(&mut self, error: impl Display) -> io::Result<()> {
        self.console.report_error(error);
        Ok(())
    }
}

/// The game of a saved record.
///
/// # Errors
/// The number of a line, from 1, and what is wrong with it.
fn parse_record<G: Dialect>(text: &str) -> Result<GameHistory<G>, (usize, String)> {
    let mut game = GameHistory::<G>::default();
    for (index, line) in text.lines().enumerate() {
        let wrong = |error: &dyn Display| (index + 1, error.to_string());
        let done = match Command::read::<G>(line).map_err(|error| wrong(&error))? {
            None => Ok(()),
            Some(Command::New) => {
                game = GameHistory::default();
                Ok(())
            }
            Some(Command::Limit(limit)) => game.set_limit(limit),
            Some(Command::Set(square, piece, next)) => game.set(&square, &piece, next, line),
            Some(Command::Move(text)) => game.play_text(&text),
            Some(_) => return Err(wrong(&"a record holds new, limit, set and moves")),
        };
        done.map_err(|error| wrong(&error))?;
    }
    Ok(game)
}

/// What the `help` command prints. It must hold neither `*` nor `>`, which mean something in
/// scripts.
fn help<G: Dialect>() -> String {
    include_str!("help.txt").trim_end().replace("PIECES", G::PIECES)
}
