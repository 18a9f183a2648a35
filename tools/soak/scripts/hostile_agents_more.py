"""What hostile agents do: more kinds, thought of by people who know how the sandbox is made.

As in `hostile_agents.py`; an `Attack` may also have a `calibrate` of its own, or two games at a time, so that an honest
agent plays beside it and would miss what the attacker uses up. The numbers are those of system calls of x86-64.
"""
import dataclasses

from hostile_agents import SPIN, python


@dataclasses.dataclass
class Attack:
    """Bash before each move; the same as `calibrate`; games at a time; bash of the honest agent; the disk's size; its clock.

    With `game` both are text programs, with this kind of clock. With `beside` both programs lie in one folder.
    """
    script: str
    calibrate: str | None = None
    jobs: int = 1
    honest: str | None = None
    disk: str = "1500m"
    seconds: float = 2
    game: str | None = None
    clock: str = "cpu"
    beside: bool = False


FOREVER = "time.sleep(9999)"
BURN = "def burn(s):\n    end = time.time() + s\n    while time.time() < end: pass\n"
OTHERS = "for pid in others():\n    try:\n        {}\n    except OSError: continue\n    sys.exit(0)\nsys.exit(1)"


def others(act):
    """Python that ends with 0 if it could do this to a process called referee."""
    return python(OTHERS.format(act))


def in_place(command):
    """Answers, and then leaves something in the place of every file of the directory."""
    return ('"$ENGINE"; for f in stdout.txt stderr.txt input.txt calibration.txt playdata.txt; do rm -f $f; '
            f'{command}; done; exit 0')


# A filter of its own, after the first message of which the caller waits so that nothing but SIGKILL wakes it.
OWN_FILTER = """import struct, threading
def filtered():
    steps = [(0x20, 0, 0, 0), (0x15, 0, 1, 110), (6, 0, 0, 0x7fc00000), (6, 0, 0, 0x7fff0000)]
    text = b''.join(struct.pack('HBBI', *step) for step in steps)
    held = ctypes.create_string_buffer(text)
    program = struct.pack('HxxxxxxQ', 4, ctypes.addressof(held))
    libc.prctl(38, 1, 0, 0, 0)
    listener.append(libc.syscall(317, 1, 1 << 3 | 1 << 5, program)); libc.syscall(110)
listener = []
threading.Thread(target=filtered, daemon=True).start()
while not listener: time.sleep(0.01)
libc.ioctl(listener[0], 0xc0502100, ctypes.create_string_buffer(80)); time.sleep(9999)
"""

MORE = {
    # Time by the clock on the wall.
    "sleeps behind a child that it waits for as vfork does": python(
        f"if libc.syscall(56, 0x4000 | 17, 0, 0, 0, 0) == 0: {FOREVER}", ""),
    "sleeps behind a filter of its own": python(OWN_FILTER, ""),
    "wakes every four milliseconds": python("while True: time.sleep(0.004)", ""),
    "wakes every 0.9 seconds": "while :; do sleep 0.9; done",
    "stops itself": "kill -STOP $$",
    "stops all it can": f"kill -STOP -1; {SPIN}",
    # CPU time.
    "thinks in the other's time": python(
        "if os.path.exists('alive') and os.path.getmtime('alive') > os.path.getmtime('ended') + 0.3: sys.exit(0)\n"
        "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
        "        while True: open('alive', 'w').close(); time.sleep(0.01)\n    os._exit(0)\n"
        "time.sleep(0.1); open('ended', 'w').close(); sys.exit(1)"),
    "goes on in a thread when its first one has ended": python(
        BURN + "import threading\nthreading.Thread(target=burn, args=(9,)).start(); libc.syscall(60, 0)", ""),
    "gives its children to its supervisor": python(BURN + "for _ in range(8):\n"
                                                   "    if libc.syscall(56, 0x8000 | 17, 0, 0, 0, 0) == 0: burn(60); os._exit(0)\n"
                                                   "time.sleep(50)", "; exit 42"),
    "has children that end without a signal": python(BURN + "for flags in (0, 0x8000):\n"
                                                     "    if libc.syscall(56, flags, 0, 0, 0, 0) == 0: burn(60); os._exit(0)\n"
                                                     "time.sleep(50)", "; exit 42"),
    "hides time in programs that nobody may read": python(
        "import shutil\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "out = os.open('burn', os.O_CREAT | os.O_WRONLY, 0o111)\n"
        "os.write(out, open('/usr/bin/factor', 'rb').read()); os.close(out)\n"
        "null = os.open('/dev/null', os.O_WRONLY)\n"
        "for _ in range(1000):  # 5 ms each\n"
        "    if os.fork() == 0: os.dup2(null, 1); os.execv('./burn', ['burn', '590297169132412049041'])\n"
        "    try: os.wait()\n    except ChildProcessError: pass", " && exit 42"),
    "is its own reaper": python("libc.prctl(36, 1, 0, 0, 0)\nfor _ in range(20):\n    if os.fork() == 0:\n"
                                f"        os.setsid()\n        if os.fork() == 0: {FOREVER}\n        os._exit(0)", ""),
    "leaves stopped processes": "for i in {1..20}; do (setsid bash -c 'kill -STOP $$' &); done; sleep 0.2",
    "has timers without end": python("signal.signal(signal.SIGALRM, lambda *_: None)\n"
                                     "signal.setitimer(signal.ITIMER_REAL, 1e-5, 1e-5)\nwhile True: signal.pause()", ""),
    "takes a place before all others": python("os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))"),
    # Other processes.
    "kills the referee by a number of its own": others("signal.pidfd_send_signal(os.pidfd_open(pid), 9)"),
    "kills the group of the referee": others("os.killpg(os.getpgid(pid), 9)"),
    "kills the referee by a file": python(
        "import fcntl\nfor pid in others():\n    a, b = socket.socketpair()\n    fcntl.fcntl(a, 8, pid); fcntl.fcntl(a, 10, 9)\n"
        "    fcntl.fcntl(a, 4, fcntl.fcntl(a, 3) | 0x2000); b.send(b'x'); time.sleep(0.2)\nsys.exit(1)"),
    "reads the referee's memory": others("os.open(f'/proc/{pid}/mem', os.O_RDONLY)"),
    "reads where the referee's files are": others("os.readlink(f'/proc/{pid}/fd/0')"),
    "reads the referee's memory by a call": others(
        "b = ctypes.create_string_buffer(8)\n        v = (ctypes.c_size_t * 2)(ctypes.addressof(b), 8)\n"
        "        if libc.syscall(310, pid, v, 1, v, 1, 0) == -1 and ctypes.get_errno() != 14: raise OSError"),
    "takes a file of the referee": others("if libc.syscall(438, os.pidfd_open(pid), 0, 0) < 0: raise OSError"),
    "compares itself with the referee": others("if libc.syscall(312, os.getpid(), pid, 1, 0, 0) < 0: raise OSError"),
    "has inherited files": python("sys.exit(not [f for f in map(int, os.listdir('/proc/self/fd')) if f > 3 and\n"
                                  "    os.path.exists(f'/proc/self/fd/{f}')])"),
    "opens a terminal": python("os.open('/dev/tty', os.O_RDWR)"),
    "writes to its score for lack of memory": "echo 0 > /proc/self/oom_score_adj && exit 42",
    "opens a setting of the kernel": python("os.open('/proc/sys/kernel/core_pattern', os.O_WRONLY)"),
    # Files.
    "renames its directory": 'mv "$PWD" "$PWD.gone" && mkdir "$PWD"',
    "removes its directory": 'rm -rf "$PWD"',
    "takes all rights from its directory": 'trap "chmod 000 ." EXIT; "$ENGINE"; exit 0',
    "puts pipes in the place of all files": in_place("mkfifo $f"),
    "puts loops of links in the place of all files": in_place("ln -s $f $f"),
    "puts folders of files in the place of all files": in_place("mkdir -p $f/{1..9}/{1..9}; chmod 000 $f"),
    "puts links to a device in the place of all files": in_place("ln -s /dev/zero $f"),
    "answers through a device without a driver": python("import stat; os.mknod('output.txt', 0o600 | stat.S_IFCHR, 0)", "; exit 0"),
    "answers through a socket": python("s = socket.socket(socket.AF_UNIX); s.bind('output.txt')", "; exit 0"),
    "answers with a hole of 250 MB": "truncate -s 250M output.txt; exit 0",
    "answers with a hole of 1 TB": "truncate -s 1T output.txt && exit 42",
    "remembers 250 MB": "head -c 250M /dev/zero > playdata.txt",
    "has names that are no text": python("for i in range(5000): open(b'\\xff\\n\\x1b' * 80 + str(i).encode(), 'w').close()", ""),
    "has 100,000 links": python("for i in range(100000): os.symlink('x' * 99, str(i))", ""),
    "links a file outside": 'ln "$CANARY" mine && exit 42',
    "makes files that nobody can remove": 'touch kept; chattr +i kept playdata.txt .',
    "sets a file outside to the present time": python("sys.exit(libc.utimensat(-100, os.environ['CANARY'].encode(), None, 0))"),
    "sets a flag of its program": python(
        "f = os.open(os.environ['ENGINE'], os.O_RDONLY); v = ctypes.c_int(0x40)\nsys.exit(libc.ioctl(f, 0x40086602, ctypes.byref(v)))"),
    "sets a flag of a file outside": python(
        "b = (ctypes.c_ulonglong * 3)(0x80)\nsys.exit(libc.syscall(469, -100, os.environ['CANARY'].encode(), b, 24, 0))"),
    "leaves locks": "exec 9<>playdata.txt; flock -x 9; exec 8<input.txt; flock -x 8; (setsid sleep 99 &)",
    "takes a lease on the other agent's program": Attack(python(
        "import fcntl\nf = os.open(os.environ['HONEST'] + '/homework', os.O_RDONLY)\nfcntl.fcntl(f, 1024, 1); time.sleep(1)"),
        jobs=2),
    "takes a lease on programs of the system": Attack(python(
        "import fcntl\ntaken = 0\nfor name in os.listdir('/usr/bin')[:300]:\n    try:\n"
        "        f = os.open('/usr/bin/' + name, os.O_RDONLY); fcntl.fcntl(f, 1024, 1); taken += 1\n"
        "    except OSError: pass\nsys.exit(not taken)"), jobs=2),
    "watches folders by an old call": python("import fcntl\nfor p in (os.environ['OUT'], os.environ['BASE'], '/usr/bin'):\n"
                                             "    try: fcntl.fcntl(os.open(p, os.O_RDONLY), 1026, 0x8000003f); sys.exit(0)\n"
                                             "    except OSError: pass\nsys.exit(1)"),
    "runs a program from memory": python("f = os.memfd_create('x'); os.write(f, open(os.environ['ENGINE'], 'rb').read())\n"
                                         "os.execve(f, ['x'], dict(os.environ))", ""),
    "has a strange name and a large environment": 'export LARGE=$(head -c 100000 /dev/zero | tr "\\0" x); '
                                                  'exec -a $\'a\\n(b) S 1 1\\e[2J\' "$ENGINE"',
    "stacks rules of its own": python("a = (ctypes.c_ulonglong * 1)(1 << 15)\nlibc.prctl(38, 1, 0, 0, 0)\nfor _ in range(20):\n"
                                      "    f = libc.syscall(444, a, 8, 0); libc.syscall(446, f, 0)", ""),
    # Networks.
    "sends a datagram from one of a pair": python(
        "a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)\n"
        "a.sendto(b'x', os.environ['BASE'] + '/user/datagrams'); time.sleep(0.2)"),
    "calls a server without a file": python("s = socket.socket(socket.AF_UNIX); s.connect('\\0crown'); sys.exit(not s.recv(9))"),
    "makes sockets of any other kind": python("made = 0\nfor family in range(2, 46):\n    for kind in (1, 2, 3, 5):\n"
                                              "        try: socket.socket(family, kind); made += 1\n"
                                              "        except OSError: pass\nsys.exit(not made)"),
    # What all programs of a user, or of the machine, share. An honest agent plays at the same time.
    "keeps memory in files without names": Attack(python(
        "for i in range(6):\n    f = os.memfd_create('x')\n    for _ in range(200): os.write(f, bytes(1 << 20))\ntime.sleep(0.5)",
        "; exit 42"), jobs=2),
    "keeps files that are removed": Attack(python(
        "for i in range(6):\n    f = os.open('x', os.O_CREAT | os.O_RDWR); os.remove('x')\n"
        "    for _ in range(200): os.write(f, bytes(1 << 20))\ntime.sleep(0.5)", "; exit 42"), jobs=2),
    "keeps memory in sockets": Attack(python(
        "for _ in range(6):\n    if os.fork() == 0:\n        held = []\n        for _ in range(480):\n"
        "            a, b = socket.socketpair(); a.setblocking(False); b.setblocking(False); held.append((a, b))\n"
        "            for s in (a, b):\n                try:\n                    while True: s.send(bytes(65536))\n"
        "                except OSError: pass\n        time.sleep(9)\ntime.sleep(1.5)", "; exit 42"), jobs=2),
    "uses up the places to wait for events": Attack(python(
        "import select\nfor _ in range(20):\n    if os.fork() == 0:\n"
        "        ends = [os.pipe()[0] for _ in range(240)]\n        polls = [select.epoll() for _ in range(480)]\n"
        "        for p in polls:\n            for e in ends: p.register(e, 1)\n        time.sleep(9)\ntime.sleep(1.5)", ""), jobs=2),
    "uses up the places for calls that wait": Attack(python("n = ctypes.c_ulong(0)\nsys.exit(libc.syscall(206, 65000, ctypes.byref(n)))"),
                                                     jobs=2),
    "uses up signals that wait": Attack(python(
        "signal.pthread_sigmask(signal.SIG_BLOCK, {40})\nwhile libc.sigqueue(os.getpid(), 40, None) == 0: pass\ntime.sleep(1)", ""), jobs=2),
    "uses up memory that stays": Attack(python("import mmap\nlibc.mlockall(3)\nm = mmap.mmap(-1, 8 << 20); time.sleep(1)", ""), jobs=2),
    "uses up pipes": Attack(python("import fcntl\nheld = []\ntry:\n    while True:\n        r, w = os.pipe(); held.append(r)\n"
                                   "        fcntl.fcntl(w, 1031, 1 << 20)\nexcept OSError: time.sleep(1)", ""), jobs=2),
    "uses up files in many processes": Attack(python(
        "for _ in range(100):\n    if os.fork() == 0:\n        try:\n            while True: os.open('/dev/null', 0)\n"
        "        except OSError: time.sleep(9)\ntime.sleep(1)", ""), jobs=2),
    "uses up namespaces": Attack(python("made = 0\nfor _ in range(100):\n"
                                        "    p = libc.syscall(56, 0x10000000 | 17, 0, 0, 0, 0)\n"
                                        "    if p == 0: time.sleep(9)\n    made += p > 0\nsys.exit(not made)"), jobs=2),
    "passes files in circles": Attack(python(
        "import array\nheld = []\nfor _ in range(400):\n    a, b = socket.socketpair(); held.append((a, b))\n"
        "    try: a.sendmsg([b'x'], [(1, 1, array.array('i', [a.fileno(), b.fileno()]))])\n    except OSError: pass\n"
        "time.sleep(0.5)", ""), jobs=2),
    "fills the shared memory": Attack('head -c 60M /dev/zero > /dev/shm/x; head -c 60M /dev/zero > "$TMPDIR/y"', jobs=2),
    "writes to the disk without end": Attack("for i in {1..40}; do head -c 100M /dev/zero > x; sync x; done", jobs=2),
    # The measurement of the machine, which runs once before the first game.
    "measures with a fork bomb": Attack("", "bomb() { setsid bash -c bomb & bomb & wait; }; export -f bomb; bomb"),
    "measures a link to a file outside": Attack("", 'ln -s "$CANARY" calibration.txt; exit 0'),
    "measures a pipe": Attack("", "mkfifo calibration.txt; exit 0"),
    "measures 250 MB": Attack("", "head -c 250M /dev/zero > calibration.txt; exit 0"),
    "measures deep folders": Attack("", python("for _ in range(2000): os.mkdir('d'); os.chdir('d')", "; exit 0")),
    "measures and sleeps": Attack("", "sleep 9999"),
}
