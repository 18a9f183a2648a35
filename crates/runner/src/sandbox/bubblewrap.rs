//! Namespaces by `bubblewrap`, where the system refuses them to this program but not to that one.
//!
//! `bwrap` makes the same tree of files as [`MountPlan`], from the same steps, and then executes
//! this program once more as the launcher: process 1 in there, with the channel to the referee as
//! its standard input and the agent's directory, opened by the referee, as its standard output.
//! Both `bwrap` and the launcher die with the referee. In contrast to our own tree the number of
//! files in `/tmp` is not limited, only their size. One that is setuid root does not even limit
//! that, and is not used. Source: `bwrap(1)`, of version 0.8.

use crate::fork::starting;
use crate::sandbox::mount_plan::{
    HOST_NAME, MountPlan, MountStep, NO_DEVICES, READ_ONLY, path_inside,
};
use crate::search_path::search_path;
use nix::unistd::geteuid;
use std::env;
use std::ffi::{CStr, OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The argument with which this program becomes a launcher.
pub(crate) const LAUNCHER_ARGUMENT: &str = "sandbox-launcher";
/// Where this program lies inside.
const LAUNCHER_PROGRAM: &str = "/referee";
const NAME: &str = "bwrap";
const FIRST_WORDS: [&str; 9] = [
    "--unshare-user",
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-net",
    "--unshare-uts",
    "--as-pid-1",
    "--die-with-parent",
    "--hostname",
    HOST_NAME,
];
/// Also for root, who is another user inside and keeps no right.
const WORDS_OF_ROOT: [&str; 6] = ["--uid", "1000", "--gid", "1000", "--cap-drop", "ALL"];
/// Bytes of the folders in memory, and of those that hold only what the tree needs.
const MEMORY: &str = "67108864";
const SKELETON: &str = "4194304";
/// How long it may take to start at all.
const PATIENCE: Duration = Duration::from_secs(20);
/// Bytes of what it may say.
const MOST_TEXT: u64 = 4096;

/// Whether the program that uses this library becomes a launcher when it is asked to.
static HAS_ENTRY: AtomicBool = AtomicBool::new(false);

pub(crate) fn note_entry() {
    HAS_ENTRY.store(true, Ordering::Relaxed);
}

/// Why it makes no namespaces here.
#[derive(Debug)]
pub(super) enum BwrapFault {
    /// It is not installed.
    Missing,
    /// This program does not become a launcher.
    OtherProgram,
    /// It says this.
    Fails(String),
}

impl fmt::Display for BwrapFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BwrapFault::Missing => f.write_str("bwrap is not installed"),
            BwrapFault::OtherProgram => f.write_str("this program does not use bwrap"),
            BwrapFault::Fails(said) => write!(f, "bwrap fails, \"{said}\""),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Bubblewrap {
    program: PathBuf,
    words: Vec<OsString>,
}

impl Bubblewrap {
    /// # Errors
    /// The file of this program is not known.
    pub(super) fn new(program: &Path, plan: &MountPlan) -> io::Result<Self> {
        let launcher = env::current_exe()?;
        let mut words: Vec<OsString> = FIRST_WORDS.map(OsString::from).into();
        let of_root = WORDS_OF_ROOT.iter().filter(|_| geteuid().is_root());
        words.extend(of_root.map(OsString::from));
        let (steps, finished) = plan.steps();
        steps.iter().for_each(|step| add_words(step, &mut words));
        let launcher =
            [OsStr::new("--ro-bind"), launcher.as_os_str(), OsStr::new(LAUNCHER_PROGRAM)];
        words.extend(launcher.map(OsStr::to_os_string));
        for at in finished {
            words.extend(["--remount-ro".into(), path_inside(at).to_os_string()]);
        }
        words.extend(["--", LAUNCHER_PROGRAM, LAUNCHER_ARGUMENT].map(OsString::from));
        Ok(Bubblewrap { program: program.to_path_buf(), words })
    }

    /// The program, if a launcher that sees these folders can be started by it.
    pub(super) fn find(system: &[PathBuf]) -> Result<PathBuf, BwrapFault> {
        if !HAS_ENTRY.load(Ordering::Relaxed) {
            return Err(BwrapFault::OtherProgram);
        }
        let program = installed().ok_or(BwrapFault::Missing)?;
        let plan = MountPlan::new(system, &[], &[]);
        let tried = plan.and_then(|plan| Bubblewrap::new(&program, &plan)?.start_empty());
        tried.map(|()| program).map_err(|error| BwrapFault::Fails(error.to_string()))
    }

    /// Starts a launcher with its end of the channel and the agent's directory.
    ///
    /// # Errors
    /// `bwrap` cannot be executed. If it fails, the channel ends.
    pub(crate) fn start(&self, channel: UnixStream, home: OwnedFd) -> io::Result<Child> {
        let kept = ["PATH", "LANG"].map(|name| (name, env::var_os(name)));
        let kept = kept.into_iter().filter_map(|(name, value)| Some((name, value?)));
        // In a group of its own no Ctrl-C reaches it.
        Command::new(&self.program)
            .args(&self.words)
            .env_clear()
            .envs(kept)
            .stdin(OwnedFd::from(channel))
            .stdout(home)
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
    }

    /// Starts a launcher that gets an empty request and answers it.
    fn start_empty(&self) -> io::Result<()> {
        let (mut ours, theirs) = UnixStream::pair()?;
        ours.set_read_timeout(Some(PATIENCE))?;
        let home = File::open("/dev/null")?;
        let mut child = starting(|| self.start(theirs, home.into()))?;
        let mut answer = [1; 4];
        let answered = ours.write_all(&[0; 4]).and_then(|()| ours.read_exact(&mut answer));
        if answered.is_ok() && answer == [0; 4] {
            return child.wait().map(drop);
        }
        // It fails if it has ended.
        let _ = child.kill();
        child.wait()?;
        Err(printed_error(child.stderr))
    }
}

fn installed() -> Option<PathBuf> {
    let folders = search_path();
    env::split_paths(&folders).map(|folder| folder.join(NAME)).find(|path| {
        let found = path.metadata();
        found.is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
    })
}

/// What one that has failed and ended has printed.
pub(crate) fn printed_error(errors: Option<ChildStderr>) -> io::Error {
    let mut text = Vec::new();
    let _ = errors.map(|errors| errors.take(MOST_TEXT).read_to_end(&mut text));
    let text = String::from_utf8_lossy(&text);
    io::Error::other(text.lines().next().unwrap_or("it has ended").to_string())
}

fn add_words(step: &MountStep, words: &mut Vec<OsString>) {
    let word = OsStr::new;
    let list = match step {
        MountStep::Folder(at) => vec![word("--dir"), path_inside(at)],
        // A bind makes the file that it needs.
        MountStep::File(_) => Vec::new(),
        MountStep::Link { target, at } => vec![word("--symlink"), outside(target), path_inside(at)],
        MountStep::Bind { from, at, attributes } => {
            let kind = match (attributes & NO_DEVICES, attributes & READ_ONLY) {
                (0, _) => "--dev-bind",
                (_, 0) => "--bind",
                _ => "--ro-bind",
            };
            vec![word(kind), outside(from), path_inside(at)]
        }
        MountStep::HideFolder(at) => vec![word("--tmpfs"), path_inside(at)],
        MountStep::HideFile(at) => {
            vec![word("--ro-bind-try"), word("/dev/null"), path_inside(at)]
        }
        MountStep::Memory(at) => {
            let options = ["--perms", "1777", "--size", MEMORY, "--tmpfs"].map(word);
            options.into_iter().chain([path_inside(at)]).collect()
        }
        MountStep::Skeleton(at) => {
            vec![word("--size"), word(SKELETON), word("--tmpfs"), path_inside(at)]
        }
        MountStep::Processes(at) => vec![word("--proc"), path_inside(at)],
    };
    words.extend(list.into_iter().map(OsString::from));
}

fn outside(path: &CStr) -> &OsStr {
    OsStr::from_bytes(path.to_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::mount_plan::Writing;

    fn words(own: &Path) -> String {
        let readable = [PathBuf::from("/etc/passwd"), PathBuf::from("/does/not/exist")];
        let own = [(own, Writing::Allowed)];
        let plan = MountPlan::new(&[PathBuf::from("/usr")], &readable, &own)
            .expect("paths without zero bytes");
        let bubblewrap = Bubblewrap::new(Path::new("/usr/bin/bwrap"), &plan).expect("a program");
        let texts = bubblewrap.words.iter().map(|word| word.to_string_lossy());
        format!(" {} ", texts.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn the_words_make_what_the_view_shows() {
        let root = tempfile::Builder::new().prefix("plan-").tempdir_in("/tmp").expect("a folder");
        let dir = root.path().join("agent");
        std::fs::create_dir(&dir).expect("made");
        let (root, dir) = (root.path().display(), dir.display());
        let words = words(Path::new(&dir.to_string()));
        let order = [
            " --unshare-net ".to_string(),
            " --ro-bind /usr /usr ".to_string(),
            " --dev-bind /dev/null /dev/null ".to_string(),
            " --proc /proc ".to_string(),
            " --perms 1777 --size 67108864 --tmpfs /tmp ".to_string(),
            " --ro-bind /etc/passwd /etc/passwd ".to_string(),
            format!(" --size 4194304 --tmpfs {root} "),
            format!(" --bind {dir} {dir} "),
            format!(" --remount-ro {root} "),
            " --remount-ro / -- /referee sandbox-launcher ".to_string(),
        ];
        let places = order.iter().map(|part| words.find(part).unwrap_or_else(|| panic!("{part}")));
        assert!(places.is_sorted(), "{words}");
        assert!(!words.contains("exist"), "what is missing is left out: {words}");
    }

    #[test]
    fn a_program_that_does_not_become_a_launcher_starts_none() {
        assert!(matches!(Bubblewrap::find(&["/usr".into()]), Err(BwrapFault::OtherProgram)));
    }
}
