#!/usr/bin/env bash
# Plays a tournament on a cluster that runs Slurm: submits all its rounds as jobs and returns. This
# file is also the script of those jobs: Slurm copies it when they are submitted.
set -euo pipefail
shopt -s inherit_errexit

usage() {
    cat <<'TEXT'
usage: scripts/slurm-tournament.sh AGENT... [OPTION...] [-- SBATCH-OPTION...]

Submits a tournament to Slurm, from a machine that has sbatch. For each round there are a job that
plans it, an array of jobs that play it, and a job that joins their journals; each waits for the one
before. Agents and options are those of `referee plan`; see its --help. Options of this script:

  --out DIR    folder of the tournament (default referee-out); every node must see it under this
               path, and the agents too, which cannot be tested from here
  --slices N   jobs that play a round, each on one core (default: one for each pair of games, as far
               as the cluster allows; with games of seconds take two for each core)

What follows -- goes to each sbatch: -- --partition=day --account=course --mem-per-cpu=2G

  scripts/slurm-tournament.sh submissions/* --kind swiss --rounds 11 --seconds 300 --out swiss

The same command again goes on where a tournament was broken off: games that are finished are not
played again. The referee is $REFEREE, or target/release/referee of this project, or in PATH.
docs/CLUSTER.md has a worked example.
TEXT
}

fail() {
    echo "slurm-tournament.sh: $*" >&2
    exit 2
}

# journals_of FOLDER: prints the journals of all attempts at the slices of a round; if there is
# none, the folder where they will be.
journals_of() {
    mkdir -p "$1/slices"
    find "$1/slices" -mindepth 3 -maxdepth 3 -name journal.jsonl | grep . || echo "$1/slices"
}

# patiently COMMAND...: NFS may show a node what others have written with a delay of up to a minute.
patiently() {
    "$@" && return
    local status=$?
    [[ $(stat -f -c %T "$dir") == nfs ]] || return "$status"
    echo "once more in a minute, if NFS has not shown all files yet"
    sleep 65
    "$@"
}

# merge_slices: joins all that is played of a round.
merge_slices() {
    local played
    mapfile -t played < <(journals_of "$folder")
    "$referee" merge "$plan" "${played[@]}" --slices "$slices" --out "$dir"
}

# task REFEREE DIR ROUND SLICES KIND [PLAN-OPTION...]: what a job does, on the node where it runs.
task() {
    local referee=$1 dir=$2 round=$3 slices=$4 kind=$5
    shift 5
    local folder=$dir/round-$round
    local plan=$folder/plan.jsonl slice=${SLURM_ARRAY_TASK_ID-1} binding=()
    echo "$kind of round $round: job ${SLURM_JOB_ID-}, node ${SLURMD_NODENAME-}," \
        "start ${SLURM_RESTART_COUNT-0}, $(date '+%F %T')"
    case $kind in
    plan)
        mkdir -p "$folder"
        patiently "$referee" plan "$@" --results "$dir" --round "$round" --slices "$slices" \
            --out "$plan"
        ;;
    play)
        # Where Slurm does not bind a job to its cores, all games of a node would choose the first.
        (($(nproc) <= ${SLURM_CPUS_ON_NODE:-1})) || binding=(--no-affinity)
        exec "$referee" play "$plan" --slice "$slice/$slices" --out "$folder/slices/$slice" \
            --jobs 1 --calibrations "$dir/calibrations" "${binding[@]}"
        ;;
    merge)
        patiently merge_slices
        ;;
    esac
}

# find_referee: prints the path of the referee.
find_referee() {
    local root found
    root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
    found=${REFEREE-$root/target/release/referee}
    [[ -x $found ]] || found=$(command -v -- "${REFEREE-referee}") ||
        fail "no program ${REFEREE-referee}: cargo build --release, or set REFEREE to its path"
    realpath "$found"
}

# read_arguments WORD...: fills out, slices, plan_options and sbatch_options.
read_arguments() {
    out=referee-out slices='' plan_options=() sbatch_options=()
    while (($#)); do
        case $1 in
        --)
            shift
            sbatch_options=("$@")
            break
            ;;
        --out | --slices)
            (($# > 1)) || fail "$1: a value is missing"
            [[ $1 == --out ]] && out=$2 || slices=$2
            shift
            ;;
        --out=*) out=${1#*=} ;;
        --slices=*) slices=${1#*=} ;;
        --results* | --round | --round=* | --json)
            fail "$1 cannot be given: this script gives it to referee plan itself"
            ;;
        *) plan_options+=("$1") ;;
        esac
        shift
    done
    ((${#plan_options[@]})) || fail "which agents? see scripts/slurm-tournament.sh --help"
    [[ -z $slices || $slices =~ ^[1-9][0-9]*$ ]] || fail "--slices $slices: write a number above 0"
}

# field NAME TEXT: prints a number or a truth value of what referee plan says as JSON.
field() { sed -n "s/.*\"$1\":\([a-z0-9]*\).*/\1/p" <<<"$2"; }

# most_slices: prints how many jobs the cluster allows in an array.
most_slices() {
    local size
    size=$(scontrol show config | sed -n 's/^MaxArraySize *= *//p')
    echo $((${size:-1001} - 1))
}

# A tournament has one day in its records, however long it is played.
day() {
    local first=$dir/round-1/plan.jsonl
    if [[ -e $first ]]; then
        sed -n '1s/.*"date":"\([^"]*\)".*/\1/p' "$first"
    else
        date -u +%F
    fi
}

# plan WORD...: referee plan with the agents and options of the tournament.
plan() { "$referee" plan "${plan_options[@]}" --json "$@"; }

# refuse_if_running: jobs of this folder carry its name.
refuse_if_running() {
    local jobs
    jobs=$(squeue -h -u "$(id -un)" -o '%A %k' |
        while read -r job comment; do [[ $comment != "$dir" ]] || echo "$job"; done | sort -nu)
    [[ -z $jobs ]] || fail "the tournament in $dir is being played; look at it with
  squeue -j $(paste -sd, <<<"$jobs")
or end it with
  scancel $(paste -sd' ' <<<"$jobs")"
}

# join_last: joins what is played of the last round that was begun, and says what was found.
join_last() {
    local round=1 played
    [[ -e $dir/round-1/plan.jsonl ]] || return 0
    while [[ -e $dir/round-$((round + 1))/plan.jsonl ]]; do ((round += 1)); done
    mapfile -t played < <(journals_of "$dir/round-$round")
    [[ -f ${played[0]} ]] || return 0
    echo "what is played up to round $round:"
    # A round that is not whole is no failure here: what it lacks is played now.
    "$referee" merge "$dir/round-$round/plan.jsonl" "${played[@]}" --out "$dir" 2>&1 || true
}

# submit KIND ROUND DEPENDENCY SBATCH-OPTION...: submits a job and keeps its number in `job`.
submit() {
    local kind=$1 round=$2 dependency=$3 log=%x.txt
    shift 3
    [[ $kind != play ]] || log=%x-%a.txt
    job=$(sbatch --parsable --job-name="round-$round-$kind" --comment="$dir" \
        ${dependency:+"--dependency=$dependency" --kill-on-invalid-dep=yes} \
        --requeue --open-mode=append --output="$dir/log/$log" --ntasks=1 --cpus-per-task=1 "$@" \
        "${sbatch_options[@]}" -- "$self" \
        --task "$referee" "$dir" "$round" "$slices" "$kind" "${plan_options[@]}")
    job=${job%%;*}
    submitted+=("$job")
}

# minutes_of TIME: what Slurm writes as 1-02:30:00.
minutes_of() {
    local days=0 hours minutes time=$1
    [[ $time != *-* ]] || days=${time%%-*} time=${time#*-}
    IFS=: read -r hours minutes _ <<<"$time"
    echo $((days * 1440 + 10#$hours * 60 + 10#$minutes))
}

# refuse_if_too_long: a job longer than its partition allows would wait for ever.
refuse_if_too_long() {
    local facts partition asked most
    facts=$(scontrol show job "$job")
    partition=$(sed -n 's/.*\bPartition=\([^ ,]*\).*/\1/p' <<<"$facts" | head -n 1)
    asked=$(sed -n 's/.*\bTimeLimit=\([^ ]*\).*/\1/p' <<<"$facts" | head -n 1)
    most=$(scontrol show partition "$partition" | sed -n 's/.*\bMaxTime=\([^ ]*\).*/\1/p')
    [[ $asked == *:* && $most == *:* ]] || return 0
    (($(minutes_of "$asked") <= $(minutes_of "$most"))) ||
        fail "a job that plays may take $asked (days-hours:minutes:seconds), and partition" \
            "$partition allows $most: take more --slices, or another (-- --partition=NAME)," \
            "or a limit of your own (-- --time=MINUTES)"
}

# A chain that is not whole is taken back.
take_back() {
    local status=$?
    ((status)) || exit 0
    ((${#submitted[@]} == 0)) || scancel "${submitted[@]}" || true
    echo "slurm-tournament.sh: nothing is submitted; the reason is above." \
        "If it is the number of jobs, take fewer --slices" >&2
    exit "$status"
}

# submit_rounds FIRST LAST MINUTES: the whole chain; the plan of the first round lies there already.
submit_rounds() {
    local round short=(--time=60) after='' line
    for ((round = $1; round <= $2; round += 1)); do
        line="round $round: "
        if ((round > $1)); then
            submit plan "$round" "afterok:$job" "${short[@]}"
            after=afterok:$job
            line+="plan $job, "
        fi
        submit play "$round" "$after" "--array=1-$slices" "--time=$3"
        line+="play ${job}_[1-$slices], "
        ((round > $1)) || refuse_if_too_long
        submit merge "$round" "afterany:$job" "${short[@]}"
        echo "${line}merge $job"
    done
}

run() {
    local program full now first last minutes
    for program in sbatch squeue scontrol; do
        command -v "$program" >/dev/null ||
            fail "no $program here: run this where you submit jobs, or see tools/slurm/here.sh"
    done
    self=$(realpath "${BASH_SOURCE[0]}")
    referee=$(find_referee)
    mkdir -p "$out"
    dir=$(cd "$out" && pwd -P)
    [[ $dir != *%* ]] || fail "--out $dir: Slurm does not take a % in it"
    [[ " ${plan_options[*]}" == *" --date"* ]] || plan_options+=(--date "$(day)")
    most=$(most_slices)
    refuse_if_running
    # A first round is as large as any: what it needs is enough for all.
    full=$(plan --out "$dir/plan.new")
    if [[ -z $slices ]]; then
        slices=$(field pairs "$full")
        ((slices <= most)) || slices=$most
    fi
    ((slices <= most)) || fail "--slices $slices: this cluster allows $most"
    full=$(plan --slices "$slices" --out "$dir/plan.new")
    minutes=$((($(field slice_seconds "$full") + 59) / 60))
    join_last
    now=$(plan --results "$dir" --out "$dir/plan.new")
    if [[ $(field is_over "$now") == true ]]; then
        rm -f "$dir/plan.new"
        printf 'the tournament is over: %q report %q\n' "$referee" "$dir"
        return
    fi
    first=$(field round "$now") last=$(field rounds "$now")
    mkdir -p "$dir/log" "$dir/round-$first"
    mv "$dir/plan.new" "$dir/round-$first/plan.jsonl"
    echo "$(field games "$now") games to be played in round $first of $last;" \
        "a job that plays has $minutes minutes"
    trap take_back EXIT
    submit_rounds "$first" "$last" "$minutes"
    trap - EXIT
    cat <<TEXT

jobs       squeue -u $(id -un) -o '%.14i %.18j %.8T %.10M %R'
standing   $(printf '%q report %q' "$referee" "$dir")       after each round
logs       $dir/log
end it     scancel ${submitted[*]}
go on      the same command again, if jobs are gone before the tournament is over
TEXT
}

submitted=()
case ${1-} in
-h | --help) usage ;;
--task)
    shift
    task "$@"
    ;;
*)
    read_arguments "$@"
    run
    ;;
esac
