"""Which agents untrusted input may name: a page, a saved game, a board, a language model. Only
those of the package: a name alone never runs a program or reads a file.

>>> refuse_foreign(["person", "search:v1,ms=200"])
>>> refuse_foreign(["rollout:/etc/passwd"])
Traceback (most recent call last):
ValueError: no agent here is called 'rollout:/etc/passwd': rollout:v3, rollout:v5, \
rollout:v4, rollout:v2, rollout:v1
>>> foreign(["greedy", "mine.py:MyBot", "cmd:./mybot"], own=["cmd:./mybot"])
['mine.py:MyBot']
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable

from altered_env.agents.named import ANCHORS, KINDS, gone, names, spelled_out
from altered_env.agents.seated import PERSON

HIGHEST = {"ms": 10_000, "iterations": 20_000, "budget": 1_000, "rollouts": 5_000}
USUAL = 200
"""Maximum values of options, to bound the time that a person waits for an answer."""


def refuse_foreign(seats: Iterable[str]) -> None:
    """Raise `ValueError` for an agent that is a file or a program, which would be read or run, and
    for options that would take too long."""
    for name in seats:
        if name == PERSON:
            continue
        called, _, rest = spelled_out(name).partition(":")
        if why := gone(name):
            raise ValueError(why)
        if called not in names():
            raise ValueError(f"no agent here is called {name[:80]!r}: {', '.join(names())}")
        kind = KINDS[ANCHORS[called][0] if called in ANCHORS else called]
        for number, option in enumerate(filter(None, rest.split(","))):
            key, equals, value = option.partition("=")
            if kind.network and (key == "path" or (not equals and number == 0)):
                if (value if equals else key) not in kind.shipped:
                    there = ", ".join(f"{called}:{one}" for one in kind.shipped)
                    raise ValueError(f"no agent here is called {name[:80]!r}: {there}")
            elif _number(value) > (most := HIGHEST.get(key, USUAL)):
                raise ValueError(f"{name[:80]}: {key[:40]} must be at most {most:,} here")


def _number(text: str) -> float:
    """The number in an option; 0 if it is not a number, which is refused later."""
    try:
        return float(text)
    except ValueError:
        return 0.0


def foreign(names: Iterable[str], own: Iterable[str] = ()) -> list[str]:
    """Those of these agents that a file may not name: all except agents of the package and those
    that the user has named."""
    mine, found = set(own), []
    for name in dict.fromkeys(names):
        try:
            refuse_foreign([name] if name not in mine else [])
        except ValueError:
            found.append(name)
    return found


def refuse_unnamed(
    where: str,
    names: Iterable[str],
    option: str,
    own: Iterable[str] = (),
    typed: Iterable[str] | None = None,
) -> None:
    """Raise `ValueError` for agents that a file names and the user has not. `typed` is the value to
    show for the option that allows them, if it differs from their names.

    >>> refuse_unnamed("the game in a.game", ["cmd:./mybot -v"], "--opponent")
    Traceback (most recent call last):
    ValueError: the game in a.game names 'cmd:./mybot -v': programs and files that a file names \
are neither run nor read. If you trust it, name it yourself: --opponent 'cmd:./mybot -v'
    """
    found = foreign(names, own)
    for name in found:
        if why := gone(name):
            raise ValueError(f"{where}: {why}")
    if found:
        said = ", ".join(f"{name[:80]!r}" for name in found)
        raise ValueError(
            f"{where} names {said}: programs and files that a file names are neither run nor"
            " read. If you trust it, name it yourself:"
            f" {said_in_a_shell(option, typed or found)}"
        )


def said_in_a_shell(option: str, names: Iterable[str]) -> str:
    """An option with names, as typed on the command line.

    >>> said_in_a_shell("--bots", ["cmd:./mybot -v", "greedy"])
    "--bots 'cmd:./mybot -v' greedy"
    """
    return " ".join([option, *(shlex.quote(name) for name in names)])
