#!/usr/bin/env bash
# The tests of the pages in a real browser: Chromium, headless, driven by its ChromeDriver.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/browser-test.sh [--install-only] [ARGUMENT...]

Installs chromium and chromium-driver where apt-get can (Debian), unless both are there, makes the
static site (scripts/site.sh), and runs the tests of tools/browser. ARGUMENTs are those of a Rust test program: the name of a test, or
--nocapture, which shows the measured figures.
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

if [[ ${1-} == -h || ${1-} == --help ]]; then
    usage
    exit 0
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."

has_browser || install_browser
has_browser || fail "chromium or chromedriver is still missing from PATH"
[[ ${1-} != --install-only ]] || exit 0

# The board page is tested as a static site, too.
scripts/site.sh --one-build >/dev/null
cargo clippy -p browser --features chromium --all-targets --locked -- -D warnings
began=$SECONDS
# A browser needs about a core: more tests at once would only wait for each other.
cargo test -p browser --features chromium --locked --test it -- --test-threads 2 "$@"
echo "== the browser tests took $((SECONDS - began)) s"
