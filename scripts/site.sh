#!/usr/bin/env bash
# Makes target/site: the board with its engine as a static site, which any server of files serves.
#
#   scripts/site.sh [--one-build]     --one-build: only for tests; browsers from before 2021 are left out
#   python3 -m http.server --directory target/site
set -euo pipefail
case ${1-} in
"" | --one-build) ;;
-h | --help)
    sed -n '2,5s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
*)
    echo "site.sh: unknown argument '$1'; see scripts/site.sh --help" >&2
    exit 2
    ;;
esac
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
if [[ ! -d $(rustc --print sysroot)/lib/rustlib/$target/lib ]]; then
    rustup target add "$target"
fi
engine=target/$target/page/worker.wasm
build() {
    RUSTFLAGS=$1 cargo build --quiet -p crownhead-worker --profile page --target "$target" --locked
    mkdir -p target/site-engine
    cp "$engine" "target/site-engine/$2.wasm"
}
build "-C target-feature=+simd128" vectors
# The plain build is for browsers from before 2021 (Safari: 2023).
if [[ ${1-} == --one-build ]]; then
    cp target/site-engine/vectors.wasm target/site-engine/plain.wasm
else
    build "" plain
fi
python3 tools/site.py target/site target/site-engine/vectors.wasm target/site-engine/plain.wasm
