//! `crownhead pdn dedupe`.

use crate::error::AppError;
use crate::pdn_files::ending::last_position;
use crate::pdn_files::reading::Files;
use crate::pdn_files::writing::{Output, OutputArgs, WriteArgs};
use clap::Args;
use formats::pdn::Game;
use games::Notation;
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::io::{Write, stderr};

/// Writes each game once: of games with the same first position and moves the first
#[derive(Debug, Args)]
pub struct DedupeArgs {
    #[command(flatten)]
    files: Files,
    /// Leave out games too that come to the same last position in as many moves, in another order
    #[arg(long)]
    transpositions: bool,
    #[command(flatten)]
    write: WriteArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Writes the games that have not occurred before.
pub fn run(args: &DedupeArgs) -> Result<(), AppError> {
    let (mut output, style) = (Output::open(&args.output)?, args.write.style());
    let (mut seen, mut games) = (HashSet::new(), 0);
    let wrong = args.files.for_each(&mut |game| {
        games += 1;
        if seen.insert(digest(&same(&game, args.transpositions))) {
            output.game(&game, style)
        } else {
            Ok(())
        }
    })?;
    output.finish()?;
    let (kept, again) = (seen.len(), games - seen.len());
    // The games are written; nobody needs the count to go on.
    let _ = writeln!(stderr(), "crownhead: {kept} games, and {again} that had occurred before");
    AppError::left_out(wrong)
}

/// What games that are the same have in common.
fn same(game: &Game, transpositions: bool) -> String {
    if transpositions { by_last_position(game) } else { by_moves(game) }
}

/// The first and the last position, and the number of moves.
fn by_last_position(game: &Game) -> String {
    let (first, last) = (game.start.fen(), last_position(game).fen());
    format!("{first} {last} {}", game.line.turns.len())
}

/// The first position and the moves, the way of each capture included.
fn by_moves(game: &Game) -> String {
    let mut text = game.start.fen();
    let mut here = game.start;
    for turn in &game.line.turns {
        text.push(' ');
        text.push_str(&here.move_text(turn.mv));
        here = games::Game::play(&here, turn.mv);
    }
    text
}

/// Stands for a text, in less memory.
fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text).into()
}
