#!/usr/bin/env python3
"""Makes the static site of the board: the files of crates/pages/assets that the board page uses, the
engine as WebAssembly, the book and the larger endgame tables, and what makes it work without a net.
It prints the size of each file. scripts/site.sh builds the engine and calls it.

    tools/site.py OUT VECTORS.wasm PLAIN.wasm
"""

import gzip
import hashlib
import json
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CRATES = ROOT / "crates"
ASSETS = CRATES / "pages/assets"
CHECKERS = CRATES / "evaluation/src/checkers"
DTC = CHECKERS / "endgame/dtc/data"
CURSED = CHECKERS / "endgame/cursed/data"
WDL = ROOT / "data/wdl/data"
PAGE = "board.html"
OFFLINE = "offline.js"

# What the engine loads when the page can be used, as `load` of crates/worker/src/entry.rs numbers it.
FILES = [
    (2, "dtc-small", DTC / "dtc-4"),
    (1, "wdl-small", WDL / "wdl-4"),
    (0, "book", CHECKERS / "book/data/book"),
    (4, "cursed-dtc", CURSED / "cursed-dtc-5"),
    (3, "cursed-wdl", CURSED / "cursed-wdl-6-part"),
    (2, "dtc", DTC / "dtc-5"),
    (1, "wdl", WDL / "wdl-6-part"),
]

# The smallest module with a vector: a browser that takes it runs the faster build.
VECTORS = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0,
           253, 15, 253, 98, 11]

# The page runs and shows only files of its site.
POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
          "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; "
          "form-action 'none'")


def used(page):
    """The page, and every file of the assets that it names, or that one of those names."""
    known = {str(path.relative_to(ASSETS)) for path in ASSETS.rglob("*") if path.is_file()}
    found, waiting = set(), [page]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        text = (ASSETS / name).read_text(encoding="utf-8")
        words = re.findall(r"""["']([a-z0-9_./-]+)["']""", text)
        # A module names others from its own folder, a script names files from that of the page.
        beside = [posixpath.normpath(posixpath.join(posixpath.dirname(name), word)) for word in words]
        waiting += [word for word in [*words, *beside] if word in known]
    return found


def hashed(out, name, source):
    """Copies a file under a name with its hash, and returns that name."""
    content = source.read_bytes()
    suffix = source.suffix or ".bin"
    whole = f"{name}.{hashlib.sha256(content).hexdigest()[:16]}{suffix}"
    (out / whole).write_bytes(content)
    return whole


def engine(out, vectors, plain):
    """What engine.js reads first."""
    version = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    wasm = {"test": VECTORS, "vectors": hashed(out, "engine", vectors),
            "plain": hashed(out, "engine-plain", plain)}
    files = [{"file": file, "name": hashed(out, name, source), "bytes": source.stat().st_size}
             for file, name, source in FILES]
    about = {"kind": "worker", "name": f"Crownhead {version.group(1)}", "wasm": wasm,
             "files": files}
    (out / "engine.json").write_text(json.dumps(about))
    return about


def pages(out, names):
    """The plain files; the page becomes index.html and says what it may load."""
    for name in names - {PAGE, OFFLINE}:
        (out / name).parent.mkdir(exist_ok=True)
        text = (ASSETS / name).read_text(encoding="utf-8")
        # Comments are for readers of the source, but for the notice of a license.
        if name.endswith(".js") and "License" not in text:
            text = re.sub(r"^ *//.*\n", "", text, flags=re.MULTILINE)
        (out / name).write_text(text, encoding="utf-8")
    page = (ASSETS / PAGE).read_text(encoding="utf-8")
    head = '<meta charset="utf-8">'
    if head not in page:
        sys.exit(f"{ASSETS / PAGE}: the line {head} is missing, behind which the policy is put")
    policy = f'{head}\n    <meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    (out / "index.html").write_text(page.replace(head, policy, 1), encoding="utf-8")


def offline(out, about):
    """The service worker: its version is the hash of all files that change together."""
    names = (str(path.relative_to(out)) for path in out.rglob("*") if path.is_file())
    plain = sorted(name for name in names if not re.search(r"\.[0-9a-f]{16}\.", name))
    version = hashlib.sha256()
    for name in plain:
        version.update(name.encode() + b"\0" + (out / name).read_bytes())
    names = ["./" if name == "index.html" else name for name in plain]
    wasm = about["wasm"]
    kept = [wasm["vectors"], wasm["plain"], *(file["name"] for file in about["files"])]
    constants = {"VERSION": version.hexdigest()[:16], "FILES": names, "HASHED": kept, "ENGINE": wasm}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items())
    text = (ASSETS / OFFLINE).read_text(encoding="utf-8")
    (out / OFFLINE).write_text(head + "\n" + text, encoding="utf-8")


def brotli(content):
    """The size after brotli, if that program is installed."""
    if shutil.which("brotli") is None:
        return None
    done = subprocess.run(["brotli", "-q", "11", "-c"], input=content, stdout=subprocess.PIPE, check=True)
    return len(done.stdout)


def report(out, about):
    """Prints the size of each file, and of all that is loaded before the first legal move."""
    first, later = [0, 0, 0], {about["wasm"]["plain"], *(file["name"] for file in about["files"])}
    print(f"{'bytes':>12} {'gzip':>12} {'brotli':>12}  file")
    for path in sorted(path for path in out.rglob("*") if path.is_file()):
        content = path.read_bytes()
        sizes = [len(content), len(gzip.compress(content, 9, mtime=0)), brotli(content)]
        shown = [f"{size:>12,}" if size is not None else f"{'-':>12}" for size in sizes]
        print(" ".join(shown) + f"  {path.relative_to(out)}")
        if path.name not in later | {OFFLINE}:
            first = [sum_ + (size or 0) for sum_, size in zip(first, sizes)]
    print(" ".join(f"{size:>12,}" for size in first) + "  before the first legal move")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    out, vectors, plain = map(pathlib.Path, sys.argv[1:])
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    about = engine(out, vectors, plain)
    pages(out, used(PAGE))
    offline(out, about)
    (out / ".nojekyll").touch()  # GitHub would leave out files of some names
    report(out, about)


if __name__ == "__main__":
    main()
