#!/usr/bin/env bash
# Runs test scripts of a text-command game through the harness; called by test-loa and its sisters.
# Usage: scripts/test-game.sh GAME [OPTION...] [SCRIPT...]
# GAME is loa, tablut or amazons. A script that names the program GAME gets the one built here.
set -euo pipefail
case ${1-} in
loa | tablut | amazons) ;;
*)
    sed -n '2,4s/^# //p' "$0"
    [[ ${1-} == --help || ${1-} == -h ]] && exit 0
    exit 2
    ;;
esac
game=$1
shift
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

names_scripts=false
for word in "$@"; do
    [[ $word == *.in || -d $word ]] && names_scripts=true
done
$names_scripts || set -- "$@" "$root/fixtures/scripts/$game"

cargo build --release --locked --quiet --manifest-path "$root/Cargo.toml" \
    --target-dir "$root/target" --bin harness --bin "$game"
export PATH="$root/target/release:$PATH"
exec harness "$@"
