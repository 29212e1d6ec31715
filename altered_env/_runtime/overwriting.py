"""Options that name a file to write, none of which may be a file that the same command reads.

>>> from altered_env._runtime.help_pages import HelpParser
>>> parser = HelpParser(prog="tool")
>>> output(parser, "--csv", "write the table as CSV")
>>> output(parser, "--html", "write a page")
>>> refuse_overwriting(parser, parser.parse_args(["--csv", "a.csv", "--html", "./a.csv"]))
Traceback (most recent call last):
ValueError: --html ./a.csv: --csv names the same file; name another
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Named = tuple[str, str]
"""An argument as people know it, and its text."""


def output(
    parser: argparse._ActionsContainer,
    flag: str,
    says: str,
    *,
    default: str | None = None,
    required: bool = False,
    goes_on: str = "",
) -> None:
    """Add an option of a file to write; the argument `goes_on` may name the same file."""
    action = parser.add_argument(
        flag, metavar="FILE", default=default, required=required, help=says
    )
    action.goes_on = goes_on  # type: ignore[attr-defined]


def is_output(action: argparse.Action) -> bool:
    """Return whether an argument names a file to write."""
    return hasattr(action, "goes_on")


def refuse_overwriting(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Raise `ValueError` if another argument names a file to write, too."""
    outputs: list[Named] = []
    for action in filter(is_output, parser._actions):
        value = getattr(options, action.dest, None)
        if not value:
            continue
        named = _name(action), str(value)
        for before in outputs:
            if os.path.realpath(before[1]) == os.path.realpath(value):
                raise ValueError(_said(named, before[0]))
        outputs.append(named)
        goes_on = action.goes_on  # type: ignore[attr-defined]
        refuse_same([named], inputs_of(parser, options, goes_on))


def inputs_of(
    parser: argparse.ArgumentParser, options: argparse.Namespace, without: str = ""
) -> list[Named]:
    """Return the arguments that may name a file to read."""
    return [
        (_name(action), text)
        for action in parser._actions
        if not (is_output(action) or action.choices or action.dest == without)
        for text in _texts(getattr(options, action.dest, None))
    ]


def refuse_same(outputs: Iterable[Named], inputs: Iterable[Named]) -> None:
    """Raise `ValueError` if a file to write is one that is read."""
    known = [(name, path) for name, text in inputs for path in paths_in(text)]
    for named in outputs:
        for name, path in known:
            if _is_file(named[1], path):
                raise ValueError(_said(named, name))


def paths_in(text: str) -> Iterator[str]:
    """Yield what may be a path in the text of an argument.

    >>> list(paths_in("axiom,random:3:1:cards=mine.yaml"))[-1]
    'mine.yaml'
    """
    yield text
    for part in re.split(r"[,+]", text):
        yield part
        yield from (part[match.end() :] for match in re.finditer("[:=]", part))


def _said(named: Named, other: str) -> str:
    return f"{named[0]} {named[1]}: {other} names the same file; name another"


def _is_file(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other) and Path(one).is_file()
    except (OSError, ValueError):  # one of them is not there
        return False


def _texts(value: Any) -> list[str]:
    values = value if isinstance(value, list | tuple) else [value]
    return [one for one in values if isinstance(one, str) and one]


def _name(action: argparse.Action) -> str:
    if action.option_strings:
        return action.option_strings[-1]
    return str(action.metavar or action.dest)
