"""String and template literals of JavaScript, and the calls around them: enough of the language
for the pages' own sources."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_BEFORE_REGEX = set("(,=:[!&|?{};+") | {""}


@dataclass(frozen=True)
class Literal:
    """A literal in a source."""

    start: int
    """The place of its quote."""
    end: int
    text: str
    """Its text; of a template, with {0}, {1}, ... for its values."""
    template: bool
    tag: str
    """The function that is called with it first, as in t("Play") and t`Day ${day}`."""
    before: str
    """The source before it, on its line."""


def literals(source: str) -> list[Literal]:
    """All literals, those within the values of templates, too."""
    found: list[Literal] = []
    _code(source, 0, found, nested=False)
    return sorted(found, key=lambda one: one.start)


def literals_of(path: Path) -> list[Literal]:
    """The literals of a file."""
    return literals(path.read_text("utf-8"))


def _tag(source: str, at: int) -> str:
    return (re.search(r"([A-Za-z_]\w*)\(?$", source[:at][-30:]) or [""])[0].rstrip("(")


def _code(source: str, at: int, found: list[Literal], nested: bool) -> int:
    """Reads code up to its end, or to the brace that closes a value of a template."""
    depth, last = 0, ""
    while at < len(source):
        here = source[at]
        if source.startswith("//", at):
            at = source.find("\n", at) if "\n" in source[at:] else len(source)
            continue
        if source.startswith("/*", at):
            at = source.index("*/", at) + 2
            continue
        if here in "\"'":
            at, last = _string(source, at, found), here
            continue
        if here == "`":
            at, last = _template(source, at, found), here
            continue
        if here == "/" and (last in _BEFORE_REGEX or source[:at].rstrip().endswith("return")):
            at, last = _regex(source, at), here
            continue
        if here == "{":
            depth += 1
        elif here == "}":
            if nested and not depth:
                return at
            depth -= 1
        if not here.isspace():
            last = here
        at += 1
    return at


def _line(source: str, at: int) -> str:
    return source[source.rfind("\n", 0, at) + 1 : at]


def _string(source: str, at: int, found: list[Literal]) -> int:
    end = at + 1
    while source[end] != source[at]:
        end += 2 if source[end] == "\\" else 1
    text = source[at + 1 : end].replace("\\n", "\n").replace('\\"', '"')
    found.append(Literal(at, end + 1, text, False, _tag(source, at), _line(source, at)))
    return end + 1


def _template(source: str, at: int, found: list[Literal]) -> int:
    text, end, values = "", at + 1, 0
    while source[end] != "`":
        if source.startswith("${", end):
            end = _code(source, end + 2, found, nested=True) + 1
            text += f"{{{values}}}"
            values += 1
        elif source[end] == "\\":
            text += source[end + 1]
            end += 2
        else:
            text += source[end]
            end += 1
    found.append(Literal(at, end + 1, text, True, _tag(source, at), _line(source, at)))
    return end + 1


def _regex(source: str, at: int) -> int:
    end, inside = at + 1, False
    while source[end] != "/" or inside:
        inside = source[end] == "[" or (inside and source[end] != "]")
        end += 2 if source[end] == "\\" else 1
    return end + 1
