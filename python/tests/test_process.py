"""The process behind the package: threads, kills, forks, and the end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import get_args

import pytest

import crownhead
from crownhead import GameName, Position, ProgramError, Refused
from crownhead import process as process_module

# How long something may take that must happen; reached only if it does not happen.
SECONDS = 120


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env={**os.environ, **environment},
    )


def test_threads_ask_at_the_same_time_and_get_their_own_answers() -> None:
    def answers(number: int) -> bool:
        move = ["9-13", "11-15", "12-16", "10-14"][number % 4]
        after = Position.start().play(move)
        best = after.analyze(nodes=300 + number)
        return after.moves == (move,) and best.best in after.legal_moves()

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(answers, range(40)))


def test_one_thread_needs_one_process() -> None:
    code = (
        "import crownhead\n"
        "for _ in range(5): crownhead.legal_moves()\n"
        "from crownhead.process import _processes\n"
        "print(len(_processes._idle), len(_processes._busy))"
    )
    done = run(code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 0\n", "")


def test_a_process_that_was_killed_is_replaced() -> None:
    crownhead.legal_moves()
    for idle in list(process_module._processes._idle):
        idle._child.kill()
        idle._child.wait()
    assert len(crownhead.legal_moves()) == 7


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot ask for a process this way")
def test_the_process_ends_with_python() -> None:
    code = (
        "import crownhead\n"
        "crownhead.legal_moves()\n"
        "from crownhead.process import _processes\n"
        "print(_processes._idle[0]._child.pid)"
    )
    done = run(code)
    assert (done.returncode, done.stderr) == (0, "")
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout), 0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_child_has_a_process_of_its_own() -> None:
    code = (
        "import crownhead, os, sys\n"
        "before = crownhead.legal_moves()\n"
        "child = os.fork()\n"
        "same = all(crownhead.legal_moves() == before for _ in range(20))\n"
        "if child == 0: sys.exit(0 if same else 1)\n"
        "sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) or not same)"
    )
    done = run(code)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows kills otherwise")
def test_a_killed_python_leaves_no_search_behind() -> None:
    code = (
        "import crownhead, threading, os, signal, time\n"
        "from crownhead.process import _processes\n"
        "def kill():\n"
        "    while not _processes._busy: time.sleep(0.01)\n"
        "    time.sleep(0.5)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "start = crownhead.Position.start('amazons')\n"
        "threading.Thread(target=kill).start()\n"
        "start.choose(nodes=10**15)"
    )
    # A search that goes on holds standard error open, and this would time out.
    done = run(code)
    assert done.returncode == -signal.SIGKILL and done.stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_ends_a_search_and_the_next_question_is_answered() -> None:
    code = (
        "import crownhead, threading, os, signal\n"
        "timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))\n"
        "try: timer.start(); crownhead.analyze(nodes=10**15)\n"
        "except KeyboardInterrupt: print(len(crownhead.legal_moves()))"
    )
    done = run(code)
    assert (done.returncode, done.stdout) == (0, "7\n"), done.stderr


def test_a_raw_question_is_answered_or_refused() -> None:
    games = [game["game"] for game in crownhead.ask({"ask": "about"})["games"]]
    assert games == list(get_args(GameName))
    with pytest.raises(Refused, match="cannot be read"):
        crownhead.ask({"ask": "sing"})
    # A line break within a text stays within its line.
    read = crownhead.ask({"ask": "read", "text": "1. 11-15 {\u00e9\n} 23-19 *"})
    assert read["games"][0]["moves"] == ["11-15", "23-19"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows starts no script of a shell")
def test_a_program_that_answers_nothing_is_an_error(tmp_path: Path) -> None:
    false = tmp_path / "crownhead"
    false.write_text("#!/bin/sh\nexit 3\n")
    false.chmod(0o755)
    done = run("import crownhead; crownhead.legal_moves()", CROWNHEAD_PROGRAMS=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("crownhead.errors.ProgramError: the program")
    assert issubclass(ProgramError, crownhead.CrownheadError)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows starts no script of a shell")
@pytest.mark.parametrize("command", ["read line; echo hello", "cat", "read line; echo 5"])
def test_another_program_in_its_place_is_named(command: str, tmp_path: Path) -> None:
    other = tmp_path / "crownhead"
    other.write_text(f"#!/bin/sh\n{command}\n")
    other.chmod(0o755)
    done = run("import crownhead; crownhead.legal_moves()", CROWNHEAD_PROGRAMS=str(tmp_path))
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"crownhead.errors.ProgramError: {other} is not our program"), last
