#!/usr/bin/env bash
# Runs `soak late --condition read-only`: the agent sees its directory through a read-only mount,
# which only this command sees.
# Usage: tools/soak/scripts/read-only.sh SOAK [OPTION...]
# SOAK is the program; the options are those of `soak late`. Needs root, or a system that lets users
# make namespaces.
set -euo pipefail
if [[ $# -eq 0 || $1 == --help || $1 == -h ]]; then
    sed -n '2,6s/^# //p' "$0"
    [[ $# -gt 0 ]] && exit 0
    exit 2
fi
own=() && [[ $(id -u) -eq 0 ]] || own=(--map-root-user)
folder=$(mktemp -d)
mkdir "$folder/work" "$folder/seen"
trap 'rm -rf "$folder"' EXIT
unshare --mount ${own[@]+"${own[@]}"} bash -euc '
    folder=$1 soak=$2 && shift 2
    mount --bind "$folder/work" "$folder/seen"
    mount -o remount,bind,ro "$folder/seen"
    "$soak" late --condition read-only --work "$folder/work" --seen-as "$folder/seen" "$@"
' read-only "$folder" "$@"
