"""The programs of the package are where it says, and run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import crownhead

LINUX = ["referee"]
ALL = ["crownhead", "harness", "reference", "loa", "tablut", "amazons"]

BOARD = "\n".join([".b.b.b.b", "b.b.b.b.", ".b.b.b.b", "........", "........"] +
                  ["w.w.w.w.", ".w.w.w.w", "w.w.w.w."])


@pytest.mark.parametrize("name", ALL + LINUX if sys.platform == "linux" else ALL)
def test_every_program_is_there_and_runs(name: str) -> None:
    path = crownhead.program(name)
    done = subprocess.run([path, "--help"], capture_output=True, text=True, check=True)
    assert name in done.stdout
    # pip has put it where commands are looked for.
    assert Path(path).parent == Path(sys.executable).parent


def test_a_missing_program_is_an_error_that_names_the_folders() -> None:
    with pytest.raises(crownhead.ProgramError, match="no program chess in .*CROWNHEAD_PROGRAMS"):
        crownhead.program("chess")


def test_a_folder_of_the_environment_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = Path(crownhead.program()).name
    own = tmp_path / name
    own.write_text("")
    own.chmod(0o755)
    monkeypatch.setenv("CROWNHEAD_PROGRAMS", str(tmp_path))
    assert crownhead.program() == str(own)


def test_the_hub_command_has_the_parameters_of_the_protocol() -> None:
    assert crownhead.hub_command()[1:] == ["hub"]
    command = crownhead.hub_command(tt_size=16, book=False, position="pdn")
    done = subprocess.run(command, input="hub\nquit\n", capture_output=True, text=True, check=True)
    assert "param name=tt-size value=16" in done.stdout
    assert "param name=book value=false" in done.stdout
    assert "param name=position value=pdn" in done.stdout


def test_an_agent_folder_plays_a_move(tmp_path: Path) -> None:
    agent = crownhead.install_agent(tmp_path / "agent")
    assert agent.parent == tmp_path / "agent" and os.access(agent, os.X_OK)
    (tmp_path / "input.txt").write_text(f"SINGLE\nBLACK\n1.0\n{BOARD}\n")
    subprocess.run([str(agent)], cwd=tmp_path, check=True)
    assert (tmp_path / "output.txt").read_text().startswith("E ")
