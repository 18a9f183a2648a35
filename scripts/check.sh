#!/usr/bin/env bash
# The one command before a commit: format, lints, documentation, tests. Stops at the first failure.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/check.sh [--help]

Runs, from the root of the project and with the dependencies of Cargo.lock:
  format  cargo fmt --all --check
  lints   cargo clippy --all-targets, warnings denied
  docs    cargo doc --no-deps --document-private-items, warnings denied
  tests   cargo test, among them the laws of tests/tidy.rs
It stops at the first step that fails and prints the total time at the end.
TEXT
}

# step NAME COMMAND...: announces a step in one line and runs it.
step() {
    local name=$1
    shift
    echo "== $name: $*"
    "$@"
}

# Says how long it all took, also when a step has failed.
report() {
    local status=$?
    local verdict="all is well"
    ((status == 0)) || verdict="FAILED"
    printf '== %s after %d min %02d s\n' "$verdict" $((SECONDS / 60)) $((SECONDS % 60))
    exit "$status"
}

case ${1-} in
"") ;;
-h | --help)
    usage
    exit 0
    ;;
*)
    echo "check.sh: unknown argument '$1'; see scripts/check.sh --help" >&2
    exit 2
    ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/.."
trap report EXIT

step format cargo fmt --all --check
step lints cargo clippy --all-targets --locked -- -D warnings
step docs env RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --document-private-items --locked
step tests cargo test --locked
