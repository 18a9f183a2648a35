//! The program `crownhead`, which shows pages in a browser. The referee only starts it: it links no
//! board, no server and no search, and what the other program does cannot change a match.

use classroom::ClassError;
use cli::ProgramError;
use cli::visible;
use runner::interpreter::is_program;
use std::ffi::OsStr;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, ExitCode, Stdio};
use std::{env, io};

const NAME: &str = "crownhead";

#[derive(Clone, Debug)]
pub struct BoardProgram(PathBuf);

/// Runs the program to its end; returns its exit code.
pub fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Result<ExitCode, ProgramError> {
    let BoardProgram(path) = BoardProgram::find()?;
    let status = Command::new(&path).args(args).status();
    let status = status.map_err(|error| not_started(&path, &error))?;
    // Ended by a signal: the referee has not done its work.
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(4).into())
}

impl BoardProgram {
    /// Looks beside this program, then in PATH.
    pub fn find() -> Result<Self, ProgramError> {
        BoardProgram::find_for("shows pages")
    }

    /// The same; if it is missing, the error says that it does this.
    pub fn find_for(job: &str) -> Result<Self, ProgramError> {
        let found = find_program(NAME);
        found.map(BoardProgram).ok_or_else(|| {
            let own = own_folder().map(|own| format!("in {} nor ", visible::path(own)));
            ProgramError::Usage(format!(
                "the program crownhead, which {job}, is neither {}in PATH; build it with: \
                 cargo build --release -p crownhead",
                own.unwrap_or_default()
            ))
        })
    }

    /// Writes the games of a folder as one page, with `nodes` nodes for each position. The error is
    /// the last line that the program printed, or the reason that it cannot be started.
    pub fn report(&self, folder: &Path, page: &Path, nodes: u64) -> Result<(), ClassError> {
        let mut command = Command::new(&self.0);
        command.args(["report", "--nodes", &nodes.to_string()]).arg("--html").arg(page);
        command.arg("--").arg(folder);
        self.run_silently(command)
    }

    /// Writes what follows from the folder of a diagnosis into it. The error is as of `report`.
    pub fn diagnosis(&self, folder: &Path, nodes: u64) -> Result<(), ClassError> {
        let mut command = Command::new(&self.0);
        command.args(["diagnosis", "--nodes", &nodes.to_string()]).arg("--").arg(folder);
        self.run_silently(command)
    }

    /// A process that answers requests until its input ends. Interrupts of the terminal do not
    /// reach it, so that games in play end as they would without it.
    pub fn api(&self) -> io::Result<Child> {
        let mut command = Command::new(&self.0);
        command.arg("api").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        command.process_group(0).spawn()
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    fn run_silently(&self, mut command: Command) -> Result<(), ClassError> {
        let output = command.stdin(Stdio::null()).output();
        let output = output
            .map_err(|error| ClassError::Failed(format!("{}: {error}", visible::path(&self.0))))?;
        if output.status.success() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let last = text.lines().rfind(|line| !line.trim().is_empty());
        Err(ClassError::Failed(last.map_or_else(|| output.status.to_string(), str::to_string)))
    }

    /// Starts `crownhead watch` for the match in `folder`. The page ends by itself soon after this
    /// process. Interrupts of the terminal do not reach it, so it still shows how the match ended.
    pub fn watch(&self, folder: &Path) -> Result<Child, ProgramError> {
        let mut command = Command::new(&self.0);
        command.arg("watch").arg(folder).arg("--until-exit-of").arg(process::id().to_string());
        // Standard output belongs to the result, perhaps as JSON: the address goes beside it.
        let error = io::stderr().as_fd().try_clone_to_owned();
        let output = error.map_or_else(|_| Stdio::null(), Stdio::from);
        command.stdin(Stdio::null()).stdout(output).process_group(0);
        command.spawn().map_err(|error| not_started(&self.0, &error))
    }
}

/// The program of this name beside this one, or in PATH.
pub fn find_program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders = own_folder().into_iter().chain(env::split_paths(&path));
    folders.find_map(|folder| Some(folder.join(name)).filter(|found| is_program(found)))
}

fn own_folder() -> Option<PathBuf> {
    env::current_exe().ok().and_then(|own| Some(own.parent()?.to_path_buf()))
}

fn not_started(path: &Path, error: &io::Error) -> ProgramError {
    ProgramError::Usage(format!(
        "{} cannot be started: {error}; build it again, or do without the page",
        visible::path(path)
    ))
}
