#!/usr/bin/env bash
# Pits two builds of the agent: each a git revision, or `.` for the working tree.
# Usage: scripts/match.sh OLD NEW [OPTION...]     options go to `referee match`; see its --help
# The result is told from NEW's side. Files are kept in referee-out/match-OLD-NEW.
set -euo pipefail
if [[ $# -lt 2 || $1 == --help || $1 == -h ]]; then
    sed -n '2,4s/^# //p' "$0"
    [[ ${1-} == --help || ${1-} == -h ]] && exit 0
    exit 2
fi
old=$1 new=$2
shift 2
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD

# build REVISION: builds the agent of a revision once, and prints the directory that holds it.
build() {
    local revision name target tree
    if [[ $1 == . ]]; then
        name=worktree tree=$root
    else
        revision=$(git rev-parse --verify --short=12 "$1^{commit}")
        name=$revision tree=$root/target/match/source-$revision
    fi
    target=$root/target/match/$name
    if [[ $1 == . || ! -x $target/homework ]]; then
        if [[ $1 != . && ! -d $tree ]]; then
            mkdir -p "$tree"
            git archive "$revision" | tar -x -C "$tree"
        fi
        (cd "$tree" && cargo build --release --locked --quiet --bin homework --bin calibrate \
            --target-dir "$root/target/match/build")
        mkdir -p "$target"
        install -m 755 "$root"/target/match/build/release/{homework,calibrate} "$target"
    fi
    printf '%s\n' "$target"
}

cargo build --release --locked --quiet --bin referee --target-dir target
old_dir=$(build "$old")
new_dir=$(build "$new")
exec target/release/referee match "$new_dir" "$old_dir" \
    --out "referee-out/match-${old//\//_}-${new//\//_}" "$@"
