//! What agents and builds may read beside the system, and the lines that say it.

use crate::commands::outcome::warn;
use cli::visible;
use referee::players::Agent;
use runner::holds_home;
use runner::process::Charging;
use runner::sandbox::{Sandbox, SandboxLevel, SandboxMode};
use std::path::{Path, PathBuf};
use std::sync::Once;

/// What is readable because the user says so, or because a compiler is installed there.
#[derive(Debug)]
pub struct Readable {
    paths: Vec<PathBuf>,
    /// A class, a result or another agent may be in it.
    touches_others: bool,
}

impl Readable {
    /// For agents of which none is known yet: any may lie in a folder.
    pub fn libraries(paths: &[PathBuf]) -> Self {
        let paths = outside_system(paths);
        Readable { touches_others: paths.iter().any(|path| path.is_dir()), paths }
    }

    pub fn by_agents<'a>(agents: impl IntoIterator<Item = &'a Agent>) -> Self {
        Readable::libraries(&agents.into_iter().flat_map(also_readable).collect::<Vec<_>>())
    }

    /// For a class in a folder with its results in another one.
    pub fn in_class(paths: &[PathBuf], [class, out]: [&Path; 2]) -> Self {
        let touches = |path: &Path| {
            [class, out].iter().any(|place| place.starts_with(path) || path.starts_with(place))
        };
        let touches_others = paths.iter().any(|path| touches(&real(path)));
        Readable { paths: outside_system(paths), touches_others }
    }

    /// What is named, behind the folders of the system, and what is not readable.
    fn sentence(&self, system: &str) -> String {
        let others = "class, results or other agent";
        let holds_home = self.paths.iter().any(|path| holds_home(path));
        let kept = match (holds_home, self.touches_others) {
            (false, false) => format!("no home, {others}"),
            (true, false) => format!("no {others}"),
            (false, true) => "no home".to_string(),
            (true, true) => String::new(),
        };
        let added = named(self.paths.clone());
        match (added.is_empty(), kept.is_empty()) {
            (true, _) => format!("{system}; {kept}"),
            (false, true) => format!("{system}, {added}"),
            (false, false) => format!("{system}, {added}; besides these {kept}"),
        }
    }
}

fn outside_system(paths: &[PathBuf]) -> Vec<PathBuf> {
    paths.iter().map(|path| real(path)).filter(|path| !Sandbox::is_of_system(path)).collect()
}

/// A path without links, if it is there.
pub fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// With a sandbox, unless the user does not want one or the system has none. Says once which it is.
pub fn sandbox_mode(no_sandbox: bool, added: &Readable) -> SandboxMode {
    static TOLD: Once = Once::new();
    let mode = if no_sandbox { SandboxMode::Off } else { SandboxMode::best() };
    TOLD.call_once(|| {
        warn(format_args!("{}; {}", sandbox_sentence(no_sandbox), Charging::here()));
        if mode.level() > SandboxLevel::None {
            warn(format_args!("readable: {}", added.sentence(&named(Sandbox::of_system()))));
        }
    });
    mode
}

/// Says what an agent may read beside its folder, its program and the system.
pub fn tell_readable(agent: &Agent) {
    let also = named(also_readable(agent));
    if !also.is_empty() {
        warn(format_args!("{}: also readable: {also}", agent.name));
    }
}

fn also_readable(agent: &Agent) -> Vec<PathBuf> {
    let is_own = |path: &Path| agent.directory.as_ref().is_some_and(|own| path.starts_with(own));
    let also = agent.files.iter().filter(|path| !Sandbox::is_of_system(path) && !is_own(path));
    also.cloned().collect()
}

/// Those that are there, each once.
fn named(mut paths: Vec<PathBuf>) -> String {
    paths.sort();
    paths.dedup();
    let shown = paths.iter().filter(|path| path.exists()).map(visible::path).collect::<Vec<_>>();
    cli::first_of(&shown, 14, ", ")
}

fn sandbox_sentence(no_sandbox: bool) -> String {
    let refused = Sandbox::refused().unwrap_or_default();
    match Sandbox::level() {
        _ if no_sandbox => "sandbox none, as wanted: run only agents you trust".to_string(),
        SandboxLevel::Full if Sandbox::is_by_bwrap() => {
            "sandbox full: namespaces (by bwrap), Landlock, system call filter".to_string()
        }
        SandboxLevel::Full => "sandbox full: namespaces, Landlock, system call filter".to_string(),
        SandboxLevel::Partial => {
            let signals = if Sandbox::limits_signals() { "" } else { SIGNALS_LEAVE_SANDBOX };
            format!("sandbox partial: without {refused}{signals}")
        }
        SandboxLevel::None => format!("{NO_SANDBOX} (without {refused})"),
    }
}

/// The warning where agents can only run without a sandbox.
const NO_SANDBOX: &str = "sandbox none: run only agents you trust";
/// The warning where Landlock is only about files.
const SIGNALS_LEAVE_SANDBOX: &str = "; this kernel is older than Linux 6.12: an agent can send \
     signals to your other processes, and one that forks without end may live on for long, so run \
     only agents you trust";

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, slice};

    #[test]
    fn only_what_is_true_is_said_to_be_hidden() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path().canonicalize().expect("there");
        let [class, anna, out, other] =
            ["class", "class/anna", "out", "other"].map(|name| root.join(name));
        for folder in [&anna, &out, &other] {
            fs::create_dir_all(folder).expect("made");
        }
        let others = "class, results or other agent";
        let said = |added: &[PathBuf]| Readable::in_class(added, [&class, &out]).sentence("/usr");
        assert_eq!(said(&[]), format!("/usr; no home, {others}"));
        assert_eq!(said(&["/usr/bin".into()]), said(&[]));
        let named = format!("/usr, {}; besides these no home", other.display());
        assert_eq!(said(slice::from_ref(&other)), format!("{named}, {others}"));
        assert_eq!(Readable::libraries(&[other]).sentence("/usr"), named);
        for added in [&root, &class, &anna, &out] {
            let expected = format!("/usr, {}; besides these no home", added.display());
            assert_eq!(said(slice::from_ref(added)), expected);
        }
    }
}
