//! `crownhead pdn dedupe`.

use crate::error::AppError;
use crate::pdn_files::reading::Files;
use crate::pdn_files::writing::{Output, WriteArgs};
use clap::Args;
use games::Notation;
use pdn::Game;
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::io::{Write, stderr};

/// Writes each game once: of games with the same first position and moves the first
#[derive(Debug, Args)]
pub struct DedupeArgs {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    write: WriteArgs,
}

/// Writes the games that have not occurred before.
pub fn run(args: &DedupeArgs) -> Result<(), AppError> {
    let (mut output, style) = (Output::new(), args.write.style());
    let (mut seen, mut games) = (HashSet::new(), 0);
    let wrong = args.files.for_each(&mut |game| {
        games += 1;
        if seen.insert(digest(&game)) { output.game(&game, style) } else { Ok(()) }
    })?;
    output.finish()?;
    let (kept, again) = (seen.len(), games - seen.len());
    // The games are written; nobody needs the count to go on.
    let _ = writeln!(stderr(), "crownhead: {kept} games, and {again} that had occurred before");
    AppError::left_out(wrong)
}

/// Stands for the first position and the moves, the way of each capture included.
fn digest(game: &Game) -> [u8; 32] {
    let mut text = game.start.fen();
    let mut here = game.start;
    for turn in &game.line.turns {
        text.push(' ');
        text.push_str(&here.move_text(turn.mv));
        here = games::Game::play(&here, turn.mv);
    }
    Sha256::digest(text).into()
}
