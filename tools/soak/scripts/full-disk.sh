#!/usr/bin/env bash
# Runs `soak late --condition full-disk` on a small disk in memory, which only this command sees.
# Usage: tools/soak/scripts/full-disk.sh SOAK [OPTION...]
# SOAK is the program; the options are those of `soak late`. Needs root, or a system that lets users
# make namespaces.
set -euo pipefail
if [[ $# -eq 0 || $1 == --help || $1 == -h ]]; then
    sed -n '2,5s/^# //p' "$0"
    [[ $# -gt 0 ]] && exit 0
    exit 2
fi
own=() && [[ $(id -u) -eq 0 ]] || own=(--map-root-user)
work=$(mktemp -d)
trap 'rmdir "$work"' EXIT
unshare --mount ${own[@]+"${own[@]}"} bash -euc '
    work=$1 soak=$2 && shift 2
    mount -t tmpfs -o size=1m tmpfs "$work"
    "$soak" late --condition full-disk --work "$work" "$@"
' full-disk "$work" "$@"
