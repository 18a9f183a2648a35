"""The two files of Vocareum: a line for each criterion of the rubric, and a report for the student.

The criteria are the parts of the grade (checks, "depth 4"): the rubric must have the same names."""

import os
import pathlib
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(SCRIPTS / "grader"))
from follow import follow, replace  # noqa: E402


def line_of(part):
    # A comma would begin the score.
    points = f"{part['score']:.2f}".rstrip("0").rstrip(".")
    return f"{part['name'].replace(',', ';')},{points}\n"


def write(grade):
    lines = "".join(map(line_of, grade["parts"]))
    files = {"vocareumGradeFile": lines, "vocareumReportFile": grade["report"]}
    for variable, text in files.items():
        replace(os.environ[variable], text)


# A course may have a user for this; the name is only shown to the student.
submission = os.environ.get("VOC_WORK") or os.getcwd()
sys.exit(follow(submission, os.environ.get("VOC_NAME") or "submission", write))
