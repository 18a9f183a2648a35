#!/usr/bin/env bash
# Plays one move with homework in a directory of its own and shows the files that come out.
# Usage: scripts/play.sh [INPUT.TXT]      default: fixtures/homework/quick-game/input.txt
set -euo pipefail
if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
    sed -n '2,3s/^# //p' "$0"
    exit 0
fi
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
input=$(realpath "${1:-$root/fixtures/homework/quick-game/input.txt}")
cd "$root"
# The package is named: with the other default members, their libraries would be built, too.
cargo build --release --locked --package crownhead-agent --bin homework --target-dir target
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$input" "$dir/input.txt"
cd "$dir"
"$root/target/release/homework"
for file in input.txt output.txt playdata.txt; do
    if [[ -e $file ]]; then
        printf -- '--- %s\n' "$file"
        # After the first line of playdata.txt comes a binary snapshot of the transposition table.
        if [[ $file == playdata.txt ]]; then head -n 1 "$file"; else cat "$file"; fi
    fi
done
