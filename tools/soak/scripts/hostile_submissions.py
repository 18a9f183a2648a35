"""What hostile submissions of a class hold: files by name, mostly a `build.sh` that does its worst.

$CLASS is the folder of the submissions, $OUT that of the results, $BASE the folder of all, $CANARY a file outside.
`engine` lies beside each, an honest agent. A build that prints BREACH got what it must not get. `HEAD` begins those in
Python. `hostile_builds.py` tries them all.
"""
import dataclasses
import os
import stat

from hostile_agents import PORT

HONEST = ("anna", "bea", "zoe")
HOSTILE = "mallory"


@dataclasses.dataclass
class Hostile:
    """Files of the submission; a function that lays out what is no file; whether it may be played; a word; the disk; modes;
    the exit code: 4 where this one alone cannot be graded, for want of room."""
    files: dict
    lay: object = None
    says: str | None = None
    played: bool = False
    disk: str = "3500m"
    modes: dict = dataclasses.field(default_factory=dict)
    ends: int = 0


def bash(text, after="cp engine homework"):
    return f"#!/bin/bash\n{text}\n{after}\n"


HEAD = """#!/usr/bin/python3
import ctypes, mmap, os, resource, shutil, signal, socket, stat, subprocess, sys, tarfile, time
libc = ctypes.CDLL(None, use_errno=True)
def referees():
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            if open(f'/proc/{pid}/comm').read().strip() == 'referee': yield int(pid)
        except OSError: pass
def each(act):
    for pid in referees():
        try: act(pid); print('BREACH', pid)
        except (OSError, ValueError) as error: print(error)
def attempt(act):
    try: act(); print('BREACH')
    except OSError as error: print(error)
"""


def build(text, says=None, after="cp engine homework", **more):
    return Hostile({"build.sh": bash(text, after)}, says=says, **more)


def python_build(code, says=None, after="shutil.copy('engine', 'homework')", **more):
    return Hostile({"build.sh": f"{HEAD}{code}\n{after}\n"}, says=says, **more)


def program(text, **more):
    """A submission that builds nothing; its agent is this script."""
    names = "export CLASS=BASE_FOLDER/class OUT=BASE_FOLDER/out BASE=BASE_FOLDER CANARY=BASE_FOLDER/canary"
    return Hostile({"homework": f'#!/bin/bash\n{names}\n{text}\nexec "${{0%/*}}/engine" --depth 1\n'}, played=True, **more)


def strange_names(folder):
    for name in ("-rf", "$(touch pwned)", "a\nb", "\x1b[2Jc", "<img src=x onerror=alert(1)>", "=cmd|calc!A0", "\u202exe.c"):
        (folder / name).write_text("x")
    os.symlink("/etc/passwd", folder / "a link\n2026-11-26T00:00:00Z zoe: cheated")
    os.mkfifo(folder / "pipe")


def many_files(folder):
    for number in range(10_100):
        (folder / f"f{number}").touch()


def deep_folders(folder):
    top = os.getcwd()
    os.chdir(folder)
    for _ in range(3000):
        os.mkdir("d")
        os.chdir("d")
    os.chdir(top)


def own_device(folder):
    os.mknod(folder / "homework", 0o666 | stat.S_IFCHR, 0)


SWAP = """sleep 0.3; while :; do
    for place in target target/release homework; do rm -rf "$place"; ln -sfn "$OUT/agents/anna" "$place"; done
done"""
SUBMISSIONS = {
    "is honest": build("", played=True),
    # Files of others.
    "takes the modes of programs and folders of classmates": build(
        'chmod 000 "$OUT"/agents/*/homework "$OUT"/agents/anna "$CLASS"/*/build.sh "$CLASS/zoe"; true'),
    "takes the modes of the log and the results": build('chmod 000 "$OUT"/class.log "$OUT" "$OUT"/agents "$CLASS"; true'),
    "takes the mode of a file outside": build('chmod 666 "$CANARY" "$BASE/user/.ssh/id_rsa" && echo BREACH; true'),
    "sets the times of what classmates built": build('touch -c "$OUT"/agents/*/homework; touch -c -d 1970-01-02 "$OUT"/agents/*; true'),
    "reads classmates and the log": build('cat ../bea/build.sh ../anna/homework "$CLASS"/anna/* "$OUT/class.log" > got && echo BREACH; '
                                          'for f in ../anna/homework "$CLASS"/anna/build.sh "$OUT"/class.log; do '
                                          'head -c 1 "$f" && echo BREACH; done; true'),
    "reads a key and the environment": build('cat "$BASE/user/.ssh/id_rsa" && echo BREACH; [ -n "$GRADER_TOKEN" ] && echo BREACH; '
                                             'for p in /proc/[0-9]*; do tr "\\0" "\\n" < $p/environ; done | grep -q GRADER_T'
                                             'OKEN && echo BREACH; grep . /etc/shadow && echo BREACH; true'),
    "writes into classmates and the log": build('for f in ../anna/homework "$OUT/class.log" "$CLASS/zoe/build.sh" "$CANARY"; do '
                                                'echo x >> "$f" && echo BREACH; done; true'),
    "removes classmates": build('rm -rf ../anna ../bea "$CLASS"/anna "$CLASS"/zoe "$OUT"/agents; true'),
    # What is in the place of the program.
    "leaves a link": build("ln -s /bin/true homework", "link", ""),
    "leaves a link to a classmate's program": build("ln -s ../anna/homework homework", "link", ""),
    "leaves a pipe": build("mkfifo homework", "pipe", ""),
    "leaves a device": python_build("import stat\nos.mknod('homework', 0o777 | stat.S_IFCHR, 0)", "device", ""),
    "leaves a classmate's program by a hard link": build("ln ../anna/homework homework || ln /bin/true homework", "homework", ""),
    "leaves a folder": build("mkdir homework", "folder", ""),
    "leaves no program": build("true", "homework", ""),
    "leaves a script that names endless files": Hostile(
        {"build.sh": bash("printf '#!/bin/sh\\nexec /proc/self/mem \"${0%%/*}/l\" /dev/zero /proc/kmsg\\n' > homework; chmod +x homework; "
                          "ln -s /dev/zero l; ln -s /proc/self/pagemap l2; ln -s /proc/kcore l3", "")}),
    "is a device": Hostile({}, own_device),
    # Processes that outlive the build.
    "leaves a process that swaps folders for links": build(f"cp engine homework; (setsid bash -c '{SWAP}' &)"),
    "leaves a sleeping process": build("(setsid sleep 600 &); (setsid bash -c 'trap \"\" TERM; kill -STOP $$' &)"),
    # Other processes.
    "limits the files of the referee": python_build("each(lambda pid: resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, 0)))"),
    "limits the open files of the referee": python_build("each(lambda pid: resource.prlimit(pid, resource.RLIMIT_NOFILE, (3, 3)))"),
    "limits the time of the referee": python_build("each(lambda pid: resource.prlimit(pid, resource.RLIMIT_CPU, (0, 0)))"),
    "lowers the stack of the referee": python_build(
        "def lower(pid):\n    hard = resource.prlimit(pid, resource.RLIMIT_STACK)[1]\n"
        "    resource.prlimit(pid, resource.RLIMIT_STACK, (16384, hard))\neach(lower)"),
    "kills the referee": python_build("each(lambda pid: os.kill(pid, 9))"),
    "kills all it can": build("kill -KILL -1"),
    "takes the referee's time": python_build("each(lambda pid: os.setpriority(os.PRIO_PROCESS, pid, 19))"),
    # Too much of something.
    "leaves 3,000 nested folders": python_build("for _ in range(3000): os.mkdir('d'); os.chdir('d')", after=""),
    "holds 3,000 nested folders": Hostile({"build.sh": bash("true")}, deep_folders),
    "makes a million files": python_build("for i in range(10 ** 6): os.close(os.open(f'f{i}', os.O_CREAT | os.O_WRONLY))", "2 GB"),
    "holds too many files": Hostile({"build.sh": bash("true")}, many_files, "too many files"),
    "prints 1 GB": build("yes 'error: what a pity' | head -c 1000000000"),
    "fills the disk": build("for i in {1..99}; do head -c 200M /dev/zero > fill$i || break; done"),
    "builds for ever": build("while :; do :; done", "CPU"),
    "sleeps for ever": build("sleep 9999", "30 s"),
    "wakes every four milliseconds": python_build("while True: time.sleep(0.004)"),
    "is a fork bomb": build("bomb() { setsid bash -c bomb & bomb & wait; }; export -f bomb; bomb", "processes"),
    "has 2,000 threads": python_build("import threading\nfor _ in range(2000): threading.Thread(target=time.sleep, args=(5,), "
                                      "daemon=True).start()\ntime.sleep(5)"),
    "eats memory": python_build("held = []\nwhile True: held.append(bytearray(1 << 26))"),
    # Networks, and memory between builds.
    "calls servers": python_build(
        f"def tcp(): socket.create_connection(('127.0.0.1', {PORT}), 2)\n"
        f"def fast():\n    s = socket.socket(); s.sendto(b'x', 0x20000000, ('127.0.0.1', {PORT})); s.settimeout(2); s.recv(9)\n"
        f"def udp():\n    s = socket.socket(type=socket.SOCK_DGRAM); s.settimeout(2); s.sendto(b'x', ('127.0.0.1', {PORT})); s.recv(9)\n"
        "def named(): socket.socket(socket.AF_UNIX).connect(os.environ['BASE'] + '/user/server')\n"
        "def abstract(): socket.socket(socket.AF_UNIX).connect('\\0crown')\n"
        "def pair():\n    a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)\n"
        "    a.sendto(b'x', os.environ['BASE'] + '/user/datagrams')\n"
        "for act in (tcp, fast, udp, named, abstract, pair): attempt(act)"),
    "remembers in shared memory": python_build("print('BREACH' if libc.shmget(0x4837, 400 << 20, 0o1666) >= 0 else 'none')"),
    # What is printed, and names.
    "prints escapes and formulas": build("printf 'homework.c:1:1: error: \\033]0;pwned\\007\\033[2J\\302\\233 \\342\\200\\256evil "
                                         "</script><script>alert(1)</script>\\n'; exit 1", "error"),
    "prints a formula": build("printf '=cmd|calc!A0\\n'; exit 1", "cmd"),
    "prints bytes that are no text": build("head -c 100000 /dev/urandom; exit 1"),
    "has strange names": Hostile({"build.sh": bash("ls; exit 1", "")}, strange_names),
    # Agents that come through the build.
    "plays and prints escapes": program("printf '\\033[2J\\342\\200\\256 =cmd|calc!A0 </script><script>alert(1)</script>' >&2; "
                                        "printf '<img src=x onerror=alert(4)>' > output.txt; exit 7"),
    "plays and sets the times of classmates' programs": program('touch -c "$OUT"/agents/*/homework "$0"; exec 0< "$0"; touch -c -; true'),
    "plays and takes the modes of classmates' programs": program('chmod 000 "$OUT"/agents/*/homework "$OUT" "$CLASS"; true'),
    "plays and kills all it can": program("kill -KILL -1"),
    "plays and changes itself": program('echo >> "$0"; echo x > "${0%/*}/more"; true'),
}

# What a build leaves. `hostile_builds.py` looks for modes, links, pipes and sockets in the results.
SET = 0o6755
LEFT = {
    "leaves a shell with the rights of its owner": build("cp /bin/dash s; chmod 6755 s; chmod u+s s; chmod g+s s; ls -l s"),
    "installs a shell with the rights of its owner": build("install -m 6755 /bin/dash s; ls -l s; true"),
    "unpacks a shell with the rights of its owner": python_build(
        "t = tarfile.open('t.tar', 'w'); i = t.gettarinfo('/bin/dash', 's'); i.mode, i.uid, i.gid = 0o6755, os.getuid(), os.getgid()\n"
        "t.addfile(i, open('/bin/dash', 'rb')); t.close()\n"
        "subprocess.run(['tar', '-xpf', 't.tar']); tarfile.open('t.tar').extractall('deep')"),
    "copies programs with the rights of their owners": build(
        "for p in su passwd mount chsh; do cp -p /usr/bin/$p .; cp -a /bin/$p deep$p; done; "
        "cp /bin/dash s; chmod 6755 s; cp -p s s2; rsync -p s s3; cat /bin/dash > s; true"),
    "makes a file with the rights of its owner": python_build(
        f"os.umask(0)\nfor act in (lambda: os.open('s', os.O_CREAT | os.O_WRONLY, {SET}), lambda: libc.creat(b's2', {SET}),\n"
        f"    lambda: os.mknod('s3', stat.S_IFREG | {SET}), lambda: os.mkdir('s4', 0o7777),\n"
        f"    lambda: libc.linkat(-100, b'/proc/self/fd/%d' % os.open('.', os.O_TMPFILE | os.O_RDWR, {SET}), -100, b's5', 0x400)):\n"
        "    try: print(act())\n    except OSError as e: print(e)"),
    "changes modes by other calls": python_build(
        "shutil.copy('/bin/dash', 's'); f = os.open('s', os.O_RDONLY)\n"
        f"print(libc.fchmod(f, {SET}), libc.syscall(452, -100, b's', {SET}, 0), libc.syscall(452, f, b'', {SET}, 0x1000),\n"
        f"    libc.chmod(b'/proc/self/fd/%d' % f, {SET}), libc.syscall(268, -100, b's', {SET} | 1 << 32))"),
    "leaves a hard link to a program with rights": build('ln /usr/bin/su s; ln "$BASE/rights" s2; ln "$BASE/canary" s3; '
                                                         '[ -e s3 ] && echo BREACH; true'),
    "leaves open and shared folders": build("mkdir a b; chmod 1777 a .; chmod 2777 b; chmod 7777 a; true"),
    "leaves folders that are closed": build(
        "mkdir -p a/b; cp /bin/dash a/b/s; mkfifo a/b/p; chmod 6755 a/b/s; chmod 000 a/b; chmod 111 a"),
    "leaves links that lead out": build('ln -s /etc/ssl/private/key a; ln -s ../../../user/.ssh/id_rsa b; ln -s "$BASE/user" c; ln -s .. d; '
                                        'ln -s d/../.. e; ln -s /proc/self/root f; ln -s /usr/../tmp g; ln -s "$OUT/agents/anna" h'),
    "leaves pipes and sockets and devices": python_build(
        "os.mkdir('in'); os.mkfifo('p'); os.mkfifo('in/p')\n"
        "for name in ('s', 'in/s'):\n    try: socket.socket(socket.AF_UNIX).bind(name)\n    except OSError as e: print(e)\n"
        "try: os.mknod('d', 0o666 | stat.S_IFCHR, 0)\nexcept OSError as e: print(e)\n"
        "try: os.mknod('s6', 0o666 | stat.S_IFSOCK)\nexcept OSError as e: print(e)"),
    "is a program with the rights of its owner": Hostile({"homework": '#!/bin/sh\nexec "${0%/*}/engine" --depth 1\n'},
                                                         modes={"homework": SET}, played=True),
}

# What decides marks, and what is above it.
DECIDES = ('"$BASE/bin/reference" "$BASE/bin/crownhead" "$BASE/bin/referee" "$BASE/scheme.toml" "$BASE/path" "$BASE/user" '
           '"$BASE/tmp" "$BASE/bin" "$BASE/path"/* "$OUT" "$OUT"/agents "$OUT"/feedback "$CLASS" "$BASE"')
MODES = {
    "takes the modes of the referee's programs": build('chmod 000 "$BASE/bin/reference" "$BASE/bin/crownhead" "$BASE/bin/referee"; true'),
    "takes the mode of the folder of programs": build('chmod 000 "$BASE/bin"; true'),
    "takes the modes of the scheme and of temporary files": build('chmod 000 "$BASE/scheme.toml" "$BASE/tmp" "$BASE"/tmp/*; true'),
    "takes the mode of the folder above all": build('chmod 000 "$BASE"; true'),
    "takes all modes by their files": python_build(
        "for top in (os.environ['BASE'],):\n    for folder, folders, files in os.walk(top, topdown=False):\n"
        "        for name in (*folders, *files):\n            path = os.path.join(folder, name)\n"
        "            if path.startswith(os.getcwd()): continue\n            try: os.fchmod(os.open(path, 0), 0)\n"
        "            except OSError: libc.syscall(452, -100, path.encode(), 0, 0)"),
    "makes what decides read-only": build(f"chmod 555 {DECIDES}; true"),
    "opens what decides to all": build(f"chmod 777 {DECIDES}; true"),
    "leaves a process that takes modes later": build(
        f"(setsid bash -c 'for i in 1 2 3 4 5; do sleep 0.3; chmod 000 {DECIDES}; done' >/dev/null 2>&1 &)"),
}

# A disk that is full: whoever filled it, no other may lose points.
FILL = """held = []
def fill(name='x', remove=True, seconds=3):
    end = time.time() + seconds
    while time.time() < end:
        for step in (200 << 20, 16 << 20, 1 << 20, 1 << 16, 4096):
            while len(held) < 900:
                f = os.open(f'{name}{len(held)}', os.O_CREAT | os.O_RDWR)
                if remove: os.remove(f'{name}{len(held)}')
                try: os.posix_fallocate(f, 0, step)
                except OSError: os.close(f); break
                held.append(f)
        time.sleep(0.02)
"""


def fills(code, after="[os.close(f) for f in held]; shutil.copy('engine', 'homework')", **more):
    return python_build(FILL + code, None, after, disk="400m", **more)


def fills_in_games(code):
    return program(f"/usr/bin/python3 - <<'P'\nimport ctypes, os, time\nlibc = ctypes.CDLL(None)\n{FILL}{code}\nP", disk="400m")


DISK = {
    "fills a small disk with files": fills(
        "fill(remove=False)", "for i in range(len(held)): os.remove(f'x{i}')\nshutil.copy('engine', 'homework')", ends=4),
    "leaves a small disk full": fills("fill(remove=False, seconds=1)", "", ends=4),
    "fills a small disk with removed files": fills("fill()"),
    "fills a small disk behind its back": fills("libc.prctl(4, 0, 0, 0, 0); fill()"),
    "fills a small disk by files that are mapped only": fills(
        "fill(seconds=0.5); held = [(mmap.mmap(f, os.fstat(f).st_size or 4096), os.close(f)) for f in held]; time.sleep(3)",
        "os._exit(0)"),
    "fills a small disk from a daemon": fills(
        "if os.fork() == 0: os.setsid(); fill(seconds=9); os._exit(0)\ntime.sleep(0.5)", "os.link('engine', 'homework')"),
    "fills a small disk in its games": fills_in_games("fill(seconds=0.4)"),
    "fills a small disk in its games behind its back": fills_in_games("libc.prctl(4, 0, 0, 0, 0); fill(seconds=0.4)"),
    "leaves a small disk full in its games": fills_in_games("fill(remove=False, seconds=0.1)"),
}
SUBMISSIONS |= LEFT | MODES | DISK
