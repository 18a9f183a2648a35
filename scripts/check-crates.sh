#!/usr/bin/env bash
# Packs every crate as crates.io would get it, and publishes nothing: CONTRIBUTING.md, "Recipe: publishing".
# Usage: scripts/check-crates.sh [--build]
#   --build   builds each one from its package, too, in some minutes
# The packages are in target/package. What is fetched already is enough: no registry is asked.
set -euo pipefail

verify=--no-verify
case ${1-} in
"") ;;
--build) verify= ;;
-h | --help)
    sed -n '2,5s/^# //p' "$0"
    exit 0
    ;;
*)
    echo "check-crates.sh: unknown argument '$1'; see --help" >&2
    exit 2
    ;;
esac
cd "$(dirname "${BASH_SOURCE[0]}")/.."
packages=${CARGO_TARGET_DIR:-target}/package
most=10485760 # what crates.io takes

# The tools are never published; cargo would look for them among those that are.
left_out=()
for manifest in tools/*/Cargo.toml; do
    name=$(sed -n 's/^name = "\(.*\)"/\1/p' "$manifest" | head -n 1)
    [[ $manifest == tools/fuzz/* ]] || left_out+=(--exclude "$name")
done
rm -f "$packages"/*.crate
cargo package --workspace "${left_out[@]}" --locked --offline --allow-dirty ${verify:+"$verify"} 2>&1 |
    { grep -v -e '^ *Packag' -e 'is not included in the published package' \
        -e 'manifest has no documentation' -e '^  |$' -e 'package-metadata for more info' || true; }
large=0
for package in "$packages"/*.crate; do
    bytes=$(wc -c <"$package")
    printf '%10d  %s\n' "$bytes" "${package##*/}"
    ((bytes <= most)) || large=$((large + 1))
done
if ((large)); then
    echo "check-crates.sh: $large of them have more than $most bytes, the most that crates.io takes:" \
        "move data into a crate of its own, as data/wdl" >&2
    exit 1
fi
