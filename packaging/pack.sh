#!/usr/bin/env bash
# Makes what a course uploads: programs without libraries, scripts, scheme, in one archive each.
# Usage: packaging/pack.sh [OUT]     OUT: target/packaging
# PROGRAMS=DIR takes referee, reference, loa, tablut and amazons from there and builds nothing.
#
#   gradescope.zip          "Configure Autograder": upload it
#   vocareum.zip            unpack it into /voc/scripts
#   classroom50.tar.gz      the folder autograders/ASSIGNMENT of the classroom
#   NAME/                   the same unpacked, with a Dockerfile to try it
set -euo pipefail
if [[ ${1-} == --help || ${1-} == -h ]]; then
    sed -n '2,9s/^# \{0,1\}//p' "$0"
    exit 0
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."
out=${1:-target/packaging}
programs=(referee reference loa tablut amazons)
target=x86_64-unknown-linux-musl
if [[ -z ${PROGRAMS-} ]]; then
    cargo build --release --locked --target "$target" "${programs[@]/#/--bin=}"
    PROGRAMS=target/$target/release
fi
for program in "${programs[@]}"; do
    [[ -x $PROGRAMS/$program ]] || { echo "pack.sh: there is no program $PROGRAMS/$program" >&2; exit 1; }
done

# Copies what all places have in common into a folder.
common() {
    mkdir -p "$1/bin"
    for program in "${programs[@]}"; do
        cp "$PROGRAMS/$program" "$1/bin"
        # Debug information is several times as large as the program.
        strip "$1/bin/$program" 2>/dev/null || true
    done
    cp packaging/common/* "$1"
}

rm -rf "$out"
mkdir -p "$out"
common "$out/gradescope"
cp packaging/gradescope/* "$out/gradescope"
common "$out/vocareum/grader"
cp packaging/vocareum/* "$out/vocareum"
common "$out/classroom50"
cp packaging/classroom50/* "$out/classroom50"
find "$out" -name '*.sh' -o -name run_autograder -o -name autograder.py | xargs chmod +x

# The standard library of Python knows ZIP; a program zip is not on every machine.
zip_folder() {
    python3 - "$1" "$2" <<'END'
import os, sys, zipfile
folder, archive = sys.argv[1:]
with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
    for root, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(root, name)
            file.write(path, os.path.relpath(path, folder))
END
}
zip_folder "$out/gradescope" "$out/gradescope.zip"
zip_folder "$out/vocareum" "$out/vocareum.zip"
tar -czf "$out/classroom50.tar.gz" -C "$out/classroom50" .
du -h "$out"/*.zip "$out"/*.tar.gz
