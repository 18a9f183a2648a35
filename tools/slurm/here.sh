#!/usr/bin/env bash
# Puts up a private Slurm of several nodes on this machine, in one folder, to try things on. It
# opens ports on the loopback address only, touches nothing outside its folder, and needs no root.
set -euo pipefail
shopt -s inherit_errexit

usage() {
    cat <<'TEXT'
usage: tools/slurm/here.sh COMMAND DIR [ARGUMENT...]

  start DIR [NODES] [--install]   starts Slurm with NODES nodes (default 3) of two CPUs each; starts
                                  what is missing if it runs already, a killed node for instance
  env DIR                         prints what a shell needs: eval "$(tools/slurm/here.sh env DIR)"
  status DIR                      which daemons run, the nodes, the jobs
  kill-node DIR NODE              kills a node with its jobs, as a power cut would
  kill-node DIR NODE --jobs-live  kills the node's daemon only, as a broken network would: Slurm
                                  starts its jobs again elsewhere while the old ones go on
  stop DIR                        ends all jobs and daemons; the folder with its logs is kept

DIR is made if it is missing. Slurm notices a lost node within a minute and starts its jobs again
20 seconds later. Programs needed: munged, slurmctld, slurmd and Slurm's commands; with --install
and as root, `start` fetches Debian's packages slurm-wlm and munge.

  tools/slurm/here.sh start try-slurm
  eval "$(tools/slurm/here.sh env try-slurm)"
  srun hostname
  tools/slurm/here.sh stop try-slurm
TEXT
}

fail() {
    echo "slurm-here.sh: $*" >&2
    exit 2
}

# require_programs [INSTALL]: Slurm's programs are in PATH, or the word "yes" installs them.
require_programs() {
    local program missing=()
    for program in munged slurmctld slurmd sinfo sbatch scontrol; do
        command -v "$program" >/dev/null || missing+=("$program")
    done
    ((${#missing[@]})) || return 0
    [[ ${1-} == yes ]] || fail "missing: ${missing[*]}; as root give --install, or:
  apt-get install --no-install-recommends slurm-wlm munge"
    [[ $EUID == 0 ]] || fail "--install needs root"
    # The packages must not start daemons of their own.
    RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q --no-install-recommends slurm-wlm munge
}

# command_line PID: prints it; a process that ended and that nobody has waited for yet has none.
command_line() { { tr "\0" " " <"/proc/$1/cmdline"; } 2>/dev/null || true; }

# is_gone PID COMMAND: whether that process has ended.
is_gone() { [[ $(cat "/proc/$1/comm" 2>/dev/null) != "$2" || -z $(command_line "$1") ]]; }

# process FILE COMMAND: prints the process of a pid file, if it lives and still is that COMMAND.
process() {
    local pid
    [[ -s $1 ]] && pid=$(<"$1") && ! is_gone "$pid" "$2" && echo "$pid"
}

# until_true SECONDS COMMAND...: asks again and again, at most that long.
until_true() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        ((SECONDS < end)) || return 1
        sleep 0.1
    done
}

# free_port FIRST COUNT: prints the first of COUNT ports that follow each other and are not in use.
free_ports() {
    local first port
    for ((first = $1; first < 32000; first += 50)); do
        for ((port = first; port < first + $2; port++)); do
            # A connection that succeeds means that somebody listens there.
            (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && continue 2
        done
        echo "$first"
        return
    done
    fail "no $2 free ports in a row"
}

# write_configuration NODES: slurm.conf, once for each folder.
write_configuration() {
    local nodes=$1 user host port
    user=$(id -un)
    host=$(hostname -s)
    port=$(free_ports 17000 $((nodes + 1)))
    cat >"$dir/slurm.conf.new" <<TEXT
ClusterName=here
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
# cred_expire is also the time that a job waits before it is started again on another node.
AuthInfo=socket=$dir/run/munge.socket,cred_expire=20
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool/%n
SlurmctldPidFile=$dir/run/slurmctld.pid
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdPidFile=$dir/run/slurmd-%n.pid
SlurmdLogFile=$dir/log/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
# The nodes are what this file says, however many cores the machine has.
SlurmdParameters=config_overrides
# A node that does not answer for this long is lost.
SlurmdTimeout=30
# A node that comes back is used again.
ReturnToService=2
# Ended jobs stay visible in \`scontrol show job\` for a day.
MinJobAge=86400
MailProg=/bin/true
NodeName=n[1-$nodes] NodeHostname=$host NodeAddr=127.0.0.1 \\
  Port=[$((port + 1))-$((port + nodes))] CPUs=2 RealMemory=1000 State=UNKNOWN
PartitionName=all Nodes=n[1-$nodes] Default=YES MaxTime=INFINITE State=UP
TEXT
    mv "$dir/slurm.conf.new" "$dir/slurm.conf"
}

# prepare NODES: the folder with its key and configuration, if they are missing.
prepare() {
    # The names of sockets have at most 107 bytes, and Slurm appends to this folder.
    ((${#dir} <= 70)) || fail "the path $dir is too long for sockets: 70 letters at most"
    [[ $dir != *[[:space:],]* ]] || fail "blanks and commas in $dir: slurm.conf cannot name it"
    mkdir -p "$dir"/{run,log,state,spool}
    chmod 755 "$dir" "$dir/run"
    if [[ ! -e $dir/munge.key ]]; then
        (umask 077 && head -c 1024 /dev/urandom >"$dir/munge.key.new")
        mv "$dir/munge.key.new" "$dir/munge.key"
    fi
    [[ -e $dir/slurm.conf ]] || write_configuration "$1"
}

# node_names: prints the nodes of the configuration, one a line.
node_names() {
    local last
    last=$(sed -n 's/^NodeName=n\[1-\([0-9]*\)\].*/\1/p' "$dir/slurm.conf")
    seq -f 'n%g' 1 "$last"
}

# Starts each daemon that does not run.
start_daemons() {
    local node
    if ! process "$dir/run/munged.pid" munged >/dev/null; then
        munged --key-file="$dir/munge.key" --socket="$dir/run/munge.socket" \
            --pid-file="$dir/run/munged.pid" --log-file="$dir/log/munged.log" \
            --seed-file="$dir/run/munged.seed" --force 2>>"$dir/log/munged.log"
    fi
    process "$dir/run/slurmctld.pid" slurmctld >/dev/null || slurmctld
    while read -r node; do
        mkdir -p "$dir/spool/$node"
        process "$dir/run/slurmd-$node.pid" slurmd >/dev/null || slurmd -N "$node"
    done < <(node_names)
}

# Whether all nodes of the configuration take jobs.
is_ready() {
    local states
    states=$(sinfo -h -N -o '%N %t' 2>/dev/null) || return 1
    [[ $(grep -cE ' (idle|mix|alloc)$' <<<"$states") == $(node_names | wc -l) ]]
}

start() {
    local install=no nodes=3 word
    for word in "$@"; do
        case $word in
        --install) install=yes ;;
        [1-9] | [1-4][0-9]) nodes=$word ;;
        *) fail "start: '$word' is neither --install nor a number of nodes from 1 to 49" ;;
        esac
    done
    require_programs "$install"
    prepare "$nodes"
    start_daemons
    if ! until_true 90 is_ready; then
        sinfo -N -l >&2 || true
        tail -n 5 "$dir"/log/*.log >&2
        fail "not all nodes are ready after 90 s; see the logs above"
    fi
    sinfo
    echo "Slurm runs in $dir; now: eval \"\$(tools/slurm/here.sh env $dir)\""
}

# steps_of NODE: prints the processes of the node's jobs, supervisors first. Each supervisor writes
# into the log of its node; a job's processes descend from it.
steps_of() {
    local file pid found=()
    while read -r file; do
        pid=${file//[^0-9]/}
        [[ $(cat "/proc/$pid/comm" 2>/dev/null) == slurmstepd ]] && found+=("$pid")
    done < <(find /proc/[0-9]*/fd -maxdepth 1 -lname "$dir/log/slurmd-$1.log" -printf '%h\n' \
        2>/dev/null | sort -u)
    while ((${#found[@]})); do
        printf '%s\n' "${found[@]}"
        mapfile -t found < <(ps -o pid= --ppid "$(IFS=, && echo "${found[*]}")" | tr -d ' ')
    done
}

kill_node() {
    local node=${1-} daemon steps=()
    [[ ${2-} == "" || $2 == --jobs-live ]] || fail "kill-node: unknown argument '$2'"
    node_names | grep -qxF "$node" || fail "kill-node: no node '$node'; there are $(
        node_names | paste -sd' '
    )"
    daemon=$(process "$dir/run/slurmd-$node.pid" slurmd) || fail "node $node does not run"
    mapfile -t steps < <(steps_of "$node")
    # All at once: a supervisor that outlives the job would report its end to Slurm.
    if [[ ${2-} == --jobs-live ]]; then
        kill -KILL "$daemon"
        echo "killed node $node: slurmd; ${#steps[@]} processes of its jobs go on"
    else
        kill -KILL "$daemon" "${steps[@]}" 2>/dev/null || true
        echo "killed node $node: slurmd and ${#steps[@]} processes of its jobs"
    fi
}

status() {
    local node
    printf 'munged %s\nslurmctld %s\n' "$(process "$dir/run/munged.pid" munged || echo -)" \
        "$(process "$dir/run/slurmctld.pid" slurmctld || echo -)"
    while read -r node; do
        echo "slurmd $node $(process "$dir/run/slurmd-$node.pid" slurmd || echo -)"
    done < <(node_names)
    process "$dir/run/slurmctld.pid" slurmctld >/dev/null || return 1
    sinfo
    squeue
}

# end FILE COMMAND: asks the daemon of a pid file to end, and waits for it.
end() {
    local pid
    pid=$(process "$1" "$2") || return 0
    kill -TERM "$pid" 2>/dev/null || true
    until_true 20 is_gone "$pid" "$2" || kill -KILL "$pid"
}

has_no_jobs() { [[ -z $(squeue -h 2>/dev/null) ]]; }

stop() {
    local node steps
    if process "$dir/run/slurmctld.pid" slurmctld >/dev/null; then
        squeue -h -o %A | sort -u | xargs -r scancel --quiet || true
        # Jobs of a killed node never end for Slurm; what is left of them is killed below.
        until_true 10 has_no_jobs || true
    fi
    while read -r node; do
        end "$dir/run/slurmd-$node.pid" slurmd
        mapfile -t steps < <(steps_of "$node")
        if ((${#steps[@]})); then
            kill -KILL "${steps[@]}" 2>/dev/null || true
        fi
    done < <(node_names)
    end "$dir/run/slurmctld.pid" slurmctld
    end "$dir/run/munged.pid" munged
    echo "stopped: $dir"
}

case ${1-} in
-h | --help)
    usage
    exit 0
    ;;
start | env | status | kill-node | stop) ;;
*)
    usage >&2
    exit 2
    ;;
esac
[[ $# -ge 2 && $2 != -* ]] || fail "$1: which folder? tools/slurm/here.sh $1 DIR"
command=$1
dir=$(realpath -m -- "$2")
shift 2
# Debian keeps the daemons where only root looks.
PATH=$PATH:/usr/sbin:/sbin
export SLURM_CONF=$dir/slurm.conf
[[ $command == start || -e $SLURM_CONF ]] ||
    fail "no Slurm in $dir: tools/slurm/here.sh start $dir"
case $command in
start) start "$@" ;;
env) printf 'export SLURM_CONF=%q\n' "$SLURM_CONF" ;;
status) status ;;
kill-node) kill_node "$@" ;;
stop) stop ;;
esac
