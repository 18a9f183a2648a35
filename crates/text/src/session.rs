//! The loop: automatic players move, manual ones are asked, commands are carried out.

use crate::command::Command;
use crate::console::Console;
use crate::dialect::Dialect;
use crate::display;
use crate::plain::Plain;
use crate::playing::{PlayError, Playing};
use crate::thinker::Thinker;
use games::board::Side;
use search::{Evaluator, Ply};
use std::fmt::Display;
use std::fs;
use std::io;
use std::ops::ControlFlow;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seat {
    Manual,
    Automatic,
}

/// Who the automatic player is.
#[derive(Debug)]
pub enum Mind {
    /// The program at its best.
    Thinker(Thinker),
    /// The opponent to beat.
    Plain(Box<Plain>),
}

impl Mind {
    fn think<G: Dialect>(&mut self, playing: &Playing<G>, sides: u32) -> Option<G::Move> {
        match self {
            Mind::Thinker(thinker) => thinker.think(playing, sides),
            Mind::Plain(plain) => plain.think(playing),
        }
    }

    fn seed(&mut self, seed: i64) {
        match self {
            Mind::Thinker(thinker) => thinker.seed(seed),
            Mind::Plain(plain) => plain.seed(seed),
        }
    }

    fn begin_game(&mut self) {
        if let Mind::Thinker(thinker) = self {
            thinker.begin_game();
        }
    }
}

/// Whether the board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pictures {
    /// After each change.
    Shown,
    /// Never.
    Hidden,
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// With `quit` or the end of the input.
    Polite,
    /// With the first error, as `--strict` wants it.
    Offended,
}

/// A program at work.
pub struct Session<G: Dialect> {
    playing: Playing<G>,
    seats: [Seat; 2],
    mind: Mind,
    console: Console,
    pictures: Pictures,
    /// Has the end of this game been announced?
    announced: bool,
}

impl<G: Dialect> Session<G> {
    /// A program that has just been started: a game is on, the first to move is manual, the other
    /// automatic.
    pub fn new(console: Console, mind: Mind, pictures: Pictures) -> Self {
        let playing = Playing::default();
        let first = G::start().side_to_move();
        let mut seats = [Seat::Automatic; 2];
        seats[first.index()] = Seat::Manual;
        Session { playing, seats, mind, console, pictures, announced: false }
    }

    /// Plays and answers until it is told to leave.
    ///
    /// # Errors
    /// The input cannot be read, or the output not be written.
    pub fn run(&mut self) -> io::Result<Farewell> {
        self.draw("")?;
        loop {
            if self.console.is_offended() {
                return Ok(Farewell::Offended);
            }
            let to_move = self.playing.to_move();
            if let Some(side) = to_move {
                if let Some(pass) = self.playing.position().forced_pass() {
                    self.play(pass, "pass")?;
                    continue;
                }
                if self.seats[side.index()] == Seat::Automatic {
                    self.move_automatically()?;
                    continue;
                }
            }
            let Some(line) = self.console.ask(&G::prompt(to_move))? else {
                return Ok(Farewell::Polite);
            };
            if self.obey(&line)?.is_break() {
                return Ok(Farewell::Polite);
            }
        }
    }

    fn move_automatically(&mut self) -> io::Result<()> {
        let Some(mv) = self.mind.think(&self.playing, self.automatic_sides()) else {
            return Ok(());
        };
        let text = self.playing.position().move_text(mv);
        self.console.say(format_args!("* {text}"))?;
        self.console.note(&text)?;
        self.play(mv, &text)
    }

    fn automatic_sides(&self) -> u32 {
        self.seats.iter().filter(|&&seat| seat == Seat::Automatic).count() as u32
    }

    fn play(&mut self, mv: G::Move, text: &str) -> io::Result<()> {
        self.playing.play(mv);
        self.changed(text)
    }

    /// Announces the end of the game, once.
    fn changed(&mut self, news: &str) -> io::Result<()> {
        let result = self.playing.result();
        match result {
            Some(result) if !self.announced => self.console.say(format_args!("* {result}"))?,
            _ => {}
        }
        self.announced = result.is_some();
        self.draw(news)
    }

    fn draw(&self, news: &str) -> io::Result<()> {
        if self.pictures == Pictures::Hidden {
            return Ok(());
        }
        let end = self.playing.result().map(|result| result.to_string());
        let news = end.map_or_else(|| news.to_string(), |end| format!("{news}: {end}"));
        display::draw(self.playing.position(), &display::news(self.playing.to_move(), &news))
    }

    fn obey(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        match Command::read::<G>(line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Ok(ControlFlow::Break(())),
            Ok(Some(command)) => self.carry_out(command, line)?,
            Err(error) => self.console.complain(error),
        }
        Ok(ControlFlow::Continue(()))
    }

    fn carry_out(&mut self, command: Command, line: &str) -> io::Result<()> {
        match command {
            Command::New => self.begin(),
            Command::Move(text) => {
                let done = self.playing.play_text(&text);
                self.settle(done, &text)
            }
            Command::Auto(side) => self.seat(side, Seat::Automatic),
            Command::Manual(side) => self.seat(side, Seat::Manual),
            Command::Set(square, piece, next) => {
                let done = self.playing.set(&square, &piece, next, line);
                self.settle(done, "set")
            }
            Command::Limit(limit) => match self.playing.set_limit(limit) {
                Ok(()) => Ok(()),
                Err(error) => self.complain(error),
            },
            Command::Undo(count) => {
                let done = self.take_back(count);
                self.settle(done, "taken back")
            }
            Command::Seed(seed) => {
                self.mind.seed(seed);
                Ok(())
            }
            Command::Save(file) => self.save(&file),
            Command::Load(file) => self.load(&file),
            asked => self.tell(&asked),
        }
    }

    /// Shows what has changed, or complains that nothing has.
    fn settle(&mut self, done: Result<(), PlayError>, news: &str) -> io::Result<()> {
        match done {
            Ok(()) => self.changed(news),
            Err(error) => self.complain(error),
        }
    }

    /// Answers a question; nothing changes.
    fn tell(&mut self, asked: &Command) -> io::Result<()> {
        let position = self.playing.position();
        match asked {
            Command::Dump => self.console.say(position.dump()),
            Command::Moves => {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let texts: Vec<_> = moves.iter().map(|&mv| position.move_text(mv)).collect();
                let count = texts.len();
                self.console.say(format_args!("{count} moves: {}", texts.join(" ")))
            }
            Command::Eval => {
                let (side, score) = (
                    position.side_to_move(),
                    G::Evaluator::default().evaluate(position, Ply::ROOT),
                );
                self.console.say(format_args!("{score} for {side}, who is to move"))
            }
            Command::Hint => self.hint(),
            _ => self.console.say(help::<G>()),
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.playing.to_move().is_none() {
            return self.complain("the game is over; write new to begin another");
        }
        match self.mind.think(&self.playing, 1) {
            Some(mv) => {
                let text = self.playing.position().move_text(mv);
                self.console.say(format_args!("a good move is {text}"))
            }
            None => self.complain("there is no legal move"),
        }
    }

    /// Takes back so many moves, or, if an automatic player has answered, what it answered and what
    /// it answered to.
    fn take_back(&mut self, count: Option<u32>) -> Result<(), PlayError> {
        if let Some(count) = count {
            return self.playing.undo(count);
        }
        self.playing.undo(1)?;
        let is_manual = |playing: &Playing<G>| {
            let side = playing.position().side_to_move();
            self.seats[side.index()] == Seat::Manual
        };
        if !is_manual(&self.playing) && self.seats.contains(&Seat::Manual) {
            let mut further = self.playing.clone();
            while !is_manual(&further) && further.undo(1).is_ok() {}
            if is_manual(&further) {
                self.playing = further;
            }
        }
        Ok(())
    }

    fn begin(&mut self) -> io::Result<()> {
        self.playing = Playing::default();
        self.mind.begin_game();
        self.changed("new game")
    }

    fn seat(&mut self, side: Side, seat: Seat) -> io::Result<()> {
        self.seats[side.index()] = seat;
        Ok(())
    }

    fn save(&mut self, file: &str) -> io::Result<()> {
        match fs::write(file, self.playing.record()) {
            Ok(()) => Ok(()),
            Err(error) => self.complain(format_args!("{file}: {error}; name another file")),
        }
    }

    /// Takes a game from a file; if anything in it is wrong, the game that is on stays.
    fn load(&mut self, file: &str) -> io::Result<()> {
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => return self.complain(format_args!("{file}: {error}")),
        };
        match recorded::<G>(&text) {
            Ok(playing) => {
                self.playing = playing;
                self.announced = false;
                self.changed("loaded")
            }
            Err((line, error)) => self.complain(format_args!("{file}, line {line}: {error}")),
        }
    }

    fn complain(&mut self, error: impl Display) -> io::Result<()> {
        self.console.complain(error);
        Ok(())
    }
}

/// The game that a saved record plays; else the line, from 1, and what is wrong with it.
fn recorded<G: Dialect>(text: &str) -> Result<Playing<G>, (usize, String)> {
    let mut playing = Playing::<G>::default();
    for (index, line) in text.lines().enumerate() {
        let wrong = |error: &dyn Display| (index + 1, error.to_string());
        let done = match Command::read::<G>(line).map_err(|error| wrong(&error))? {
            None => Ok(()),
            Some(Command::New) => {
                playing = Playing::default();
                Ok(())
            }
            Some(Command::Limit(limit)) => playing.set_limit(limit),
            Some(Command::Set(square, piece, next)) => playing.set(&square, &piece, next, line),
            Some(Command::Move(text)) => playing.play_text(&text),
            Some(_) => return Err(wrong(&"a record holds new, limit, set and moves")),
        };
        done.map_err(|error| wrong(&error))?;
    }
    Ok(playing)
}

/// What the `help` command prints: neither `*` nor the prompt's sign may stand in it.
fn help<G: Dialect>() -> String {
    include_str!("help.txt").trim_end().replace("PIECES", G::PIECES)
}
