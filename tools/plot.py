"""Draws tables of figures as pictures (SVG), for the documents.

Usage: python3 -m venv target/plot && target/plot/bin/pip install matplotlib
       target/plot/bin/python tools/plot.py docs/figures/*.tsv       each beside its table, as .svg

A table is a text file with tabs. The lines `# title ...`, `# x ...` (`# x-log ...` for a logarithmic axis) and
`# y ...` name the picture and its axes. The first line without # names the columns: the first is x, each other one a
curve. A cell is a number, a number with the two ends of its interval (`-24 -44 -4`), or empty."""

import itertools
import pathlib
import sys

import matplotlib
from matplotlib import pyplot
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator

# Distinct also to the color-blind (Okabe and Ito 2008).
COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"]
# The same bytes each time; letters stay text.
matplotlib.rcParams.update({"svg.hashsalt": "figures", "svg.fonttype": "none", "font.size": 10})


def read(path):
    """The names of a table by their key, and its rows of cells."""
    lines = path.read_text(encoding="utf-8").splitlines()
    comments = [line[1:].strip().partition(" ") for line in lines if line.startswith("#")]
    names = {key: text for key, _, text in comments}
    return names, [line.split("\t") for line in lines if not line.startswith("#")]


def draw(path):
    names, (columns, *rows) = read(path)
    figure, axes = pyplot.subplots(figsize=(7.6, 4.4), layout="constrained")
    for nth, (name, color) in enumerate(zip(columns[1:], itertools.cycle(COLORS)), 1):
        cells = [(float(row[0]), [float(number) for number in row[nth].split()]) for row in rows if row[nth].strip()]
        xs, ys = [x for x, _ in cells], [cell[0] for _, cell in cells]
        ends = [cell[1:] or cell * 2 for _, cell in cells]
        errors = [[y - low for y, (low, _) in zip(ys, ends)], [high - y for y, (_, high) in zip(ys, ends)]]
        axes.errorbar(xs, ys, errors, color=color, marker="o", markersize=5, linewidth=2, elinewidth=1, label=name)
    axes.set(title=names.get("title"), xlabel=names.get("x", names.get("x-log")), ylabel=names.get("y"))
    if "x-log" in names:
        axes.set_xscale("log")
        axes.set_xticks([float(row[0]) for row in rows])
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
        axes.xaxis.set_minor_locator(NullLocator())
    else:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(color="#dddddd")
    axes.legend()
    figure.savefig(path.with_suffix(".svg"), metadata={"Date": None, "Creator": None})
    pyplot.close(figure)


if __name__ == "__main__":
    for table in sys.argv[1:] or sys.exit(__doc__):
        draw(pathlib.Path(table))
        print(f"{table}: drawn")
