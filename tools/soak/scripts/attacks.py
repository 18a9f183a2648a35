"""The referee under attack: each trial is a match between an attacker and an honest agent.

An attacker does its worst at the beginning of each of its moves. Then it answers like an honest agent, or ends with
exit code 42 if it got what it must not get. Usage:

    cargo build --release --workspace
    python3 tools/soak/scripts/attacks.py [--bin target/release] [--only NAME,NAME] [--no-sandbox] [--keep FOLDER]

Contract: every trial runs in namespaces of its own (processes, mounts), as the user `nobody` if this is root, with a
small disk in memory and limits of processes and memory, and is killed after two minutes: the machine is safe even if
the referee fails. Linux, with the right to make namespaces. Printed for each attack: how the attacker's games ended,
the CPU time of the other agent, what was left. Exit code 0: the other agent has not forfeited and nothing was left;
1: otherwise; 2: it cannot run here.
"""
import argparse, json, os, pathlib, shutil, subprocess, sys, tempfile  # noqa: E401

ROOT = pathlib.Path(__file__).resolve().parents[3]
NOBODY = 65534
SPIN = "while :; do :; done"

# Bash. $ENGINE is an honest agent, $CANARY a file outside, $OUT the folder of the match. Each is followed by the
# engine unless it ends by itself.
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
}


def script_of(attack, engine):
    engine_line = f'\nexec "{engine}"\n'
    return f"#!/bin/bash\nENGINE={engine} CANARY=CANARY_FILE OUT=OUT_FOLDER\n{attack}{engine_line}"


def inner(folder, options):
    """In the namespaces: plays one match and prints what happened as JSON."""
    play = [folder + "/bin/referee", "match", folder + "/attacker", folder + "/honest", "--games", "2", "--seconds", "2",
            "--openings", "start", "--max-plies", "8", "--no-preflight", "--jobs", "1", "--out", folder + "/out", *options]
    env = {"PATH": "/usr/bin:/bin", "TMPDIR": folder + "/tmp", "HOME": folder}
    try:
        done = subprocess.run(play, env=env, capture_output=True, timeout=120, text=True, errors="replace")
        code, said = done.returncode, done.stderr
    except subprocess.TimeoutExpired:
        code, said = "killed after 120 s", ""
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
        own = [] if os.geteuid() == 0 else ["--user", "--map-current-user"]
        mount = f"mount -t tmpfs -o size=1500m,mode=1777 tmpfs {folder}"
        prepare = f"{sys.executable} {pathlib.Path(__file__).resolve()} --prepare {folder} --bin {arguments.bin}"
        options = ["--no-sandbox"] if arguments.no_sandbox else []
        user = f"setpriv --reuid={NOBODY} --regid={NOBODY} --clear-groups" if os.geteuid() == 0 else ""
        limits = "prlimit --nproc=3000 --as=4000000000 --cpu=120"
        again = f"/usr/bin/python3 {folder}/attacks.py --inner {folder} {' '.join(options)}"
        keep = f"cp -r {folder}/out {arguments.keep}/" if arguments.keep else ":"
        show = f"cat {folder}/out/journal.jsonl 2>/dev/null; echo; cat {folder}/canary"
        line = f"{mount} && {prepare} && {user} {limits} {again}; echo; {show}; {keep}"
        whole = ["unshare", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child", *own, "bash", "-c", line]
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
    for name in ("bin", "attacker", "honest", "tmp", "out"):
        (base / name).mkdir()
    shutil.copy(programs / "referee", base / "bin")
    shutil.copy(programs / "homework", base / "honest")
    shutil.copy(programs / "homework", base / "attacker/engine")
    shutil.copy(__file__, base / "attacks.py")
    text = script_of(os.environ["ATTACK"], base / "attacker/engine")
    text = text.replace("CANARY_FILE", f"{base}/canary").replace("OUT_FOLDER", f"{base}/out")
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
    parser.add_argument("--no-sandbox", action="store_true", help="without Landlock")
    parser.add_argument("--keep", help="an existing folder for the results of the referee")
    parser.add_argument("--inner", help=argparse.SUPPRESS)
    parser.add_argument("--prepare", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.inner:
        return inner(arguments.inner, ["--no-sandbox"] if arguments.no_sandbox else [])
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
