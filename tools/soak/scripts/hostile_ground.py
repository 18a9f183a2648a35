"""The ground on which hostile programs are tried: namespaces of their own, a small disk, limits, servers to be left alone.

Contract: what runs in `enclosed` is bounded from outside, whatever the referee does: processes, mounts, IPC and network
of its own, a disk of some GB in memory, 3,000 processes, 20,000 signals that wait, 4 GB of addresses for each process,
and an end after some minutes. `partial` forbids further namespaces there, as most containers do; `bwrap` is `full` by
the program of this name. Linux, with the right to make namespaces.
Used by `attacks.py` (matches) and `hostile_builds.py` (classes).
"""
import argparse, json, os, pathlib, re, shutil, socket, subprocess, sys, threading  # noqa: E401

from hostile_agents import PORT

PLACE = pathlib.Path(__file__).resolve()
# A trial runs copies of these files, which lie elsewhere.
ROOT = PLACE.parents[3] if len(PLACE.parents) > 3 else PLACE.parent
# An ordinary user for each level: the system counts the processes of a user, and levels are tried side by side.
ORDINARY = {"full": 65534, "partial": 65533, "none": 65532, "bwrap": 65531}

# Goes on where no further user namespace can be made.
PARTIAL = """exec unshare --user --map-user=$(id -u) --map-group=$(id -g) --keep-caps sh -c '
echo 0 > /proc/sys/user/max_user_namespaces || exit 99
exec setpriv --inh-caps=-all --ambient-caps=-all --bounding-set=-all "$@"' partial "$@"
"""


def options(description, names):
    """The options that all scripts have."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "target/release", help="folder of the programs")
    parser.add_argument("--only", help="names of attacks, with commas between them")
    parser.add_argument("--level", choices=["full", "bwrap", "partial", "none"], default="full", help="of the sandbox")
    parser.add_argument("--no-sandbox", action="store_true", help="the same as --level none")
    parser.add_argument("--user", choices=["nobody", "root"], default="nobody", help="who runs the referee, if this is root")
    parser.add_argument("--keep", help="an existing folder for the results of the referee")
    parser.add_argument("--inner", help=argparse.SUPPRESS)
    parser.add_argument("--prepare", help=argparse.SUPPRESS)
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.no_sandbox:
        arguments.level = "none"
    if (arguments.level, arguments.user) == ("none", "root"):
        parser.error("root without a sandbox can do anything to this machine")
    arguments.bin = arguments.bin.resolve()
    arguments.names = re.split(r",(?!\d)", arguments.only) if arguments.only else list(names)
    if not set(arguments.names) <= set(names):
        parser.error("no such attack; there are: " + ", ".join(names))
    return arguments


def can_enclose():
    return not subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], capture_output=True).returncode


def user_of(arguments):
    """The number of the user who runs the referee."""
    return ORDINARY[arguments.level] if os.geteuid() == 0 and arguments.user == "nobody" else os.geteuid()


def enclosed(script, folder, arguments, attack, disk="1500m"):
    """Prepares and plays one trial of a script in namespaces: its report as JSON, and the lines that follow it."""
    script = pathlib.Path(script).resolve()
    own = [] if os.geteuid() == 0 else ["--user", "--map-current-user", "--keep-caps"]
    asked = f"--bin {arguments.bin} --level {arguments.level} --user {arguments.user}"
    mounts = (f"mount -t tmpfs -o size={disk},mode=1777 tmpfs {folder} && mount -t tmpfs -o size=64m,mode=1777 tmpfs /dev/shm"
              " && ip link set lo up")
    prepare = f"{sys.executable} {script} --prepare {folder} {asked}"
    wrapped = f"sh {folder}/partial.sh" if arguments.level == "partial" else ""
    number = user_of(arguments)
    user = f"setpriv --reuid={number} --regid={number} --clear-groups" if number != os.geteuid() else ""
    limits = "prlimit --nproc=3000 --as=4000000000 --nofile=1024 --cpu=300 --sigpending=20000"
    again = f"/usr/bin/python3 {folder}/{script.name} --inner {folder} {asked}"
    keep = f"cp -r {folder}/out {arguments.keep}/" if arguments.keep else ":"
    line = f"{mounts} && {prepare} && {user} {wrapped} {limits} {again}; echo; {script_ends(folder)}; {keep}"
    whole = ["unshare", "--mount", "--pid", "--ipc", "--net", "--fork", "--mount-proc", "--kill-child", *own, "bash", "-c", line]
    environment = dict(os.environ, ATTACK=attack)
    try:
        done = subprocess.run(whole, capture_output=True, text=True, timeout=260, env=environment, errors="replace")
    except subprocess.TimeoutExpired:
        return None, [], "all of the trial stood still"
    lines = [line for line in done.stdout.splitlines() if line]
    said = json.loads(lines[0]) if lines and lines[0].startswith('{"code"') else None
    return said, lines[1:], done.stderr


def script_ends(folder):
    """Shell that prints the journal and, last, the state of the file outside."""
    canary = f"{folder}/canary"
    return f"cat {folder}/out/journal.jsonl 2>/dev/null; echo; echo $(cat {canary}) $(stat -c %a-%Y {canary})"


CANARY = "unharmed 644-1000000000"


def lay_out(base, arguments, folders, programs):
    """The folders of a trial, the programs, these scripts, and the files that must stay as they are."""
    for name in (*folders, "bin", "path", "tmp", "user/.ssh"):
        (base / name).mkdir(parents=True)
    (base / "user/.ssh/id_rsa").write_text("a key\n")
    (base / "partial.sh").write_text(PARTIAL)
    for name in programs:
        shutil.copy(arguments.bin / name, base / "bin")
    if bwrap := shutil.which("bwrap"):
        shutil.copy(bwrap, base / "path")
    for path in PLACE.parent.glob("*.py"):
        shutil.copy(path, base)
    (base / "canary").write_text("unharmed\n")
    os.chmod(base / "canary", 0o644)
    os.utime(base / "canary", (10 ** 9, 10 ** 9))


def give_away(base, arguments):
    """Makes the user of the trial the owner of all."""
    user = user_of(arguments)
    if os.geteuid() == 0 and user:
        subprocess.run(["chown", "-hR", f"{user}:{user}", str(base)], check=True)


def serve(folder):
    """Servers that nobody must reach: TCP, UDP, and three with names, of which one has no file."""
    def answer_stream(server):
        server.listen()
        while True:
            client, _ = server.accept()
            client.sendall(b"answer")
            client.close()

    def answer_datagrams(server):
        while True:
            _, sender = server.recvfrom(9)
            pathlib.Path(folder, "called").write_text("by a datagram")
            try:
                server.sendto(b"answer", sender)
            except (OSError, TypeError):
                pass

    unix = socket.AF_UNIX
    kinds = [(socket.socket(), ("127.0.0.1", PORT), answer_stream),
             (socket.socket(type=socket.SOCK_DGRAM), ("127.0.0.1", PORT), answer_datagrams),
             (socket.socket(unix), folder + "/user/server", answer_stream),
             (socket.socket(unix), "\0crown", answer_stream),
             (socket.socket(unix, socket.SOCK_DGRAM), folder + "/user/datagrams", answer_datagrams)]
    kinds[0][0].setsockopt(socket.IPPROTO_TCP, socket.TCP_FASTOPEN, 5)
    for server, at, answer in kinds:
        server.bind(at)
        threading.Thread(target=answer, args=(server,), daemon=True).start()


def run_inside(folder, command, arguments, limit):
    """Runs the referee with the servers beside it, and says what is left of it: a dictionary."""
    env = {"PATH": f"{folder}/path:/usr/bin:/bin", "TMPDIR": folder + "/tmp", "HOME": folder + "/user", "GRADER_TOKEN": "secret"}
    serve(folder)
    command += {"none": ["--no-sandbox"], "bwrap": ["--namespaces", "bwrap"]}.get(arguments.level, [])
    command += ["--allow-root"] if os.geteuid() == 0 and arguments.level != "full" else []
    code, said, printed = run_once(command, env, limit)
    # A full disk: what filled it has ended, and a grader does what is said.
    if "run the same command again" in said:
        code, said, printed = run_once(command, env, limit)
    alive = [name for name in os.listdir("/proc") if name.isdigit() and int(name) not in (1, os.getpid()) and lives(name)]
    called = os.path.exists(folder + "/called")
    return {"code": code, "said": said[-4000:], "printed": printed[-2000:], "left": len(alive), "called": called,
            "temporary": listed(folder + "/tmp")}


def run_once(command, env, limit):
    try:
        done = subprocess.run(command, env=env, capture_output=True, timeout=limit, text=True, errors="replace")
        return done.returncode, done.stderr, done.stdout
    except subprocess.TimeoutExpired:
        return f"killed after {limit} s", "", ""


def listed(folder):
    try:
        return os.listdir(folder)
    except OSError as error:
        return [str(error)]


def lives(pid):
    """Whether this process has a command line: one that has ended, and a thread of the kernel, have none."""
    try:
        return bool(pathlib.Path(f"/proc/{pid}/cmdline").read_bytes())
    except OSError:
        return False


def try_all(name, arguments, inner, prepare, trials):
    """The exit code of a script: of one stage within a trial, or of all `trials`."""
    if arguments.inner:
        return inner(arguments.inner, arguments)
    if arguments.prepare:
        return prepare(arguments.prepare, arguments)
    if not can_enclose():
        print(f"{name}.py: no namespaces can be made here; run it as root", file=sys.stderr)
        return 2
    unharmed = trials(arguments)
    print(f"\n{name.replace('_', ' ')}: {len(unharmed)}, of them without harm {sum(unharmed)}")
    return 0 if all(unharmed) else 1


def common_harm(said, last, arguments):
    """What harm was done that every trial looks for: sentences."""
    if said is None:
        return ["the referee was killed"]
    harm = []
    if said["left"] or said["temporary"]:
        harm.append(f"left: {said['left']} processes, {said['temporary']}")
    level = {"bwrap": "full: namespaces (by bwrap)"}.get(arguments.level, arguments.level)
    if f"sandbox {level}" not in said["said"]:
        harm.append(f"the level is not {arguments.level}: {said['said'].strip()[:200]}")
    if last != CANARY:
        harm.append(f"the file outside was changed: {last[:80]}")
    if said["called"]:
        harm.append("a server was called")
    return harm
