#!/usr/bin/env bash
# Writes the installers of a release, which know where it lies, and SHA256SUMS of all files there.
# Usage: scripts/installers.sh DIR VERSION
# REPOSITORY=ADDRESS: of the repository, if not the one in Cargo.toml.
set -euo pipefail
if [[ $# -ne 2 || $1 == -* ]]; then
    sed -n '2,4s/^# //p' "$0"
    [[ ${1-} == --help || ${1-} == -h ]] && exit 0
    exit 2
fi
dir=$(cd "$1" && pwd) version=$2
cd "$(dirname "${BASH_SOURCE[0]}")/.."
repository=${REPOSITORY-$(sed -n 's/^repository = "\(.*\)"/\1/p' Cargo.toml)}
for file in install.sh install.ps1; do
    sed -e "s|@ADDRESS@|$repository/releases/download/$version|" -e "s|@VERSION@|$version|" \
        "packaging/$file" >"$dir/$file"
done
chmod +x "$dir/install.sh"

cd "$dir"
rm -f SHA256SUMS
files=()
for file in *; do
    [[ ! -f $file ]] || files+=("$file")
done
if command -v sha256sum >/dev/null; then
    sha256sum -- "${files[@]}" >SHA256SUMS
else
    shasum -a 256 -- "${files[@]}" >SHA256SUMS
fi
