#!/usr/bin/env bash
# Builds the wheel of the Python package `crownhead`, which holds the programs.
# Usage: scripts/wheel.sh [--test] [TARGET]   TARGET: x86_64-unknown-linux-musl, for example;
#                                             by default this system
# The wheel lies in target/wheels. --test installs it into a fresh environment of Python, in
# target/wheel-test, and runs mypy, pytest and the examples of docs/PYTHON.md.
# PROGRAMS=DIR takes the programs from there and builds none.
# PYTHON=PATH names another Python than python3.
#
# Not maturin: it compiles what it packs, one package of Cargo at a time. These programs belong to
# five packages, and a test of the wheel can do with programs that are there already.
set -euo pipefail
if [[ ${1-} == --help || ${1-} == -h ]]; then
    sed -n '2,9s/^# \{0,1\}//p' "$0"
    exit 0
fi
test=no
if [[ ${1-} == --test ]]; then
    test=yes
    shift
fi
if [[ $# -gt 1 || ${1-} == -* ]]; then
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
target=${1-}
programs=${PROGRAMS:+$(cd "$PROGRAMS" && pwd)}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
python=${PYTHON:-python3}
# What drives the engine in the tests. Both packages are called `draughts`.
drivers=(pydraughts==0.6.7 py-draughts==1.10.1)

fail() {
    echo "wheel.sh: $*" >&2
    exit 1
}

# The platform tag of a target. A static program for musl needs no library of the system.
platform() {
    local arch=${1%%-*}
    case $1 in
    *-linux-musl) echo "manylinux_2_17_$arch.manylinux2014_$arch.musllinux_1_1_$arch" ;;
    *-linux-gnu) echo "linux_$arch" ;; # for this machine alone: the index refuses it
    aarch64-apple-darwin) echo macosx_11_0_arm64 ;;
    x86_64-apple-darwin) echo macosx_10_12_x86_64 ;;
    x86_64-pc-windows-*) echo win_amd64 ;;
    *) fail "there are no wheels for the target $1" ;;
    esac
}

# The tag promises that the programs run without the libraries of this machine.
require_static() {
    [[ $target == *-linux-musl ]] || return 0
    command -v readelf >/dev/null || fail "readelf is missing (Debian's package binutils)"
    if readelf -lW "$1" | grep -q 'Requesting program interpreter'; then
        fail "$1 needs libraries of the system; build it for $target, or name another target"
    fi
}

# add PROGRAM FOLDER: a copy of a program without its debug information.
add() {
    local program=$programs/$1$ending
    [[ -f $program ]] || fail "there is no program $program"
    require_static "$program"
    cp "$program" "$2"
    strip "$2/$1$ending" 2>/dev/null || true
    chmod 755 "$2/$1$ending"
}

# All that goes into the wheel, in one folder.
lay_out() {
    local name names=(crownhead harness reference)
    for name in crates/text/src/bin/*.rs; do
        names+=("$(basename "$name" .rs)")
    done
    [[ $target == *-linux-* ]] && names+=(referee)
    rm -rf "$stage"
    mkdir -p "$stage/programs/agent"
    cp -r python/pyproject.toml python/hatch_build.py python/crownhead "$stage"
    cp LICENSE-APACHE LICENSE-MIT Cargo.toml "$stage"
    cp docs/PYTHON.md "$stage/README.md"
    "$python" tools/licenses.py "$target" >"$stage/LICENSES-OTHERS.txt"
    find "$stage" -name __pycache__ -prune -exec rm -r {} +
    for name in "${names[@]}"; do
        add "$name" "$stage/programs"
    done
    add homework "$stage/programs/agent"
}

# An environment with the wheel, its tests, and each driver in a folder of its own.
test_wheel() {
    local work=$PWD/target/wheel-test driver bin folder
    rm -rf "$work"
    "$python" -m venv "$work/venv"
    bin=$work/venv/bin
    [[ -d $bin ]] || bin=$work/venv/Scripts
    "$bin/python" -m pip install --quiet --disable-pip-version-check "$1" \
        -r python/tests/requirements.txt
    for driver in "${drivers[@]}"; do
        folder=$work/drivers/${driver%%==*}
        "$bin/python" -m pip install --quiet --disable-pip-version-check --target "$folder" \
            "$driver"
    done
    # In this folder the package is the one that was installed, not the sources.
    cd "$work"
    local sources=$OLDPWD
    "$bin/mypy" --config-file "$sources/python/pyproject.toml" -p crownhead
    "$bin/mypy" --config-file "$sources/python/pyproject.toml" "$sources"/python/tests/*.py
    CROWNHEAD_DRIVERS=$work/drivers "$bin/pytest" --quiet -p no:cacheprovider \
        -c "$sources/python/pyproject.toml" --rootdir "$sources" \
        --doctest-modules --doctest-glob='*.md' --pyargs crownhead \
        "$sources/python/tests" "$sources/docs/PYTHON.md"
}

"$python" -m pip --version >/dev/null || fail "$python has no pip (Debian's package python3-pip)"
[[ -n $target ]] || target=$(rustc -vV | sed -n 's/^host: //p')
ending=
[[ $target != *-windows-* ]] || ending=.exe
tag=$(platform "$target")
if [[ -z $programs ]]; then
    scripts/package.sh "$target" wheel
    programs=$PWD/target/dist/crownhead-wheel-$target/bin
fi
stage=$PWD/target/wheel-build wheels=$PWD/target/wheels
lay_out
mkdir -p "$wheels"
rm -f "$wheels"/crownhead-*-"$tag".whl
CROWNHEAD_WHEEL_PROGRAMS=$stage/programs CROWNHEAD_WHEEL_PLATFORM=$tag \
    "$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$wheels" \
    "$stage"
wheel=$(echo "$wheels"/crownhead-*-"$tag".whl)
[[ -f $wheel ]] || fail "there is no wheel for $tag in $wheels"
echo "built: ${wheel#"$PWD/"}, $(($(wc -c <"$wheel") / 1000000)) MB"
if [[ $test == yes ]]; then
    test_wheel "$wheel"
fi
