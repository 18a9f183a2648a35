#!/usr/bin/env bash
# Pits two builds of the agent: each a git revision, or `.` for the working tree.
# Usage: scripts/match.sh OLD NEW [OPTION...]     options go to `referee match`; see its --help
# The result is NEW's. Files are kept in referee-out/match-OLD-NEW.
set -euo pipefail
# Without this a failed build inside $(...) would go unnoticed, and the wrong program would play.
shopt -s inherit_errexit
if [[ $# -lt 2 || $1 == --help || $1 == -h ]]; then
    sed -n '2,4s/^# //p' "$0"
    [[ ${1-} == --help || ${1-} == -h ]] && exit 0
    exit 2
fi
old=$1 new=$2
shift 2
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD

# compile TREE TO: builds the agent of a source tree into a new directory, completely or not at all.
compile() {
    (cd "$1" && cargo build --release --locked --bin homework --bin calibrate \
        --target-dir "$root/target/match/build")
    rm -rf "$2.new" "$2"
    mkdir -p "$2.new"
    install -m 755 "$root"/target/match/build/release/{homework,calibrate} "$2.new"
    mv "$2.new" "$2"
}

# build REVISION: builds the agent of a revision once, and prints the directory that holds it.
build() {
    local revision target tree
    if [[ $1 == . ]]; then
        target=$root/target/match/worktree
        compile "$root" "$target"
    else
        revision=$(git rev-parse --verify --short=12 "$1^{commit}")
        target=$root/target/match/$revision
        if [[ ! -x $target/homework ]]; then
            tree=$root/target/match/source
            rm -rf "$tree"
            mkdir -p "$tree"
            # The time of the files is now, not that of the commit: Cargo does not compile again what
            # is older than its last build.
            git archive "$revision" | tar -x -m -C "$tree"
            # A revision from before the workspace is no member of the one that it lies in.
            grep -q '^\[workspace\]' "$tree/Cargo.toml" || echo '[workspace]' >>"$tree/Cargo.toml"
            compile "$tree" "$target"
        fi
    fi
    printf '%s\n' "$target"
}

out=(--out "referee-out/match-${old//\//_}-${new//\//_}")
for word in "$@"; do
    [[ $word == --out || $word == --out=* ]] && out=()
done
# From the start, agents that count nodes would repeat one game; ours can begin in mid-game.
openings=(--openings ballots --opening-mode game)
for word in "$@"; do
    [[ $word == --opening* ]] && openings=()
done
cargo build --release --locked --bin referee --target-dir target
old_dir=$(build "$old")
new_dir=$(build "$new")
exec target/release/referee match "$new_dir" "$old_dir" "${out[@]}" "${openings[@]}" "$@"
