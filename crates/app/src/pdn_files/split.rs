//! `crownhead pdn split`.

use crate::error::AppError;
use crate::output::print;
use crate::pdn_files::reading::Files;
use crate::pdn_files::writing::WriteArgs;
use clap::Args;
use formats::pdn::{self, Game};
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

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

/// Writes the files.
pub fn run(args: &SplitArgs) -> Result<(), AppError> {
    fs::create_dir_all(&args.out).map_err(|error| {
        AppError::File(format!("the folder {} cannot be made: {error}", args.out.display()))
    })?;
    let (mut held, mut files, mut games) = (Vec::new(), 0, 0);
    let mut write = |held: &mut Vec<Game>| {
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
    let folder = args.out.display();
    print(&format!("{folder}: {games} games in {files} files\n"), None)?;
    AppError::left_out(wrong)
}

/// The name of a file, in the order of the games; of one game with its players.
fn file_name(number: usize, games: &[Game]) -> String {
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
        let path = path.display();
        return Err(AppError::File(format!("{path} is there already; name an empty folder")));
    }
    formats::file::replace(path, text).map_err(|error| AppError::File(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game as _;
    use games::checkers::Position;
    use proptest::prelude::{any, prop_assert, proptest};

    #[test]
    fn a_file_of_one_game_has_its_players_in_its_name() {
        let mut game = Game::starting_at(Position::start());
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
