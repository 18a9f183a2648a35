#!/usr/bin/env python3
"""Figures of the source: lines, functions, types, comments, errors, closures, documents, crates.

Measures the working tree (the files that git knows), or with --at a commit of it. One lexer reads
all Rust files, so that a quotation mark in a comment or a brace in a string misleads no figure.

What counts as what:

line        by what stands on it: code, else comment, else blank. A string of many lines is code.
            Blank lines count as lines of the file that has them, in the column `lines` alone.
test        code of a file in a folder `tests` or `benches`, of an inline `#[cfg(test)] mod`, and of
            a file whose `mod` stands under `#[cfg(test)]`; their comments are test lines too.
comment     of what is no test; doc comments are `///`, `//!`, `/** */` and `/*! */`.
fixtures    .rs files below a folder `fixtures`: not measured.
function    of product code, from `fn` to its closing brace.
type        struct, enum, union, trait or alias at the level of items, outside tests. The share of
            names used twice is of all distinct names.
short doc   a doc comment whose whole text, as one block, has four words or fewer.
questions   share of comment blocks, doc or other, that open with What, Whether or How.
error type  a struct or enum named ...Error, or one that derives `Error`; its lines are those of its
            definition, with attributes and docs, and of its `impl` blocks.
strings     `Result<_, String>`: an error that is a bare sentence.
closure     one bound by `let`, in product code.
option      of the programs, a line `--name` of the golden help texts; of those, different names.
document    a line of a .md file.
field       a named `pub` field of a `pub` struct. Documented: a doc comment stands before it.
program     a crate not in the list of libraries, for which `# Errors` is counted apart.
arrow       a crate that uses another one of the project, not for tests alone, by whatever name its
            manifest gives to it.

With --crates only the packages and the arrows, as Cargo tells them: of the workspace, and of the
fuzz targets, which are a workspace of their own. docs/ARCHITECTURE.md says both numbers.

Exit code: 0, or 2 if git has no such commit or Cargo fails.
"""

import argparse
import io
import json
import posixpath
import re
import statistics
import subprocess
import sys
import tarfile
import tomllib
from collections import defaultdict
from pathlib import Path, PurePosixPath

TYPES = {"struct", "enum", "trait", "type", "union"}
HELP = "fixtures/golden/help/"
WORKSPACES = {"workspace": "Cargo.toml", "tools/fuzz": "tools/fuzz/Cargo.toml"}
TOKEN = re.compile(
    r"""(?P<space>\s+)
    | (?P<comment>//[^\n]*)
    | (?P<block>/\*)
    | (?P<raw>(?:br|cr|r)(?P<hashes>\#*)")
    | (?P<string>[bc]?"(?:\\.|[^"\\])*")
    | (?P<char>b?'(?:\\[^\n]?[^'\n]*|[^\\'\n])')
    | (?P<lifetime>'\w+)
    | (?P<word>(?:r\#)?[^\W\d]\w*)
    | (?P<number>\d(?:[\w]|\.(?=\d))*)
    | (?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)


class Token:
    """A piece of source: its kind, its text, the lines on which it begins and ends, from 1."""

    __slots__ = ("kind", "text", "line", "end")

    def __init__(self, kind, text, line):
        self.kind, self.text, self.line, self.end = kind, text, line, line + text.count("\n")

    def is_doc(self):
        text = self.text
        line = text.startswith(("///", "//!")) and not text.startswith("////")
        block = text.startswith(("/**", "/*!")) and not text.startswith(("/***", "/**/"))
        return self.kind == "comment" and (line or block)


def lex(text):
    """All tokens of a Rust file, without white space."""
    tokens, at, line = [], 0, 1
    while at < len(text):
        match = TOKEN.match(text, at)
        kind, end = match.lastgroup, match.end()
        if match["block"]:
            kind, end = "comment", end_of_block(text, at)
        elif match["raw"]:
            close = text.find('"' + match["hashes"], end)
            kind, end = "string", len(text) if close < 0 else close + 1 + len(match["hashes"])
        if kind != "space":
            tokens.append(Token(kind, text[at:end], line))
        line += text.count("\n", at, end)
        at = end
    return tokens


def end_of_block(text, at):
    """Where a block comment ends, which may contain others."""
    depth = 0
    for match in re.compile(r"/\*|\*/").finditer(text, at):
        depth += 1 if match[0] == "/*" else -1
        if depth == 0:
            return match.end()
    return len(text)


class RustFile:
    """The tokens of a file, code and comments apart, with the brace that closes each brace."""

    def __init__(self, path, text):
        self.path, self.lines = path, text.count("\n")
        self.tokens = lex(text)
        self.code = [token for token in self.tokens if token.kind != "comment"]
        self.comments = [token for token in self.tokens if token.kind == "comment"]
        self.docs_before = {}  # index in `code` -> the doc comments just before it
        before, index = [], 0
        for token in self.tokens:
            if token.kind == "comment":
                before += [token] if token.is_doc() else []
            else:
                self.docs_before[index], before, index = before, [], index + 1
        self.closing = {}
        stack = []
        for index, token in enumerate(self.code):
            if token.kind != "mark":
                continue
            if token.text in "{[(":
                stack.append(index)
            elif token.text in "}])" and stack:
                self.closing[stack.pop()] = index
        self.test_ranges, self.test_modules = [], []
        self.find_tests()

    def text(self, index):
        return self.code[index].text if 0 <= index < len(self.code) else ""

    def find_tests(self):
        """Inline test modules by their lines, and names of those in files of their own."""
        for index in range(len(self.code)):
            words = [self.text(index + n) for n in range(7)]
            if words != ["#", "[", "cfg", "(", "test", ")", "]"]:
                continue
            at = index + 7
            while self.text(at) in ("#", "pub", "("):  # other attributes, visibility
                at = self.closing[at + 1] + 1 if self.text(at) == "#" else at + 1
                while self.text(at) in ("crate", "super", ")", "("):
                    at += 1
            if self.text(at) == "mod" and self.text(at + 2) == "{":
                end = self.code[self.closing[at + 2]]
                self.test_ranges.append((self.code[index].line, end.line))
            elif self.text(at) == "mod":
                self.test_modules.append(self.text(at + 1))

    def is_test(self, line):
        return any(first <= line <= last for first, last in self.test_ranges)

    def is_at_item_level(self):
        """For each index of `code`: only modules are open around it."""
        stack, levels = [], []
        for index, token in enumerate(self.code):
            levels.append(all(stack))
            if token.kind == "mark" and token.text == "{":
                stack.append(self.text(index - 2) == "mod")
            elif token.kind == "mark" and token.text == "}" and stack:
                stack.pop()
        return levels

    def start_of_item(self, index):
        """The first line of an item: its docs and attributes belong to it."""
        while index > 0 and self.text(index - 1) not in (";", "}", "{"):
            index -= 1
            if self.text(index) == "]":  # over an attribute, which may have braces
                index = next(o for o, c in self.closing.items() if c == index)
        docs = self.docs_before.get(index, [])
        return (docs[0] if docs else self.code[index]).line

    def end_of_item(self, index):
        """The index of the brace or semicolon that ends the item."""
        while index < len(self.code):
            if self.text(index) == ";":
                return index
            if self.text(index) in ("{", "(", "["):
                closed = self.closing[index]
                if self.text(index) == "{":
                    return closed
                index = closed
            index += 1
        return len(self.code) - 1


def blocks(comments):
    """Comments that follow each other line by line, as (is doc, texts)."""
    found, last = [], None
    for token in comments:
        is_doc = token.is_doc()
        text = re.sub(r"^\s*(///?!?|/\*[*!]?|\*)|\*/$", "", token.text).strip()
        mark = token.text[:3] if is_doc else "//"
        if last and last[0] == mark and token.line == last[1] + 1:
            found[-1][1].append(text)
        else:
            found.append((is_doc, [text]))
        last = (mark, token.end)
    return found


def measure_file(file, figures, types):
    """Adds a file's figures, and its types' names with their places."""
    whole_test = file.path.is_test
    code_lines = {n for t in file.code for n in range(t.line, t.end + 1)}
    comment_lines = {}
    for token in file.comments:
        for n in range(token.line, token.end + 1):
            comment_lines.setdefault(n, token.is_doc())
    is_test = lambda n: whole_test or file.is_test(n)
    figures["files"] += 1
    figures["lines"] += file.lines
    figures["product"] += sum(not is_test(n) for n in code_lines)
    own = {n: doc for n, doc in comment_lines.items() if n not in code_lines}
    figures["doc"] += sum(doc and not is_test(n) for n, doc in own.items())
    figures["other"] += sum(not doc and not is_test(n) for n, doc in own.items())
    figures["test"] += sum(is_test(n) for n in code_lines | own.keys())
    if whole_test:
        return
    measure_comments([t for t in file.comments if not is_test(t.line)], figures)
    levels = file.is_at_item_level()
    for index, token in enumerate(file.code):
        if token.kind != "word" or is_test(token.line):
            continue
        if token.text == "let":
            figures["closures"] += is_closure(file, index)
        elif token.text == "Result":
            figures["string_errors"] += has_string_error(file, index)
        if token.text == "fn" and file.code[index + 1].kind == "word":
            end = file.end_of_item(index)
            if file.text(end) == "}":
                figures["function_lines"].append(file.code[end].line - token.line + 1)
        elif token.text in TYPES and levels[index] and file.code[index + 1].kind == "word":
            if file.text(index - 1) in ("", ";", "}", "]", ")", "pub", "unsafe", "{"):
                types[file.text(index + 1)].append(f"{file.path}:{token.line}")
                measure_type(file, index, figures)
        elif token.text == "impl" and levels[index]:
            measure_impl(file, index, figures)


def is_closure(file, index):
    """Whether `let [mut] NAME = [move] |...|` stands there."""
    words = [text for n in range(1, 6) if (text := file.text(index + n)) not in ("mut", "move")]
    return words[1:3] == ["=", "|"]


def has_string_error(file, index):
    """Whether the `Result<...>` there ends with `, String>`."""
    end, depth = index + 1, 0
    while file.text(end) and (depth or file.text(end) == "<"):
        depth += (file.text(end) == "<") - (file.text(end) == ">" and file.text(end - 1) != "-")
        end += 1
        if depth == 0:
            break
    return [file.text(end - n) for n in (3, 2, 1)] == [",", "String", ">"]


def measure_comments(comments, figures):
    for is_doc, texts in blocks(comments):
        text = " ".join(texts)
        figures["blocks"] += 1
        figures["questions"] += bool(re.match(r"(What|Whether|How)\b", text))
        figures["short_docs"] += is_doc and len(text.split()) <= 4
    figures["errors_sections"] += sum(t.is_doc() and t.text.rstrip().endswith("# Errors") for t in comments)


def measure_type(file, index, figures):
    """Fields of a public struct, and the lines of an error type."""
    name, end = file.text(index + 1), file.end_of_item(index)
    first = index
    while first > 0 and file.text(first - 1) not in (";", "}", "{"):
        first -= 1
        if file.text(first) == "]":
            first = next(o for o, c in file.closing.items() if c == first)
    attributes = [file.text(n) for n in range(first, index)]
    derives = "derive" in attributes and "Error" in attributes
    if file.text(index) in ("struct", "enum") and (name.endswith("Error") or derives):
        figures["error_types"].add(name)
        figures["error_lines"] += file.code[end].line - file.start_of_item(index) + 1
    if file.text(index) == "struct" and "pub" in attributes and file.text(end) == "}":
        start = next(o for o, c in file.closing.items() if c == end)
        measure_fields(file, start, end, figures)


def measure_fields(file, start, end, figures):
    index, docs = start + 1, []
    while index < end:
        docs += file.docs_before.get(index, [])
        text = file.text(index)
        if text == "#":
            index = file.closing[index + 1] + 1
            continue
        if text == "pub" and file.text(index + 2) == ":":
            figures["fields"] += 1
            figures["fields_documented"] += bool(docs)
        if text in "{[(" and index in file.closing:
            index = file.closing[index]
        if text == ",":
            docs = []
        index += 1


def measure_impl(file, index, figures):
    """Lines of an `impl` whose type is an error type, resolved when all types are known."""
    at, words, depth = index + 1, [], 0
    while file.text(at) not in ("{", "", "where"):
        depth += (file.text(at) == "<") - (file.text(at) == ">" and file.text(at - 1) != "-")
        if depth == 0 and file.code[at].kind == "word":
            words.append(file.text(at))
        at += 1
    if "for" in words:
        words = words[words.index("for") + 1 :]
    if words:
        end = file.end_of_item(index)
        lines = file.code[end].line - file.start_of_item(index) + 1
        figures["impls"].append((words[-1], lines))


def is_measured(path):
    return path.endswith((".rs", ".md", "Cargo.toml")) or path.startswith(HELP)


def working_tree(root):
    """Path and text of each file that git knows, or would take."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    for path in listed.split("\0"):
        if is_measured(path) and (root / path).is_file():
            yield path, (root / path).read_text()


def commit(root, name):
    """The same of a commit."""
    done = subprocess.run(["git", "archive", name], cwd=root, capture_output=True)
    if done.returncode != 0:
        print(f"measure.py: {done.stderr.decode().strip()}", file=sys.stderr)
        sys.exit(2)
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        for member in archive:
            if member.isfile() and is_measured(member.name):
                yield member.name, archive.extractfile(member).read().decode()


class FilePath(str):
    """A path from the root, and whether all of the file is a test."""

    is_test = False


def new_figures():
    lists = {"function_lines": [], "impls": [], "error_types": set()}
    return defaultdict(int, lists)


def name_of(folder):
    """The name of a crate: its folder's, but for the root, and for a program with a library's name."""
    path = PurePosixPath(folder)
    return f"{path.name} (program)" if path.parent.name == "programs" else path.name or "agent"


def measure_texts(files):
    """Lines of documents, and options of the programs: lines of help, different names."""
    documents = sum(text.count("\n") for path, text in files if path.endswith(".md"))
    helps = [text for path, text in files if path.startswith(HELP)]
    options = [name for text in helps for name in re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", text, re.MULTILINE)]
    return {"documents": documents, "options": len(options), "option_names": len(set(options))}


def measure(files):
    """Figures by crate, types by name, and arrows between crates."""
    sources = {p: t for p, t in files if "fixtures" not in PurePosixPath(p).parts}
    manifests = {str(PurePosixPath(p).parent): tomllib.loads(t) for p, t in sources.items() if p.endswith(".toml")}
    packages = [folder for folder, table in manifests.items() if "package" in table]
    names = {folder: name_of(folder) for folder in packages}
    read = {p: RustFile(FilePath(p), t) for p, t in sources.items() if p.endswith(".rs")}
    for path, file in read.items():
        file.path.is_test = bool({"tests", "benches"} & set(PurePosixPath(path).parts))
    for path, file in list(read.items()):
        stem = PurePosixPath(path)
        folder = stem.parent if stem.stem in ("mod", "lib", "main") else stem.with_suffix("")
        for module in file.test_modules:
            for other, its in read.items():
                if other == f"{folder}/{module}.rs" or other.startswith(f"{folder}/{module}/"):
                    its.path.is_test = True
    crates, types = defaultdict(new_figures), defaultdict(list)
    for path, file in sorted(read.items()):
        folder = next((str(f) for f in PurePosixPath(path).parents if str(f) in names), ".")
        measure_file(file, crates[names.get(folder, "?")], types)
    errors = set().union(*(figures["error_types"] for figures in crates.values()))
    for figures in crates.values():
        figures["error_lines"] += sum(lines for name, lines in figures.pop("impls") if name in errors)
    return dict(crates), types, sorted(set(arrows(manifests, names)))


def arrows(manifests, names):
    """Pairs of crates, the user first. A dependency is known by `path` or `package`, not by its key."""
    packages = {manifests[folder]["package"]["name"]: folder for folder in names}
    for folder, name in names.items():
        own, root = manifests[folder], manifests.get(".", {})
        home, workspace = (folder, own) if "workspace" in own else (".", root)
        shared = workspace.get("workspace", {}).get("dependencies", {})
        for table in [own, *own.get("target", {}).values()]:
            for key, value in table.get("dependencies", {}).items():
                base = folder
                if isinstance(value, dict) and value.get("workspace"):
                    base, value = home, shared.get(key, {})
                value = value if isinstance(value, dict) else {}
                used = packages.get(value.get("package", key))
                if "path" in value:
                    used = posixpath.normpath(posixpath.join(base, value["path"]))
                if used in names:
                    yield name, names[used]


def cargo_arrows(manifest):
    """The packages of a workspace by their folders, and its arrows, as Cargo tells them."""
    command = ["cargo", "metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path", manifest]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"measure.py: {done.stderr.strip()}", file=sys.stderr)
        sys.exit(2)
    packages = json.loads(done.stdout)["packages"]
    found = {str(Path(package["manifest_path"]).parent): package["name"] for package in packages}
    uses = (
        (package["name"], dependency["path"])
        for package in packages
        for dependency in package["dependencies"]
        if dependency["kind"] is None and "path" in dependency
    )
    return found, sorted(set(uses))


def print_crates(root):
    names = {}
    workspaces = {title: cargo_arrows(root / path) for title, path in WORKSPACES.items()}
    for packages, _ in workspaces.values():
        names |= packages
    for title, (packages, uses) in workspaces.items():
        print(f"{title}: {len(packages)} packages, {len(uses)} arrows")
        for user in sorted(packages.values()):
            print(f"  {user}: {' '.join(sorted(names[used] for name, used in uses if name == user)) or '-'}")


def summary(files):
    """All figures as plain data."""
    crates, types, arrows = measure(files)
    rows = {name: plain(figures) for name, figures in sorted(crates.items())}
    whole = new_figures()
    for figures in crates.values():
        for key, value in figures.items():
            whole[key] = whole[key] | value if isinstance(value, set) else whole[key] + value
    twice = {name: places for name, places in types.items() if len(places) > 1}
    return {
        "crates": rows,
        "all": plain(whole),
        "types": len(types),
        "types_used_twice": dict(sorted(twice.items(), key=lambda item: (-len(item[1]), item[0]))),
        "types_used_twice_percent": percent(len(twice), len(types)),
        "rooms": len(crates),
        "arrows": len(arrows),
        "texts": measure_texts(files),
    }


def plain(figures):
    lengths = sorted(figures["function_lines"]) or [0]
    return {
        "files": figures["files"],
        "lines": figures["lines"],
        "product": figures["product"],
        "comment_doc": figures["doc"],
        "comment_other": figures["other"],
        "test": figures["test"],
        "functions": len(figures["function_lines"]),
        "function_median": statistics.median(lengths),
        "function_p90": lengths[int(0.9 * (len(lengths) - 1))],
        "short_docs": figures["short_docs"],
        "errors_sections": figures["errors_sections"],
        "questions_percent": percent(figures["questions"], figures["blocks"]),
        "error_types": len(figures["error_types"]),
        "error_lines": figures["error_lines"],
        "string_errors": figures["string_errors"],
        "closures": figures["closures"],
        "fields": figures["fields"],
        "fields_documented_percent": percent(figures["fields_documented"], figures["fields"]),
    }


def percent(part, whole):
    return round(100 * part / whole, 1) if whole else 0.0


COLUMNS = {
    "product": "product", "comment_doc": "doc", "comment_other": "other", "test": "test", "functions": "fns",
    "function_median": "median", "function_p90": "p90", "short_docs": "short", "errors_sections": "#Errors",
    "questions_percent": "What%", "error_types": "errors", "error_lines": "lines", "string_errors": "strings",
    "closures": "closures", "fields_documented_percent": "fields%",
}  # fmt: skip


def print_table(found, with_types):
    print(f"{'crate':<12}" + "".join(f"{header:>9}" for header in COLUMNS.values()))
    for name, row in [*found["crates"].items(), ("all", found["all"])]:
        print(f"{name:<12}" + "".join(f"{row[key]:>9g}" for key in COLUMNS))
    twice = found["types_used_twice"]
    texts = found["texts"]
    print(f"\n{texts['documents']} lines of documents; {texts['options']} options, {texts['option_names']} names of them")
    print(f"{found['rooms']} crates, {found['arrows']} arrows between them")
    share = found["types_used_twice_percent"]
    print(f"{found['types']} names of types, {len(twice)} used twice or more: {share} %")
    if with_types:
        for name, places in twice.items():
            print(f"  {len(places)} {name}: {' '.join(places)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--at", metavar="COMMIT", help="a commit in place of the working tree")
    parser.add_argument("--crates", action="store_true", help="only packages and arrows, of the working tree")
    parser.add_argument("--json", action="store_true", help="all figures as JSON")
    parser.add_argument("--no-types", action="store_true", help="without the list of names used twice")
    options = parser.parse_args()
    root = Path(__file__).resolve().parents[1]
    if options.crates:
        print_crates(root)
        return
    found = summary(list(commit(root, options.at) if options.at else working_tree(root)))
    if options.json:
        print(json.dumps(found, indent=1))
    else:
        print_table(found, not options.no_types)


if __name__ == "__main__":
    main()
