#!/usr/bin/env bash
# Builds the programs for one system, linked statically where it allows that, and packs them with
# man pages, completions, documents and licenses.
# Usage: scripts/package.sh TARGET VERSION     for example x86_64-unknown-linux-musl v1.0.0
# Makes in target/dist: crownhead-VERSION-TARGET.tar.gz (Windows: .zip), and where dpkg-deb is, for
# Linux a .deb. MANUAL=DIR: man pages and completions from there, not from the programs.
# `referee` is for Linux only.
set -euo pipefail
if [[ $# -ne 2 || $1 == --help || $1 == -h ]]; then
    sed -n '2,7s/^# //p' "$0"
    [[ ${1-} == --help || ${1-} == -h ]] && exit 0
    exit 2
fi
target=$1 version=$2 name=crownhead-$2-$1
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
    echo "package.sh: $*" >&2
    exit 1
}

python=$(command -v python3 || command -v python) || fail "python3 is missing, which packs; install it"
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
*-linux-*) programs+=(referee) ;;
esac

# What the build needs is said before it takes minutes. Linux for another processor needs no C
# compiler: Rust has the C library and a linker.
prepare_build() {
    [[ -d $(rustc --print sysroot)/lib/rustlib/$target/lib ]] ||
        fail "the Rust target $target is missing; install it: rustup target add $target"
    local variable=CARGO_TARGET_${target//-/_}_LINKER
    variable=${variable^^}
    if [[ $target == *-linux-musl && $target != "$(uname -m)"-* && -z ${!variable-} ]]; then
        export "$variable"=rust-lld
    fi
}

# `homework` and `calibrate` start too often to have a parser of options: their help is their page.
write_page() {
    local program=$1 from=$2 out=$3 help first
    help=$("$from/$program" --help | tr -d '\r' | sed 's/\\/\\e/g; s/-/\\-/g; s/^[.'\'']/\\\&&/')
    first=${help%%$'\n'*}
    printf '.TH %s 1 "" "Crownhead %s"\n.SH NAME\n%s\n.SH DESCRIPTION\n.nf\n%s\n.fi\n' \
        "$program" "${version#v}" "$first" "${help#*$'\n'}" >"$out/share/man/man1/$program.1"
}

# Man pages and completions, by the programs themselves; by those of this system, if these are for
# another one.
write_manual() {
    local out=$1 program from=$1/bin
    if [[ -n ${MANUAL-} ]]; then
        cp -r "$MANUAL" "$out/share"
        return
    fi
    if ! "$from/crownhead$ending" --version >/dev/null 2>&1; then
        cargo build --locked "${programs[@]/#/--bin=}"
        from=target/debug
    fi
    mkdir -p "$out/share/man/man1"
    for program in "${programs[@]}"; do
        case $program in
        homework | calibrate) write_page "$program" "$from" "$out" ;;
        *) "$from/$program" --write-manual "$out/share" ;;
        esac
    done
}

lay_out() {
    local out=$1 program
    mkdir -p "$out/bin"
    for program in "${programs[@]}"; do
        cp "target/$target/release/$program$ending" "$out/bin"
    done
    write_manual "$out"
    cp README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$out"
    "$python" tools/licenses.py "$target" >"$out/LICENSES-OTHERS.txt"
    cp -r docs "$out"
}

# The standard library of Python knows ZIP; a program zip is not on every machine.
zip_folder() {
    "$python" - "$1" "$2" <<'END'
import os, sys, zipfile
folder, archive = sys.argv[1:]
with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
    for root, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(root, name)
            file.write(path, os.path.relpath(path, os.path.dirname(folder)))
END
}

# By dpkg-deb: cargo-deb packs the programs of one crate, and ours are of five. Nothing is needed
# to run them.
make_deb() {
    local out=$1 processor=$2 root=target/dist/deb number=${version#v} repository page
    number=${number//-/\~} # Debian orders 1.0~rc1 before 1.0
    [[ $number =~ ^[0-9] ]] || number=0~$number
    repository=$(sed -n 's/^repository = "\(.*\)"/\1/p' Cargo.toml)
    rm -rf "$root"
    mkdir -p "$root/DEBIAN" "$root/usr/share/doc/crownhead" "$root/usr/share/zsh"
    cp -r "$out/bin" "$root/usr/bin"
    cp -r "$out/share/man" "$out/share/bash-completion" "$out/share/fish" "$root/usr/share"
    cp -r "$out/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"
    for page in "$root"/usr/share/man/man1/*.1; do
        gzip -9n "$page"
    done
    cp -r "$out"/{docs,README.md,LICENSES-OTHERS.txt} "$root/usr/share/doc/crownhead"
    gzip -9nc CHANGELOG.md >"$root/usr/share/doc/crownhead/changelog.gz"
    {
        printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\n'
        printf 'Files: *\nCopyright: %s\n' "$(sed -n 's/^Copyright (c) //p' LICENSE-MIT)"
        printf 'License: Expat or Apache-2.0\n\nLicense: Expat\n'
        sed -n '5,$s/^$/./; 5,$s/^/ /p' LICENSE-MIT
        printf '\nLicense: Apache-2.0\n The text is in /usr/share/common-licenses/Apache-2.0.\n'
        printf ' Those of what is linked into the programs are in LICENSES-OTHERS.txt.\n'
    } >"$root/usr/share/doc/crownhead/copyright"
    {
        printf 'Package: crownhead\nVersion: %s\nArchitecture: %s\n' "$number" "$processor"
        printf 'Maintainer: The Crownhead engineers <%s>\n' "$repository"
        printf 'Installed-Size: %s\nSection: games\nPriority: optional\n' \
            "$(du -ks "$root/usr" | cut -f1)"
        printf 'Suggests: bubblewrap\nHomepage: %s\n' "$repository"
        printf 'Description: board games in tournaments: player, referee, analysis\n'
        printf ' Programs that play checkers, Lines of Action, Tablut and Amazons, a referee\n'
        printf ' for matches, tournaments and classes, and pages in a browser to play, watch,\n'
        printf ' replay and analyze games.\n'
    } >"$root/DEBIAN/control"
    (cd "$root" && find usr -type f -exec md5sum {} + >DEBIAN/md5sums)
    chmod -R u=rwX,go=rX "$root"
    dpkg-deb --root-owner-group --build "$root" "target/dist/crownhead_${number}_$processor.deb" >/dev/null
    rm -rf "$root"
    echo "packaged: target/dist/crownhead_${number}_$processor.deb"
}

prepare_build
CARGO_PROFILE_RELEASE_STRIP=symbols \
    cargo build --release --locked --target "$target" "${programs[@]/#/--bin=}"
out=target/dist/$name
rm -rf "$out"
lay_out "$out"
case $target in
*-windows-*)
    archive=$out.zip
    zip_folder "$out" "$archive"
    ;;
*)
    archive=$out.tar.gz
    tar -czf "$archive" -C target/dist "$name"
    ;;
esac
echo "packaged: $archive"
case $target in
x86_64-*-linux-*) processor=amd64 ;;
aarch64-*-linux-*) processor=arm64 ;;
*) processor= ;;
esac
if [[ -n $processor ]] && command -v dpkg-deb >/dev/null; then
    make_deb "$out" "$processor"
fi
