#!/usr/bin/env bash
# The test of scripts/slurm-tournament.sh: a Swiss of eight agents on a real Slurm of three nodes,
# put up here by tools/slurm/here.sh, has to end with the journal that one machine writes, byte
# for byte, whatever happens on the way: in round 1 a node loses power in mid-game, in round 2 the
# cluster loses sight of a node whose jobs go on, in round 3 a job is missing and the tournament is
# submitted again.
set -euo pipefail
shopt -s inherit_errexit

usage() {
    cat <<'TEXT'
usage: tools/slurm/test.sh [PROGRAMS]

PROGRAMS is a folder with referee, reference and homework; without it they are built here. It
takes some minutes, of which Slurm spends two on noticing what was lost. Exit code 0: the journals
are equal, or Slurm is not installed, which is said; 1: something differs, and the folder with all
files is kept.
TEXT
}

say() { printf '== %s\n' "$*"; }

fail() {
    echo "slurm-test.sh: $*" >&2
    exit 1
}

# until_true COMMAND...: asks again and again. The limit is for what hangs; no work takes as long.
until_true() {
    local end=$((SECONDS + 1800))
    until "$@"; do
        ((SECONDS < end)) || fail "half an hour has passed in vain: $*"
        sleep 0.1
    done
}

# The arguments of the tournament, but for the place where it is played.
read_agents() {
    local number
    tournament=()
    for number in 1 2 3 4; do
        tournament+=("$programs/reference --depth $number --seed 1")
    done
    for number in 300 1000 3000 10000; do
        tournament+=("$programs/homework --nodes $number")
    done
    # Nothing is measured in time: so the same games are played everywhere.
    tournament+=(--kind swiss --rounds 3 --games 12 --no-clock --seconds 10 --date 2000-01-01)
    slices=6 games_of_slice=8
}

submit() {
    "$root/scripts/slurm-tournament.sh" "${tournament[@]}" --slices "$slices" --out "$place/cluster"
}

# find_busy ROUND: fills job and node with those of a task of the round that has finished a game and
# has half of its games to play yet; tells whether there is one.
find_busy() {
    local slice lines
    while read -r job slice node; do
        lines=$(cat "$place/cluster/round-$1/slices/$slice"/*/journal.jsonl 2>/dev/null | wc -l)
        ((lines == 0 || lines > games_of_slice / 2)) || return 0
    done < <(squeue -h -r -t running -n "round-$1-play" -o '%A %K %N')
    [[ -n $(squeue -h -n "round-$1-merge") ]] || fail "round $1 was over before anything was done"
    return 1
}

# was_restarted JOB: whether Slurm has started it again, or will.
was_restarted() {
    local found
    found=$(scontrol show job "$1" | grep -o 'Restarts=[0-9]*\|JobState=[A-Z]*')
    [[ $found != *COMPLETED*Restarts=0* ]] || fail "job $1 was over before it was lost"
    [[ $found != *Restarts=0* ]]
}

is_idle() { [[ -z $(squeue -h) ]]; }

# Round 1: a node and its jobs are gone. Slurm has to notice it by itself.
cut_power() {
    until_true find_busy 1
    say "round 1: job $job has finished a game on $node; $node loses power"
    "$slurm/here.sh" kill-node "$place/slurm" "$node"
    until_true was_restarted "$job"
    say "Slurm has noticed; job $job waits for another node"
}

# Round 2: the node cannot be reached, but its jobs go on.
cut_network() {
    until_true find_busy 2
    say "round 2: job $job has finished a game on $node; the network loses $node, its jobs go on"
    "$slurm/here.sh" kill-node "$place/slurm" "$node" --jobs-live
    scontrol update nodename="$node" state=down reason="cannot be reached"
    until_true was_restarted "$job"
    say "job $job will be started a second time"
}

# Round 3: a job is cancelled before it begins. So the tournament ends early; it is submitted again.
lose_a_job() {
    local array
    array=$(squeue -h -n round-3-play -o %F | head -n 1)
    say "round 3: somebody cancels job ${array}_4"
    scancel "${array}_4"
    until_true is_idle
    tail -n 1 "$place/cluster/log/round-3-merge.txt"
    say "the same command again"
    submit
    until_true is_idle
    submit | tail -n 1
}

end() {
    local status=$?
    [[ ! -e $place/slurm/slurm.conf ]] || "$slurm/here.sh" stop "$place/slurm" || true
    if ((status == 0)); then
        rm -rf "$place"
    else
        echo "slurm-test.sh: all files are kept in $place" >&2
    fi
    exit "$status"
}

case ${1-} in
-h | --help)
    usage
    exit 0
    ;;
esac
slurm=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$slurm/../.." && pwd)
PATH=$PATH:/usr/sbin:/sbin
for program in munged slurmctld slurmd sbatch; do
    if ! command -v "$program" >/dev/null; then
        echo "skipped: $program is not installed; tools/slurm/here.sh --help says more"
        exit 0
    fi
done
programs=${1-}
if [[ -z $programs ]]; then
    (cd "$root" && cargo build --release --locked --quiet \
        --bin referee --bin reference --bin homework --target-dir target)
    programs=$root/target/release
fi
programs=$(cd "$programs" && pwd)
export REFEREE=$programs/referee
place=$(mktemp -d)
chmod 755 "$place"
trap end EXIT
read_agents

say "on one machine"
"$REFEREE" tournament "${tournament[@]}" --out "$place/alone" --json >"$place/alone.json"
say "on Slurm"
"$slurm/here.sh" start "$place/slurm" 3
export SLURM_CONF=$place/slurm/slurm.conf
submit
cut_power
cut_network
"$slurm/here.sh" start "$place/slurm" >/dev/null
say "both nodes are back"
lose_a_job

say "$(scontrol show job -o | wc -l) jobs, all of them completed at the first start but these"
scontrol show job -o | grep -v 'JobState=COMPLETED.* Restarts=0 ' |
    sed 's/^JobId=\([0-9]*\).* JobName=\([^ ]*\).* JobState=\([^ ]*\).* Restarts=\([0-9]*\).*/\
job \1 \2 \3 restarts \4/' | grep .
"$REFEREE" report "$place/cluster"
games=$(wc -l <"$place/alone/journal.jsonl")
cmp "$place/alone/journal.jsonl" "$place/cluster/journal.jsonl" ||
    fail "the cluster has played other games than one machine"
say "$games games, and both journals are equal, byte for byte"
