"""Where the programs of this package are, and what they are started with."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import threading
from pathlib import Path
from typing import Iterator, Union

from crownhead.errors import ProgramError

_ENDING = ".exe" if sys.platform == "win32" else ""
_VARIABLE = "CROWNHEAD_PROGRAMS"

# The first call of sysconfig fails where two threads make it.
_lock = threading.Lock()


def program(name: str = "crownhead") -> str:
    """The path of a program that comes with this package.

    ``crownhead``, ``referee`` (on Linux), ``reference``, ``harness``, ``loa``, ``tablut`` and
    ``amazons``; their option ``--help`` explains them. A folder that the environment variable
    CROWNHEAD_PROGRAMS names is looked at first.

    >>> import subprocess
    >>> subprocess.run([program("harness"), "--version"], check=True, capture_output=True).stdout[:7]
    b'harness'

    Raises:
        ProgramError: there is no such program.
    """
    with _lock:
        folders = list(_folders())
    for folder in folders:
        path = folder / (name + _ENDING)
        if path.is_file() and os.access(path, os.X_OK):
            return str(path)
    found = shutil.which(name) if name == "crownhead" else None
    if found is not None:
        return found
    looked = ", ".join(str(folder) for folder in folders)
    raise ProgramError(
        f"there is no program {name} in {looked}; install the package again, "
        f"or name its folder in {_VARIABLE}"
    )


def _folders() -> Iterator[Path]:
    """Where pip puts programs: by its scheme, that of the user, or beside the package."""
    if os.environ.get(_VARIABLE):
        yield Path(os.environ[_VARIABLE])
    yield Path(sysconfig.get_path("scripts"))
    if sys.version_info >= (3, 10):
        yield Path(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")))
    else:
        yield Path(sysconfig.get_path("scripts", os.name + "_user"))
    # pip install --target DIR
    yield Path(__file__).parent.parent / "bin"


def hub_command(**parameters: Union[str, int, bool]) -> list[str]:
    """The command that plays and analyzes English checkers by the Hub protocol.

    Parameters are those of the protocol, with ``_`` for ``-``: ``book``, ``ponder``, ``tt_size``,
    ``bb_size``, ``tables``, ``position``.

    >>> hub_command(tt_size=20, book=False)[1:]
    ['hub', '--set', 'tt-size=20', '--set', 'book=false']

    With pydraughts, for example: ``draughts.engine.HubEngine(crownhead.hub_command())``.
    """
    command = [program(), "hub"]
    for name, value in parameters.items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        command += ["--set", f"{name.replace('_', '-')}={text}"]
    return command


def install_agent(folder: Union[str, "os.PathLike[str]"]) -> Path:
    """Copies the agent ``homework`` into a folder, which is made; returns the agent's path.

    The agent plays one move of checkers through the files ``input.txt`` and ``output.txt`` of its
    working folder. ``referee match FOLDER OTHER`` plays it against another agent.

    Raises:
        ProgramError: this package has been installed without the agent.
    """
    name = "homework" + _ENDING
    source = Path(__file__).parent / "agent" / name
    if not source.is_file():
        raise ProgramError(f"there is no agent {source}; install the package from its wheel")
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    copy = Path(shutil.copyfile(source, target / name))
    copy.chmod(0o755)
    return copy
