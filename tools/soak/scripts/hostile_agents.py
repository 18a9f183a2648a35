"""What hostile agents do: the first kinds, each bash that runs at the beginning of every move.

$ENGINE is an honest agent, $CANARY a file outside, $OUT the folder of the match, $HONEST that of the other agent,
$BASE the folder of all. Each is followed by the engine unless it ends by itself. Exit code 42: it got what it must
not get. More kinds are in `hostile_agents_more.py`, `hostile_agents_hidden.py`
and `hostile_agents_text.py`; `attacks.py` tries them all.
"""
PORT = 4711
SPIN = "while :; do :; done"


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
