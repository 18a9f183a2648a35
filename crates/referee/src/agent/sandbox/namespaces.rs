//! Who makes the namespaces of the sandbox: this program, or `bwrap` where the system refuses them
//! to this program, or nobody.

use crate::agent::sandbox::bubblewrap::Bubblewrap;
use crate::agent::sandbox::landlock::SYSTEM;
use crate::agent::sandbox::level::NamespaceMaker;
use crate::agent::sandbox::view::SandboxView;
use nix::unistd::geteuid;
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The only one that may be taken, if the user has named one.
static WANTED: OnceLock<NamespaceMaker> = OnceLock::new();

/// Who makes them.
#[derive(Debug)]
pub(super) enum FoundMaker {
    Own,
    /// This program.
    Bwrap(PathBuf),
    /// Nobody; what `bwrap` says to that, if it is there.
    Nobody(Option<String>),
}

/// From now on, and before anybody has asked, only this one is taken.
pub(super) fn want(maker: NamespaceMaker) {
    // A second wish comes too late.
    let _ = WANTED.set(maker);
}

/// Who makes them: tried once.
pub(super) fn maker() -> &'static FoundMaker {
    static FOUND: OnceLock<FoundMaker> = OnceLock::new();
    FOUND.get_or_init(|| {
        let may_be = |maker| WANTED.get().is_none_or(|wanted| *wanted == maker);
        if may_be(NamespaceMaker::Own) && SandboxView::is_possible() {
            FoundMaker::Own
        } else if may_be(NamespaceMaker::Bwrap) {
            by_bwrap()
        } else {
            FoundMaker::Nobody(None)
        }
    })
}

/// The folders of the system that every agent sees.
pub(super) fn system_folders() -> Vec<&'static str> {
    SYSTEM.into_iter().filter(|folder| *folder != "/proc").collect()
}

fn by_bwrap() -> FoundMaker {
    // Root needs nobody's help, and would be root inside.
    let Some(program) = Bubblewrap::installed().filter(|_| !geteuid().is_root()) else {
        return FoundMaker::Nobody(None);
    };
    let Ok(view) = SandboxView::new(&system_folders(), &[], &[]) else {
        return FoundMaker::Nobody(None);
    };
    match Bubblewrap::try_cell(&program, &view) {
        Ok(()) => FoundMaker::Bwrap(program),
        Err(why) => FoundMaker::Nobody(why),
    }
}

/// What refuses them to an ordinary user here, and who can change it.
pub(super) fn why_not(bwrap_says: Option<&str>) -> String {
    if let Some(wanted) = WANTED.get().filter(|wanted| **wanted != NamespaceMaker::Bwrap) {
        let own = "they are not to be made, by --namespaces";
        return if *wanted == NamespaceMaker::None {
            own.to_string()
        } else {
            cause().0.to_string()
        };
    }
    let (cause, help) = cause();
    match (bwrap_says, help) {
        (Some(said), _) => format!("{cause}; bwrap does not help: {said}; see docs/REFEREE.md"),
        (None, Some(help)) => format!("{cause}; {help}"),
        (None, None) => cause.to_string(),
    }
}

/// What refuses them, and what helps.
fn cause() -> (&'static str, Option<&'static str>) {
    let setting = |name: &str| fs::read_to_string(format!("/proc/sys/{name}")).unwrap_or_default();
    let setuid = Some("a bwrap that is installed setuid root would make the sandbox full");
    if setting("user/max_user_namespaces").trim() == "0" {
        ("user.max_user_namespaces is 0", setuid)
    } else if setting("kernel/apparmor_restrict_unprivileged_userns").trim() == "1" {
        (
            "AppArmor allows them to programs with a profile only",
            Some("install the package bubblewrap to get a full sandbox, see docs/REFEREE.md"),
        )
    } else if setting("kernel/unprivileged_userns_clone").trim() == "0" {
        ("kernel.unprivileged_userns_clone is 0", setuid)
    } else {
        ("as in most containers", None)
    }
}
