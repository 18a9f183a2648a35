//! `crownhead pdn convert`, `dedupe` and `split`: the same games in another form, each once, or in
//! several files.

use crate::error::AppError;
use crate::pdn_files::classify::last_position;
use crate::pdn_files::reading::Files;
use crate::pdn_files::writing::{GameOutput, OutputArgs, WriteArgs};
use crate::streams::print;
use clap::{Args, ValueEnum};
use formats::pdn::{self, PdnGame};
use games::{Game as _, Notation};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fs;
use std::io::{Write, stderr};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Writes games as strict PDN 3.0, or their positions in FEN
#[derive(Debug, Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    files: Files,
    /// What to write
    #[arg(long, value_enum, default_value = "pdn", value_name = "FORM")]
    to: ConvertTo,
    #[command(flatten)]
    write: WriteArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ConvertTo {
    /// Games
    Pdn,
    /// The first position of each game
    StartFen,
    /// The last position of each game
    FinalFen,
    /// Every position of each game
    EveryFen,
}

pub fn convert(args: &ConvertArgs) -> Result<(), AppError> {
    let (mut output, style) = (GameOutput::open(&args.output)?, args.write.style());
    let wrong = args.files.for_each(&mut |game| match args.to {
        ConvertTo::Pdn => output.game(&game, style),
        ConvertTo::StartFen => output.fen(&game.start),
        ConvertTo::FinalFen => game.positions().last().map_or(Ok(()), |last| output.fen(last)),
        ConvertTo::EveryFen => {
            game.positions().iter().try_for_each(|position| output.fen(position))
        }
    })?;
    output.finish()?;
    AppError::left_out(wrong)
}

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

pub fn dedupe(args: &DedupeArgs) -> Result<(), AppError> {
    let (mut output, style) = (GameOutput::open(&args.output)?, args.write.style());
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
    // A closed standard error does not matter: the games are written.
    let _ = writeln!(stderr(), "crownhead: {kept} games, and {again} that had occurred before");
    AppError::left_out(wrong)
}

/// Equal for games that count as the same.
fn same(game: &PdnGame, transpositions: bool) -> String {
    if transpositions { by_last_position(game) } else { by_moves(game) }
}

/// The first and the last position, and the number of moves.
fn by_last_position(game: &PdnGame) -> String {
    let (first, last) = (game.start.fen(), last_position(game).fen());
    format!("{first} {last} {}", game.line.turns.len())
}

/// The first position and the moves, the way of each capture included.
fn by_moves(game: &PdnGame) -> String {
    let mut text = game.start.fen();
    let mut here = game.start;
    for turn in &game.line.turns {
        text.push(' ');
        text.push_str(&here.move_text(turn.mv));
        here = here.play(turn.mv);
    }
    text
}

/// Replaces a text, in less memory.
fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text).into()
}

/// Writes files of one game each, or of so many
#[derive(Debug, Args)]
pub struct SplitArgs {
    #[command(flatten)]
    files: Files,
    /// The folder for the files; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Games in each file
    #[arg(long, default_value = "1", value_name = "N")]
    games: NonZeroUsize,
    #[command(flatten)]
    write: WriteArgs,
}

/// The longest part of a file's name that comes from a player's name, in characters.
const LONGEST_NAME: usize = 30;

pub fn split(args: &SplitArgs) -> Result<(), AppError> {
    fs::create_dir_all(&args.out).map_err(|error| {
        AppError::File(format!("the folder {} cannot be made: {error}", visible::path(&args.out)))
    })?;
    let (mut held, mut files, mut games) = (Vec::new(), 0, 0);
    let mut write = |held: &mut Vec<PdnGame>| {
        files += 1;
        let text: String = held.iter().map(|game| pdn::write(game, args.write.style())).collect();
        let name = file_name(files, held);
        held.clear();
        write_new(&args.out.join(name), &text).map(|()| files)
    };
    let wrong = args.files.for_each(&mut |game| {
        games += 1;
        held.push(game);
        if held.len() < args.games.get() { Ok(()) } else { write(&mut held).map(|_| ()) }
    })?;
    if !held.is_empty() {
        write(&mut held)?;
    }
    let folder = visible::path(&args.out);
    print(&format!("{folder}: {games} games in {files} files\n"), None)?;
    AppError::left_out(wrong)
}

/// The name of a file, in the order of the games; of one game with its players.
fn file_name(number: usize, games: &[PdnGame]) -> String {
    let players = match games {
        [game] => ["Black", "White"].map(|side| game.tag(side).map(plain).unwrap_or_default()),
        _ => [String::new(), String::new()],
    };
    let players: String =
        players.iter().filter(|name| !name.is_empty()).map(|name| format!("-{name}")).collect();
    format!("{number:06}{players}.pdn")
}

/// Lower letters, digits and hyphens: a name that no file system refuses.
fn plain(name: &str) -> String {
    let letters = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
    let text: String = letters.take(LONGEST_NAME).collect();
    let words: Vec<_> = text.split('-').filter(|word| !word.is_empty()).collect();
    words.join("-").to_ascii_lowercase()
}

/// Writes a file where none is.
fn write_new(path: &Path, text: &str) -> Result<(), AppError> {
    if path.exists() {
        let path = visible::path(path);
        return Err(AppError::File(format!("{path} is there already; name an empty folder")));
    }
    formats::file::replace(path, text).map_err(AppError::file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::checkers::Position;
    use proptest::prelude::{any, prop_assert, proptest};

    #[test]
    fn a_file_of_one_game_has_its_players_in_its_name() {
        let mut game = PdnGame::starting_at(Position::start());
        assert_eq!(file_name(7, &[game.clone()]), "000007.pdn");
        game.set_tag("Black", "Marion Tinsley (US)");
        game.set_tag("White", "../..");
        assert_eq!(file_name(7, &[game.clone()]), "000007-marion-tinsley-us.pdn");
        assert_eq!(file_name(7, &[game.clone(), game]), "000007.pdn");
    }

    proptest! {
        #[test]
        fn no_name_leaves_the_folder(name in any::<String>()) {
            let name = plain(&name);
            prop_assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'));
            prop_assert!(name.len() <= LONGEST_NAME && !name.starts_with('-'));
        }
    }
}
