"""The referee under attack: each trial is a match between an attacker and an honest agent.

An attacker does its worst at the beginning of each of its moves. Then it answers like an honest agent, or ends with
exit code 42 if it got what it must not get. Usage:

    cargo build --release --workspace
    python3 tools/soak/scripts/attacks.py [--bin target/release] [--only NAME,NAME] [--level full|bwrap|partial|none]
                                          [--keep FOLDER]

Contract: every trial runs in namespaces of its own (processes, mounts, IPC, network), as the user `nobody` if this is
root, with a small disk in memory and limits of processes and memory, and is killed after three minutes: the machine is
safe even if the referee fails. `partial` forbids further namespaces there, as most containers do; `bwrap` is `full` by the program of this name. Linux, with the
right to make namespaces. Printed for each attack: how the attacker's games ended,
the CPU time of the other agent, what was left. Exit code 0: the other agent has not forfeited and nothing was left;
1: otherwise; 2: it cannot run here.
"""
import argparse, json, os, pathlib, shutil, socket, subprocess, sys, tempfile, threading  # noqa: E401

PLACE = pathlib.Path(__file__).resolve()
# A trial runs a copy of this file, which lies elsewhere.
ROOT = PLACE.parents[3] if len(PLACE.parents) > 3 else PLACE.parent
NOBODY = 65534
SPIN = "while :; do :; done"

PORT = 4711


def python(code, then="&& exit 42"):
    """Bash that runs Python, which ends with 0 if it got what it must not get."""
    head = ("import ctypes, os, resource, signal, socket, subprocess, sys, time\n"
            "libc = ctypes.CDLL(None, use_errno=True)\n"
            "def others():\n"
            "    for pid in filter(str.isdigit, os.listdir('/proc')):\n"
            "        try:\n"
            "            if open(f'/proc/{pid}/comm').read().strip() == 'referee': yield int(pid)\n"
            "        except OSError: pass\n"
            "def tries(act):\n"
            "    done = 0\n"
            "    for pid in others():\n"
            "        try: act(pid); done += 1\n"
            "        except (OSError, ValueError): pass\n"
            "    sys.exit(not done)\n")
    return f"/usr/bin/python3 - <<'P' {then}\n{head}{code}\nP\n"


DEEP = """def deep(name, depth):
    top = os.getcwd(); os.mkdir(name); os.chdir(name)
    for _ in range(depth): os.mkdir('d'); os.chdir('d')
    os.chdir(top)
"""
ANSWER_FIRST = "subprocess.run([os.environ['ENGINE']])\n"

# Bash. $ENGINE is an honest agent, $CANARY a file outside, $OUT the folder of the match, $HONEST that of the other
# agent. Each is followed by the engine unless it ends by itself.
ATTACKS = {
    "nothing": "",
    "forks without end": "bomb() { bomb & bomb & wait; }; bomb",
    "forks without end into new sessions": "bomb() { setsid bash -c bomb & setsid bash -c bomb & wait; }; "
                                            "export -f bomb; bomb",
    "many sleeping processes": "for i in {1..400}; do sleep 600 & done; wait",
    "fills the disk with large files": "for i in {1..999}; do head -c 200M /dev/zero > fill$i || break; done",
    "fills the disk with small files": "for i in {1..100000}; do : > small$i; done",
    "answers through a link to a file outside": 'ln -s "$CANARY" output.txt; exec "$ENGINE"',
    "answers through a link to a device": "ln -s /dev/zero output.txt; exit 0",
    "answers through a pipe": "mkfifo output.txt; exit 0",
    "puts a folder in the place of the answer": "mkdir -p output.txt/deep; chmod 000 output.txt; exit 0",
    "writes into a file outside": 'echo spoiled >> "$CANARY" && exit 42',
    "reads the other agent's folder": 'for file in "$PWD"/../*/input.txt; do case $file in "$PWD"/../"${PWD##*/}"/*) ;; *) '
                                      '[ -e "$file" ] && cat "$file" && exit 42 ;; esac; done',
    "reads the journal": 'cat "$OUT"/*.jsonl && exit 42',
    "writes into the journal": 'for file in "$OUT"/*.jsonl; do echo spoiled >> "$file" && exit 42; done',
    "kills all it can": "kill -KILL -1",
    "kills its supervisor": f"kill -KILL $PPID; {SPIN}",
    "stops its supervisor": f"kill -STOP $PPID; {SPIN}",
    "traces its supervisor": "/usr/bin/python3 - $PPID <<'P' && exit 42\n"
                             "import ctypes, sys\n"
                             "sys.exit(ctypes.CDLL(None).ptrace(16, int(sys.argv[1]), 0, 0) != 0)\nP",
    "reads its supervisor's memory": 'head -c 1 "/proc/$PPID/environ" && exit 42; : < "/proc/$PPID/mem" && exit 42',
    "leaves a daemon": f'(setsid env -i bash -c "{SPIN}" &)',
    "leaves a sleeping daemon": '(setsid env -i sleep 600 &)',
    "raises its priority": "renice -n -10 $$ && exit 42",
    "leaves its core": "taskset -p -c 0-1023 $$",
    "eats memory": "x=x; while :; do x=$x$x; done",
    "prints without end": "yes",
    "prints errors without end": "yes >&2",
    "closes every descriptor": "exec 0<&- 1>&- 2>&-; for fd in {3..255}; do eval \"exec $fd>&-\"; done",
    "opens descriptors without end": "for fd in {3..9999}; do eval \"exec $fd</dev/null\" || break; done",
    "sleeps for ever": "sleep 9999",
    "spins for ever": SPIN,
    "sets the clock": "date -s '+1 hour' && exit 42",
    "takes the mode of the other agent's program": 'chmod 000 "$HONEST/homework" && exit 42',
    "takes the mode of the folder of the match": 'chmod 000 "$OUT" && exit 42',
    "opens a file outside to all": 'chmod 666 "$CANARY" && exit 42',
    "sets the times of a file outside": 'touch -d 1970-01-02 "$CANARY" && exit 42',
    "reads the grader's environment": '[ -n "$GRADER_TOKEN" ] && exit 42',
    "reads a key in the home": 'cat "$BASE/user/.ssh/id_rsa" && exit 42',
    "watches the other agent's folder": python("f = libc.inotify_init1(0)\n"
                                               "folder = os.environ['HONEST'].encode()\n"
                                               "sys.exit(libc.inotify_add_watch(f, folder, 0xfff) < 0)"),
    "limits the files of the referee": python("tries(lambda pid: resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, 0)))"),
    "limits the open files of the referee": python("tries(lambda pid: resource.prlimit(pid, resource.RLIMIT_NOFILE, (3, 3)))"),
    "lowers the stack of the referee": python("def lower(pid):\n"
                                              "    hard = resource.prlimit(pid, resource.RLIMIT_STACK)[1]\n"
                                              "    resource.prlimit(pid, resource.RLIMIT_STACK, (16384, hard))\n"
                                              "tries(lower)"),
    "takes the referee's time": python("tries(lambda pid: (os.setpriority(os.PRIO_PROCESS, pid, 19),\n"
                                       "    os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0))))"),
    "makes namespaces of its own": "unshare --user --map-root-user --mount true && exit 42",
    "calls a server by TCP": python(f"s = socket.create_connection(('127.0.0.1', {PORT}), 2)"),
    "calls a server by TCP fast open": python("s = socket.socket()\n"
                                              f"s.sendto(b'x', 0x20000000, ('127.0.0.1', {PORT})); s.settimeout(2)\n"
                                              "sys.exit(not s.recv(9))"),
    "calls a server by UDP": python("s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(2)\n"
                                    f"s.sendto(b'x', ('127.0.0.1', {PORT})); sys.exit(not s.recv(9))"),
    "calls a server by a socket in a folder": python("s = socket.socket(socket.AF_UNIX)\n"
                                                     "s.connect(os.environ['BASE'] + '/user/server'); sys.exit(not s.recv(9))"),
    "remembers in shared memory": python("if libc.shmget(0x4837, 4096, 0) >= 0: sys.exit(0)\n"
                                         "libc.shmget(0x4837, 4096, 0o1666); sys.exit(1)"),
    "remembers in a key": python("if libc.syscall(249, b'user', b'crown', None, 0) >= 0: sys.exit(0)\n"
                                 "libc.syscall(248, b'user', b'crown', b'x', 1, -4); sys.exit(1)"),
    "remembers in an attribute of its program": python("program = os.environ['ENGINE']\n"
                                                       "if 'user.note' in os.listxattr(program): sys.exit(0)\n"
                                                       "os.setxattr(program, 'user.note', b'x'); sys.exit(1)"),
    "hides time in children that nobody waits for": python("signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
                                                           "begun = time.time()\n"
                                                           "while time.time() < begun + 60:\n"
                                                           "    if os.fork() == 0:\n"
                                                           "        while time.process_time() < 0.002: pass\n"
                                                           "        os._exit(0)\n"
                                                           "    time.sleep(0.001)", "; exit 42"),
    "leaves folders 1,100 deep for the next move": python(DEEP + ANSWER_FIRST + "os.remove('stdout.txt')\n"
                                                          "deep('stdout.txt', 1100)", "; exit 0"),
    "hides files below a long path": python("n = 'x' * 200\nfor _ in range(22): os.mkdir(n); os.chdir(n)\n"
                                            "for i in range(12): os.truncate(os.open(f'f{i}', os.O_CREAT | os.O_RDWR), 250 << 20)\n"
                                            "time.sleep(0.5)", ""),
    "hides files behind a folder without permissions": "mkdir hidden; for i in {1..6}; do truncate -s 200M hidden/$i; "
                                                       "done; chmod 000 hidden",
    "has many threads": python("import threading\nfor _ in range(190):\n"
                               "    threading.Thread(target=time.sleep, args=(1,), daemon=True).start()", ""),
    "sleeps in every move": "sleep 15.8",
}


# Goes on where no further user namespace can be made.
PARTIAL = """exec unshare --user --map-user=$(id -u) --map-group=$(id -g) --keep-caps sh -c '
echo 0 > /proc/sys/user/max_user_namespaces || exit 99
exec setpriv --inh-caps=-all --ambient-caps=-all --bounding-set=-all "$@"' partial "$@"
"""


def script_of(attack, engine):
    engine_line = f'\nexec "{engine}"\n'
    names = f"export ENGINE={engine} CANARY=CANARY_FILE OUT=OUT_FOLDER HONEST=BASE_FOLDER/honest BASE=BASE_FOLDER"
    return f"#!/bin/bash\n{names}\n{attack}{engine_line}"


def serve(folder):
    """Servers that an agent must not reach: TCP, UDP, and one with a name in the home."""
    def answer_stream(server):
        server.listen()
        while True:
            client, _ = server.accept()
            client.sendall(b"answer")
            client.close()

    def answer_datagrams(server):
        while True:
            server.sendto(b"answer", server.recvfrom(9)[1])

    tcp, udp, unix = socket.socket(), socket.socket(type=socket.SOCK_DGRAM), socket.socket(socket.AF_UNIX)
    tcp.setsockopt(socket.IPPROTO_TCP, socket.TCP_FASTOPEN, 5)
    for server, at in ((tcp, ("127.0.0.1", PORT)), (udp, ("127.0.0.1", PORT)), (unix, folder + "/user/server")):
        server.bind(at)
    for answer, server in ((answer_stream, tcp), (answer_datagrams, udp), (answer_stream, unix)):
        threading.Thread(target=answer, args=(server,), daemon=True).start()


def inner(folder, level):
    """In the namespaces: plays one match and prints what happened as JSON."""
    options = {"none": ["--no-sandbox"], "bwrap": ["--namespaces", "bwrap"]}.get(level, [])
    play = [folder + "/bin/referee", "match", folder + "/attacker", folder + "/honest", "--games", "2", "--seconds", "2",
            "--openings", "start", "--max-plies", "8", "--no-preflight", "--jobs", "1", "--out", folder + "/out", *options]
    env = {"PATH": f"{folder}/path:/usr/bin:/bin", "TMPDIR": folder + "/tmp", "HOME": folder + "/user", "GRADER_TOKEN": "secret"}
    serve(folder)
    try:
        done = subprocess.run(play, env=env, capture_output=True, timeout=180, text=True, errors="replace")
        code, said = done.returncode, done.stderr
    except subprocess.TimeoutExpired:
        code, said = "killed after 180 s", ""
    alive = [name for name in os.listdir("/proc") if name.isdigit() and int(name) not in (1, os.getpid()) and lives(name)]
    print(json.dumps({"code": code, "said": said, "left": len(alive), "temporary": os.listdir(folder + "/tmp")}))


def lives(pid):
    """Whether this process has a command line: one that has ended, and a thread of the kernel, have none."""
    try:
        return bool(pathlib.Path(f"/proc/{pid}/cmdline").read_bytes())
    except OSError:
        return False


def trial(attack, arguments):
    """One match in namespaces; what `inner` has said, the games, and the canary."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        own = [] if os.geteuid() == 0 else ["--user", "--map-current-user", "--keep-caps"]
        mount = f"mount -t tmpfs -o size=1500m,mode=1777 tmpfs {folder}"
        prepare = f"{sys.executable} {pathlib.Path(__file__).resolve()} --prepare {folder} --bin {arguments.bin}"
        wrapped = f"sh {folder}/partial.sh" if arguments.level == "partial" else ""
        user = f"setpriv --reuid={NOBODY} --regid={NOBODY} --clear-groups" if os.geteuid() == 0 else ""
        limits = "prlimit --nproc=3000 --as=4000000000 --cpu=150"
        again = f"/usr/bin/python3 {folder}/attacks.py --inner {folder} --level {arguments.level}"
        keep = f"cp -r {folder}/out {arguments.keep}/" if arguments.keep else ":"
        show = f"cat {folder}/out/journal.jsonl 2>/dev/null; echo; cat {folder}/canary"
        network = "ip link set lo up"
        line = f"{mount} && {network} && {prepare} && {user} {wrapped} {limits} {again}; echo; {show}; {keep}"
        whole = ["unshare", "--mount", "--pid", "--ipc", "--net", "--fork", "--mount-proc", "--kill-child", *own, "bash", "-c", line]
        environment = dict(os.environ, ATTACK=attack)
        done = subprocess.run(whole, capture_output=True, text=True, timeout=300, env=environment, errors="replace")
        lines = [line for line in done.stdout.splitlines() if line]
        said = json.loads(lines[0]) if lines and lines[0].startswith('{"code"') else None
        records = [json.loads(line) for line in lines[1:-1] if line.startswith("{")]
        games = [record for record in records if "ending" in record]
        return said, games, (lines or [""])[-1], done.stderr


def prepare(folder, programs):
    """The files of a trial, in the disk of its own."""
    base = pathlib.Path(folder)
    for name in ("bin", "path", "attacker", "honest", "tmp", "out", "user/.ssh"):
        (base / name).mkdir(parents=True)
    (base / "user/.ssh/id_rsa").write_text("a key\n")
    (base / "partial.sh").write_text(PARTIAL)
    shutil.copy(programs / "referee", base / "bin")
    if bwrap := shutil.which("bwrap"):
        shutil.copy(bwrap, base / "path")
    shutil.copy(programs / "homework", base / "honest")
    shutil.copy(programs / "homework", base / "attacker/engine")
    shutil.copy(__file__, base / "attacks.py")
    text = script_of(os.environ["ATTACK"], base / "attacker/engine")
    for name, path in (("CANARY_FILE", "/canary"), ("OUT_FOLDER", "/out"), ("BASE_FOLDER", "")):
        text = text.replace(name, f"{base}{path}")
    (base / "attacker/homework").write_text(text)
    (base / "canary").write_text("unharmed\n")
    (base / "attacker/homework").chmod(0o755)
    if os.geteuid() == 0:
        for path in [base, *base.rglob("*")]:
            os.chown(path, NOBODY, NOBODY)


def row(name, attack, arguments):
    """Runs a trial and prints its line; whether the other agent and the machine were unharmed."""
    said, games, canary, errors = trial(attack, arguments)
    endings = sorted({side_ending(game) for game in games})
    harm = []
    if said is None:
        harm.append("the referee was killed")
    elif said["left"] or said["temporary"]:
        harm.append(f"left: {said['left']} processes, {said['temporary']}")
    level = {"bwrap": "full: namespaces (by bwrap)"}.get(arguments.level, arguments.level)
    if said and f"sandbox {level}" not in said["said"]:
        harm.append(f"the level is not {arguments.level}: {said['said'].strip()[:200]}")
    if canary != "unharmed":
        harm.append("the file outside was changed")
    if said and len(games) != 2:
        harm.append(f"{len(games)} games, {said['code']}: {said['said'].strip()[-200:]}")
    harm += [f"got what it must not get ({ending})" for ending in endings if "42" in ending]
    harm += ["the other agent forfeits" for game in games if forfeits(game) == "honest"]
    used = [2 - player["left"] for game in games for player in (game["black"], game["white"]) if player["name"] == "honest"]
    most = f"{1000 * max(used):.0f}" if used else "-"
    print(f"| {name} | {'; '.join(endings) or '-'} | {most} | {'; '.join(harm) or 'nothing'} |", flush=True)
    if said is None and arguments.only:
        print(errors, file=sys.stderr)
    return not harm


def side_ending(game):
    ending = game["ending"]
    text = ending if isinstance(ending, str) else " ".join(f"{key} {value}" for key, value in ending.items())
    return text if forfeits(game) != "honest" else f"OTHER {text}"


def forfeits(game):
    """Who has ended the game without an answer: the side to move after the last turn."""
    ending = game["ending"] if isinstance(game["ending"], str) else next(iter(game["ending"]))
    if ending in ("no-pieces", "no-moves", "repetition", "quiet-turns", "max-plies", "referee-fault"):
        return None
    turns = len(game["turns"])
    begins, other = ("black", "white") if game["begins"] == "black" else ("white", "black")
    return game[begins if turns % 2 == 0 else other]["name"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "target/release", help="folder of the programs")
    parser.add_argument("--only", help="names of attacks, with commas between them")
    parser.add_argument("--level", choices=["full", "bwrap", "partial", "none"], default="full", help="of the sandbox")
    parser.add_argument("--no-sandbox", action="store_true", help="the same as --level none")
    parser.add_argument("--keep", help="an existing folder for the results of the referee")
    parser.add_argument("--inner", help=argparse.SUPPRESS)
    parser.add_argument("--prepare", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.inner:
        return inner(arguments.inner, arguments.level)
    if arguments.no_sandbox:
        arguments.level = "none"
    arguments.bin = arguments.bin.resolve()
    if arguments.prepare:
        return prepare(arguments.prepare, arguments.bin)
    names = arguments.only.split(",") if arguments.only else ATTACKS
    if not set(names) <= set(ATTACKS):
        parser.error("no such attack; there are: " + ", ".join(ATTACKS))
    if subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], capture_output=True).returncode:
        print("attacks.py: no namespaces can be made here; run it as root", file=sys.stderr)
        return 2
    print("| the attacker | its games ended by | CPU ms of the other agent, most | harm |\n|---|---|---:|---|", flush=True)
    unharmed = [row(name, ATTACKS[name], arguments) for name in names]
    print(f"\nattacks: {len(unharmed)}, of them without harm {sum(unharmed)}")
    return 0 if all(unharmed) else 1


if __name__ == "__main__":
    sys.exit(main())
