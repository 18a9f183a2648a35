#!/usr/bin/env bash
# Runs a command in a cgroup of its own with a quota of CPU time or a limit of memory.
# Usage: tools/soak/scripts/in-cgroup.sh [--cpu PERCENT] [--memory MEGABYTES] COMMAND [ARGUMENT...]
# 100 percent are one core. Needs the right to make cgroups: root, or a delegated cgroup v2. Where
# a controller is not in version 2 of the system's cgroups, that of version 1 is used.
set -euo pipefail
cpu='' memory=''
while [[ $# -gt 0 ]]; do
    case $1 in
    --cpu) cpu=${2:?} && shift 2 ;;
    --memory) memory=${2:?} && shift 2 ;;
    --help | -h) sed -n '2,5s/^# //p' "$0" && exit 0 ;;
    *) break ;;
    esac
done
[[ $# -gt 0 && -n $cpu$memory ]] || { sed -n '2,5s/^# //p' "$0" >&2 && exit 2; }

fail() {
    echo "in-cgroup.sh: $*" >&2
    exit 2
}

made=()
remove() {
    local folder
    for folder in ${made[@]+"${made[@]}"}; do rmdir "$folder" 2>/dev/null || true; done
}
trap remove EXIT

# Sets FILE of CONTROLLER to VALUE in a new cgroup, and moves this shell there.
# Version 2: NAME VALUE; version 1: pairs of FILE VALUE.
limit_v2() {
    local controller=$1 file=$2 value=$3 root own
    root=$(findmnt -n -t cgroup2 -o TARGET | head -1) || return 1
    [[ -n $root ]] && grep -qw "$controller" "$root/cgroup.controllers" || return 1
    own=$root$(sed -n 's/^0:://p' /proc/self/cgroup)
    own=${own%/}/soak-$controller-$$
    mkdir "$own" 2>/dev/null || return 1
    made+=("$own")
    [[ -e $own/$file ]] && echo "$value" >"$own/$file" && echo $$ >"$own/cgroup.procs"
}

limit_v1() {
    local controller=$1 root own
    shift
    root=$(findmnt -n -t cgroup -O "$controller" -o TARGET | head -1) || return 1
    own=$root$(sed -n "s/^[0-9]*:$controller://p" /proc/self/cgroup)
    own=${own%/}/soak-$controller-$$
    mkdir "$own" 2>/dev/null || return 1
    made+=("$own")
    while [[ $# -gt 0 ]]; do
        echo "$2" >"$own/$1" || return 1
        shift 2
    done
    echo $$ >"$own/cgroup.procs"
}

if [[ -n $cpu ]]; then
    limit_v2 cpu cpu.max "$((cpu * 1000)) 100000" ||
        limit_v1 cpu cpu.cfs_period_us 100000 cpu.cfs_quota_us "$((cpu * 1000))" ||
        fail "no cgroup with a quota of CPU time can be made; run it as root"
fi
if [[ -n $memory ]]; then
    limit_v2 memory memory.max "$((memory << 20))" ||
        limit_v1 memory memory.limit_in_bytes "$((memory << 20))" ||
        fail "no cgroup with a limit of memory can be made; run it as root"
fi
"$@"
