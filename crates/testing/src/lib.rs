//! What the tests of several crates share: programs of other crates, and the fixtures.
//!
//! Cargo tells a test where the programs of its own package are, but not those of another. So
//! [`program`] builds what it is asked for, which takes a fraction of a second where it is built
//! already, and `cargo test -p` of one crate works on a clean checkout.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The path of a program of the workspace, built as this test was.
///
/// # Panics
/// The program cannot be built.
pub fn program(name: &str) -> PathBuf {
    let profile_dir = profile_dir();
    let target_dir = profile_dir.parent().expect("a profile's folder lies in the target folder");
    let mut build = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // The whole workspace, so that dependencies have the features they have in `cargo test --workspace`
    // and are not built twice.
    build.args(["build", "--quiet", "--workspace", "--bin", name, "--target-dir"]).arg(target_dir);
    if !cfg!(debug_assertions) {
        build.arg("--release");
    }
    let status = build.current_dir(workspace()).status().expect("cargo can be started");
    assert!(status.success(), "{name} cannot be built");
    profile_dir.join(name).with_extension(env::consts::EXE_EXTENSION)
}

/// The folder of the workspace.
pub fn workspace() -> &'static Path {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates.and_then(Path::parent).expect("this crate lies two folders below the workspace")
}

/// A file or folder of `fixtures/`.
pub fn fixture(path: &str) -> PathBuf {
    workspace().join("fixtures").join(path)
}

/// Where the running test's programs are: `target/debug`, say. The test itself lies in `deps` below.
fn profile_dir() -> PathBuf {
    let test = env::current_exe().expect("a test knows its own path");
    let deps = test.parent().expect("a program lies in a folder");
    deps.parent().expect("tests lie in a folder of the profile's").to_path_buf()
}
