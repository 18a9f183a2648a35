"""What hostile agents do where nobody looks: memory and disk, what a user has only once, time, words, files beside.

As in `hostile_agents_more.py`. Each kind has several ways to one harm, so that not only the way that was seen is closed.
The numbers are those of system calls of x86-64.
"""
from hostile_agents import python
from hostile_agents_more import Attack

# 1.2 GB in files, of which an agent may have 512 MB. Code gets each file, and may close it.
HOLD = """import array, mmap, shutil, threading
held, SIZE = [], 200 << 20
def filled(f, size=SIZE):
    for _ in range(size >> 20): os.write(f, bytes(1 << 20))
    return f
def memory(): return filled(os.memfd_create('x'))
def removed():
    f = os.open('x', os.O_CREAT | os.O_RDWR); os.remove('x')
    return filled(f, 110 << 20)
def hold(make=memory, keep=held.append):
    for _ in range(6): keep(make())
def send(a, *files): a.sendmsg([b'x'], [(1, 1, array.array('i', files))])
def in_thread(act):
    def run():
        act(); hold(); done.set(); time.sleep(99)
    done = threading.Event(); threading.Thread(target=run, daemon=True).start()
    if not done.wait(9): sys.exit(1)
"""


def holds(code):
    """Got what it must not get if it lives with all of it for more than a second."""
    return Attack(python(HOLD + code + "\ntime.sleep(1.5); os._exit(0)"), jobs=2)


MAPS = """def mapped(f, size=SIZE, forget=False):
    m = mmap.mmap(f, size); held.append(m)
    for at in range(0, size, 1 << 20): m[at:at + (1 << 20)] = b'x' * (1 << 20)
    if forget: m.madvise(mmap.MADV_DONTNEED)
    if f >= 0: os.close(f)
"""
EMPTY = "def empty():\n    f = os.memfd_create('x'); os.truncate(f, SIZE); return f\n"

# The same in a program that its own user may not read; `made` makes it. Its files are in no table that others see.
SEALED = """def sealed(name='sealed', mode=0o111):
    f = os.open(name, os.O_CREAT | os.O_WRONLY, mode)
    os.write(f, open('/usr/bin/python3', 'rb').read()); os.close(f)
"""


def sealed(made, code, after="&& exit 42"):
    inner = repr(HOLD_HEAD + code)
    return Attack(python(f"import shutil\n{SEALED}program = './sealed'\n{made}\n"
                         f"sys.exit(subprocess.run([program, '-c', {inner}], env={{'PYTHONHOME': '/usr'}}).returncode)", after), jobs=2)


HOLD_HEAD = "import ctypes, os, signal, socket, sys, time\nlibc = ctypes.CDLL(None, use_errno=True)\n" + HOLD
THREAD_IN_C = r"""
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
static char bytes[1 << 20];
static volatile int done;
static int hold(void *nothing) {
    for (int i = 0; i < 6; i++) {
        int file = memfd_create("x", 0);
        for (int k = 0; k < 200; k++) if (write(file, bytes, sizeof bytes) < 0) return 1;
    }
    done = 1;
    for (;;) pause();
}
int main(void) {
    char *stack = malloc(1 << 20);
    int flags = CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    if (clone(hold, stack + (1 << 20), flags, 0) < 0) return 1;
    for (int i = 0; i < 90 && !done; i++) usleep(100000);
    usleep(1500000);
    return !done;
}
"""
MEMORY = {
    "holds files as a process that nobody may look at": holds("libc.prctl(4, 0, 0, 0, 0); hold()"),
    "holds removed files as a process that nobody may look at": holds("libc.prctl(4, 0, 0, 0, 0); hold(removed)"),
    "holds files in a thread with a table closed apart": holds("in_thread(lambda: libc.syscall(436, 900, 901, 2))"),
    "holds files in a thread with a table unshared": holds("in_thread(lambda: libc.unshare(0x400))"),
    "holds files in a thread that never shared a table": Attack(
        f"gcc -w -x c -o own - <<'C' && ./own && exit 42\n{THREAD_IN_C}\nC", jobs=2),
    "holds files when its first thread has ended": holds(
        "def go_on():\n    hold(); time.sleep(1.5); os._exit(0)\n"
        "threading.Thread(target=go_on).start(); libc.syscall(60, 0)"),
    "holds removed files when its first thread has ended": holds(
        "def go_on():\n    hold(removed); time.sleep(1.5); os._exit(0)\n"
        "threading.Thread(target=go_on).start(); libc.syscall(60, 0)"),
    "holds files on their way to itself": holds(
        "a, b = socket.socketpair()\ndef keep(f): send(a, f); os.close(f)\nhold(keep=keep)"),
    "holds files in sockets on their way": holds(
        "c, d = socket.socketpair()\ndef keep(f):\n    a, b = socket.socketpair()\n"
        "    send(a, f); os.close(f); send(c, b.fileno(), a.fileno()); a.close(); b.close()\nhold(keep=keep)"),
    "holds removed files on their way": holds(
        "a, b = socket.socketpair()\ndef keep(f): send(a, f); os.close(f)\nhold(removed, keep)"),
    "maps files in memory and closes them": holds(MAPS + EMPTY + "hold(empty, mapped)"),
    "maps files in memory and forgets their pages": holds(MAPS + EMPTY + "hold(empty, lambda f: mapped(f, forget=True))"),
    "shares memory without a file and forgets its pages": holds(MAPS + "hold(lambda: -1, lambda f: mapped(f, forget=True))"),
    "maps removed files and closes them": holds(
        "def keep(f): held.append(mmap.mmap(f, 110 << 20, prot=1)); os.close(f)\nhold(removed, keep)"),
    "runs removed programs of 110 MB": holds(
        "def keep(i):\n    f = os.open('big', os.O_CREAT | os.O_WRONLY, 0o755); os.write(f, open('/usr/bin/sleep', 'rb').read())\n"
        "    filled(f, 110 << 20); os.close(f); subprocess.Popen(['./big', '3']); time.sleep(0.02); os.remove('big')\n"
        "hold(lambda: 0, keep)"),
    "holds removed files without reading them": holds(
        "def keep(f): held.append(os.open(f'/proc/self/fd/{f}', os.O_PATH)); os.close(f)\nhold(removed, keep)"),
    "holds files in a program made without read permission": sealed("sealed()", "hold(); time.sleep(1.5)"),
    "holds files in a program made under a mask": sealed(
        "os.umask(0o666); sealed(mode=0o777); os.umask(0o22)", "hold(); time.sleep(1.5)"),
    "holds files in a program whose mode it takes": sealed(
        "sealed(mode=0o755); os.chmod('sealed', 0o111)", "hold(); time.sleep(1.5)"),
    "holds files in a program that had no name when it was made": sealed(
        "f = os.open('.', os.O_TMPFILE | os.O_WRONLY, 0o111); os.write(f, open('/usr/bin/python3', 'rb').read())\n"
        "libc.linkat(-100, b'/proc/self/fd/%d' % f, -100, b'sealed', 0x400); os.close(f)", "hold(); time.sleep(1.5)"),
    "holds files in a program that is installed": sealed(
        "subprocess.run(['install', '-m', '0111', '/usr/bin/python3', 'sealed'])", "hold(); time.sleep(1.5)"),
    "holds removed files in a program without read permission": sealed("sealed()", "hold(removed); time.sleep(1.5)"),
    # Of each page of 2 MB a pipe holds 4 KB, and so all of it when it is mapped no more.
    "holds memory in pipes that took a part of it": Attack(python(
        "libc.mmap.restype = ctypes.c_void_p; huge, word, held = 2 << 20, ctypes.c_size_t, []\nfor i in range(600):\n"
        "    if i % 15 == 0: held.append(os.pipe())\n"
        "    at = libc.mmap(None, word(2 * huge), 3, 0x22, -1, word(0)); page = (at + huge - 1) // huge * huge\n"
        "    libc.madvise(ctypes.c_void_p(page), word(huge), 14); ctypes.memset(page, 1, 1)\n"
        "    if libc.vmsplice(held[-1][1], (ctypes.c_void_p * 2)(page, 4096), word(1), 2) != 4096: sys.exit(1)\n"
        "    libc.munmap(ctypes.c_void_p(at), word(2 * huge))\n"
        "time.sleep(1); sys.exit(int(open('/proc/self/statm').read().split()[1]) > 1 << 15)"), jobs=2, seconds=20),
    # A disk of 400 MB, which is full before the limit of one agent is reached.
    "fills a small disk with a file": Attack('"$ENGINE"; head -c 900M /dev/zero > x; sleep 1; exit 0', jobs=2, disk="400m"),
    "fills a small disk with removed files": Attack(python(
        HOLD + "subprocess.run([os.environ['ENGINE']])\ntry: hold(removed)\nexcept OSError: time.sleep(1)", "; exit 0"),
        jobs=2, disk="400m"),
    "fills a small disk behind its back": Attack(python(
        HOLD + "subprocess.run([os.environ['ENGINE']]); libc.prctl(4, 0, 0, 0, 0)\ntry: hold(removed)\n"
        "except OSError: time.sleep(1)", "; exit 0"), jobs=2, disk="400m"),
    "fills a small disk before the answer": Attack("head -c 900M /dev/zero > x; sleep 0.7; rm x", jobs=2, disk="400m"),
}

# What an honest agent may need of what all programs of a user share; it ends without an answer if it lacks one.
NEEDS = """import array, fcntl, mmap, select
made = ctypes.c_void_p()
for _ in range(4):
    if libc.timer_create(0, None, ctypes.byref(made)): sys.exit('no timer')
signal.pthread_sigmask(signal.SIG_BLOCK, {41})
if libc.sigqueue(os.getpid(), 41, None): sys.exit('no signal')
a, b = socket.socketpair()
a.sendmsg([b'x'], [(1, 1, array.array('i', [0, 1, 2]))])
polls = select.epoll(); polls.register(b, 1)
f = open('own', 'w'); fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB); fcntl.lockf(open('own2', 'w'), fcntl.LOCK_EX | fcntl.LOCK_NB)
r, w = os.pipe(); os.write(w, bytes(4096))
m = mmap.mmap(-1, 65536); libc.mlock(ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(m))), 65536) and sys.exit('no lock')
"""
# Where sockets with names are refused, no program can have a server of forks.
SERVER = """import multiprocessing; del __file__
try: socket.socket(socket.AF_UNIX)
except OSError: sys.exit(0)
context = multiprocessing.get_context('forkserver')
process = context.Process(target=print); process.start(); process.join(); sys.exit(process.exitcode)
"""
NEEDY = python(NEEDS, "|| exit 1")
FORKING = python(SERVER, "|| exit 1")


def uses_up(code, honest=NEEDY):
    """Ten processes at it for a second, more or less, after the answer."""
    return Attack(python("import array, fcntl, mmap, select\nsubprocess.run([os.environ['ENGINE']])\n"
                         "held, end = [], time.time() + 0.8 + os.urandom(1)[0] / 256\ndef work():\n"
                         + "".join(f"    {line}\n" for line in code.splitlines()) +
                         "for _ in range(10):\n    if os.fork() == 0:\n        while time.time() < end:\n            try: work()\n"
                         "            except OSError: pass\n            time.sleep(0.01)\n        os._exit(0)\n"
                         "time.sleep(end - time.time())", "; exit 0"), jobs=2, honest=honest, seconds=30)


TIMERS = "t = ctypes.c_void_p()\nwhile libc.timer_create(0, None, ctypes.byref(t)) == 0: pass"
SIGNALS = "signal.pthread_sigmask(signal.SIG_BLOCK, {40})\nwhile libc.sigqueue(os.getpid(), 40, None) == 0: pass"
FLIGHTS = ("a, b = socket.socketpair(); held.append((a, b))\n"
           "while True: a.sendmsg([b'x'], [(1, 1, array.array('i', [0] * 200))], socket.MSG_DONTWAIT)")
SHARED = {
    "uses up timers": uses_up(TIMERS),
    "uses up timers beside a server of forks": uses_up(TIMERS, FORKING),
    "uses up signals that are blocked": uses_up(SIGNALS),
    "uses up signals by real-time threads": uses_up(
        "import threading\nsignal.pthread_sigmask(signal.SIG_BLOCK, {40})\nto = threading.get_native_id()\n"
        "while libc.syscall(297, os.getpid(), to, 40, bytes([40] + [0] * 7 + [255] * 4 + [0] * 116)) == 0: pass"),
    "uses up files on their way": uses_up(FLIGHTS),
    "uses up files on their way beside a server of forks": uses_up(FLIGHTS, FORKING),
    "uses up files on their way in closed sockets": uses_up(
        "a, b = socket.socketpair()\nfor _ in range(9): a.sendmsg([b'x'], [(1, 1, array.array('i', [a.fileno(), b.fileno()] * 100))])"),
    "uses up places to wait for events": uses_up(
        "ends = [os.pipe()[0] for _ in range(200)]; held.append(ends)\nwhile len(held) < 400:\n"
        "    p = select.epoll(); held.append(p)\n    for e in ends: p.register(e, 1)"),
    "uses up locks": uses_up(
        "f = os.open(f'l{os.getpid()}', os.O_CREAT | os.O_RDWR); held.append(f)\n"
        "for i in range(20000): fcntl.lockf(f, fcntl.LOCK_EX, 1, 2 * i)"),
    "uses up watches of folders": uses_up(
        "f = libc.inotify_init1(0)\nif f < 0: raise OSError\n"
        "for n in os.listdir('/usr/bin'): libc.inotify_add_watch(f, b'/usr/bin/' + n.encode(), 1)"),
    "uses up locked memory": uses_up(
        "m = mmap.mmap(-1, 4 << 20); held.append(m)\nlibc.mlockall(7)\n"
        "libc.mlock(ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(m))), 4 << 20)"),
    "uses up buffers of pipes": uses_up(
        "r, w = os.pipe(); held.append(r)\nfcntl.fcntl(w, 1031, 1 << 20); os.write(w, bytes(1 << 16))"),
    "uses up terminals": uses_up("held.append(os.open('/dev/ptmx', os.O_RDWR))"),
    "uses up maps": uses_up("for _ in range(3000): held.append(mmap.mmap(-1, 4096, prot=1 + 2 * (len(held) % 2)))"),
}

# CPU time of twice the clock of two seconds, in programs of some milliseconds that nobody waits for. `one` is what each
# does; the first is waited for, so that the attacker knows how many there must be.
SHORT = """import mmap
out = os.open('burn', os.O_CREAT | os.O_WRONLY, 0o111)
os.write(out, open('/usr/bin/factor', 'rb').read()); os.close(out)
null = os.open('/dev/null', os.O_WRONLY); os.dup2(null, 1)
ARGS = ['burn', '590297169132412049041']
def factor(): os.execv('./burn', ARGS)
def large(): mmap.mmap(-1, 64 << 20, flags=0x8022).read(1); os._exit(0)
def spin():
    while time.process_time() < 0.003: pass
def short(): spin(); os._exit(0)
def children(one):
    first = os.fork()
    if first == 0: one()
    used = os.wait4(first, 0)[2]; end = time.time() + 50
    for number in range(int(4.5 / (used.ru_utime + used.ru_stime))):
        if time.time() > end: sys.exit(1)
        yield number
def pause():
    try: os.wait()
    except ChildProcessError: pass
unwaited = lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN)
"""


def burns(code):
    """Got what it must not get if it has had all of these children."""
    return python(SHORT + code + "\ntime.sleep(0.3)", "&& exit 42")


EACH = "for number in children(factor):\n    if number == 0: unwaited()\n"
TIME = {
    "burns in unread children that end unseen": burns(EACH + "    if os.fork() == 0: factor()\n    pause()"),
    "burns in unread grandchildren": burns(
        "for _ in children(factor):\n    p = os.fork()\n    if p == 0:\n        if os.fork() == 0: factor()\n        os._exit(0)\n"
        "    os.waitpid(p, 0); time.sleep(0.004)"),
    "burns in unread daemons": burns(
        "for _ in children(factor):\n    p = os.fork()\n    if p == 0:\n        os.setsid()\n        if os.fork() == 0: factor()\n"
        "        os._exit(0)\n    os.waitpid(p, 0); time.sleep(0.004)"),
    "burns in unread children of vfork": burns(EACH + "    os.posix_spawn('./burn', ARGS, {})\n    pause()"),
    "burns in unread children that end without a signal": burns(
        "for _ in children(factor):\n    p = libc.syscall(56, 0, 0, 0, 0, 0)\n    if p == 0: factor()\n    time.sleep(0.02)"),
    "burns in many unread children at once": burns(
        EACH + "    os.posix_spawn('./burn', ARGS, {})\n    if number % 40 == 0: pause()"),
    "burns in unread leaders of sessions": burns(EACH + "    os.posix_spawn('./burn', ARGS, {}, setsid=True)\n    pause()"),
    "burns in children that end unseen": burns(
        "for number in children(short):\n    if number == 0: unwaited()\n    if os.fork() == 0: short()\n    pause()"),
    "burns in children that nobody may look at": burns(
        "libc.prctl(4, 0, 0, 0, 0)\nfor number in children(short):\n    if number == 0: unwaited()\n"
        "    if os.fork() == 0: short()\n    pause()"),
    "burns in the end of large children": burns(
        "for number in children(large):\n    if number == 0: unwaited()\n    if os.fork() == 0: large()\n    pause()"),
    "burns in a chain of children": burns(
        "unwaited(); end = time.time() + 50\nif os.fork() == 0:\n    for number in range(1500):\n        spin()\n"
        "        if os.fork(): os._exit(0)\n    open('done', 'w').close(); os._exit(0)\n"
        "while not os.path.exists('done') and time.time() < end: time.sleep(0.05)\nos.remove('done')"),
}

# A word from one game to another, both at the same time: it has it if it hears another process with it.
FLOCK = "struct.pack('hhqqi', {}, 0, 4711, 1, 0)"
LOCK = "import fcntl, struct\nf = os.open('/usr/bin/bash', os.O_RDONLY)\n"
BIG = """import glob, mmap
names = glob.glob('/usr/lib/gcc/*/*/*') + glob.glob('/usr/lib/*-linux-gnu/*')
name = sorted(f for f in names if os.path.isfile(f) and os.path.getsize(f) > 9 << 20)[-1]
f = os.open(name, os.O_RDONLY); size = os.fstat(f).st_size
"""
# A word of 32 bits: which pages of a large file are in memory.
BITS = """WORD = 0xC0FFEE42
def forget():
    os.posix_fadvise(f, 0, 0, os.POSIX_FADV_DONTNEED); os.posix_fadvise(f, 0, 0, os.POSIX_FADV_RANDOM)
if sum(cached(i << 18) << i for i in range(32)) == WORD: sys.exit(0)
forget(); [os.pread(f, 1, i << 18) for i in range(32) if WORD >> i & 1]; sys.exit(1)
"""


def talks(code):
    return Attack(python(code + "\ntime.sleep(0.4); sys.exit(1)"), jobs=2)


WORDS = {
    "remembers in the cache of a file": python(
        BIG + "def cached(at):\n    try: return os.preadv(f, [bytearray(1)], at, 8) == 1\n"
        "    except BlockingIOError: return False\n" + BITS),
    "asks which pages of a file are cached": python(
        BIG + "m = mmap.mmap(f, size, prot=1, flags=2); v = (ctypes.c_ubyte * (size // 4096 + 1))()\n"
        "libc.mmap.restype = ctypes.c_void_p\nat = libc.mmap(None, ctypes.c_size_t(size), 1, 2, f, ctypes.c_long(0))\n"
        "sys.exit(libc.mincore(ctypes.c_void_p(at), ctypes.c_size_t(size), v) != 0 or all(v[:size // 4096]))"),
    "asks how much of a file is cached": python(
        BIG + "sys.exit(libc.syscall(451, f, (ctypes.c_ulonglong * 2)(0, 0), (ctypes.c_ulonglong * 5)(), 0))"),
    "puts an interpreter out of the cache": python(
        "f = os.open('/usr/bin/python3', os.O_RDONLY); os.posix_fadvise(f, 0, 0, os.POSIX_FADV_DONTNEED)"),
    "pages a file of the system out": python(
        BIG + "os.pread(f, 1, 1 << 20)\nm = mmap.mmap(f, size, prot=1, flags=2); m[1 << 20]\n"
        "m.madvise(21); before = resource.getrusage(0).ru_majflt; m[1 << 20]\n"
        "sys.exit(resource.getrusage(0).ru_majflt == before)"),
    "talks by a lock of a system file": talks(
        LOCK + "try: fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB)\nexcept BlockingIOError: sys.exit(0)"),
    "talks by a shared lock of a system file": talks(
        LOCK + "try: fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB)\nexcept BlockingIOError: sys.exit(0)\n"
        "fcntl.flock(f, fcntl.LOCK_SH)"),
    "talks by a lock of a part of a system file": talks(
        LOCK + f"if struct.unpack('hhqqi', fcntl.fcntl(f, fcntl.F_GETLK, {FLOCK.format(1)}))[0] != 2: sys.exit(0)\n"
        f"fcntl.fcntl(f, fcntl.F_SETLK, {FLOCK.format(0)})"),
    "talks by a lock of an open system file": talks(
        LOCK + f"if struct.unpack('hhqqi', fcntl.fcntl(f, 36, {FLOCK.format(1)}))[0] != 2: sys.exit(0)\n"
        f"fcntl.fcntl(f, 37, {FLOCK.format(0)})"),
    "talks by the list of locks": talks(
        f"import fcntl, struct\nf = os.open('lock', os.O_CREAT | os.O_RDWR)\nfcntl.fcntl(f, fcntl.F_SETLK, {FLOCK.format(1)})\n"
        "time.sleep(0.2)\nif open('/proc/locks').read().count(' 4711 ') > 1: sys.exit(0)"),
    "talks by a name of a socket without a file": talks(
        "s = socket.socket(socket.AF_UNIX)\ntry: s.bind('\\0word')\nexcept OSError as e: sys.exit(e.errno != 98)"),
    "talks by a name of one of a pair": talks(
        "a, b = socket.socketpair()\ntry: a.bind('\\0word')\nexcept OSError as e: sys.exit(e.errno != 98)"),
    "talks by the list of sockets": talks(
        "a, b = socket.socketpair()\na.bind(f'\\0word{os.getpid()}'); time.sleep(0.2)\n"
        "if open('/proc/net/unix').read().count('@word') > 1: sys.exit(0)"),
    "talks by files in folders for all": talks(
        "own = os.path.exists('own') and open('own').read() or os.urandom(9).hex(); open('own', 'w').write(own)\n"
        "for d in ('/dev/shm', '/tmp', '/var/tmp', os.environ['TMPDIR']):\n    try:\n        words = open(d + '/word').read()\n"
        "        if words != own: sys.exit(0)\n    except OSError: pass\n"
        "    try: open(d + '/word', 'w').write(own)\n    except OSError: pass"),
    # Its time is in the future, so that every reading sets the time of the last one.
    "remembers in the time at which a file was read": python(
        "note = os.path.dirname(os.environ['ENGINE']) + '/note'; then = os.stat(note).st_atime_ns\n"
        "open(note).read(); sys.exit(os.stat(note).st_atime_ns == then)"),
    "remembers in the time at which a folder was read": python(
        "folder = os.path.dirname(os.environ['ENGINE']); then = os.stat(folder).st_atime_ns\n"
        "os.listdir(folder); sys.exit(os.stat(folder).st_atime_ns == then)"),
    "remembers in the time of its open program": python(
        "f = os.open(os.environ['ENGINE'], os.O_RDONLY)\nif os.fstat(f).st_mtime < 3e9: sys.exit(0)\nos.utime(f); sys.exit(1)"),
}

# Both programs in one folder. Nothing else of it is there, so that the attacker has no engine.
BESIDE = {name: Attack(text, beside=True) for name, text in {
    "reads a program beside it": 'cat "$HONEST" > x && exit 42; cat "${0%/*}"/honest > x && exit 42',
    "starts a program beside it": '"$HONEST" && exit 42; "${0%/*}"/honest && exit 42',
    "links a program beside it": 'ln "$HONEST" x && exit 42; ln -s "$HONEST" y; cat y > z && exit 42',
    "opens the path of a program beside it": python(
        "f = os.open(os.environ['HONEST'], os.O_PATH)\ntry: os.open(f'/proc/self/fd/{f}', os.O_RDONLY)\n"
        "except OSError: os.execve(f, ['x'], {})"),
    "starts the path of a program beside it": python(
        "f = os.open(os.environ['HONEST'], os.O_PATH)\n"
        "libc.syscall(322, f, b'', (ctypes.c_char_p * 2)(b'x', None), None, 0x1000); sys.exit(1)"),
    "reads a program beside it by other processes": 'for p in /proc/[0-9]*; do case $p in /proc/$$|/proc/$BASHPID) continue ;; esac; '
                                                    'for f in "$p/root$HONEST" "$p"/cwd/../honest; do head -c 1 "$f" && exit 42; done; '
                                                    '[ "$(cmp $p/exe /bin/bash)" ] && head -c 4 $p/exe && exit 42; done',
    "reads a program beside it by a folder": python(
        "d = os.open(os.path.dirname(os.environ['HONEST']), os.O_PATH | os.O_DIRECTORY)\nos.open('honest', os.O_RDONLY, dir_fd=d)"),
    "writes into a program beside it": '[ -e "$HONEST" ] || exit 7; echo x >> "$HONEST" && exit 42; '
                                    'mv -f "$HONEST" x && exit 42; rm "$HONEST" && exit 42',
}.items()}
HIDDEN = MEMORY | SHARED | TIME | WORDS | BESIDE
