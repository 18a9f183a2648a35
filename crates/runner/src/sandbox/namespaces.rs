//! Who makes the namespaces of the sandbox: this program, or `bwrap` where the system refuses them
//! to this program, or nobody.

use crate::sandbox::bubblewrap::{Bubblewrap, BwrapFault};
use crate::sandbox::level::NamespaceMaker;
use crate::sandbox::mount_plan::MountPlan;
use crate::sandbox::system_folders::system_folders;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The only one that may be taken, if the user has named one.
static WANTED: OnceLock<NamespaceMaker> = OnceLock::new();

#[derive(Debug)]
pub(super) enum FoundMaker {
    Own,
    Bwrap(PathBuf),
    /// Nobody; why not `bwrap`, if it was asked.
    Nobody(Option<BwrapFault>),
}

/// From now on, and before anybody has asked, only this one is taken.
pub(super) fn want(maker: NamespaceMaker) {
    // A second wish comes too late.
    let _ = WANTED.set(maker);
}

pub(super) fn maker() -> &'static FoundMaker {
    static FOUND: OnceLock<FoundMaker> = OnceLock::new();
    FOUND.get_or_init(|| {
        if may_be(NamespaceMaker::Own) && MountPlan::is_possible() {
            FoundMaker::Own
        } else if may_be(NamespaceMaker::Bwrap) {
            let found = Bubblewrap::find(&seen_folders());
            found.map_or_else(|fault| FoundMaker::Nobody(Some(fault)), FoundMaker::Bwrap)
        } else {
            FoundMaker::Nobody(None)
        }
    })
}

fn may_be(maker: NamespaceMaker) -> bool {
    WANTED.get().is_none_or(|wanted| *wanted == maker)
}

/// The folders of the system that every agent sees; `/proc` is made anew.
pub(super) fn seen_folders() -> Vec<PathBuf> {
    let mut folders = system_folders();
    folders.retain(|folder| folder != Path::new("/proc"));
    folders
}

/// What refuses them to an ordinary user here, and what helps.
pub(super) fn why_not(bwrap: Option<&BwrapFault>) -> String {
    match WANTED.get() {
        Some(NamespaceMaker::None) => "--namespaces none is given".to_string(),
        Some(NamespaceMaker::Bwrap) => {
            bwrap.map_or_else(|| "no bwrap".to_string(), ToString::to_string)
        }
        Some(NamespaceMaker::Own) => cause(setting).to_string(),
        None => with_help(cause(setting), bwrap),
    }
}

fn setting(name: &str) -> String {
    fs::read_to_string(format!("/proc/sys/{name}")).unwrap_or_default()
}

/// The setting that refuses them.
fn cause(setting: impl Fn(&str) -> String) -> &'static str {
    if setting("user/max_user_namespaces").trim() == "0" {
        "user.max_user_namespaces is 0"
    } else if setting("kernel/apparmor_restrict_unprivileged_userns").trim() == "1" {
        APP_ARMOR
    } else if setting("kernel/unprivileged_userns_clone").trim() == "0" {
        "kernel.unprivileged_userns_clone is 0"
    } else {
        "as in most containers"
    }
}

/// The one cause that does not concern `bwrap`, which has a profile.
const APP_ARMOR: &str = "AppArmor allows them to programs with a profile only";

fn with_help(cause: &str, bwrap: Option<&BwrapFault>) -> String {
    match bwrap {
        Some(BwrapFault::Missing) if cause == APP_ARMOR => {
            format!("{cause}: install the package bubblewrap to get a full sandbox")
        }
        Some(BwrapFault::Fails(said)) if cause == APP_ARMOR => {
            format!("{cause}, and bwrap fails, \"{said}\": docs/REFEREE.md says what it needs")
        }
        _ => cause.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_is_named_where_it_helps() {
        let app_armor = cause(only("kernel/apparmor_restrict_unprivileged_userns", "1"));
        let missing = with_help(app_armor, Some(&BwrapFault::Missing));
        assert!(missing.ends_with(": install the package bubblewrap to get a full sandbox"));
        let fault = BwrapFault::Fails("bwrap: setting up uid map: Permission denied".to_string());
        let fails = with_help(app_armor, Some(&fault));
        assert!(fails.contains("uid map") && !fails.contains("install"), "{fails}");
        let zero = cause(only("user/max_user_namespaces", "0"));
        assert_eq!(with_help(zero, Some(&BwrapFault::Missing)), "user.max_user_namespaces is 0");
        assert_eq!(cause(only("kernel/unprivileged_userns_clone", "1")), "as in most containers");
    }

    fn only(name: &'static str, value: &'static str) -> impl Fn(&str) -> String {
        move |asked: &str| if asked == name { format!("{value}\n") } else { String::new() }
    }
}
