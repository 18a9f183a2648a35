//! `packaging/install.sh`: programs come where it says, damaged archives do not, and what it has
//! installed can be removed.
//!
//! The programs are stubs, in an archive that is made as scripts/package.sh makes it.

use crate::support::errors;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Runs a script of `sh` in a folder; it must succeed.
fn shell(dir: &Path, script: &str) {
    let status = Command::new("bash").args(["-euc", script]).current_dir(dir).status();
    assert!(status.expect("bash").success(), "{script}");
}

/// A folder `release` with the archive of a version for this machine, which holds these files.
fn release(dir: &Path, version: &str, files: &str) {
    let script = format!(
        "processor=$(uname -m)
        [[ $processor != arm64 ]] || processor=aarch64
        case $(uname -s) in Darwin) system=apple-darwin ;; *) system=unknown-linux-musl ;; esac
        name=crownhead-{version}-$processor-$system
        mkdir -p release $name/bin $name/share/man/man1
        touch $name/LICENSE-MIT $name/LICENSE-APACHE $name/LICENSES-OTHERS.txt
        for file in {files}; do printf '#!/bin/sh\\necho {version}\\n' >$name/$file; done
        chmod +x $name/bin/*
        tar -czf release/$name.tar.gz $name
        cd release
        if command -v sha256sum >/dev/null; then sha256sum *.tar.gz; else shasum -a 256 *.tar.gz; fi \
            >SHA256SUMS"
    );
    shell(dir, &script);
}

fn installer(dir: &Path, arguments: &[&str]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/install.sh");
    let mut command = Command::new("sh");
    command.arg(script).args(["--prefix", "home"]).args(arguments).current_dir(dir);
    command.output().expect("sh")
}

fn installed(dir: &Path, version: &str) -> Output {
    let from = dir.join("release");
    let from = from.to_str().expect("a temporary folder has a plain name");
    installer(dir, &["--from", from, "--version", version])
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn an_archive_is_installed_and_replaced_and_removed() {
    let dir = folder();
    let path = |name: &str| dir.path().join("home").join(name);
    release(dir.path(), "v1", "bin/crownhead bin/old share/man/man1/crownhead.1");
    let output = installed(dir.path(), "v1");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", errors(&output));
    assert!(text.contains("home/bin is not in PATH") && text.contains("Next: "), "{text}");
    assert!(path("share/man/man1/crownhead.1").is_file() && path("bin/old").is_file());
    release(dir.path(), "v2", "bin/crownhead share/man/man1/crownhead.1");
    fs::write(path("bin/mine"), "").expect("written");
    assert!(installed(dir.path(), "v2").status.success());
    let run = Command::new(path("bin/crownhead")).output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&run.stdout), "v2\n");
    assert!(!path("bin/old").exists(), "a program that the new version has no more");
    assert!(installer(dir.path(), &["--uninstall"]).status.success());
    assert!(!path("bin/crownhead").exists() && !path("share/crownhead").exists());
    assert!(path("bin/mine").exists(), "a program of somebody else");
    let again = installer(dir.path(), &["--uninstall"]);
    assert!(!again.status.success() && errors(&again).contains("nothing is installed"));
}

#[test]
fn a_damaged_archive_is_not_installed() {
    let dir = folder();
    release(dir.path(), "v1", "bin/crownhead");
    shell(dir.path(), "echo >>$(echo release/*.tar.gz)");
    let output = installed(dir.path(), "v1");
    assert!(!output.status.success());
    assert!(errors(&output).contains("is damaged"), "{}", errors(&output));
    assert!(!dir.path().join("home").exists());
}

#[test]
fn what_is_missing_is_said_with_what_to_do() {
    let dir = folder();
    release(dir.path(), "v1", "bin/crownhead");
    for (arguments, part) in [
        (&[][..], "--from PLACE"),
        (&["--from", "release"], "--version"),
        (&["--from", "release", "--version", "v2"], "SHA256SUMS does not name"),
        (&["--from", "nowhere", "--version", "v1"], "cannot read nowhere/SHA256SUMS"),
        (&["--version"], "--version needs a value"),
        (&["release"], "unknown argument 'release'"),
    ] {
        let output = installer(dir.path(), arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(errors(&output).contains(part), "{arguments:?}: {}", errors(&output));
    }
}
