"""A board as a picture, for notebooks."""

from __future__ import annotations

# The side of a square.
_SIZE = 40
_COLORS = {"b": "#222", "w": "#fff", "x": "#b5533c"}


def board(rows: tuple[str, ...]) -> str:
    """SVG of these rows: discs, those of kings with a K, and arrows as small squares."""
    size = len(rows) * _SIZE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" '
        f'width="{size}" height="{size}" font-family="sans-serif" text-anchor="middle">'
    ]
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            x, y = column * _SIZE, row * _SIZE
            is_dark = (len(rows) - row + column) % 2 == 1
            color = "#a9835a" if is_dark else "#f0dcb8"
            parts.append(f'<rect x="{x}" y="{y}" width="{_SIZE}" height="{_SIZE}" fill="{color}"/>')
            parts.append(_piece(letter, x, y))
    return "".join(parts) + "</svg>"


def _piece(letter: str, x: int, y: int) -> str:
    if letter == ".":
        return ""
    if letter == "x":
        return f'<rect x="{x + 12}" y="{y + 12}" width="16" height="16" fill="{_COLORS["x"]}"/>'
    is_king = letter in "BWk"
    color = _COLORS["w" if letter in "wWk" else "b"]
    other = _COLORS["b" if letter in "wWk" else "w"]
    disc = f'<circle cx="{x + 20}" cy="{y + 20}" r="15" fill="{color}" stroke="#444"/>'
    king = f'<text x="{x + 20}" y="{y + 27}" font-size="20" fill="{other}">K</text>'
    return disc + (king if is_king else "")
