#!/usr/bin/env python3
"""The texts of the licenses of everything that is linked into the programs of a release.

Usage: tools/licenses.py TARGET

Prints each text once, under the packages that have it. A package without a file of its own is named
with its license. deny.toml says which licenses there may be.
"""

import json
import pathlib
import subprocess
import sys
from collections import defaultdict

NAMES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE", "MPL-2.0")
MUSL = """Copyright © 2005-2020 Rich Felker, et al.

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and
to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of
the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO
THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS
IN THE SOFTWARE.
"""


def linked(metadata):
    """The packages from outside that the default members use when they run."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    seen, waiting = set(), list(metadata["workspace_default_members"])
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for used in nodes[name]["deps"]:
            if any(kind["kind"] is None for kind in used["dep_kinds"]):
                waiting.append(used["pkg"])
    found = (packages[name] for name in seen)
    return sorted((p for p in found if p["source"]), key=lambda p: (p["name"], p["version"]))


def texts(package):
    folder = pathlib.Path(package["manifest_path"]).parent
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.name.upper().startswith(NAMES):
            yield path.read_text(errors="replace").replace("\r\n", "\n").strip() + "\n"


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__.strip())
        sys.exit(0 if sys.argv[1:] == ["--help"] else 2)
    target = sys.argv[1]
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    packages = linked(metadata)
    owners, bare = defaultdict(list), []
    for package in packages:
        name = f"{package['name']} {package['version']}"
        if "MPL-2.0" in package["license"]:  # asks to say where the source is
            name += f" (source: https://crates.io/crates/{package['name']}/{package['version']})"
        its = list(texts(package))
        for text in its:
            owners[text].append(name)
        if not its:
            bare.append(f"{name}: {package['license']}, by {', '.join(package['authors']) or 'its authors'}")
    if "musl" in target:
        owners[MUSL].append("musl, the C library")
    print(f"The programs contain {len(packages)} packages from outside and the standard library of Rust, which is\n"
          "licensed under MIT or Apache-2.0 like Crownhead itself. The texts of their licenses:")
    for text, names in sorted(owners.items(), key=lambda item: item[1]):
        print(f"\n{'=' * 100}\n{', '.join(names)}\n{'-' * 100}\n{text}", end="")
    if bare:
        print(f"\n{'=' * 100}\nWithout a text of their own:")
        print("\n".join(bare))


main()
