#!/usr/bin/env bash
# Runs test scripts of a text-command game through the harness, building both first.
# Usage: scripts/test-game.sh GAME [OPTION...] [SCRIPT...]     or test-loa, test-tablut, test-amazons
# GAME has its scripts in fixtures/scripts/GAME; they are the default. A script that names the program
# GAME gets the one built here. NAME-1.in and NAME-2.in play each other. For OPTION see harness --help.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
game=${1-}
shift || true
for word in "$game" "$@"; do
    if [[ $word == --help || $word == -h ]]; then
        sed -n '2,5s/^# //p' "${BASH_SOURCE[0]}"
        exit 0
    fi
done
if [[ -z $game || ! -d $root/fixtures/scripts/$game ]]; then
    sed -n '2,5s/^# //p' "${BASH_SOURCE[0]}" >&2
    exit 2
fi

names_scripts=false
for word in "$@"; do
    [[ $word == *.in || -d $word ]] && names_scripts=true
done
$names_scripts || set -- "$@" "$root/fixtures/scripts/$game"

# The package as well as the program: then only what it needs is built.
cargo build --release --locked --manifest-path "$root/Cargo.toml" \
    --target-dir "$root/target" -p crownhead-text -p crownhead-harness --bin harness --bin "$game"
export PATH="$root/target/release:$PATH"
exec harness "$@"
