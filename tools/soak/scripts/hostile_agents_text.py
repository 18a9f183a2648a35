"""What hostile text programs do in the other's turn: they play like our program, and burn CPU while they need not.

An attacker begins after its answer and ends when the next line comes. It got what it must not get (exit code 42) if it has
burnt twice its clock. The honest program needs a fifth of a second of CPU for each move, so that it is late by the wall
clock if others have most of its core.
"""
from hostile_agents_more import Attack

BUSY = 8
SECONDS = {"cpu": 4, "wall": 30}
# For the wall clock: the most for one move.
MOVE_SECONDS = 1.4
HEAD = """import ctypes, fcntl, os, signal, socket, struct, subprocess, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)
engine = subprocess.Popen([os.environ['ENGINE'], '--plain', '1', '--seed', '2'], stdin=subprocess.PIPE, text=True, bufsize=1)
def is_turn(line): return line.startswith('auto') or '-' in line.split(' ')[0]
"""
HONEST = HEAD + """for line in sys.stdin:
    end = time.process_time() + 0.2 * is_turn(line)
    while time.process_time() < end: pass
    engine.stdin.write(line); engine.stdin.flush()
"""
PLAY = """def spin():
    while True: pass
def child(act):
    p = os.fork()
    if p == 0:
        os.setsid(); act(); os._exit(0)
    burners.append(p)
burners, idle = [], threading.Event()
def stop():
    idle.set()
    for p in burners:
        try: os.kill(p, 9)
        except OSError: pass
    for p in burners: os.waitpid(p, 0x40000000)
    burners.clear()
BUSY = 8
CODE
begun = sum(os.times()[:4])
for line in sys.stdin:
    stop()
    if sum(os.times()[:4]) > begun + 8: os._exit(42)
    engine.stdin.write(line); engine.stdin.flush()
    if is_turn(line):
        time.sleep(0.05); idle.clear(); begin()
"""


def program(code):
    return f"exec /usr/bin/python3 /dev/fd/3 3<<'P'\n{code}\nP"


def burns(code, clock="cpu", honest=program(HONEST)):
    return Attack(program(HEAD + PLAY.replace("CODE", code)), honest=honest, game="loa", clock=clock, seconds=SECONDS[clock])


MANY = "def begin():\n    for _ in range(BUSY): child(spin)"
# Each of these would wake a process that the referee has stopped.
TIMER = """def begin():
    for _ in range(BUSY): child(timed)
def timed():
    made, event = ctypes.c_void_p(), ctypes.create_string_buffer(struct.pack('Qii', 0, signal.SIGCONT, 0), 64)
    libc.timer_create(1, event, ctypes.byref(made))
    libc.timer_settime(made, 0, struct.pack('4q', 0, 10 ** 6, 0, 10 ** 6), None)
    spin()"""
WAKERS = """def wake():
    parent = os.getppid()
    while True: os.kill(parent, signal.SIGCONT)
def begin():
    for _ in range(BUSY): child(pair)
def pair():
    if os.fork() == 0: wake()
    spin()"""
GROUP = """def begin():
    for _ in range(BUSY): child(lambda: [os.kill(-1, signal.SIGCONT) for _ in iter(int, 1)])"""
FILES = """def begin():
    for _ in range(BUSY): child(pair)
def pair():
    a, b = socket.socketpair(); a.setblocking(False)
    fcntl.fcntl(a, fcntl.F_SETOWN, os.getpid()); fcntl.fcntl(a, 10, signal.SIGCONT)
    fcntl.fcntl(a, fcntl.F_SETFL, fcntl.fcntl(a, fcntl.F_GETFL) | os.O_ASYNC)
    if os.fork() == 0:
        while True: b.send(b'x')
    while True:
        try: a.recv(4096)
        except OSError: pass"""
ENDS = """def begin():
    for _ in range(BUSY): child(parent)
def parent():
    while True:
        if libc.syscall(56, signal.SIGCONT, 0, 0, 0, 0) == 0: os._exit(0)
        try: os.waitpid(-1, 0x40000000 | os.WNOHANG)
        except OSError: pass"""
DEATHS = """def begin():
    for _ in range(BUSY): child(chain)
def chain():
    libc.prctl(1, signal.SIGCONT, 0, 0, 0)
    while True:
        if os.fork() == 0:
            libc.prctl(1, signal.SIGCONT, 0, 0, 0); end = time.time() + 0.002
            while time.time() < end: pass
        elif os.getpid() != os.getsid(0): os._exit(0)
        else: spin()"""
THREADS = """def work():
    while not idle.is_set(): pass
def begin():
    for _ in range(BUSY): threading.Thread(target=work, daemon=True).start()"""
FORKS = """def begin(): child(race)
def race():
    def own():
        end = time.time() + 0.05
        while time.time() < end: pass
    while True:
        for _ in range(BUSY):
            if os.fork() == 0: own(); os._exit(0)
        for _ in range(BUSY): os.wait()"""

TEXT = {
    "plays a text game": Attack("", honest="", game="loa", seconds=4),
    "plays a text game by the wall clock": burns("def begin(): pass", "wall"),
}
KINDS = {"busy processes": MANY, "threads": THREADS, "timers that wake it": TIMER, "children that wake it": WAKERS,
         "processes that wake all": GROUP, "files that wake it": FILES, "ends of children that wake it": ENDS,
         "ends of parents that wake it": DEATHS, "always new processes": FORKS}
TEXT |= {f"burns in the other's turn by {name}": burns(code) for name, code in KINDS.items()}
TEXT |= {f"slows the other by {name}": burns(code, "wall") for name, code in KINDS.items()}
TEXT["burns in our program's turn"] = burns(MANY, honest="")
