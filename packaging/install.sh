#!/bin/sh
# Installs Crownhead's programs, man pages and completions for one user. Nothing needs root.
#
#   sh install.sh [--from PLACE] [--version VERSION] [--prefix DIR]
#   sh install.sh --uninstall [--prefix DIR]
#
#   --from PLACE       an address or a folder that holds the archives and SHA256SUMS
#   --version VERSION  like v1.0.0, if it is not the one of this file
#   --prefix DIR       programs come to DIR/bin, all else to DIR/share [default: ~/.local]
#
# The archive must have the SHA-256 that SHA256SUMS says. What an earlier version has installed, and
# this one has no more, is removed.
set -eu

place='@ADDRESS@' version='@VERSION@' prefix=${HOME-}/.local uninstall=no

say() {
    printf '%s\n' "$*"
}

fail() {
    say "install.sh: $*" >&2
    exit 1
}

usage() {
    sed -n '2,13s/^# \{0,1\}//p' "$0"
}

# The value of an option; it must be there.
value() {
    [ "$#" -ge 2 ] && [ -n "$2" ] || fail "$1 needs a value; see sh install.sh --help"
    printf '%s' "$2"
}

while [ "$#" -gt 0 ]; do
    case $1 in
    --from) place=$(value "$@") || exit 1 ;;
    --version) version=$(value "$@") || exit 1 ;;
    --prefix) prefix=$(value "$@") || exit 1 ;;
    --uninstall) uninstall=yes ;;
    -h | --help) usage && exit 0 ;;
    *) fail "unknown argument '$1'; see sh install.sh --help" ;;
    esac
    [ "$1" = --uninstall ] || shift
    shift
done
[ "$prefix" != /.local ] || fail "HOME is not set: name a folder with --prefix DIR"
case $prefix in
/*) ;;
*) prefix=$(pwd)/$prefix ;;
esac
list=$prefix/share/crownhead/installed

# remove_old NEW-LIST: removes what the list of the installation names and the new one does not.
remove_old() {
    [ -f "$list" ] || return 0
    while IFS= read -r file; do
        grep -qxF -- "$file" "$1" || rm -f -- "${prefix:?}/$file"
    done <"$list"
}

if [ "$uninstall" = yes ]; then
    [ -f "$list" ] || fail "nothing is installed in $prefix: there is no $list"
    remove_old /dev/null
    rm -rf -- "$prefix/share/crownhead"
    say "uninstalled from $prefix"
    exit 0
fi

case $(uname -s) in
Linux) system=unknown-linux-musl ;;
Darwin) system=apple-darwin ;;
MINGW* | MSYS* | CYGWIN*) fail "on Windows use install.ps1, in PowerShell" ;;
*) fail "there are no programs for $(uname -s); build them: cargo build --release" ;;
esac
case $(uname -m) in
x86_64 | amd64) processor=x86_64 ;;
aarch64 | arm64) processor=aarch64 ;;
*) fail "there are no programs for the processor $(uname -m); build them: cargo build --release" ;;
esac
case $place in
@* | */ORGANIZATION/*)
    fail "this file does not know where releases lie: name an address or a folder with --from PLACE"
    ;;
esac
case $version in
@*) fail "this file does not know its version: name one with --version, like v1.0.0" ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# fetch NAME: brings a file of the release into $work.
fetch() {
    case $place in
    http://* | https://*)
        if command -v curl >/dev/null; then
            curl -fsSL --retry 3 -o "$work/$1" "$place/$1" || fail "cannot fetch $place/$1"
        elif command -v wget >/dev/null; then
            wget -q -O "$work/$1" "$place/$1" || fail "cannot fetch $place/$1"
        else
            fail "neither curl nor wget is here: install one, or fetch the files yourself and use --from FOLDER"
        fi
        ;;
    *) cp "$place/$1" "$work/$1" || fail "cannot read $place/$1" ;;
    esac
}

sha256() {
    if command -v sha256sum >/dev/null; then
        sha256sum "$1"
    elif command -v shasum >/dev/null; then
        shasum -a 256 "$1"
    else
        fail "neither sha256sum nor shasum is here, so the archive cannot be checked"
    fi | cut -d ' ' -f 1
}

name=crownhead-$version-$processor-$system
fetch SHA256SUMS
expected=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]$name\.tar\.gz\$/\1/p" "$work/SHA256SUMS")
[ -n "$expected" ] || fail "SHA256SUMS does not name $name.tar.gz: is this the right version?"
fetch "$name.tar.gz"
[ "$(sha256 "$work/$name.tar.gz")" = "$expected" ] ||
    fail "$name.tar.gz is damaged: its SHA-256 is not the one of SHA256SUMS. Fetch it again"
tar -xzf "$work/$name.tar.gz" -C "$work" || fail "$name.tar.gz cannot be unpacked"

cd "$work/$name"
find bin share -type f | sort >"$work/new"
mkdir -p "$prefix" || fail "$prefix cannot be made: name another folder with --prefix"
while IFS= read -r file; do
    mkdir -p "$prefix/${file%/*}" || fail "$prefix/${file%/*} cannot be made"
    # A program that runs cannot be written over, but replaced.
    { cp -- "$file" "$prefix/$file.new" && mv -f -- "$prefix/$file.new" "$prefix/$file"; } ||
        fail "$prefix/$file cannot be written"
done <"$work/new"
mkdir -p "$prefix/share/crownhead"
cp LICENSE-MIT LICENSE-APACHE LICENSES-OTHERS.txt "$prefix/share/crownhead"
remove_old "$work/new"
cp "$work/new" "$list"

say "Crownhead $version is installed in $prefix/bin:"
say "  $(sed -n 's|^bin/||p' "$work/new" | tr '\n' ' ')"
case :${PATH-}: in
*:"$prefix/bin":*) ;;
*)
    say "$prefix/bin is not in PATH. Add it, for example in ~/.profile:"
    say "  export PATH=\"$prefix/bin:\$PATH\""
    ;;
esac
case ${SHELL-} in
*/zsh)
    say "zsh completes them after this line in ~/.zshrc, before compinit:"
    say "  fpath+=$prefix/share/zsh/site-functions"
    ;;
esac
# The archives of other systems are without the referee.
shown=harness
[ ! -x "$prefix/bin/referee" ] || shown=referee
say "Next: crownhead play, crownhead --help, $shown --help, man $shown"
