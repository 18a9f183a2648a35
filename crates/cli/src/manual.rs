//! Man pages and completions of a program, made from its command line, so that they cannot differ
//! from `--help`.
//!
//! Every program with options understands `PROGRAM --write-manual DIR`. The files then lie in DIR
//! as they do in /usr/share or ~/.local/share:
//!
//! | place | content |
//! |---|---|
//! | `man/man1/NAME.1`, `NAME-SUBCOMMAND.1` | man pages |
//! | `bash-completion/completions/NAME` | completions of bash |
//! | `zsh/site-functions/_NAME` | completions of zsh |
//! | `fish/vendor_completions.d/NAME.fish` | completions of fish |
//! | `powershell/NAME.ps1` | completions of PowerShell |
//!
//! No option of the parser: it works where the parser asks for other arguments.

use crate::ProgramError;
use crate::man_page::man_page;
use clap::Command;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

pub use clap_complete::Shell;

const OPTION: &str = "--write-manual";

/// If this process was started with `--write-manual DIR`, writes the manual of the program and
/// returns its exit code; otherwise does nothing.
pub fn write_if_requested(command: impl FnOnce() -> Command) -> Option<ExitCode> {
    let mut words = env::args_os().skip(1);
    if words.next()? != OPTION {
        return None;
    }
    let command = command();
    let name = command.get_name().to_string();
    Some(match write_into(command, &words.collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(&name),
    })
}

fn write_into(command: Command, words: &[OsString]) -> Result<(), ProgramError> {
    match words {
        [folder] if !folder.is_empty() => write(command, Path::new(folder)),
        _ => Err(ProgramError::Usage(format!(
            "{OPTION} takes one folder and nothing else, like ~/.local/share"
        ))),
    }
}

/// Writes all files of a program into `folder`, which need not exist.
pub fn write(command: Command, folder: &Path) -> Result<(), ProgramError> {
    let name = command.get_name().to_string();
    for (place, shell) in [
        (format!("bash-completion/completions/{name}"), Shell::Bash),
        (format!("zsh/site-functions/_{name}"), Shell::Zsh),
        (format!("fish/vendor_completions.d/{name}.fish"), Shell::Fish),
        (format!("powershell/{name}.ps1"), Shell::PowerShell),
    ] {
        let path = folder.join(place);
        path.parent().map_or(Ok(()), make)?;
        let text = completions(&command, shell);
        fs::write(&path, text).map_err(unwritable(&path))?;
    }
    let pages = folder.join("man/man1");
    make(&pages)?;
    let version = command.get_version().unwrap_or_default().to_string();
    let mut command = command.disable_help_subcommand(true);
    command.build();
    write_pages(&command, &version, &pages)
}

/// Writes the page of a command, and those of its subcommands.
fn write_pages(command: &Command, version: &str, pages: &Path) -> Result<(), ProgramError> {
    for one in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        write_pages(one, version, pages)?;
    }
    let (name, page) = man_page(command, version).map_err(unwritable(pages))?;
    let path = pages.join(name);
    fs::write(&path, page).map_err(unwritable(&path))
}

fn make(folder: &Path) -> Result<(), ProgramError> {
    fs::create_dir_all(folder).map_err(unwritable(folder))
}

fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> ProgramError {
    let path = path.display().to_string();
    move |error| ProgramError::Failed(format!("{path}: cannot be written: {error}"))
}

/// The completions of a program for a shell.
pub fn completions(command: &Command, shell: Shell) -> String {
    let (name, mut text) = (command.get_name(), Vec::new());
    // A copy, because this adds a command `help`, which needs no man pages.
    clap_complete::generate(shell, &mut command.clone(), name, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Arg;

    fn program() -> Command {
        let play = Command::new("play").about("Plays a game").arg(Arg::new("seed").long("seed"));
        Command::new("toy").about("Plays").after_help("Examples:\n  toy play").subcommand(play)
    }

    #[test]
    fn every_file_is_where_its_reader_looks_for_it_and_names_the_option() {
        let folder = tempfile::tempdir().expect("a folder");
        write(program(), &folder.path().join("share")).expect("written");
        for place in [
            "man/man1/toy-play.1",
            "bash-completion/completions/toy",
            "zsh/site-functions/_toy",
            "fish/vendor_completions.d/toy.fish",
            "powershell/toy.ps1",
        ] {
            let text = fs::read_to_string(folder.path().join("share").join(place)).expect(place);
            // In a man page a hyphen has a backslash before it; fish has no hyphens there.
            assert!(text.contains("seed"), "{place}: {text}");
        }
        assert!(!folder.path().join("share/man/man1/toy-help.1").exists());
        let page = folder.path().join("share/man/man1/toy.1");
        let page = fs::read_to_string(page).expect("a page");
        assert!(page.contains("toy\\-play(1)") && page.contains(".SH EXAMPLES"), "{page}");
    }

    #[test]
    fn other_words_than_one_folder_are_an_error() {
        for words in [&[][..], &["a", "b"], &[""]] {
            let words: Vec<_> = words.iter().map(OsString::from).collect();
            let result = write_into(program(), &words);
            assert!(matches!(result, Err(ProgramError::Usage(_))), "{words:?}");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("written");
        let error = write(program(), &file).expect_err("no folder");
        let text = error.to_string();
        assert!(text.contains("file") && text.contains("cannot be written"), "{text}");
    }
}
