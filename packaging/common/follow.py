"""Starts grade.sh and hands over its grade after each test, so that whoever ends the grading, and
however, leaves the points so far."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def follow(submission, name, write):
    """Calls `write` with each new grade. Returns the exit code of grade.sh."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "grade.json"
        command = ["sh", HERE / "grade.sh", submission, name, folder, "--format", f"json={file}"]
        last = b""

        def update():
            nonlocal last
            text = file.read_bytes() if file.is_file() else b""
            if text != last:
                write(json.loads(text))
                last = text

        # A group of its own, which ends as a whole.
        grading = subprocess.Popen(command, start_new_session=True)
        try:
            while grading.poll() is None:
                try:
                    grading.wait(timeout=0.5)
                except subprocess.TimeoutExpired:
                    update()
        finally:
            # First its end: what goes wrong below must not leave it running.
            if grading.poll() is None:
                os.killpg(grading.pid, signal.SIGKILL)
                grading.wait()
            update()
        return grading.returncode


def replace(file, text):
    """Writes a file whole or not at all; in place where its folder takes no other file."""
    file = pathlib.Path(file)
    whole = file.with_name(f".{file.name}.new")
    try:
        whole.write_text(text, encoding="utf-8")
        os.replace(whole, file)
    except OSError:
        whole.unlink(missing_ok=True)
        file.write_text(text, encoding="utf-8")
