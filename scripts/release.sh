#!/usr/bin/env bash
# Builds for this machine all of a release that it can, and says what it left out.
# Usage: scripts/release.sh [VERSION]     default: v and the version of Cargo.toml
# Everything comes to target/dist: archives for each system, .deb, installers, SHA256SUMS, and where
# docker or podman is, the image crownhead. A tag makes the rest: .github/workflows/release.yml.
set -euo pipefail
if [[ ${1-} == --help || ${1-} == -h || $# -gt 1 ]]; then
    sed -n '2,5s/^# //p' "$0"
    [[ $# -le 1 ]] && exit 0
    exit 2
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=${1-v$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)}
dist=target/dist
system=$(uname -s) processor=$(uname -m)
[[ $processor != arm64 ]] || processor=aarch64
made=() left=()

# Why a target cannot be built here; nothing if it can.
obstacle() {
    case $1 in
    *-linux-musl)
        [[ $system == Linux ]] || echo "needs Linux"
        ;;
    *-apple-darwin)
        [[ $system == Darwin ]] || echo "needs macOS, whose linker and libraries Apple alone gives"
        ;;
    *-windows-msvc)
        [[ $system == MINGW* || $system == MSYS* ]] || echo "needs Windows with Visual Studio's linker"
        ;;
    *-windows-gnu)
        command -v x86_64-w64-mingw32-gcc >/dev/null || echo "needs Debian's gcc-mingw-w64-x86-64"
        ;;
    esac
}

# The first system is this one, whose programs write the man pages for the others.
build() {
    local target=$1 why
    why=$(obstacle "$target")
    if [[ -z $why && ! -d $(rustc --print sysroot)/lib/rustlib/$target/lib ]]; then
        rustup target add "$target" || why="the Rust target cannot be fetched"
    fi
    if [[ -n $why ]]; then
        left+=("$target: $why")
    elif scripts/package.sh "$target" "$version"; then
        made+=("$target")
        export MANUAL=${MANUAL-$dist/crownhead-$version-$target/share}
    else
        left+=("$target: the build failed, see above")
    fi
}

make_image() {
    local tool
    if ! compgen -G "$dist/*.deb" >/dev/null; then
        left+=("image: needs a .deb, which dpkg-deb makes on Linux")
        return
    fi
    local why="needs docker or podman"
    for tool in docker podman; do
        command -v "$tool" >/dev/null || continue
        if "$tool" build --tag crownhead --file packaging/oci/Dockerfile "$dist"; then
            made+=("image crownhead ($tool)")
            return
        fi
        why="$tool cannot build it, see above"
    done
    left+=("image: $why")
}

rm -rf "$dist"
mkdir -p "$dist"
targets=("$processor-unknown-linux-musl" x86_64-unknown-linux-musl aarch64-unknown-linux-musl
    "$processor-apple-darwin" aarch64-apple-darwin x86_64-apple-darwin
    x86_64-pc-windows-msvc x86_64-pc-windows-gnu)
tried=
for target in "${targets[@]}"; do
    [[ $tried != *" $target "* ]] || continue
    tried+=" $target "
    build "$target"
done
scripts/installers.sh "$dist" "$version"
make_image
printf '\n== %s in %s\n' "$version" "$dist"
for file in "$dist"/*; do
    [[ ! -f $file ]] || printf '%10d  %s\n' "$(wc -c <"$file")" "${file##*/}"
done
printf 'made: %s\n' "${made[@]-nothing}"
for each in ${left[@]+"${left[@]}"}; do
    printf 'left out: %s\n' "$each"
done
