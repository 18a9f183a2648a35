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
if [[ $sanitizer == thread ]]; then
    # The standard library is not instrumented.
    RUSTFLAGS+=" -Cunsafe-allow-abi-mismatch=sanitizer"
fi
if (($#)); then
    cargo test --locked "$@"
    exit
fi
case $sanitizer in
address)
    # The referee limits the addresses of agents, and this sanitizer wants 20 TB: no agent that it
    # was built for can play there. Agents of the hostile tests are others.
    apart=(-p referee -p app -p soak)
    cargo test --locked --workspace --tests --exclude browser --exclude tidy --exclude referee \
        --exclude app --exclude soak
    cargo test --locked "${apart[@]}" --lib --bins
    cargo test --locked -p referee --test it hostile::
    ;;
thread) cargo test --locked -p progress -p search -p web ;;
esac
