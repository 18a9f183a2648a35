"""Puts the programs into the wheel, and names the systems on which they run.

scripts/wheel.sh sets the environment: CROWNHEAD_WHEEL_PROGRAMS is a folder that holds the programs
for the path of the user, and a folder `agent` with those that the package copies on demand.
CROWNHEAD_WHEEL_PLATFORM is the platform tag.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProgramsHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        try:
            programs = Path(os.environ["CROWNHEAD_WHEEL_PROGRAMS"])
            platform = os.environ["CROWNHEAD_WHEEL_PLATFORM"]
        except KeyError as name:
            raise SystemExit(f"{name} is not set; build the wheel by scripts/wheel.sh") from None
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
        for program in sorted(programs.iterdir()):
            if program.is_file():
                build_data["shared_scripts"][str(program)] = program.name
        for program in sorted((programs / "agent").iterdir()):
            build_data["force_include"][str(program)] = f"crownhead/agent/{program.name}"
