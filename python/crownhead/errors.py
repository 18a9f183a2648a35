"""What can go wrong. The messages are those of the program: sentences that say what to do."""

from __future__ import annotations


class CrownheadError(Exception):
    """Any error of this package."""


class Refused(CrownheadError, ValueError):
    """The program cannot answer this request; the message says why."""


class IllegalMove(Refused):
    """A move that the rules do not allow in this position."""


class ProgramError(CrownheadError, RuntimeError):
    """The program is not there, cannot be started, or has ended in the middle of an answer."""
