#!/usr/bin/env bash
# Runs the tests of the workspace under the address sanitizer: docs/RELIABILITY.md.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/sanitize.sh [--help] [-- ARGUMENT...]

Finds memory that is used after it was freed, beyond its end, or never freed. ARGUMENTs are those
of `cargo test`; without any, all tests run that can.
On a stable toolchain it sets RUSTC_BOOTSTRAP, because sanitizers are options of nightly ones. The
programs are built in target/sanitize. Takes about 25 minutes of one core.
TEXT
}

case ${1-} in
-h | --help)
    usage
    exit 0
    ;;
--) shift ;;
"") ;;
*)
    usage >&2
    exit 2
    ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/.."
rustc --version | grep -q nightly || export RUSTC_BOOTSTRAP=1
# With a target, macros and build scripts, which run within the compiler, are built without it; by
# the environment, because some tests build the programs of other packages.
CARGO_BUILD_TARGET=$(rustc -vV | sed -n 's/^host: //p')
export CARGO_BUILD_TARGET
export CARGO_TARGET_DIR=$PWD/target/sanitize
export RUSTFLAGS=-Zsanitizer=address
if (($#)); then
    cargo test --locked "$@"
    exit
fi
# A run limits the addresses of agents, and the sanitizer wants 20 TB: no agent that is built for it
# can play there. The agents of the hostile tests are others.
apart=(crownhead-referee crownhead-referee-lib crownhead-classroom crownhead soak)
cargo test --locked --workspace --tests --exclude testing "${apart[@]/#/--exclude=}"
cargo test --locked "${apart[@]/#/--package=}" --lib --bins
cargo test --locked --package crownhead-referee-lib --test it pairing::
