#!/usr/bin/env bash
# The one command before a commit: format, lints, documentation, tests. Stops at the first failure.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/check.sh [--no-tests] [--help]

Runs, from the root of the project and with the dependencies of Cargo.lock:
  format  cargo fmt --all --check
  locks   Cargo.lock and tools/fuzz/Cargo.lock hold what the manifests ask for
  lints   cargo clippy --workspace --all-targets, and the tests in browsers, warnings denied
  docs    cargo doc --workspace --no-deps --document-private-items, warnings denied
  tests   cargo test --workspace, among them the rules of tools/testing/tests/rules; not with --no-tests
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
    local result="all is well"
    ((status == 0)) || result="FAILED"
    printf '== %s after %d min %02d s\n' "$result" $((SECONDS / 60)) $((SECONDS % 60))
    exit "$status"
}

tests=yes
case ${1-} in
"") ;;
--no-tests) tests=no ;;
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
for manifest in Cargo.toml tools/fuzz/Cargo.toml; do
    step locks cargo tree --quiet --locked --depth 0 --manifest-path "$manifest"
done
step lints cargo clippy --workspace --all-targets --locked -- -D warnings
step lints cargo clippy --workspace --test chromium --locked -- -D warnings
step docs env RUSTDOCFLAGS="-D warnings" \
    cargo doc --workspace --no-deps --document-private-items --locked
if [[ $tests == yes ]]; then
    step tests cargo test --workspace --locked
fi
