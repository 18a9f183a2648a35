#!/usr/bin/env bash
# Builds the programs for a release, linked statically where the system allows, and archives them.
# Usage: scripts/package.sh TARGET VERSION     for example x86_64-unknown-linux-musl v1.0.0
# The archive is target/package/crownhead-VERSION-TARGET.tar.gz. `referee` is not for Windows.
set -euo pipefail
if [[ $# -ne 2 || $1 == --help || $1 == -h ]]; then
    sed -n '2,4s/^# //p' "$0"
    [[ ${1-} == --help || ${1-} == -h ]] && exit 0
    exit 2
fi
target=$1 name=crownhead-$2-$1
cd "$(dirname "${BASH_SOURCE[0]}")/.."

programs=(homework calibrate crownhead reference harness)
for game in crates/text/src/bin/*.rs; do
    programs+=("$(basename "$game" .rs)")
done
ending=
# Programs for musl are static without being asked; macOS allows no static program.
case $target in
*-windows-*)
    ending=.exe
    export RUSTFLAGS="${RUSTFLAGS-} -C target-feature=+crt-static"
    ;;
*) programs+=(referee) ;;
esac
cargo build --release --locked --target "$target" "${programs[@]/#/--bin=}"

cd target
rm -rf "package/$name"
mkdir -p "package/$name"
for program in "${programs[@]}"; do
    cp "$target/release/$program$ending" "package/$name"
done
cp ../README.md ../CHANGELOG.md ../LICENSE-APACHE ../LICENSE-MIT "package/$name"
cp -r ../docs "package/$name"
tar -czf "package/$name.tar.gz" -C package "$name"
echo "packaged: target/package/$name.tar.gz"
