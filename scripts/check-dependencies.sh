#!/usr/bin/env bash
# The packages from outside: docs/DEPENDENCIES.md.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/check-dependencies.sh [--help]

Checks licences, sources and duplicate versions of all packages (cargo deny, deny.toml), known
advisories where their database can be fetched, and that each package is used (cargo machete).
Installs both programs with `cargo install` unless they are there, once, in about five minutes.
TEXT
}

case ${1-} in
"") ;;
-h | --help)
    usage
    exit 0
    ;;
*)
    echo "check-dependencies.sh: unknown argument '$1'; see --help" >&2
    exit 2
    ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Unoptimized: they are built in half the time, and run for a second.
require() {
    local name=$1 version=$2
    command -v "$name" >/dev/null || [[ -x ${CARGO_HOME:-$HOME/.cargo}/bin/$name ]] ||
        cargo install --quiet --locked --debug "$name@$version"
}

PATH=$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
require cargo-deny 0.20.2
require cargo-machete 0.9.2

# Without --workspace only the agent, the package of the root, would be checked.
cargo deny --workspace --log-level error --locked check licenses bans sources
log=$(mktemp)
trap 'rm "$log"' EXIT
if cargo deny --workspace --locked check advisories >"$log" 2>&1; then
    cat "$log"
elif grep -q 'failed to fetch advisory database' "$log" && [[ -z ${GITHUB_ACTIONS-} ]]; then
    echo "advisories: left out, their database cannot be fetched here"
else
    cat "$log" >&2
    exit 1
fi
cargo machete --skip-target-dir
