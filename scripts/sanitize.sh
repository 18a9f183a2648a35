#!/usr/bin/env bash
# Runs tests of the workspace under a sanitizer, which finds what unsafe lines may do wrong.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/sanitize.sh [address|thread] [--help] [-- ARGUMENT...]

  address   memory that is freed, too short or never freed (the default): all tests
  thread    memory that two threads use at once: the tests of the crates with threads
ARGUMENTs are those of `cargo test`, instead of the packages.
On a stable toolchain it sets RUSTC_BOOTSTRAP, because sanitizers are options of nightly ones. The
programs are built in target/sanitize. Takes about fifteen minutes of one core.
TEXT
}

sanitizer=address
case ${1-} in
address | thread)
    sanitizer=$1
    shift
    ;;
-h | --help)
    usage
    exit 0
    ;;
"" | --) ;;
*)
    usage >&2
    exit 2
    ;;
esac
[[ ${1-} != -- ]] || shift

cd "$(dirname "${BASH_SOURCE[0]}")/.."
rustc --version | grep -q nightly || export RUSTC_BOOTSTRAP=1
# With a target, macros and build scripts, which run within the compiler, are built without it; by
# the environment, because some tests build the programs of other packages.
CARGO_BUILD_TARGET=$(rustc -vV | sed -n 's/^host: //p')
export CARGO_BUILD_TARGET
export CARGO_TARGET_DIR=$PWD/target/sanitize/$sanitizer
export RUSTFLAGS="-Zsanitizer=$sanitizer"
# The names of other packages' tests: the browser's need a browser, and tidy's read the sources.
packages=(--workspace --exclude browser --exclude tidy)
if [[ $sanitizer == thread ]]; then
    # The standard library is not instrumented: scripts/sanitize-thread.txt names what follows.
    RUSTFLAGS+=" -Cunsafe-allow-abi-mismatch=sanitizer"
    export TSAN_OPTIONS="suppressions=$PWD/scripts/sanitize-thread.txt"
    packages=(-p progress -p web -p analysis)
fi
(($#)) || set -- "${packages[@]}"
cargo test --locked "$@"
