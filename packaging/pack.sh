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
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
packaging=$project/packaging
out=${1:-$project/target/packaging}
places=(gradescope vocareum classroom50)
programs=(referee reference loa tablut amazons)
target=x86_64-unknown-linux-musl

fail() {
    echo "pack.sh: $*" >&2
    exit 1
}

# What the build needs is said before it takes minutes.
require_builder() {
    command -v cargo >/dev/null || fail "cargo is missing; see https://rustup.rs"
    [[ -d $(rustc --print sysroot)/lib/rustlib/$target/lib ]] ||
        fail "the Rust target $target is missing; install it: rustup target add $target"
    local linker=${CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_LINKER-}
    if [[ -z $linker && $(uname -sm) != "Linux x86_64" ]]; then
        fail "this is $(uname -sm), the programs are for Linux x86_64: build there, or name a" \
            "linker for it in CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_LINKER"
    fi
    command -v "${linker:-cc}" >/dev/null ||
        fail "the linker ${linker:-cc} is missing; install a compiler of C, on Debian:" \
            "apt-get install gcc libc6-dev"
}

# What is there already is replaced only if this script has made it.
require_own() {
    local entry name
    for entry in "$1"/* "$1"/.[!.]*; do
        [[ -e $entry || -L $entry ]] || continue
        name=${entry##*/}
        case $name in
        gradescope | vocareum | classroom50 | gradescope.zip | vocareum.zip | classroom50.tar.gz) ;;
        *) fail "$entry is not from here: name a folder that is empty or does not exist" ;;
        esac
    done
}

# A program that asks for libraries of this machine may not start in a container.
warn_of_libraries() {
    command -v readelf >/dev/null || return 0
    readelf -lW "$1" 2>/dev/null | grep -q 'Requesting program interpreter' || return 0
    echo "pack.sh: $1 needs the C library of this machine or a later one; $target needs none" >&2
}

# The programs and all scripts, in one folder for each place.
lay_out() {
    local place common program
    for place in "${places[@]}"; do
        common=$out/$place
        [[ $place != vocareum ]] || common=$common/grader
        mkdir -p "$common/bin"
        for program in "${programs[@]}"; do
            cp "$PROGRAMS/$program" "$common/bin"
            # Debug information is several times as large as the program.
            strip "$common/bin/$program" 2>/dev/null || true
        done
        cp "$packaging"/common/* "$common"
        cp "$packaging/$place"/* "$out/$place"
    done
    chmod +x "$out"/*/*.sh "$out"/*/grader/*.sh "$out/gradescope/run_autograder" \
        "$out/classroom50/autograder.py"
}

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

command -v python3 >/dev/null || fail "python3 is missing, which writes the archives; install it"
require_own "$out"
if [[ -z ${PROGRAMS-} ]]; then
    require_builder
    cargo build --manifest-path "$project/Cargo.toml" --release --locked --target "$target" \
        "${programs[@]/#/--bin=}"
    PROGRAMS=${CARGO_TARGET_DIR:-$project/target}/$target/release
fi
for program in "${programs[@]}"; do
    [[ -x $PROGRAMS/$program ]] || fail "there is no program $PROGRAMS/$program"
    warn_of_libraries "$PROGRAMS/$program"
done
rm -rf "${places[@]/#/$out/}" "$out"/{gradescope,vocareum}.zip "$out/classroom50.tar.gz"
lay_out
zip_folder "$out/gradescope" "$out/gradescope.zip"
zip_folder "$out/vocareum" "$out/vocareum.zip"
tar -czf "$out/classroom50.tar.gz" -C "$out/classroom50" .
du -h "$out"/*.zip "$out"/*.tar.gz
