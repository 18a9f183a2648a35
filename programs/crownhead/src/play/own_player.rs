//! A game against our player, in this process: `text` plays it, and the page gives all commands.

use crate::play::args::PlayArgs;
use cli::ProgramError;
use games::with_game;
use std::time::Duration;
use text::browser::{self, BrowserOptions};
use text::players::search_player::{GameTime, TimeLimits};

/// Our player's time for a game by default, as in the text programs.
const SECONDS: u32 = 40;

/// Plays until the page or Ctrl-C in the terminal ends the program, both without an error.
pub fn run(args: &PlayArgs) -> Result<(), ProgramError> {
    let game = Duration::from_secs(args.seconds.unwrap_or(SECONDS).into());
    let options = BrowserOptions {
        person: args.side,
        limits: TimeLimits { per_move: args.move_time, per_game: GameTime::BothSides(game) },
        launch: args.launch(),
        port: args.port,
    };
    let played = with_game!(args.game, Position => browser::play::<Position>(&options));
    played
}
