"""The style of boards on a terminal: colours and lines if it supports them, else plain text.

>>> choose(plain=True, terminal=True, encoding="utf-8", environment={})
Style(colour=False, unicode=False, width=80)
>>> dress("A: Basira", choose(plain=True, terminal=True, encoding="utf-8", environment={}))
'A: Basira'
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from altered_env.render.text import WIDTH

_BOLD, _DIM, _END = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_TERRAINS = {"F": "\x1b[32m", "M": "\x1b[33m", "W": "\x1b[34m"}
_SIDE = re.compile(r"[A-D]: ")
_OPTION = re.compile(r"( +)(\d+)(  .*)")
_STATISTIC = re.compile(r"\b([FMW])(\d+)\b")
_LIKENESS = {
    "\u2018": "'",
    "\u2019": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u2013": "-",
    "\u2014": "-",
    "\u0153": "oe",
    "\u0131": "i",
    "\u2022": "*",
}


@dataclass(frozen=True, slots=True)
class Style:
    """The capabilities of a terminal."""

    colour: bool
    unicode: bool
    width: int = WIDTH
    """Columns."""


def choose(plain: bool, terminal: bool, encoding: str, environment: Mapping[str, str]) -> Style:
    """The style for an output: colours on a terminal only, and never with `NO_COLOR`; letters
    beyond ASCII where the encoding has them; neither where `plain` is asked for."""
    colour = terminal and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
    return Style(
        colour=colour and not plain,
        unicode=not plain and encoding.lower().replace("-", "").startswith("utf"),
    )


def dress(text: str, style: Style) -> str:
    """A board as `render.text` makes it, in a style. No line becomes wider to the eye."""
    lines = (text if style.unicode else _ascii(text)).split("\n")
    rule = ("\u2500" if style.unicode else "-") * style.width
    dressed = []
    for number, line in enumerate(lines):
        after = lines[number + 1] if number + 1 < len(lines) else ""
        if not line and _SIDE.match(after):
            dressed.append(f"{_DIM}{rule}{_END}" if style.colour else rule)
        else:
            dressed.append(_coloured(number, line) if style.colour else line)
    return "\n".join(dressed)


def _coloured(number: int, line: str) -> str:
    option = _OPTION.fullmatch(line)
    if option:
        return f"{option[1]}{_BOLD}{option[2]}{_END}{option[3]}"
    if line and (number == 0 or _SIDE.match(line)):
        return f"{_BOLD}{line}{_END}"
    if line.startswith("Terrain "):
        head, rest = line[:8], line[8:]
        return head + re.sub("[FMW]", lambda found: _TERRAINS[found[0]] + found[0] + _END, rest)
    if " Expedition, " in line:
        return _STATISTIC.sub(lambda found: _TERRAINS[found[1]] + found[0] + _END, line)
    return line


def _ascii(text: str) -> str:
    """The text in ASCII, letters without their accents; `?` for characters without an
    equivalent."""
    for sign, likeness in _LIKENESS.items():
        text = text.replace(sign, likeness)
    apart = unicodedata.normalize("NFKD", text)
    bare = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return bare.encode("ascii", "replace").decode("ascii")
