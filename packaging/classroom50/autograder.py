#!/usr/bin/env python3
"""The autograder of Classroom 50: its runner starts this in the student's checkout and reads
result.json there. All else is done by the programs beside this file.

The results are written outside of the checkout, which an ordinary user may not be able to write,
and copied when the grading ends, also when the runner ends it."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def main() -> int:
    work = pathlib.Path(os.environ.get("SUBMISSION", os.getcwd())).resolve()
    result = pathlib.Path.cwd() / "result.json"
    # A result that the student has committed must not count.
    result.unlink(missing_ok=True)
    name = os.environ.get("GITHUB_ACTOR") or "submission"
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "result.json"
        command = ["sh", str(HERE / "grade.sh"), str(work), name, folder]
        code = 1
        try:
            code = subprocess.run(
                [*command, "--to", f"classroom50={target}"], check=False
            ).returncode
        finally:
            # The points so far, if it was ended.
            if target.is_file():
                result.write_bytes(target.read_bytes())
    if not result.is_file():
        print("::error::nothing could be graded", file=sys.stderr)
        return code or 1
    # Few points are no failure of the runner.
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as error:
        sys.exit(f"::error::nothing could be graded: {error}")
