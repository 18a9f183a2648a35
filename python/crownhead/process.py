"""The program as a process that answers requests, a line of JSON each.

One process is enough for one thread. Threads that ask at the same time have one each; it is kept
for the next question. All of them end with Python.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import subprocess
import sys
import threading
from typing import Any, Mapping, Optional

from crownhead.errors import ProgramError, Refused
from crownhead.programs import program

# How long a process may take to end when nobody asks it any more.
_SECONDS_TO_END = 5
# How long a Ctrl-C may take at most.
_MILLISECONDS_TO_NOTICE = 500


def ask(question: Mapping[str, Any]) -> dict[str, Any]:
    """Asks the program in its own words, and returns its answer.

    All requests are in docs/BOARD.md of the sources; the functions of this package ask the usual
    ones.

    >>> ask({"ask": "about"})["name"]
    'Crownhead'

    Raises:
        Refused: the answer is an error.
        ProgramError: the program is not there or has ended.
    """
    answer = _processes.answer(json.dumps(question))
    error = answer.get("error")
    if isinstance(error, str):
        raise Refused(error)
    return answer


class _Process:
    """A running program."""

    def __init__(self) -> None:
        path = program()
        try:
            self._child = subprocess.Popen(
                [path, "api"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
            )
        except OSError as error:
            raise ProgramError(f"{path} cannot be started: {error}") from error

    def answer(self, question: str) -> dict[str, Any]:
        """Asks and waits."""
        assert self._child.stdin is not None and self._child.stdout is not None
        try:
            self._child.stdin.write(question + "\n")
            self._child.stdin.flush()
            self._wait()
            line = self._child.stdout.readline()
        except OSError as error:
            raise ProgramError(f"the program does not answer: {error}") from error
        if not line.endswith("\n"):
            code = self._child.wait()
            raise ProgramError(f"the program has ended with exit code {code} before its answer")
        answer = json.loads(line)
        if not isinstance(answer, dict):
            raise ProgramError(f"the program answers {line.strip()!r}, which is no object")
        return answer

    def _wait(self) -> None:
        """Waits for an answer. A Ctrl-C just before a read would not be seen until its end."""
        if sys.platform != "win32" and self._child.stdout is not None:
            poll = select.poll()
            poll.register(self._child.stdout, select.POLLIN)
            while not poll.poll(_MILLISECONDS_TO_NOTICE):
                pass

    def is_running(self) -> bool:
        return self._child.poll() is None

    def end(self) -> None:
        """Lets it end, or ends it."""
        self.close()
        try:
            self._child.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        self._child.kill()
        self.close()
        self._child.wait()

    def forget(self) -> None:
        """Leaves it to the parent of this process, which waits for its end."""
        self.close()
        self._child.returncode = 0

    def close(self) -> None:
        for stream in (self._child.stdin, self._child.stdout):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                # What was not written yet cannot be: the program has ended.
                pass


class _Processes:
    """The processes that wait for a question, and those that answer one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()

    def answer(self, question: str) -> dict[str, Any]:
        process = self._take_idle()
        if process is not None:
            try:
                return self._answer_of(process, question)
            except ProgramError:
                # Something has ended it since its last answer; a new one is asked.
                pass
        process = _Process()
        with self._lock:
            self._busy.add(process)
        return self._answer_of(process, question)

    def _take_idle(self) -> Optional[_Process]:
        with self._lock:
            while self._idle:
                process = self._idle.pop()
                if process.is_running():
                    self._busy.add(process)
                    return process
                process.close()
        return None

    def _answer_of(self, process: _Process, question: str) -> dict[str, Any]:
        try:
            answer = process.answer(question)
        except BaseException:
            # Also where somebody presses Ctrl-C: the answer to come would be taken for another.
            with self._lock:
                self._busy.discard(process)
            process.kill()
            raise
        with self._lock:
            self._busy.discard(process)
            self._idle.append(process)
        return answer

    def end(self) -> None:
        """Ends the processes that wait; those that answer end with their input."""
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            process.end()

    def forget(self) -> None:
        """In a forked child: the processes are those of the parent, and it alone asks them."""
        for process in [*self._idle, *self._busy]:
            process.forget()
        self._lock = threading.Lock()
        self._idle, self._busy = [], set()


_processes = _Processes()
atexit.register(_processes.end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_processes.forget)
