"""Hostile builds of a class: each trial grades three honest submissions and a hostile one.

Usage, as root or with the right to make namespaces:

    cargo build --release --workspace
    python3 tools/soak/scripts/hostile_builds.py [--bin target/release] [--only NAME,NAME] [--level full|bwrap|partial|none]
                                                 [--user nobody|root] [--keep FOLDER]

Contract: every trial runs in namespaces of its own (`hostile_ground.py`). First a class without a hostile submission
is graded. Then, for each hostile one: the three honest ones must get the same marks, the referee must end within three
minutes with exit code 0, no process, file or page may be broken, no file outside changed, no secret read, no server
called, and nothing in the tables may command a terminal or a spreadsheet. Printed for each: seconds, the remark of the
hostile one in `grades.csv`, what harm was done. Exit code 0: no harm; 1: otherwise; 2: it cannot run here.
"""
import csv, io, json, os, pathlib, shutil, stat, sys, tempfile, time, unicodedata  # noqa: E401

import hostile_ground as ground
from hostile_submissions import HONEST, HOSTILE, SUBMISSIONS

LIMIT = 180
NOTHING = "nothing"
SCHEME = """levels = [{ depth = 0, games = 2, points = 20 }]
[games]
seconds = 2
clocks = "move"
max_plies = 12
openings = "start"
[build]
cpu_seconds = 10
wall_seconds = 60
[checks]
only = ["example-opening", "must-jump"]
required = ["example-opening"]
[swiss]
rounds = 1
points = 0
[grade]
columns = ["name", "total", "checks", "levels", "remark"]
[feedback]
nodes = 100
"""


def prepare(folder, arguments):
    base, name = pathlib.Path(folder), os.environ["ATTACK"]
    ground.lay_out(base, arguments, ["class"], ["referee", "reference", "crownhead"])
    (base / "scheme.toml").write_text(SCHEME)
    shutil.copy("/bin/true", base / "rights")
    start = '#!/bin/sh\nexec "${0%/*}/engine" --depth 1\n'
    for student in HONEST:
        lay_submission(base, student, {"homework" if student == "anna" else "start": start}, arguments)
    for student in HONEST[1:]:
        lay_submission(base, student, {"build.sh": "#!/bin/sh\nsleep 0.5\ncp start homework\n"}, arguments)
    if name != NOTHING:
        hostile = SUBMISSIONS[name]
        place = lay_submission(base, HOSTILE, hostile.files, arguments)
        if hostile.lay:
            hostile.lay(place)
    ground.give_away(base, arguments)
    (base / "rights").chmod(0o4755)
    for path, mode in SUBMISSIONS[name].modes.items() if name != NOTHING else ():
        (base / "class" / HOSTILE / path).chmod(mode)


def lay_submission(base, name, files, arguments):
    place = base / "class" / name
    for path, text in files.items():
        file = place / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(with_names(text, base))
        file.chmod(0o755)
    place.mkdir(exist_ok=True)
    shutil.copy(arguments.bin / "reference", place / "engine")
    return place


def with_names(text, base):
    """A script in which the folders have their paths: a build has no variables of ours."""
    names = {"CLASS": f"{base}/class", "OUT": f"{base}/out", "BASE": str(base), "CANARY": f"{base}/canary"}
    if text.startswith("#!/bin/bash"):
        line = "export " + " ".join(f"{name}={value}" for name, value in names.items())
        return text.replace("#!/bin/bash\n", f"#!/bin/bash\n{line}\n", 1).replace("BASE_FOLDER", str(base))
    if text.startswith("#!/usr/bin/python3"):
        return text.replace("libc =", f"os.environ.update({names!r})\nlibc =", 1)
    return text.replace("$OUT", names["OUT"])


def inner(folder, arguments):
    """In the namespaces: grades the class and prints what happened as JSON."""
    grade = [folder + "/bin/referee", "class", folder + "/class", "--scheme", folder + "/scheme.toml", "--out", folder + "/out",
             "--jobs", "2"]
    begun = time.time()
    said = ground.run_inside(folder, grade, arguments, LIMIT)
    said["seconds"] = time.time() - begun
    out = pathlib.Path(folder, "out")

    def read(path):
        try:
            return path.read_text(errors="replace")
        except OSError as error:
            return f"({error})"
    said["grades"], said["log"] = read(out / "grades.csv"), read(out / "class.log")
    said["build"] = read(out / f"agents/{HOSTILE}.build.log")[-3000:]
    said["pages"] = {path.stem: page_of(path) for path in sorted((out / "feedback").glob("*.html"))}
    said["left_in_results"] = left_in(out)
    said["key"] = oct(os.stat(folder + "/user/.ssh/id_rsa").st_mode & 0o777)
    print(json.dumps(said))


def left_in(out):
    """What of the results is no plain data, or could be reached by another user: sentences."""
    places = [path for path in (out, out / "agents") if path.exists()]
    found = ["others enter the results"] if all(path.stat().st_mode & 0o011 for path in places) else []
    for folder, folders, files in os.walk(out):
        for path in (os.path.join(folder, name) for name in (*folders, *files)):
            mode = os.lstat(path).st_mode
            if stat.S_ISDIR(mode) and not os.access(path, os.R_OK | os.X_OK):
                found.append(f"{path} is closed")
            if stat.S_ISLNK(mode) and not os.path.realpath(path).startswith(("/usr/", "/lib", folder + "/")):
                found.append(f"{path} leads to {os.readlink(path)}")
            if not stat.S_ISLNK(mode) and (mode & 0o7000 or not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))):
                found.append(f"{path} is {stat.filemode(mode)}")
    return found


def page_of(path):
    """What of a page matters: whether it is whole, and whether a stranger's script is in it."""
    text = path.read_text(errors="replace")
    return {"bytes": len(text), "script": "<script>alert" in text or "<img src=x" in text, "escape": "\x1b" in text}


def commands(text):
    """Characters by which a text commands a terminal, or turns the order of others."""
    return sorted({f"U+{ord(c):04X}" for c in text if unicodedata.category(c) in ("Cc", "Cf") and c not in "\n\t"})


def rows_of(said):
    return {row["name"]: row for row in csv.DictReader(io.StringIO(said["grades"])) if row.get("name")}


def harm_of(name, said, last, expected, arguments):
    harm = ground.common_harm(said, last, arguments)
    if said is None:
        return harm
    rows = rows_of(said)
    for student in HONEST:
        if expected and rows.get(student) != expected.get(student):
            harm.append(f"{student}: {rows.get(student)} instead of {expected.get(student)}")
        if not said["pages"].get(student, {}).get("bytes"):
            harm.append(f"{student} has no page")
    if said["code"] != (SUBMISSIONS[name].ends if name in SUBMISSIONS else 0):
        harm.append(f"the referee ends with {said['code']}: {said['said'].strip()[-300:]}")
    if name != NOTHING and HOSTILE not in rows:
        harm.append("the hostile one has no row")
    if "BREACH" in said["build"].replace("+ echo BREACH", "").replace("&& echo BREACH", ""):
        harm.append("got what it must not get: " + said["build"][-200:])
    for place in ("grades", "log", "said"):
        if commands(said[place]):
            harm.append(f"{place} commands a terminal: {commands(said[place])}")
    if any(cell[:1] in "=+@" for row in rows.values() for cell in row.values() if cell):
        harm.append("a cell is a formula")
    harm += [f"a stranger's script in the page of {one}" for one, page in said["pages"].items() if page["script"] or page["escape"]]
    harm += said["left_in_results"]
    if said["key"] != "0o644":
        harm.append("a key has another mode: " + said["key"])
    return harm


def row(name, expected, arguments):
    """Runs a trial and prints its line: the marks, and whether nobody was harmed."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        disk = SUBMISSIONS[name].disk if name in SUBMISSIONS else "3500m"
        said, lines, errors = ground.enclosed(__file__, folder, arguments, name, disk)
    harm = harm_of(name, said, (lines or [""])[-1], expected, arguments)
    rows = rows_of(said) if said else {}
    mine = rows.get(HOSTILE, {})
    remark = mine.get("remark") or (f"{mine.get('total')} points" if mine else "-")
    if mine and not mine.get("remark") and mine.get("total") != (expected or {}).get("bea", {}).get("total"):
        harm.append(f"nothing tells the hostile one why it has {mine.get('total')} points")
    seconds = f"{said['seconds']:.0f}" if said else "-"
    shown = remark.replace("|", "\\|")
    print(f"| {name} | {seconds} | {shown} | {'; '.join(harm) or 'nothing'} |", flush=True)
    if arguments.only:
        log = "" if said is None else "\n".join([said["log"], said["build"][-1500:], said["said"]])
        print(errors, log, file=sys.stderr)
    return rows, not harm


def trials(arguments):
    print("| the hostile submission | seconds | its remark | harm |\n|---|---:|---|---|", flush=True)
    expected, _ = row(NOTHING, None, arguments)
    return [row(name, expected, arguments)[1] for name in arguments.names]


if __name__ == "__main__":
    sys.exit(ground.try_all("hostile_builds", ground.options(__doc__, SUBMISSIONS), inner, prepare, trials))
