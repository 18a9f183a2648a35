"""An independent referee for checkers agents that speak through files; its rules are its own, on purpose.

Job: play, time and torment agents and say what they did wrong. A command is followed by its agents:
  duel A B    games in pairs: the same opening, colors changed. A drawn game goes to the one with more time left.
  latency A   random reachable positions, for every clock of --seconds and every mode: legal, in time, at what cost?
  forced A    positions with one legal move, 100 s: what does a start cost? --bare B times another program beside it.
  kills A     games against a random mover with SIGKILL at random moments: are the files whole, does a rerun answer?
  examples A  the five examples of the assignment, of which the second has one answer.
  selftest    checks this program itself: perft from the start to depth 6.

Contract: an agent is an executable, or a command such as "./reference --depth 4"; only the program's path is made
absolute. It runs in a fresh private directory with input.txt (and calibration.txt, if given), writes output.txt and
may keep playdata.txt. It is charged user + system CPU time of its process, threads and awaited children. An answer
must be exact (lower case, single blanks, LF after every line), the exit code 0, and time must be left. Draws: third
occurrence of a position, the opening included, or 50 plies without capture or crowning; a win comes first. Bad cases,
at most 20, are copied and named. Exit code: 0 all well, 1 an agent misbehaved, 2 wrong usage or a fault of this program.
"""
import argparse, itertools, json, math, multiprocessing, os, random, re, resource  # noqa: E401
import select, shlex, shutil, signal, statistics, sys, tempfile, time  # noqa: E401
from collections import Counter, namedtuple
from pathlib import Path

OWN = {"BLACK": "bB", "WHITE": "wW"}
ENEMIES = {"b": "wW", "B": "wW", "w": "bB", "W": "bB"}
WAYS = {"b": (8, 10), "w": (-8, -10), "B": (8, 10, -8, -10), "W": (8, 10, -8, -10)}  # a row is 8 squares and LF
CROWNING = {"b": range(63, 71), "w": range(8), "B": (), "W": ()}

class Position(namedtuple("Position", "board side")):
    """The rules. A square is an index into `board`: 8 rows of text, padded so that every step off it meets an LF.
    A move is the tuple of the squares that it visits."""

    @classmethod
    def parse(cls, rows, side):
        if not re.fullmatch("/".join([r"(\.[.wWbB]){4}/([.wWbB]\.){4}"] * 4), rows) or side not in OWN:
            raise ValueError(f"not 8 rows joined by '/', then BLACK or WHITE: {rows!r} {side!r}")
        return cls(rows.replace("/", "\n").ljust(92, "\n"), side)

    def legal_moves(self):
        pieces = [(square, piece) for square, piece in enumerate(self.board) if piece in OWN[self.side]]
        jumps, cells = [], list(self.board)
        for square, piece in pieces:
            cells[square] = "."
            jumps += [(square, *tail) for tail in self.jump_tails(cells, square, piece)]
            cells[square] = piece
        return jumps or [(at, at + way) for at, piece in pieces for way in WAYS[piece] if cells[at + way] == "."]

    @classmethod
    def jump_tails(cls, cells, square, piece):
        """Every way to go on jumping from `square` to the end; empty when there is no jump."""
        tails = []
        for way in WAYS[piece]:
            over, to = square + way, square + 2 * way
            if cells[over] in ENEMIES[piece] and cells[to] == ".":
                taken, cells[over] = cells[over], "."
                more = [] if to in CROWNING[piece] else cls.jump_tails(cells, to, piece)
                cells[over] = taken
                tails += [(to, *tail) for tail in more] or [(to,)]
        return tails

    def after(self, move):
        cells = list(self.board)
        piece, cells[move[0]] = cells[move[0]], "."
        for start, to in itertools.pairwise(move):
            if abs(to - start) > 10:
                cells[(start + to) // 2] = "."
        cells[move[-1]] = piece.upper() if move[-1] in CROWNING[piece] else piece
        return Position("".join(cells), "WHITE" if self.side == "BLACK" else "BLACK")

    def ending(self, occurrences, quiet_plies):
        """Why the game is over before the side to move plays, or "" while it goes on."""
        if not self.legal_moves():
            return "no moves" if any(piece in self.board for piece in OWN[self.side]) else "no pieces"
        return "repetition" if occurrences >= 3 else "50 quiet plies" if quiet_plies >= 50 else ""

    def perft(self, depth):
        return sum(self.after(move).perft(depth - 1) for move in self.legal_moves()) if depth else 1

    def read_answer(self, text):
        """The move that an answer means, or None, and what is wrong with the answer, or ""."""
        legal = {move_text(move): move for move in self.legal_moves()}
        if text in legal:
            return legal[text], ""
        if not re.fullmatch("E XY XY\n|(J XY XY\n)+".replace("XY", "[a-h][1-8]"), text):
            return None, "malformed" if text.strip() else "empty output"
        if text[0] == "E" and any(move[0] == "J" for move in legal):
            return None, "illegal: missed a jump"
        return None, "illegal: unfinished jumps" if any(move.startswith(text) for move in legal) else "illegal"

def move_text(move):
    names = ["abcdefgh"[square % 9] + "87654321"[square // 9] for square in move]
    kind = "E" if abs(move[1] - move[0]) <= 10 else "J"
    return "".join(f"{kind} {start} {to}\n" for start, to in itertools.pairwise(names))

START = Position.parse(".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w.", "BLACK")
EXAMPLES = [  # clock, rows, side
    (100.0, ".b.b.b.b/b.b.b.b./.b...b.b/....b.../......../w.w.w.w./.w.w.w.w/w.w.w.w.", "WHITE"),
    (100.0, ".b.....b/b...b.b./.b...b.b/..b.w.../......../w...w.../.w.w...w/w...w.w.", "BLACK"),
    (100.0, ".b...b../..b...b./.....w.b/....w.../.b....../w...w.w./...B..../......w.", "BLACK"),
    (6.6, "......../w...b.b./......../..w.b.../.w...b../....b.../.w.....b/..w...w.", "WHITE"),
    (23.33, ".b...b../..b.b.b./...b...b/..b...../.....w../w.b.w.w./.w.....w/w...w...", "WHITE")]
EVIDENCE = Path(tempfile.gettempdir(), f"trial-bad-{os.getpid()}")  # workers inherit the parent's number

class Reply(namedtuple("Reply", "charge wall trouble text move fault")):
    """One run and its answer: `trouble` is how the process failed, `fault` what is wrong with output.txt."""

    def check(self, left):
        """The one reason why this answer loses with `left` seconds on the clock, or ""."""
        return "late" if self.charge >= left else self.trouble or self.fault

class Agent(namedtuple("Agent", "label argv calibration")):
    """A program under test."""

    def directory(self):
        """A private directory that vanishes after its `with`."""
        home = tempfile.TemporaryDirectory(prefix="trial-")
        if self.calibration:
            shutil.copyfile(self.calibration, Path(home.name, "calibration.txt"))
        return home

    def ask(self, home, mode, place, left, kill_after=None):
        """Removes the old answer, writes input.txt, runs the agent, reads its answer."""
        os.chdir(home)
        output = Path("output.txt")
        output.unlink(missing_ok=True)
        if os.path.isfile("playdata.txt"):  # keeps what the run will change, as evidence
            shutil.copyfile("playdata.txt", "agent.playdata")
        Path("input.txt").write_text(f"{mode}\n{place.side}\n{left}\n{place.board[:72]}", "ascii", newline="\n")
        run = self.run(left, kill_after)
        if output.is_symlink() or not output.is_file():
            return Reply(*run, "", None, "malformed" if os.path.lexists(output) else "no output")
        text = output.read_bytes().decode("latin-1")
        return Reply(*run, text, *place.read_answer(text))

    def run(self, left, kill_after):
        """Runs the agent here, at most to 1 or 2 CPU seconds past its limit; returns CPU charge, wall time, trouble."""
        started, limit, hung = time.monotonic(), math.ceil(left) + 1, False
        pid = self.spawn()
        try:
            resource.prlimit(pid, resource.RLIMIT_CPU, (limit, limit))
            with open(os.pidfd_open(pid), "rb", buffering=0) as handle:
                hung = not (select.select([handle], [], [], kill_after or 30 + 4 * left)[0] or kill_after)
        finally:  # the leader is not reaped yet, so the number of the group is still its own
            wall = time.monotonic() - started
            os.killpg(pid, signal.SIGKILL)
            _, status, usage = os.wait4(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        trouble = f"crash: exit code {code}" if code > 0 else f"crash: signal {-code}" if code else ""
        return usage.ru_utime + usage.ru_stime, wall, "hang" if hung else trouble

    def spawn(self):
        """Starts the agent in its own process group; hardly more than the exec is charged to it."""
        with open(os.devnull, "rb") as nothing, open("agent.stdout", "wb") as out, open("agent.stderr", "wb") as err:
            actions = [(os.POSIX_SPAWN_DUP2, file.fileno(), target) for target, file in enumerate((nothing, out, err))]
            return os.posix_spawn(self.argv[0], self.argv, os.environ, file_actions=actions, setpgroup=0,
                                  setsigdef=[signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT])

    def report(self, home, name, fault, charge):
        """Tells of a bad case and copies it out of its directory."""
        target = EVIDENCE / re.sub(r"[^\w.]+", "-", f"{name} {self.label} {fault}")
        if EVIDENCE.is_dir() and len(os.listdir(EVIDENCE)) >= 20:
            target = "nowhere: 20 cases are kept"
        else:
            target.mkdir(parents=True, exist_ok=True)
            for path in filter(Path.is_file, Path(home).iterdir()):
                shutil.copy(path, target)
        print(f"{name}: {self.label} {fault}, CPU {charge:.4f} s, kept in {target}", flush=True)

class Game(namedtuple("Game", "number black charges ending loser forfeit")):
    """A finished game: CPU charges per label and move, and the label of the loser or "" for a draw."""

    @classmethod
    def play(cls, task):
        """Plays one game; `task` is its number, the opening, the two agents by side and the seconds of each."""
        number, place, agents, seconds = task
        seen, quiet, forfeit, charges = Counter([place]), 0, "", {"A": [], "B": []}
        with agents["BLACK"].directory() as black, agents["WHITE"].directory() as white:
            while not (ending := place.ending(seen[place], quiet)):
                agent, home = agents[place.side], black if place.side == "BLACK" else white
                left = seconds - sum(charges[agent.label])
                reply = agent.ask(home, "GAME", place, left)
                charges[agent.label].append(reply.charge)
                if forfeit := reply.check(left):
                    agent.report(home, f"game {number}", forfeit, reply.charge)
                    break
                before, place = place, place.after(reply.move)
                quiet = quiet + 1 if sorted(before.board) == sorted(place.board) else 0
                seen[place] += 1
        loser = agents[place.side].label if forfeit or ending.startswith("no ") else ""
        return cls(number, agents["BLACK"].label, charges, forfeit or ending, loser, bool(forfeit))

    def winner(self):
        """By the course's count: a draw goes to the one with more time left; "" if the clocks are equal, too."""
        spent = {label: sum(charges) for label, charges in self.charges.items()}
        return {"A": "B", "B": "A", "": "" if spent["A"] == spent["B"] else min(spent, key=spent.get)}[self.loser]

    def __str__(self):
        result = f"{self.winner()} wins" if self.loser else f"drawn, {self.winner() or 'neither'} on time"
        spent = ", ".join(f"{label} {sum(charges):.3f} s, at most {max(charges, default=0):.3f} a move"
                          for label, charges in self.charges.items())
        return (f"game {self.number}: {self.black} is BLACK, {result}, {self.ending}, "
                f"{sum(map(len, self.charges.values()))} plies; CPU {spent}")

class Trial:
    """The commands, and the number of faults that they found."""

    def __init__(self, options):
        self.options, self.rng, self.faults = options, random.Random(options.seed), 0
        self.agents = [Agent(label, argv, options.calibration) for label, argv in zip("AB", options.agents)]
        self.agent, self.tally, self.leftovers = next(iter(self.agents), None), Counter(), Counter()

    def record_fault(self, home, name, reply, fault):
        if fault:
            self.faults += 1
            self.agent.report(home, name, fault, reply.charge)
        return fault

    def answers(self, mode, places, left, what):
        """Asks for one answer per position, each in a fresh directory; yields the directory, position and reply."""
        for number, place in enumerate(progress(places, len(places), what), 1):
            with self.agent.directory() as home:
                reply = self.agent.ask(home, mode, place, left)
                self.record_fault(home, f"{what} {number}", reply, reply.check(left if self.options.on_time else math.inf))
                yield home, place, reply

    def random_positions(self, count, plies, wanted):
        """Positions after a random number of random plies, in the range given, if they are `wanted`."""
        found = []
        while len(found) < count:
            place = START
            for _ in range(self.rng.randint(*plies)):
                place = place.after(self.rng.choice(moves)) if (moves := place.legal_moves()) else place
            found += [place] if wanted(place) else []
        return found

    def openings(self, count):
        """The file's openings shuffled, again and again; or the start, then 4 random plies without a piece lost."""
        if self.options.openings:
            rows = [line.split("\t") for line in Path(self.options.openings).read_text("utf-8").splitlines()]
            places = [Position.parse(row[4], row[5]) for row in rows if len(row) > 5 and row[2] == "PLAY"]
            if not places:
                raise ValueError(f"no line of {self.options.openings} has PLAY in column 3, and 6 columns")
            return list(itertools.islice(itertools.cycle(self.rng.sample(places, len(places))), count))
        return [START, *self.random_positions(count - 1, (4, 4), lambda place: place.board.count(".") == 40)]

    def duel(self):
        count, jobs, openings = self.options.games, self.options.jobs, self.openings((self.options.games + 1) // 2)
        seats, games = [dict(zip(OWN, self.agents)), dict(zip(OWN, reversed(self.agents)))], []
        tasks = [(n + 1, openings[n // 2], seats[n % 2], self.options.seconds[0]) for n in range(count)]
        with multiprocessing.get_context("fork").Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
            for game in progress(pool.imap_unordered(Game.play, tasks), count, "games"):
                print(game, flush=True)
                games.append(game)
        self.faults = sum(game.forfeit for game in games)
        board = Counter(game.loser for game in games if not game.forfeit)
        clock = Counter(game.winner() for game in games if not game.loser)
        points = Counter(game.winner() for game in games)
        print(f"on the board: A won {board['B']}, drew {board['']}, lost {board['A']}")
        print(f"draws on time: A won {clock['A']}, lost {clock['B']}, equal {clock['']}")
        for label in "AB":
            forfeits = Counter(game.ending for game in games if game.forfeit and game.loser == label)
            spent = [sum(game.charges[label]) for game in games]
            print(f"{label}: {points[label] + points[''] / 2:g} of {count} points; forfeits: {as_text(forfeits)}; "
                  f"CPU a game: mean {statistics.mean(spent):.3f} s, max {max(spent):.3f} s")

    def latency(self):
        places = self.random_positions(self.options.positions, (0, 120), Position.legal_moves)
        for mode, left in itertools.product(self.options.modes.split(","), self.options.seconds):
            tally, charges = Counter(illegal=0, late=0, missing=0), []
            for _, _, reply in self.answers(mode, places, left, f"{mode} {left} s"):
                missing = reply.fault in ("no output", "empty output")
                tally.update(missing=missing, illegal=bool(reply.fault) - missing, late=reply.charge >= left)
                tally.update([reply.trouble] if reply.trouble else [])
                charges.append(reply.charge)
            print(f"{mode} {left} s: {as_text(tally)}; CPU {spread(charges)}", flush=True)

    def forced(self):
        places = self.random_positions(self.options.positions, (0, 120), lambda place: len(place.legal_moves()) == 1)
        other, charges, bare = Agent("bare", self.options.bare, None), [], []
        for home, place, reply in self.answers("GAME", places, 100.0, "forced"):
            charges.append(reply.charge)
            bare += [other.ask(home, "GAME", place, 100.0).charge] if other.argv else []
        print(f"A:    {spread(charges)}" + (f"\nbare: {spread(bare)}" if bare else ""))

    def examples(self):
        for number, (clock, *place) in enumerate(EXAMPLES, 1):
            left = self.options.seconds[0] if self.options.seconds else clock
            for _, _, reply in self.answers("SINGLE", [Position.parse(*place)], left, f"example {number}"):
                print(f"example {number}: {reply.text!r}, {reply.fault or 'legal'}, CPU {reply.charge:.3f} s")

    def kills(self):
        list(progress(itertools.islice(self.kill_trials(), self.options.count), self.options.count, "kills"))
        print(f"{as_text(self.tally)}; other files left: {as_text(self.leftovers)}; failures: {self.faults}")

    def kill_trials(self):
        """Games against a random mover with kills, each followed by a run on the same input; yields once per kill."""
        walls, seconds = [], self.options.seconds[0]
        while self.faults < 20:
            place, left, color = START, seconds, self.rng.choice(list(OWN))
            with self.agent.directory() as home:
                while (moves := place.legal_moves()) and left > seconds / 10:
                    if place.side != color:
                        place = place.after(self.rng.choice(moves))
                        continue
                    if tried := bool(walls) and self.rng.random() < 0.5:
                        delay = self.rng.uniform(0, statistics.median(walls))
                        self.check_killed(home, self.agent.ask(home, "GAME", place, left, delay))
                    reply = self.agent.ask(home, "GAME", place, left)
                    fault = self.record_fault(home, f"{'rerun' if tried else 'move'} {self.faults}", reply, reply.check(left))
                    if tried:
                        yield
                    if fault:
                        break
                    walls, left, place = [*walls[-19:], reply.wall], left - reply.charge, place.after(reply.move)

    def check_killed(self, home, reply):
        """Every file left must be whole; the answer may be missing only if the kill came before the end."""
        killed = reply.trouble == f"crash: signal {int(signal.SIGKILL)}"
        self.tally["killed" if killed else "finished before the kill"] += 1
        known = re.compile(r"(input|output|playdata|calibration)\.txt|agent\.\w+").fullmatch
        self.leftovers.update(re.sub(r"\d+", "#", name) for name in os.listdir(home) if not known(name))
        fault = "" if killed and reply.fault == "no output" else reply.fault or ("" if killed else reply.trouble)
        try:
            json.loads(Path("playdata.txt").read_bytes().partition(b"\n")[0] if os.path.exists("playdata.txt") else "{}")
        except ValueError:
            fault = "playdata.txt is not JSON"
        self.record_fault(home, f"kill {self.tally.total()}", reply, fault)

    def selftest(self):
        for depth, known in enumerate([7, 49, 302, 1469, 7361, 36768], 1):
            counted = START.perft(depth)
            self.faults += counted != known
            print(f"perft {depth}: {counted}, {'right' if counted == known else f'wrong, it is {known}'}", flush=True)

def as_text(counts):
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"

def spread(charges):
    ranked = sorted(1000 * charge for charge in charges)
    shown = ranked[0], statistics.median(ranked), ranked[math.ceil(0.99 * len(ranked)) - 1], ranked[-1]
    return "min {:.2f}  median {:.2f}  p99 {:.2f}  max {:.2f} ms".format(*shown)

def progress(items, total, what):
    """Passes `items` on; says on stderr every few seconds how far it is and how long it still takes."""
    started = spoken = time.monotonic()
    for done, item in enumerate(items, 1):
        yield item
        if (now := time.monotonic()) - spoken > 5:
            spoken, left = now, (now - started) / done * (total - done)
            print(f"{what} {done}/{total}, about {left // 60:.0f} min {left % 60:02.0f} s left", file=sys.stderr)

def program(text):
    words = shlex.split(text) or [""]
    if not (path := shutil.which(words[0])):
        raise argparse.ArgumentTypeError(f"no executable program in {text!r}; quote a program with its arguments")
    return [os.path.abspath(path), *words[1:]]

def positive(text, kind=int):
    if not 0 < (value := kind(text)) < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not positive")
    return value

def clocks(text):
    return [positive(word, float) for word in text.split(",")]

OPTIONS = {
    "--games": (positive, 20, "duel: how many"),
    "--seconds": (clocks, None, "on the clock; else 60, for latency a list, else 0.01,0.1, and the examples' own"),
    "--jobs": (positive, 1, "duel: games at a time"),
    "--openings": (str, None, "duel: tab separated, PLAY in column 3, board rows joined by / in 5, side in 6"),
    "--positions": (positive, 100, "latency, forced: how many"),
    "--bare": (program, None, "forced: the other program"),
    "--count": (positive, 100, "kills: how many"),
    "--calibration": (os.path.abspath, None, "a calibration.txt for the agents"),
    "--seed": (int, 1, "of all that is random here")}

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["duel", "latency", "forced", "kills", "examples", "selftest"])
    parser.add_argument("agents", nargs="*", type=program, help="programs; quote one together with its arguments")
    for flag, (kind, default, text) in OPTIONS.items():
        parser.add_argument(flag, type=kind, default=default, help=f"{text} (default: %(default)s)")
    parser.add_argument("--modes", default="GAME,SINGLE", choices=["GAME", "SINGLE", "GAME,SINGLE"], help="latency")
    parser.add_argument("--no-late-limit", dest="on_time", action="store_false", help="latency: lateness is no fault")
    options = parser.parse_intermixed_args()
    options.seconds = options.seconds or {"latency": [0.01, 0.1], "examples": []}.get(options.command, [60.0])
    if len(options.agents) != {"duel": 2, "selftest": 0}.get(options.command, 1):
        parser.error(f"{options.command} does not take {len(options.agents)} agents")
    if len(options.seconds) > 1 and options.command != "latency":
        parser.error(f"{options.command} takes one clock, only latency takes a list")
    try:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # so that agents and directories go, too
        trial = Trial(options)
        getattr(trial, options.command)()
        return 1 if trial.faults else 0
    except (OSError, ValueError, KeyboardInterrupt) as error:
        parser.error(str(error) or "interrupted")

if __name__ == "__main__":
    sys.exit(main())
