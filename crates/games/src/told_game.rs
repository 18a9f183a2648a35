//! The game that a line of a text program tells: by its name, or by the cells of a board.

use crate::GameName;

/// By the name of the program: `#* loa`, `path/amazons --option`.
pub fn game_of_program(line: &str) -> Option<GameName> {
    let word = line.trim_start_matches(['#', '*']).split_whitespace().next()?;
    let program = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let games = [GameName::Loa, GameName::Tablut, GameName::Amazons];
    games.into_iter().find(|game| game.text() == program)
}

/// A row of a dump: 8 cells of `- b w`, 10 of `- B W S`, or a number and 9 of `- B W K`.
pub fn game_of_row(line: &str) -> Option<GameName> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let are = |cells: &[&str], letters: &[&str]| cells.iter().all(|cell| letters.contains(cell));
    match words.len() {
        8 if are(&words, &["-", "b", "w"]) => Some(GameName::Loa),
        10 if are(&words, &["-", "B", "W", "S"]) => Some(GameName::Amazons),
        10 if are(&words[1..], &["-", "B", "W", "K"]) && words[0].parse::<u8>().is_ok() => {
            Some(GameName::Tablut)
        }
        _ => None,
    }
}
