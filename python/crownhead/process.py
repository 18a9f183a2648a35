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
from typing import Any, Callable, Mapping, Optional

from crownhead.errors import ProgramError, Refused
from crownhead.programs import program

# How long a process may take to end when nobody asks it any more.
_SECONDS_TO_END = 5
# How long a Ctrl-C may take at most.
_MILLISECONDS_TO_NOTICE = 500
# How long a search may go on when it is to stop; on Windows until its next part.
_MILLISECONDS_TO_STOP = 50
_STOP = json.dumps({"ask": "stop"})
# How often is looked for more before this waits: most answers come sooner than one wakes up.
_LOOKS = 300
_let_others_run: Callable[[], None] = getattr(os, "sched_yield", lambda: None)
# What is read at once.
_BYTES = 1 << 16
# How much of an answer that nobody understands stands in the error.
_BYTES_TO_SHOW = 80


def ask(question: Mapping[str, Any]) -> dict[str, Any]:
    """Asks the program in its own words, and returns its answer.

    All requests are in docs/BOARD.md of the sources; the functions of this package ask the usual
    ones.

    >>> ask({"ask": "about"})["name"]
    'Crownhead'

    Raises:
        Refused: this is no request, or the answer is an error.
        ProgramError: the program is not there or has ended.
    """
    if not isinstance(question, Mapping) or "ask" not in question:
        raise Refused(f"question: write a dict such as {{'ask': 'about'}}, not {question!r}")
    try:
        text = json.dumps(dict(question))
    except (TypeError, ValueError) as error:
        raise Refused(f"question: JSON cannot hold {question!r}: {error}") from error
    return _accepted(_processes.answer(text))


def watch(
    question: Mapping[str, Any],
    report: Callable[[dict[str, Any]], object],
    stop: Optional[threading.Event],
) -> dict[str, Any]:
    """Asks for an answer in parts, and ends its search when ``stop`` is set; returns the last."""
    return _accepted(_processes.answer(json.dumps(question), report, stop))


def _accepted(answer: dict[str, Any]) -> dict[str, Any]:
    error = answer.get("error")
    if isinstance(error, str):
        raise Refused(error)
    return answer


class _Process:
    """A running program."""

    def __init__(self) -> None:
        self._path = program()
        try:
            self._child = subprocess.Popen(
                [self._path, "api"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        except OSError as error:
            raise ProgramError(f"{self._path} cannot be started: {error}") from error
        assert self._child.stdout is not None
        self._output = self._child.stdout.fileno()
        self._read = b""
        if sys.platform != "win32":
            self._poll = select.poll()
            self._poll.register(self._output, select.POLLIN)

    def answer(self, question: str) -> dict[str, Any]:
        """Asks and waits."""
        self._send(question)
        return self._receive()

    def parts(
        self, question: str, report: Callable[[dict[str, Any]], object], stop: threading.Event
    ) -> dict[str, Any]:
        """Asks, reports each part but the last, and returns that."""
        self._send(question)
        is_stopped = False
        while True:
            if stop.is_set() and not is_stopped:
                self._send(_STOP)
                is_stopped = True
            if not self._has_more(_MILLISECONDS_TO_STOP):
                continue
            part = self._receive()
            if part.get("done") is not False:
                break
            report(part)
        if is_stopped:
            self._receive()
        return part

    def _send(self, question: str) -> None:
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(question.encode() + b"\n")
            self._child.stdin.flush()
        except OSError as error:
            raise ProgramError(f"the program {self._path} does not answer: {error}") from error

    def _receive(self) -> dict[str, Any]:
        try:
            while b"\n" not in self._read:
                # A Ctrl-C just before a read would not be seen until its end.
                while not self._has_more(_MILLISECONDS_TO_NOTICE):
                    pass
                more = os.read(self._output, _BYTES)
                if not more:
                    break
                self._read += more
            line, end, self._read = self._read.partition(b"\n")
        except OSError as error:
            raise ProgramError(f"the program {self._path} does not answer: {error}") from error
        if not end:
            end_of_it = f"has ended with exit code {self._child.wait()} before its answer"
            raise ProgramError(f"the program {self._path} {end_of_it}")
        return self._object(line)

    def _object(self, line: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        # A program such as `cat` gives the question back.
        if not isinstance(answer, dict) or "ask" in answer:
            shown = line[:_BYTES_TO_SHOW].decode(errors="replace")
            raise ProgramError(f"{self._path} is not our program: it answers {shown!r}")
        return answer

    def _has_more(self, milliseconds: int) -> bool:
        """Whether something can be read within this time; on Windows nobody can tell."""
        if sys.platform == "win32" or b"\n" in self._read:
            return True
        for _ in range(_LOOKS):
            if self._poll.poll(0):
                return True
            _let_others_run()
        return bool(self._poll.poll(milliseconds))

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

    def answer(
        self,
        question: str,
        report: Optional[Callable[[dict[str, Any]], object]] = None,
        stop: Optional[threading.Event] = None,
    ) -> dict[str, Any]:
        while (idle := self._take_idle()) is not None:
            try:
                return self._answer_of(idle, question, report, stop)
            except ProgramError:
                # Something has ended it since its last answer; another is asked.
                pass
        process = _Process()
        with self._lock:
            self._busy.add(process)
        return self._answer_of(process, question, report, stop)

    def _take_idle(self) -> Optional[_Process]:
        with self._lock:
            if not self._idle:
                return None
            process = self._idle.pop()
            self._busy.add(process)
            return process

    def _answer_of(
        self,
        process: _Process,
        question: str,
        report: Optional[Callable[[dict[str, Any]], object]],
        stop: Optional[threading.Event],
    ) -> dict[str, Any]:
        try:
            if report is None:
                answer = process.answer(question)
            else:
                answer = process.parts(question, report, stop or threading.Event())
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
