#!/usr/bin/env bash
# Builds the agent for a tournament and puts homework and calibrate into a directory.
# Usage: scripts/install.sh DIR
# On Linux the programs are linked statically: they start in two thirds of the CPU time, and run on
# any Linux of the same processor, whatever its C library.
set -euo pipefail
if [[ $# -ne 1 || $1 == --help || $1 == -h ]]; then
    sed -n '2,5s/^# //p' "$0"
    [[ $# -eq 1 ]] && exit 0
    exit 2
fi
mkdir -p "$1"
target=$(cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."
flags=() extension=
case $(uname -s) in
Linux) flags=(-C target-feature=+crt-static) ;;
MINGW* | MSYS* | CYGWIN*) extension=.exe ;;
esac
for name in homework calibrate; do
    program=$name$extension
    # ${flags[@]+...}: the shell of macOS takes an empty list for an unset one.
    cargo rustc --release --locked --package crownhead-agent --bin "$name" --target-dir target/static -- \
        ${flags[@]+"${flags[@]}"}
    install -m 755 "target/static/release/$program" "$target/$program"
done
echo "installed: $target/homework$extension $target/calibrate$extension"
